"""Experiments of published work, made again: what they work with, and what they give back.

An experiment gives *data*: rows under named columns, the study's own figures in columns marked `published`, and plots that say
what is to be drawn. Text, CSV, JSON, pictures and reports are made of it elsewhere (`lab/findings.py`, `lab/figures.py`), the
same way for every family. Solver runs (`Question`) and other work (`Chore`) go through the `Workbench`, as many at once as can
be asked at once, so that whoever runs an experiment decides how: in this process, in supervised workers, several at a time, on
other machines, or from what an earlier run has stored.
"""

from __future__ import annotations

import keyword
import re
import statistics
import time
from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from studio.core.engine import Cancel, Limits, Option, Options, SolveResult, Status, run_engine
from studio.core.puzzle import BadPuzzle, Puzzle
from studio.core.requests import Context, Request
from studio.core.say import say, say_n
from studio.core.trace import TraceWriter

Value = str | int | float | bool | None
"""What stands in a table; None is unknown, or not there."""
DASH = "–"


# --- what an experiment gives back ---------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Column:
    """A column of a table. `digits`: how many decimals people are shown; files get the whole number."""

    name: str
    digits: int = 3
    published: bool = False
    """the study's own figure, set beside ours"""

    @property
    def full_name(self) -> str:
        """as files call it"""
        return f"{self.name} (published)" if self.published else self.name

    def text(self, value: Value) -> str:
        if value is None or (isinstance(value, float) and value != value):
            return DASH
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, float):
            return "∞" if value == float("inf") else f"{value:,.{self.digits}f}"
        return f"{value:,}" if isinstance(value, int) else value


def columns(*names: str | Column) -> tuple[Column, ...]:
    """Columns of ours by their names, among published ones."""
    return tuple(Column(each) if isinstance(each, str) else each for each in names)


def published(name: str, digits: int = 3) -> Column:
    return Column(name, digits, published=True)


@dataclass(frozen=True)
class Axis:
    """`labels`: places 0, 1, 2 … have names (boards, engines, classes) rather than a scale."""

    title: str
    log: bool = False
    seconds: bool = False
    """ticks in words: 20 ms, 3 s"""
    labels: tuple[str, ...] = ()
    whole: bool = False
    """sizes and other counts: only these numbers, with room beside the first and the last"""


DOTS, LINE, STEPS, BARS, BOXES = "dots", "line", "steps", "bars", "boxes"
"""How a series is drawn. Boxes: points with the same x are one box with quartiles, whiskers to 1.5 times their distance, and
outliers."""


@dataclass(frozen=True)
class Series:
    name: str
    points: tuple[tuple[float, float], ...]
    mark: str = DOTS
    published: bool = False
    """drawn as the study's own: dashed, or paler"""
    unfinished: tuple[tuple[float, float], ...] = ()
    """runs that were stopped: drawn hollow, at the time they had"""
    spans: tuple[tuple[float, float, float], ...] = ()
    """(x, low, high): intervals around points"""
    note: str = ""


@dataclass(frozen=True)
class Plot:
    title: str
    x: Axis
    y: Axis
    series: tuple[Series, ...]
    down: bool = False
    """the names of the x axis stand below each other at the side, with room for long ones"""


@dataclass(frozen=True)
class Finding:
    """A table, its plots, and what must be said about them."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[Value, ...], ...]
    plots: tuple[Plot, ...] = ()
    notes: tuple[str, ...] = ()

    def column(self, name: str) -> list[Value]:
        """A column's values, for tests and for further reckoning."""
        place = [each.full_name for each in self.columns].index(name)
        return [row[place] for row in self.rows]

    def row(self, first: Value) -> dict[str, Value]:
        """The row that begins with this value, by the columns' names."""
        found = next(row for row in self.rows if row[0] == first)
        return dict(zip((each.full_name for each in self.columns), found, strict=True))


# --- what an experiment works with ---------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Question:
    """One engine on one board: a solver run that an experiment asks for."""

    puzzle: Puzzle
    engine: str = "auto"
    seconds: float = 60.0
    solutions: int = 1
    values: Mapping[str, Any] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return f"{self.puzzle.title} {self.engine}"


