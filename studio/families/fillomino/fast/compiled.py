"""One source, two speeds: the kernel's functions as they are, or compiled by numba.

Loading numba and its cache costs about a second, more than most boards need altogether; so a cold process starts with
the plain functions, and `compiled()` is used once it has been loaded or a board is large.
"""

from __future__ import annotations

from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any

_loaded: dict[str, SimpleNamespace] = {}


def _functions(*modules: ModuleType) -> list[FunctionType]:
    return [f for m in modules for f in vars(m).values() if isinstance(f, FunctionType) and f.__module__ == m.__name__]


def plain(*modules: ModuleType) -> SimpleNamespace:
    """The functions of the modules, uncompiled."""
    return SimpleNamespace(**{f.__name__: f for f in _functions(*modules)})


def compiled(*modules: ModuleType) -> SimpleNamespace:
    """The functions of the modules, compiled (and cached on disk) so that they call each other's compiled form."""
    key = ",".join(m.__name__ for m in modules)
    if key not in _loaded:
        from numba import njit

        scope: dict[str, Any] = {}
        for module in modules:
            scope.update(vars(module))
        for function in _functions(*modules):
            twin = FunctionType(function.__code__, scope, function.__name__, function.__defaults__)
            scope[function.__name__] = njit(cache=True, nogil=True)(twin)
        _loaded[key] = SimpleNamespace(**scope)
    return _loaded[key]


def is_loaded(*modules: ModuleType) -> bool:
    """Is the compiled form ready in this process?"""
    return ",".join(m.__name__ for m in modules) in _loaded


def new_array(length: int, fill: int, kind: str) -> Any:
    """Array factory for compiled functions."""
    import numpy as np

    return np.full(length, fill, kind) if fill else np.zeros(length, kind)


def new_list(length: int, fill: int, kind: str) -> list[int]:
    """Array factory for plain functions: lists are faster than arrays there."""
    return [fill] * length
