"""How numba is asked to compile a kernel: the short way where its inside is as we know it, else the public one.

The short way (`pipeline.py`) leans on numba's inside and takes less time. With a numba that it was not tried with, or whose
inside has changed, kernels are compiled by what numba promises: slower to compile, and the same code.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from types import ModuleType
from typing import Any

from studio.solvers.kernels.guarded import load_numba

KNOWN = ("0.68",)
"""Versions of numba with which the short way was tried."""


@cache
def short_way() -> ModuleType | None:
    if load_numba().__version__.rpartition(".")[0] not in KNOWN:
        return None
    try:
        from studio.solvers.kernels import pipeline
    except (ImportError, AttributeError):
        return None
    return pipeline


def new_dispatcher(function: Any, for_callers: bool) -> Any:
    """numba's object for a function that Python calls, or only other kernels."""
    from numba import njit

    way = short_way()
    options = {} if way is None else {"pipeline_class": way.KernelCompiler}
    if for_callers:
        options |= {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}  # places cannot come from Python
    return njit(nogil=True, **options)(function)


def compile_for_callers(dispatcher: Any, signature: Any) -> None:
    """Compile a function that Python never calls."""
    way = short_way()
    if way is None:
        dispatcher.compile(signature)
    else:
        way.compile_for_callers(dispatcher, signature)


@contextmanager
def undisturbed() -> Iterator[None]:
    """Without garbage collection: numba makes millions of objects, most of which live as long as the compilation."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
