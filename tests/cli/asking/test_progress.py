"""The bar that shows how far long work is."""

from __future__ import annotations

import io
import sys

import pytest
import rich.progress

from rajas_sim.cli import output
from rajas_sim.running.foreman import Progress, WorkProgress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_one_bar_shows_what_is_counted_and_then_the_games(monkeypatch: pytest.MonkeyPatch) -> None:
    bars = []

    class Bar(rich.progress.Progress):
        def start(self) -> None:
            bars.append(self)

    def shown() -> list[tuple[str, float, float | None]]:
        return [(task.description, task.completed, task.total) for task in bars[0].tasks if task.visible]

    monkeypatch.setattr(sys, "stderr", Terminal())
    monkeypatch.setattr(rich.progress, "Progress", Bar)
    monkeypatch.setattr(output, "announce_compilation", lambda game, **options: False)
    with output.progress_bar("charmers", is_quiet=False) as (on_progress, on_count):
        on_count(WorkProgress("boxes", 3, 8, "of 12 drawn"))
        assert shown() == [("boxes", 3, 8)]
        on_progress(Progress(10, 40, 5.0))
        assert shown() == [("games", 10, 40)]
    assert len(bars) == 1


def test_the_last_line_says_that_all_is_played_since_games_of_an_earlier_part_are_not_counted(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(output.PROGRESS_VARIABLE, output.PROGRESS_AS_LINES)
    with output.progress_bar("charmers", is_quiet=True) as (on_progress, _):
        on_progress(Progress(30, 30, 5.0))
    assert capsys.readouterr().err == "all games are played; the answer is being written\n"


def test_lines_count_the_games_that_earlier_starts_kept(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(output.PROGRESS_VARIABLE, output.PROGRESS_AS_LINES)
    monkeypatch.setattr(output, "announce_compilation", lambda game, **options: False)
    with output.progress_bar("charmers", is_quiet=True) as (on_progress, _):
        on_progress(Progress(0, 150, 0.0, kept_games=50))
    assert capsys.readouterr().err == "50 of 200 games\n"


@pytest.mark.parametrize("must_be_compiled", [True, False])
def test_lines_say_that_the_game_is_compiled_and_repeat_nothing(
    must_be_compiled: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(output.PROGRESS_VARIABLE, output.PROGRESS_AS_LINES)
    monkeypatch.setattr("rajas_sim.core.engine.kernel.must_be_compiled", lambda *game: must_be_compiled)
    monkeypatch.setattr(output, "SECONDS_BETWEEN_LINES", 0.0)
    with output.progress_bar("charmers", is_quiet=True) as (on_progress, _):
        for n_games in (0, 0, 10, 10, 30):
            on_progress(Progress(n_games, 30, 0.0))
    first, *lines = capsys.readouterr().err.splitlines()
    assert first.startswith("Compiling the game for this machine." if must_be_compiled else "0 of 30 games")
    assert lines == ["10 of 30 games", "all games are played; the answer is being written"]
