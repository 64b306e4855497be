"""What a good score is: percentiles of the final standings, and how often a score wins."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import polars as pl

from rajas_sim.analysis.answer import Finding
from rajas_sim.analysis.formatting import percentile_text, share_text
from rajas_sim.analysis.reading.blocks import SHARE_PARTS, RatioSums, Slices, win_parts, win_ratios
from rajas_sim.analysis.reading.run import STANDINGS, Result, Run, declared
from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.analysis.statistics.intervals import share_estimates
from rajas_sim.analysis.statistics.quantiles import percentiles

PERCENTS = (10, 25, 50, 75, 90, 95, 99)
_HALF, _TENTH = PERCENTS.index(50), PERCENTS.index(90)
DECIDING = "overlap"
"""The standing that decides who wins."""
_MOST_BANDS = 10
_WIDTHS = (1, 2, 5, 10, 20, 50)
"""Widths a band of scores may have."""


@dataclass(frozen=True, slots=True)
class Band:
    """A range of scores.

    Attributes
    ----------
    low, high
        From this score on, up to but without that one; infinite at the outer ends.
    won
        Share of the seats in it that won, a shared win counting as its part; simultaneous over the bands.
    """

    low: float
    high: float
    won: Estimate


@dataclass(frozen=True, slots=True)
class Scores(Result):
    """Final standings of the games of one player count.

    Attributes
    ----------
    of_seats, of_winners
        For each standing (overlap, fame, money) its percentiles `PERCENTS` over seats, and over winners; tied winners count
        by their win share. Each interval by itself.
    won_from
        For each percentile of the overlap over all seats: share of the seats with at least that overlap that won. Intervals
        each by itself. Empty without overlap.
    bands
        How often seats won by their overlap. Empty without overlap.
    won_from_median_winner
        Share of the seats with at least the overlap of the median winner that won; ``None`` without overlap.
    """

    of_seats: Mapping[str, tuple[Estimate, ...]]
    of_winners: Mapping[str, tuple[Estimate, ...]]
    won_from: tuple[Estimate, ...]
    bands: tuple[Band, ...]
    won_from_median_winner: Estimate | None

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What half of the seats, half of the winners and one seat in ten reach, and how often that wins."""
        (name, of_seats), (of_winners, *_) = next(iter(self.of_seats.items())), self.of_winners.values()
        median, median_winner, tenth = of_seats[_HALF], of_winners[_HALF], of_seats[_TENTH]
        sentences = [
            f"The median seat ends with {name} {percentile_text(median)}",
            f"The median winner ends with {percentile_text(median_winner)}",
            f"The best tenth of seats end with at least {percentile_text(tenth)}",
        ]
        estimates = [median, median_winner, tenth]
        if (won := self.won_from_median_winner) is not None:
            sentences[1] += f"; {share_text(won)} of all seats that reach this win"
            estimates.append(won)
            if tenth.value != median_winner.value:
                sentences[2] += f"; {share_text(self.won_from[_TENTH])} of these win"
                estimates.append(self.won_from[_TENTH])
        return (Finding(f"{self.players}p.scores", f"{'. '.join(sentences)}.", tuple(estimates), self.players),)


def scores(run: Run, players: int) -> Scores | None:
    """Describe final standings, over all line-ups of a player count; ``None`` if the run recorded none.

    Percentiles with distribution-free intervals over blocks (`quantiles.percentiles`). Shares that won: ratio
    of block totals with linearised variance, exact binomial interval with the design effect.

    A score that often wins here does so against these strategies; it is no measure of how hard it is to reach.
    """
    standings = sorted(declared(run.table("seats", players), STANDINGS), key=lambda name: name != DECIDING)
    if not standings:
        return None
    n_blocks, per_block = run.blocks(players), run.games_per_block(players)
    columns = ["block", *standings, win_parts()]
    seats = [rows.select(columns) for rows in run.slices("seats", players)]

    of_seats, of_winners = {}, {}
    for name in standings:
        value = pl.col(name).alias("value")
        everybody = [rows.select("block", value, pl.lit(1).alias("weight")) for rows in seats]
        winners = [rows.filter(pl.col("parts") > 0).select("block", value, pl.col("parts").alias("weight")) for rows in seats]
        of_seats[name] = percentiles(
            everybody, PERCENTS, f"percentile.{name}", n_blocks=n_blocks, per_block=per_block * players, level=run.level
        )
        of_winners[name] = percentiles(
            winners, PERCENTS, f"percentile.winner.{name}", n_blocks=n_blocks, per_block=per_block * SHARE_PARTS, level=run.level
        )
    wins: tuple[Estimate, ...] = ()
    bands: tuple[Band, ...] = ()
    if DECIDING in standings:
        wins = _won_from(seats, (*of_seats[DECIDING], of_winners[DECIDING][_HALF]), run.level)
        bands = _bands(seats, of_seats[DECIDING], run.level)
    return Scores(
        *run.extent(players),
        of_seats=of_seats,
        of_winners=of_winners,
        won_from=wins[:-1],
        bands=bands,
        won_from_median_winner=wins[-1] if wins else None,
    )


def _won_from(seats: Slices, scores: Sequence[Estimate], level: float) -> tuple[Estimate, ...]:
    """Estimate the share of the seats with at least each score that won."""
    totals = []
    for i, score in enumerate(scores):
        has = (pl.col(DECIDING) >= score.value).cast(pl.Int64)
        totals += [(has * pl.col("parts")).sum().alias(f"parts.{i}"), (has.sum() * SHARE_PARTS).alias(f"whole.{i}")]
    sums: dict[int, RatioSums] = {}
    for rows in seats:
        by_block = rows.group_by("block").agg(totals).drop("block").collect().cast(pl.Float64).to_numpy()
        for i in range(len(scores)):
            parts, whole = by_block[by_block[:, 2 * i + 1] > 0, 2 * i : 2 * i + 2].T
            part = RatioSums.of(parts[:, None], whole)
            sums[i] = sums[i] + part if i in sums else part
    moments = pl.concat([total.moments() for total in sums.values()])
    names = [f"won.{DECIDING}.from_{s.name.removeprefix('percentile.').replace(f'{DECIDING}.', '')}" for s in scores]
    return share_estimates(names, moments, level=level, comparisons=1)


def _bands(seats: Slices, of_seats: Sequence[Estimate], level: float) -> tuple[Band, ...]:
    """Cut the scores between the 10 % and the 99 % percentile into at most `_MOST_BANDS` bands of a round width."""
    lowest, highest = of_seats[0].value, of_seats[-1].value
    width = next((w for w in _WIDTHS if (highest - lowest) / w <= _MOST_BANDS - 2), _WIDTHS[-1])
    number = (pl.col(DECIDING) / width).floor().cast(pl.Int64)
    first, last = math.floor(lowest / width), math.floor(highest / width)
    ratios = win_ratios([rows.with_columns(number.clip(first - 1, last).alias("band")) for rows in seats], ["band"])
    numbers = ratios["band"].to_list()
    ends = {k: (-math.inf if k < first else k * width, math.inf if k == last else (k + 1) * width) for k in numbers}
    names = [f"won.{DECIDING}.band_{k}" for k in range(1, len(numbers) + 1)]
    shares = share_estimates(names, ratios, level=level)
    return tuple(Band(float(ends[k][0]), float(ends[k][1]), share) for k, share in zip(numbers, shares, strict=True))
