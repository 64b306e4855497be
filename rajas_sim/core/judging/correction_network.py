"""A small network that says what to add to the worth of an option, and how the network is fitted.

It has one hidden layer of rectified linear units (ReLU). Its inputs are the features of the position, the kind of the option,
the worth of the option, and how far this worth is behind the best worth of the decision. Its numbers are one array: a row of
`HIDDEN` weights for each of `row_names`. The features are summed up once per decision, for all options.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rajas_sim.core.engine.chance import below, draw
from rajas_sim.core.engine.kernel import Floats, kernel
from rajas_sim.core.judging.layers import add_four_rows, add_row

#: Units of the hidden layer.
HIDDEN = 32
#: The kind of an option that belongs to no kind.
NO_KIND = -1
# Rows after those of features and kinds: the weights of worth, of the distance from the best worth, and of the output.
LAST_ROWS = ("worth", "behind the best", "output")
# Worths are clipped to this range: an option with a worth outside it is never or always taken.
LEAST_WORTH, MOST_WORTH = -20.0, 60.0
# What the worth, and its distance from the best worth, are multiplied by where they enter the network.
WORTH_SCALE, BEHIND_SCALE = 0.1, 0.2

# Fitting: Adam (Kingma, Ba 2015) with a learning rate that falls linearly to 0; `BATCH` is the number of decisions per batch.
BATCH = 128
LEARNING_RATE = 0.005
BETA_1, BETA_2, EPSILON = 0.9, 0.999, 1e-8
# Streams of the weights at the beginning, and of the orders of the decisions.
BEGIN_STREAM, ORDER_STREAM = 0x1E59, 0x1E5A


class Examples(NamedTuple):
    """Decisions to which a network is fitted; the options of a decision are adjacent.

    Attributes
    ----------
    features
        Shape (decisions, features).
    firsts
        Shape (decisions + 1,): the index of the first option of each decision; last, the number of all options.
    kinds, worths
        Shape (options,).
    targets
        Shape (options,): the wanted output, minus its mean over the options of the decision.
    """

    features: Floats
    firsts: NDArray[np.int64]
    kinds: NDArray[np.int16]
    worths: Floats
    targets: Floats


def row_names(features: tuple[str, ...], kinds: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names of the rows of a network: features, other options, kinds of options, and `LAST_ROWS`."""
    return (*features, "other options", *(f"option {kind}" for kind in kinds), *LAST_ROWS)


@kernel
def last_row_offsets(network: Floats) -> tuple[int, int, int]:
    """Return the offsets of the `LAST_ROWS` of a network: weights of worth, of the distance from the best, of the output."""
    n = len(network)
    return n - 3 * HIDDEN, n - 2 * HIDDEN, n - HIDDEN


@kernel
def clipped_worth(worth: float) -> float:
    """Return a worth clipped to the range that the network sees."""
    return min(max(worth, LEAST_WORTH), MOST_WORTH)


@kernel
def best_worth(worths: Floats, n: int) -> float:
    """Return the best of the first n worths, clipped to the range that the network sees."""
    best = LEAST_WORTH
    for i in range(n):
        best = max(best, clipped_worth(worths[i]))
    return best


@kernel
def sum_features(network: Floats, x: Floats, sums: Floats) -> None:
    """Write into `sums` (HIDDEN,) the weighted sum of the features `x` of a position for each unit."""
    for j in range(HIDDEN):
        sums[j] = 0.0
    n_rows, n = len(x), HIDDEN
    for i in range(0, n_rows - 3, 4):
        add_four_rows(sums, network, (i * n, (i + 1) * n, (i + 2) * n, (i + 3) * n), (x[i], x[i + 1], x[i + 2], x[i + 3]))
    for i in range(n_rows - n_rows % 4, n_rows):
        add_row(sums, network, i * n, x[i])


@kernel
def correction(  # noqa: PLR0913 - what the kernel computes with
    network: Floats, n_features: int, sums: Floats, kind: int, worth: float, best: float, activations: Floats
) -> float:
    """Return what to add to the worth of an option, and write the activations of the units (HIDDEN,).

    Parameters
    ----------
    sums
        The sums of the features of the position (`sum_features`).
    kind
        The number of the option's kind, or `NO_KIND`.
    best
        The best worth of the decision (`best_worth`).
    """
    kind_row = (n_features + 1 + kind) * HIDDEN
    worth_row, behind_row, output_row = last_row_offsets(network)
    worth, behind = clipped_worth(worth) * WORTH_SCALE, (clipped_worth(worth) - best) * BEHIND_SCALE
    total = 0.0
    for j in range(HIDDEN):
        option_sum = network[kind_row + j] + network[worth_row + j] * worth + network[behind_row + j] * behind
        activations[j] = max(0.0, sums[j] + option_sum)
        total += network[output_row + j] * activations[j]
    return total


