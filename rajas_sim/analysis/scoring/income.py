"""Where fame, money and dice come from, for all seats and for winners."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import polars as pl

from rajas_sim.analysis.course.pacing import column_means
from rajas_sim.analysis.formatting import difference_text, listed, share_text
from rajas_sim.analysis.reading.blocks import SHARE_PARTS, Slices, gathered, matrix_moments, matrix_ratios, win_parts
from rajas_sim.analysis.reading.names import Names
from rajas_sim.analysis.reading.run import Result, Run
from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.analysis.statistics.intervals import Floats, mean_estimates

MARK = "_from_"
"""Stands between a resource and the cause of a gain in the name of a column."""
_PAID = "money_paid"
_MOST_NAMED = 2
"""Causes a finding names first."""


@dataclass(frozen=True, slots=True)
class Gain:
    """What one cause gives in a game.

    Attributes
    ----------
    cause
        Its name.
    mean, mean_of_winners
        Mean gained per seat and game, over all seats and over winners; each interval by itself.
    share, share_of_winners
        Part of all that is gained of the resource, over all seats and over winners; each interval by itself.
    difference
        Mean of winners minus mean of all seats of the same games, from paired blocks; simultaneous over all causes and
        resources of the player count.
    """

    cause: str
    mean: Estimate
    mean_of_winners: Estimate
    share: Estimate
    share_of_winners: Estimate
    difference: Estimate


@dataclass(frozen=True, slots=True)
class Income(Result):
    """What a seat gains in a game, by cause.

    Attributes
    ----------
    gains
        For each resource (fame, money, dice; those of which the run recorded causes): the causes, the largest first; those
        that never gave any are left out.
    money_paid
        Mean money a seat pays in a game; ``None`` if the run did not record it.
    findings
        For each resource the largest causes, and of which winners gain more than all seats; sentences without full stops.
    """

    gains: Mapping[str, tuple[Gain, ...]]
    money_paid: Estimate | None
    findings: tuple[str, ...]


def income(run: Run, players: int) -> Income | None:
    """Estimate what each cause gives, over all seats and line-ups of a player count; ``None`` if no cause was recorded.

    Means and differences: t over block means; a winner counts with its win share, so that each game counts once. Shares: ratio of
    block totals with linearised variance (`blocks.matrix_ratios`), t interval cut off at 0 and 1; needs some dozens of blocks.

    Not for telling which cause wins games: winners gain more of most things because they win.
    """
    names = run.table("seats", players).collect_schema().names()
    resources = list(dict.fromkeys(name.split(MARK)[0] for name in names if MARK in name))
    if not resources:
        return None
    seats = run.slices("seats", players)
    n_seats, n_parts = (run.games_per_block(players) * each for each in (players, SHARE_PARTS))
    estimated: dict[str, tuple[Estimate, Estimate, Estimate, Estimate]] = {}
    apart: list[pl.DataFrame] = []
    # One resource at a time, since the totals of all of them take much memory.
    for resource in resources:
        own, of_seats, of_winners = _block_totals(seats, [name for name in names if name.startswith(resource + MARK)])
        means, means_of_winners = of_seats / n_seats, of_winners / n_parts
        of_causes = zip(
            _means(own, means, run.level, ""),
            _means(own, means_of_winners, run.level, "winner."),
            _shares(own, of_seats, run.level, ""),
            _shares(own, of_winners, run.level, "winner."),
            strict=True,
        )
        estimated |= dict(zip(own, of_causes, strict=True))
        apart.append(matrix_moments(means_of_winners - means))
    differences = mean_estimates(
        [f"difference.{name}" for name in estimated], pl.concat(apart), level=run.level, simultaneous=True
    )
    found: dict[str, list[Gain]] = {}
    for (name, estimates), difference in zip(estimated.items(), differences, strict=True):
        resource, _, cause = name.partition(MARK)
        found.setdefault(resource, []).append(Gain(cause, *estimates, difference))
    gains = {resource: tuple(sorted(own, key=lambda g: -g.mean.value)) for resource, own in found.items()}
    paid = column_means(seats, (_PAID,), run.level)[_PAID] if _PAID in names else None
    return Income(
        *run.extent(players),
        gains=gains,
        money_paid=paid,
        findings=tuple(_finding(resource, found, run.names) for resource, found in gains.items()),
    )


def _block_totals(seats: Slices, columns: Sequence[str]) -> tuple[list[str], Floats, Floats]:
    """Add up the gains of each block by column, of all seats and of winners weighted with their parts of a win.

    Returned are the columns with any gain and both totals of these: one row a block, in the order of the blocks.
    """
    gain = {name: pl.col(name).cast(pl.Int64) for name in columns}
    sums = [gain[name].sum().alias(name) for name in columns]
    sums += [(gain[name] * win_parts()).sum().alias(f"winner.{name}") for name in columns]
    totals = gathered([rows.group_by("block").agg(sums).sort("block") for rows in seats])
    used = [name for name in columns if totals[name].max()]
    of_winners = totals.select(pl.col(f"winner.{name}").cast(pl.Float64) for name in used).to_numpy()
    return used, totals.select(pl.col(used).cast(pl.Float64)).to_numpy(), of_winners


def _means(names: Sequence[str], blocks: Floats, level: float, which: str) -> tuple[Estimate, ...]:
    return mean_estimates([f"mean.{which}{name}" for name in names], matrix_moments(blocks), level=level)


def _shares(names: Sequence[str], totals: Floats, level: float, which: str) -> tuple[Estimate, ...]:
    """Part of each column in the sum of all of them."""
    moments = matrix_ratios(totals, totals.sum(axis=1))
    found = mean_estimates([f"share.{which}{name}" for name in names], moments, level=level)
    return tuple(replace(e, low=max(e.low, 0.0), high=min(e.high, 1.0)) if e.has_interval else e for e in found)


def _finding(resource: str, gains: Sequence[Gain], names: Names) -> str:
    """Name the largest causes, and the one of which winners surely gain most above all seats."""
    first = [f"{share_text(g.share)} from {names.in_sentence(g.cause)}" for g in gains[:_MOST_NAMED]]
    text = f"Of the {names.title(resource)} gained, {listed(first)}"
    more = sorted((g for g in gains if g.difference.low > 0), key=lambda g: -g.difference.value)
    if not more:
        return text
    size = difference_text(more[0].difference, is_share=False)
    return f"{text}; winners are ahead of the average seat most by {names.in_sentence(more[0].cause)}: {size} a game"
