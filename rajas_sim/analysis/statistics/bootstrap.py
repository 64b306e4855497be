"""A bootstrap with smooth random weights, and intervals of its draws that hold for several numbers together."""

from __future__ import annotations

import numpy as np
import scipy
from numpy.typing import NDArray

from rajas_sim.analysis.statistics.intervals import Floats

NORMAL_975, TINY = 1.96, 1e-12
"""The normal quantile of 97.5 %, and the least half width."""


def smooth_weights(rng: np.random.Generator, strata: NDArray[np.int64], draws: int) -> Floats:
    """Draw weights of units; within each stratum their mean is 1.

    Weights are gamma variables divided by their mean, as Rubin has them, with the shape that gives a weighted mean the usual
    variance (divisor n - 1). No weight is ever 0, so a unit that matters alone counts in every draw; drawing units with
    replacement would lose it in one draw of three.

    Parameters
    ----------
    strata
        Number of the stratum of each unit, from 0; each has at least three.
    draws
        How many sets of weights.

    Returns
    -------
    array
        One row per draw, one column per unit.

    References
    ----------
    Rubin (1981), Annals of Statistics 9; Newton and Raftery (1994), Journal of the Royal Statistical Society B 56.
    """
    weights = np.empty((draws, len(strata)))
    for stratum in np.unique(strata):
        is_in = strata == stratum
        n = int(is_in.sum())
        gamma_variables = rng.standard_gamma((n - 2) / n, (draws, n))
        weights[:, is_in] = gamma_variables / gamma_variables.mean(axis=1, keepdims=True)
    return weights


def simultaneous_intervals(draws: Floats, level: float, units: int) -> tuple[Floats, Floats]:
    """Find intervals that hold a share `level` of the draws in all columns at once, and are wider where units are few.

    In each column, a draw's distance from the median is measured in the distance from the median to the percentile of 2.5 or 97.5
    % on the same side. The farthest column of each draw counts. So a thousand draws are enough for hundreds of columns;
    percentiles of the columns themselves would be those of the smallest and largest draws. The quantile of Student's t replaces
    the normal one, since the draws know the variance from `units` units only. A column that follows from others, such as one of
    two that mirror each other, makes the intervals no wider.

    Parameters
    ----------
    draws
        One row per draw, one column per number.
    level
        Confidence level of all intervals together.
    units
        How many units were weighted.

    Returns
    -------
    low, high
        One number per column.

    References
    ----------
    Beran (1988), Journal of the American Statistical Association 83.
    """
    low, median, high = np.quantile(draws, (0.025, 0.5, 0.975), axis=0)
    scale_below, scale_above = np.maximum(median - low, TINY) / NORMAL_975, np.maximum(high - median, TINY) / NORMAL_975
    deviations = draws - median
    farthest = np.maximum(deviations / scale_above, -deviations / scale_below).max(axis=1)
    normal_quantile = float(np.quantile(farthest, level))
    quantile = float(scipy.stats.t.isf(scipy.stats.norm.sf(normal_quantile), units - 1))
    return median - quantile * scale_below, median + quantile * scale_above
