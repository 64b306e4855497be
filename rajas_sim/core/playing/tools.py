"""Tools for authors of strategies: kernels that look at a position, called from compiled strategies and from plain Python."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial, update_wrapper
from inspect import signature
from typing import Any, Generic, TypeVar

import numpy as np

from rajas_sim.core.judging.turn_ends import TurnEnds, TurnKernels, turn_ends
from rajas_sim.core.positions.option import Option
from rajas_sim.core.positions.state import State

R = TypeVar("R")


class Tool(Generic[R]):
    """A kernel whose first arguments are a state and its rules; plain Python calls it with a `State` in place of both.

    Compiled code gets the kernel itself, by the attribute that Numba reads to find the type of an object.

    Parameters
    ----------
    kernel
        ``(state, rules, ...)``, or ``(state, rules, options, ...)`` if it `takes_options`.
    sizes
        For arguments of these names, which are numbers from 0: how many such numbers there are. A `seat` and the `code` of an
        option need no entry.
    """

    def __init__(self, kernel: Callable[..., R], sizes: Mapping[str, int], *, takes_options: bool = False) -> None:
        update_wrapper(self, kernel)
        self.kernel = kernel
        self.sizes = sizes
        self.takes_options = takes_options
        self.py_func = getattr(kernel, "py_func", kernel)
        self.argument_names = [*signature(self.py_func).parameters][3 if takes_options else 2 :]

    @property
    def _numba_type_(self) -> Any:  # noqa: ANN401 - what kernels take
        return self.kernel._numba_type_  # type: ignore[attr-defined]  # a compiled kernel has one

    def __call__(self, state: Any, *arguments: Any) -> R:  # noqa: ANN401 - what kernels take
        """Call the kernel for a position.

        Parameters
        ----------
        state
            A `State`; or its flat record, and then the record of its rules is the first of the `arguments`.
        arguments
            The other arguments of the kernel; an option may stand for its code, and a mapping for an array of its values.

        Raises
        ------
        ValueError
            If `state` is a `State` and an argument numbers a seat, an option or anything else that does not exist. Kernels
            themselves do not check this.
        """
        if not isinstance(state, State):
            return self.kernel(state, *arguments)
        kernel_arguments = [_kernel_argument(argument) for argument in arguments]
        for name, argument in zip(self.argument_names, kernel_arguments, strict=False):
            if name == "code" and argument not in state.option_codes:
                raise ValueError(f"{argument!r} is not an option of {state.decision}; options: {[*state.option_codes]}")
            size = state.rules.players if name == "seat" else self.sizes.get(name)
            if size is not None and not 0 <= argument < size:
                raise ValueError(f"{self.py_func.__name__}: {name} must be from 0 to {size - 1}, found {argument!r}")
        options = [np.array(state.option_codes, np.int16)] if self.takes_options else []
        return self.kernel(state.record, state.rules.record, *options, *kernel_arguments)


def _kernel_argument(argument: Any) -> Any:  # noqa: ANN401 - what kernels take
    """Return an argument as kernels take it: the code of an option, and the values of a mapping as an array."""
    if isinstance(argument, Option):
        return argument.code
    if isinstance(argument, np.integer):  # one type of integers, so that a kernel is compiled once
        return int(argument)
    if isinstance(argument, Mapping):
        return np.array([*argument.values()], np.float64)
    return argument


def tools(**sizes: int) -> Callable[[Callable[..., R]], Tool[R]]:
    """Return a decorator that makes tools of kernels ``(state, rules, ...)``; `sizes` are those of `Tool`."""
    return partial(Tool, sizes=sizes)


def ending_turns(turns: TurnKernels, evaluate: Callable[..., float]) -> TurnEnds:
    """Return the kernels that play turns of a game to their end (`turn_ends`), as tools."""
    kernels = turn_ends(turns, evaluate)
    return TurnEnds(Tool(kernels.value, {}), Tool(kernels.best, {}, takes_options=True))
