"""Games that a report lists open within it: the page of each stands in it, and steps to the end that was recorded."""

from __future__ import annotations

import base64
import json
import re
import zlib
from pathlib import Path

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from playwright.sync_api import Browser, expect

from rajas_sim import experiment
from rajas_sim.analysis import load_run, results_of
from rajas_sim.questions.run.course import listed_games
from rajas_sim.questions.run.write import write_pages, write_report
from rajas_sim.showing.replay.packed import packed_together
from rajas_sim.study.folder import runs
from rajas_sim.study.folder.identity import hashes
from tests.showing.browsing import CHROMIUM, opened, serious

EXPERIMENT = {
    "name": "looked_at",
    "question": "Which games are worth looking at?",
    "game": "charmers",
    "players": [2],
    "line_up": ["balanced"],
    "blocks": 6,
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return experiment.run(EXPERIMENT, out=tmp_path_factory.mktemp("runs")).folder


def unpacked(packed_text: str) -> list[str]:
    """Return the pages of which `packed_together` wrote one text, as the script of a report does."""
    stored = json.loads(packed_text)
    pages = []
    for entries in stored["pages"]:
        index, lines = 0, []
        for entry in entries:
            index += entry if isinstance(entry, int) else 0
            lines.append(stored["shared"][index] if isinstance(entry, int) else entry)
        pages.append("\n".join(lines))
    return pages


@given(st.lists(st.lists(st.sampled_from(["a", "b", "1", "-2", ""]) | st.text("xyz\u00e9")).map("\n".join), max_size=4))
def test_packed_pages_come_out_as_they_were(pages: list[str]) -> None:
    assert unpacked(packed_together(pages)) == pages


@pytest.mark.long
@pytest.mark.usefixtures("without_figures")
def test_every_listed_game_stands_in_the_report_as_its_own_page(folder: Path, tmp_path: Path) -> None:
    page = write_report(folder, tmp_path / "report.html").read_text(encoding="utf-8")
    ((numbers, packed),) = re.findall(r'<script type="text/plain" class="games" data-numbers="([\d ]*)">([^<]*)</script>', page)
    (count,) = results_of(load_run(folder))
    listed = [page.game for page in listed_games(count)]
    assert numbers.split() == [str(number) for number in dict.fromkeys(listed)]
    pages = unpacked(zlib.decompress(base64.b64decode(packed)).decode())
    for number, page in zip(numbers.split(), pages, strict=True):
        assert page.startswith("<!doctype html>")
        assert f"game {number} of run {folder.name}" in page


@pytest.mark.usefixtures("without_figures")
def test_a_game_that_would_be_another_now_is_not_opened(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "hashes", lambda experiment: hashes(experiment).model_copy(update={"engine": "0" * 64}))
    page = write_report(folder, tmp_path / "report.html").read_text(encoding="utf-8")
    assert 'class="games"' not in page
    assert "opens a game" not in page
    assert "rajas replay" in page


@pytest.mark.long
def test_what_strategies_print_meanwhile_is_no_result(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = ["from rajas_sim import strategy", "", '@strategy(game="charmers", compiled=False)', "def chatty(state, parameters):"]
    (tmp_path / "chatty.py").write_text("\n".join([*lines, '    print("asked")', "    return state.options[0]", ""]))
    chatty = {"strategies": {"chatty": {"strategy": str(tmp_path / "chatty.py")}}, "line_up": ["chatty"], "blocks": 2}
    folder = experiment.run({**EXPERIMENT, **chatty}, out=tmp_path).folder
    capsys.readouterr()
    run = load_run(folder)
    page = write_pages(run, results_of(run), trusts_files=True).read_text(encoding="utf-8")
    said = capsys.readouterr()
    assert 'class="games"' in page
    assert (said.out, "asked\n" in said.err) == ("", True)


@pytest.mark.long
@pytest.mark.usefixtures("without_figures")
@pytest.mark.slow
@pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium")
def test_a_number_opens_its_game_which_steps_to_the_recorded_end(browser: Browser, folder: Path) -> None:
    page = opened(browser, write_report(folder))
    page.locator("#games summary").first.click()
    number = page.locator("#games .open").first.inner_text()
    games = load_run(folder).table("games", 2).filter(pl.col("game") == int(number)).collect()
    winner = load_run(folder).table("seats", 2).filter(pl.col("game") == int(number), pl.col("rank") == 1).collect()
    page.get_by_role("button", name=f"Open game {number}", exact=True).first.press("Enter")
    game = page.frame_locator("dialog iframe")
    n_steps = games["decisions"].item()
    expect(game.locator("#count")).to_contain_text("turn 0 of ")
    page.keyboard.press("ArrowRight")
    expect(game.locator("#count")).to_contain_text("turn 1 of ")
    game.locator("#mode").select_option("decision")
    expect(game.locator("#count")).to_contain_text(f" of {n_steps}")
    game.locator("#play").focus()
    assert serious(page) == {}
    page.keyboard.press("End")
    first = winner.row(0, named=True)
    sentence = f"Place 1: seat {first['position']} ({first['strategy']}), fame {first['fame']}, money {first['money']}"
    assert game.locator("#options li").first.inner_text().startswith(sentence)
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    page.locator("#games .open").nth(1).click()
    page.get_by_role("button", name="Close the game").click()
    expect(page.locator("dialog")).to_have_count(0)
