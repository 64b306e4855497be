"""Strength of strategies: win share overall and by position, and who finishes ahead of whom."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import polars as pl

from rajas_sim.analysis.reading.blocks import Slices, block_means
from rajas_sim.analysis.reading.run import Result, Run
from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.analysis.statistics.intervals import share_estimates


@dataclass(frozen=True, slots=True)
class StrategyStrength(Result):
    """How strategies did against each other with one player count, over the line-ups in which strategies differ.

    Attributes
    ----------
    shares
        Expected win share by strategy, averaged over positions and over the line-ups it is in; simultaneous intervals.
    by_position
        Expected win share by strategy and position (position 1 first); simultaneous over all of them.
    meetings
        By every two strategies that met, in both orders: share of games in which the first finished ahead of the second (a tied
        rank counts half); simultaneous over the unordered pairs. With two players this is the win share.
    """

    shares: Mapping[str, Estimate]
    by_position: Mapping[str, tuple[Estimate, ...]]
    meetings: Mapping[tuple[str, str], Estimate]


def strategy_strength(run: Run, players: int) -> StrategyStrength | None:
    """Estimate how strong each strategy is against the others; ``None`` if all line-ups are mirror matches.

    Block means over all rotations and mixed line-ups, exact binomial intervals with the design effect, Bonferroni
    (`rajas_sim.analysis.statistics.intervals.share_interval`). Mirror matches say nothing about strength and are left out.

    A win share depends on who else plays: it is a strength within this field of strategies, not in general. Rotations keep the
    order round the table: with more than two players a strategy always follows the same one, and where players take from a
    common supply, whoever follows a weak one gains. Strength and neighbour are told apart only by line-ups in other orders.
    """
    line_ups, mixed = run.line_ups(players), run.mixed_line_ups(players)
    if not mixed:
        return None
    columns = ["game", "block", "position", pl.col("strategy").cast(pl.String), "rank", "win_share"]
    seats = [rows.select(columns) for rows in run.slices("seats", players, line_ups=mixed)]
    overall = block_means(seats, ["strategy"], pl.col("win_share"))
    labels = overall["strategy"].to_list()
    shares = share_estimates([f"win_share.{label}" for label in labels], overall, level=run.level)
    cells = block_means(seats, ["strategy", "position"], pl.col("win_share"))
    names = [f"win_share.{s}.position_{p}" for s, p in cells.select("strategy", "position").iter_rows()]
    estimates = share_estimates(names, cells, level=run.level)
    at_position = dict(zip(cells.select("strategy", "position").iter_rows(), estimates, strict=True))
    order = sorted(labels, key=[s for r in line_ups for s in r].index)
    strength = dict(zip(labels, shares, strict=True))
    return StrategyStrength(
        *run.extent(players, mixed),
        shares={label: strength[label] for label in order},
        by_position={
            label: tuple(at_position[label, p] for p in range(1, players + 1) if (label, p) in at_position) for label in order
        },
        meetings=_meetings(seats, order, run.level),
    )


def _meetings(seats: Slices, order: list[str], level: float) -> dict[tuple[str, str], Estimate]:
    """Compare ranks within each game; each unordered pair is estimated once and mirrored."""
    place = pl.col("strategy").replace_strict(order, range(len(order)), return_dtype=pl.Int32)
    is_ahead = pl.col("rank") < pl.col("rank_other")
    ahead = pl.when(is_ahead).then(1.0).when(pl.col("rank") == pl.col("rank_other")).then(0.5).otherwise(0.0)
    pairs = []
    for rows in seats:
        side = rows.select("game", "block", "rank", place.alias("who"))
        other = side.select("game", pl.col("rank").alias("rank_other"), pl.col("who").alias("whom"))
        pairs.append(side.join(other, on="game").filter(pl.col("who") < pl.col("whom")))
    moments = block_means(pairs, ["who", "whom"], ahead)
    keys = [(order[a], order[b]) for a, b in moments.select("who", "whom").iter_rows()]
    estimates = share_estimates([f"ahead.{a}.{b}" for a, b in keys], moments, level=level)
    there = dict(zip(keys, estimates, strict=True))
    return there | {(b, a): ahead.subtracted_from(1.0, f"ahead.{b}.{a}") for (a, b), ahead in there.items()}
