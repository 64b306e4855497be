"""Tools for authors of strategies: kernels that look at a position, called from compiled strategies and from plain Python."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import update_wrapper
from typing import Any, Generic, TypeVar

import numpy as np

from rajas_sim.core.positions.option import Option
from rajas_sim.core.positions.state import State
from rajas_sim.core.search.turn_ends import TurnEnds, Turns, turn_ends

R = TypeVar("R")


class Tool(Generic[R]):
    """A kernel whose first arguments are a state and its rules, and which plain Python calls with a `State` in their place.

    Compiled code sees the kernel itself, by the attribute by which Numba asks an object for its type.

    Parameters
    ----------
    kernel
        ``(state, rules, ...)``, or ``(state, rules, options, ...)`` if it `takes_options`.
    """

    def __init__(self, kernel: Callable[..., R], *, takes_options: bool = False) -> None:
        update_wrapper(self, kernel)
        self.kernel = kernel
        self.takes_options = takes_options
        self.py_func = getattr(kernel, "py_func", kernel)

    @property
    def _numba_type_(self) -> Any:
        return self.kernel._numba_type_  # type: ignore[attr-defined]  # a compiled kernel has one

    def __call__(self, state: Any, *arguments: Any) -> R:
        """Look at a position.

        Parameters
        ----------
        state
            A `State`; or the flat record of one, and then the record of its rules first among the `arguments`.
        arguments
            What the kernel asks for beside; an option may stand for its code, and a mapping for an array of its values.
        """
        if not isinstance(state, State):
            return self.kernel(state, *arguments)
        options = [np.array(state.option_codes, np.int16)] if self.takes_options else []
        return self.kernel(state.record, state.rules.record, *options, *map(_as_kernels_take_it, arguments))


def _as_kernels_take_it(argument: Any) -> Any:
    if isinstance(argument, Option):
        return argument.code
    if isinstance(argument, np.integer):  # one kind of integers, so that a kernel is compiled once
        return int(argument)
    if isinstance(argument, Mapping):
        return np.array([*argument.values()], np.float64)
    return argument


def tool(kernel: Callable[..., R]) -> Tool[R]:
    """Make a kernel ``(state, rules, ...)`` a tool."""
    return Tool(kernel)


def ending_turns(turns: Turns, evaluate: Callable[..., float]) -> TurnEnds:
    """Return the kernels that play turns of a game to their end (`turn_ends`), as tools."""
    kernels = turn_ends(turns, evaluate)
    return TurnEnds(Tool(kernels.value), Tool(kernels.best, takes_options=True))
