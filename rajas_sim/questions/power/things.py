"""What a thing is worth: the win share that a seat loses if it may not use the thing, everything else and all luck being equal.

References
----------
Jaffe, Miller, Andersen, Liu, Karlin, Popovic (2012), Evaluating competitive game balance with restricted play, AIIDE.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray

from rajas_sim.analysis.comparing.differences import holm
from rajas_sim.analysis.reading.blocks import (
    SHARE_PARTS,
    block_means,
    block_ratios,
    count_moments,
    gathered,
    one_value,
    win_parts,
)
from rajas_sim.analysis.reading.run import Result, Run
from rajas_sim.analysis.statistics.estimate import SAME_SHARE, Estimate
from rajas_sim.analysis.statistics.intervals import (
    Floats,
    adjusted,
    estimates,
    mean_estimates,
    paired_share_interval,
    share_estimates,
    smallest_tails,
)

METHOD = "exact binomial with design effect over paired block differences"


@dataclass(frozen=True, slots=True)
class Usage:
    """How often the seats of one strategy use a thing, where nobody is restricted.

    Attributes
    ----------
    users
        Share of the seats that use it at all; simultaneous over the things.
    times
        How often a seat uses it; simultaneous over the things.
    wins
        Win share of the seats that use it, simultaneous over the things: an association, since a seat that does well uses more.
        ``None`` where no seat uses it.
    """

    users: Estimate
    times: Estimate
    wins: Estimate | None


@dataclass(frozen=True, slots=True)
class ThingPower:
    """What one thing is worth to one strategy.

    Attributes
    ----------
    thing
        Its name, or that of several together.
    worth
        Win share that a seat loses if it may not use the thing, the mean over the seats; intervals of all things hold together.
    p_value
        That it is worth nothing, adjusted after Holm for all things.
    usage
        How often it is used.
    """

    thing: str
    worth: Estimate
    p_value: float
    usage: Usage

    @property
    def is_shown(self) -> bool:
        """Whether "worth nothing" is excluded."""
        return self.p_value <= 1.0 - self.worth.level


@dataclass(frozen=True, slots=True)
class PowerOfThings(Result):
    """What things are worth to one strategy with one number of players; games are those of the unrestricted run.

    Attributes
    ----------
    strategy
        Its label.
    powers
        The things it uses, the one worth most first.
    never
        The things no seat of it used; what they are worth is not measured.
    seats
        In how many seats it was watched.
    runs
        The unrestricted run, and the one with restrictions if anything is ever used.
    """

    strategy: str
    powers: tuple[ThingPower, ...]
    never: Mapping[str, Usage]
    seats: int
    runs: tuple[Run, ...]


def things_used(uses: Run, players: int, units: Mapping[str, Collection[str]]) -> dict[str, dict[str, Usage]]:
    """Estimate how often each strategy uses each thing, by label and thing, in the order of `units`.

    Block totals per seat; shares with exact binomial intervals, times with t intervals, win shares as ratios of block totals;
    each Bonferroni over the things.

    Parameters
    ----------
    uses
        A run with the table ``things``.
    units
        What counts as one thing -> the names in the table that belong to it.
    """
    totals, seats = _totals(uses, players, units)
    return {
        label: _usage(totals.filter(strategy=label), n, _extent(uses, players, label)[2], [*units], uses.level)
        for label, n in seats.items()
    }


def _extent(run: Run, players: int, label: str) -> tuple[int, int, int]:
    """Return player count, games and blocks of the line-ups with a strategy, which may have fewer blocks than others."""
    return run.extent(players, [i for i, labels in enumerate(run.line_ups(players)) if label in labels])


def _totals(uses: Run, players: int, units: Mapping[str, Collection[str]]) -> tuple[pl.DataFrame, dict[str, int]]:
    """Add up, for each strategy, thing and block, the seats that used it, how often, and their wins; and count all seats."""
    belongs = pl.LazyFrame(
        [(name, unit) for unit, names in units.items() for name in names],
        schema={"thing": pl.String, "unit": pl.String},
        orient="row",
    )
    label = pl.col("strategy").cast(pl.String)
    totals, seats = [], []
    for things, of_seats in zip(uses.slices("things", players), uses.slices("seats", players), strict=True):
        sat = of_seats.select("game", "position", "block", label, win_parts())
        used = things.select("game", "position", pl.col("thing").cast(pl.String), "times").join(belongs, on="thing")
        of_unit = used.group_by("game", "position", "unit").agg(pl.col("times").cast(pl.Int64).sum())
        joined = of_unit.join(sat, on=["game", "position"])
        sums = [pl.len().cast(pl.Int64).alias("users"), pl.col("times").sum(), pl.col("parts").sum()]
        totals.append(joined.group_by("strategy", "unit", "block").agg(sums))
        seats.append(sat.group_by("strategy").agg(pl.len().cast(pl.Int64).alias("seats")))
    counts = gathered(seats).group_by("strategy").agg(pl.col("seats").sum()).sort("strategy")
    return gathered(totals), dict(counts.iter_rows())


def _usage(totals: pl.DataFrame, seats: int, n_blocks: int, units: Sequence[str], level: float) -> dict[str, Usage]:
    """Estimate how often one strategy uses each thing, from its rows of `_totals`."""
    every = pl.DataFrame({"unit": units})

    def moments(column: str) -> pl.DataFrame:
        counts = totals.select("unit", "block", pl.col(column).alias("count")).lazy()
        known = every.join(
            count_moments([counts], ["unit"], n_blocks=n_blocks, divisor=1), on="unit", how="left", maintain_order="left"
        )
        per_seat = seats / n_blocks
        filled = known.with_columns(pl.col("mean", "variance").fill_null(0.0), pl.col("n").fill_null(n_blocks))
        return filled.with_columns(pl.col("mean") / per_seat, pl.col("variance") / per_seat**2)

    users = share_estimates([f"users.{unit}" for unit in units], moments("users"), level=level, comparisons=len(units))
    times = mean_estimates([f"times.{unit}" for unit in units], moments("times"), level=level, simultaneous=True)
    whole = totals.with_columns((pl.col("users") * SHARE_PARTS).alias("whole")).lazy()
    ratios = block_ratios([whole], ["unit"], ["parts"], "whole")
    names = [f"win_share_of_users.{unit}" for unit in ratios["unit"]]
    wins = share_estimates(names, one_value(ratios, "parts"), level=level, comparisons=len(units))
    of_users = dict(zip(ratios["unit"], wins, strict=True))
    return {unit: Usage(u, t, of_users.get(unit)) for unit, u, t in zip(units, users, times, strict=True)}


def power_of_things(
    uses: Run,
    restricted: Run | None,
    players: int,
    usage: Mapping[str, Mapping[str, Usage]],
    restrictions: Mapping[str, tuple[int, str]],
) -> tuple[PowerOfThings, ...]:
    """Estimate what each thing is worth to each strategy.

    The estimand is the expected win share of a strategy less its win share where its seat may not use the thing, the mean over
    the seats; the estimator the mean of paired block differences. Intervals as those of arms
    (`rajas_sim.analysis.comparing.differences`), Bonferroni over all things and strategies; "worth something" is said by p-values
    adjusted after Holm over the same.

    Not what the thing is worth to a strategy made for playing without it: the same strategy plays on.

    Parameters
    ----------
    uses
        The unrestricted run with the table ``things``.
    restricted
        The run whose arms each restrict one seat from one thing; ``None`` if nothing is ever used.
    usage
        What `things_used` returned.
    restrictions
        Arm -> position of the seat, and thing.
    """
    losses = _losses(restricted, players, restrictions) if restricted is not None else {}
    p_values = holm(_p_values([*losses.values()])) if losses else np.empty(0)
    worths = _estimates(losses, restricted.level) if restricted is not None and losses else {}
    runs = (uses,) if restricted is None else (uses, restricted)
    by_key = dict(zip(losses, p_values.tolist(), strict=True))
    results = []
    for label, usage_by_thing in usage.items():
        powers = [
            ThingPower(thing, worth, by_key[strategy, thing], usage_by_thing[thing])
            for (strategy, thing), worth in worths.items()
            if strategy == label and usage_by_thing[thing].wins is not None
        ]
        never = {thing: rare for thing, rare in usage_by_thing.items() if rare.wins is None}
        powers.sort(key=lambda power: -power.worth.value)
        seats = _n_seats(uses, players, label)
        results.append(PowerOfThings(*_extent(uses, players, label), label, tuple(powers), never, seats, runs))
    return tuple(results)


def _n_seats(uses: Run, players: int, label: str) -> int:
    of_label = pl.col("strategy").cast(pl.String) == label
    return int(sum(rows.filter(of_label).select(pl.len()).collect().item() for rows in uses.slices("seats", players)))


Moments = tuple[float, float, int]


def _losses(run: Run, players: int, restrictions: Mapping[str, tuple[int, str]]) -> dict[tuple[str, str], Moments]:
    """Mean, variance and n, over blocks, of the win share lost, by strategy and thing."""
    rows = [(arm, position, thing) for arm, (position, thing) in restrictions.items()]
    arms = pl.LazyFrame(rows, schema={"arm": pl.String, "position": pl.UInt8, "thing": pl.String}, orient="row")
    label, by = pl.col("strategy").cast(pl.String), ["block", "strategy", "position"]
    slices = []
    for part in run.slices("seats", players, every_arm=True):
        seats = part.select(pl.col("arm").cast(pl.String), "block", label, "position", "win_share")
        before = seats.filter(pl.col("arm") == run.arms[0]).group_by(by).agg(pl.col("win_share").mean().alias("before"))
        after = seats.join(arms, on=["arm", "position"]).group_by("thing", *by).agg(pl.col("win_share").mean().alias("after"))
        slices.append(after.join(before, on=by))
    moments = block_means(slices, ["strategy", "thing"], pl.col("before") - pl.col("after"), run.alternating_orders(players))
    columns = moments.select("strategy", "thing", "mean", "variance", "n").iter_rows()
    return {(strategy, thing): (mean, variance, n) for strategy, thing, mean, variance, n in columns}


def _columns(moments: Sequence[Moments]) -> tuple[Floats, Floats, NDArray[np.int64]]:
    mean, variance, n = (np.array(column) for column in zip(*moments, strict=True))
    return mean, variance, n


def _p_values(moments: Sequence[Moments]) -> Floats:
    columns = _columns(moments)

    def leaves_out(tails: Floats) -> NDArray[np.bool_]:
        low, high = paired_share_interval(*columns, level=1.0 - tails)
        beyond: NDArray[np.bool_] = np.maximum(low, -high) > SAME_SHARE
        return beyond

    return smallest_tails(leaves_out, len(moments))


def _estimates(losses: Mapping[tuple[str, str], Moments], level: float) -> dict[tuple[str, str], Estimate]:
    mean, variance, n = _columns([*losses.values()])
    ends = paired_share_interval(mean, variance, n, level=level, comparisons=len(losses))
    names = [f"worth.{thing}" for _, thing in losses]
    return dict(zip(losses, estimates(names, mean, ends, n, level, adjusted(METHOD, len(losses))), strict=True))
