"""Memory for kernels without reference counting, which costs an atomic step for every array that is passed on.

In interpreted kernels each function runs as it is written; in compiled ones it is an intrinsic of Numba.
"""

# ruff: noqa: ANN401 - Numba's types have no static types

from __future__ import annotations

from typing import Any, TypeVar

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, lower_builtin, overload, type_callable
from numpy.typing import NDArray

from rajas_sim.core.engine.kernel import Record

T = TypeVar("T")


def borrow(arrays: T) -> T:
    """Return a tuple of arrays, nested or not, without reference counting; the owner of the arrays must outlive it."""
    return arrays


def new_record(layout: np.dtype[Any]) -> Any:
    """Return a record of zeros that lives as long as the calling kernel; it may be passed on, but not returned."""
    return np.zeros(1, layout)[0]


def as_record(numbers: NDArray[Any], layout: np.dtype[Any]) -> Any:
    """Return the beginning of an array as a record that shares its memory; the array must be long enough."""
    return numbers[: layout.itemsize // numbers.itemsize].view(layout)[0]


def copy_record(target: Record, source: Record) -> None:
    """Copy a record into another of the same layout."""
    for name in source.dtype.names or ():
        target[name] = source[name]


@intrinsic  # type: ignore[untyped-decorator]
def _borrow(typing_context: Any, arrays: Any) -> Any:
    """Compile `borrow`: return a copy of the tuple in which no array has an owner."""

    def without_owner(context: Any, builder: Any, numba_type: Any, value: Any) -> Any:
        """Return an array, or a tuple with arrays at any depth, without the owner whose references Numba would count."""
        if isinstance(numba_type, types.BaseTuple):
            for i, item_type in enumerate(numba_type.types):
                borrowed = without_owner(context, builder, item_type, builder.extract_value(value, i))
                value = builder.insert_value(value, borrowed, i)
            return value
        array = context.make_array(numba_type)(context, builder, value)
        array.meminfo = ir.Constant(array.meminfo.type, None)
        return array._getvalue()

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return without_owner(context, builder, arrays, arguments[0])

    return arrays(arrays), generate


@type_callable(new_record)  # type: ignore[untyped-decorator]
def _type_new_record(typing_context: Any) -> Any:
    return lambda layout: layout.dtype if isinstance(layout, types.DType) else None


# Not an inlined overload: with one, Numba drops what a kernel writes to ``record.field[i]``, as if nobody read it.
@lower_builtin(new_record, types.DType)  # type: ignore[untyped-decorator]
def _compiled_new_record(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """Allocate the record on the stack of the calling kernel."""
    size = signature.return_type.size
    words = cgutils.alloca_once(builder, ir.ArrayType(ir.IntType(64), size // 8))
    cgutils.memset(builder, words, context.get_constant(types.intp, size), 0)
    return builder.bitcast(words, context.get_value_type(signature.return_type))


@intrinsic  # type: ignore[untyped-decorator]
def _as_record(typing_context: Any, numbers: Any, layout: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array = context.make_array(numbers)(context, builder, arguments[0])
        return builder.bitcast(array.data, context.get_value_type(layout.dtype))

    return layout.dtype(numbers, layout), generate


@intrinsic  # type: ignore[untyped-decorator]
def _copy_record(typing_context: Any, target: Any, source: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        cgutils.raw_memcpy(builder, *arguments, context.get_constant(types.intp, source.dtype.itemsize), 1)
        return context.get_dummy_value()

    return types.void(target, source), generate


@overload(borrow, strict=False)  # type: ignore[untyped-decorator]
def _compiled_borrow(arrays: Any) -> Any:
    return lambda arrays: _borrow(arrays)


@overload(as_record, strict=False)  # type: ignore[untyped-decorator]
def _compiled_as_record(numbers: Any, layout: Any) -> Any:
    return lambda numbers, layout: _as_record(numbers, layout)


@overload(copy_record, strict=False)  # type: ignore[untyped-decorator]
def _compiled_copy_record(target: Record, source: Record) -> Any:
    return lambda target, source: _copy_record(target, source)