@kernel
def fill_at_random(network: Floats, n_features: int, seed: int) -> None:
    """Fill a network with small numbers drawn from a seed; the weights of kinds of options start at 0."""
    worth_row, _, output_row = last_row_offsets(network)
    for i in range(len(network)):
        spread = 0.0
        if i < n_features * HIDDEN:
            spread = np.sqrt(3.0 / n_features)  # a uniform number within this distance of 0 has the variance 1 / n_features
        elif i >= output_row:
            spread = 0.5 / np.sqrt(float(HIDDEN))
        elif i >= worth_row:
            spread = 1.0
        network[i] = spread * (draw(seed, BEGIN_STREAM, i) / float(1 << 31) - 1.0)


@kernel
def add_gradient(  # noqa: PLR0913 - what the kernel computes with
    network: Floats, examples: Examples, nth: int, sums: Floats, activations: Floats, predictions: Floats, gradient: Floats
) -> None:
    """Add the gradient of the squared errors of the nth decision to `gradient`.

    Parameters
    ----------
    sums, activations, predictions
        Scratch memory of shapes (HIDDEN,), (options, HIDDEN) and (options,).
    """
    x = examples.features[nth]
    n_features = len(x)
    worth_row, behind_row, output_row = last_row_offsets(network)
    first, n = examples.firsts[nth], examples.firsts[nth + 1] - examples.firsts[nth]
    kinds, worths, targets = examples.kinds[first:], examples.worths[first:], examples.targets[first:]
    best = best_worth(worths, n)
    sum_features(network, x, sums)
    mean = 0.0
    for i in range(n):
        predictions[i] = correction(network, n_features, sums, kinds[i], worths[i], best, activations[i])
        mean += predictions[i] / n
    sum_slopes = sums  # the sums are no longer needed
    for j in range(HIDDEN):
        sum_slopes[j] = 0.0
    for i in range(n):
        error = 2.0 * (predictions[i] - mean - targets[i])
        kind_row = (n_features + 1 + kinds[i]) * HIDDEN
        worth = clipped_worth(worths[i])
        for j in range(HIDDEN):
            gradient[output_row + j] += error * activations[i, j]
            if activations[i, j] > 0.0:
                slope = error * network[output_row + j]
                sum_slopes[j] += slope
                gradient[kind_row + j] += slope
                gradient[worth_row + j] += slope * worth * WORTH_SCALE
                gradient[behind_row + j] += slope * (worth - best) * BEHIND_SCALE
    for i in range(n_features):
        for j in range(HIDDEN):
            gradient[i * HIDDEN + j] += sum_slopes[j] * x[i]


@kernel
def fit(network: Floats, examples: Examples, seed: int, epochs: int) -> None:
    """Fit a network to the targets of decisions, in orders drawn from a seed.

    An epoch leaves out the last decisions if they do not fill a batch, unless there are fewer than one batch in all. Fitting
    minimises the mean square of ``predictions - mean of predictions over the decision - target``.
    """
    n = len(examples.features)
    order = np.arange(n)
    most_options = 0
    for decision in range(n):
        most_options = max(most_options, examples.firsts[decision + 1] - examples.firsts[decision])
    sums, activations, predictions = np.zeros(HIDDEN), np.zeros((most_options, HIDDEN)), np.zeros(most_options)
    gradient, momentum, squares = np.zeros(len(network)), np.zeros(len(network)), np.zeros(len(network))
    steps_per_epoch = max(1, n // BATCH)
    n_steps = steps_per_epoch * epochs
    for step in range(n_steps):
        if step % steps_per_epoch == 0:
            for i in range(n - 1, 0, -1):
                j = below(draw(seed, ORDER_STREAM + step, i), i + 1)
                order[i], order[j] = order[j], order[i]
        batch_start = step % steps_per_epoch * BATCH
        batch_end = min(batch_start + BATCH, n)
        gradient[:] = 0.0
        n_options = 0
        for index in range(batch_start, batch_end):
            decision = order[index]
            add_gradient(network, examples, decision, sums, activations, predictions, gradient)
            n_options += examples.firsts[decision + 1] - examples.firsts[decision]
        step_size = LEARNING_RATE * (1.0 - step / n_steps)
        unbiased_momentum, unbiased_squares = 1.0 - BETA_1 ** (step + 1), 1.0 - BETA_2 ** (step + 1)
        for i in range(len(network)):
            slope = gradient[i] / n_options
            momentum[i] = BETA_1 * momentum[i] + (1.0 - BETA_1) * slope
            squares[i] = BETA_2 * squares[i] + (1.0 - BETA_2) * slope * slope
            network[i] -= step_size * momentum[i] / unbiased_momentum / (np.sqrt(squares[i] / unbiased_squares) + EPSILON)
