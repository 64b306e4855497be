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
_AT_ONCE = 4
"""Causes whose totals by block are in memory together."""


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
    for resource in resources:
        columns = [name for name in names if name.startswith(resource + MARK)]
        whole, whole_of_winners = _block_totals(seats, [pl.sum_horizontal(pl.col(columns).cast(pl.Int64)).alias(resource)])
        used = _ever_gained(seats, columns)
        for start in range(0, len(used), _AT_ONCE):
            batch = used[start : start + _AT_ONCE]
            of_seats, of_winners = _block_totals(seats, [pl.col(name).cast(pl.Int64) for name in batch])
            of_causes = zip(
                _means(batch, of_seats / n_seats, run.level, ""),
                _means(batch, of_winners / n_parts, run.level, "winner."),
                _shares(batch, of_seats, whole, run.level, ""),
                _shares(batch, of_winners, whole_of_winners, run.level, "winner."),
                strict=True,
            )
            estimated |= dict(zip(batch, of_causes, strict=True))
            apart.append(matrix_moments(of_winners / n_parts - of_seats / n_seats))
    differences = mean_estimates(
        [f"difference.{name}" for name in estimated], pl.concat(apart), level=run.level, simultaneous=True
    )
    found: dict[str, list[Gain]] = {}
    for (name, estimates), difference in zip(estimated.items(), differences, strict=True):
        resource, _, cause = name.partition(MARK)
        found.setdefault(resource, []).append(Gain(cause, *estimates, difference))
    gains = {resource: tuple(sorted(own, key=lambda g: -g.mean.value)) for resource, own in found.items()}
    paid = column_means(run, players, seats, (_PAID,))[_PAID] if _PAID in names else None
    return Income(
        *run.extent(players),
        gains=gains,
        money_paid=paid,
        findings=tuple(_finding(resource, found, run.names) for resource, found in gains.items()),
    )


def _ever_gained(seats: Slices, columns: Sequence[str]) -> list[str]:
    """List the columns with any gain."""
    most = gathered([rows.select(pl.col(columns).max()) for rows in seats]).max()
    return [name for name in columns if most[name].item()]


def _block_totals(seats: Slices, gains: Sequence[pl.Expr]) -> tuple[Floats, Floats]:
    """Add up the gains of each block, of all seats and of winners weighted with their parts of a win.

    Both have one row a block, in the order of the blocks, and one column a gain.
    """
    sums = [*(gain.sum() for gain in gains), *((gain * win_parts()).sum().name.prefix("winner.") for gain in gains)]
    totals = gathered([rows.group_by("block").agg(sums).sort("block").drop("block").cast(pl.Float64) for rows in seats])
    of_winners = [name for name in totals.columns if name.startswith("winner.")]
    return totals.drop(of_winners).to_numpy(), totals.select(of_winners).to_numpy()


def _means(names: Sequence[str], blocks: Floats, level: float, which: str) -> tuple[Estimate, ...]:
    return mean_estimates([f"mean.{which}{name}" for name in names], matrix_moments(blocks), level=level)


def _shares(names: Sequence[str], totals: Floats, whole: Floats, level: float, which: str) -> tuple[Estimate, ...]:
    """Part of each column in all gains of a resource."""
    moments = matrix_ratios(totals, whole[:, 0])
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
