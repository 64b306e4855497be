"""How long the engine takes per kind of decision: listing its options, playing one, and copying a position.

    python benchmarks/decisions.py [--game charmers] [--games N]

Positions come from random two-player games. Times are means in nanoseconds, one thread; compare them within one run.
"""

from __future__ import annotations

import argparse
import importlib
import random
import time
from collections import defaultdict
from collections.abc import Callable
from typing import Any

import numba
import numpy as np

from rajas_sim.core.engine.events import LOG
from rajas_sim.core.engine.records import as_longs
from rajas_sim.core.games import DEFAULT_GAME, GAMES
from rajas_sim.core.positions.state import State

REPETITIONS_IN_ALL = 400_000


@numba.njit
def copy_all(states: Any, scratch: Any, repetitions: int) -> None:
    for _ in range(repetitions):
        for i in range(len(states)):
            for i64 in range(states.shape[1]):
                scratch[0, i64] = states[i, i64]


def loops(list_options: Any, play_option: Any) -> tuple[Any, Any]:
    """Return loops that list the options of many positions of a game, and that play one option of each."""

    @numba.njit
    def list_all(states: Any, rules: Any, spare: Any, repetitions: int) -> int:
        n = 0
        for _ in range(repetitions):
            for i in range(len(states)):
                n += list_options(states[i], rules[0], spare)
        return n

    @numba.njit
    def play_all(states: Any, scratch: Any, state: Any, rules: Any, log: Any, spare: Any, codes: Any, repetitions: int) -> None:
        for _ in range(repetitions):
            for i in range(len(states)):
                for i64 in range(states.shape[1]):
                    scratch[0, i64] = states[i, i64]
                log[0].n = 0
                play_option(state[0], rules[0], log[0], codes[i], spare)

    return list_all, play_all


def nanoseconds(n_states: int, call: Callable[[int], object]) -> float:
    """Return the mean time per state of a call that is told how often to go through all of them."""
    call(1)
    repetitions = max(1, REPETITIONS_IN_ALL // n_states)
    begun = time.perf_counter()
    call(repetitions)
    return (time.perf_counter() - begun) / repetitions / n_states * 1e9


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=60, help="games the positions are taken from (default 60)")
    parser.add_argument("--game", choices=GAMES, default=DEFAULT_GAME)
    arguments = parser.parse_args()
    game = importlib.import_module(f"rajas_sim.{arguments.game}")
    rules = game.rules(players=2)
    kind: type[State] = game.State
    list_all, play_all = loops(kind.kernels.list_options, kind.kernels.play_option)
    choice = random.Random(1)
    positions: dict[str, list[State]] = defaultdict(list)
    for seed in range(arguments.games):
        state: State = game.new_game(rules, seed)
        while not state.is_over:
            positions[str(state.decision)].append(state)
            state = state.play(choice.choice(state.option_codes))
    n_all = sum(map(len, positions.values()))
    print(f"{'decision':15} {'share':>6} {'list':>6} {'play':>6} {'copy':>6}")
    for decision, found in sorted(positions.items(), key=lambda item: -len(item[1])):
        states = np.concatenate([as_longs(state.array) for state in found])
        codes = np.array([choice.choice(state.option_codes) for state in found], np.int16)
        scratch, log, spare = np.zeros(1, kind.layout), np.zeros(1, LOG), np.empty(kind.max_options, np.int16)
        records, target = states.view(kind.layout).reshape(-1), as_longs(scratch)
        n = len(found)
        listing = nanoseconds(n, lambda r, s=records, o=spare: list_all(s, rules.array, o, r))
        copying = nanoseconds(n, lambda r, s=states, t=target: copy_all(s, t, r))
        playing = nanoseconds(
            n,
            lambda r, s=states, t=target, a=scratch, g=log, o=spare, c=codes: play_all(s, t, a, rules.array, g, o, c, r),
        )
        print(f"{decision:15} {n / n_all:6.1%} {listing:6.0f} {playing - copying:6.0f} {copying:6.0f}")


if __name__ == "__main__":
    main()
