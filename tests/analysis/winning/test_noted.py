"""In how many plausible boxes a verdict holds, as the report of a run says it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from rajas_sim.analysis import load_run
from rajas_sim.analysis.reading.run import Run
from rajas_sim.analysis.winning.ensemble_note import NOTE, Note, NotedBoxes, holds_text, read_note
from rajas_sim.analysis.winning.fairness import Ruling
from rajas_sim.analysis.winning.seats import SeatAdvantage, seat_advantage, seat_groups
from tests.analysis.synthetic_run import Recipe, write_run


@pytest.fixture
def won(tmp_path: Path) -> tuple[Run, SeatAdvantage]:
    """Return a run in which the first seat is far ahead, and its verdict."""
    run = load_run(write_run(tmp_path, Recipe(players=(2,), blocks=400, seat_worth=(0.5, 0.0))))
    advantage = seat_advantage(run, *seat_groups(run, 2))
    assert (advantage.verdict.ruling, advantage.verdict.position) == (Ruling.UNFAIR, 1)
    return run, advantage


def noted(run: Run, shares: list[float], error: float) -> Note:
    boxes = NotedBoxes(
        players=2, arm="baseline", line_up="", blocks=500, positions=[[s, 1.0 - s] for s in shares], errors=[error, error]
    )
    return Note(components=run.manifest.hashes.components, boxes=[boxes])


def test_luck_that_all_boxes_share_widens_the_interval(won: tuple[Run, SeatAdvantage]) -> None:
    run, advantage = won
    # 60 of 100 boxes lie beyond the tolerance of 2 points; 20 more, and 10 less, if luck were 3 points the other way.
    shares = [*np.full(50, 0.6), *np.full(10, 0.53), *np.full(20, 0.51), *np.full(20, 0.48)]
    exact = holds_text(run, advantage, noted(run, shares, 0.0))
    assert exact == "This holds in 60 of 100 plausible boxes (49.7 to 69.7 % of all such boxes)"
    wider = holds_text(run, advantage, noted(run, shares, 0.03 / 1.96))
    assert wider == "This holds in 60 of 100 plausible boxes (39.8 to 87.3 % of all such boxes)"


def test_nothing_is_said_of_other_components_or_without_a_note(won: tuple[Run, SeatAdvantage], tmp_path: Path) -> None:
    run, advantage = won
    other = noted(run, [0.6] * 20, 0.0).model_copy(update={"components": "other"})
    assert holds_text(run, advantage, other) == holds_text(run, advantage, None) == ""
    (tmp_path / NOTE).write_text("{}", encoding="utf-8")
    assert read_note(tmp_path) is None
