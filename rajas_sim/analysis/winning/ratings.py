"""Ratings of strategies: one number each, from who finished ahead of whom in every game, with ratings of the seats."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import polars as pl
from numpy.typing import NDArray
from scipy.sparse import csr_array
from scipy.special import expit

from rajas_sim.analysis.answer import Finding
from rajas_sim.analysis.formatting import listed, rating_gap_text
from rajas_sim.analysis.reading.blocks import Slices, collect_slices
from rajas_sim.analysis.reading.moments import FEWEST_PER_ORDER
from rajas_sim.analysis.reading.run import Result, Run
from rajas_sim.analysis.statistics.bootstrap import simultaneous_intervals, smooth_weights
from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.analysis.statistics.intervals import ONE_LOOK, Floats, estimates
from rajas_sim.analysis.statistics.plackett_luce import Integers, RankingChoices, fit_worths

POINTS = 400.0 / math.log(10.0)
"""Rating points per unit of log worth: 400 points are odds of 10 to 1, as in Elo's ratings of chess players."""

DRAWS = 1000
"""Number of sets of weights drawn for the intervals."""
MOST_GROUPS = 600
"""Blocks are merged into at most this many groups before they are weighted; more groups would say hardly more about luck."""
FEWEST_BLOCKS = 30
"""With fewer blocks ratings have no intervals: weighting so few says too little about luck."""
SEED = 2051
"""Seed of the weights, so that the same run has the same intervals."""
RATINGS_LOOKS_NOTE = (
    "The estimates were seen more than once; intervals of ratings and head-to-head shares hold for a single look only"
)


