"""The decorator that compiles kernels, and the types in their signatures."""

# ruff: noqa: ANN401 - Numba's types have no static types

from __future__ import annotations

import warnings
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Protocol, TypeVar, overload

import numba
import numpy as np
from numba import types
from numba.core import typeinfer
from numba.core.errors import NumbaExperimentalFeatureWarning
from numba.extending import lower_cast
from numpy.typing import NDArray

from rajas_sim.core.engine.code_cache import PACKAGE, CodeCache, cache_folder, kernel_sources

# Numba still calls first-class functions (strategies passed to the compiled loop) experimental; the tests cover our use.
warnings.filterwarnings("ignore", category=NumbaExperimentalFeatureWarning)

#: The kernel of a game that is compiled last: the first name for a batch, the second for a single game.
LAST_KERNEL = "play_on"
LAST_KERNEL_OF_ONE_GAME = "play_option"

F = TypeVar("F", bound=Callable[..., Any])
T_co = TypeVar("T_co", covariant=True)

#: Option codes, or space for them: shape (n,).
Options = NDArray[np.int16]
#: Parameters of a strategy, weights, values or features: shape (n,).
Floats = NDArray[np.float64]


class Record(Protocol):
    """A flat record, as kernels see it; derived classes name the fields (`records.layout_of`).

    Numbers are annotated as `int` or `float`, since kernels compute with all widths alike. Numba ignores annotations.
    """

    @property
    def dtype(self) -> np.dtype[Any]:
        """The memory layout of the record."""

    def __getitem__(self, field: str, /) -> Any: ...
    def __setitem__(self, field: str, value: Any, /) -> None: ...


class Array1(Protocol[T_co]):
    """A row of numbers or records: a field of a record, or a NumPy array."""

    def __len__(self) -> int: ...
    def __getitem__(self, index: int, /) -> T_co: ...
    def __setitem__(self, index: int, value: float, /) -> None: ...


class Array2(Protocol[T_co]):
    """A table of numbers or records; its first index selects a row."""

    def __len__(self) -> int: ...
    @overload
    def __getitem__(self, index: int, /) -> Array1[T_co]: ...
    @overload
    def __getitem__(self, index: tuple[int, int], /) -> T_co: ...
    def __setitem__(self, index: tuple[int, int], value: float, /) -> None: ...


OPTIONS_TYPE = types.Array(types.int16, 1, "C")
PARAMETERS_TYPE = types.Array(types.float64, 1, "C")


def must_be_compiled(game: str, last_kernel: str = LAST_KERNEL) -> bool:
    """Return whether this version of a game of the package must still be compiled, judged by the kernel that is compiled last.

    It is False if kernels are interpreted, and for a game in plain Python.
    """
    if is_interpreted() or not (PACKAGE / game).is_dir():
        return False
    return not any(game_cache_folder(game).rglob(f"*.{last_kernel}-*.nbi"))


def is_on_disk(function: Callable[..., Any], game: str) -> bool:
    """Return whether a strategy's function has compiled code on disk for a game."""
    return CodeCache(function, _folder_of(function, game)).has_code()


def _folder_of(function: Callable[..., Any], game: str | None) -> Path:
    """Return the folder for the compiled code of a kernel; `game` as in `kernel_sources`."""
    return cache_folder(*kernel_sources(Path(function.__code__.co_filename).resolve(), game))


def game_cache_folder(game: str) -> Path:
    """Return the folder for compiled code of a game of this package."""
    return cache_folder(*kernel_sources(PACKAGE / game / "game.py"))


@overload
def kernel(function: F) -> F: ...


@overload
def kernel(*, store_with: Callable[..., Any], is_part: bool = False) -> Callable[[F], F]: ...


@overload
def kernel(*, signature: Any, game: str | None = None, store_with: Callable[..., Any] | None = None) -> Callable[[F], Any]: ...


