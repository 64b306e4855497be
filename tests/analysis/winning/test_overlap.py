"""By overlap the seats are seen to differ with fewer games than by wins; by how many wins is then open."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import polars as pl
import pytest

from rajas_sim.analysis import load_run, results_of
from rajas_sim.analysis.answer import Finding
from rajas_sim.analysis.short_answers import short_answers
from rajas_sim.analysis.winning.fairness import Ruling
from rajas_sim.analysis.winning.seats import SeatAdvantage
from tests.analysis.synthetic_run import Recipe, change_table, write_run


def seats_of(folder: Path, players: int = 3) -> SeatAdvantage:
    (result,) = results_of(load_run(folder))
    (seats,) = result.seats
    assert seats.players == players
    return seats


def overlap_findings(seats: SeatAdvantage) -> list[Finding]:
    return [finding for finding in seats.findings if finding.key.endswith(".overlap")]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_run(tmp_path / "run", Recipe(players=(3,), blocks=200, shards=1, tables=("games", "seats"), seed=5))


def ahead(steps: float) -> pl.Expr:
    """Give the start player so much more overlap in every game."""
    return pl.col("overlap") + pl.when(pl.col("position") == 1).then(steps).otherwise(0.0)


def test_a_seat_ahead_by_overlap_is_named_beside_an_undecided_verdict(folder: Path) -> None:
    change_table(folder, "seats", players=3, overlap=ahead(4.0))
    seats = seats_of(folder)
    assert seats.verdict.ruling is Ruling.UNDECIDED
    (finding,) = overlap_findings(seats)
    lead = seats.leads[0]
    assert finding.estimates == seats.leads
    assert finding.sentence.startswith(
        f"With {finding.players} players the seats differ by overlap: that of the start player ends {lead.value:.2f} ("
    )
    judged = replace(seats, verdict=replace(seats.verdict, position=1))
    assert overlap_findings(judged)[0].sentence.endswith("above the mean of the others. How many wins that makes is not known.")
    judged = replace(seats, verdict=replace(seats.verdict, position=3))
    assert (
        "above the mean of the others. By wins the last player is farthest from even, as " in overlap_findings(judged)[0].sentence
    )
    assert ", the farthest of 3 seats: UNDECIDED at 2 points" in seats.verdict.sentence
    (answer,) = short_answers(results_of(load_run(folder)))
    assert answer.number_end.endswith(", the farthest from even")
    rows = pl.read_parquet(folder / "tables/seats/*.parquet")
    means = rows.group_by("position").agg(pl.col("overlap").mean()).sort("position")["overlap"]
    assert lead.value == pytest.approx(means[0] - (means[1] + means[2]) / 2)
    assert sum(estimate.value for estimate in seats.leads) == pytest.approx(0.0)


def test_a_seat_behind_is_told_as_below(folder: Path) -> None:
    change_table(folder, "seats", players=3, overlap=ahead(-4.0))
    (finding,) = overlap_findings(seats_of(folder))
    assert "below the mean of the others" in finding.sentence
    assert "\u2212" not in finding.sentence


def test_even_overlaps_add_no_sentence(folder: Path) -> None:
    seats = seats_of(folder)
    assert len(seats.leads) == 3
    assert not overlap_findings(seats)


def test_where_wins_decide_nothing_is_said_of_overlap(tmp_path: Path) -> None:
    worth = (1.5, 0.0, 0.0)
    seats = seats_of(write_run(tmp_path / "run", Recipe(players=(3,), blocks=400, tables=("games", "seats"), seat_worth=worth)))
    assert seats.verdict.ruling is Ruling.UNFAIR
    assert seats.leads[0].excludes(0.0)
    assert not overlap_findings(seats)


def test_a_few_blocks_say_nothing_of_overlap(tmp_path: Path) -> None:
    assert not seats_of(write_run(tmp_path / "run", Recipe(players=(3,), blocks=199, tables=("games", "seats")))).leads


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 4])
def test_even_seats_seldom_differ_by_overlap(tmp_path: Path, players: int) -> None:
    """100 runs; at a rate of 0.05, more than 13 happen by chance in less than 1 of 1,000."""
    alarms = 0
    for seed in range(100):
        recipe = Recipe(players=(players,), blocks=200, shards=1, tables=("games", "seats"), seed=seed)
        alarms += any(lead.excludes(0.0) for lead in seats_of(write_run(tmp_path / str(seed), recipe), players).leads)
    assert alarms <= 13
