"""The softmax of a linear score: probabilities of several alternatives, fitted to who won."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.special import softmax

from rajas_sim.analysis.statistics.intervals import Floats

MOST_STEPS = 50
"""Newton's method needs about seven steps; more than this many means that something is not a number."""
CLOSE_ENOUGH = 1e-9
"""The fit ends when a step would lower the loss by less than this for each position."""

#: Features (n, k, d) and win shares (n, k) of n choices among k, in parts small enough for the caches of a processor.
Parts = Sequence[tuple[Floats, Floats]]


def fit_softmax(parts: Parts, n_features: int, ridge: float) -> Floats:
    """Find the coefficients under which the softmax of ``features @ coefficients`` makes the observed win shares most likely.

    This is the conditional logit model of choices; a shared win counts with its shares. Half of `ridge` times the sum of the
    squared coefficients is added to the loss. So there is a solution even if features depend on each other, or if one feature
    separates the samples without an error. Newton's method with halved steps; the loss is convex, so there is one minimum.

    Parameters
    ----------
    parts
        Features and win shares. What is the same for all k alternatives of a choice cancels out.
    n_features
        Number of features.
    ridge
        Weight of the penalty, above 0; features should have a spread of about 1.

    Returns
    -------
    array
        One coefficient per feature.

    Notes
    -----
    The choices may depend on each other, as the rounds of a game do. The coefficients are still consistent, but their usual
    standard errors would be too small, and are not computed.

    References
    ----------
    McFadden (1974), Conditional logit analysis of qualitative choice behavior, in Frontiers in Econometrics.
    """
    coefficients = np.zeros(n_features)
    loss, slope, curvature, n = _loss(parts, coefficients, ridge)
    for _ in range(MOST_STEPS):
        step = np.linalg.solve(curvature, slope)
        gain = float(slope @ step) / 2.0
        if gain <= CLOSE_ENOUGH * n:
            return coefficients
        step_size = 1.0
        while True:
            candidate = coefficients - step_size * step
            loss_of_candidate = _loss(parts, candidate, ridge)
            if loss_of_candidate[0] <= loss or step_size < CLOSE_ENOUGH:
                break
            step_size /= 2.0
        coefficients = candidate
        loss, slope, curvature, n = loss_of_candidate
    raise AssertionError(f"the fit of a softmax did not end within {MOST_STEPS} steps")


def error_root(parts: Parts, blocks: Iterable[NDArray[np.integer]], coefficients: Floats, ridge: float) -> Floats:
    """Return the symmetric square root of the covariance of fitted coefficients over blocks, to draw other coefficients with.

    This is the sandwich estimate from the curvature and the slopes of the loss by block; choices may depend on each other within
    a block only.

    Parameters
    ----------
    parts
        As in `fit_softmax`.
    blocks
        For each part, the block of each choice, ascending.

    References
    ----------
    White (1982), Econometrica 50.
    """
    _, _, curvature, _ = _loss(parts, coefficients, ridge)
    slope_by_block: dict[int, Floats] = {}
    for (features, shares), blocks_of_choices in zip(parts, blocks, strict=True):
        errors = softmax(features @ coefficients, axis=-1) - shares
        slope_of_choice = _weighted_sums(errors, features)
        block_numbers, starts = np.unique(blocks_of_choices, return_index=True)
        for block_number, slope in zip(block_numbers.tolist(), np.add.reduceat(slope_of_choice, starts, axis=0), strict=True):
            slope_by_block[block_number] = slope_by_block.get(block_number, 0.0) + slope
    all_slopes = np.array([*slope_by_block.values()])
    influences = np.linalg.solve(curvature, all_slopes.T)
    # Only the symmetric root is unique. The signs of eigenvectors depend on the last digits, and so would everything drawn with
    # them.
    variances, vectors = np.linalg.eigh(influences @ influences.T)
    root: Floats = (vectors * np.sqrt(variances.clip(0.0))) @ vectors.T
    return root


def _weighted_sums(weights: Floats, features: Floats) -> Floats:
    """Return the weighted sum over the k alternatives of each choice, shape (n, d)."""
    sums: Floats = np.matmul(weights[:, None, :], features)[:, 0]
    return sums


def _loss(parts: Parts, coefficients: Floats, ridge: float) -> tuple[float, Floats, Floats, int]:
    """Return the loss, its slope and curvature, and the number of choices."""
    n_features = len(coefficients)
    loss, n = ridge / 2.0 * float(coefficients @ coefficients), 0
    slope, curvature = ridge * coefficients, ridge * np.eye(n_features)
    for features, shares in parts:
        chances = softmax(features @ coefficients, axis=-1)
        loss -= float((shares * np.log(chances.clip(1e-300))).sum())
        feature_rows, means = features.reshape(-1, n_features), _weighted_sums(chances, features)
        weighted_rows = np.sqrt(chances).reshape(-1, 1) * feature_rows
        slope = slope + (chances - shares).reshape(-1) @ feature_rows
        curvature = curvature + weighted_rows.T @ weighted_rows - means.T @ means
        n += len(features)
    return loss, slope, curvature, n
