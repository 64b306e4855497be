"""In how many plausible boxes a verdict holds, as the report of a run says it."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from rajas_sim.analysis import load_run
from rajas_sim.analysis.reading.run import Run
from rajas_sim.analysis.winning.ensemble_note import NOTE, BoxShares, Note, holds_text, read_note
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


def noted(run: Run, shares: list[float], *, shared_error: float = 0.0, own_error: float = 1e-4) -> Note:
    variance = own_error**2
    boxes = BoxShares(
        players=2,
        arm="baseline",
        line_up="",
        blocks=500,
        positions=[[s, 1.0 - s] for s in shares],
        covariance=[[variance, -variance], [-variance, variance]],
        errors=[shared_error, shared_error],
    )
    return Note(components=run.manifest.hashes.components, boxes=[boxes])


def percentages(text: str) -> list[float]:
    return [float(number) for number in re.findall(r"\d+\.\d", text)]


def test_luck_widens_the_interval(won: tuple[Run, SeatAdvantage]) -> None:
    run, advantage = won
    # 60 of 100 boxes lie beyond the tolerance of 2 points; 20 more, and 10 less, if luck were 3 points the other way.
    shares = [*np.full(50, 0.6), *np.full(10, 0.53), *np.full(20, 0.51), *np.full(20, 0.48)]
    exact = holds_text(run, advantage, noted(run, shares))
    assert exact == "This holds in 60.0 % of plausible boxes (49.7 to 69.7 %, from 100 boxes)"
    value, low, high = percentages(holds_text(run, advantage, noted(run, shares, shared_error=0.03 / 1.8)))
    assert value == 60.0
    assert low < 49.7
    assert high > 80.0
    value, low, high = percentages(holds_text(run, advantage, noted(run, shares, own_error=0.03)))
    assert high - low > 25.0


def test_a_fair_verdict_holds_where_every_seat_is_within_the_tolerance(tmp_path: Path) -> None:
    run = load_run(write_run(tmp_path, Recipe(players=(3,), blocks=20_000, seat_worth=(0.0, 0.0, 0.0))))
    advantage = seat_advantage(run, *seat_groups(run, 3))
    assert advantage.verdict.ruling is Ruling.FAIR
    # In 30 of 100 boxes the third seat alone is beyond the tolerance.
    positions = [*[[0.333, 0.333, 0.334]] * 70, *[[0.323, 0.323, 0.354]] * 30]
    covariance = (1e-6 * (np.eye(3) - 1 / 3)).tolist()
    boxes = BoxShares(
        players=3, arm="baseline", line_up="", blocks=500, positions=positions, covariance=covariance, errors=[0.0] * 3
    )
    text = holds_text(run, advantage, Note(components=run.manifest.hashes.components, boxes=[boxes]))
    assert percentages(text) == [70.0, 60.0, 78.8]


def test_nothing_is_said_of_other_components_or_without_a_note(won: tuple[Run, SeatAdvantage], tmp_path: Path) -> None:
    run, advantage = won
    other = noted(run, [0.6] * 20).model_copy(update={"components": "other"})
    assert holds_text(run, advantage, other) == holds_text(run, advantage, None) == ""
    (tmp_path / NOTE).write_text("{}", encoding="utf-8")
    assert read_note(tmp_path) is None
