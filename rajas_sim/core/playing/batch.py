"""Playing whole games: the compiled loop over a batch, and the same steps one by one for strategies in plain Python.

The loop is one kernel for all games, compiled once for each. It gets the verbs of a game as first-class functions of fixed
signatures, the way it gets strategies: closures and dispatchers as arguments would miss Numba's cache.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numba
import numpy as np
from numba import types
from numba.core.errors import NumbaError
from numpy.typing import NDArray

from rajas_sim.core.engine.chance import STRATEGY_STREAM, derive
from rajas_sim.core.engine.endings import NOT_OVER
from rajas_sim.core.engine.events import LOG
from rajas_sim.core.engine.kernel import OPTIONS_TYPE, PARAMETERS_TYPE, Options, Record, is_interpreted, kernel
from rajas_sim.core.engine.records import copied, words
from rajas_sim.core.errors import InputError, StrategyError
from rajas_sim.core.playing.columns import Columns, joined

if TYPE_CHECKING:
    from rajas_sim.core.positions.state import State
    from rajas_sim.core.rulebook.rules import Rules
    from rajas_sim.core.strategies.declaration import Strategy

MAX_PARAMETERS = 32
#: Games a compiled call plays before it hands its rows over; keeps the books small and the loop interruptible.
GAMES_PER_CALL = 64
ALL_FINE = -1


class Desk(NamedTuple):
    """Scratch room for the game being played."""

    states: NDArray[Any]  # (2,): the game, and the copy a strategy sees
    words: NDArray[np.uint64]  # the same memory as 64-bit words
    log: NDArray[Any]  # (1,)
    options: NDArray[np.int16]  # (max_options,)
    shown_options: NDArray[np.int16]  # (max_options,), the copy a strategy sees
    room: NDArray[np.int16]  # (max_options,), for kernels that look ahead


class Seating(NamedTuple):
    """Who sits where, and the luck of each game."""

    seatings: NDArray[np.int8]  # (n, players): index into the line-up by seat
    boards: NDArray[np.int8]  # (n, players): what `Rules.boards` says for each seat
    seeds: NDArray[np.int64]  # (n,)
    parameters: NDArray[np.float64]  # (line-up, MAX_PARAMETERS)


def new_desk(layout: np.dtype[Any], max_options: int) -> Desk:
    """Return scratch room for one thread."""
    states = np.zeros(2, layout)
    options, shown, room = (np.zeros(max_options, np.int16) for _ in range(3))
    return Desk(states, words(states), np.zeros(1, LOG), options, shown, room)


@kernel
def clear(desk: Record) -> None:
    """Wipe the position and the log for the next game."""
    for i in range(desk.words.shape[1]):
        desk.words[0, i] = 0
    desk.log[0].n = 0


@kernel
def show(desk: Record, seed: int, n: int) -> None:
    """Copy the position and its `n` options for a strategy, with a seed of its own in place of the game's luck.

    Compiled code ignores NumPy's read-only flag, so a strategy is never handed the real ones.
    """
    for i in range(desk.words.shape[1]):
        desk.words[1, i] = desk.words[0, i]
    desk.states[1].seed = seed
    for i in range(n):
        desk.shown_options[i] = desk.options[i]


@kernel
def is_option(options: Options, n: int, code: int) -> bool:
    """Return whether a strategy's answer is among the options."""
    for i in range(n):
        if options[i] == code:
            return True
    return False


