"""Tables of the course of games, from numbers that are given by hand."""

from __future__ import annotations

import math

import pytest

from rajas_sim.analysis.course.pacing import Pacing
from rajas_sim.analysis.reading.names import Names
from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.questions.run.course import _final_table


def mean(name: str, value: float, half_width: float, n: int) -> Estimate:
    return Estimate(f"mean.{name}", value, value - half_width, value + half_width, 0.95, n, "t over blocks")


@pytest.mark.parametrize(("half_width", "n_blocks"), [(math.nan, 1), (2.0, 10)])
def test_where_players_end_leaves_out_only_what_is_always_0(half_width: float, n_blocks: int) -> None:
    """A single block has means without intervals."""
    half_width_of_zeros = 0.0 if n_blocks > 1 else math.nan
    means = {"fame": mean("fame", 31.0, half_width, n_blocks), "n_lost": mean("n_lost", 0.0, half_width_of_zeros, n_blocks)}
    pacing = Pacing(2, 2 * n_blocks, n_blocks, {}, {}, {}, final=means, final_of_winners=means, first_met_shares={})
    assert [row["number"] for row in _final_table(pacing, Names()).rows] == ["fame"]
