"""Engines: what solves a puzzle, what it is asked, and what it answers. Nothing an engine says is believed unchecked."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Generic, TypeVar

from studio.core.puzzle import Answer, BadPuzzle, Puzzle
from studio.core.say import marked, say, say_n
from studio.core.trace import Kind, TraceWriter

T = TypeVar("T")


class Status(StrEnum):
    UNIQUE = "unique"
    SOLVED = "solved"
    MULTIPLE = marked("multiple")
    NONE = "none"
    CANCELLED = "cancelled"
    TIMEOUT = marked("timeout")
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
    same_answer: bool = True
    """False where it asks another question: to count what symmetries make of each other only once"""
    by_user: bool = False
    """True where only whoever sits there may say it, and no file: it runs a program"""
    least: str = ""
    """what the lowest number means, in words, where it is no number like the others (0: no limit)"""

    def parse(self, text: str) -> Any:
        """The value that a user's text stands for; BadPuzzle with one sentence if it stands for none."""
        value = self._typed(text)
        if self.choices and value not in self.choices:
            raise BadPuzzle(say("{name} is one of {names}, not {text!r}", name=self.name,
                                names=', '.join(map(str, self.choices)), text=text))
        if isinstance(value, int | float) and not self._in_range(value):
            raise BadPuzzle(say("{name} lies between {low} and {high}, not at {text}", name=self.name, low=self.low,
                                high=self.high, text=text))
        return value

    def _in_range(self, value: float) -> bool:
        return (self.low is None or value >= self.low) and (self.high is None or value <= self.high)

    def _typed(self, text: str) -> Any:
        if isinstance(self.default, bool):
            if text.lower() not in ("1", "0", "true", "false", "yes", "no", "on", "off"):
                raise BadPuzzle(say("{name} is on or off, not {text!r}", name=self.name, text=text))
            return text.lower() in ("1", "true", "yes", "on")
        try:
            return type(self.default)(text) if isinstance(self.default, int | float) else text
        except ValueError:
            raise BadPuzzle(say("{name} is a number, not {text!r}", name=self.name, text=text)) from None


def pairs(texts: Iterable[str]) -> dict[str, str]:
    """`k=v` arguments as a table."""
    table = {}
    for text in texts:
        name, sign, value = text.partition("=")
        if not sign or not name:
            raise BadPuzzle(say("options are written name=value, not {text!r}", text=text))
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
                raise BadPuzzle(say("engine {id} has no option {name!r} (it has: {names})", id=engine.id, name=name,
                                    names=names))
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


class Late(Generic[T]):
    """A field of a dataclass that may be given as a function: it is called when the field is first read. A proof is found in
    less time than its sentences take, and most of them nobody reads."""

    def __init__(self, default: T) -> None:
        self._default = default

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = f"_{name}"

    def __get__(self, instance: Any, owner: type | None = None) -> T:
        if instance is None:
            return self._default
        value = instance.__dict__[self._name]
        if callable(value):
            value = instance.__dict__[self._name] = value()
        return value  # type: ignore[no-any-return]

    def __set__(self, instance: Any, value: T | Callable[[], T]) -> None:
        instance.__dict__[self._name] = value


@dataclass
class SolveResult:
    """An engine's answer. `count` may exceed len(solutions) where tilings are only counted; `proof` is plain JSON.

    A run that was stopped keeps what it found: then `complete` is False and `stopped` says why: timeout, cancelled or error.
    """

    status: Status
    solutions: list[Answer] = field(default_factory=list)
    message: Late[str] = Late("")
    seconds: float = 0.0
    stats: dict[str, Any] = field(default_factory=dict)
    count: int | None = None
    proof: Late[dict[str, Any] | None] = Late(None)
    complete: bool = True
    """False when what was asked is not fully answered: "8 solutions so far", "solved, uniqueness unknown" """
    everything: bool = False
    """True when there are no other solutions than these"""
    stopped: str = ""
    film_seconds: float = 0.0
    """time spent on the film; `seconds` is the engine's own time without it"""

    def __getstate__(self) -> dict[str, Any]:
        """What travels between processes is in words."""
        return {**self.__dict__, "_message": self.message, "_proof": self.proof}

    @property
    def answered(self) -> bool:
        """True when what was asked is fully answered."""
        return self.complete and self.status.answered

    @classmethod
    def so_far(cls, found: Iterable[Answer], stop: Status, message: str, seconds: float = 0.0) -> SolveResult:
        """What is left of a run that ended early: the answers told until then."""
        known = list(dict.fromkeys(found))
        status = Status.MULTIPLE if len(known) > 1 else Status.SOLVED if known else stop
        return cls(status, known, message, seconds, complete=False, stopped=stop.value)

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
        complete = exhausted or (wanted > 0 and len(found) >= wanted)
        return cls(status, found, **{"complete": complete, "everything": exhausted, **rest})


