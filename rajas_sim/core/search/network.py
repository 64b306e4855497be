"""A small network that says what to add to the worth of an option, and how it is fitted.

It has one hidden layer. What goes in are the features of the position, the kind of the option, its worth, and how far that lies
behind the best worth of the decision. Its numbers are one array: a row of `HIDDEN` numbers for each of `rows_of`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rajas_sim.core.engine.chance import below, draw
from rajas_sim.core.engine.kernel import Array, Arrays, kernel

#: Units of the hidden layer.
HIDDEN = 32
#: The kind of an option that has no kind of its own.
NO_KIND = -1
# Rows after those of features and kinds: what worth and distance from the best one add to each unit, and what each unit adds.
LAST_ROWS = ("worth", "behind the best", "adds")
# Worths outside this range are of options that are never or always taken.
LEAST_WORTH, MOST_WORTH = -20.0, 60.0
WORTH_SCALE, BEHIND_SCALE = 0.1, 0.2

# How it is fitted: Adam (Kingma, Ba 2015), with steps that shrink evenly to nothing.
DECISIONS_A_STEP = 128
FIRST_STEP = 0.005
KEPT_SLOPE, KEPT_SQUARE, TINY = 0.9, 0.999, 1e-8
BEGIN_STREAM, ORDER_STREAM = 0x1E59, 0x1E5A


class Examples(NamedTuple):
    """Decisions to fit a network to; the options of a decision lie side by side.

    Attributes
    ----------
    features
        Shape (decisions, features).
    firsts
        Shape (decisions + 1,): the first option of each decision, and how many options there are.
    kinds, worths
        Shape (options,).
    targets
        Shape (options,): what the network should say, less its mean over the options of the decision.
    """

    features: NDArray[np.float64]
    firsts: NDArray[np.int64]
    kinds: NDArray[np.int16]
    worths: NDArray[np.float64]
    targets: NDArray[np.float64]


def rows_of(features: tuple[str, ...], kinds: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names of the rows of a network: features, other options, kinds of options, and the last ones."""
    return (*features, "other options", *(f"option {kind}" for kind in kinds), *LAST_ROWS)


@kernel
def clipped(worth: float) -> float:
    """Return a worth as the network sees it."""
    return min(max(worth, LEAST_WORTH), MOST_WORTH)


@kernel
def best_worth(worths: Array, n: int) -> float:
    """Return the best of the first n worths, as the network sees it."""
    best = LEAST_WORTH
    for i in range(n):
        best = max(best, clipped(worths[i]))
    return best


@kernel
def look_at(numbers: Array, x: Array, ground: Array) -> None:
    """Write into `ground` (HIDDEN,) what the features of a position bring to each unit."""
    for j in range(HIDDEN):
        ground[j] = 0.0
    for i in range(len(x)):
        for j in range(HIDDEN):
            ground[j] += numbers[i * HIDDEN + j] * x[i]


@kernel
def correction(numbers: Array, n_features: int, ground: Array, kind: int, worth: float, best: float, units: Array) -> float:
    """Return what to add to the worth of an option; `units` (HIDDEN,) are left as it lights them."""
    of_kind = (n_features + 1 + kind) * HIDDEN
    adds = len(numbers) - HIDDEN
    of_behind, of_worth = adds - HIDDEN, adds - 2 * HIDDEN
    worth, behind = clipped(worth) * WORTH_SCALE, (clipped(worth) - best) * BEHIND_SCALE
    total = 0.0
    for j in range(HIDDEN):
        units[j] = max(0.0, ground[j] + numbers[of_kind + j] + numbers[of_worth + j] * worth + numbers[of_behind + j] * behind)
        total += numbers[adds + j] * units[j]
    return total


@kernel
def begin(numbers: Array, n_features: int, seed: int) -> None:
    """Fill a network with small numbers drawn from a seed; kinds of options begin alike, at 0."""
    adds = len(numbers) - HIDDEN
    of_worth = adds - 2 * HIDDEN
    for i in range(len(numbers)):
        spread = 0.0
        if i < n_features * HIDDEN:
            spread = np.sqrt(3.0 / n_features)
        elif i >= adds:
            spread = 0.5 / np.sqrt(float(HIDDEN))
        elif i >= of_worth:
            spread = 1.0
        numbers[i] = spread * (draw(seed, BEGIN_STREAM, i) / float(1 << 31) - 1.0)


