"""Writing the first file of a new strategy."""

from __future__ import annotations

import keyword
import re
from pathlib import Path

from rajas_sim.core.errors import InputError, RunError
from rajas_sim.core.strategies.registry import known_names

FOLDER = Path("strategies")
NAME = re.compile(r"[a-z][a-z0-9_]*")

PYTHON = '''\
"""What {name} tries, in one line."""

from rajas_sim import strategy


@strategy(game="{game}", compiled=False)
def {name}(state, parameters):
    """Say what it does: this line is shown by `rajas strategies list`.

    Say here where the idea comes from.
    """
    # Asked at every decision with more than one option:
    #   state.decision                    what is to be decided
    #   state.options                     what may be done; each has a code and a text
    #   state.seats[state.seat_to_move]   who decides
    #   state.play(option)                the position after an option, with luck that is not the game's
    return state.options[0]
'''

COMPILED = '''\
"""What {name} tries, in one line."""

from rajas_sim import parameter, strategy

# Parameters are read by their place in the declaration.
LAST = 0


@strategy(game="{game}", parameters=(parameter("last", 0, 0, 1, "yes or no", "1: takes the last option instead"),))
def {name}(state, rules, options, parameters):
    """Say what it does: this line is shown by `rajas strategies list`.

    Say here where the idea comes from.
    """
    # `state` and `rules` are the records of rajas_sim/{game}/rulebook/layout.py, `options` the codes on offer
    # (rajas_sim/{game}/rulebook/terms.py).
    # For random numbers say uses_chance=True and take them from draw(state.seed, CHOICE_STREAM, state.n_decisions).
    if parameters[LAST] == 1:
        return options[-1]
    return options[0]
'''


def write_strategy(name: str, game: str, is_compiled: bool) -> Path:
    """Write a strategy that takes the first option, with comments on what it may look at; return its file.

    Raises
    ------
    InputError
        If the name is impossible, or the file or a strategy of the game has it already.
    RunError
        If the file cannot be written.
    """
    if not NAME.fullmatch(name) or keyword.iskeyword(name):
        raise InputError(f"{name}: a strategy needs a Python name in small letters, such as my_first")
    path = FOLDER / f"{name}.py"
    if path.exists():
        raise InputError(f"{path}: exists already; choose another name")
    if name in known_names(game):
        raise InputError(f"{name}: {game} has a strategy of this name, which the new file would replace; choose another name")
    try:
        FOLDER.mkdir(exist_ok=True)
        path.write_text((COMPILED if is_compiled else PYTHON).format(name=name, game=game), encoding="utf-8")
    except OSError as error:
        raise RunError(f"{path}: cannot be written: {error.strerror}") from None
    return path
