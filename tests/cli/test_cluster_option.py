"""The option ``--cluster`` and the user's settings, in which it may stand."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from rajas_sim.cli.asking import settings_file
from rajas_sim.running.workers import connecting

Rajas = Callable[..., Any]
Refusal = Callable[..., str]


@pytest.fixture
def settings(rajas: Rajas) -> Path:
    """Return the file of the settings of a user who has none yet."""
    settings_file().parent.mkdir(parents=True)
    return settings_file()


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list of the clusters that are asked for; none is there, and this machine plays."""
    addresses: list[str] = []

    @contextmanager
    def connected(address: str, say: object) -> Iterator[None]:
        addresses.append(address)
        yield None

    monkeypatch.setattr(connecting, "connected", connected)
    return addresses


def test_a_run_on_processes_of_this_machine(rajas: Rajas) -> None:
    result = rajas("run", "start_player", "--blocks", 20, "--set", "players=[2]", "--no-report", "--cluster", "local:2")
    assert result.exit_code == 0, result.output
    assert "\nPlayed 20 games: " in result.stdout
    assert " with 2 workers, " in result.stdout
    assert result.stderr.startswith("dashboard of the cluster: http://")


@pytest.mark.long
def test_a_strategy_is_measured_alike_on_processes_of_this_machine(rajas: Rajas) -> None:
    few = ("strategies", "measure", "balanced", "--players", 2, "--blocks", 20, "--seconds", 0.1, "--json")
    local, there = (json.loads(rajas(*few, *cluster).stdout) for cluster in ((), ("--cluster", "local:2")))
    assert [row["win_share"] for row in there] == [row["win_share"] for row in local]


def test_the_settings_may_say_which_cluster_plays(rajas: Rajas, settings: Path, asked: list[str]) -> None:
    run = ("run", "start_player", "--blocks", 2, "--set", "players=[2]", "--no-report")
    rajas(*run)
    settings.write_text('cluster = "tcp://farm:8786"\n')
    rajas(*run, "--seed", 2)
    rajas(*run, "--seed", 3, "--cluster", "local:3")
    rajas(*run, "--seed", 4, "--workers", 1)
    assert asked == ["tcp://farm:8786", "local:3"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("clusters = 'local:2'", "settings.toml:1: clusters: unknown key 'clusters'; did you mean 'cluster'?"),
        ("cluster = 4", "settings.toml:1: cluster: "),
        ("cluster =", "settings.toml: not valid TOML: "),
    ],
)
def test_wrong_settings_are_refused(refusal: Refusal, settings: Path, text: str, said: str) -> None:
    settings.write_text(text)
    assert said in refusal("run", "start_player", "--blocks", 2)


def test_a_cluster_has_no_number_of_workers(refusal: Refusal) -> None:
    said = refusal("run", "start_player", "--cluster", "local:2", "--workers", 2)
    assert said == "error: --cluster and --workers: give one of them; a cluster has as many workers as were started"


def test_without_dask_it_says_how_to_install_it(refusal: Refusal, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("dask", "distributed"):
        monkeypatch.setitem(sys.modules, name, None)
    said = refusal("run", "start_player", "--cluster", "local:2")
    how = "pip install 'rajas[cluster]' (in a clone of rajas: pip install -e '.[cluster]')"
    assert said == f"error: --cluster local:2: needs Dask; install it with: {how}"


def test_the_command_line_does_not_load_dask() -> None:
    code = "import sys; import rajas_sim.cli.app, rajas_sim.running.runner; sys.exit('dask' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
