"""The arrays that kernels take, by name; in records they may be lists (see `record.py`)."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from functools import cache
from typing import Any, get_args, get_origin

import numpy as np
from numpy.typing import NDArray

from studio.solvers.kernels.policy import Kernels, policy, usual_layout

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
I32x2 = np.ndarray[tuple[int, int], np.dtype[np.int32]]
I64x2 = np.ndarray[tuple[int, int], np.dtype[np.int64]]
U64x2 = np.ndarray[tuple[int, int], np.dtype[np.uint64]]
"""Tables of two dimensions, for kernels that take few arrays and no record."""


@cache
def array_dtype(hint: Any) -> np.dtype[Any] | None:
    """The dtype of an array's hint; None for other hints."""
    return np.dtype(get_args(get_args(hint)[1])[0]) if get_origin(hint) is np.ndarray else None


def zeros(hint: Any, length: int, layout: Kernels | None = None) -> Any:
    """An array for a kernel: of numpy where kernels are compiled, a list where they are not (three times as fast there)."""
    dtype = array_dtype(hint)
    if dtype is None:
        raise TypeError(f"{hint!r} is no array")
    if (layout or usual_layout()) is Kernels.PLAIN:
        return plain_zeros(dtype, length)
    return np.zeros(length, dtype)


def as_array(hint: Any, values: Any, layout: Kernels | None = None) -> Any:
    """A sequence as an array for a kernel (see `zeros`)."""
    return list(values) if (layout or usual_layout()) is Kernels.PLAIN else np.array(values, array_dtype(hint))


def plain_zeros(dtype: np.dtype[Any], length: int) -> Any:
    """A list; but words of 64 bits stay an array of numpy, whose arithmetic wraps around as the compiled one does."""
    return np.zeros(length, dtype) if dtype == np.uint64 else [dtype.type(0).item()] * length


def wrapping() -> AbstractContextManager[object]:
    """For kernels whose hashes are meant to wrap around: compiled ones do so in silence, numpy's plain numbers would warn."""
    return np.errstate(over="ignore") if policy() is Kernels.PLAIN else nullcontext()
