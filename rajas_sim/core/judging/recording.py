"""Recording games of compiled strategies: the inputs of a value at the beginning of turns, and how the games ended."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from rajas_sim.core.engine.any_game import AnyRules, AnySeat, AnyState
from rajas_sim.core.engine.chance import STRATEGY_STREAM, derive, draw, with_error
from rajas_sim.core.engine.course import NOT_OVER, decision_of
from rajas_sim.core.engine.kernel import Floats, Options, Record, kernel
from rajas_sim.core.engine.loop import ALL_FINE, BatchInput, is_option
from rajas_sim.core.engine.memory import copy_record, new_record
from rajas_sim.core.engine.record_types import LogRecord
from rajas_sim.core.engine.records import layout_of
from rajas_sim.core.judging.position_inputs import PositionInputs

#: A stream far above those of any game.
TAKEN_STREAM = 0x7A6E
#: How many different numbers `draw` may return.
N_DRAWS = float(1 << 32)


class RecordedKernels(NamedTuple):
    """What a game supplies so that its games can be recorded.

    Attributes
    ----------
    state_layout, max_options
        The dtype of a state, and the largest number of options of any decision.
    set_up, list_options, play_option, write_ranks
        Verbs of the game (core.positions.state.Kernels).
    lead
        ``(state, rules, seat) -> float``: by how many fame spaces a seat is ahead of the best of the others.
    """

    state_layout: np.dtype[Any]
    max_options: int
    set_up: Callable[..., None]
    list_options: Callable[..., int]
    play_option: Callable[..., None]
    write_ranks: Callable[..., None]
    lead: Callable[..., float]


class Rows(NamedTuple):
    """Arrays with one row per recorded position, filled from the first row on.

    Attributes
    ----------
    seats
        Shape (n, players, seat inputs).
    shared
        Shape (n, shared inputs).
    to_move, game
        Shape (n,): the seat whose turn begins, and the game, counted from 0.
    win_share, lead
        Shape (n, players): the result of the game for each seat; the lead is in fame spaces.
    """

    seats: NDArray[np.float32]
    shared: NDArray[np.float32]
    to_move: NDArray[np.int8]
    game: NDArray[np.int64]
    win_share: NDArray[np.float32]
    lead: NDArray[np.float32]

    def first(self, n: int) -> Rows:
        """Return copies of the first n rows."""
        return Rows(
            self.seats[:n].copy(),
            self.shared[:n].copy(),
            self.to_move[:n].copy(),
            self.game[:n].copy(),
            self.win_share[:n].copy(),
            self.lead[:n].copy(),
        )


class RecordingMemory(Record, Protocol):
    """The memory for recording: ``memory_layout`` in `make_recorder`."""

    game: Annotated[AnyState[AnySeat], "state"]
    shown: Annotated[AnyState[AnySeat], "state"]  # the copy a strategy sees
    blank: Annotated[AnyState[AnySeat], "state"]
    log: LogRecord
    options: Annotated[Options, "codes"]
    shown_options: Annotated[Options, "codes"]  # the copy a strategy sees
    spare: Annotated[Options, "codes"]  # scratch for kernels that list options to find out what is possible
    ranks: Annotated[NDArray[np.int16], "ranks"]
    x: Annotated[Floats, "inputs"]


def new_rows(inputs: PositionInputs, players: int, n: int) -> Rows:
    """Return empty rows for n positions."""
    ends = (n, players)
    return Rows(
        np.zeros((n, players, len(inputs.seat)), np.float32),
        np.zeros((n, len(inputs.shared)), np.float32),
        np.zeros(n, np.int8),
        np.zeros(n, np.int64),
        np.zeros(ends, np.float32),
        np.zeros(ends, np.float32),
    )


def make_recorder(kernels: RecordedKernels, inputs: PositionInputs) -> Callable[..., tuple[int, int, int]]:  # noqa: C901 - encloses its kernels
    """Return the kernel that records games; its code is stored with that of the kernel that writes the inputs of a seat.

    The kernel is ``(rules, shown_rules, batch_input, strategies, first_game, share, rows) -> (games, positions, answer)``. It
    plays the games of `batch_input` from `first_game` on and writes a `share` of their turns into the rows, until the rows have
    no room for a whole game. It returns the index of the first game that is not recorded, the number of filled rows, and
    `ALL_FINE`; if a strategy's answer is not an option, it returns that answer instead of `ALL_FINE`. `rules` and `shown_rules`
    are arrays of one record; strategies see the second.
    """
    layout, max_options, set_up, list_options, play_option, write_ranks, lead = kernels
    write_seat, write_shared, opening = inputs.write_seat, inputs.write_shared, inputs.opening
    max_players = len(np.zeros(1, layout)["seats"][0])
    compiled = kernel(store_with=write_seat)
    memory_layout = layout_of(
        RecordingMemory,
        state=(layout,),
        codes=(np.int16, (max_options,)),
        ranks=(np.int16, (max_players,)),
        inputs=(np.float64, (max(len(inputs.seat), len(inputs.shared)),)),
    )

    @compiled
    def write_position(memory: RecordingMemory, rules: AnyRules, rows: Rows, row: int, g: int) -> None:
        """Write the inputs of the current position into a row."""
        for seat in range(rules.players):
            n = write_seat(memory.game, rules, seat, memory.x)
            for i in range(n):
                rows.seats[row, seat, i] = memory.x[i]
        n = write_shared(memory.game, rules, memory.x)
        for i in range(n):
            rows.shared[row, i] = memory.x[i]
        rows.to_move[row] = memory.game.seat_to_move
        rows.game[row] = g

    @compiled
    def write_ends(memory: RecordingMemory, rules: AnyRules, rows: Rows, first: int, end: int) -> None:
        """Write the result of the game into its rows, those from `first` on and before `end`."""
        write_ranks(memory.game, rules, memory.ranks)
        n_first = 0
        for seat in range(rules.players):
            if memory.ranks[seat] == 1:
                n_first += 1
        for row in range(first, end):
            for seat in range(rules.players):
                rows.win_share[row, seat] = 1.0 / n_first if memory.ranks[seat] == 1 else 0.0
                rows.lead[row, seat] = lead(memory.game, rules, seat)

    @compiled
    def record_games(  # noqa: PLR0913 - what the kernel computes with
        rules_array: NDArray[Any],
        shown_rules: NDArray[Any],
        batch_input: BatchInput,
        strategies: tuple[Callable[..., int], ...],
        first_game: int,
        share: float,
        rows: Rows,
    ) -> tuple[int, int, int]:
        """Record games from `first_game` on; return the next game, the number of filled rows, and a failure (`make_recorder`)."""
        memory, rules = new_record(memory_layout), rules_array[0]
        game, log = memory.game, memory.log
        filled = 0
        for g in range(first_game, len(batch_input.seeds)):
            seed = batch_input.seeds[g]
            copy_record(game, memory.blank)
            log.n = 0
            set_up(game, rules, log, seed, batch_input.boards[g], memory.spare)
            row = filled
            while game.end_reason == NOT_OVER:
                if decision_of(game) == opening and draw(seed, TAKEN_STREAM, game.n_decisions) < share * N_DRAWS:
                    if row == len(rows.game):
                        return g, filled, ALL_FINE
                    write_position(memory, rules, rows, row, g)
                    row += 1
                n = list_options(game, rules, memory.options)
                code = int(memory.options[0])
                if n > 1:
                    i = batch_input.seatings[g, game.seat_to_move]
                    strategy_seed = derive(seed, STRATEGY_STREAM, i)
                    copy_record(memory.shown, game)
                    memory.shown.seed = strategy_seed
                    for index in range(n):
                        memory.shown_options[index] = memory.options[index]
                    code = strategies[i](memory.shown, shown_rules[0], memory.shown_options[:n], batch_input.parameters[i])
                    if not is_option(memory.options, n, code):
                        return g, filled, code
                    code = with_error(memory.options[:n], code, batch_input.errors[i], strategy_seed, game.n_decisions)
                log.n = 0
                play_option(game, rules, log, code, memory.spare)
            write_ends(memory, rules, rows, filled, row)
            filled = row
        return len(batch_input.seeds), filled, ALL_FINE

    return record_games
