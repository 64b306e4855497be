"""Fitting a value of positions to recorded games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rajas_sim.core.game import find_game
from rajas_sim.core.judging.playouts import bounded_lead
from rajas_sim.core.judging.value_network import ANSWERS, FIRST, SECOND
from rajas_sim.core.strategies.plans import python_function
from rajas_sim.core.strategies.value_file import value_content
from rajas_sim.learning.positions import Positions

Array = NDArray[np.float32]
# How many positions a step of the fit looks at, and the constants of Adam (Kingma, Ba 2015).
BATCH, LEARNING_RATE = 512, 0.002
BETA_1, BETA_2, EPSILON = 0.9, 0.999, 1e-8
# The squares of all inputs of a position in *Rajas of the Ganges* with two players add up to about so much.
SQUARED_INPUTS = 120.0
HELD_OUT = 0.05
"""The share of games that is left out of the fit: the last ones."""


class FittedValue(NamedTuple):
    """A network fitted to positions.

    Attributes
    ----------
    numbers
        The numbers of the network (core.judging.value_network).
    log_loss, lead_error
        For the games that were left out: the mean log loss of the win shares, and the mean squared error of bounded leads.
    n_games, n_positions
        The number of games, and of positions in them, that the network was fitted to.
    n_held_out
        The number of games that were left out.
    """

    numbers: NDArray[np.float64]
    log_loss: float
    lead_error: float
    n_games: int
    n_positions: int
    n_held_out: int

    @property
    def about(self) -> dict[str, float]:
        """All fields but the numbers, by name."""
        return {name: entry for name, entry in self._asdict().items() if name != "numbers"}


def write_fitted_values(path: Path | str, game: str, values: Mapping[tuple[str, int], FittedValue]) -> None:
    """Write fitted values as a file that `valuing` of the game's appraisal reads.

    Parameters
    ----------
    game
        The name of the game in configs.
    values
        Fitted values by variant and number of players. Several variants may share a value that was fitted to games of all.

    Raises
    ------
    InputError
        If there is no such game, or a value was fitted for another number of players.
    """
    about = {f"{variant}.{players}": value.about for (variant, players), value in values.items()}
    networks = {key: value.numbers for key, value in values.items()}
    Path(path).write_bytes(value_content(find_game(game).appraisal.inputs, networks, about))


def as_each_seat_sees(seats: Array, shared: Array) -> Array:
    """Return the inputs of the network in the view of each seat, shape (n, players, inputs), from `Positions.seats` and `shared`.

    A seat's own inputs come first, then those of the others in turn order, then those of no seat.
    """
    n, players, _ = seats.shape
    views = [np.concatenate([np.roll(seats, -seat, axis=1).reshape(n, -1), shared], axis=1) for seat in range(players)]
    return np.stack(views, axis=1)


def fit_value(
    positions: Positions,
    *,
    seed: int = 1,
    epochs: int = 5,
    start: NDArray[np.float64] | None = None,
    learning_rate: float = LEARNING_RATE,
) -> FittedValue:
    """Fit a network to recorded positions by Adam (Kingma, Ba 2015), with a learning rate that falls linearly to 0.

    It minimises the sum of the log loss of the win shares and the squared error of the bounded leads. The last games are left out
    of the fit, and tell how good it is. The same arguments give the same numbers on the same machine.

    Parameters
    ----------
    start
        The numbers of a network for as many players, from which the training goes on (`FittedValue.numbers`). If left out, they
        are drawn with `seed`. With `start`, use a learning rate below the usual one.
    """
    n_players = positions.seats.shape[1]
    n_games = int(positions.game.max()) + 1
    n_held_out = max(1, round(HELD_OUT * n_games))
    is_held_out = positions.game >= n_games - n_held_out
    leads = python_function(bounded_lead)(positions.lead).astype(np.float32)
    rows = np.flatnonzero(~is_held_out)
    rng = np.random.default_rng(seed)
    n_inputs = n_players * positions.seats.shape[2] + positions.shared.shape[1]
    layers = _new_layers(n_inputs, rng) if start is None else _layers_of(start, n_inputs)
    # Moving means of the gradients and of their squares.
    means, squares = ([np.zeros_like(layer) for layer in layers] for _ in range(2))
    n_steps, step = epochs * max(1, len(rows) // BATCH), 0
    for _ in range(epochs):
        shuffled_rows = rng.permutation(rows)
        for batch_start in range(0, max(1, len(rows) // BATCH) * BATCH, BATCH):
            batch = np.sort(shuffled_rows[batch_start : batch_start + BATCH])
            inputs = as_each_seat_sees(positions.seats[batch], positions.shared[batch])
            gradients = _gradients(layers, inputs, positions.win_share[batch], leads[batch])
            step += 1
            rate = learning_rate * (1.0 - (step - 1) / n_steps)
            for layer, mean, square, gradient in zip(layers, means, squares, gradients, strict=True):
                mean += (1.0 - BETA_1) * (gradient - mean)
                square += (1.0 - BETA_2) * (gradient**2 - square)
                layer -= rate * (mean / (1.0 - BETA_1**step)) / (np.sqrt(square / (1.0 - BETA_2**step)) + EPSILON)
    log_loss, lead_error = _losses(layers, positions, leads, np.flatnonzero(is_held_out))
    numbers = np.concatenate([layer.ravel() for layer in layers]).astype(np.float64)
    return FittedValue(numbers, log_loss, lead_error, n_games - n_held_out, len(rows), n_held_out)


def predicted_shares(positions: Positions, numbers: NDArray[np.float64]) -> Array:
    """Return every seat's win share as a network estimates it: shape (n, players).

    Parameters
    ----------
    numbers
        The numbers of a network for as many players (`FittedValue.numbers`).
    """
    n_inputs = positions.seats.shape[1] * positions.seats.shape[2] + positions.shared.shape[1]
    layers = _layers_of(numbers, n_inputs)
    batches = (slice(start, start + BATCH) for start in range(0, len(positions.game), BATCH))
    inputs = (as_each_seat_sees(positions.seats[batch], positions.shared[batch]) for batch in batches)
    return np.concatenate([_forward(layers, inputs_of_batch)[2] for inputs_of_batch in inputs])


def _layers_of(numbers: NDArray[np.float64], n_inputs: int) -> list[Array]:
    """Return the layers of a network from its numbers, as copies."""
    widths, ends = (FIRST, SECOND, ANSWERS), np.cumsum([(n_inputs + 1) * FIRST, (FIRST + 1) * SECOND])
    parts = np.split(numbers.astype(np.float32), ends)
    return [part.reshape(-1, width).copy() for part, width in zip(parts, widths, strict=True)]


def _new_layers(n_inputs: int, rng: np.random.Generator) -> list[Array]:
    """Return weights of three layers, drawn at random, each with a last row of constants, which are 0.

    The variances keep the size of the units from layer to layer (He et al. 2015, "Delving deep into rectifiers").
    """
    sizes = ((n_inputs, FIRST, 2.0 / SQUARED_INPUTS), (FIRST, SECOND, 2.0 / FIRST), (SECOND, ANSWERS, 1.0 / SECOND))
    layers = []
    for rows, columns, variance in sizes:
        weights = rng.normal(0.0, np.sqrt(variance), (rows, columns))
        layers.append(np.concatenate([weights, np.zeros((1, columns))]).astype(np.float32))
    return layers


def _forward(layers: Sequence[Array], inputs: Array) -> tuple[Array, Array, Array, Array]:
    """Return the units of the first and second layer, shape (n * players, units), and every seat's win share and bounded lead.

    `inputs` has the shape (n, players, inputs), the shares and leads (n, players).
    """
    n, players, _ = inputs.shape
    first, second, answers = layers  # the last row of each has its constants
    first_units = np.maximum(inputs.reshape(n * players, -1) @ first[:-1] + first[-1], 0.0)
    second_units = np.maximum(first_units @ second[:-1] + second[-1], 0.0)
    outputs = (second_units @ answers[:-1] + answers[-1]).reshape(n, players, ANSWERS)
    shares = np.exp(outputs[:, :, 0] - outputs[:, :, 0].max(axis=1, keepdims=True))
    return first_units, second_units, shares / shares.sum(axis=1, keepdims=True), outputs[:, :, 1]


def _gradients(layers: Sequence[Array], inputs: Array, win_shares: Array, leads: Array) -> list[Array]:
    """Return the gradient of the mean loss for each layer, by backpropagation; shapes are those of `_forward`."""
    n, players, _ = inputs.shape
    first_units, second_units, estimated_shares, estimated_leads = _forward(layers, inputs)
    errors = [estimated_shares - win_shares, 2.0 / players * (estimated_leads - leads)]
    slopes = np.stack(errors, axis=2).reshape(n * players, ANSWERS) / n
    second_slopes = (slopes @ layers[2][:-1].T) * (second_units > 0.0)
    first_slopes = (second_slopes @ layers[1][:-1].T) * (first_units > 0.0)
    units_and_slopes = ((inputs.reshape(n * players, -1), first_slopes), (first_units, second_slopes), (second_units, slopes))
    return [
        np.concatenate([units.T @ unit_slopes, unit_slopes.sum(axis=0, keepdims=True)]) for units, unit_slopes in units_and_slopes
    ]


def _losses(layers: Sequence[Array], positions: Positions, leads: Array, rows: NDArray[np.int64]) -> tuple[float, float]:
    """Return the mean log loss of win shares and the mean squared error of bounded leads at the positions of these rows.

    `leads` has the bounded leads of all positions.
    """
    log_loss, lead_error = 0.0, 0.0
    for start in range(0, len(rows), BATCH):
        batch = rows[start : start + BATCH]
        _, _, shares, estimated_leads = _forward(layers, as_each_seat_sees(positions.seats[batch], positions.shared[batch]))
        log_loss -= float((positions.win_share[batch] * np.log(shares)).sum())
        lead_error += float(((estimated_leads - leads[batch]) ** 2).mean(axis=1).sum())
    return log_loss / len(rows), lead_error / len(rows)
