"""One source, two speeds: the kernel's functions as they are, or compiled by numba.

Loading numba and its cache costs about a second, more than most boards need altogether; so a cold process starts with
the plain functions, and `compiled()` is used once it has been loaded or a board is large.
"""

from __future__ import annotations

import hashlib
from contextlib import suppress
from pathlib import Path
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any

from .state import State

STAMP = "fillomino.kernel"
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

        _drop_stale(modules)
        scope: dict[str, Any] = {}
        for module in modules:
            scope.update(vars(module))
        for function in _functions(*modules):
            twin = FunctionType(function.__code__, scope, function.__name__, function.__defaults__)
            scope[function.__name__] = njit(cache=True, nogil=True)(twin)
        _loaded[key] = SimpleNamespace(**scope)
    return _loaded[key]


def _cache_folder(modules: tuple[ModuleType, ...]) -> Path:
    return Path(modules[0].__file__ or "").parent / "__pycache__"


def _fingerprint(modules: tuple[ModuleType, ...]) -> str:
    """What the compiled functions were made from: they inline each other across files, which numba's own check overlooks."""
    digest = hashlib.sha256()
    for module in modules:
        digest.update(Path(module.__file__ or "").read_bytes())
    return digest.hexdigest()


def _drop_stale(modules: tuple[ModuleType, ...]) -> None:
    """Forget compiled functions of other sources. An unwritable folder only means that numba caches elsewhere."""
    stamp = _cache_folder(modules) / STAMP
    if stamp.is_file() and stamp.read_text() == _fingerprint(modules):
        return
    with suppress(OSError):
        stamp.parent.mkdir(exist_ok=True)
        for module in modules:
            for file in stamp.parent.glob(f"{module.__name__.rpartition('.')[2]}.*.nb[ic]"):
                file.unlink()
        stamp.write_text(_fingerprint(modules))


def is_cached(*modules: ModuleType) -> bool:
    """Has an earlier process left the compiled functions on disk, made from these very sources?"""
    stamp = _cache_folder(modules) / STAMP
    last = modules[-1].__name__.rpartition(".")[2]
    if not any(stamp.parent.glob(f"{last}.{last}-*.nbc")):
        return False
    return stamp.is_file() and stamp.read_text() == _fingerprint(modules)


def new_array(length: int, fill: int, kind: str) -> Any:
    """Array factory for compiled functions."""
    import numpy as np

    return np.full(length, fill, kind) if fill else np.zeros(length, kind)


def compiled_copy(state: State) -> State:
    """A plain state as arrays that compiled functions can work on."""
    import numpy as np

    kinds = {"poss": "u1", "evflag": "u1"}
    arrays: dict[str, Any] = {name: np.array(values, dtype=kinds.get(name, "i4"))
                              for name, values in state._asdict().items() if isinstance(values, list)}
    return state._replace(**arrays)


def new_list(length: int, fill: int, kind: str) -> list[int]:
    """Array factory for plain functions: lists are faster than arrays there."""
    return [fill] * length