class Chore(Request[Any]):
    """Work of an experiment that is no solver run, such as some attempts of a generator.

    A frozen dataclass of plain values, which tell two chores apart; what comes of it is JSON, and is stored like a run."""

    @property
    @abstractmethod
    def name(self) -> str: ...

    @abstractmethod
    def work(self, cancel: Cancel) -> Any: ...

    def run(self, ctx: Context) -> Any:
        return self.work(ctx.cancel)


class Recipe(Chore):
    """A board that an experiment makes, by seed; its name becomes the board's title."""

    @abstractmethod
    def make(self, cancel: Cancel) -> Puzzle: ...

    def work(self, cancel: Cancel) -> dict[str, Any]:
        from studio.core import files  # which knows the families, which know this

        began = time.perf_counter()
        puzzle = replace(self.make(cancel), title=self.name)
        return {"seconds": time.perf_counter() - began, "puzzle": files.dumps(puzzle)}


@dataclass(frozen=True)
class FreshBoard:
    puzzle: Puzzle
    seconds: float
    """what it took to make it"""


@dataclass(frozen=True)
class StudyRun:
    """One solver run of an experiment, as it stands in its files."""

    puzzle: Puzzle
    engine: str
    values: Mapping[str, Any]
    solutions: int
    limit: float
    result: SolveResult


WALL, CPU = "wall", "cpu"
"""Whose seconds tables tell: the clock's on the wall, or the processor's, which a busy machine hardly changes."""
Part = tuple[float, float]
WHOLE: Part = (0.0, 1.0)
"""From where to where some work takes an experiment."""


