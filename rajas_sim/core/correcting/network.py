"""A small network that says what to add to the worth of an option, and how it is fitted.

It has one hidden layer of rectified linear units (ReLU). What goes in are the features of the position, the kind of the option,
its worth, and how far that lies behind the best worth of the decision. Its numbers are one array: a row of `HIDDEN` weights for
each of `rows_of`. The features are summed up once a decision, for all options.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rajas_sim.core.engine.chance import below, draw
from rajas_sim.core.engine.kernel import Floats, kernel

#: Units of the hidden layer.
HIDDEN = 32
#: The kind of an option that has no kind of its own.
NO_KIND = -1
# Rows after those of features and kinds: the weights of worth, of the distance from the best one, and of the units in the answer.
LAST_ROWS = ("worth", "behind the best", "output")
# Worths outside this range are of options that are never or always taken.
LEAST_WORTH, MOST_WORTH = -20.0, 60.0
WORTH_SCALE, BEHIND_SCALE = 0.1, 0.2

# How it is fitted: Adam (Kingma, Ba 2015), with a learning rate that shrinks evenly to nothing; decisions of a batch.
BATCH = 128
LEARNING_RATE = 0.005
BETA_1, BETA_2, EPSILON = 0.9, 0.999, 1e-8
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

    features: Floats
    firsts: NDArray[np.int64]
    kinds: NDArray[np.int16]
    worths: Floats
    targets: Floats


def rows_of(features: tuple[str, ...], kinds: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names of the rows of a network: features, other options, kinds of options, and the last ones."""
    return (*features, "other options", *(f"option {kind}" for kind in kinds), *LAST_ROWS)


@kernel
def last_rows(numbers: Floats) -> tuple[int, int, int]:
    """Return where the `LAST_ROWS` of a network begin: the weights of worth, of the distance from the best, of the answer."""
    n = len(numbers)
    return n - 3 * HIDDEN, n - 2 * HIDDEN, n - HIDDEN


@kernel
def clipped(worth: float) -> float:
    """Return a worth as the network sees it."""
    return min(max(worth, LEAST_WORTH), MOST_WORTH)


@kernel
def best_worth(worths: Floats, n: int) -> float:
    """Return the best of the first n worths, as the network sees it."""
    best = LEAST_WORTH
    for i in range(n):
        best = max(best, clipped(worths[i]))
    return best


@kernel
def look_at(numbers: Floats, x: Floats, sums: Floats) -> None:
    """Write into `sums` (HIDDEN,) what the features of a position add up to in each unit."""
    for j in range(HIDDEN):
        sums[j] = 0.0
    for i in range(len(x)):
        for j in range(HIDDEN):
            sums[j] += numbers[i * HIDDEN + j] * x[i]


@kernel
def correction(  # noqa: PLR0913 - what the kernel computes with
    numbers: Floats, n_features: int, sums: Floats, kind: int, worth: float, best: float, activations: Floats
) -> float:
    """Return what to add to the worth of an option, and write the activations of the units (HIDDEN,).

    Parameters
    ----------
    sums
        Of the features of the position (`look_at`).
    best
        The best worth of the decision (`best_worth`).
    """
    of_kind = (n_features + 1 + kind) * HIDDEN
    of_worth, of_behind, output = last_rows(numbers)
    worth, behind = clipped(worth) * WORTH_SCALE, (clipped(worth) - best) * BEHIND_SCALE
    total = 0.0
    for j in range(HIDDEN):
        of_option = numbers[of_kind + j] + numbers[of_worth + j] * worth + numbers[of_behind + j] * behind
        activations[j] = max(0.0, sums[j] + of_option)
        total += numbers[output + j] * activations[j]
    return total


@kernel
def begin(numbers: Floats, n_features: int, seed: int) -> None:
    """Fill a network with small numbers drawn from a seed; kinds of options begin alike, at 0."""
    of_worth, _, output = last_rows(numbers)
    for i in range(len(numbers)):
        spread = 0.0
        if i < n_features * HIDDEN:
            spread = np.sqrt(3.0 / n_features)
        elif i >= output:
            spread = 0.5 / np.sqrt(float(HIDDEN))
        elif i >= of_worth:
            spread = 1.0
        numbers[i] = spread * (draw(seed, BEGIN_STREAM, i) / float(1 << 31) - 1.0)


