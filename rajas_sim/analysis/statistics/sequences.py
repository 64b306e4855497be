"""Intervals that hold for all numbers of blocks at once, however often and whenever one looks (confidence sequences).

A run needs them if it ends when its games say so, if it was judged and then extended, or if it was judged again under another
tolerance. The chance that any of its intervals, at any look, misses the truth is at most one minus the level.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike

from rajas_sim.analysis.statistics.intervals import Floats, ShareMethod, interval_of_moments
from rajas_sim.study.design import FEWEST_BLOCKS

BEST_AT = 3_000
"""Number of blocks at which the asymptotic sequence is as narrow as it can be; at others it is little wider."""
BLOCKS_FOR_SKEWNESS = 25.0
"""Blocks needed for each unit of squared skewness; otherwise 100 looks at a mean of rare events miss it in up to 37 % of runs."""
BETS = np.geomspace(0.001, 0.8, 24)
"""Parts of the capital that are bet on a share being larger: small bets win over many blocks, large ones over few."""
_NORMAL = np.exp(-0.5 * np.log(BETS / 0.025) ** 2)
STAKES = _NORMAL / _NORMAL.sum()
"""How the capital is split over the bets: for the narrowest interval at some thousand blocks, and a good one at any number."""
_HALVINGS = 45
"""How often the range in which an end lies is halved: to the last digits of a share."""


def share_sequence_interval(  # noqa: PLR0913 - what the estimator takes
    mean: ArrayLike, spread: ArrayLike, n: ArrayLike, *, level: float, comparisons: int = 1, is_one_sided: bool = False
) -> tuple[Floats, Floats]:
    """Return a confidence sequence for the expected value of block values between 0 and 1: exact at every number of blocks.

    A player bets that the values of block after block are larger than a share, in fair bets. If the share is the expected value,
    the capital ever exceeds ``1 / tail`` with a chance of at most `tail` (Ville). So the lower end is the largest share against
    which the capital did. The upper end is found in the same way from the complements. The capital is split over bets of several
    sizes (`BETS`).

    Only the mean and the spread of the values are needed. Among all values from 0 to 1 with this mean and spread, the worst for
    the player take only two values, one of them 0, since the third derivative of a logarithm is positive (Karlin and Studden). If
    each block is 0 or 1 nothing is lost; otherwise the interval is 1 to 4 % wider than it could be.

    Parameters
    ----------
    mean
        Mean of the block values.
    spread
        Mean squared deviation of the block values from their mean (divisor n).
    n
        Number of blocks.
    level
        Confidence level, of all `comparisons` intervals and all looks together (Bonferroni over the comparisons).
    is_one_sided
        Whether each end has this level by itself.

    Notes
    -----
    Where cyclic orders take turns, different orders may have different expected values. Bets of one size win no more on these
    than on equal values (means of logarithms), so the interval holds whenever all orders have been played equally often.

    References
    ----------
    Waudby-Smith and Ramdas (2024), Journal of the Royal Statistical Society B 86 (diversified Kelly bets); Ville (1939), Étude
    critique de la notion de collectif; Karlin and Studden (1966), Tchebycheff Systems.
    """
    shares, spreads, blocks = np.broadcast_arrays(*(np.asarray(a, dtype=float) for a in (mean, spread, n)))
    tail = (1.0 - level) / comparisons / (1 if is_one_sided else 2)
    low = _largest_refuted(shares.ravel(), spreads.ravel(), blocks.ravel(), tail)
    high = 1.0 - _largest_refuted(1.0 - shares.ravel(), spreads.ravel(), blocks.ravel(), tail)
    return low.reshape(shares.shape), high.reshape(shares.shape)


def _largest_refuted(mean: Floats, spread: Floats, n: Floats, tail: float) -> Floats:
    """Return the largest share below each mean that the bets refute at this tail; 0 if there is none.

    Block values count as if they were 0 or one other value, with the same mean and spread.
    """
    is_above_zero = mean > 0.0
    part_of_zeros = np.divide(spread, spread + mean**2, out=np.ones_like(mean), where=is_above_zero)
    other_value = mean + np.divide(spread, mean, out=np.zeros_like(mean), where=is_above_zero)
    log_factor_of_zero = np.log1p(-BETS)[:, None]
    refuted, not_refuted = np.zeros_like(mean), mean.copy()
    for _ in range(_HALVINGS):
        share = (refuted + not_refuted) / 2.0
        odds = np.divide(other_value, share, out=np.ones_like(mean), where=is_above_zero)
        log_capital = n * (part_of_zeros * log_factor_of_zero + (1.0 - part_of_zeros) * np.log1p(BETS[:, None] * (odds - 1.0)))
        with np.errstate(over="ignore"):
            is_refuted = STAKES @ np.exp(log_capital) >= 1.0 / tail
        refuted, not_refuted = np.where(is_refuted, share, refuted), np.where(is_refuted, not_refuted, share)
    return refuted


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
    """Return an asymptotic confidence sequence for the expected value of block values of any size.

    It begins at `FEWEST_BLOCKS` blocks, or for skewed values at `BLOCKS_FOR_SKEWNESS` times their squared skewness if that is
    more. Before that, and where all values are equal, it has no ends. It is Robbins's mixture over the normal distribution that
    means of many blocks approach. Parameters as in `share_sequence_interval`; `variance` is that of the block values, within
    cyclic orders where these take turns.

    References
    ----------
    Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas (2024), Annals of Statistics 52; Robbins (1970), Annals of Mathematical
    Statistics 41; Cochran (1977), Sampling Techniques, section 2.15.
    """
    middle, skew, blocks = (np.asarray(a, dtype=float) for a in (mean, skewness, n))
    is_enough = (blocks >= FEWEST_BLOCKS) & (blocks >= BLOCKS_FOR_SKEWNESS * skew**2)
    half_width = np.where(is_enough, _half_width(variance, n, level, comparisons, is_one_sided), np.inf)
    return middle - half_width, middle + half_width


def _half_width(variance: ArrayLike, n: ArrayLike, level: float, comparisons: int, is_one_sided: bool) -> Floats:
    """Return half the width of `mean_sequence_interval`, as if it had begun."""
    spread, blocks = (np.asarray(a, dtype=float) for a in (variance, n))
    tail = (1.0 - level) / comparisons
    scale = (-2.0 * np.log(tail) + np.log(-2.0 * np.log(tail) + 1.0)) / BEST_AT
    growth = blocks * scale + 1.0
    odds = 1.0 + np.sqrt(growth) / (2.0 * tail) if is_one_sided else np.sqrt(growth) / tail
    half_width: Floats = np.sqrt(np.nan_to_num(spread) * 2.0 * growth / (blocks**2 * scale) * np.log(odds))
    return half_width


def _method(name: str, sequence: Callable[..., tuple[Floats, Floats]], *columns: str) -> ShareMethod:
    """Turn a function for confidence sequences into a method; the columns of the moments are its first arguments."""
    intervals = (interval_of_moments(sequence, *columns, is_one_sided=is_one_sided) for is_one_sided in (False, True))
    return ShareMethod(f"{name} confidence sequence over blocks", *intervals)


EVERY_LOOK = _method("betting", share_sequence_interval, "mean", "spread", "n")
"""For any number of looks, at any numbers of blocks."""
EVERY_LOOK_AT_MEANS = _method("asymptotic", mean_sequence_interval, "mean", "variance", "skewness", "n")
"""The same for means that are not shares, from some hundreds of blocks on."""