class Workbench:
    """The boards that were named, solver runs, and a way to tell how far it is. This one solves in this very process."""

    def __init__(self, family: Any, paths: Sequence[Path] = (), progress: Callable[[float, str], None] | None = None) -> None:
        self.family = family
        self.paths = [Path(path) for path in paths]
        self.progress = progress or (lambda fraction, text: None)
        self.said: list[str] = []
        """what must be told about the boards: where they come from, which files were left out"""
        self.runs: list[StudyRun] = []
        self.chores_done = 0
        self.arrived: Callable[[Sequence[StudyRun], int], None] = lambda runs, other: None
        """told after everything that is done: the runs so far, and how much else"""
        self.clock = WALL
        self._warm: set[str] = set()

    def solve(self, puzzle: Puzzle, engine: str = "auto", seconds: float = 60.0, solutions: int = 1,
              **values: Any) -> SolveResult:  # fmt: skip
        """One engine on one board, checked; a wrong answer ends the experiment."""
        return self._gather([Question(puzzle, engine, seconds, solutions, values)], None)[0]

    def solve_all(self, questions: Sequence[Question], part: Part = WHOLE) -> list[SolveResult]:
        """Many runs, in whatever order suits whoever carries them out; the answers stand in the order of the questions."""
        return self._gather(questions, part)

    def do_all(self, chores: Sequence[Chore], part: Part = WHOLE) -> list[Any]:
        return self._gather(chores, part)

    def make_all(self, recipes: Sequence[Recipe], part: Part = WHOLE) -> list[FreshBoard]:
        from studio.core import files

        return [FreshBoard(files.parse(came["puzzle"]).puzzle, came["seconds"]) for came in self.do_all(recipes, part)]

    def _gather(self, asked: Sequence[Question | Chore], part: Part | None) -> list[Any]:
        found: dict[int, Any] = {}
        for number, result in self.answers(asked):
            question = asked[number]
            if isinstance(question, Question):
                result = self._timed(result)
                self._keep(question, result)
            else:
                self.chores_done += 1
            found[number] = result
            self.arrived(self.runs, self.chores_done)
            if part is not None:
                self.progress(part[0] + (part[1] - part[0]) * len(found) / len(asked), question.name)
        return [found[number] for number in range(len(asked))]

    def _timed(self, result: SolveResult) -> SolveResult:
        """By the clock that was asked for; a run that was stopped keeps the time it had on the wall."""
        spent = result.stats.get("cpu_seconds") if self.clock == CPU and result.answered else None
        return result if spent is None else replace(result, seconds=float(spent))

    def _keep(self, question: Question, result: SolveResult) -> None:
        if result.status is Status.ERROR:
            raise RuntimeError(f"{question.puzzle.title}: {result.message}")
        self.runs.append(StudyRun(question.puzzle, question.engine, question.values, question.solutions, question.seconds,
                                  result))

    def answers(self, asked: Sequence[Question | Chore]) -> Iterator[tuple[int, Any]]:
        """The number of each with what came of it, as they come; to be overridden."""
        for number, each in enumerate(asked):
            yield number, each.work(Cancel()) if isinstance(each, Chore) else self._run(each)

    def _run(self, question: Question) -> SolveResult:
        solver, limits = self.family.engine(question.engine), Limits(question.seconds)
        if question.engine not in self._warm:
            self._warm.add(question.engine)
            solver.warm_up()
        options = Options(question.solutions, dict(question.values))
        return run_engine(solver, question.puzzle, options, limits, TraceWriter(), Cancel(limits), self.family.wrong)

    def boards(self, made: Callable[[], Iterable[Puzzle]], recipe: str) -> list[Puzzle]:
        """The boards of the files and folders that were named; if none were, those `made`, and `recipe` says how."""
        if self.paths:
            return self.named()
        boards = list(made())
        self.said.append(say_n("No files were named: {n} board, {recipe}.", "No files were named: {n} boards, {recipe}.",
                               n=len(boards), recipe=recipe))  # fmt: skip
        return boards

    def named(self) -> list[Puzzle]:
        """The boards of the named files, in the order of their numbers; what cannot be read is told."""
        from studio.core import files  # which knows the families, which know this

        found, left_out = [], []
        for path in sorted(files.expand(self.paths), key=natural):
            try:
                opened = files.load(path, self.family.id).puzzle
            except BadPuzzle as fault:
                told = str(fault)
                left_out.append(told if path.name in told else say("{path}: {why}", path=path, why=told))
                continue
            if opened.family == self.family.id:
                found.append(replace(opened, title=opened.title or path.stem))
            else:
                left_out.append(say("{path} is a puzzle of another kind", path=path))
        if not found:
            raise BadPuzzle(say("there are no {family} boards in these places", family=self.family.name))
        self.said += [say("Left out: {why}.", why=why.rstrip(".")) for why in left_out]
        return found

    def close(self) -> None:
        """End whatever solves."""


def natural(path: Path) -> tuple[Any, ...]:
    """Sample 2 before sample 10, folder by folder."""
    words = re.split(r"(\d+)", str(path))
    return tuple((1, int(word), "") if word.isdecimal() else (0, 0, word) for word in words)


# --- an experiment ---------------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Numbers(Option):
    """Several whole numbers, written `5-18` or `10,14`."""

    def parse(self, text: str) -> Any:
        try:
            if "-" in text:
                low, high = (int(part) for part in text.split("-"))
                found = list(range(low, high + 1))
            else:
                found = [int(part) for part in text.split(",")]
        except ValueError:
            raise BadPuzzle(say("{name} are written {example} or 10,14, not {text!r}", name=self.name,
                                example=self.default, text=text)) from None  # fmt: skip
        if not found or not all(self._in_range(number) for number in found):
            raise BadPuzzle(say("{name} lie between {low} and {high}, not at {text}", name=self.name, low=self.low,
                                high=self.high, text=text))  # fmt: skip
        return found


@dataclass(frozen=True)
class Words(Option):
    """Several of the choices, with commas between."""

    def parse(self, text: str) -> Any:
        found = [part.strip() for part in text.split(",") if part.strip()]
        wrong = [part for part in found if self.choices and part not in self.choices]
        if wrong or not found:
            raise BadPuzzle(say("{name} are some of {choices}, not {text!r}", name=self.name,
                                choices=", ".join(map(str, self.choices)), text=text))  # fmt: skip
        return found