def kernel(
    function: F | None = None,
    *,
    signature: Any = None,
    game: str | None = None,
    store_with: Callable[..., Any] | None = None,
    is_part: bool = False,
) -> Any:
    """Compile `function` with the options of this project, or leave it as it is under ``NUMBA_DISABLE_JIT=1``.

    ``nogil`` lets threads play games side by side; the cache spares later processes the compilation; ``error_model`` is
    NumPy's because the kernels never divide by zero and the check would cost a branch; ``inline`` is left to LLVM, except for
    parts (`is_part`).

    Parameters
    ----------
    signature
        A Numba signature. Strategies need one, since their compiled code is passed around as a value of one fixed type.
    game
        For a strategy, the game that it plays (`kernel_sources`).
    store_with
        Store this kernel's compiled code with the code of that function. Needed for a kernel of the core whose signature
        contains types of a game: a process that has only loaded another game must still be able to read the code of the core.
    is_part
        Compile the kernel only inside its callers. For large kernels with one or two callers: every kernel is compiled
        together with all that it calls.
    """

    def compile_function(function_to_compile: F) -> Any:
        if is_interpreted():
            return function_to_compile
        stored_with = getattr(store_with, "py_func", store_with) or function_to_compile
        inline = "always" if is_part else "never"
        compiled = numba.njit(nogil=True, error_model="numpy", inline=inline)(function_to_compile)
        compiled._cache = CodeCache(function_to_compile, _folder_of(stored_with, game))
        compiled.get_call_template = lambda args, kws: type(compiled).get_call_template(
            compiled, tuple(map(common_type, args)), {name: common_type(type_) for name, type_ in kws.items()}
        )
        if signature is not None:
            with typeinfer.register_dispatcher(compiled):
                compiled.compile(signature)
            compiled.disable_compile()
        return compiled

    return compile_function if function is None else compile_function(function)


def common_type(numba_type: Any) -> Any:
    """Return the type that a kernel takes for an argument, so that similar argument types share one compiled version.

    Signed integers of all sizes become 64-bit integers, and array fields of records become ordinary arrays. Integer constants
    stay constants, since code for one value is faster. Boolean constants do not: there it is not faster.
    """
    if isinstance(numba_type, types.Integer) and numba_type.signed and not isinstance(numba_type, types.Literal):
        return types.int64
    if isinstance(numba_type, types.BooleanLiteral):
        return types.boolean
    if isinstance(numba_type, types.NestedArray):
        return types.Array(numba_type.dtype, numba_type.ndim, "C", readonly=not numba_type.mutable, aligned=numba_type.aligned)
    return numba_type


@lower_cast(types.NestedArray, types.Array)  # type: ignore[untyped-decorator]
def _as_array(context: Any, builder: Any, given: Any, wanted: Any, value: Any) -> Any:
    """Pass a field of a record on as an array, which it already is in memory."""
    return value


def entry_point(compiled: Any) -> Any:
    """Return the entry point of a kernel with one signature, for callers that know the types of their arguments.

    It checks nothing: the arguments must have exactly the types of the signature, and records are passed by `record_argument`.
    """
    if is_interpreted():
        return compiled
    (compile_result,) = compiled.overloads.values()
    return compile_result.entry_point


def record_argument(array: Any) -> Any:
    """Return the first record of an array in the form that an entry point takes.

    Compiled code only reads the ``data`` of a record. NumPy's records describe all their fields at every access, which takes
    longer than most kernels.
    """
    return array[0] if is_interpreted() else SimpleNamespace(data=array[:1].view(np.uint8).data)


def is_interpreted() -> bool:
    """Return whether kernels run as plain Python (``NUMBA_DISABLE_JIT=1``)."""
    return bool(numba.config.DISABLE_JIT)


def strategy_signature(state_layout: Any, rules_layout: Any) -> Any:
    """Return the Numba signature of a compiled strategy, from the dtypes of a state and of rules."""
    return types.int64(numba.from_dtype(state_layout), numba.from_dtype(rules_layout), OPTIONS_TYPE, PARAMETERS_TYPE)
