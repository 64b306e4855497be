"""How long each kind of decision takes: listing its options, having a strategy choose one, playing it, and copying a position.

    python benchmarks/decisions.py [--game charmers] [--variant NAME] [--players K] [--strategy NAME] [--games N]

Positions come from games with that strategy in every seat: of each kind some hundreds, which stay in the processor's cache as the
position of a game does. Times are means in nanoseconds, one thread, without copying; ``part`` is the part of the time of all
games. Compare within one run: machines are noisy.
"""

from __future__ import annotations

import argparse
import importlib
import time
from collections import defaultdict
from collections.abc import Callable
from functools import partial
from typing import Any, TypeAlias

import numba
import numpy as np

from rajas_sim.core.engine.record_types import LOG
from rajas_sim.core.engine.records import as_longs
from rajas_sim.core.games import DEFAULT_GAME, GAMES
from rajas_sim.core.playing.asking import ask, function_of, parameter_table
from rajas_sim.core.positions.state import State
from rajas_sim.core.strategies.registry import find_strategy

#: What kernels take and return; these loops take every game.
Array: TypeAlias = Any
Function: TypeAlias = Any
REPETITIONS_IN_ALL = 400_000
POSITIONS = 300


@numba.njit
def copy_all(states: Array, scratch: Array, repetitions: int) -> None:
    """Copy every position into the memory for one; both are rows of 64-bit integers."""
    for _ in range(repetitions):
        for i in range(len(states)):
            for i64 in range(states.shape[1]):
                scratch[0, i64] = states[i, i64]


def loops(list_options: Function, play_option: Function) -> tuple[Function, Function, Function]:  # noqa: C901 - three loops over all positions
    """Return loops that list the options of many positions of a game, that play one option of each, and that choose one."""

    @numba.njit
    def list_all(states: Array, rules: Array, spare: Array, repetitions: int) -> int:
        n_options = 0
        for _ in range(repetitions):
            for i in range(len(states)):
                n_options += list_options(states[i], rules[0], spare)
        return n_options

    @numba.njit
    def play_all(  # noqa: PLR0913 - what a loop over positions takes
        states: Array, scratch: Array, state: Array, rules: Array, log: Array, spare: Array, codes: Array, repetitions: int
    ) -> None:
        for _ in range(repetitions):
            for i in range(len(states)):
                for i64 in range(states.shape[1]):
                    scratch[0, i64] = states[i, i64]
                log[0].n = 0
                play_option(state[0], rules[0], log[0], codes[i], spare)

    @numba.njit
    def choose_all(  # noqa: PLR0913 - what a loop over positions takes
        states: Array, rules: Array, spare: Array, counts: Array, choose: Function, parameters: Array, repetitions: int
    ) -> int:
        sum_of_codes = 0  # so that the compiler cannot leave out the choices
        for _ in range(repetitions):
            for i in range(len(states)):
                sum_of_codes += choose(states[i], rules[0], spare[i, : counts[i]], parameters)
        return sum_of_codes

    return list_all, play_all, choose_all


def nanoseconds(n_states: int, call: Callable[[int], object]) -> float:
    """Return the mean time per state; `call` goes through all of them as often as it is told."""
    call(1)
    repetitions = max(1, REPETITIONS_IN_ALL // n_states)
    start = time.perf_counter()
    call(repetitions)
    return (time.perf_counter() - start) / repetitions / n_states * 1e9


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=60, help="games the positions are taken from (default 60)")
    parser.add_argument("--game", choices=GAMES, default=DEFAULT_GAME)
    parser.add_argument("--variant", default=None)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--strategy", default="balanced")
    arguments = parser.parse_args()
    game = importlib.import_module(f"rajas_sim.{arguments.game}")
    rules = game.rules(players=arguments.players, **({"variant": arguments.variant} if arguments.variant else {}))
    state_class: type[State] = game.State
    strategy = find_strategy(arguments.strategy, game=arguments.game)
    choose = function_of(strategy, state_class, rules)
    parameters = parameter_table([strategy], rules)[0]
    list_all, play_all, choose_all = loops(state_class.kernels.list_options, state_class.kernels.play_option)
    positions: dict[str, list[tuple[State, int]]] = defaultdict(list)
    for seed in range(arguments.games):
        state: State = game.new_game(rules, seed)
        while not state.is_over:
            codes = state.option_codes
            code = codes[0] if len(codes) == 1 else ask(strategy, state, seed, seed)
            positions[str(state.decision) if len(codes) > 1 else "single option"].append((state, code))
            state = state.play(code)
    # Decision -> how often it was met, its mean number of options, and nanoseconds to list, choose and play.
    times: dict[str, tuple[int, float, float, float, float]] = {}
    for decision, decision_positions in positions.items():
        sample = decision_positions[:: -(-len(decision_positions) // POSITIONS)]
        states = np.concatenate([as_longs(state.array) for state, _ in sample])
        played_codes = np.array([code for _, code in sample], np.int16)
        counts = np.array([len(state.option_codes) for state, _ in sample])
        listed_codes = np.zeros((len(sample), state_class.max_options), np.int16)
        for row, (state, _) in zip(listed_codes, sample, strict=True):
            row[: len(state.option_codes)] = state.option_codes
        scratch, log, spare = np.zeros(1, state_class.layout), np.zeros(1, LOG), np.empty(state_class.max_options, np.int16)
        records, target, n = states.view(state_class.layout).reshape(-1), as_longs(scratch), len(sample)
        listing = nanoseconds(n, partial(list_all, records, rules.array, spare))
        copying = nanoseconds(n, partial(copy_all, states, target))
        playing = nanoseconds(n, partial(play_all, states, target, scratch, rules.array, log, spare, played_codes)) - copying
        choosing = 0.0
        if decision != "single option":
            choosing = (
                nanoseconds(n, partial(choose_all, records, rules.array, listed_codes, counts, choose, parameters)) + copying
            )
        times[decision] = (len(decision_positions), float(counts.mean()), listing, choosing, playing)
    n_decisions = sum(n for n, *_ in times.values())
    total_ns = sum(n * sum(means) for n, _, *means in times.values())
    print(f"{'decision':16} {'share':>6} {'options':>7} {'list':>6} {'choose':>6} {'play':>6} {'part':>6}")
    for decision, (n, options, *means) in sorted(times.items(), key=lambda item: -item[1][0] * sum(item[1][2:])):
        columns = " ".join(f"{value:6.0f}" for value in means)
        print(f"{decision:16} {n / n_decisions:6.1%} {options:7.1f} {columns} {n * sum(means) / total_ns:6.1%}")
    game_text = f"{total_ns / arguments.games / 1000:.0f} microseconds and {n_decisions / arguments.games:.0f} decisions a game"
    print(f"{total_ns / n_decisions:.0f} ns a decision, {game_text}")


if __name__ == "__main__":
    main()
