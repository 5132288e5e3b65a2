"""Puzzle Studio: design, solve and study logic puzzles.

From Python: `studio.load`, `studio.generate`, `studio.bench` and what `studio/api.py` has else; it is loaded when it is first
used, so that importing the package costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

__version__ = "1.0.0rc1"
__all__ = ["Ambiguous", "BadPuzzle", "Film", "Puzzle", "Solved", "bench", "engines", "families", "generate", "load", "load_all",
           "new"]


def __getattr__(name: str) -> Any:
    if name in __all__:
        return getattr(import_module("studio.api"), name)
    raise AttributeError(f"module 'studio' has no attribute {name!r}")  # not for people


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
