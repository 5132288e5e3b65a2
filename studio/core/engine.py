"""Engines: what solves a puzzle, what it is asked, and what it answers. Nothing an engine says is believed unchecked."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from studio.core.puzzle import Answer, BadPuzzle, Puzzle
from studio.core.trace import TraceWriter


class Status(StrEnum):
    UNIQUE = "unique"
    SOLVED = "solved"
    MULTIPLE = "multiple"
    NONE = "none"
    CANCELLED = "cancelled"
    TIMEOUT = "timeout"
    ERROR = "error"

    @property
    def answered(self) -> bool:
        return self in (Status.UNIQUE, Status.SOLVED, Status.MULTIPLE, Status.NONE)


@dataclass(frozen=True)
class Option:
    """A switch or choice of an engine or generator, from which menus and the command line make their controls."""

    name: str
    label: str
    default: Any
    choices: tuple[Any, ...] = ()
    help: str = ""
    low: float | None = None
    high: float | None = None
    expert: bool = False
    """True for the fine print, which the window folds away."""

    def parse(self, text: str) -> Any:
        """The value that a user's text stands for; BadPuzzle with one sentence if it stands for none."""
        value = self._typed(text)
        if self.choices and value not in self.choices:
            raise BadPuzzle(f"{self.name} is one of {', '.join(map(str, self.choices))}, not {text!r}")
        if isinstance(value, int | float) and not self._in_range(value):
            raise BadPuzzle(f"{self.name} lies between {self.low} and {self.high}, not at {text}")
        return value

    def _in_range(self, value: float) -> bool:
        return (self.low is None or value >= self.low) and (self.high is None or value <= self.high)

    def _typed(self, text: str) -> Any:
        if isinstance(self.default, bool):
            if text.lower() not in ("1", "0", "true", "false", "yes", "no", "on", "off"):
                raise BadPuzzle(f"{self.name} is on or off, not {text!r}")
            return text.lower() in ("1", "true", "yes", "on")
        try:
            return type(self.default)(text) if isinstance(self.default, int | float) else text
        except ValueError:
            raise BadPuzzle(f"{self.name} is a number, not {text!r}") from None


def pairs(texts: Iterable[str]) -> dict[str, str]:
    """`k=v` arguments as a table."""
    table = {}
    for text in texts:
        name, sign, value = text.partition("=")
        if not sign or not name:
            raise BadPuzzle(f"options are written name=value, not {text!r}")
        table[name] = value
    return table


@dataclass(frozen=True)
class Options:
    """What a solve is asked for. `solutions`: 1 = any, 2 = prove unique, K = up to K, 0 = all."""

    solutions: int = 1
    values: Mapping[str, Any] = field(default_factory=dict)

    def get(self, name: str, default: Any) -> Any:
        return self.values.get(name, default)

    @classmethod
    def parse(cls, engine: Engine, pairs: Mapping[str, str], solutions: int = 1) -> Options:
        """Options from the command line's `k=v` texts, typed by the engine's own declarations."""
        known = {option.name: option for option in engine.options}
        values = {}
        for name, text in pairs.items():
            if name not in known:
                names = ", ".join(sorted(known)) or "none"
                raise BadPuzzle(f"engine {engine.id} has no option {name!r} (it has: {names})")
            values[name] = known[name].parse(text)
        return cls(solutions, values)


@dataclass(frozen=True)
class Limits:
    seconds: float | None = None
    memory_mb: int | None = None
    events: int = 2_000_000


class Cancelled(Exception):
    """Raised inside an engine when it should stop; becomes CANCELLED or TIMEOUT."""

    def __init__(self, status: Status = Status.CANCELLED) -> None:
        super().__init__(status.value)
        self.status = status


class Cancel:
    """Polled by engines written in Python. Native code cannot poll: there the run room ends the process instead."""

    def __init__(self, limits: Limits | None = None, asked: Callable[[], bool] | None = None) -> None:
        seconds = limits.seconds if limits else None
        self._deadline = None if seconds is None else time.perf_counter() + seconds
        self._asked = asked

    def check(self) -> None:
        """Raise Cancelled if the user or the clock says so."""
        if self._asked is not None and self._asked():
            raise Cancelled(Status.CANCELLED)
        if self._deadline is not None and time.perf_counter() > self._deadline:
            raise Cancelled(Status.TIMEOUT)

    def remaining(self) -> float | None:
        """Seconds left, for libraries that take a time limit of their own."""
        return None if self._deadline is None else max(0.0, self._deadline - time.perf_counter())


