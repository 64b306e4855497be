"""Every interval and test: for shares, means, paired differences and multinomial counts, from block values.

Each function takes arrays, so that one call serves a whole family of estimates (or two thousand simulated ones).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import polars as pl
from numpy.typing import ArrayLike, NDArray
from scipy import stats
from statsmodels.stats.proportion import multinomial_proportions_confint, proportion_confint

from rajas_sim.analysis.statistics.estimate import SAME_SHARE, EqualityTest, Estimate

Floats = NDArray[np.float64]

PRIOR_BLOCKS = 4.0
"""Weight, in blocks, of the cautious design effect of 1 in `share_interval` and in the paired intervals."""

CERTAIN_FROM = 30
"""From this many blocks on, `wald_equality` takes what all of them agree on for certain. If all positions were
equal, one of four would stay without a win in 30 blocks of one game with a chance of 0.0007."""

ROUNDING = 1e-10
"""A direction whose variance is a smaller part of the largest one varies by rounding only: columns that add to a constant
have one."""

GOODMAN = "Goodman simultaneous multinomial"


def share_interval(
    mean: ArrayLike, variance: ArrayLike, n: ArrayLike, *, level: float, comparisons: int = 1
) -> tuple[Floats, Floats]:
    """Interval for the expected value of block values between 0 and 1.

    Wilson's score interval with the effective number of blocks ``n / design effect``. The design effect is the variance of the
    block values divided by ``mean * (1 - mean)``, the largest variance values between 0 and 1 can have (Bhatia and Davis 2000);
    it is drawn towards 1, the cautious end, with the weight of `PRIOR_BLOCKS` blocks, so that a handful of blocks that happen to
    agree never gives an interval of no width. Student's t replaces the normal quantile. With one game a block and no ties the
    design effect is 1 and the interval is Wilson's, widened a little by t.

    Parameters
    ----------
    mean, variance
        Mean and variance (divisor n - 1) of the block values; the variance of a single block is ignored.
    n
        Number of blocks.
    level
        Confidence level, of all `comparisons` intervals together (Bonferroni).
    comparisons
        Number of intervals that are to hold together.

    Notes
    -----
    Not for values outside 0 to 1, and not for looking again and again while a run grows. Where fewer than
    about five events are expected, the coverage of any one 95 % interval may fall to 90 %, as Wilson's does.

    References
    ----------
    Wilson (1927), JASA 22; Franco, Little, Louis and Slud (2019), Journal of Survey Statistics and Methodology 7, for score
    intervals with an effective sample size; Bhatia and Davis (2000), American Mathematical Monthly 107.
    """
    share = np.clip(np.asarray(mean, dtype=float), 0.0, 1.0)
    blocks = np.asarray(n, dtype=float)
    spread = np.where(blocks > 1, np.nan_to_num(np.asarray(variance, dtype=float)), 0.0)
    largest = share * (1.0 - share)
    ratio = np.divide(spread, largest, out=np.ones_like(largest * spread), where=largest > 0)
    effect = ((blocks - 1) * ratio + PRIOR_BLOCKS) / (blocks - 1 + PRIOR_BLOCKS)
    tail = (1.0 - level) / comparisons
    stretch = stats.norm.isf(tail / 2) / stats.t.isf(tail / 2, blocks - 1 + PRIOR_BLOCKS)
    effective = blocks / effect * stretch**2
    low, high = proportion_confint(share * effective, effective, alpha=tail, method="wilson")
    return np.where(share <= 0.0, 0.0, np.clip(low, 0.0, 1.0)), np.where(share >= 1.0, 1.0, np.clip(high, 0.0, 1.0))


def mean_interval(
    mean: ArrayLike, variance: ArrayLike, n: ArrayLike, *, level: float, comparisons: int = 1
) -> tuple[Floats, Floats]:
    """Student's t interval for the expected value of block values.

    Parameters as in `share_interval`. A single block gives not-a-number. Not for shares near 0 or 1, nor for values with rare,
    very large deviations: use `share_interval` for the former and many blocks for the latter.

    References
    ----------
    Student (1908), Biometrika 6.
    """
    middle, spread, blocks = (np.asarray(a, dtype=float) for a in (mean, variance, n))
    tail = (1.0 - level) / comparisons
    safe = np.maximum(blocks, 2.0)
    half = stats.t.isf(tail / 2, safe - 1) * np.sqrt(np.maximum(spread, 0.0) / safe)
    half = np.where(blocks > 1, half, np.nan)
    return middle - half, middle + half


def paired_share_interval(
    mean: ArrayLike, variance: ArrayLike, n: ArrayLike, *, level: float, comparisons: int = 1
) -> tuple[Floats, Floats]:
    """Interval for the expected difference of two shares, from paired block differences between -1 and 1.

    `share_interval` of ``(difference + 1) / 2``. Differences vary far less than the +1 or -1 that the design
    effect is drawn to, so that an interval over many blocks is nearly that of Student's t; where only a few
    blocks differ at all, or none, it stays as wide as such events can hide.

    Parameters as in `share_interval`, of the block differences.
    """
    middle, spread = np.asarray(mean, dtype=float), np.asarray(variance, dtype=float)
    low, high = share_interval((1.0 + middle) / 2.0, spread / 4.0, n, level=level, comparisons=comparisons)
    return 2.0 * low - 1.0, 2.0 * high - 1.0


def paired_mean_interval(
    mean: ArrayLike, variance: ArrayLike, unpaired: ArrayLike, n: ArrayLike, *, level: float, comparisons: int = 1
) -> tuple[Floats, Floats]:
    """Student's t interval for the expected value of paired block differences.

    The variance of the differences is drawn towards that of unpaired blocks with the weight of `PRIOR_BLOCKS`
    blocks: where two games part at all they end as far apart as unrelated ones, so that a few blocks that
    differ, or none, must not give an interval of hardly any width.

    Parameters as in `mean_interval`, of the block differences; `unpaired` is the sum of the variances of the block values of both
    sides.

    Notes
    -----
    Where a true change shows in fewer than about ten blocks, all in one direction, an interval among many (Bonferroni over 80)
    may miss it ten times as often as its adjusted level says; a false alarm is no more likely than it should be.
    """
    spread, apart, blocks = (np.asarray(a, dtype=float) for a in (variance, unpaired, n))
    drawn = ((blocks - 1) * spread + PRIOR_BLOCKS * apart) / (blocks - 1 + PRIOR_BLOCKS)
    return mean_interval(mean, drawn, n, level=level, comparisons=comparisons)


def unpaired_interval(first: Floats, second: Floats, *, level: float, comparisons: int = 1) -> tuple[Floats, Floats]:
    """Welch's t interval for the expected value of `first` minus that of `second`, column by column.

    Rows are independent blocks of two separate samples. Fewer than two rows on a side give not-a-number.

    References
    ----------
    Welch (1947), Biometrika 34.
    """
    sizes = np.array([len(first), len(second)], dtype=float)
    if sizes.min() < 2:
        nothing = np.full(first.shape[1], np.nan)
        return nothing, nothing
    errors = np.stack([first.var(axis=0, ddof=1), second.var(axis=0, ddof=1)]) / sizes[:, None]
    squared = errors.sum(axis=0)
    parts = (errors**2 / (sizes[:, None] - 1)).sum(axis=0)
    freedom = np.divide(squared**2, parts, out=np.full_like(squared, sizes.min() - 1), where=parts > 0)
    half = stats.t.isf((1.0 - level) / comparisons / 2, freedom) * np.sqrt(squared)
    difference = first.mean(axis=0) - second.mean(axis=0)
    return difference - half, difference + half


def multinomial_interval(counts: Sequence[int], *, level: float) -> tuple[Floats, Floats]:
    """Simultaneous intervals for the shares of a multinomial count.

    Goodman's intervals, as computed by statsmodels. Only where every block is one game with one winner;
    otherwise use `share_interval`. Conservative with two categories, whose shares mirror each other.

    References
    ----------
    Goodman (1965), Technometrics 7.
    """
    ends = multinomial_proportions_confint(np.asarray(counts), alpha=1.0 - level, method="goodman")
    return np.asarray(ends[:, 0]), np.asarray(ends[:, 1])


def share_estimates(
    names: Sequence[str], moments: pl.DataFrame, *, level: float, simultaneous: bool = True
) -> tuple[Estimate, ...]:
    """Turn rows with columns mean, variance and n into estimates with `share_interval`, in the same order."""
    method = "Wilson with design effect over blocks"
    return _of_moments(share_interval, method, names, moments, level, len(names) if simultaneous else 1)


def mean_estimates(
    names: Sequence[str], moments: pl.DataFrame, *, level: float, simultaneous: bool = False
) -> tuple[Estimate, ...]:
    """Turn rows with columns mean, variance and n into estimates with `mean_interval`, in the same order."""
    return _of_moments(mean_interval, "t over blocks", names, moments, level, len(names) if simultaneous else 1)


def _of_moments(
    interval: Callable[..., tuple[Floats, Floats]],
    method: str,
    names: Sequence[str],
    moments: pl.DataFrame,
    level: float,
    comparisons: int,
) -> tuple[Estimate, ...]:
    mean, variance, n = (moments[c].to_numpy() for c in ("mean", "variance", "n"))
    ends = interval(mean, variance, n, level=level, comparisons=max(comparisons, 1))
    return estimates(names, mean, ends, n, level, adjusted(method, comparisons))


def estimates(
    names: Sequence[str], values: Floats, ends: tuple[Floats, Floats], n: NDArray[np.int64] | int, level: float, method: str
) -> tuple[Estimate, ...]:
    """Put values and the ends of their intervals together as estimates; `n` is the number of blocks of each, or of all."""
    return tuple(
        Estimate(name, float(value), float(low), float(high), level, int(blocks), method)
        for name, value, low, high, blocks in zip(names, values, *ends, np.broadcast_to(n, len(names)), strict=True)
    )


def adjusted(method: str, comparisons: int) -> str:
    """Add the number of intervals to the name of a method that was adjusted for several of them."""
    return f"{method}, Bonferroni over {comparisons}" if comparisons > 1 else method


def chi_square_equality(counts: Sequence[int]) -> EqualityTest:
    """Pearson's chi-square test that all categories of a multinomial count are equally likely.

    For one game a block and one winner a game only; otherwise use `wald_equality`.

    References
    ----------
    Pearson (1900), Philosophical Magazine 50.
    """
    result = stats.chisquare(np.asarray(counts))
    return EqualityTest(float(result.statistic), float(result.pvalue), f"chi-square test, {len(counts) - 1} df")


def wald_equality(blocks: Floats) -> EqualityTest:
    """Wald test that the expected block values of all columns are equal, for columns that add to a constant.

    Hotelling's T-squared of the columns' differences from their common mean, referred to F with the rank of
    their covariance matrix as the first degrees of freedom. Columns that are equal on average give a p-value
    of 1. A difference that no block departs from (a position that never wins, while the others vary) has no
    error to be measured by and gives a p-value of 0. With fewer than `CERTAIN_FROM` blocks such agreement may
    be chance: the p-value is then not-a-number, as it is with too few blocks for the number of columns.
    `blocks` has one row a block, one column a category.

    References
    ----------
    Hotelling (1931), Annals of Mathematical Statistics 2.
    """
    n, columns = blocks.shape
    away = blocks.mean(axis=0) - blocks.mean()
    away = np.where(np.abs(away) < 1e-12, 0.0, away)
    method = f"Wald test over blocks, {columns - 1} df"
    if not away.any():
        return EqualityTest(0.0, 1.0, method)
    unknown = EqualityTest(float("nan"), float("nan"), method)
    if n < 2:
        return unknown
    variances, directions = np.linalg.eigh(np.atleast_2d(np.cov(blocks, rowvar=False)) / n)
    varies = variances > ROUNDING * variances.max()
    rank, directions = int(varies.sum()), directions[:, varies]
    along = directions.T @ away
    without_error = away - directions @ along
    if np.abs(without_error).max() > SAME_SHARE:
        return unknown if n < CERTAIN_FROM else EqualityTest(float("inf"), 0.0, method)
    if n <= rank:
        return unknown
    squared = float((along**2 / variances[varies]).sum())
    p_value = float(stats.f.sf(squared * (n - rank) / (rank * (n - 1)), rank, n - rank))
    return EqualityTest(squared, p_value, method)
