"""Kernels: hot functions that are compiled by numba, or run as the plain Python that they are.

A kernel is an ordinary function with full type hints, marked `@kernel`. The hints are the signature: `int` is int64, `I32` and
its kin are contiguous arrays, a `NamedTuple` of such is a record. So every kernel is compiled once, for one set of types, a
type checker reads it, and a person can step through it: where the policy of the process is PLAIN, the decorator leaves the
function as it is and numba is not even imported. Both ways run the same lines, and give the same answers and the same nodes.

Which way a process goes is decided once, before any kernel is imported, by whoever starts it (`studio.run` for workers, the
environment variable for everybody else); the choice stands in the statistics of every run.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from enum import StrEnum
from functools import cache
from typing import Any, TypeVar, get_args, get_origin, get_type_hints, overload

import numpy as np
from numpy.typing import NDArray

VARIABLE = "PUZZLE_STUDIO_KERNELS"

I8 = NDArray[np.int8]
I16 = NDArray[np.int16]
I32 = NDArray[np.int32]
I64 = NDArray[np.int64]
U8 = NDArray[np.uint8]
U16 = NDArray[np.uint16]
U32 = NDArray[np.uint32]
U64 = NDArray[np.uint64]
F64 = NDArray[np.float64]
Flags = NDArray[np.bool_]


class Kernels(StrEnum):
    """How this process runs its kernels."""

    COMPILED = "compiled"
    PLAIN = "plain"


@cache
def policy() -> Kernels:
    """The choice for this process; it holds from the first kernel that is imported."""
    return Kernels(os.environ.get(VARIABLE, Kernels.COMPILED))


Function = TypeVar("Function", bound=Callable[..., Any])


@overload
def kernel(function: Function, /) -> Function: ...


@overload
def kernel(*, inline: bool = False, fastmath: bool = False) -> Callable[[Function], Function]: ...


def kernel(function: Function | None = None, /, *, inline: bool = False, fastmath: bool = False) -> Any:
    """Compile a function for the types of its hints, or leave it as it is (see the module's first lines).

    inline=True: for a few-line helper that takes whatever its caller has; it needs no signature and no cache of its own.
    """
    def decorate(plain: Function) -> Any:
        if policy() is Kernels.PLAIN:
            return plain
        from numba import njit

        if inline:
            return njit(inline="always")(plain)
        return njit(_signature(plain), cache=True, nogil=True, fastmath=fastmath)(plain)

    return decorate if function is None else decorate(function)


def _signature(plain: Callable[..., Any]) -> Any:
    hints = get_type_hints(plain)
    result = hints.pop("return")
    return _numba_type(result)(*map(_numba_type, hints.values()))


@cache
def _numba_type(hint: Any) -> Any:
    """numba's name for a type hint of a kernel."""
    from numba import types
    from numba.np.numpy_support import from_dtype

    simple = {int: types.int64, float: types.float64, bool: types.boolean, type(None): types.none}
    if hint in simple:
        return simple[hint]
    if isinstance(hint, type) and issubclass(hint, np.generic):
        return from_dtype(np.dtype(hint))
    if isinstance(hint, type) and issubclass(hint, tuple) and hasattr(hint, "_fields"):
        return types.NamedTuple(tuple(map(_numba_type, get_type_hints(hint).values())), hint)
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is tuple:
        return types.Tuple(tuple(map(_numba_type, arguments)))
    if origin is np.ndarray:
        sizes = get_args(arguments[0])
        dimensions = len(sizes) if sizes and sizes[-1] is not Ellipsis else 1
        return types.Array(from_dtype(np.dtype(get_args(arguments[1])[0])), dimensions, "C")
    raise TypeError(f"a kernel cannot take {hint!r}: its hints are int, float, bool, arrays and NamedTuples of these")
