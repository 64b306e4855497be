"""Compiled code ignores NumPy's read-only flag; a strategy that writes to the position it is shown must not change the game."""

from __future__ import annotations

import numpy as np
import pytest

from rajas_sim import ganges, strategy
from rajas_sim.core.engine.kernel import Options
from rajas_sim.core.errors import StrategyError
from rajas_sim.core.playing.asking import ask
from rajas_sim.core.strategies.declaration import Strategy
from rajas_sim.ganges import new_game
from rajas_sim.ganges.game import GAME
from tests.untyped import Array, Record


@strategy()
def meek(state: Record, rules: Record, options: Options, parameters: Array) -> int:
    """Take the last option."""
    return options[len(options) - 1]


@strategy()
def vandal(state: Record, rules: Record, options: Options, parameters: Array) -> int:
    """Take the last option too, but ruin everything in sight before."""
    code = options[len(options) - 1]
    for i in range(4):
        state.seats[i].money = 99
        state.seats[i].fame = 60
        state.seats[i].workers = 0
    state.n_tasks = 0
    state.end_reason = 1
    state.seed = 1
    for colour in range(4):
        state.supply[colour] = 0
    return code


@strategy()
def scribbler(state: Record, rules: Record, options: Options, parameters: Array) -> int:
    """Take the last option and scribble over the list."""
    code = options[len(options) - 1]
    for i in range(len(options)):
        options[i] = 0
    return code


@strategy()
def forger(state: Record, rules: Record, options: Options, parameters: Array) -> int:
    """Write an option into the list that was not there, and take it."""
    options[0] = 0
    options[len(options) - 1] = 9
    return 9


def tables(one: Strategy, players: int = 3) -> dict[tuple[str, ...], bytes]:
    seatings = np.zeros((4, players), np.int8)
    batch = GAME.batches.play(ganges.rules(players), [one], seatings, np.arange(4, dtype=np.uint64), GAME.tables)
    return {(table, name): column.tobytes() for table, columns in batch.items() for name, column in columns.items()}


@pytest.mark.slow
def test_a_strategy_that_writes_to_the_position_it_is_shown_changes_nothing() -> None:
    assert tables(vandal) == tables(meek)


def test_a_position_shown_one_by_one_stays_as_it_was() -> None:
    state = new_game(ganges.rules(2), 3)
    before = state.array.tobytes()
    ask(vandal, state, strategy_seed=1, seed=3)
    assert state.array.tobytes() == before


def test_positions_are_read_only_in_python() -> None:
    state = new_game(ganges.rules(2), 3)
    assert not state.array.flags.writeable
    with pytest.raises(ValueError, match="read-only"):
        state.array["round_number"] = 7


def test_rules_are_read_only() -> None:
    assert not ganges.rules(2).array.flags.writeable


def test_scribbling_over_the_options_changes_nothing() -> None:
    state = new_game(ganges.rules(2), 3)
    codes = state.option_codes
    assert ask(scribbler, state, strategy_seed=1, seed=3) == codes[-1]
    assert state.option_codes == codes


def test_an_option_of_ones_own_making_is_refused() -> None:
    with pytest.raises(StrategyError, match="not an option"):
        tables(forger)
