"""The race round by round: fame, money and overlap, over the games still running."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import polars as pl

from rajas_sim.analysis.reading.blocks import block_ratios, exact_sum, one_value
from rajas_sim.analysis.reading.columns import STANDINGS, declared
from rajas_sim.analysis.reading.run import Result, Run
from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.analysis.statistics.intervals import mean_estimates


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
class Race(Result):
    """The race of one player count: for each standing of the run (fame, money, overlap) one `RaceRound` a round.

    Every round is described over the games that reached it, all seats together; late rounds therefore speak of long games only.
    """

    metrics: Mapping[str, tuple[RaceRound, ...]]


def race(run: Run, players: int) -> Race | None:
    """Describe fame, money and overlap by round; ``None`` if the run recorded none of them by round.

    Quantiles over seats and games; means as ratios of block totals (the number of games that reach a round
    differs between blocks) with linearised variance, see `rajas_sim.analysis.reading.blocks.block_ratios`. Not for
    comparing late rounds with early ones as if they were the same games.
    """
    if not run.has_table("rounds", players):
        return None
    rounds = run.table("rounds", players)
    standings = declared(rounds, STANDINGS)
    if not standings:
        return None
    rounds = rounds.select("block", "round", *standings)
    quantiles = (
        rounds.group_by("round")
        .agg(
            (pl.len() // players).alias("games"),
            *(
                pl.col(m).cast(pl.Float64).quantile(q, interpolation="nearest").alias(f"{m}.{q}")
                for m in standings
                for q in (0.1, 0.5, 0.9)
            ),
        )
        .sort("round")
        .collect()
    )
    totals = rounds.group_by("block", "round").agg(pl.len().alias("rows"), *(exact_sum(m) for m in standings))
    ratios = block_ratios(totals, ["round"], standings, "rows")
    numbers = quantiles["round"].to_list()
    metrics = {}
    for m in standings:
        means = mean_estimates([f"mean.{m}.round_{r}" for r in numbers], one_value(ratios, m), level=run.level)
        quantile = {name: pl.col(f"{m}.{q}") for name, q in (("median", 0.5), ("low", 0.1), ("high", 0.9))}
        spread = quantiles.select("round", n_games="games", **quantile).iter_rows(named=True)
        metrics[m] = tuple(RaceRound(**row, mean=mean) for row, mean in zip(spread, means, strict=True))
    return Race(*run.extent(players), metrics)