class Engine(ABC):
    """One way to solve a family's puzzles. Engines are stateless: the same object may serve many puzzles."""

    id: str
    name: str
    description: str = ""
    options: tuple[Option, ...] = ()
    animated: bool = True
    """False for engines that can only tell progress, not their steps."""
    film_note: str = ""
    """What a film changes in the search, where the solver is not ours; the window says it. Our own engines: nothing."""
    judges_parts: bool = False
    """True where the engine is as sure with a few of a board's clues as with all of them, so that it may be asked which of them
    clash; else the clause kernel is, after a short try on large boards."""
    legend: str = ""
    """how the variables of the exported file are named, where the file does not list them all"""
    decides: bool = True
    """False for engines that can prove one thing only (a colouring: that there is no solution) and else do not know."""

    @abstractmethod
    def solve(self, puzzle: Puzzle, options: Options, limits: Limits, trace: TraceWriter, cancel: Cancel) -> SolveResult:
        """Answer the puzzle. Raise Cancelled through `cancel.check()`; never catch it."""

    def refuses(self, puzzle: Puzzle) -> str:
        """One sentence if this puzzle is beyond the engine: a kind of clue that it cannot take, a size that it is not made for;
        nothing if it is not. Asked before every run. What shows only on the way is raised as BadPuzzle, with its sentence."""
        return ""

    def export(self, puzzle: Puzzle, options: Options) -> dict[str, str]:
        """What the engine really solves, by file extension (smt2, cnf, lp, mps, mzn); empty if there is no such text."""
        return {}

    def agreed_cells(self, puzzle: Puzzle, cancel: Cancel, met: Callable[[Answer], object] = lambda answer: None
                     ) -> set[int] | None:
        """The cells on which all solutions agree (the backbone), where the engine has a quicker way to them than asking for
        one counterexample after another; None where it has not. `met` is told solutions that turn up on the way."""
        return None

    def warm_up(self) -> None:
        """Import and compile everything that a first solve might wait for, however long it takes."""

    def load(self) -> None:
        """What a worker does before its first solve, off the clock. To be overridden by an engine that can begin without its
        compiled kernel, so that nobody waits for a compilation."""
        self.warm_up()


Checker = Callable[[Puzzle, Answer], list[str]]


def run_engine(engine: Engine, puzzle: Puzzle, options: Options, limits: Limits, trace: TraceWriter,
               cancel: Cancel, wrong: Checker, about: Mapping[str, Any] | None = None) -> SolveResult:
    """Solve, time, and check: the only way in which engines are called. `wrong` says what an answer breaks; `about` is what
    else should stand in the statistics, such as the kernels' policy."""
    trace.begin()
    try:
        refused = engine.refuses(puzzle)
        result = SolveResult(Status.ERROR, message=refused) if refused else engine.solve(puzzle, options, limits, trace, cancel)
    except BadPuzzle as refusal:  # said by the engine itself: no fault of it
        result = SolveResult.so_far(trace.found, Status.ERROR, str(refusal))
    except Cancelled as stop:
        result = SolveResult.so_far(trace.found, stop.status, _STOPPED[stop.status])
    except MemoryError:
        result = SolveResult.so_far(trace.found, Status.ERROR, say("out of memory"))
    except Exception as fault:
        result = SolveResult.so_far(trace.found, Status.ERROR, f"{engine.id} failed: {type(fault).__name__}: {fault}")
    result.seconds = trace.clock()
    if trace.enabled:
        _tell_end(result, options.solutions, trace)
    trace.flush()
    result.film_seconds = trace.film_seconds
    trace.stats.seconds = result.seconds
    result.stats = {**trace.stats.summary(), **(about or {}), **result.stats}
    return _checked(result, engine, puzzle, wrong)


_STOPPED = {Status.CANCELLED: marked("stopped before it was finished"),
            Status.TIMEOUT: marked("the time limit came before it was finished")}


def solutions_in_words(result: SolveResult) -> str:
    """How many solutions a result speaks of."""
    number = len(result.solutions) if result.count is None else result.count
    return say_n("one solution", "{n:,} solutions", n=number) if number else say("no solution")


def _tell_end(result: SolveResult, wanted: int, trace: TraceWriter) -> None:
    """The film's last word. A run that ends on the solution it was asked for needs none."""
    words = solutions_in_words(result)
    if not result.status.answered or not result.complete:
        why = result.message or result.status.value
        trace.end(say("stopped: {why}; {solutions} so far", why=why, solutions=words) if result.solutions
                  else say("stopped: {why}", why=why), everything=False)
        return
    everything = result.everything or result.status in (Status.UNIQUE, Status.NONE) or (
        result.status is Status.MULTIPLE and (wanted == 0 or len(result.solutions) < wanted))
    if everything:
        seen = (say("everything seen: exactly one solution") if words == "one solution"
                else say("everything seen: {solutions}", solutions=words))
        trace.end(say("{seen} ({message})", seen=seen, message=result.message) if result.message else seen)
    elif trace.last_kind is not Kind.SOLUTION:
        trace.end(say("found what was asked for: {solutions}", solutions=words))


CHECK_SECONDS = 0.15
"""A run that was stopped has no time left: of thousands of answers as many are checked, and kept, as that allows."""


def _checked(result: SolveResult, engine: Engine, puzzle: Puzzle, wrong: Checker) -> SolveResult:
    began = time.perf_counter()
    for number, answer in enumerate(result.solutions):
        faults = wrong(puzzle, answer)
        if faults:
            return SolveResult(Status.ERROR, [], say("{id} gave a wrong answer: {faults}", id=engine.id,
                                                     faults=faults[0]), result.seconds, result.stats)
        if number > 1 and not result.complete and time.perf_counter() - began > CHECK_SECONDS:
            result.solutions = result.solutions[: number + 1]
            break
    if len(set(result.solutions)) < len(result.solutions):
        return SolveResult(Status.ERROR, [], say("{id} gave the same answer twice", id=engine.id), result.seconds, result.stats)
    return result
