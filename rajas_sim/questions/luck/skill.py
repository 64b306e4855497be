"""What skill makes of one deal: strategies that take turns on all its seats.

The variance of a win share is split into parts for the strategy, the seat, the cyclic order, and the rest. The rest is luck, and
what a strategy makes of one seat or order more than of another (Searle, Casella, McCulloch 1992, Variance Components).
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import polars as pl
import scipy

from rajas_sim.analysis.reading.blocks import RatioSums, collect_slices, covariance_over_orders, matrix_moments
from rajas_sim.analysis.reading.run import Result, Run
from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.analysis.statistics.intervals import Floats, estimates, share_estimates

SMALLEST = 1e-300
"""Divided by in place of 0."""
FEWEST_RARER_RESULTS = 20
"""With fewer, no parts are given: that a strategy never won may be chance. A strategy's rarer results are its wins or what it
did not win, whichever are fewer; they are added up over strategies and divided by the number of seats."""
PARTS = ("strategy", "seat", "order", "rest")
METHOD = "t on the root of the part, from block means"


@dataclass(frozen=True, slots=True)
class SkillAndLuck(Result):
    """How much of winning is the strategy, the seat, and luck, over the line-ups in which strategies differ.

    Attributes
    ----------
    parts
        Parts of the variance of a win share: strategy, seat, order round the table, and the rest, mostly luck; each interval by
        itself. Empty with fewer than two blocks for each order, or fewer than `FEWEST_RARER_RESULTS`.
    strategy
        Label of the strategy whose wins are counted: the first in the first of these line-ups.
    wins
        From how many seats `strategy` wins a deal: the share of deals for each number of seats from 0 on; simultaneous. Only for
        line-ups of two strategies that have each seat once; tied games count as no win.
    decided_by_skill
        Of the deals that one side wins from every seat, the share that `strategy` wins: how strong it is where luck does not
        decide. ``None`` if there are no such deals.
    """

    parts: Mapping[str, Estimate]
    strategy: str
    wins: tuple[Estimate, ...]
    decided_by_skill: Estimate | None


def skill_and_luck(run: Run, players: int) -> SkillAndLuck | None:
    """Split the variance of win shares, and count the seats from which the first strategy wins a deal.

    ``None`` if everybody at a table plays the same strategy. The squares of the means of strategies, seats and orders are
    compared with the total. They come from block means, so that games of one deal do not count as independent.
    """
    mixed_indices = run.mixed_line_up_indices(players)
    if not mixed_indices:
        return None
    columns = ["block", "line_up", "order", "rotation", "position", pl.col("strategy").cast(pl.String), "win_share"]
    seats = collect_slices([rows.select(columns) for rows in run.slices("seats", players, line_ups=mixed_indices)]).sort(
        "block", "line_up", "order", "rotation", "position"
    )
    first_strategy = run.line_ups(players)[mixed_indices[0]][0]
    return SkillAndLuck(
        *run.result_size(players, mixed_indices),
        _variance_parts(seats, run.n_alternating_orders(players), run.level),
        first_strategy,
        *_win_estimates(seats, players, first_strategy, run.level),
    )


def _variance_parts(seats: pl.DataFrame, n_orders: int, level: float) -> dict[str, Estimate]:
    """Split the mean squared deviation from an even share; empty if the games are too few (`SkillAndLuck`).

    A part is the mean of squared differences of means, minus what chance adds to them (Searle, Casella, McCulloch 1992). The root
    of a part is a distance, whose error is no larger than that of the means, so the interval is computed for the root. Computed
    for the part itself, it held in 88 % of cases where the part was one or two standard errors. The variance of the whole is
    negligible.

    Parameters
    ----------
    seats
        Win shares of the seats of all games in which strategies differ, ascending by block.
    n_orders
        How many cyclic orders take turns from block to block.
    """
    # A strategy may have fewer blocks than others: only blocks with all strategies can be compared.
    n_seats = pl.len().over("block")
    seats = seats.filter(n_seats == n_seats.max())
    even_share = 1.0 / seats["position"].n_unique()
    shares = seats["win_share"].to_numpy()
    total = float(((shares - even_share) ** 2).mean())
    shares_by_strategy, shares_by_seat = (_block_means(seats, column) for column in ("strategy", "position"))
    n_blocks = len(shares_by_seat)
    wins_and_games = seats.group_by("strategy").agg(pl.col("win_share").sum().alias("wins"), pl.len().alias("games"))
    rarer_results = wins_and_games.select(pl.min_horizontal("wins", pl.col("games") - pl.col("wins"))).sum().item()
    if n_blocks < 2 * n_orders or total == 0.0 or rarer_results * even_share < FEWEST_RARER_RESULTS:
        return {}
    seats_by_strategy = seats.group_by("strategy").len().sort("strategy")["len"].to_numpy()
    weights = seats_by_strategy / seats_by_strategy.sum()
    means, covariance = _means_by_order(shares_by_strategy, n_orders)
    averaging_matrix = np.kron(np.full((1, n_orders), 1.0 / n_orders), np.eye(len(weights)))
    centring_matrix = np.eye(len(means)) - np.kron(np.full((n_orders, n_orders), 1.0 / n_orders), np.eye(len(weights)))
    seat_means, seat_covariance = covariance_over_orders(shares_by_seat, n_orders)
    order_weights, seat_weights = np.tile(weights, n_orders) / n_orders, np.full(len(seat_means), even_share)
    deviations = {
        "strategy": (averaging_matrix @ means - even_share, averaging_matrix @ covariance @ averaging_matrix.T, weights),
        "seat": (seat_means - even_share, seat_covariance / n_blocks, seat_weights),
        "order": (centring_matrix @ means, centring_matrix @ covariance @ centring_matrix.T, order_weights),
    }
    parts = {part: _part_and_ends(*of_part, n_blocks, level) for part, of_part in deviations.items()}
    values, lows, highs = np.array([parts[part] for part in PARTS[:-1]]).T / total
    rest = 1.0 - values.sum()
    # Parts that may be 0 and are above it by chance add up, since all of them may be 0 together.
    may_be_zero = (lows <= 0.0) & (values > 0.0)
    rest_high = rest + values[may_be_zero].sum() + np.hypot.reduce((values - lows)[~may_be_zero])
    lows, highs = np.append(lows, rest - np.hypot.reduce(highs - values)), np.append(highs, rest_high)
    names = [f"variance.{part}" for part in PARTS]
    return dict(zip(PARTS, estimates(names, np.append(values, rest), (lows, highs), n_blocks, level, METHOD), strict=True))


def _block_means(seats: pl.DataFrame, column: str) -> Floats:
    """Return the mean win share of each strategy or position in each block: one row per block, one column for each of them."""
    wide = seats.group_by("block", column).agg(pl.col("win_share").mean()).sort("block", column)
    return wide.pivot(on=column, index="block", values="win_share").sort("block").drop("block").to_numpy()


def _means_by_order(block_values: Floats, n_orders: int) -> tuple[Floats, Floats]:
    """Return the means of the columns in each order, one order after the other, and the covariance of these means.

    Rows are blocks; the order of block b is b modulo `n_orders`. The covariance between orders is 0, as they share no blocks.
    """
    n_columns = block_values.shape[1]
    means, covariance = [], np.zeros((n_orders * n_columns,) * 2)
    for order in range(n_orders):
        values_of_order = block_values[order::n_orders]
        means.append(values_of_order.mean(axis=0))
        columns = slice(order * n_columns, (order + 1) * n_columns)
        covariance[columns, columns] = np.cov(values_of_order, rowvar=False).reshape(n_columns, -1) / len(values_of_order)
    return np.concatenate(means), covariance


def _part_and_ends(
    differences: Floats, covariance: Floats, weights: Floats, n_blocks: int, level: float
) -> tuple[float, float, float]:
    """Return the weighted mean of squared differences without what chance adds, and the ends of its interval.

    Parameters
    ----------
    covariance
        Covariance of the differences, estimated from `n_blocks` blocks.
    weights
        Weights of the differences; they add up to 1.
    """
    roots = np.sqrt(weights)
    weighted = roots[:, None] * covariance * roots
    squares, by_chance = float(weights @ differences**2), float(np.trace(weighted))
    if not by_chance:
        return squares, squares, squares
    # The error of the root: one standard error along the differences, or of the average direction where these are chance.
    direction = roots * differences / max(math.sqrt(squares), SMALLEST)
    error = math.sqrt(max(float(direction @ weighted @ direction), float(np.trace(weighted @ weighted)) / by_chance))
    half_width = float(scipy.stats.t.isf((1.0 - level) / 2.0, n_blocks - 1)) * error
    # Over many cells, squares vary more than the error of their root says. So they must exceed what chance adds by an F test.
    degrees_of_freedom = by_chance**2 / float(np.trace(weighted @ weighted))
    is_shown = squares / by_chance > float(scipy.stats.f.isf((1.0 - level) / 2.0, degrees_of_freedom, n_blocks - 1))
    low = max(0.0, math.sqrt(max(0.0, squares - by_chance)) - half_width) ** 2 if is_shown else 0.0
    return squares - by_chance, min(low, squares - by_chance), (math.sqrt(squares) + half_width) ** 2


def _win_estimates(
    seats: pl.DataFrame, players: int, strategy: str, level: float
) -> tuple[tuple[Estimate, ...], Estimate | None]:
    """Estimate in what part of deals a strategy wins from 0, 1 and 2 seats, and its share of those won from both by one side.

    Empty and None unless the strategy has each of two seats once; the share alone is None if no side wins from both.
    """
    deals = (
        seats.filter(pl.col("strategy") == strategy)
        .group_by("block", "line_up", "order")
        .agg(pl.len().alias("games"), (pl.col("win_share") == 1.0).sum().alias("wins"), pl.col("win_share").sum().alias("shares"))
    )
    if players != 2 or deals["games"].n_unique() != 1 or deals["games"][0] != 2:
        return (), None
    blocks = (
        deals.sort("block", "line_up", "order")
        .group_by("block", maintain_order=True)
        .agg(
            *[(pl.col("wins") == w).mean().alias(str(w)) for w in range(3)],
            ((pl.col("wins") == 2) | (pl.col("shares") == 0.0)).sum().alias("one_side"),
            (pl.col("wins") == 2).sum().alias("won"),
        )
    )
    moments = matrix_moments(blocks.select("0", "1", "2").to_numpy())
    wins = share_estimates([f"wins_of_one_luck.{w}" for w in range(3)], moments, level=level)
    one_side = blocks["one_side"].to_numpy().astype(float)
    is_decided = one_side > 0.0
    if not is_decided.any():
        return wins, None
    # Blocks in which no side wins a deal from both seats do not show who wins such deals, and do not count.
    ratio = RatioSums.of(blocks["won"].to_numpy().astype(float)[is_decided, None], one_side[is_decided]).moments()
    (decided_by_skill,) = share_estimates(["decided_by_skill"], ratio, level=level, comparisons=1)
    return wins, decided_by_skill
