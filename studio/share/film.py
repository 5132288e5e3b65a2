"""One film as the Watch page keeps it: what was asked, the events so far, its tree, and the answer when it is there."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from studio.core.engine import Engine, Options, SolveResult
from studio.core.events import Progress
from studio.core.family import Family
from studio.core.film import TraceLog
from studio.core.history import Stop
from studio.core.language import told
from studio.core.puzzle import Puzzle
from studio.share.tree_data import SearchTree

TREE_BITE = 30_000
"""Events that a growing tree takes in at once: some milliseconds of work."""


@dataclass(frozen=True, order=True)
class Bookmark:
    """A place in a film with somebody's own words."""

    position: int
    note: str


@dataclass
class Film:
    """A search of one engine on one puzzle. The recorder lets it grow; everything else only reads."""

    family: Family
    puzzle: Puzzle
    engine: Engine
    options: Options
    log: TraceLog
    running: bool = False
    result: SolveResult | None = None
    progress: tuple[float, str] | None = None
    told: Progress | None = None
    """what an engine without steps last said of how it goes"""
    filmed: bool = True
    tree: SearchTree = field(default_factory=SearchTree)
    bookmarks: list[Bookmark] = field(default_factory=list)
    """in order of their places"""
    stops: list[Stop] = field(default_factory=list)
    """where a player stops by itself"""

    @cached_property
    def rule_titles(self) -> dict[str, str]:
        """What the family calls its rules."""
        return {rule.name: rule.title for rule in (self.family.rulebook.rules if self.family.rulebook else ())}

    def __len__(self) -> int:
        return len(self.log)

    def __bool__(self) -> bool:
        return True

    def __eq__(self, other: object) -> bool:
        return self is other

    def __hash__(self) -> int:
        return id(self)

    def mark(self, position: int, note: str) -> None:
        """Put a bookmark with these words, instead of one that is there."""
        self.unmark(position)
        self.bookmarks = sorted([*self.bookmarks, Bookmark(position, note)])

    def unmark(self, position: int) -> None:
        self.bookmarks = [mark for mark in self.bookmarks if mark.position != position]

    def grow_tree(self) -> bool:
        """Let the tree take in new events: all of a finished film, a bite of one that still flows in. True if all are in."""
        self.tree.update(self.log.rows, TREE_BITE if self.running else len(self.log))
        return self.tree.seen >= len(self.log)

    def finish(self, result: SolveResult) -> None:
        """The run is over: its answer, and what only the searcher knew of its numbers."""
        if result.stopped:
            self.log.close(f"stopped: {result.message or result.status.value}")
        self.running, self.result, self.log.proof = False, result, result.proof
        self.log.stats.complete(result.stats)
        self.log.stats.seconds = result.seconds

    # --- the engine's own time ----------------------------------------------------------------------------------------
    @property
    def seconds(self) -> float:
        """How long the engine took: as timed without a camera, where that is known."""
        return self.result.seconds if self.result is not None and self.result.seconds > 0 else self.log.seconds

    @property
    def _scale(self) -> float:
        """The film's clock runs by the filmed run; the whole of it stands for the engine's own time."""
        return self.seconds / self.log.seconds if self.log.seconds > 0 else 1.0

    def time_at(self, position: int) -> float:
        return self.log.time_at(position) * self._scale

    def position_at(self, seconds: float) -> int:
        """How many events had happened by a moment of the engine's own time."""
        if not self.running and seconds >= self.seconds:
            return len(self.log)
        return self.log.position_at(seconds / self._scale)

    def changed_options(self) -> dict[str, Any]:
        """The engine's options that differ from their defaults, for titles."""
        defaults = {option.name: option.default for option in self.engine.options}
        return {name: value for name, value in self.options.values.items() if name in defaults and value != defaults[name]}

    def title(self) -> str:
        extra = ", ".join(_option_words(name, value) for name, value in self.changed_options().items())
        name = told(self.engine.name)
        return f"{name} ({extra})" if extra else name


def _option_words(name: str, value: Any) -> str:
    if value is False:
        return f"no {name}"
    return name if value is True else f"{name} {value}"