@kernel
def play_compiled(
    desk: Record,
    rules_table: Record,
    shown_rules: Record,
    books: Record,
    seating: Record,
    strategies: Record,
    begin_game: Record,
    list_options: Record,
    play_on: Record,
) -> tuple[int, int, int]:
    """Play the games of a batch between compiled strategies.

    A decision with a single option is played without asking. `shown_rules` is the copy of the rules that strategies see; the
    last three are the verbs of the game (`Match`).

    Returns
    -------
    tuple of int
        Game, seat and answer of the first strategy that did not return an option; game is `ALL_FINE` if none did so.
    """
    rules = rules_table[0]
    state = desk.states[0]
    options = desk.options
    own_seeds = np.zeros(len(seating.parameters), np.int64)
    for g in range(len(seating.seeds)):
        clear(desk)
        begin_game(desk, rules, books, g, seating)
        for i in range(len(own_seeds)):
            own_seeds[i] = derive(seating.seeds[g], STRATEGY_STREAM, i)
        while state.end_reason == NOT_OVER:
            n = list_options(state, rules, options)
            code = int(options[0])
            if n > 1:
                i = seating.seatings[g, state.seat_to_move]
                show(desk, own_seeds[i], n)
                code = strategies[i](desk.states[1], shown_rules[0], desk.shown_options[:n], seating.parameters[i])
                if not is_option(options, n, code):
                    return g, int(state.seat_to_move), code
            play_on(desk, rules, books, g, code)
    return ALL_FINE, 0, 0


def strategy_signature(state: np.dtype[Any], rules: np.dtype[Any]) -> Any:
    """Return the Numba signature of a compiled strategy, from the layouts of a state and of rules."""
    return types.int64(numba.from_dtype(state), numba.from_dtype(rules), OPTIONS_TYPE, PARAMETERS_TYPE)


class Engine(NamedTuple):
    """The loop and the verbs of a game that it calls; plain functions where kernels are interpreted."""

    play: Any
    begin_game: Any
    list_options: Any
    play_on: Any