@kernel
def add_slopes(numbers: Array, examples: Arrays, nth: int, ground: Array, units: Array, said: Array, slopes: Array) -> None:
    """Add to `slopes` how the squared errors of the nth decision change with each number."""
    x = examples.features[nth]
    n_features, adds = len(x), len(numbers) - HIDDEN
    of_behind, of_worth = adds - HIDDEN, adds - 2 * HIDDEN
    first, n = examples.firsts[nth], examples.firsts[nth + 1] - examples.firsts[nth]
    best = best_worth(examples.worths[first:], n)
    look_at(numbers, x, ground)
    mean = 0.0
    for i in range(n):
        said[i] = correction(numbers, n_features, ground, examples.kinds[first + i], examples.worths[first + i], best, units[i])
        mean += said[i] / n
    of_ground = ground  # no longer needed: the slopes of what the position brings to each unit
    for j in range(HIDDEN):
        of_ground[j] = 0.0
    for i in range(n):
        error = 2.0 * (said[i] - mean - examples.targets[first + i])
        of_kind = (n_features + 1 + examples.kinds[first + i]) * HIDDEN
        worth = clipped(examples.worths[first + i])
        for j in range(HIDDEN):
            slopes[adds + j] += error * units[i, j]
            if units[i, j] > 0.0:
                slope = error * numbers[adds + j]
                of_ground[j] += slope
                slopes[of_kind + j] += slope
                slopes[of_worth + j] += slope * worth * WORTH_SCALE
                slopes[of_behind + j] += slope * (worth - best) * BEHIND_SCALE
    for i in range(n_features):
        for j in range(HIDDEN):
            slopes[i * HIDDEN + j] += of_ground[j] * x[i]


@kernel
def fit(numbers: Array, examples: Arrays, seed: int, passes: int) -> None:
    """Fit a network to what it should say, in so many passes over all decisions, in an order drawn from a seed.

    What is made small is the mean square of ``said - mean of said over the decision - target``.
    """
    n = len(examples.features)
    order = np.arange(n)
    most = 0
    for d in range(n):
        most = max(most, examples.firsts[d + 1] - examples.firsts[d])
    ground, units, said = np.zeros(HIDDEN), np.zeros((most, HIDDEN)), np.zeros(most)
    slopes, kept_slopes, kept_squares = np.zeros(len(numbers)), np.zeros(len(numbers)), np.zeros(len(numbers))
    a_pass = max(1, n // DECISIONS_A_STEP)
    n_steps = a_pass * passes
    for step in range(n_steps):
        if step % a_pass == 0:
            for i in range(n - 1, 0, -1):
                j = below(draw(seed, ORDER_STREAM + step, i), i + 1)
                order[i], order[j] = order[j], order[i]
        begin_at = step % a_pass * DECISIONS_A_STEP
        end_at = min(begin_at + DECISIONS_A_STEP, n)
        slopes[:] = 0.0
        n_options = 0
        for place in range(begin_at, end_at):
            d = order[place]
            add_slopes(numbers, examples, d, ground, units, said, slopes)
            n_options += examples.firsts[d + 1] - examples.firsts[d]
        size = FIRST_STEP * (1.0 - step / n_steps)
        unbiased_slope, unbiased_square = 1.0 - KEPT_SLOPE ** (step + 1), 1.0 - KEPT_SQUARE ** (step + 1)
        for i in range(len(numbers)):
            slope = slopes[i] / n_options
            kept_slopes[i] = KEPT_SLOPE * kept_slopes[i] + (1.0 - KEPT_SLOPE) * slope
            kept_squares[i] = KEPT_SQUARE * kept_squares[i] + (1.0 - KEPT_SQUARE) * slope * slope
            numbers[i] -= size * kept_slopes[i] / unbiased_slope / (np.sqrt(kept_squares[i] / unbiased_square) + TINY)
