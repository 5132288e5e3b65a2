"""What a search for solutions has found, and what it cost."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from studio.core.puzzle import Answer


@dataclass
class Outcome:
    """Solutions in numbers; `exhausted`: there are no others."""

    answers: list[Answer] = field(default_factory=list)
    exhausted: bool = False
    stats: dict[str, int] = field(default_factory=dict)
    totals: Counter[str] = field(default_factory=Counter)
    """guesses, conflicts, backtracks, restarts, cuts of all that was tried"""
    deepest: int | None = 0
    """guesses that stood at once; None: a solver searched that does not tell"""
    solver: str = ""
    """whose search it was, where it was not the kernel's own"""