@kernel
def add_gradient(  # noqa: PLR0913 - what the kernel computes with
    numbers: Floats, examples: Examples, nth: int, sums: Floats, activations: Floats, said: Floats, gradient: Floats
) -> None:
    """Add to `gradient` that of the squared errors of the nth decision.

    Parameters
    ----------
    sums, activations, said
        Scratch memory of shapes (HIDDEN,), (options, HIDDEN) and (options,).
    """
    x = examples.features[nth]
    n_features = len(x)
    of_worth, of_behind, output = last_rows(numbers)
    first, n = examples.firsts[nth], examples.firsts[nth + 1] - examples.firsts[nth]
    kinds, worths, targets = examples.kinds[first:], examples.worths[first:], examples.targets[first:]
    best = best_worth(worths, n)
    look_at(numbers, x, sums)
    mean = 0.0
    for i in range(n):
        said[i] = correction(numbers, n_features, sums, kinds[i], worths[i], best, activations[i])
        mean += said[i] / n
    of_sums = sums  # which are no longer needed
    for j in range(HIDDEN):
        of_sums[j] = 0.0
    for i in range(n):
        error = 2.0 * (said[i] - mean - targets[i])
        of_kind = (n_features + 1 + kinds[i]) * HIDDEN
        worth = clipped(worths[i])
        for j in range(HIDDEN):
            gradient[output + j] += error * activations[i, j]
            if activations[i, j] > 0.0:
                slope = error * numbers[output + j]
                of_sums[j] += slope
                gradient[of_kind + j] += slope
                gradient[of_worth + j] += slope * worth * WORTH_SCALE
                gradient[of_behind + j] += slope * (worth - best) * BEHIND_SCALE
    for i in range(n_features):
        for j in range(HIDDEN):
            gradient[i * HIDDEN + j] += of_sums[j] * x[i]


@kernel
def fit(numbers: Floats, examples: Examples, seed: int, epochs: int) -> None:
    """Fit a network to what it should say, in orders drawn from a seed; an epoch leaves out what does not fill a batch.

    It minimises the mean square of ``said - mean of said over the decision - target``.
    """
    n = len(examples.features)
    order = np.arange(n)
    most = 0
    for d in range(n):
        most = max(most, examples.firsts[d + 1] - examples.firsts[d])
    sums, activations, said = np.zeros(HIDDEN), np.zeros((most, HIDDEN)), np.zeros(most)
    gradient, momentum, squares = np.zeros(len(numbers)), np.zeros(len(numbers)), np.zeros(len(numbers))
    an_epoch = max(1, n // BATCH)
    n_steps = an_epoch * epochs
    for step in range(n_steps):
        if step % an_epoch == 0:
            for i in range(n - 1, 0, -1):
                j = below(draw(seed, ORDER_STREAM + step, i), i + 1)
                order[i], order[j] = order[j], order[i]
        begin_at = step % an_epoch * BATCH
        end_at = min(begin_at + BATCH, n)
        gradient[:] = 0.0
        n_options = 0
        for place in range(begin_at, end_at):
            d = order[place]
            add_gradient(numbers, examples, d, sums, activations, said, gradient)
            n_options += examples.firsts[d + 1] - examples.firsts[d]
        size = LEARNING_RATE * (1.0 - step / n_steps)
        unbiased_momentum, unbiased_squares = 1.0 - BETA_1 ** (step + 1), 1.0 - BETA_2 ** (step + 1)
        for i in range(len(numbers)):
            slope = gradient[i] / n_options
            momentum[i] = BETA_1 * momentum[i] + (1.0 - BETA_1) * slope
            squares[i] = BETA_2 * squares[i] + (1.0 - BETA_2) * slope * slope
            numbers[i] -= size * momentum[i] / unbiased_momentum / (np.sqrt(squares[i] / unbiased_squares) + EPSILON)
