"""Members drawn from a population and measured on the same blocks: what differs between members, and what is luck.

A number is measured for every member (in every condition) and block. A block is the same luck for all members. The mean of a
member over blocks differs from its expected value by luck, part of which all members share. The variance between members is that
of their expected values. Measured means vary more than that, by the luck that members do not share.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any

import numpy as np
import scipy

from rajas_sim.analysis.statistics.bootstrap import smooth_weights
from rajas_sim.analysis.statistics.estimate import Estimate
from rajas_sim.analysis.statistics.intervals import Floats
from rajas_sim.analysis.statistics.population import Population

#: The part of a variance that is luck.
LUCK = "luck"
DRAWS = 500
"""Number of sets of bootstrap weights."""
METHOD = "bootstrap over members and blocks"
JACKKNIFE = "t over members, jackknife of the logarithm"
LEAST_VARIANCE = 1e-300
"""Least variance before a logarithm."""
FEWEST_MEMBERS = 5
LARGEST_EXPONENT = 50.0
"""An interval whose half width on a logarithmic scale is larger says nothing."""


@dataclass(frozen=True)
class MemberValues:
    """A number by member, condition and block.

    Attributes
    ----------
    values
        Of shape (members, conditions of one factor, ..., blocks); a number without conditions has the shape (members, blocks).
    factors
        Names of all axes but the last, the members first.
    level
        Confidence level of each interval.
    seed
        Seed of the weights of the bootstrap.
    """

    values: Floats
    factors: tuple[str, ...]
    level: float
    seed: int = 1

    def __post_init__(self) -> None:
        if self.values.ndim != len(self.factors) + 1 or len(self.values) < FEWEST_MEMBERS or self.values.shape[-1] < 3:
            raise ValueError(f"at least {FEWEST_MEMBERS} members and 3 blocks are needed, found {self.values.shape}")

    @property
    def n_members(self) -> int:
        """Number of members."""
        return int(self.values.shape[0])

    @property
    def n_blocks(self) -> int:
        """Number of blocks that each member was measured on."""
        return int(self.values.shape[-1])

    @cached_property
    def means(self) -> Floats:
        """Mean over blocks of every member and condition."""
        means: Floats = self.values.mean(axis=-1)
        return means

    @cached_property
    def _weights(self) -> tuple[Floats, Floats]:
        """Weights of members and of blocks, one row per draw; their means are 1."""
        rng = np.random.default_rng(self.seed)
        blocks = smooth_weights(rng, np.zeros(self.n_blocks, np.int64), DRAWS)
        return smooth_weights(rng, np.zeros(self.n_members, np.int64), DRAWS), blocks

    @cached_property
    def redrawn_means(self) -> Floats:
        """The means under each draw of weights of the blocks; draws are the first axis."""
        flat = self.values.reshape(-1, self.n_blocks)
        means = flat @ self._weights[1].T / self.n_blocks
        return np.moveaxis(means.reshape(*self.values.shape[:-1], DRAWS), -1, 0)

    @cached_property
    def unshared_luck(self) -> Floats:
        """By condition: the variance that a member's mean has from the luck that it shares with no other.

        It is the mean square of what neither the member nor the block explains (two-way layout), divided by the number of blocks.
        """
        block_means, member_means = self.values.mean(axis=0, keepdims=True), self.means[..., None]
        residuals = self.values - block_means - member_means + block_means.mean(axis=-1, keepdims=True)
        degrees_of_freedom = (self.n_members - 1) * (self.n_blocks - 1)
        luck: Floats = (residuals**2).sum(axis=(0, -1)) / degrees_of_freedom / self.n_blocks
        return luck

    @cached_property
    def variance_between(self) -> Floats:
        """By condition: the variance between the expected values of members, without luck; 0 if luck explains it all."""
        spread = self.means.var(axis=0, ddof=1)
        variance_between: Floats = np.maximum(0.0, spread - self.unshared_luck)
        return variance_between

    def population(self, condition: tuple[int, ...] = ()) -> Population:
        """Return the population of expected values in one condition; the values must be shares."""
        values = _at_condition(np.moveaxis(self.values, -1, 1), condition)[None]
        return Population(values.mean(axis=2).T, luck_covariance(values), self.error_by_luck(condition), self.level, 0.0, 1.0)

    def mean(self, name: str) -> Estimate:
        """Estimate the mean over members of a number without conditions."""
        low, high = self._percentile_ends((self.redrawn_means * self._weights[0]).mean(axis=1))
        return Estimate(name, float(self.means.mean()), low, high, self.level, self.n_members, METHOD)

    def error_by_luck(self, condition: tuple[int, ...] = ()) -> float:
        """Return the standard error that luck gives the mean over these members."""
        return float(_at_condition(self.redrawn_means, condition).mean(axis=1).std(ddof=1))

    def split(self) -> dict[str, Estimate]:
        """Split the variance of a measured mean into what lies between members, between conditions, and luck.

        Returns
        -------
        dict
            Variances: of each factor by itself, of their interactions (``box with rules``), and of luck (`LUCK`), shared by all
            members or not. For conditions it is the variance of the given conditions, for members that of the population. What
            luck adds to a term shows when the blocks are weighted, and is subtracted.

        Notes
        -----
        Simulated with 10 to 200 members: intervals of the variance between members hold in 95 to 98 % of samples of normal
        populations, and in 90 to 92 % of skewed ones (skewness 1.4).
        """
        weights, _ = self._weights
        ones = np.ones(self.n_members)
        terms = _terms(self.factors)
        luck_of_draws = self.redrawn_means - self.means
        variances: dict[str, Estimate] = {}
        total_luck = float(self.values.var(axis=-1, ddof=1).mean()) / self.n_blocks
        for term in terms:
            value = _variance_of(self.means, term, ones)
            added_by_luck = np.mean([_variance_of(draw, term, ones) for draw in luck_of_draws])
            if 0 in term:
                method = JACKKNIFE
                low, high = (max(0.0, end - float(added_by_luck)) for end in self._ends_over_members(term, value))
            else:
                method, redrawn = METHOD, zip(self.redrawn_means, weights, strict=True)
                draws = np.array([_variance_of(draw, term, draw_weights) for draw, draw_weights in redrawn]) - 2.0 * added_by_luck
                low, high = self._percentile_ends(np.maximum(0.0, draws))
            name = " with ".join(self.factors[i] for i in term)
            variance = max(0.0, float(value - added_by_luck))
            variances[name] = Estimate(
                name, variance, min(low, variance), max(high, variance), self.level, self.n_members, method
            )
        low, high = _luck_interval(self.values, total_luck, self.level)
        variances[LUCK] = Estimate(LUCK, total_luck, low, high, self.level, self.n_blocks, "linearised, over members and blocks")
        return variances

    def _ends_over_members(self, term: tuple[int, ...], variance: float) -> tuple[float, float]:
        """Return the ends of the interval of a variance between members, including the luck of their means.

        The interval is symmetric for the logarithm of the variance. Its error comes from the jackknife over the members, and is
        at least the error for normal values. If one member makes nearly all of the variance, the members tell nothing, and there
        is no upper end.
        """
        n = self.n_members
        logarithms = np.log([max(_variance_of(self.means, term, weights), LEAST_VARIANCE) for weights in 1.0 - np.eye(n)])
        error = max(math.sqrt((n - 1) * logarithms.var()), math.sqrt(2.0 / (n - 1)))
        exponent = float(scipy.stats.t.isf((1.0 - self.level) / 2.0, n - 1)) * error
        if exponent > LARGEST_EXPONENT:
            return 0.0, math.inf
        return variance / math.exp(exponent), variance * math.exp(exponent)

    def _percentile_ends(self, draws: Floats) -> tuple[float, float]:
        """Return the percentiles of draws between which a part `level` of them lies."""
        tail = (1.0 - self.level) / 2.0
        low, high = np.quantile(draws, [tail, 1.0 - tail])
        return float(low), float(high)


def _at_condition(values: Floats, condition: tuple[int, ...]) -> Floats:
    """Select the values of one condition, whose axes come after two others."""
    index: tuple[Any, ...] = (slice(None), slice(None), *condition)
    values_at_condition: Floats = values[index]
    return values_at_condition


def _luck_interval(values: Floats, variance: float, level: float) -> tuple[float, float]:
    """Return the interval of the variance that luck gives a mean over blocks, averaged over the population of members.

    It rests on the squared deviations of block values. Averaged over members they vary from block to block; averaged over blocks
    they vary from member to member. The second variation contains some of the first, so the interval is rather too wide.
    """
    n_members, n_blocks = values.shape[0], values.shape[-1]
    squares = ((values - values.mean(axis=-1, keepdims=True)) ** 2).reshape(n_members, -1, n_blocks).mean(axis=1)
    by_block, by_member = squares.mean(axis=0), squares.mean(axis=1)
    error = math.sqrt(by_block.var(ddof=1) / n_blocks + by_member.var(ddof=1) / n_members) / n_blocks
    half_width = float(scipy.stats.t.isf((1.0 - level) / 2.0, min(n_members, n_blocks) - 1)) * error
    return max(0.0, variance - half_width), variance + half_width


def luck_covariance(values: Floats) -> Floats:
    """Return the covariance that members' means of several numbers have from the luck that a member shares with no other.

    Parameters
    ----------
    values
        Of shape (numbers, members, blocks). Luck is what neither the member nor the block explains (two-way layout).
    """
    _, n_members, n_blocks = values.shape
    residuals = values - values.mean(axis=1, keepdims=True) - values.mean(axis=2, keepdims=True)
    residuals = (residuals + values.mean(axis=(1, 2), keepdims=True)).reshape(len(values), -1)
    covariance: Floats = residuals @ residuals.T / ((n_members - 1) * (n_blocks - 1)) / n_blocks
    return covariance


def _terms(factors: Sequence[str]) -> list[tuple[int, ...]]:
    """Return every factor and every combination of factors, each as a tuple of axes."""
    axes = range(len(factors))
    return [term for size in range(1, len(factors) + 1) for term in combinations(axes, size)]


def _variance_of(means: Floats, term: tuple[int, ...], weights: Floats) -> float:
    """Return the variance of one term in the analysis of variance of means, with weights of the members (the first axis)."""
    shape = (len(weights), *([1] * (means.ndim - 1)))
    member_weights = weights.reshape(shape)

    def means_over_other_axes(kept_axes: tuple[int, ...]) -> Floats:
        """Return the means over all axes except `kept_axes`."""
        values = means
        for axis in range(means.ndim - 1, 0, -1):
            if axis not in kept_axes:
                values = values.mean(axis=axis, keepdims=True)
        return values if 0 in kept_axes else (values * member_weights).sum(axis=0, keepdims=True) / member_weights.sum()

    effect = np.zeros((1,) * means.ndim)
    for size in range(len(term) + 1):
        for kept_axes in combinations(term, size):
            effect = effect + (-1) ** (len(term) - size) * means_over_other_axes(kept_axes)
    squares = (effect**2).mean(axis=tuple(range(1, means.ndim))) if means.ndim > 1 else effect**2
    if 0 not in term:
        return float(squares.mean())
    n = len(weights)
    return float((squares * weights).sum() / weights.sum() * n / (n - 1))