@dataclass
class SolveResult:
    """An engine's answer. `count` may exceed len(solutions) where tilings are only counted; `proof` is plain JSON."""

    status: Status
    solutions: list[Answer] = field(default_factory=list)
    message: str = ""
    seconds: float = 0.0
    stats: dict[str, Any] = field(default_factory=dict)
    count: int | None = None
    proof: dict[str, Any] | None = None

    @classmethod
    def of(cls, solutions: Sequence[Answer], exhausted: bool, wanted: int, **rest: Any) -> SolveResult:
        """The status that a list of solutions stands for, given whether the search saw everything."""
        found = list(solutions)
        if len(found) > 1:
            status = Status.MULTIPLE
        elif len(found) == 1:
            status = Status.UNIQUE if exhausted and wanted != 1 else Status.SOLVED
        elif exhausted:
            status = Status.NONE
        else:
            status = Status.TIMEOUT
        return cls(status, found, **rest)


class Engine(ABC):
    """One way to solve a family's puzzles. Engines are stateless: the same object may serve many puzzles."""

    id: str
    name: str
    description: str = ""
    options: tuple[Option, ...] = ()
    animated: bool = True
    """False for engines that can only tell progress, not their steps."""

    @abstractmethod
    def solve(self, puzzle: Puzzle, options: Options, limits: Limits, trace: TraceWriter, cancel: Cancel) -> SolveResult:
        """Answer the puzzle. Raise Cancelled through `cancel.check()`; never catch it."""

    def export(self, puzzle: Puzzle, options: Options) -> dict[str, str]:
        """What the engine really solves, by file extension (smt2, cnf, lp, mps, mzn); empty if there is no such text."""
        return {}

    def agreed_cells(self, puzzle: Puzzle, cancel: Cancel) -> set[int] | None:
        """The cells on which all solutions agree (the backbone), where the engine has a quicker way to them than asking for
        one counterexample after another; None where it has not."""
        return None

    def warm_up(self) -> None:
        """Import and compile everything that a first solve might wait for, however long it takes."""

    def load(self) -> None:
        """What a worker does before its first solve, off the clock. To be overridden by an engine that can begin without its
        compiled kernel, so that nobody waits for a compilation."""
        self.warm_up()


Checker = Callable[[Puzzle, Answer], list[str]]


def run_engine(engine: Engine, puzzle: Puzzle, options: Options, limits: Limits, trace: TraceWriter,
               cancel: Cancel, wrong: Checker) -> SolveResult:
    """Solve, time, and check: the only way in which engines are called. `wrong` says what an answer breaks."""
    started = time.perf_counter()
    trace.begin()
    try:
        result = engine.solve(puzzle, options, limits, trace, cancel)
    except Cancelled as stop:
        result = SolveResult(stop.status, message="stopped before it was finished")
    except MemoryError:
        result = SolveResult(Status.ERROR, message="out of memory")
    except Exception as fault:
        result = SolveResult(Status.ERROR, message=f"{engine.id} failed: {type(fault).__name__}: {fault}")
    trace.flush()
    result.seconds = time.perf_counter() - started
    trace.stats.seconds = max(trace.stats.seconds, result.seconds)  # engines that only report totals have no event times
    result.stats = {**trace.stats.summary(), **result.stats}
    return _checked(result, engine, puzzle, wrong)


def _checked(result: SolveResult, engine: Engine, puzzle: Puzzle, wrong: Checker) -> SolveResult:
    for answer in result.solutions:
        faults = wrong(puzzle, answer)
        if faults:
            return SolveResult(Status.ERROR, [], f"{engine.id} gave a wrong answer: {faults[0]}", result.seconds, result.stats)
    if len(set(result.solutions)) < len(result.solutions):
        return SolveResult(Status.ERROR, [], f"{engine.id} gave the same answer twice", result.seconds, result.stats)
    return result
