"""Whether a value of positions that was trained from fewer inputs plays as well, and gives the same finding.

    python -m benchmarks.fewer_inputs [--games N] [--blocks B] [--start-blocks B] [--seed S]

Trains a value of positions for 2 players in the base game of *Rajas of the Ganges*, as that of `adept` was trained, but from
another seed, and without the inputs that say where something lies or in which class it is (`LEFT_OUT`): it sees how many dice,
tiles and markets there are, not which. A copy of `adept` that judges by it meets `adept` on fresh luck, each deal from both
seats. Then two copies play each other, and two `adept`s on the same luck: how often does the start player win?
"""

from __future__ import annotations

import argparse
from contextlib import chdir
from dataclasses import replace
from tempfile import TemporaryDirectory

import numpy as np
from numpy.typing import NDArray

from benchmarks.best_response import copy_of_adept, win_share_text
from rajas_sim import find_strategy, ganges
from rajas_sim.core.judging.value_network import FIRST
from rajas_sim.learning import Positions, fit_value, recorded_games
from rajas_sim.learning.values import FittedValue

LEFT_OUT = (
    "karma ",
    "fame class",
    "money class",
    "overlap class",
    "on river space",
    *(f"{colour} dice that show" for colour in ("orange", "green", "blue", "purple")),
    "can pay for",
    "tile on cell",
    "road to cell",
    "tile on slot",
)
"""How the names of the inputs begin that the value does not see."""
ERROR, SHARE = 0.03, 0.05  # as for the value of `adept` (experiments/tuning/tune_adept.toml)


def is_left_out(positions: Positions) -> NDArray[np.bool_]:
    """Return which inputs of a seat the value does not see."""
    return np.array([name.startswith(LEFT_OUT) for name in positions.seat_names])


def fitted_without(positions: Positions, seed: int) -> FittedValue:
    """Return a value fitted to positions without the inputs that are left out; they weigh nothing in its network."""
    left_out, players = is_left_out(positions), positions.seats.shape[1]
    seats = positions.seats.copy()
    seats[:, :, left_out] = 0.0
    value = fit_value(positions._replace(seats=seats), seed=seed)
    numbers = value.numbers.copy()
    # The rows of the first layer that an input of 0 left as they were drawn (core.judging.value_network).
    numbers[: players * len(left_out) * FIRST].reshape(players, len(left_out), FIRST)[:, left_out] = 0.0
    return value._replace(numbers=numbers)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100_000, help="Games that the value learns from.")
    parser.add_argument("--blocks", type=int, default=600, help="Deals of the match, each with two games.")
    parser.add_argument("--start-blocks", type=int, default=5000, help="Games for the win share of the start player.")
    parser.add_argument("--seed", type=int, default=3761)
    options = parser.parse_args()
    rules, strong = ganges.rules(players=2), replace(find_strategy("strong", game="ganges"), error=ERROR)
    positions = recorded_games(rules, [strong, strong], options.games, seed=options.seed, share=SHARE)
    value, n_inputs = fitted_without(positions, options.seed), len(positions.seat_names)
    inputs_text = f"{n_inputs - is_left_out(positions).sum()} of {n_inputs} inputs of a seat"
    print(f"{inputs_text}; log loss on {value.n_held_out:,} games left out {value.log_loss:.4f}", flush=True)
    with TemporaryDirectory() as folder, chdir(folder):
        copy_of_adept("fewer_inputs", value)
        print(win_share_text(["fewer_inputs", "adept"], options.blocks, options.seed + 1), flush=True)
        for name in ("fewer_inputs", "adept"):
            print(win_share_text([name], options.start_blocks, options.seed + 2), flush=True)


if __name__ == "__main__":
    main()
