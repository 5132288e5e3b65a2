"""Kernels: hot functions that are compiled by numba, or run as the plain Python that they are.

A kernel is an ordinary function with full type hints, marked `@kernel`, or `@entry` where Python calls it. The hints are the
signature: `int` is int64, `I32` and its kin are contiguous arrays, a `NamedTuple` of such is a small record, a `Record` a
large one. So every kernel is compiled once, for one set of types, a type checker reads it, and a person can step through it:
where the policy of the process is PLAIN, the decorator leaves the function as it is and numba is not even imported. Both ways
run the same lines, and give the same answers and the same nodes. How one is written: docs/kernels.md.

Which way a process goes is decided once, before any kernel is imported, by whoever starts it (`studio.run` for workers, the
environment variable for everybody else); the choice stands in the statistics of every run.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from studio.solvers.kernels.arrays import (
    F64,
    I8,
    I16,
    I32,
    I64,
    U8,
    U16,
    U32,
    U64,
    Flags,
    I32x2,
    I64x2,
    U64x2,
    as_array,
    wrapping,
    zeros,
)
from studio.solvers.kernels.policy import VARIABLE, Kernels, always_plain, policy, usual_layout
from studio.solvers.kernels.record import Blank, Fixed, Record, Rooms

__all__ = ["F64", "I8", "I16", "I32", "I64", "U8", "U16", "U32", "U64", "VARIABLE", "Blank", "Fixed", "Flags", "I32x2",
           "I64x2", "Kernels", "Record", "Rooms", "U64x2", "as_array", "entry", "is_on_disk", "kernel", "plain", "policy",
           "prepare", "usual_layout", "wrapping", "zeros"]

Function = TypeVar("Function", bound=Callable[..., Any])


def kernel(function: Function) -> Function:
    """Compile a function for the types of its hints, or leave it as it is (see the module's first lines)."""
    return _decorated(function, False)


def entry(function: Function) -> Function:
    """A kernel that Python calls. It is cached on disk and brings along those that it calls, which are not.

    (A plain `@kernel` can be called by Python, too, and is then cached.)
    """
    return _decorated(function, True)


def prepare(*functions: Callable[..., Any]) -> None:
    """Compile kernels, or load them from disk, before somebody waits for them. Plain ones are always ready."""
    for function in functions:
        ready = getattr(function, "prepare", None)
        if ready is not None:
            ready()


def is_on_disk(function: Callable[..., Any]) -> bool:
    """Would a call now find its code on disk? For those who prepare processes; an engine never asks."""
    from studio.solvers.kernels.compiled import Kernel

    return isinstance(function, Kernel) and function.is_on_disk()


def plain(function: Function) -> Function:
    """A kernel as plain Python in any process, for records of lists and callers that call it often: nobody looks at its
    arguments first."""
    twin = getattr(function, "twin", None)
    return function if twin is None else twin()  # type: ignore[no-any-return]


def _decorated(function: Any, is_entry: bool) -> Any:
    if always_plain():
        return function
    from studio.solvers.kernels.compiled import Kernel

    return Kernel(function, is_entry)
