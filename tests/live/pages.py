"""A server with two runs, and how tests of the pages of boxes and runs ask it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

import pytest

from rajas_sim import experiment
from rajas_sim.live.serving import secret_token
from tests.live.test_table_in_browser import Server
from tests.plain_pages import draw_nothing, open_no_games

CONFIG = """
name = "{name}"
question = "Is the start player favoured?"
game = "charmers"
players = [2]
line_up = ["random"]
blocks = 20
seed = {seed}
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("played")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        draw_nothing(patch)
        open_no_games(patch)
        for seed, name in ((1, "first"), (2, "second")):
            Path(f"{name}.toml").write_text(CONFIG.format(name=name, seed=seed), encoding="utf-8")
            experiment.run(f"{name}.toml", out="reports", report=name == "first")
        started = Server.started(Path("played"))
        yield started
        started.stop()


def asked(server: Server, address: str, **form: str) -> tuple[int, str, str]:
    """Ask for a page, or send a form; return the status, the text, and where it leads."""
    body = urlencode(form) if form else None
    status, text, headers = server.asked("POST" if form else "GET", f"/{secret_token(server.folder)}/{address}", body)
    return status, text, headers.get("location", "")


def runs_when_done(server: Server) -> str:
    """Return the page of runs once nothing works any more."""
    end = time.monotonic() + 60
    while 'data-open="yes"' in (text := asked(server, "runs")[1]) and time.monotonic() < end:
        time.sleep(0.3)
    return text
