"""A solver's own numbers over its time, as lines: what it said of itself while it worked, sorted by what it is about."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from studio.core.events import TICKS_PER_SECOND, Sample
from studio.core.say import marked

GOALS = ("best", "bound")
"""Numbers of the same kind: how good the best candidate is, and how good any could be. They share a scale."""
NO_LINES = ("seconds", "next")
NAMES = {"best": marked("best"), "bound": marked("bound"), "nodes": marked("nodes"), "branches": marked("branches"),
         "conflicts": marked("conflicts"), "iterations": marked("iterations"), "solutions": marked("solutions"),
         "swept": marked("cells swept"), "frontiers": marked("frontiers"), "deepest": marked("deepest"),
         "seconds": marked("seconds")}
"""what numbers of solvers are called, for people; a solver's own further names are shown as they are"""


def number_name(name: str) -> str:
    return NAMES.get(name, name.replace("_", " "))


@dataclass(frozen=True)
class Course:
    """One number over time: (second, value), the last known value standing until the next."""

    name: str
    points: tuple[tuple[float, float], ...]

    @property
    def last(self) -> float:
        return self.points[-1][1]

    def at(self, seconds: float) -> float | None:
        """The last value that was told by a moment; None before the first."""
        known = [value for moment, value in self.points if moment <= seconds]
        return known[-1] if known else None


def courses(samples: Iterable[Sample]) -> list[Course]:
    """A line for every number that a solver told and that is not the clock; goals first."""
    found: dict[str, list[tuple[float, float]]] = {}
    for sample in samples:
        for name, value in sample.numbers.items():
            if name not in NO_LINES:
                found.setdefault(name, []).append((sample.ticks / TICKS_PER_SECOND, round(float(value), 6)))
    order = sorted(found, key=lambda name: (GOALS.index(name) if name in GOALS else len(GOALS), name))
    return [Course(name, tuple(sorted(found[name], key=lambda point: point[0]))) for name in order]


def scale_of(course: Course, among: Iterable[Course]) -> tuple[float, float]:
    """The lowest and highest value of a line's axis: its own, from 0, or for goals one that all of them share."""
    shared = [other for other in among if other.name in GOALS] if course.name in GOALS else [course]
    values = [value for other in shared for _, value in other.points]
    low = min(values) if course.name in GOALS else min(0.0, *values)
    high = max(values)
    if high > low:
        return low, high
    return (low - 1, high + 1) if course.name in GOALS else (low, high + 1)
