"""What a good score is: percentiles of final fame, money and overlap, and how often a score wins."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import polars as pl

from rajas_sim.analysis.answer import Finding
from rajas_sim.analysis.formatting import percentile_text, share_text
from rajas_sim.analysis.reading.blocks import SHARE_PARTS, RatioSums, Slices, win_parts, win_ratios
from rajas_sim.analysis.reading.run import RACE_COLUMNS, Result, Run, existing_columns
from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.analysis.statistics.intervals import share_estimates
from rajas_sim.analysis.statistics.quantiles import percentiles

PERCENTS = (10, 25, 50, 75, 90, 95, 99)
_INDEX_OF_MEDIAN, _INDEX_OF_BEST_TENTH = PERCENTS.index(50), PERCENTS.index(90)
DECIDING = "overlap"
"""The column that decides who wins."""
_MOST_BANDS = 10
"""Most bands; more only if even the widest ones are too narrow for so few."""
_WIDTHS = (1, 2, 5, 10, 20, 50)
"""Widths a band of scores may have."""


@dataclass(frozen=True, slots=True)
class Band:
    """A range of scores.

    Attributes
    ----------
    low, high
        The band starts with this score and ends before that one; infinite at the outer ends.
    won
        Share of the seats in the band that won, with shared wins as parts; simultaneous over the bands.
    """

    low: float
    high: float
    won: Estimate


@dataclass(frozen=True, slots=True)
class Scores(Result):
    """Final fame, money and overlap in the games of one player count.

    Attributes
    ----------
    of_seats, of_winners
        For each of overlap, fame and money its percentiles `PERCENTS` over seats, and over winners; tied winners count by
        their win share. Each interval by itself.
    won_from
        For each percentile of the overlap over all seats: the share of seats with at least that overlap that won. Each interval
        by itself. Empty without overlap.
    bands
        Share of winning seats in each band of overlaps. Empty without overlap.
    won_from_median_winner
        Share of winners among the seats with at least the median winner's overlap; ``None`` without overlap.
    titles
        Title of each of these columns.
    """

    of_seats: Mapping[str, tuple[Estimate, ...]]
    of_winners: Mapping[str, tuple[Estimate, ...]]
    won_from: tuple[Estimate, ...]
    bands: tuple[Band, ...]
    won_from_median_winner: Estimate | None
    titles: Mapping[str, str]

    @property
    def deciding(self) -> str:
        """Title of the column that decides who wins."""
        return self.titles[DECIDING]

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What half of the seats, half of the winners and one seat in ten reach, and how often that wins."""
        (name, of_seats), (of_winners, *_) = next(iter(self.of_seats.items())), self.of_winners.values()
        median, median_winner = of_seats[_INDEX_OF_MEDIAN], of_winners[_INDEX_OF_MEDIAN]
        best_tenth = of_seats[_INDEX_OF_BEST_TENTH]
        sentences = [
            f"The median seat ends with {self.titles[name]} {percentile_text(median)}",
            f"The median winner ends with {percentile_text(median_winner)}",
            f"The best tenth of seats end with at least {percentile_text(best_tenth)}",
        ]
        estimates = [median, median_winner, best_tenth]
        if (share_of_winners := self.won_from_median_winner) is not None:
            sentences[1] += f"; {share_text(share_of_winners)} of all seats that reach this win"
            estimates.append(share_of_winners)
            if best_tenth.value != median_winner.value:
                sentences[2] += f"; {share_text(self.won_from[_INDEX_OF_BEST_TENTH])} of these win"
                estimates.append(self.won_from[_INDEX_OF_BEST_TENTH])
        return (Finding(f"{self.players}p.scores", f"{'. '.join(sentences)}.", tuple(estimates), self.players),)


