"""Intervals that hold for all numbers of blocks at once, however often and whenever one looks (confidence sequences).

A run that ends when its games say so, that was judged and then extended, or that was judged again under another tolerance, needs
them: the chance that one of its intervals, at any look, leaves out the truth is at most one minus the level.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike
from scipy import special

from rajas_sim.analysis.statistics.intervals import Floats, ShareMethod, interval_of_moments
from rajas_sim.study.design import FEWEST_BLOCKS

BEST_AT = 3_000
"""Number of blocks at which the asymptotic sequence is as narrow as it can be; at others it is little wider."""
FEWEST_EVENTS = 50
"""With fewer wins, or fewer games that were not won (counted in blocks), the normal distribution is too far off."""
BLOCKS_FOR_SKEWNESS = 25.0
"""So many blocks for each unit of squared skewness; without, 100 looks at a mean of rare events miss it in up to 37 % of runs."""
_GROWTH, _POWER, _FIRST_SQUARES = 2.0, 1.4, 50.0
"""Of the stitched boundary: the ratio of its epochs, how their errors shrink, and the sum of squares at which they begin."""


def sequence_interval(  # noqa: PLR0913 - what the estimator takes
    mean: ArrayLike,
    variance: ArrayLike,
    forecast: ArrayLike,
    n: ArrayLike,
    *,
    level: float,
    comparisons: int = 1,
    is_one_sided: bool = False,
) -> tuple[Floats, Floats]:
    """Asymptotic confidence sequence for the expected value of block values between 0 and 1.

    The mixture of Robbins over the normal distribution that many blocks lead to. Where blocks or events are few
    (`FEWEST_BLOCKS`, `FEWEST_EVENTS`) the exact sequence stands in.

    Parameters
    ----------
    mean, variance
        Mean and variance of the block values, within cyclic orders where these take turns.
    forecast
        Mean squared error of forecasting each block by those before it.
    n
        Number of blocks.
    level
        Confidence level, of all `comparisons` intervals and all looks together (Bonferroni over the comparisons).
    is_one_sided
        Whether each end by itself is to hold at this level.

    References
    ----------
    Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas (2024), Annals of Statistics 52; Robbins (1970), Annals of Mathematical
    Statistics 41.
    """
    middle, blocks = (np.asarray(a, dtype=float) for a in (mean, n))
    half_width = _half_width(variance, n, level, comparisons, is_one_sided)
    low, high = exact_sequence_interval(middle, forecast, n, level=level, comparisons=comparisons, is_one_sided=is_one_sided)
    is_enough = (blocks >= FEWEST_BLOCKS) & (blocks * np.minimum(middle, 1.0 - middle) >= FEWEST_EVENTS)
    return np.where(is_enough, np.maximum(middle - half_width, 0.0), low), np.where(
        is_enough, np.minimum(middle + half_width, 1.0), high
    )


def mean_sequence_interval(  # noqa: PLR0913 - what the estimator takes
    mean: ArrayLike,
    variance: ArrayLike,
    skewness: ArrayLike,
    n: ArrayLike,
    *,
    level: float,
    comparisons: int = 1,
    is_one_sided: bool = False,
) -> tuple[Floats, Floats]:
    """Asymptotic confidence sequence for the expected value of block values of any size.

    It begins with `FEWEST_BLOCKS` blocks, or where values are skewed with `BLOCKS_FOR_SKEWNESS` times their squared skewness.
    Before that, and where no value differs from another, it has no ends. Further parameters as in `sequence_interval`.

    References
    ----------
    Cochran (1977), Sampling Techniques, section 2.15.
    """
    middle, skew, blocks = (np.asarray(a, dtype=float) for a in (mean, skewness, n))
    is_enough = (blocks >= FEWEST_BLOCKS) & (blocks >= BLOCKS_FOR_SKEWNESS * skew**2)
    half_width = np.where(is_enough, _half_width(variance, n, level, comparisons, is_one_sided), np.inf)
    return middle - half_width, middle + half_width


def _half_width(variance: ArrayLike, n: ArrayLike, level: float, comparisons: int, is_one_sided: bool) -> Floats:
    """Half the width of the asymptotic confidence sequence."""
    spread, blocks = (np.asarray(a, dtype=float) for a in (variance, n))
    tail = (1.0 - level) / comparisons
    scale = (-2.0 * np.log(tail) + np.log(-2.0 * np.log(tail) + 1.0)) / BEST_AT
    growth = blocks * scale + 1.0
    odds = 1.0 + np.sqrt(growth) / (2.0 * tail) if is_one_sided else np.sqrt(growth) / tail
    half_width: Floats = np.sqrt(np.nan_to_num(spread) * 2.0 * growth / (blocks**2 * scale) * np.log(odds))
    return half_width


def exact_sequence_interval(  # noqa: PLR0913 - what the estimator takes
    mean: ArrayLike, forecast: ArrayLike, n: ArrayLike, *, level: float, comparisons: int = 1, is_one_sided: bool = False
) -> tuple[Floats, Floats]:
    """Empirical Bernstein confidence sequence for the expected value of block values between 0 and 1: exact at every n.

    Parameters as in `sequence_interval`. The boundary is the polynomially stitched one.

    References
    ----------
    Howard, Ramdas, McAuliffe and Sekhon (2021), Annals of Statistics 49, theorems 1 and 4.
    """
    middle, error, blocks = (np.asarray(a, dtype=float) for a in (mean, forecast, n))
    tail = (1.0 - level) / comparisons / (1 if is_one_sided else 2)
    squares = np.maximum(blocks * error, _FIRST_SQUARES)
    log_odds = np.log(special.zeta(_POWER) / (tail * np.log(_GROWTH) ** _POWER))
    epochs = _POWER * np.log(np.log(_GROWTH * squares / _FIRST_SQUARES)) + log_odds
    slope, shift = (_GROWTH**0.25 + _GROWTH**-0.25) / np.sqrt(2.0), (np.sqrt(_GROWTH) + 1.0) / 2.0 * epochs
    half_width = (np.sqrt(slope**2 * squares * epochs + shift**2) + shift) / blocks
    return np.maximum(middle - half_width, 0.0), np.minimum(middle + half_width, 1.0)


def _method(name: str, sequence: Callable[..., tuple[Floats, Floats]], *columns: str) -> ShareMethod:
    intervals = (interval_of_moments(sequence, *columns, is_one_sided=is_one_sided) for is_one_sided in (False, True))
    return ShareMethod(f"{name} confidence sequence over blocks", *intervals)


EVERY_LOOK = _method("asymptotic", sequence_interval, "mean", "variance", "forecast", "n")
"""However often one looks, from some hundreds of blocks on."""
EVERY_LOOK_EXACTLY = _method("empirical Bernstein", exact_sequence_interval, "mean", "forecast", "n")
"""However often one looks, at every number of blocks."""
EVERY_LOOK_AT_MEANS = _method("asymptotic", mean_sequence_interval, "mean", "variance", "skewness", "n")
"""The same for means that are no shares."""
