"""What the run room itself can be asked: to solve a puzzle, and to load what will be needed."""

from __future__ import annotations

import importlib
import time
from dataclasses import dataclass, field

from studio.core import registry
from studio.core.engine import Cancel, Limits, Options, SolveResult, run_engine
from studio.core.puzzle import Answer, BadPuzzle, Puzzle
from studio.core.requests import Context, Request, load_engine
from studio.core.say import say
from studio.core.trace import TraceWriter
from studio.solvers import kernels
from studio.solvers.outside import answer_in

TIMED_SECONDS = 3.0
"""A film that took no longer is followed by the same run unfilmed, to tell the engine's own time exactly."""


@dataclass(frozen=True)
class Solve(Request[SolveResult]):
    """One engine on one puzzle, checked by the family."""

    puzzle: Puzzle
    engine: str
    options: Options = field(default_factory=Options)
    timed: bool = False
    """a film's engine is timed again unfilmed, if that is a matter of seconds"""

    def needs(self) -> tuple[str, str]:
        return self.puzzle.family, self.engine

    def run(self, ctx: Context) -> SolveResult:
        registry.family(self.puzzle.family).validate(self.puzzle)
        result = self._run(ctx.limits, ctx.trace, ctx.cancel)
        if self.timed and ctx.trace.enabled and result.answered and result.seconds + result.film_seconds <= TIMED_SECONDS:
            return self._timed(result)
        return result

    def _run(self, limits: Limits, trace: TraceWriter, cancel: Cancel) -> SolveResult:
        family = registry.family(self.puzzle.family)
        about = {"kernels": kernels.policy().value}
        began = time.process_time()
        result = run_engine(family.engine(self.engine), self.puzzle, self.options, limits, trace, cancel, family.wrong, about)
        result.stats["cpu_seconds"] = round(time.process_time() - began, 6)  # hardly changed by a busy machine
        return result

    def _timed(self, filmed: SolveResult) -> SolveResult:
        """The engine's own time is that of the run that nobody watches; what the film took is the difference."""
        limits = Limits(2 * TIMED_SECONDS)
        alone = self._run(limits, TraceWriter(), Cancel(limits))
        if alone.answered:
            filmed.film_seconds = max(0.0, filmed.seconds + filmed.film_seconds - alone.seconds)
            filmed.seconds = alone.seconds
            filmed.stats = {**filmed.stats, "seconds": round(alone.seconds, 6), "timed": "unfilmed"}
        return filmed


@dataclass(frozen=True)
class SolverSaid:
    """A solver's output, read back: the answer (None: it says that there is none), and what is wrong with it."""

    answer: Answer | None = None
    faults: tuple[str, ...] = ()
    unreadable: str = ""


@dataclass(frozen=True)
class ReadModel(Request[SolverSaid]):
    """What an outside solver said of the exported puzzle, read back and checked: building the model can take a while."""

    puzzle: Puzzle
    text: str

    def run(self, ctx: Context) -> SolverSaid:
        family = registry.family(self.puzzle.family)
        try:
            if family.whole is None:
                raise BadPuzzle(say("{family} has no complete export whose answers could be read", family=family.name))
            answer = answer_in(family.whole(self.puzzle), self.text)
        except BadPuzzle as fault:
            return SolverSaid(unreadable=str(fault))
        return SolverSaid(answer, () if answer is None else tuple(family.wrong(self.puzzle, answer)))


@dataclass(frozen=True)
class Warm(Request[None]):
    """Compile and load whatever an engine might need, so that the first solve is not slower than the next."""

    family: str
    engine: str

    def run(self, ctx: Context) -> None:
        registry.family(self.family).engine(self.engine).warm_up()


@dataclass(frozen=True)
class Load(Request[None]):
    """Load an engine, and the modules of the requests that will follow."""

    family: str
    engine: str
    modules: tuple[str, ...] = ()

    def run(self, ctx: Context) -> None:
        for module in self.modules:
            importlib.import_module(module)
        load_engine(self.family, self.engine)
