"""What a strategy uses: by round, what is left unused, and the differences from another strategy under the same luck."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import polars as pl

from rajas_sim.analysis.reading.blocks import matrix_moments
from rajas_sim.analysis.reading.run import Run, categories
from rajas_sim.analysis.scoring.spaces import areas_of
from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.analysis.statistics.intervals import Floats, estimates, mean_estimates, share_estimates
from rajas_sim.analysis.statistics.paired import PairedMoments, paired_mean_interval, prior_variance_of_differences
from rajas_sim.core.rulebook.rules import Rules

LEAST_SHARE_REACHING = 0.2
"""A round is shown if at least this share of the blocks reached it."""
DICE, BOARD = "dice", "board"
"""Columns: of the table of rounds, the dice that a seat holds; of the table of seats, its board, which limits them."""


@dataclass(frozen=True)
class Uses:
    """What seats choose: rows of a table of the run, counted by thing.

    Attributes
    ----------
    noun
        What is counted, in the singular: "worker" for a placed worker, or "turn".
    by_round
        Number of times that the seats of a block's games used each thing in each round from 1 on; shape (blocks, rounds, things).
    things
        Names of the things.
    n_seats
        Number of seats of a block, over all its games.
    """

    noun: str
    by_round: Floats
    things: tuple[str, ...]
    n_seats: int

    @property
    def per_seat(self) -> Floats:
        """Uses in a game by one seat, shape (blocks, things)."""
        per_seat: Floats = self.by_round.sum(axis=1) / self.n_seats
        return per_seat

    def without_unused(self) -> Uses:
        """Leave out the things that nobody used."""
        used = self.by_round.sum(axis=(0, 1)) > 0
        things = tuple(thing for thing, is_used in zip(self.things, used, strict=True) if is_used)
        return Uses(self.noun, self.by_round[:, :, used], things, self.n_seats)


def uses_of(run: Run, players: int) -> Uses | None:
    """Count what seats choose: the areas where workers are placed, or the dice that are taken; None if no table has it."""
    if run.has_table("spaces", players):
        return _counted_uses(run, players, _SPACES, areas_of(run.words("spaces", "space", players)))
    if run.has_table("turns", players):
        dice = categories(run.table("turns", players), _DICE.column)
        return _counted_uses(run, players, _DICE, dict(zip(dice, dice, strict=True)))
    return None


class _CountedColumn(NamedTuple):
    """A table, its column whose words are counted, and a noun for what one row stands for."""

    table: str
    column: str
    noun: str


_SPACES, _DICE = _CountedColumn("spaces", "space", "worker"), _CountedColumn("turns", "die", "turn")


def _counted_uses(run: Run, players: int, source: _CountedColumn, thing_by_word: Mapping[str, str]) -> Uses:
    """Count rows of a table by block, round and the thing that the word in the column stands for.

    Round 0 and things that nobody used are left out.
    """
    things = tuple(dict.fromkeys(thing_by_word.values()))
    counts = (
        run.table(source.table, players)
        .filter(pl.col("round") > 0)
        .group_by("block", "round", pl.col(source.column).cast(pl.String).replace(thing_by_word).alias("thing"))
        .len()
        .collect()
    )
    rounds = counts["round"].to_numpy()
    by_round = np.zeros((run.blocks(players), int(rounds.max(initial=0)), len(things)))
    thing_indices = [things.index(thing) for thing in counts["thing"]]
    by_round[counts["block"].to_numpy(), rounds - 1, thing_indices] = counts["len"].to_numpy()
    return Uses(source.noun, by_round, things, run.games_per_block(players) * players).without_unused()


def shares_by_round(uses: Uses, level: float) -> dict[int, dict[str, Estimate]]:
    """Estimate, by round and thing, the part of the thing in all that is used: a mean over the blocks that reached the round.

    The intervals are exact binomial with the design effect over blocks (`statistics.intervals.share_interval`), each by itself.
    Rounds from the first that few blocks reached are left out (`LEAST_SHARE_REACHING`).
    """
    totals = uses.by_round.sum(axis=2)
    shares: dict[int, dict[str, Estimate]] = {}
    for i in range(totals.shape[1]):
        is_reached = totals[:, i] > 0
        if is_reached.mean() < LEAST_SHARE_REACHING:
            break
        parts = uses.by_round[is_reached, i] / totals[is_reached, i][:, None]
        names = [f"share.{thing}.round_{i + 1}" for thing in uses.things]
        estimates = share_estimates(names, matrix_moments(parts), level=level, comparisons=1)
        shares[i + 1] = dict(zip(uses.things, estimates, strict=True))
    return shares


@dataclass(frozen=True, slots=True)
class UseDifference:
    """How much more often a seat uses a thing in a game than a seat of another strategy does.

    Attributes
    ----------
    uses, other_uses
        Uses in a game by a seat of this strategy, and by a seat of the other.
    difference
        `uses` minus `other_uses`, from paired blocks; simultaneous over all things.
    """

    thing: str
    uses: Estimate
    other_uses: Estimate
    difference: Estimate

    @property
    def is_shown(self) -> bool:
        """Whether the interval excludes 0."""
        return self.difference.excludes(0.0)


def use_differences(uses: Uses, other_uses: Uses, level: float) -> tuple[UseDifference, ...]:
    """Compare what two strategies use in the blocks that both played, the largest difference first.

    The intervals are paired t intervals widened for skewness (`statistics.paired`), Bonferroni over the things.
    """
    things = tuple(dict.fromkeys([*uses.things, *other_uses.things]))
    n = min(len(uses.by_round), len(other_uses.by_round))
    per_seat, other_per_seat = (_uses_per_seat(uses_of_side, things)[:n] for uses_of_side in (uses, other_uses))
    differences = per_seat - other_per_seat
    unpaired_variance = per_seat.var(axis=0, ddof=1) + other_per_seat.var(axis=0, ddof=1)
    moments = PairedMoments.of(differences, differences.mean(axis=0), differences.var(axis=0, ddof=1))
    prior = prior_variance_of_differences(differences, unpaired_variance)
    low, high = paired_mean_interval(moments, prior, level=level, comparisons=len(things))
    means, other_means = (
        mean_estimates([f"uses.{thing}" for thing in things], matrix_moments(values), level=level, least=0.0)
        for values in (per_seat, other_per_seat)
    )
    names, method = [f"difference.uses.{thing}" for thing in things], f"paired t over blocks, Bonferroni over {len(things)}"
    mean_differences = estimates(names, moments.mean, (low, high), n, level, method)
    compared = [UseDifference(*row) for row in zip(things, means, other_means, mean_differences, strict=True)]
    return tuple(sorted(compared, key=lambda use: -abs(use.difference.value)))


def _uses_per_seat(uses: Uses, things: Sequence[str]) -> Floats:
    """Return the uses in a game by one seat, shape (blocks, things); 0 for a thing that was never used."""
    zeros = np.zeros(len(uses.by_round))
    per_seat = dict(zip(uses.things, uses.per_seat.T, strict=True))
    return np.array([per_seat.get(thing, zeros) for thing in things]).T


# --- what it leaves unused


@dataclass(frozen=True, slots=True)
class Unused:
    """Dice that seats hold without using them.

    Attributes
    ----------
    full
        Share of a seat's rounds, except the last of a game, that end with as many dice as it may hold.
    left
        Number of dice that a seat still holds at the end of a game.
    """

    full: Estimate
    left: Estimate


def unused_dice(run: Run, players: int, rules: Rules) -> Unused | None:
    """Estimate how often seats hold the most dice they may, and how many dice they never use; None if the run does not say."""
    boards = getattr(rules.values, "boards", {})
    limits = {name: values.hand_limit for name, values in boards if hasattr(values, "hand_limit")}
    rounds = run.table("rounds", players)
    seats = run.table("seats", players)
    if not limits or DICE not in rounds.collect_schema().names() or BOARD not in seats.collect_schema().names():
        return None
    seat_keys = ["block", "game", "position"]
    limit = pl.col(BOARD).cast(pl.String).replace_strict(limits, return_dtype=pl.Int64)
    rows = (
        rounds.select(*seat_keys, "round", DICE)
        .join(seats.select(*seat_keys, limit.alias("limit")), on=seat_keys)
        .with_columns(is_full=pl.col(DICE) >= pl.col("limit"), is_last=pl.col("round") == pl.col("round").max().over("game"))
        .group_by("block")
        .agg(
            pl.col("is_full").filter(~pl.col("is_last")).mean().alias("full"),
            pl.col(DICE).filter(pl.col("is_last")).mean().alias("left"),
        )
        .sort("block")
        .collect()
    )
    (full,) = share_estimates(["share.full"], matrix_moments(rows.select("full").to_numpy()), level=run.level)
    (left,) = mean_estimates(["mean.left"], matrix_moments(rows.select("left").to_numpy()), level=run.level, least=0.0)
    return Unused(full, left)
