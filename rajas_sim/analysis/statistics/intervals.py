"""Intervals for shares, means and differences, and the test that shares are equal, from block values.

Each function takes arrays, so that one call serves a whole family of estimates (or two thousand simulated ones).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
import polars as pl
from numpy.typing import ArrayLike, NDArray
from scipy import special

from rajas_sim.analysis.statistics.estimate import SAME_SHARE, Estimate

Floats = NDArray[np.float64]

PRIOR_BLOCKS = 4.0
"""Weight, in blocks, of the cautious design effect of 1 in `share_interval` and in the paired intervals (`statistics.paired`)."""

CAUTION_FOR_MEANS = 2.0
"""Factor on the skewness that blocks show, for intervals of means, since few blocks mostly show less than there is."""

BLOCKS_PER_SQUARED_KURTOSIS = 4.0
"""With fewer blocks for each unit of squared kurtosis, rare large values may be missing from a variance."""

LEAST_TAIL, MOST_TAIL = 1e-12, 0.999
"""A p-value is searched between these; a smaller one is given as the least, a larger one as 1."""
HALVINGS = 40
"""How often the range between the logarithms of `LEAST_TAIL` and `MOST_TAIL` is halved: to eleven digits."""


def share_interval(
    mean: ArrayLike, variance: ArrayLike, n: ArrayLike, *, level: ArrayLike, comparisons: int = 1
) -> tuple[Floats, Floats]:
    """Return an interval for the expected value of block values between 0 and 1.

    This is the exact binomial interval (Clopper and Pearson) with the effective number of blocks ``n / design effect``, as Korn
    and Graubard have it for clustered samples. It also holds for rare events, where the coverage of score intervals falls to 80
    %.

    The design effect is the variance of the block values divided by ``mean * (1 - mean)``, the largest variance that values
    between 0 and 1 can have (Bhatia and Davis 2000). It is shrunk towards 1, the cautious end, with the weight of `PRIOR_BLOCKS`
    blocks against ``4 * mean * (1 - mean)`` for each block played: a block without rare events says nothing about how they
    cluster. So a few blocks that happen to agree never give an interval without width. Student's t replaces the normal quantile.

    Parameters
    ----------
    mean, variance
        Mean and variance (divisor n - 1) of the block values; the variance of a single block is ignored.
    n
        Number of blocks.
    level
        Confidence level, of all `comparisons` intervals together (Bonferroni).
    comparisons
        Number of intervals that must hold together.

    Notes
    -----
    Not for values outside 0 to 1, and not for looking repeatedly while a run grows. The coverage is at least the level. With a
    hundred blocks the interval is 5 % wider than the score interval, with a thousand 2 %.

    References
    ----------
    Clopper and Pearson (1934), Biometrika 26; Korn and Graubard (1998), Survey Methodology 24; Bhatia and Davis (2000), American
    Mathematical Monthly 107.
    """
    share = np.clip(np.asarray(mean, dtype=float), 0.0, 1.0)
    blocks = np.asarray(n, dtype=float)
    block_variance = np.where(blocks > 1, np.nan_to_num(np.asarray(variance, dtype=float)), 0.0)
    largest_variance = share * (1.0 - share)
    raw_design_effect = np.divide(
        block_variance, largest_variance, out=np.ones_like(largest_variance * block_variance), where=largest_variance > 0
    )
    weight = (blocks - 1) * 4.0 * largest_variance
    design_effect = (weight * raw_design_effect + PRIOR_BLOCKS) / (weight + PRIOR_BLOCKS)
    tail = (1.0 - np.asarray(level, dtype=float)) / comparisons
    normal_over_t = special.ndtri(tail / 2) / special.stdtrit(blocks - 1 + PRIOR_BLOCKS, tail / 2)
    effective_blocks = blocks / design_effect * normal_over_t**2
    effective_wins = share * effective_blocks
    # Where a parameter is 0 the quantile is not a number: nothing won, or everything.
    low = np.where(share > 0.0, special.betaincinv(effective_wins, effective_blocks - effective_wins + 1, tail / 2), 0.0)
    high = np.where(share < 1.0, special.betainccinv(effective_wins + 1, effective_blocks - effective_wins, tail / 2), 1.0)
    return low, high


def mean_interval(
    mean: ArrayLike, variance: ArrayLike, n: ArrayLike, *, level: ArrayLike, comparisons: int = 1
) -> tuple[Floats, Floats]:
    """Return Student's t interval for the expected value of block values.

    Parameters as in `share_interval`. A single block gives not-a-number. Not for shares near 0 or 1, nor for values with rare,
    very large deviations: use `share_interval` for the former and many blocks for the latter.

    References
    ----------
    Student (1908), Biometrika 6.
    """
    means, block_variance, blocks = (np.asarray(a, dtype=float) for a in (mean, variance, n))
    tail = (1.0 - np.asarray(level, dtype=float)) / comparisons
    at_least_two = np.maximum(blocks, 2.0)
    half_width = -special.stdtrit(at_least_two - 1, tail / 2) * np.sqrt(np.maximum(block_variance, 0.0) / at_least_two)
    half_width = np.where(blocks > 1, half_width, np.nan)
    return means - half_width, means + half_width


def widened_for_skewness(  # noqa: PLR0913 - an interval and what it was made from
    mean: Floats, ends: tuple[Floats, Floats], skewness: ArrayLike, n: ArrayLike, *, level: ArrayLike, comparisons: int = 1
) -> tuple[Floats, Floats]:
    """Move each end of intervals of means outward as far as block values are skewed to that side.

    Where large values are rare, a run without them shows both a mean and a variance that are too small. Student's statistic is
    then skewed the other way: its quantile ``z`` becomes ``z * (1 + skewness * z / (3 * sqrt(n)))``, up to terms of lower order.
    This matters most far out in the tail. No end is moved inward.

    Parameters
    ----------
    mean, ends
        The means, and the ends of their intervals.
    skewness
        Skewness of the block values downward and upward: two rows, neither less than 0.
    n, level, comparisons
        As in `share_interval`.

    References
    ----------
    Johnson (1978), Journal of the American Statistical Association 73; Hall (1992), Journal of the Royal Statistical Society,
    Series B 54.
    """
    (low, high), (downward, upward) = ends, np.asarray(skewness, dtype=float)
    quantile = -special.ndtri((1.0 - np.asarray(level, dtype=float)) / comparisons / 2)
    # The number of blocks that the variance and skewness rest on, plus those of the prior.
    factor = quantile / (3.0 * np.sqrt(np.asarray(n) - 1 + PRIOR_BLOCKS))
    return low - factor * downward * (mean - low), high + factor * upward * (high - mean)


def skewed_mean_interval(
    mean: ArrayLike, errors: Floats, variance: ArrayLike | None = None, *, level: float, comparisons: int = 1
) -> tuple[Floats, Floats]:
    """Return Student's t interval for a mean of block values, or a ratio of such means, widened for skewed errors.

    Parameters
    ----------
    mean
        The mean or ratio, or several.
    errors
        What each block adds to the error, one row per block. For a mean this is the block's deviation. For a ratio, linearised,
        it is the numerator minus the ratio times the denominator, divided by the mean of the denominator.
    variance
        Variance of the errors; computed from them (divisor n - 1) if left out.
    level, comparisons
        As in `share_interval`.
    """
    n, means = len(errors), np.asarray(mean, dtype=float)
    error_variance = np.asarray(errors.var(axis=0, ddof=1) if variance is None else variance, dtype=float)
    skewness = CAUTION_FOR_MEANS * (errors**3).mean(axis=0) / np.maximum(np.nan_to_num(error_variance), SAME_SHARE**2) ** 1.5
    ends = mean_interval(means, error_variance, n, level=level, comparisons=comparisons)
    return widened_for_skewness(means, ends, np.maximum([-skewness, skewness], 0.0), n, level=level, comparisons=comparisons)


def unpaired_interval(
    before: ArrayLike, ends_before: tuple[ArrayLike, ArrayLike], after: ArrayLike, ends_after: tuple[ArrayLike, ArrayLike]
) -> tuple[Floats, Floats]:
    """Return an interval for ``after - before``, the means of two independent samples, from the interval of each.

    The distances from the estimates to the ends add up like standard errors (method of variance estimates recovery, MOVER). So
    the interval is as asymmetric as the other two: for shares it stays valid near 0 and 1, for means it is nearly Welch's. It has
    the same level as the other two, and holds together with as many others.

    References
    ----------
    Zou and Donner (2008), Statistics in Medicine 27.
    """
    value_1, value_2 = np.asarray(before, dtype=float), np.asarray(after, dtype=float)
    (low_1, high_1), (low_2, high_2) = ends_before, ends_after
    difference = value_2 - value_1
    return difference - np.hypot(value_2 - low_2, high_1 - value_1), difference + np.hypot(high_2 - value_2, value_1 - low_1)


#: ``(moments, level, comparisons) -> ends of the intervals``, where each row of moments has a mean, a variance and n.
Interval = Callable[[pl.DataFrame, float, int], tuple[Floats, Floats]]


@dataclass(frozen=True)
class ShareMethod:
    """How intervals of win shares, or of other means, are computed.

    Attributes
    ----------
    name
        Name of the method in words.
    interval
        Two-sided intervals, adjusted for several that hold together.
    one_sided
        The same, except that each end has the level by itself.
    """

    name: str
    interval: Interval
    one_sided: Interval


def interval_of_moments(interval: Callable[..., tuple[Floats, Floats]], *columns: str, **options: bool) -> Interval:
    """Turn an interval function of arrays into one of moments; the given columns of the moments are its first arguments."""

    def of_moments(moments: pl.DataFrame, level: float, comparisons: int) -> tuple[Floats, Floats]:
        return interval(*(moments[c].to_numpy() for c in columns), level=level, comparisons=comparisons, **options)

    return of_moments


_SHARE, _MEAN = (interval_of_moments(interval, "mean", "variance", "n") for interval in (share_interval, mean_interval))

ONE_LOOK = ShareMethod(
    "exact binomial with design effect over blocks",
    _SHARE,
    lambda moments, level, comparisons: _SHARE(moments, 2.0 * level - 1.0, comparisons),
)
"""For a number of blocks that was fixed beforehand, with a single look."""


def share_estimates(
    names: Sequence[str], moments: pl.DataFrame, *, level: float, comparisons: int | None = None, method: ShareMethod = ONE_LOOK
) -> tuple[Estimate, ...]:
    """Turn rows with columns mean, variance and n into estimates of shares, in the same order.

    `comparisons` is the number of intervals that hold together; all of them if left out.
    """
    return _estimates_of_moments(
        method.interval, method.name, names, moments, level, len(names) if comparisons is None else comparisons
    )


def one_sided_estimates(
    names: Sequence[str], moments: pl.DataFrame, *, level: float, comparisons: int = 1, method: ShareMethod = ONE_LOOK
) -> tuple[Estimate, ...]:
    """Turn rows as in `share_estimates` into estimates whose ends have the level each by itself."""
    return _estimates_of_moments(method.one_sided, f"{method.name}, one-sided", names, moments, level, comparisons)


def mean_estimates(
    names: Sequence[str], moments: pl.DataFrame, *, level: float, simultaneous: bool = False, least: float = -math.inf
) -> tuple[Estimate, ...]:
    """Turn rows with columns mean, variance and n into estimates with `mean_interval`, in the same order.

    Parameters
    ----------
    least
        Lower limit of every mean, such as 0 where things are counted; intervals end there.
    """
    means = _estimates_of_moments(_MEAN, "t over blocks", names, moments, level, len(names) if simultaneous else 1)
    return tuple(replace(mean, low=max(mean.low, least)) if mean.low < least else mean for mean in means)


def _estimates_of_moments(  # noqa: PLR0913 - an interval and the moments that it takes
    interval: Interval, method: str, names: Sequence[str], moments: pl.DataFrame, level: float, comparisons: int
) -> tuple[Estimate, ...]:
    """Turn rows with columns mean, variance and n into estimates, with a given interval and the name of its method."""
    ends = interval(moments, level, max(comparisons, 1))
    return estimates(names, moments["mean"].to_numpy(), ends, moments["n"].to_numpy(), level, adjusted(method, comparisons))


def estimates(  # noqa: PLR0913 - what the estimator takes
    names: Sequence[str], values: Floats, ends: tuple[Floats, Floats], n: NDArray[np.int64] | int, level: float, method: str
) -> tuple[Estimate, ...]:
    """Put values and the ends of their intervals together as estimates; `n` is the number of blocks of each, or of all."""
    return tuple(
        Estimate(name, float(value), float(low), float(high), level, int(blocks), method)
        for name, value, low, high, blocks in zip(names, values, *ends, np.broadcast_to(n, len(names)), strict=True)
    )


def adjusted(method: str, comparisons: int) -> str:
    """Add the number of comparisons to the name of a method if there are several."""
    return f"{method}, Bonferroni over {comparisons}" if comparisons > 1 else method


def comparisons_of(shares: int) -> int:
    """Return how many intervals must hold together for shares that add to 1; two shares mirror each other and count as one."""
    return shares if shares > 2 else 1


def equality_p_value(moments: pl.DataFrame, method: ShareMethod = ONE_LOOK) -> float:
    """Test that the expected shares of several rows are all equal, from the intervals that are shown; return the p-value.

    It is the smallest tail at which one of the simultaneous intervals of `share_estimates` excludes the even share. So the test
    says "not equal" exactly when an interval does. Two shares mirror each other and count as one.

    Parameters
    ----------
    moments
        Rows as in `share_estimates`, one a share; the shares add to 1.
    method
        How the intervals are computed.

    Notes
    -----
    A test that adds up the deviations of all shares (chi-square, Wald) detects smaller ones. But it would say "not equal" where
    no interval shows which share differs, and with few blocks it does so too often.
    """
    comparisons, even = comparisons_of(len(moments)), 1.0 / len(moments)

    def ends(tails: Floats) -> tuple[Floats, Floats]:
        """Return the largest lower end and the smallest upper end at one tail."""
        low, high = method.interval(moments, 1.0 - float(tails[0]), comparisons)
        return low.max(keepdims=True), high.min(keepdims=True)

    return float(smallest_tails(ends, 1, even)[0])


def smallest_tails(ends: Callable[[Floats], tuple[Floats, Floats]], n: int, value: float = 0.0) -> Floats:
    """Return the p-values of n intervals: for each the smallest tail (one minus level) at which it excludes a value.

    `ends` takes the tail of each interval and returns its ends. A value excluded at one tail must be excluded at all larger
    tails. A p-value below `LEAST_TAIL` is given as `LEAST_TAIL`, and one above `MOST_TAIL` as 1.
    """

    def leaves_out(log_tails: Floats) -> NDArray[np.bool_]:
        """Say for each interval whether it excludes the value at its tail."""
        low, high = ends(np.exp(log_tails))
        return np.maximum(low - value, value - high) > SAME_SHARE

    least_log, most_log = np.full(n, math.log(LEAST_TAIL)), np.full(n, math.log(MOST_TAIL))
    is_ever_out, is_always_out = leaves_out(most_log), leaves_out(least_log)
    for _ in range(HALVINGS):
        middle_log = (least_log + most_log) / 2.0
        is_out = leaves_out(middle_log)
        least_log, most_log = np.where(is_out, least_log, middle_log), np.where(is_out, middle_log, most_log)
    return np.where(is_always_out, LEAST_TAIL, np.where(is_ever_out, np.exp(most_log), 1.0))
