"""One source, two speeds: the kernel's functions as they are, or compiled by numba.

Loading numba and its cache costs about a second, more than most boards need altogether; so a cold process starts with
the plain functions, and `compiled()` is used once it has been loaded or a board is large.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any

from studio.families.fillomino.kernel import packing, state

STAMP = "fillomino.kernel"
ENTRIES = ("load", "propagate", "decide", "undo", "open_cells", "probe", "dive", "number_variables", "write_clauses",
           "read_model", "same_value", "write_cuts")
"""What Python calls. Only these are cached: each brings the others along that it calls."""
_loaded: dict[str, SimpleNamespace] = {}


def _functions(*modules: ModuleType) -> list[FunctionType]:
    return [f for m in modules for f in vars(m).values() if isinstance(f, FunctionType) and f.__module__ == m.__name__]


def plain(*modules: ModuleType) -> SimpleNamespace:
    """The functions of the modules, uncompiled."""
    return SimpleNamespace(**{f.__name__: f for f in _functions(*modules)})


def compiled(*modules: ModuleType) -> SimpleNamespace:
    """The entries of the modules, compiled (and cached on disk) together with all that they call."""
    key = ",".join(m.__name__ for m in modules)
    if key not in _loaded:
        _drop_stale(modules)
        scope: dict[str, Any] = {}
        for module in modules:
            scope.update(vars(module))
        for module in modules:
            exec(packing.packed_functions(module), scope)
        found: dict[str, Callable[..., Any]] = {}
        for function in _functions(*modules):
            name = function.__name__
            scope[name] = _for_one_signature(scope[name], function, cache=name in ENTRIES)
            if name in ENTRIES:
                found[name] = _unpacking(scope[name])
        _loaded[key] = SimpleNamespace(**found)
    return _loaded[key]


def _unpacking(entry: Any) -> Callable[..., Any]:
    """An entry that takes a `State`."""
    return lambda s, *arguments: entry(s.packed, *arguments)


def _for_one_signature(twin: Any, function: FunctionType, cache: bool) -> Any:
    """Compiled when first called, for the types that its annotations say: once, not once per kind of integer."""
    from numba import njit

    dispatcher = njit(cache=cache, nogil=True)(twin)
    ask = dispatcher.get_call_template

    def get_call_template(arguments: Any, keywords: Any) -> Any:
        if not dispatcher.overloads:
            dispatcher.compile(_signature(function))
            dispatcher.disable_compile()
        return ask(arguments, keywords)

    dispatcher.get_call_template = get_call_template
    return dispatcher


def _signature(function: FunctionType) -> Any:
    """The numba types of a function by its annotations."""
    import numpy as np
    from numba import typeof, types

    example = packing.Packed(np.zeros(1, "i4"), np.zeros(1, "u1"), 0, 0, 0, 0)
    kinds = {"State": typeof(example), "int": types.int64, "bool": types.boolean, "list[int]": types.int32[::1],
             "None": types.void, "tuple[int, int]": types.UniTuple(types.int64, 2)}
    named = dict(function.__annotations__)
    result = kinds[named.pop("return")]
    return result(*(kinds[name] for name in named.values()))


def _cache_folder(modules: tuple[ModuleType, ...]) -> Path:
    return Path(modules[0].__file__ or "").parent / "__pycache__"


def _fingerprint(modules: tuple[ModuleType, ...]) -> str:
    """What the compiled functions were made from: they inline each other across files, which numba's own check overlooks."""
    digest = hashlib.sha256()
    for module in (*modules, packing, state):
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


def new_list(length: int, fill: int, kind: str) -> list[int]:
    """Array factory for plain functions: lists are faster than arrays there."""
    return [fill] * length