@dataclass(frozen=True)
class Experiment:
    """A table or figure of a study, made again by one command: `puzzle-studio lab FAMILY ID`."""

    id: str
    title: str
    run: Callable[..., Finding]
    """run(bench, **values): the values are those of `options`, typed"""
    help: str = ""
    options: tuple[Option, ...] = ()
    takes_boards: bool = True
    """False where naming files would mean nothing"""
    also: tuple[str, ...] = ()
    """other ids by which it is known"""

    def values(self, texts: Mapping[str, str]) -> dict[str, Any]:
        """All options, typed: as they were written, or as they are usually."""
        known = {option.name: option for option in self.options}
        for name in texts:
            if name not in known:
                raise BadPuzzle(say("experiment {id} has no option {name!r} (it has: {known})", id=self.id, name=name,
                                    known=", ".join(known) or "none"))  # fmt: skip
        return {name: option.parse(str(texts.get(name, option.default))) for name, option in known.items()}

    def make(self, bench: Workbench, texts: Mapping[str, str] | None = None) -> Finding:
        """The experiment with these options, written as on the command line."""
        values = self.values(texts or {})
        if bench.paths and not self.takes_boards:
            raise BadPuzzle(say("experiment {id} takes no files", id=self.id))
        finding = self.run(bench, **{name + "_" * keyword.iskeyword(name): value for name, value in values.items()})
        clock = [say("Seconds of the solvers are those of the processor (of the engine's own process).")] * (bench.clock == CPU)
        return replace(finding, notes=(*bench.said, *clock, *finding.notes))


@dataclass(frozen=True)
class Studies:
    """The published work that a family makes again; loaded when somebody asks."""

    load: Callable[[], Sequence[Experiment]]
    boards: Callable[[], Mapping[str, Callable[[], Sequence[Puzzle]]]] | None = None
    """the studies' own boards by recipe, class by class; each has a name like a file's in its title"""

    def experiments(self) -> list[Experiment]:
        return list(self.load())


# --- reckoning that experiments share ---------------------------------------------------------------------------------------
def quartiles(values: Sequence[float]) -> tuple[float, float, float]:
    """Q1, median and Q3; an unanswered run is infinitely long and has its place among them."""
    ordered = sorted(values)
    if not ordered:
        return (float("nan"),) * 3
    return tuple(_between(ordered, part * (len(ordered) - 1)) for part in (0.25, 0.5, 0.75))  # type: ignore[return-value]


def _between(ordered: Sequence[float], place: float) -> float:
    low, part = int(place), place - int(place)
    if part == 0 or ordered[low] == ordered[low + 1]:
        return ordered[low]
    return ordered[low] * (1 - part) + ordered[low + 1] * part


def trend(points: Sequence[tuple[float, float]]) -> tuple[float, float, float] | None:
    """Slope and intercept of the line of least squares, and Pearson's correlation; None where there is no line."""
    if len(points) < 3 or len({x for x, _ in points}) < 2 or len({y for _, y in points}) < 2:
        return None
    xs, ys = zip(*points, strict=True)
    slope, intercept = statistics.linear_regression(xs, ys)
    return slope, intercept, statistics.correlation(xs, ys)


def share_interval(successes: int, tries: int, z: float = 1.959964) -> tuple[float, float]:
    """The 95 % interval of a share by Wilson's score, which holds for few successes, too; in per cent."""
    if tries == 0:
        return float("nan"), float("nan")
    share, square = successes / tries, z * z / tries
    centre, half = share + square / 2, z * ((share * (1 - share) + square / 4) / tries) ** 0.5
    return 100 * max(0.0, centre - half) / (1 + square), 100 * min(1 + square, centre + half) / (1 + square)


def solved_seconds(result: SolveResult) -> float:
    """A run's time for medians; infinite where there is no answer, so that failing never looks fast."""
    return result.seconds if result.answered else float("inf")