@dataclass(frozen=True)
class Match:
    """What a game supplies to have whole games played and written down.

    Attributes
    ----------
    state, rules
        Its positions and rules.
    max_players
        The most that can sit at a table.
    new_books
        ``(n_games, rules record) -> books``: empty rows for what is written down; a NamedTuple of arrays.
    begin_game
        Kernel ``(desk, rules, books, g, seating)``: set up game g of the batch in ``desk.states[0]``, which is all zeros, and
        write down the set-up.
    play_on
        Kernel ``(desk, rules, books, g, code)``: play an option of the game on the desk and write down what it did. It stands
        under this name in the room of the game, where `kernel.is_compiled_before` looks for it.
    columns
        ``(books, rules, seatings) -> columns`` by name of the table.
    """

    state: type[State]
    rules: type[Rules]
    max_players: int
    new_books: Callable[[int, Any], Any]
    begin_game: Any
    play_on: Any
    columns: Mapping[str, Callable[[Any, Any, NDArray[np.int8]], Columns]]

    def new_desk(self) -> Desk:
        """Return scratch room for one thread."""
        return new_desk(self.state.layout, self.state.max_options)

    @cached_property
    def engine(self) -> Engine:
        """The loop and the verbs, compiled or read from disk at first use; `play_on` comes last."""
        kernels = (play_compiled, self.begin_game, self.state.verbs.list_options, self.play_on)
        if is_interpreted():
            return Engine(*kernels)
        beside = self.play_on.py_func
        signed = zip(kernels, self._signatures(), strict=True)
        return Engine(*(kernel(signature=signature, kept_with=beside)(function.py_func) for function, signature in signed))

    def _signatures(self) -> tuple[Any, ...]:
        """Return the Numba signatures of the loop and of the verbs; they follow from what these are handed."""
        table, none = np.zeros(1, self.rules.layout), np.zeros((0, 0))
        handed = (self.new_desk(), self.new_books(0, table[0]), new_seating(none, none, np.zeros(0), ()), table)
        desk, books, seating, shown_rules = map(numba.typeof, handed)
        state, rules = desk.types[0].dtype, shown_rules.dtype
        verbs = (
            types.void(desk, rules, books, types.int64, seating),
            types.int64(state, rules, OPTIONS_TYPE),
            types.void(desk, rules, books, types.int64, types.int64),
        )
        strategy = types.FunctionType(strategy_signature(self.state.layout, self.rules.layout))
        strategies = types.UniTuple(strategy, self.max_players)
        functions = map(types.FunctionType, verbs)
        answer = types.UniTuple(types.int64, 3)
        return (answer(desk, shown_rules.copy(readonly=True), shown_rules, books, seating, strategies, *functions), *verbs)

    def play_games(self, rules: Rules, line_up: Sequence[Strategy], seatings: NDArray[np.int8], seeds: NDArray[np.int64]) -> Any:
        """Play games and return the books written about them.

        Parameters
        ----------
        seatings
            (n, players): who of the line-up sits at each seat.
        seeds
            (n,): the luck of each game.

        Raises
        ------
        StrategyError
            If a strategy raises or returns something that is not an option.
        """
        boards = boards_of(rules, line_up)[seatings]
        seating = new_seating(seatings, boards, seeds, line_up)
        desk, books = self.new_desk(), self.new_books(len(seeds), rules.record)
        if is_interpreted() or not all(strategy.is_compiled for strategy in line_up):
            self._play_python(desk, rules, books, seating, line_up)
            return books
        functions = [_function(strategy, rules.kit.game) for strategy in line_up]
        padded = tuple(functions[min(i, len(functions) - 1)] for i in range(self.max_players))
        shown_rules, parameters = copied(rules.table), seating.parameters.copy()
        play, *verbs = self.engine
        try:
            g, seat, code = play(desk, rules.table, shown_rules, books, seating, padded, *verbs)
        except Exception as error:
            names = ", ".join(repr(strategy.label) for strategy in line_up)
            raise StrategyError(f"one of the strategies {names} raised {type(error).__name__}: {error}") from error
        if shown_rules.tobytes() != rules.table.tobytes() or not np.array_equal(parameters, seating.parameters):
            labels = [strategy.label for strategy in line_up]
            raise StrategyError(f"one of the strategies {labels} changed the rules or parameters it was shown")
        if g != ALL_FINE:
            decision = self.state(rules, copied(desk.states[:1])).decision
            raise _not_an_option(line_up[seatings[g, seat]], str(decision), int(seeds[g]), code)
        return books

    def _play_python(self, desk: Desk, rules: Rules, books: Any, seating: Seating, line_up: Sequence[Strategy]) -> None:
        """Play the games of a batch where at least one strategy is plain Python; the steps are those of `play_compiled`."""
        end_reason, seat_to_move = desk.states["end_reason"], desk.states["seat_to_move"]
        for g, seed in enumerate(seating.seeds):
            clear(desk)
            self.engine.begin_game(desk, rules.record, books, g, seating)
            own_seeds = [derive(seed, STRATEGY_STREAM, i) for i in range(len(line_up))]
            while end_reason[0] == NOT_OVER:
                state = self.state(rules, copied(desk.states[:1]))
                codes = state.option_codes
                code = int(codes[0])
                if len(codes) > 1:
                    i = seating.seatings[g, seat_to_move[0]]
                    code = ask(line_up[i], state, own_seeds[i], int(seed))
                self.engine.play_on(desk, rules.record, books, g, code)

    def play_batch(
        self,
        rules: Rules,
        line_up: Sequence[Strategy],
        seatings: NDArray[np.int8],
        seeds: NDArray[np.uint64],
        tables: Collection[str],
    ) -> dict[str, Columns]:
        """Play one game per row of `seatings` (n, players) with the luck of `seeds` (n,).

        Returns
        -------
        dict
            Columns by table, each with `index` 0..n-1 for the game.

        Raises
        ------
        StrategyError
            If a strategy raises or returns something that is not an option.
        """
        wanted = [table for table in self.columns if table in tables]
        parts: dict[str, list[Columns]] = {table: [] for table in wanted}
        for first in range(0, len(seeds), GAMES_PER_CALL):
            here = slice(first, first + GAMES_PER_CALL)
            books = self.play_games(rules, line_up, seatings[here], seeds[here].astype(np.int64))
            for table in wanted:
                columns = self.columns[table](books, rules, seatings[here])
                columns["index"] = columns["index"] + np.uint32(first)
                parts[table].append(columns)
        return {table: joined(columns) for table, columns in parts.items()}


