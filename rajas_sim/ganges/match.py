"""Playing whole games: the compiled loop over a batch, and the same steps one by one for strategies in plain Python."""

from __future__ import annotations

import traceback
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numba.core.errors import NumbaError
from numpy.typing import NDArray

from rajas_sim.core.chance import STRATEGY_STREAM, derive
from rajas_sim.core.endings import NOT_OVER
from rajas_sim.core.errors import StrategyError
from rajas_sim.core.kernel import Options, Record, is_interpreted, kernel
from rajas_sim.core.records import copied
from rajas_sim.ganges.books import Books, Desk, begin_books, new_books, new_desk, write_down
from rajas_sim.ganges.engine import list_options, play_option
from rajas_sim.ganges.setup import set_up
from rajas_sim.ganges.words import DECISIONS, MAX_PLAYERS

if TYPE_CHECKING:
    from rajas_sim.ganges.rules import Rules
    from rajas_sim.ganges.state import State
    from rajas_sim.strategies_api import Strategy

MAX_PARAMETERS = 32
#: Games a compiled call plays before it hands its rows over; keeps the books small and the loop interruptible.
GAMES_PER_CALL = 64
ALL_FINE = -1


class Seating(NamedTuple):
    """Who sits where, and the luck of each game."""

    seatings: NDArray[np.int8]  # (n, players): index into the line-up by seat
    boards: NDArray[np.int8]  # (n, players): index into rules.boards by seat
    seeds: NDArray[np.int64]  # (n,)
    parameters: NDArray[np.float64]  # (line-up, MAX_PARAMETERS)


@kernel
def begin_game(desk: Record, rules: Record, books: Record, g: int, seating: Record) -> None:
    """Set up game g of the batch on the desk."""
    for i in range(desk.words.shape[1]):
        desk.words[0, i] = 0
    desk.log[0].n = 0
    set_up(desk.states[0], rules, desk.log[0], seating.seeds[g], seating.boards[g], desk.room)
    begin_books(desk, books, g)


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
def play_on(desk: Record, rules: Record, books: Record, g: int, code: int) -> None:
    """Play an option of the game on the desk and write down what it did."""
    state = desk.states[0]
    round_number, stage = state.round_number, state.stage
    play_option(state, rules, desk.log[0], code, desk.room)
    write_down(desk, rules, books, g, round_number, stage)


@kernel
def play_compiled(
    desk: Record, rules_table: Record, shown_rules: Record, books: Record, seating: Record, strategies: Record
) -> tuple[int, int, int]:
    """Play the games of a batch between compiled strategies.

    A decision with a single option is played without asking. `shown_rules` is the copy of the rules that strategies see.

    Returns
    -------
    tuple of int
        Game, seat and answer of the first strategy that did not return an option; game is `ALL_FINE` if none did so.
    """
    rules = rules_table[0]
    state = desk.states[0]
    options = desk.options
    own_seeds = np.zeros(MAX_PLAYERS, np.int64)
    for g in range(len(seating.seeds)):
        begin_game(desk, rules, books, g, seating)
        for i in range(len(seating.parameters)):
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


def _play_python(desk: Desk, rules: Rules, books: Books, seating: Seating, line_up: Sequence[Strategy]) -> None:
    """Play the games of a batch where at least one strategy is plain Python; the steps are those of `play_compiled`."""
    from rajas_sim.ganges.state import State

    end_reason, seat_to_move = desk.states["end_reason"], desk.states["seat_to_move"]
    for g, seed in enumerate(seating.seeds):
        begin_game(desk, rules.record, books, g, seating)
        own_seeds = [derive(seed, STRATEGY_STREAM, i) for i in range(len(line_up))]
        while end_reason[0] == NOT_OVER:
            state = State(rules, copied(desk.states[:1]))
            codes = state.option_codes
            code = int(codes[0])
            if len(codes) > 1:
                i = seating.seatings[g, seat_to_move[0]]
                code = ask(line_up[i], state, own_seeds[i], int(seed))
            play_on(desk, rules.record, books, g, code)


def ask(strategy: Strategy, state: State, own_seed: int, seed: int) -> int:
    """Return the code of the option a strategy chooses in a position, which it sees without the game's luck.

    Raises
    ------
    StrategyError
        If it raises, or returns something that is not an option.
    """
    from rajas_sim.ganges.state import State

    view = copied(state.array)
    view["seed"] = own_seed
    try:
        if strategy.is_compiled:
            parameters = parameter_table([strategy])[0]
            shown_rules, shown_options = copied(state.rules.table), state.option_codes.copy()
            answer: Any = strategy.function(view[0], shown_rules[0], shown_options, parameters)
        else:
            answer = strategy.function(State(state.rules, view, state.option_codes), strategy.values)
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


def _compiled_function(strategy: Strategy) -> Any:
    try:
        return strategy.function
    except NumbaError as error:
        raise StrategyError(f"strategy {strategy.label!r} cannot be compiled: {error}") from error


def parameter_table(line_up: Sequence[Strategy]) -> NDArray[np.float64]:
    """Return the parameter values of a line-up, one row a strategy."""
    table = np.zeros((len(line_up), MAX_PARAMETERS))
    for row, strategy in zip(table, line_up, strict=True):
        row[: len(strategy.values)] = list(strategy.values.values())
    return table


def boards_of(rules: Rules, line_up: Sequence[Strategy]) -> NDArray[np.int8]:
    """Return the board of each member of a line-up (index into words.BOARDS).

    Raises
    ------
    InputError
        For boards that do not exist or that the variant does not allow.
    """
    return rules.boards([strategy.board for strategy in line_up])


def play_games(rules: Rules, line_up: Sequence[Strategy], seatings: NDArray[np.int8], seeds: NDArray[np.int64]) -> Books:
    """Play games and return what was written down about them.

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
    seating = Seating(
        np.ascontiguousarray(seatings, np.int8),
        boards_of(rules, line_up)[seatings],
        np.ascontiguousarray(seeds, np.int64),
        parameter_table(line_up),
    )
    desk, books = new_desk(), new_books(len(seeds), rules.record)
    if is_interpreted() or not all(strategy.is_compiled for strategy in line_up):
        _play_python(desk, rules, books, seating, line_up)
        return books
    functions = [_compiled_function(strategy) for strategy in line_up]
    padded = tuple(functions[min(i, len(functions) - 1)] for i in range(MAX_PLAYERS))
    shown_rules, parameters = copied(rules.table), seating.parameters.copy()
    try:
        g, seat, code = play_compiled(desk, rules.table, shown_rules, books, seating, padded)
    except Exception as error:
        names = ", ".join(repr(strategy.label) for strategy in line_up)
        raise StrategyError(f"one of the strategies {names} raised {type(error).__name__}: {error}") from error
    if shown_rules.tobytes() != rules.table.tobytes() or not np.array_equal(parameters, seating.parameters):
        raise StrategyError(f"one of the strategies {[s.label for s in line_up]} changed the rules or parameters it was shown")
    if g != ALL_FINE:
        strategy = line_up[seatings[g, seat]]
        decision = DECISIONS[desk.states[0].tasks[desk.states[0].n_tasks - 1].kind]
        raise _not_an_option(strategy, decision, int(seeds[g]), code)
    return books
