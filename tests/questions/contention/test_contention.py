"""Who took what was wanted, computed by hand, and interaction, where the truth is known."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from rajas_sim import experiment
from rajas_sim.analysis import load_run
from rajas_sim.charmers.game import Charmers
from rajas_sim.core.errors import InputError
from rajas_sim.questions.contention.contention_answer import _taken_panel
from rajas_sim.questions.contention.interaction import kingmaking_of, paired_overlaps, paired_seats, replacement_of
from rajas_sim.questions.contention.wanted import (
    AFTER,
    BEFORE,
    NOBODY,
    ONESELF,
    OTHER,
    WantedThings,
    _relative_taker,
    contention_of,
    takers_with,
)
from rajas_sim.questions.luck.sources import OutcomeSpread, PairedOutcome
from tests.questions.asked import STUDY


def wanted(block: int, *rows: tuple[int, str, int, float]) -> WantedThings:
    """Make a game of (round, name, taker, cost)."""
    return WantedThings(block, *(np.array(column) for column in zip(*rows, strict=True)))


def test_shares_and_costs_are_those_of_the_decisions() -> None:
    games = [
        wanted(0, (1, "mill", NOBODY, 0.0), (1, "mill", BEFORE, 2.0), (2, "inn", NOBODY, 0.0)),
        wanted(1, (1, "inn", AFTER, 1.0)),
    ]
    result = contention_of(3, games, (), 0.95)
    assert (result.taken.value, result.cost.value) == (2 / 4, 3.0 / 4)
    assert (result.by_others.value, result.cost_by_others.value) == (2 / 4, 3.0 / 4)
    assert result.cost_of_taken is not None
    assert result.cost_of_taken.value == 1.5
    assert {taker: share.value for taker, share in result.by_taker.items()} == {"before": 0.25, "after": 0.25, "oneself": 0.0}
    things = {thing.name: (thing.wanted.value, thing.taken.value, thing.wanted.n) for thing in result.things}
    assert things == {"mill": (0.5, 0.5, 2), "inn": (0.5, 0.5, 2)}
    assert [(entry.round, entry.taken.value) for entry in result.rounds] == [(1, 2 / 3), (2, 0.0)]


def test_what_the_player_itself_has_taken_is_no_part_of_what_others_took() -> None:
    rows = ((1, "mill", ONESELF, 2.0), (1, "mill", OTHER, 1.0))
    result = contention_of(2, [wanted(0, *rows), wanted(1, *rows)], (), 0.95)
    assert (result.taken.value, result.by_others.value) == (1.0, 0.5)
    assert (result.cost.value, result.cost_by_others.value) == (1.5, 0.5)
    assert result.cost_of_taken_by_others is not None
    assert result.cost_of_taken_by_others.value == 1.0


def test_what_the_only_other_player_took_has_one_interval() -> None:
    rows = ((1, "mill", ONESELF, 2.0), (1, "mill", OTHER, 1.0), (1, "mill", NOBODY, 0.0))
    result = contention_of(2, [wanted(block, *rows) for block in range(30)], (), 0.95)
    assert [*result.by_taker] == ["oneself"]
    table = _taken_panel(result).tables[0]
    assert [(row["title"], row["share"]) for row in table.rows[1:]] == [
        ("the other player", result.by_others),
        ("the player itself", result.by_taker["oneself"]),
    ]


def test_where_nothing_is_taken_there_is_no_cost_of_it() -> None:
    result = contention_of(2, [wanted(block, (1, "mill", NOBODY, 0.0)) for block in range(6)], (), 0.95)
    assert (result.taken.value, result.cost.value, result.cost_of_taken, result.cost_of_taken_by_others) == (0.0, 0.0, None, None)
    assert result.things[0].cost is None


def test_a_taker_is_named_as_the_seat_sees_it() -> None:
    assert [_relative_taker(taker, 1, 4) for taker in range(4)] == [BEFORE, ONESELF, AFTER, OTHER]
    assert [_relative_taker(taker, 0, 3) for taker in range(3)] == [ONESELF, AFTER, BEFORE]
    assert [_relative_taker(taker, 1, 2) for taker in range(2)] == [OTHER, ONESELF]
    for k in (2, 3, 4, 5):
        assert {_relative_taker(taker, 0, k) for taker in range(k)} == {*takers_with(k)}


def test_somebody_else_replaces_a_player() -> None:
    assert replacement_of(("balanced", "balanced"), None) == "strong"
    assert replacement_of(("strong", "strong"), None) == "balanced"
    assert replacement_of(("balanced", "trader"), "balanced") == "balanced"
    with pytest.raises(InputError, match="'balanced' sits at every seat already"):
        replacement_of(("balanced", "balanced"), "balanced")
    with pytest.raises(InputError, match="strong, balanced and random play already: name who replaces a player"):
        replacement_of(("random", "strong", "balanced"), None)


def outcome(values: np.ndarray) -> PairedOutcome:
    """Make an outcome of one row a block, and one column a seat."""
    blocks, seats = values.shape
    return PairedOutcome(values.ravel(), np.repeat(np.arange(blocks), seats), np.tile(np.arange(seats), blocks))


@pytest.mark.parametrize(("in_common", "shift"), [(0.95, 0.0), (0.5, 0.0), (0.5, 0.6), (0.0, 0.0)])
def test_the_interval_of_the_interaction_holds(in_common: float, shift: float) -> None:
    """In 300 repetitions at 95 %, more than 30 misses come by chance in less than 1 of 10,000 tests."""
    rng, misses = np.random.default_rng(11), 0
    truth = 1.0 - in_common + shift**2 / 2
    for _ in range(300):
        # The seats of a game depend on each other.
        first, second = ((rng.normal(size=(200, 3)) + rng.normal(size=(200, 1))) / math.sqrt(2) for _ in range(2))
        changed = in_common * first + math.sqrt(1 - in_common**2) * second + shift
        before, after = outcome(first), outcome(changed)
        misses += OutcomeSpread.of(before, before).index(((before, after),), 0.95, 1).excludes(truth)
    assert misses <= 30


def test_who_plays_by_himself_has_no_interaction() -> None:
    values = np.random.default_rng(3).normal(size=(100, 2))
    index = OutcomeSpread.of(outcome(values), outcome(values)).index(((outcome(values), outcome(values)),), 0.95, 1)
    assert (index.value, index.low) == (0.0, 0.0)


def pair_of_games(block: int, before: tuple[float, ...], after: tuple[float, ...]) -> pl.DataFrame:
    """Make the seats of two games of three players, of whom the first is replaced, from their win shares."""
    rows = [
        {"block": block, "line_up": 1, "order": 0, "rotation": 0, "position": i + 1, "replaced": i == 0}
        | {"win_share": after[i], "win_share_before": before[i]}
        for i in range(3)
    ]
    return pl.DataFrame(rows)


def test_kingmaking_is_the_share_of_winners_that_change_though_the_replaced_player_does_not_win() -> None:
    second, third, both = (0.0, 1.0, 0.0), (0.0, 0.0, 1.0), (0.0, 0.5, 0.5)
    first = (1.0, 0.0, 0.0)
    games = [(second, second), (second, third), (second, both), (first, third), (third, first)]
    pairs = pl.concat([pair_of_games(block, *shares) for block, shares in enumerate(games)])
    kingmaking = kingmaking_of(pairs, 0.95)
    assert kingmaking is not None
    # Blocks 0, 1 and 2 count: the winner is the same, another one, and half the same.
    assert (kingmaking.same_luck.value, kingmaking.same_luck.n) == ((0.0 + 1.0 + 0.5) / 3, 3)
    # With the second game of the next block: second and third, second and both, second and third, third and second.
    assert (kingmaking.other_luck.value, kingmaking.other_luck.n) == ((1.0 + 0.5 + 1.0 + 1.0) / 4, 4)
    assert kingmaking_of(pairs.filter(pl.col("block") > 2), 0.95) is None
    # Where orders take turns, other luck is that of the next block with the same order.
    in_turn = kingmaking_of(pairs.with_columns(order=pl.col("block") % 2), 0.95)
    assert in_turn is not None
    # Blocks 0 and 2, 4 and 0, 1 and 3; in 2 and 4, and in 3 and 1, the replaced player wins one of the two.
    assert (in_turn.other_luck.value, in_turn.other_luck.n) == ((0.5 + 1.0 + 1.0) / 3, 3)


@pytest.mark.slow
@pytest.mark.parametrize("line_up", [["balanced"], ["balanced", "trader", "balanced"]])
def test_seats_are_paired_with_themselves_and_the_replaced_one_is_left_out(line_up: list[str], tmp_path: Path) -> None:
    study = {**STUDY, "players": [3], "line_up": line_up}
    answer = experiment.contention(study, games=2, blocks=4, replacement="random", out=tmp_path)
    run = load_run(tmp_path / answer.answer.provenance.runs[1])
    before, after = paired_overlaps(paired_seats(run, 3))
    seats = run.table("seats", 3).collect()
    n_rotations, n_replaced = (1, 1) if len(line_up) == 1 else (3, 3)
    # A replaced line-up has 3 rotations, in each of which 2 seats keep their player.
    assert len(before.values) == len(after.values) == 4 * 3 * n_replaced * 2
    assert run.line_ups(3)[0] == tuple(line_up * 3)[:3]
    assert seats.filter(line_up=0)["rotation"].n_unique() == n_rotations
    assert seats.filter(pl.col("line_up") > 0)["line_up"].n_unique() == n_replaced
    for block in range(4):
        base = seats.filter(line_up=0, block=block)["overlap"].to_list()
        assert {*before.values[before.blocks == block]} <= {*base}
    by_himself = seats.filter(pl.col("line_up") > 0, strategy="random")["overlap"].mean()
    assert by_himself != after.values.mean()


@pytest.mark.slow
def test_games_without_such_decisions_are_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delattr(Charmers, "contended")
    with pytest.raises(InputError, match="mine: nobody can take anything before others do in Rajas of the Ganges: The"):
        experiment.contention({**STUDY, "players": [2]}, games=2, blocks=2, out=tmp_path)
