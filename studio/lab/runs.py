"""One run of a benchmark: who is asked what of which puzzle, and what came of it."""

from __future__ import annotations

import hashlib
import json
import statistics
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from studio.core import registry
from studio.core.engine import Limits, Options, SolveResult, Status
from studio.core.puzzle import BadPuzzle, Puzzle
from studio.core.say import say
from studio.lab.crew import Hold
from studio.run.job import start, start_solve
from studio.run.requests import Warm

WARM_UP = Limits(120.0)


@dataclass(frozen=True)
class Contender:
    """An engine with options, written `rules[order=first;single-exit=off]`."""

    engine: str
    options: tuple[tuple[str, str], ...] = ()

    @property
    def label(self) -> str:
        inside = ";".join(f"{name}={value}" for name, value in self.options)
        return f"{self.engine}[{inside}]" if inside else self.engine


def parse_contender(text: str) -> Contender:
    engine, bracket, inside = text.strip().partition("[")
    if bracket and not inside.endswith("]"):
        raise BadPuzzle(say("engine options stand in brackets, as in rules[order=first], not {text!r}", text=text))
    options = []
    for part in inside.removesuffix("]").split(";") if inside else []:
        name, sign, value = part.partition("=")
        if not sign:
            raise BadPuzzle(say("engine options are written name=value, not {part!r}", part=part))
        options.append((name, value))
    return Contender(engine, tuple(options))


def fingerprint(puzzle: Puzzle) -> str:
    """Tells boards apart whatever their files are called: the question, without title or solution."""
    asked = [puzzle.family, puzzle.grid.rows, puzzle.grid.cols, puzzle.givens, puzzle.borders, sorted(puzzle.params.items())]
    return hashlib.sha256(json.dumps(asked, default=str).encode()).hexdigest()[:16]


@dataclass(frozen=True)
class Task:
    """A contender is asked something of a puzzle. It travels to other threads and machines."""

    path: Path
    puzzle: Puzzle
    contender: Contender
    solutions: int
    limits: Limits
    repeat: int = 1

    @property
    def name(self) -> str:
        return f"{self.path.name} {self.contender.label}"


@dataclass
class Run:
    path: Path
    puzzle: Puzzle
    contender: Contender
    status: Status
    seconds: float
    nodes: int | None
    max_depth: int | None
    message: str
    complete: bool = True
    stopped: str = ""
    solutions: int = 0
    stats: Mapping[str, Any] = field(default_factory=dict)
    """all that the engine counted; unknown numbers are None"""

    @property
    def answered(self) -> bool:
        return self.complete and self.status.answered


def measure(task: Task, hold: Hold) -> Run:
    """Do a task in a warm worker process of its own: the clock runs from encoding to answer."""
    engine = registry.family(task.puzzle.family).engine(task.contender.engine)
    options = Options.parse(engine, dict(task.contender.options), task.solutions)
    pool = hold.pool(task.contender.label)
    if hold.first((task.contender.label, task.puzzle.family)):
        hold.wait(start(Warm(task.puzzle.family, engine.id), WARM_UP, pool=pool))
    results: list[SolveResult] = []
    for _ in range(task.repeat):
        results.append(hold.wait(start_solve(task.puzzle, engine.id, options, task.limits, film=False, pool=pool)))
        if not results[-1].answered:
            break
    last = results[-1]
    seconds = statistics.median(result.seconds for result in results)
    number = len(last.solutions) if last.count is None else last.count
    return Run(task.path, task.puzzle, task.contender, last.status, seconds, last.stats.get("nodes"),
               last.stats.get("max_depth"), last.message, last.complete, last.stopped, number, last.stats)
