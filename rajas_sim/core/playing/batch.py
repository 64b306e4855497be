"""Playing batches of games: in the compiled loop, or step by step for strategies in plain Python."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, NamedTuple

import numba
import numpy as np
from numba import types
from numpy.typing import NDArray

from rajas_sim.core.engine.course import NOT_OVER
from rajas_sim.core.engine.kernel import (
    OPTIONS_TYPE,
    entry_point,
    game_cache_folder,
    is_interpreted,
    kernel,
    must_be_compiled,
    record_argument,
    strategy_signature,
)
from rajas_sim.core.engine.loop import ALL_FINE, NO_OPTIONS, BatchInput, Scratch, clear, new_scratch, play_compiled
from rajas_sim.core.engine.record_types import LOG
from rajas_sim.core.engine.records import writable_copy
from rajas_sim.core.errors import StrategyError
from rajas_sim.core.playing.asking import ask, function_of, is_ctrl_c, not_an_option_error, parameter_table
from rajas_sim.core.playing.seated import seated
from rajas_sim.core.playing.tables import Columns, TableMaker, joined_columns
from rajas_sim.core.positions.state import State
from rajas_sim.core.rulebook.rules import Rules
from rajas_sim.core.strategies.declaration import Strategy

#: How many games a compiled call plays at first and at most, and how long a call should take. Such calls are long enough for
#: their overhead not to matter, and short enough for memory to stay small and for the loop to be interrupted between calls.
FIRST_CALL_GAMES, MAX_GAMES_PER_CALL = 16, 512
SECONDS_PER_CALL = 0.1
#: First lines of a process that compiles: they end it when its input is closed, which happens however its parent ends.
ENDS_WITH_ITS_PARENT = """
import os, sys, threading
threading.Thread(target=lambda: (os.read(0, 1), os._exit(1)), daemon=True).start()
"""
#: The script of a process that compiles the loop and the kernels of a game; its arguments are the game and Python's search path.
COMPILE_SCRIPT = """
import sys
game, *sys.path = sys.argv[1:]
from rajas_sim.core.game import find_game
find_game(game).batches.kernels
"""


def compiler_of(game: str, script: str) -> subprocess.Popen[bytes]:
    """Start a process that runs a script to compile something of a game; it ends with this process at the latest.

    The arguments of the script are the game and Python's search path.
    """
    command = [sys.executable, "-I", "-c", ENDS_WITH_ITS_PARENT + script, game, *sys.path]
    devnull = subprocess.DEVNULL
    read_end, _ = os.pipe()  # the other end stays open as long as this process lives
    with os.fdopen(read_end) as stdin:
        return subprocess.Popen(command, stdin=stdin, stdout=devnull, stderr=devnull)


class BatchKernels(NamedTuple):
    """The loop, and the kernels of a game that the loop calls; plain functions if kernels are interpreted."""

    play: Any
    begin_game: Any
    list_options: Any
    fill_rows: Any
    play_on: Any


@dataclass(frozen=True)
class Batches:
    """What a game supplies so that batches of its games can be played and tabulated.

    Attributes
    ----------
    state_class, rules_class
        The classes of the game's positions and rules.
    new_rows
        ``(n_games, rules record) -> rows``: empty rows for the tables; a NamedTuple of arrays.
    begin_game
        Kernel ``(scratch, rules, rows, g, batch_input)``: set up game g of the batch in ``scratch.states[0]``, which is zeroed,
        and fill the rows of the set-up.
    play_on
        Kernel ``(state, rules, log, code, spare options) -> bool``: play an option, and return whether rows must be filled from
        the log before the next option. It must have this name, by which `kernel.must_be_compiled` finds it.
    fill_rows
        Kernel ``(scratch, rules, rows, g)``: fill the rows of game g from the log, and clear the log.
    tables
        The function that makes each table from the rows, by name of the table.
    tables_on_request
        The tables that a run keeps only if it names them.
    """

    state_class: type[State]
    rules_class: type[Rules]
    new_rows: Callable[[int, Any], Any]
    begin_game: Any
    play_on: Any
    fill_rows: Any
    tables: Mapping[str, TableMaker]
    tables_on_request: Collection[str] = ()
    #: Whether compiled code plays the games, which releases the interpreter lock.
    is_compiled: ClassVar[bool] = True

    @property
    def max_players(self) -> int:
        """The largest number of players."""
        return self.rules_class.source.box_label.player_counts[-1]

    def new_scratch(self) -> Scratch:
        """Return scratch memory for one thread."""
        return new_scratch(self.state_class.layout, self.state_class.max_options)

    @cached_property
    def kernels(self) -> BatchKernels:
        """The loop and the kernels, compiled or read from disk at first use; `play_on` comes last."""
        self.wait_for_compiler()
        kernels = (play_compiled, self.begin_game, self.state_class.kernels.list_options, self.fill_rows, self.play_on)
        if is_interpreted():
            return BatchKernels(*kernels)
        game_function = self.play_on.py_func
        compilers = [kernel(signature=signature, store_with=game_function) for signature in self._signatures()]
        return BatchKernels(
            *(compile_kernel(function.py_func) for compile_kernel, function in zip(compilers, kernels, strict=True))
        )

    def compile_elsewhere(self) -> subprocess.Popen[bytes] | None:
        """Start a process that compiles the loop and the kernels, and return it; None if it is not needed or not possible.

        Meanwhile this process compiles strategies. Threads would not help, since Numba compiles in one thread at a time.
        `kernels` waits for the other process, and compiles what that process could not.
        """
        game = self.rules_class.source.game
        if must_be_compiled(game) and os.access(game_cache_folder(game), os.W_OK):
            self.__dict__["_compiler"] = compiler_of(game, COMPILE_SCRIPT)
        return self._compiler

    @cached_property
    def _compiler(self) -> subprocess.Popen[bytes] | None:
        """The process that `compile_elsewhere` started."""
        return None

    def wait_for_compiler(self) -> None:
        """Wait for the process that `compile_elsewhere` started, if there is one."""
        if self._compiler is not None:
            self._compiler.wait()

    def prepare(self, rules: Rules, strategies: Iterable[Strategy]) -> None:
        """Compile what games of these strategies need, unless it is compiled already.

        The strategies come first, since another process may still be compiling the kernels (`compile_elsewhere`).

        Raises
        ------
        StrategyError
            If a strategy cannot be compiled.
        """
        for strategy in strategies:
            function_of(strategy, self.state_class, rules)
        _ = self.entry_points

    @cached_property
    def entry_points(self) -> BatchKernels:
        """The entry points by which Python calls the kernels."""
        return BatchKernels(*map(entry_point, self.kernels))

    def _signatures(self) -> tuple[Any, ...]:
        """Return the Numba signatures of the loop and of the kernels, derived from their arguments."""
        rules_array, empty = np.zeros(1, self.rules_class.layout), np.zeros((0, 0))
        arguments = (
            self.new_scratch(),
            self.new_rows(0, rules_array[0]),
            new_batch_input(empty, empty, np.zeros(0), (), empty),
            rules_array,
        )
        scratch, rows, batch_input, shown_rules = map(numba.typeof, arguments)
        state, rules = scratch.types[0].dtype, shown_rules.dtype
        game_signatures = (
            types.void(scratch, rules, rows, types.int64, batch_input),
            types.int64(state, rules, OPTIONS_TYPE),
            types.void(scratch, rules, rows, types.int64),
            types.boolean(state, rules, numba.from_dtype(LOG), types.int64, OPTIONS_TYPE),
        )
        strategy = types.FunctionType(strategy_signature(self.state_class.layout, self.rules_class.layout))
        strategies = types.UniTuple(strategy, self.max_players)
        functions = map(types.FunctionType, game_signatures)
        result = types.UniTuple(types.int64, 3)
        return (
            result(scratch, shown_rules.copy(readonly=True), shown_rules, rows, batch_input, strategies, *functions),
            *game_signatures,
        )

    def play_rows(self, rules: Rules, line_up: Sequence[Strategy], seatings: NDArray[np.int8], seeds: NDArray[np.int64]) -> Any:  # noqa: ANN401 - the rows of any game
        """Play games and return their rows; parameters and errors are those of `play`."""
        boards = rules.boards([strategy.board for strategy in line_up])[seatings]
        batch_input = new_batch_input(seatings, boards, seeds, line_up, parameter_table(line_up, rules))
        scratch, rows = self.new_scratch(), self.new_rows(len(seeds), rules.record)
        if is_interpreted() or not all(strategy.is_compiled for strategy in line_up):
            self._play_python(scratch, rules, rows, batch_input, line_up)
            return rows
        functions = [function_of(strategy, self.state_class, rules) for strategy in line_up]
        # The compiled loop takes a fixed number of functions; those beyond the line-up are never called.
        functions_by_index = tuple(functions[min(i, len(functions) - 1)] for i in range(self.max_players))
        shown_rules, parameters = writable_copy(rules.array), batch_input.parameters.copy()
        try:
            g, seat, code = self.entry_points.play(
                scratch, rules.array, shown_rules, rows, batch_input, functions_by_index, *self.kernels[1:]
            )
        except BaseException as error:
            if is_ctrl_c(error):
                raise
            # Playing the games again step by step finds out which strategy failed, and where.
            self._play_python(self.new_scratch(), rules, self.new_rows(len(seeds), rules.record), batch_input, line_up)
            names = ", ".join(repr(strategy.label) for strategy in line_up)
            raise StrategyError(f"one of the strategies {names} raised {type(error).__name__}: {error}") from error
        if shown_rules.tobytes() != rules.array.tobytes() or not np.array_equal(parameters, batch_input.parameters):
            labels = [strategy.label for strategy in line_up]
            raise StrategyError(f"one of the strategies {labels} changed the rules or parameters it was shown")
        if g != ALL_FINE:
            state = self.state_class(rules, writable_copy(scratch.states[:1]))
            decision = state.decision
            if code == NO_OPTIONS:
                raise AssertionError(state.no_options_message)
            refusal = not_an_option_error(line_up[seatings[g, seat]], str(decision), int(seeds[g]), code)
            refusal.game = int(g)
            raise refusal
        return rows

    def _play_python(
        self,
        scratch: Scratch,
        rules: Rules,
        rows: Any,  # noqa: ANN401 - the rows of any game
        batch_input: BatchInput,
        line_up: Sequence[Strategy],
    ) -> None:
        """Play the games of a batch where at least one strategy is plain Python; the steps are those of `play_compiled`."""
        _, begin_game, list_options, fill_rows, play_on = self.entry_points
        state, rules_record, log = record_argument(scratch.states), record_argument(rules.array), record_argument(scratch.log)
        end_reason, seat_to_move = scratch.states["end_reason"], scratch.states["seat_to_move"]
        for g, seed in enumerate(batch_input.seeds):
            clear(scratch)
            begin_game(scratch, rules_record, rows, g, batch_input)
            strategy_seeds = [strategy.seed_in(seed, i) for i, strategy in enumerate(line_up)]
            while end_reason[0] == NOT_OVER:
                n = list_options(state, rules_record, scratch.options)
                code = int(scratch.options[0])
                if n != 1:
                    i = batch_input.seatings[g, seat_to_move[0]]
                    position = self.state_class(rules, writable_copy(scratch.states[:1]), tuple(scratch.options[:n].tolist()))
                    if n == 0:
                        raise AssertionError(position.no_options_message)
                    try:
                        code = ask(line_up[i], position, strategy_seeds[i], int(seed))
                    except StrategyError as error:
                        error.game = g
                        raise
                rows_are_due = play_on(state, rules_record, log, code, scratch.spare_options)
                if rows_are_due:
                    fill_rows(scratch, rules_record, rows, g)

    def play(
        self,
        rules: Rules,
        line_up: Sequence[Strategy],
        seatings: NDArray[np.int8],
        seeds: NDArray[np.uint64],
        tables: Collection[str],
    ) -> dict[str, Columns]:
        """Play one game per row of `seatings` (n, players), the line-up index of each seat, with the luck of `seeds` (n,).

        If the variant has boards to choose between, each strategy plays on its own `board` (`Rules.boards`).

        Returns
        -------
        dict
            Columns by table; `index` is the number of the game, from 0 to n - 1.

        Raises
        ------
        StrategyError
            If a strategy raises or returns something that is not an option.
        """
        if rules.values.players:
            return self._play_by_seating(rules, line_up, seatings, seeds, tables)
        wanted_tables = [table for table in self.tables if table in tables]
        columns_of_calls: dict[str, list[Columns]] = {table: [] for table in wanted_tables}
        first_game, n_games = 0, FIRST_CALL_GAMES
        while first_game < len(seeds):
            games = slice(first_game, first_game + n_games)
            start_time = time.perf_counter()
            try:
                rows = self.play_rows(rules, line_up, seatings[games], seeds[games].astype(np.int64))
            except StrategyError as error:
                error.game = None if error.game is None else first_game + error.game
                raise
            for table in wanted_tables:
                columns = self.tables[table](rows, seatings[games])
                columns["index"] = columns["index"] + np.uint32(first_game)
                columns_of_calls[table].append(columns)
            first_game += n_games
            if time.perf_counter() - start_time < SECONDS_PER_CALL / 2:
                n_games = min(2 * n_games, MAX_GAMES_PER_CALL)
        return {table: joined_columns(columns) for table, columns in columns_of_calls.items()}

    def _play_by_seating(
        self,
        rules: Rules,
        line_up: Sequence[Strategy],
        seatings: NDArray[np.int8],
        seeds: NDArray[np.uint64],
        tables: Collection[str],
    ) -> dict[str, Columns]:
        """Do what `play` does if some players get something in addition to their seats: the rules then depend on the seating."""
        columns_of_seatings: dict[str, list[Columns]] = {}
        different_seatings, seating_of_game = np.unique(seatings, axis=0, return_inverse=True)
        for i, seating in enumerate(different_seatings):
            games = np.flatnonzero(seating_of_game.reshape(-1) == i).astype(np.uint32)
            try:
                tables_of_seating = self.play(*seated(rules, line_up, seating), seatings[games], seeds[games], tables)
            except StrategyError as error:
                error.game = None if error.game is None else int(games[error.game])
                raise
            for table, columns in tables_of_seating.items():
                columns["index"] = games[columns["index"]]
                columns_of_seatings.setdefault(table, []).append(columns)
        joined = {table: joined_columns(columns) for table, columns in columns_of_seatings.items()}
        orders = {table: np.argsort(columns["index"], kind="stable") for table, columns in joined.items()}
        return {table: {name: column[orders[table]] for name, column in columns.items()} for table, columns in joined.items()}


def new_batch_input(
    seatings: NDArray[Any], boards: NDArray[Any], seeds: NDArray[Any], line_up: Sequence[Strategy], parameters: NDArray[Any]
) -> BatchInput:
    """Return the input of a batch in the types that the loop is compiled for; `parameters` is a `parameter_table`."""
    return BatchInput(
        np.ascontiguousarray(seatings, np.int8),
        np.ascontiguousarray(boards, np.int8),
        np.ascontiguousarray(seeds, np.int64),
        parameters,
        np.array([strategy.error for strategy in line_up], np.float64),
    )
