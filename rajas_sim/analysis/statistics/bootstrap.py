"""Intervals by weighting units at random: smooth weights, and percentiles that hold for several numbers together."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rajas_sim.analysis.statistics.intervals import Floats


def smooth_weights(rng: np.random.Generator, strata: NDArray[np.int64], draws: int) -> Floats:
    """Draw weights of units; within each stratum their mean is 1.

    Gamma variables divided by their mean, as Rubin has them, of the shape with which the variance of a weighted mean is the usual
    one (divisor n - 1). No unit ever has the weight 0, so a unit that matters alone counts in every draw; drawing units with
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
        One row a draw, one column a unit.

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


def simultaneous_percentiles(draws: Floats, level: float) -> tuple[Floats, Floats]:
    """Find intervals that hold a share `level` of the draws in all columns at once, with tails alike in all columns.

    A column that follows from others, as one of two that mirror each other, makes the intervals no wider.

    Parameters
    ----------
    draws
        One row a draw, one column a number.
    level
        Confidence level of all intervals together.

    Returns
    -------
    low, high
        One number a column.

    References
    ----------
    Beran (1988), Journal of the American Statistical Association 83.
    """
    n = len(draws)
    ranks = draws.argsort(axis=0, kind="stable").argsort(axis=0, kind="stable")
    least_rank_from_end = np.sort(np.minimum(ranks, n - 1 - ranks).min(axis=1))
    n_left_out = least_rank_from_end[int((1.0 - level) * n)]
    sorted_draws = np.sort(draws, axis=0)
    return sorted_draws[n_left_out], sorted_draws[n - 1 - n_left_out]