@dataclass(frozen=True, slots=True)
class Ratings(Result):
    """How strong strategies are, with one number for each, over the line-ups in which strategies differ.

    Attributes
    ----------
    strategies
        Rating by label, the highest first. At a table of two with equal seats, a strategy that is 100 rating points better
        finishes ahead in 64 % of games, with 200 points in 76 %, with 400 points in 91 %. A strategy rated 0 would finish ahead
        of one drawn at random from all of these in half of games. Simultaneous; an end is infinite if a strategy never finished
        ahead of others, or always did.
    seats
        What each position is worth (position 1 first), in the same points; their mean is 0. Simultaneous.
    behind
        By label, without the highest rated: by how many points it is behind the highest. Simultaneous over all pairs of
        strategies, so it holds whichever strategy is the highest.
    is_one_look
        Whether the estimates were seen only once.
    """

    strategies: Mapping[str, Estimate]
    seats: tuple[Estimate, ...]
    behind: Mapping[str, Estimate]
    is_one_look: bool = True

    @property
    def may_be_strongest(self) -> tuple[str, ...]:
        """Labels that may be the strongest, the highest rated first; a single one if that is certain.

        The truly strongest is left out in at most one minus the level of runs (multiple comparison with the best: Hsu 1996,
        Multiple Comparisons, chapter 4).
        """
        return (next(iter(self.strategies)), *(label for label, gap in self.behind.items() if not gap.low > 0.0))

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Which strategy is the strongest, or which may be."""
        looks_text = "" if self.is_one_look else f". {RATINGS_LOOKS_NOTE}"
        return (Finding.about(self.players, "strongest", self._strongest_text() + looks_text, *self.strategies.values()),)

    def _strongest_text(self) -> str:
        """Say which strategy is the strongest; if that is not certain, which ones may be and which are not."""
        best, *others = self.strategies
        if self.n_blocks < FEWEST_BLOCKS:
            too_few_text = f"With fewer than {FEWEST_BLOCKS} blocks ratings have no intervals; look at the win shares instead"
            return f"{best} has the highest rating by the estimates. {too_few_text}"
        _, *contenders = self.may_be_strongest
        if not contenders:
            gap_text = rating_gap_text(self.behind[others[0]])
            if len(others) == 1:
                return f"by ratings {best} is stronger than {others[0]}: {gap_text} above it"
            strongest_text = f"by ratings {best} is the strongest of the {len(self.strategies)} strategies"
            return f"{strongest_text}: {gap_text} above {others[0]}, the next"
        weaker = [label for label in others if label not in contenders]
        weaker_text = f"; {listed(weaker)} {'is' if len(weaker) == 1 else 'are'} not" if weaker else ""
        if round(self.behind[contenders[0]].value) == 0:  # gaps are shown in whole points, so a gap of 0 shows nobody ahead
            may_be_text = f"{listed([best, *contenders], 'or')} may be{weaker_text}"
        else:
            may_be_text = (
                f"{best} has the highest rating, but {listed(contenders, 'or')} may be as strong or stronger{weaker_text}"
            )
        return f"by ratings it is undecided which strategy is the strongest. {may_be_text}"


@dataclass(frozen=True)
class Rankings:
    """The rankings of many games, counted.

    Attributes
    ----------
    items, ranks
        One row for each kind of ranking, one column per position: the strategy on it, and its rank.
    counts
        How often each kind occurred: one row per group of blocks, one column per kind.
    orders
        The cyclic order of each group of blocks, from 0.
    """

    items: Integers
    ranks: Integers
    counts: csr_array
    orders: Integers


def ratings(run: Run, players: int) -> Ratings | None:
    """Rate the strategies; ``None`` if all line-ups are mirror matches.

    The model is Plackett-Luce with a worth for each strategy and for each seat (`rajas_sim.analysis.statistics.plackett_luce`),
    fitted to the full ranking of every game; a tie counts as all orders of the tied, in equal parts. Every strategy, and every
    seat, also gets half a game in which it finished ahead of all others, divided among them, and half a game in which it finished
    behind. This follows Jeffreys' prior, which adds half a success and half a failure. So a strategy that never finished ahead
    has a rating, too.

    Intervals come from smooth weights of the blocks, within cyclic orders (`rajas_sim.analysis.statistics.bootstrap`). They are
    for a single look, however often the estimates are seen. In simulations with 12 to 20 equal strategies and 30 or 60 blocks, a
    strategy is called weaker in 3 to 5 % of runs. With 12 strategies and 30 blocks, if luck lifts a strategy in one block of
    twelve, the interval of a rating misses in 11 %.

    A rating is a strength within this field of strategies, as a win share is. It assumes that who beats whom forms an order:
    strategies that beat each other in a circle need `rajas_sim.analysis.winning.head_to_head`.
    """
    mixed, labels = run.mixed_line_up_indices(players), run.rivals(players)
    if not mixed:
        return None
    columns = ["game", "block", "position", pl.col("strategy").cast(pl.String), "rank"]
    seats = [rows.select(columns) for rows in run.slices("seats", players, line_ups=mixed)]
    rankings = count_rankings(seats, labels, players, run.blocks(players), run.n_alternating_orders(players))
    rated = rate(run.result_size(players, mixed), labels, rankings, run.level)
    return replace(rated, is_one_look=run.share_method(players) is ONE_LOOK)


def count_rankings(seats: Slices, labels: Sequence[str], players: int, n_blocks: int, n_orders: int) -> Rankings:
    """Count the rankings of all games by group of blocks; `seats` has the columns game, block, position, strategy and rank."""
    n_orders = n_orders if n_blocks >= FEWEST_PER_ORDER * n_orders else 1
    groups_per_order = min(n_blocks, MOST_GROUPS) // n_orders
    block = pl.col("block").cast(pl.Int64)
    group = block % n_orders * groups_per_order + block // n_orders % groups_per_order
    strategy_index = pl.col("strategy").replace_strict(labels, range(len(labels)), return_dtype=pl.Int64)
    # A ranking is coded as a number with one digit for each position; the digit says which strategy sat there, and its rank.
    base = len(labels) * players
    place_values = [base**digit for digit in range(players)]
    place_value = pl.col("position").replace_strict(range(1, players + 1), place_values, return_dtype=pl.Int64)
    ranking_code = ((strategy_index * players + pl.col("rank").cast(pl.Int64) - 1) * place_value).sum()
    rankings_of_games = [rows.group_by("game").agg(group.first().alias("group"), ranking_code.alias("kind")) for rows in seats]
    counts_by_kind = collect_slices([rows.group_by("group", "kind").agg(pl.len().alias("count")) for rows in rankings_of_games])
    kinds, kind_indices = np.unique(counts_by_kind["kind"].to_numpy(), return_inverse=True)
    digits = kinds[:, None] // np.array(place_values) % base
    n_groups = groups_per_order * n_orders
    cells = (counts_by_kind["group"].to_numpy(), kind_indices)
    counts = csr_array((counts_by_kind["count"].to_numpy().astype(float), cells), shape=(n_groups, len(kinds)))
    return Rankings(digits // players, digits % players + 1, counts, np.arange(n_groups) // groups_per_order)


def rate(result_size: tuple[int, int, int], labels: Sequence[str], rankings: Rankings, level: float) -> Ratings:
    """Rate the labelled strategies from counted rankings; `result_size` is players, games and blocks."""
    players, _, n_blocks = result_size
    n_strategies = len(labels)
    worths, drawn_worths = _worths(rankings, n_strategies, n_blocks)
    is_below = _is_surely_below(rankings, n_strategies)
    (values,), drawn_values = (
        POINTS * (log_worths[:, :n_strategies] - middle_worth(log_worths[:, :n_strategies]))
        for log_worths in (worths, drawn_worths)
    )
    best, *others = highest_first = np.argsort(-values, kind="stable").tolist()

    low, high = simultaneous_intervals(drawn_values, level, n_blocks)
    low[2 * is_below.sum(axis=1) >= n_strategies] = -np.inf
    high[2 * is_below.sum(axis=0) >= n_strategies] = np.inf
    rating_estimates = estimates(
        [f"rating.{label}" for label in labels], values, (low, high), n_blocks, level, _method(n_strategies)
    )
    strategies = {labels[i]: rating_estimates[i] for i in highest_first}

    ends = simultaneous_intervals(POINTS * drawn_worths[:, n_strategies:], level, n_blocks)
    positions = [f"seat_rating.position_{p}" for p in range(1, players + 1)]
    seats = estimates(positions, POINTS * worths[0, n_strategies:], ends, n_blocks, level, _method(players))

    pairs = np.array(list(itertools.combinations(highest_first, 2)))  # pairs with the highest rated come first
    low, high = simultaneous_intervals(drawn_values[:, pairs[:, 0]] - drawn_values[:, pairs[:, 1]], level, n_blocks)
    high = np.where(is_below[others, best], np.inf, high[: len(others)])
    names, gaps = [f"rating.behind.{labels[i]}" for i in others], values[best] - values[others]
    gap_estimates = estimates(names, gaps, (low[: len(others)], high), n_blocks, level, _method(len(pairs)))
    behind = {labels[i]: gap for i, gap in zip(others, gap_estimates, strict=True)}
    return Ratings(*result_size, strategies, seats, behind)


def _method(n_intervals: int) -> str:
    return f"bootstrap over blocks, simultaneous over {n_intervals}"


def _worths(rankings: Rankings, n_strategies: int, n_blocks: int) -> tuple[Floats, Floats]:
    """Fit log worths of the strategies, then the seats (columns): one row from the games, and one row per draw of weights.

    The rows of draws are not-a-number with fewer than `FEWEST_BLOCKS` blocks.
    """
    choices = RankingChoices.of(rankings.items, rankings.ranks, n_strategies)
    chosen, offered = rankings.counts @ choices.chosen, (rankings.counts @ choices.offered).toarray()
    players = rankings.items.shape[1]
    # Games of each pair that are added to those played: half a game of each strategy is divided among all others, and likewise
    # for each seat. In draws of weights each is a gamma variable of this shape.
    prior_shapes = np.repeat([0.5 / (n_strategies - 1), 0.5 / (players - 1)], [math.comb(n_strategies, 2), math.comb(players, 2)])
    n_pairs = len(prior_shapes)  # their sets come first in `choices`

    def fit_rows(weights: Floats, prior_games: Floats, start: Floats | None = None) -> Floats:
        """Fit each row of group weights and of prior games, in which the first or the second of each pair was ahead."""
        first_ahead, second_ahead = prior_games[:, 0], prior_games[:, 1]
        chosen_of_rows = (
            weights @ chosen + first_ahead @ choices.alternatives[:n_pairs, 0] + second_ahead @ choices.alternatives[:n_pairs, 1]
        )
        offered_of_rows = weights @ offered
        offered_of_rows[:, :n_pairs] += first_ahead + second_ahead
        return np.array(
            [fit_worths(choices, n_strategies, *counts, start) for counts in zip(chosen_of_rows, offered_of_rows, strict=True)]
        )

    worths = fit_rows(np.ones((1, len(offered))), prior_shapes * np.ones((1, 2, n_pairs)))
    if n_blocks < FEWEST_BLOCKS:
        return worths, np.full((DRAWS, worths.shape[1]), np.nan)
    rng = np.random.default_rng(SEED)
    weights, prior_games = smooth_weights(rng, rankings.orders, DRAWS), rng.standard_gamma(prior_shapes, (DRAWS, 2, n_pairs))
    return worths, fit_rows(weights, prior_games, worths[0])


def _is_surely_below(rankings: Rankings, n_strategies: int) -> NDArray[np.bool_]:
    """Say for every two strategies whether the first (row) is below the second (column) by all games.

    That is so if the second finished ahead of the first, directly or through others, and the first never did, nor came level.
    """
    n_by_kind = rankings.counts.sum(axis=0)
    ahead = np.eye(n_strategies)
    for a, b in itertools.permutations(range(rankings.items.shape[1]), 2):
        is_ahead = rankings.ranks[:, a] <= rankings.ranks[:, b]
        np.add.at(ahead, (rankings.items[:, a], rankings.items[:, b]), n_by_kind * is_ahead)
    is_reached: NDArray[np.bool_] = np.linalg.matrix_power((ahead > 0).astype(float), n_strategies) > 0
    return ~is_reached & is_reached.T


def middle_worth(worths: Floats) -> Floats:
    """Find the log worth that would finish ahead of a random strategy of each row in half of games.

    Unlike the mean, it does not move away if one strategy loses everything.

    Parameters
    ----------
    worths
        One row per field of strategies, one column per strategy.

    Returns
    -------
    array
        One row per field, with a single column.
    """
    low, high = worths.min(axis=1, keepdims=True), worths.max(axis=1, keepdims=True)
    for _ in range(50):
        candidate = (low + high) / 2.0
        is_less = expit(candidate - worths).mean(axis=1, keepdims=True) < 0.5
        low, high = np.where(is_less, candidate, low), np.where(is_less, high, candidate)
    middle_worth: Floats = (low + high) / 2.0
    return middle_worth
