"""A study's experiment as a request for a worker process, and the workbench that runs its engines in supervised ones."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, is_dataclass
from pathlib import Path
from typing import Any

from studio.core import registry
from studio.core.engine import Cancelled, Limits, Options, SolveResult, Status
from studio.core.family import Family
from studio.core.puzzle import BadPuzzle
from studio.core.requests import Context, Request
from studio.core.say import say
from studio.core.study import Chore, Experiment, Question, Workbench
from studio.lab import findings
from studio.lab.crew import Crew, Hold, Threads
from studio.lab.findings import Made
from studio.lab.runs import WARM_UP, Contender, Run, Task
from studio.lab.so_far import Watched
from studio.lab.store import Done, Store, Work
from studio.run.job import start, start_solve
from studio.run.requests import Warm


def find(family: Family, experiment_id: str) -> Experiment:
    for each in family.experiments():
        if experiment_id in (each.id, *each.also):
            return each
    known = ", ".join(each.id for each in family.experiments()) or "none"
    raise BadPuzzle(say("{family} has no experiment {id!r} (it has: {known})", family=family.name, id=experiment_id,
                        known=known))


@dataclass(frozen=True)
class Asked:
    """A question or chore of an experiment on its way to whoever does it, here or on another machine."""

    number: int
    family: str
    what: Question | Chore

    def task(self) -> Task:
        """A question as the store knows it."""
        assert isinstance(self.what, Question)
        values = tuple((name, str(value)) for name, value in sorted(self.what.values.items()))
        return Task(Path(self.what.puzzle.title or "board"), self.what.puzzle, Contender(self.what.engine, values),
                    self.what.solutions, Limits(self.what.seconds))

    def work(self) -> Work:
        """A chore as the store knows it."""
        assert isinstance(self.what, Chore) and is_dataclass(self.what)
        return Work(self.family, self.what.name, type(self.what).__name__, asdict(self.what))


def carry_out(asked: Asked, hold: Hold) -> Run | Done:
    """In a warm worker process, one per engine, which is killed at its time limit: native code cannot be asked to stop."""
    what = asked.what
    if isinstance(what, Chore):
        began = time.perf_counter()
        value = hold.wait(start(what, Limits(), pool=hold.pool(type(what).__name__)))
        if isinstance(value, SolveResult):  # how a job tells that it went wrong
            raise RuntimeError(f"{what.name}: {value.message or value.status.value}")
        return Done(value, time.perf_counter() - began)
    pool = hold.pool(what.engine)
    if hold.first((asked.family, what.engine)):
        hold.wait(start(Warm(asked.family, what.engine), WARM_UP, pool=pool))
    options = Options(what.solutions, dict(what.values))
    result: SolveResult = hold.wait(start_solve(what.puzzle, what.engine, options, Limits(what.seconds), film=False, pool=pool))
    return as_run(asked.task(), result)


class SupervisedBench(Workbench):
    """Every engine in warm workers of its own, on a crew: this machine, one or more at a time, or a cluster."""

    def __init__(self, family: Family, paths: Sequence[Path], progress: Callable[[float, str], None] | None = None,
                 store: Store | None = None, crew: Crew | None = None) -> None:
        super().__init__(family, paths, progress)
        self.store = store
        """where every run is written as it arrives; runs that it holds are not done again"""
        self.crew = crew or Threads()
        self.asked = self.resumed = 0

    def answers(self, asked: Sequence[Question | Chore]) -> Iterator[tuple[int, Any]]:
        self.asked += len(asked)
        waiting = []
        for each in [Asked(number, self.family.id, what) for number, what in enumerate(asked)]:
            known = self._known(each)
            if known is None:
                waiting.append(each)
            else:
                self.resumed += 1
                yield each.number, known
        done = 0
        for each, came in self.crew.do(carry_out, waiting) if waiting else ():
            self._store(each, came)
            done += 1
            yield each.number, came.value if isinstance(came, Done) else as_result(came)
        if done < len(waiting):
            raise Cancelled()

    def _known(self, each: Asked) -> Any:
        if self.store is None:
            return None
        if isinstance(each.what, Chore):
            work = self.store.find_work(each.work())
            return None if work is None else work.value
        run = self.store.find(each.task())
        return None if run is None else as_result(run)

    def _store(self, each: Asked, came: Run | Done) -> None:
        if self.store is None:
            return
        if isinstance(came, Done):
            self.store.add_work(each.work(), came)
        elif came.status is not Status.ERROR:  # which ends the experiment, and is tried again next time
            self.store.add(each.task(), came)

    def close(self) -> None:
        self.crew.close()


KEPT_ANSWERS = 2
"""Answers of a run that are kept with it: experiments compare a solution with the expected one, and ask for a second one."""


def as_run(task: Task, result: SolveResult) -> Run:
    number = len(result.solutions) if result.count is None else result.count
    stats = {**result.stats, "answers": [list(answer) for answer in result.solutions[:KEPT_ANSWERS]], "count": result.count,
             "everything": result.everything}
    return Run(task.path, task.puzzle, task.contender, result.status, result.seconds, result.stats.get("nodes"),
               result.stats.get("max_depth"), result.message, result.complete, result.stopped, number, stats)


def as_result(run: Run) -> SolveResult:
    stats = dict(run.stats)
    answers = [tuple(answer) for answer in stats.pop("answers", [])]
    return SolveResult(run.status, answers, run.message, run.seconds, {**stats, "nodes": run.nodes, "max_depth": run.max_depth},
                       stats.pop("count", None), None, run.complete, bool(stats.pop("everything", False)), run.stopped)


def make(family: Family, experiment: Experiment, bench: Workbench, options: Mapping[str, str]) -> Made:
    """Run an experiment and keep with it how it was run."""
    began = time.perf_counter()
    values = experiment.values(options)
    try:
        finding = experiment.make(bench, options)
    finally:
        bench.close()
    return findings.made(family.id, experiment, values, finding, bench.runs, time.perf_counter() - began)


@dataclass(frozen=True)
class RunStudy(Request[Made]):
    """One experiment of a family on some files; meanwhile a `Finding` of the runs so far, now and then."""

    family: str
    experiment: str
    paths: Sequence[Path]
    options: Mapping[str, Any] = field(default_factory=dict)

    def run(self, ctx: Context) -> Made:
        family = registry.family(self.family)
        bench = SupervisedBench(family, self.paths, ctx.progress)
        bench.arrived = Watched(ctx.send)
        return make(family, find(family, self.experiment), bench, self.options)
