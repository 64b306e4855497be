"""Asking a strategy for its option, and saying what it did wrong."""

from __future__ import annotations

import multiprocessing
import threading
import traceback
from collections.abc import Sequence
from typing import Any

import numpy as np
from numba.core.errors import NumbaError
from numpy.typing import NDArray

from rajas_sim.core.engine.chance import with_error
from rajas_sim.core.engine.kernel import entry_point, record_argument
from rajas_sim.core.engine.records import writable_copy
from rajas_sim.core.errors import InputError, StrategyError
from rajas_sim.core.positions.option import Option
from rajas_sim.core.positions.state import State
from rajas_sim.core.rulebook.rules import Rules
from rajas_sim.core.strategies.declaration import Strategy

#: Hints about what a strategy must return.
USUAL_HINT = "return one of the options or its code"
HINT_FOR_NUMBERS = "options are numbers here, so return one of state.options itself"


def parameter_table(line_up: Sequence[Strategy], rules: Rules) -> NDArray[np.float64]:
    """Return the parameter values of a line-up under rules, one row per strategy."""
    values_by_strategy = [parameters_under(strategy, rules) for strategy in line_up]
    table = np.zeros((len(line_up), max(map(len, values_by_strategy), default=0)))
    for row, values in zip(table, values_by_strategy, strict=True):
        row[: len(values)] = values
    return table


def parameters_under(strategy: Strategy, rules: Rules) -> NDArray[np.float64]:
    """Return the parameters that the compiled function of a strategy gets under rules."""
    return np.array(strategy.numbers_under(rules.variant, rules.players), np.float64)


def function_of(strategy: Strategy, state_class: type[State], rules: Rules) -> Any:  # noqa: ANN401 - what strategies return
    """Return the function that chooses a strategy's option: compiled at first use, or plain Python.

    Raises
    ------
    StrategyError
        If it cannot be compiled.
    """
    if not state_class.has_records:
        return strategy.for_game(rules.source.game).body
    try:
        return strategy.function(rules.source.game, (state_class.layout, rules.layout))
    except InputError:
        raise
    except NumbaError as error:
        raise StrategyError(f"strategy {strategy.label!r} cannot be compiled: {error}") from error
    except KeyError as error:  # Numba raises it for an unknown field
        raise StrategyError(
            f"strategy {strategy.label!r} in {strategy.path.name} cannot be compiled: records have no field {error}; "
            "rulebook/layout.py of the game has them all"
        ) from error
    except Exception as error:
        raise StrategyError(
            f"strategy {strategy.label!r} in {strategy.path.name} cannot be compiled: {type(error).__name__}: {error} "
            "(a compiled strategy takes state, rules, options and parameters; one in plain Python says compiled=False)"
        ) from error


def ask(strategy: Strategy, state: State, strategy_seed: int, seed: int) -> int:
    """Return the code of the option that a strategy plays, errors on purpose included; it does not see the game's luck.

    Parameters
    ----------
    strategy_seed
        The seed of the strategy's own random numbers, which it sees.
    seed
        The seed of the game, for messages.

    Raises
    ------
    StrategyError
        If the strategy raises, or returns something that is not an option.
    """
    function = function_of(strategy, type(state), state.rules)
    shown_state = state.shown(strategy_seed)
    try:
        if not strategy.is_compiled:
            answer: Any = function(shown_state, strategy.values_under(state.rules.variant, state.rules.players))
        else:
            options = np.array(state.option_codes, np.int16)
            parameters = parameters_under(strategy, state.rules)
            if not state.has_records:  # it is a strategy for every game
                answer = function(shown_state, state.rules, options, parameters)
            else:
                shown_array, shown_rules = writable_copy(shown_state.array), writable_copy(state.rules.array)
                answer = entry_point(function)(record_argument(shown_array), record_argument(shown_rules), options, parameters)
    except BaseException as error:
        if is_ctrl_c(error):
            raise
        when = f"(seed {seed}, round {state.round_number}, seat {state.seat_to_move + 1}, decision {state.decision})"
        if isinstance(error, StrategyError):  # raised by the game, for something that the strategy tried
            raise StrategyError(f"{error}; it was strategy {strategy.label!r} that looked ahead {when}") from error
        raise StrategyError(
            f"strategy {strategy.label!r} raised {type(error).__name__}: {error}{_line_text(strategy, error)} {when}"
        ) from error
    takes_codes = isinstance(answer, Option) or strategy.is_compiled or state.takes_codes
    code = _code_of(answer, shown_state, takes_codes=takes_codes)
    if code is None or code not in state.option_codes:
        hint = USUAL_HINT if takes_codes else HINT_FOR_NUMBERS
        raise not_an_option_error(strategy, str(state.decision), seed, answer, hint)
    if strategy.error == 0.0:
        return code
    codes = np.array(state.option_codes, np.int16)
    return int(with_error(codes, code, strategy.error, strategy_seed, int(state.n_decisions)))


def _code_of(answer: Any, shown_state: State, *, takes_codes: bool) -> int | None:  # noqa: ANN401 - what strategies return
    """Return the code that a strategy's answer stands for, an option or not; None if the answer cannot stand for a code here.

    An option of another position cannot, and neither can an integer unless the game `takes_codes`.
    """
    if isinstance(answer, Option):
        return answer.code if answer.state == shown_state else None
    return int(answer) if takes_codes and isinstance(answer, (int, np.integer)) else None


def is_ctrl_c(error: BaseException) -> bool:
    """Return whether an error raised within a strategy is the user's Ctrl-C, and not the strategy's own.

    Only the main thread of the first process receives Ctrl-C.
    """
    is_heard_here = threading.current_thread() is threading.main_thread() and multiprocessing.parent_process() is None
    return isinstance(error, KeyboardInterrupt) and is_heard_here


def not_an_option_error(strategy: Strategy, decision: str, seed: int, answer: object, hint: str = USUAL_HINT) -> StrategyError:
    """Return the error for an answer that is not an option."""
    what = f"{answer!r}, which is not an option of the decision {decision} (seed {seed})"
    return StrategyError(f"strategy {strategy.label!r} returned {what}; {hint}")


def _line_text(strategy: Strategy, error: BaseException) -> str:
    """Return words for the line of the strategy's own file in which an error arose; empty if the traceback does not show it."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(strategy.path)]
    return f" in {strategy.path.name}, line {frames[-1].lineno}" if frames else ""
