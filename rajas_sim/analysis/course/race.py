"""The race round by round: fame, money and overlap, over the games still running."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import polars as pl

from rajas_sim.analysis.reading.blocks import block_ratios, exact_sum, one_value, value_counts
from rajas_sim.analysis.reading.run import STANDINGS, Result, Run, declared
from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.analysis.statistics.intervals import mean_estimates
from rajas_sim.analysis.statistics.quantiles import deciles


@dataclass(frozen=True, slots=True)
class RaceRound:
    """Where players stand at the end of one round.

    Attributes
    ----------
    round
        Round, from 1.
    n_games
        Games that reached it.
    median, low, high
        Median, 10 % and 90 % quantiles over seats and games: the spread between players, not an uncertainty.
    mean
        Mean over seats and games, with a t interval over blocks.
    """

    round: int
    n_games: int
    median: float
    low: float
    high: float
    mean: Estimate


@dataclass(frozen=True, slots=True)
class RaceByRound(Result):
    """The race of one player count: for each standing of the run (fame, money, overlap) one `RaceRound` a round.

    Every round is described over the games that reached it, all seats together; late rounds therefore speak of long games only.
    """

    metrics: Mapping[str, tuple[RaceRound, ...]]


def race(run: Run, players: int) -> RaceByRound | None:
    """Describe fame, money and overlap by round; ``None`` if the run recorded none of them by round.

    Quantiles over seats and games; means as ratios of block totals (the number of games that reach a round
    differs between blocks) with linearised variance, see `rajas_sim.analysis.reading.blocks.block_ratios`. Not for
    comparing late rounds with early ones as if they were the same games.
    """
    if not run.has_table("rounds", players):
        return None
    standings = declared(run.table("rounds", players), STANDINGS)
    if not standings:
        return None
    rounds = run.slices("rounds", players)
    sums = [pl.len().alias("rows"), *(exact_sum(m) for m in standings)]
    ratios = block_ratios([rows.group_by("block", "round").agg(sums) for rows in rounds], ["round"], standings, "rows")
    numbers = ratios["round"].to_list()
    metrics = {}
    for m in standings:
        means = mean_estimates([f"mean.{m}.round_{r}" for r in numbers], one_value(ratios, m), level=run.level)
        counts = value_counts(rounds, m, ["round"]).partition_by("round", maintain_order=True)
        metrics[m] = tuple(_round(of_round, m, players, mean) for of_round, mean in zip(counts, means, strict=True))
    return RaceByRound(*run.extent(players), metrics)


def _round(counted: pl.DataFrame, metric: str, players: int, mean: Estimate) -> RaceRound:
    low, median, high = deciles(counted, metric)
    return RaceRound(counted["round"][0], int(counted["count"].sum()) // players, median, low, high, mean)