def scores(run: Run, players: int) -> Scores | None:
    """Describe final fame, money and overlap, over all line-ups of a player count; ``None`` if the run recorded none.

    Percentiles have distribution-free intervals over blocks (`quantiles.percentiles`). Shares that won are ratios of block totals
    with linearised variance, and have exact binomial intervals with the design effect.

    A score that often wins here does so against these strategies; it is no measure of how hard it is to reach.
    """
    race_columns = sorted(existing_columns(run.table("seats", players), RACE_COLUMNS), key=lambda name: name != DECIDING)
    if not race_columns:
        return None
    columns = ["block", *race_columns, win_parts()]
    seats = [rows.select(columns) for rows in run.slices("seats", players)]

    of_seats, of_winners = {}, {}
    for name in race_columns:
        value = pl.col(name).alias("value")
        seat_values = [rows.select("block", value, pl.lit(1).alias("weight")) for rows in seats]
        winner_values = [
            rows.filter(pl.col("parts") > 0).select("block", value, pl.col("parts").alias("weight")) for rows in seats
        ]
        of_seats[name] = percentiles(seat_values, PERCENTS, f"percentile.{name}", level=run.level)
        of_winners[name] = percentiles(winner_values, PERCENTS, f"percentile.winner.{name}", level=run.level)
    shares_won: tuple[Estimate, ...] = ()
    bands: tuple[Band, ...] = ()
    if DECIDING in race_columns:
        shares_won = _shares_won_from(seats, (*of_seats[DECIDING], of_winners[DECIDING][_INDEX_OF_MEDIAN]), run.level)
        bands = _bands(seats, of_seats[DECIDING], run.level)
    return Scores(
        *run.result_size(players),
        of_seats=of_seats,
        of_winners=of_winners,
        won_from=shares_won[:-1],
        bands=bands,
        won_from_median_winner=shares_won[-1] if shares_won else None,
        titles={name: run.names.title(name) for name in (*race_columns, DECIDING)},
    )


def _shares_won_from(seats: Slices, percentile_estimates: Sequence[Estimate], level: float) -> tuple[Estimate, ...]:
    """Estimate, for each percentile, the share of winners among the seats with at least its value."""
    totals = []
    for i, percentile in enumerate(percentile_estimates):
        is_reached = (pl.col(DECIDING) >= percentile.value).cast(pl.Int64)
        totals += [(is_reached * pl.col("parts")).sum().alias(f"parts.{i}"), (is_reached.sum() * SHARE_PARTS).alias(f"whole.{i}")]
    sums: dict[int, RatioSums] = {}
    for rows in seats:
        by_block = rows.group_by("block").agg(totals).drop("block").collect().cast(pl.Float64).to_numpy()
        for i in range(len(percentile_estimates)):
            # Two columns for each percentile: what the seats from it on won, and what they could have won.
            parts_won, all_parts = by_block[by_block[:, 2 * i + 1] > 0, 2 * i : 2 * i + 2].T
            sums_of_slice = RatioSums.of(parts_won[:, None], all_parts)
            sums[i] = sums[i] + sums_of_slice if i in sums else sums_of_slice
    moments = pl.concat([total.moments() for total in sums.values()])
    percentile_names = [p.name.removeprefix("percentile.").replace(f"{DECIDING}.", "") for p in percentile_estimates]
    names = [f"won.{DECIDING}.from_{name}" for name in percentile_names]
    return share_estimates(names, moments, level=level, comparisons=1)


def _bands(seats: Slices, seat_percentiles: Sequence[Estimate], level: float) -> tuple[Band, ...]:
    """Cut the scores into bands of a round width, from below the 10 % percentile of all seats to above the 99 % percentile."""
    lowest, highest = seat_percentiles[0].value, seat_percentiles[-1].value
    width = next((w for w in _WIDTHS if (highest - lowest) / w <= _MOST_BANDS - 2), _WIDTHS[-1])
    band_number = (pl.col(DECIDING) / width).floor().cast(pl.Int64)
    first_inner, last_band = math.floor(lowest / width), math.floor(highest / width)
    ratios = win_ratios(
        [rows.with_columns(band_number.clip(first_inner - 1, last_band).alias("band")) for rows in seats], ["band"]
    )
    band_numbers = ratios["band"].to_list()
    lows = [-math.inf if band < first_inner else float(band * width) for band in band_numbers]
    highs = [math.inf if band == last_band else float((band + 1) * width) for band in band_numbers]
    names = [f"won.{DECIDING}.band_{band}" for band in range(1, len(band_numbers) + 1)]
    shares = share_estimates(names, ratios, level=level)
    return tuple(map(Band, lows, highs, shares))