def new_seating(seatings: NDArray[Any], boards: NDArray[Any], seeds: NDArray[Any], line_up: Sequence[Strategy]) -> Seating:
    """Return who sits where in the types the loop is compiled for."""
    return Seating(
        np.ascontiguousarray(seatings, np.int8),
        np.ascontiguousarray(boards, np.int8),
        np.ascontiguousarray(seeds, np.int64),
        parameter_table(line_up),
    )


def parameter_table(line_up: Sequence[Strategy]) -> NDArray[np.float64]:
    """Return the parameter values of a line-up, one row a strategy."""
    table = np.zeros((len(line_up), MAX_PARAMETERS))
    for row, strategy in zip(table, line_up, strict=True):
        row[: len(strategy.values)] = list(strategy.values.values())
    return table


def boards_of(rules: Rules, line_up: Sequence[Strategy]) -> NDArray[np.int8]:
    """Return the board of each member of a line-up (`Rules.boards`).

    Raises
    ------
    InputError
        For boards that do not exist or that the variant does not allow.
    """
    return rules.boards([strategy.board for strategy in line_up])


def ask(strategy: Strategy, state: State, own_seed: int, seed: int) -> int:
    """Return the code of the option a strategy chooses in a position, which it sees without the game's luck.

    Raises
    ------
    StrategyError
        If it raises, or returns something that is not an option.
    """
    view = copied(state.array)
    view["seed"] = own_seed
    function = _function(strategy, state.rules.kit.game)
    try:
        if strategy.is_compiled:
            parameters = parameter_table([strategy])[0]
            shown_rules, shown_options = copied(state.rules.table), state.option_codes.copy()
            answer: Any = function(view[0], shown_rules[0], shown_options, parameters)
        else:
            answer = function(type(state)(state.rules, view, state.option_codes), strategy.values)
    except Exception as error:
        raise StrategyError(
            f"strategy {strategy.label!r} raised {type(error).__name__}: {error}{_line_of(strategy, error)} (seed {seed}, "
            f"round {state.round_number}, seat {state.seat_to_move + 1}, decision {state.decision})"
        ) from error
    code = getattr(answer, "code", answer)
    if not isinstance(code, (int, np.integer)) or code not in state.option_codes:
        raise _not_an_option(strategy, str(state.decision), seed, answer)
    return int(code)


def _line_of(strategy: Strategy, error: BaseException) -> str:
    """Return where in the strategy's own file an error arose, as far as a traceback tells."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(strategy.path)]
    return f" in {strategy.path.name}, line {frames[-1].lineno}" if frames else ""


def _not_an_option(strategy: Strategy, decision: str, seed: int, code: Any) -> StrategyError:
    return StrategyError(
        f"strategy {strategy.label!r} returned {code!r}, which is not an option of the decision {decision} (seed {seed}); "
        "return one of the options or its code"
    )


def _function(strategy: Strategy, game: str) -> Any:
    try:
        return strategy.function(game)
    except InputError:
        raise
    except NumbaError as error:
        raise StrategyError(f"strategy {strategy.label!r} cannot be compiled: {error}") from error
    except KeyError as error:  # Numba's answer to an unknown field
        raise StrategyError(
            f"strategy {strategy.label!r} in {strategy.path.name} cannot be compiled: flat records have no {error}; their fields "
            f"are those of layout.py in the room of the game"
        ) from error
    except Exception as error:
        raise StrategyError(
            f"strategy {strategy.label!r} in {strategy.path.name} cannot be compiled: {type(error).__name__}: {error} "
            "(a compiled strategy takes state, rules, options and parameters; one in plain Python says compiled=False)"
        ) from error
