"""The compiled loop that plays a batch of games between compiled strategies.

It is one kernel for all games, compiled once for each. It gets the kernels of a game as first-class functions of fixed
signatures, as it gets strategies: with closures or dispatchers as arguments it could not use Numba's cache.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rajas_sim.core.engine.any_game import AnySeat, AnyState
from rajas_sim.core.engine.chance import STRATEGY_STREAM, derive, with_error
from rajas_sim.core.engine.course import NOT_OVER
from rajas_sim.core.engine.kernel import Options, kernel
from rajas_sim.core.engine.memory import borrow
from rajas_sim.core.engine.record_types import LOG
from rajas_sim.core.engine.records import as_longs

#: Returned in place of the number of a game if no game failed.
ALL_FINE = -1
#: Returned in place of an answer if the decision has no options, so that no strategy was asked.
NO_OPTIONS = -(2**31)


class Scratch(NamedTuple):
    """Scratch memory for the game being played."""

    states: NDArray[Any]  # (2,): the game, and the copy a strategy sees
    longs: NDArray[np.uint64]  # the same memory as 64-bit integers
    log: NDArray[Any]  # (1,)
    options: NDArray[np.int16]  # (max_options,)
    shown_options: NDArray[np.int16]  # (max_options,), the copy a strategy sees
    spare_options: NDArray[np.int16]  # (max_options,), for kernels that look ahead


class BatchInput(NamedTuple):
    """The seating and luck of each game, and the parameters of the strategies."""

    seatings: NDArray[np.int8]  # (n, players): index into the line-up by seat
    boards: NDArray[np.int8]  # (n, players): the board of each seat (`Rules.boards`)
    seeds: NDArray[np.int64]  # (n,)
    parameters: NDArray[np.float64]  # (line-up, MAX_PARAMETERS)
    errors: NDArray[np.float64]  # (line-up,): probability that each takes another option than it chose


def new_scratch(layout: np.dtype[Any], max_options: int) -> Scratch:
    """Return scratch memory for one thread."""
    states = np.zeros(2, layout)
    options, shown_options, spare_options = (np.zeros(max_options, np.int16) for _ in range(3))
    return Scratch(states, as_longs(states), np.zeros(1, LOG), options, shown_options, spare_options)


@kernel
def clear(scratch: Scratch) -> None:
    """Wipe the position and the log for the next game."""
    for i in range(scratch.longs.shape[1]):
        scratch.longs[0, i] = 0
    log = scratch.log[0]
    log.n = 0
    log.round_number = 0
    log.stage = 0


@kernel
def show(  # noqa: PLR0913 - what the kernel computes with
    longs: NDArray[np.uint64], shown_state: AnyState[AnySeat], options: Options, shown_options: Options, seed: int, n: int
) -> None:
    """Copy the position and its `n` options for a strategy, with a seed of its own in place of the game's luck.

    Compiled code ignores NumPy's read-only flag, so a strategy never gets the originals. `longs` has two rows: the memory of the
    position and that of `shown_state`.
    """
    for i in range(longs.shape[1]):
        longs[1, i] = longs[0, i]
    shown_state.seed = seed
    for i in range(n):
        shown_options[i] = options[i]


@kernel
def is_option(options: Options, n: int, code: int) -> bool:
    """Return whether a strategy's answer is among the options."""
    for i in range(n):
        if options[i] == code:
            return True
    return False


@kernel
def play_compiled(  # noqa: PLR0913 - what the kernel computes with
    scratch: Scratch,
    rules_array: NDArray[Any],
    shown_rules: NDArray[Any],
    rows: tuple[Any, ...],
    batch_input: BatchInput,
    strategies: tuple[Callable[..., int], ...],
    begin_game: Callable[..., None],
    list_options: Callable[..., int],
    fill_rows: Callable[..., None],
    play_on: Callable[..., bool],
) -> tuple[int, int, int]:
    """Play the games of a batch between compiled strategies.

    A decision with a single option is played without asking. `shown_rules` is the copy of the rules that strategies see. The
    last four parameters are kernels of the game (`core.playing.batch.Batches`).

    Returns
    -------
    tuple of int
        Game, seat and answer of the first failure. Either a strategy did not return an option, or there was no option and the
        answer is `NO_OPTIONS`. Without a failure the game is `ALL_FINE`.
    """
    scratch, rows, batch_input = borrow((scratch, rows, batch_input))
    rules, log = rules_array[0], scratch.log[0]
    state, shown_state = scratch.states[0], scratch.states[1]
    longs, options, shown_options, spare_options = scratch.longs, scratch.options, scratch.shown_options, scratch.spare_options
    strategy_seeds = np.zeros(len(batch_input.parameters), np.int64)
    for g in range(len(batch_input.seeds)):
        clear(scratch)
        begin_game(scratch, rules, rows, g, batch_input)
        for i in range(len(strategy_seeds)):
            strategy_seeds[i] = derive(batch_input.seeds[g], STRATEGY_STREAM, i)
        while state.end_reason == NOT_OVER:
            n = list_options(state, rules, options)
            if n == 0:
                return g, int(state.seat_to_move), NO_OPTIONS
            code = int(options[0])
            if n > 1:
                i = batch_input.seatings[g, state.seat_to_move]
                show(longs, shown_state, options, shown_options, strategy_seeds[i], n)
                code = strategies[i](shown_state, shown_rules[0], shown_options[:n], batch_input.parameters[i])
                if not is_option(options, n, code):
                    return g, int(state.seat_to_move), code
                code = with_error(options[:n], code, batch_input.errors[i], strategy_seeds[i], state.n_decisions)
            rows_are_due = play_on(state, rules, log, code, spare_options)
            if rows_are_due:
                fill_rows(scratch, rules, rows, g)
    return ALL_FINE, 0, 0
