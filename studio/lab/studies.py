"""A study's experiment as a request for a worker process, and the workbench that runs its engines in supervised ones."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from studio.core import registry
from studio.core.engine import Limits, Options, SolveResult
from studio.core.family import Family
from studio.core.puzzle import BadPuzzle, Puzzle
from studio.core.requests import Context, Request
from studio.core.say import say
from studio.core.study import Experiment, Workbench
from studio.lab import findings
from studio.lab.findings import Made
from studio.lab.runs import Contender, Run, Task
from studio.lab.store import Store
from studio.run.job import start, start_solve
from studio.run.pool import Pool, measuring_pool
from studio.run.requests import Warm

WARM_UP = Limits(120.0)


def find(family: Family, experiment_id: str) -> Experiment:
    for each in family.experiments():
        if experiment_id in (each.id, *each.also):
            return each
    known = ", ".join(each.id for each in family.experiments()) or "none"
    raise BadPuzzle(say("{family} has no experiment {id!r} (it has: {known})", family=family.name, id=experiment_id,
                        known=known))


class SupervisedBench(Workbench):
    """Every engine in a warm worker of its own, which is killed at its time limit: native code cannot be asked to stop."""

    def __init__(self, family: Family, paths: Sequence[Path], progress: Callable[[float, str], None] | None = None,
                 store: Store | None = None) -> None:
        super().__init__(family, paths, progress)
        self.store = store
        """where every run is written as it arrives; runs that it holds are not done again"""
        self.resumed = 0
        self._pools: dict[str, Pool] = {}

    def run(self, puzzle: Puzzle, engine: str, options: Options, limits: Limits) -> SolveResult:
        if self.store is None:
            return self._run(puzzle, engine, options, limits)
        values = tuple((name, str(value)) for name, value in sorted(options.values.items()))
        task = Task(Path(puzzle.title or "board"), puzzle, Contender(engine, values), options.solutions, limits)
        known = self.store.find(task)
        if known is not None:
            self.resumed += 1
            return as_result(known)
        result = self._run(puzzle, engine, options, limits)
        self.store.add(task, as_run(task, result))
        return result

    def _run(self, puzzle: Puzzle, engine: str, options: Options, limits: Limits) -> SolveResult:
        pool = self._pools.get(engine)
        if pool is None:
            pool = self._pools[engine] = measuring_pool()
            start(Warm(self.family.id, engine), WARM_UP, pool=pool).wait()
        result: SolveResult = start_solve(puzzle, engine, options, limits, film=False, pool=pool).wait()
        return result

    def close(self) -> None:
        for pool in self._pools.values():
            pool.close()


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
    """One experiment of a family on some files."""

    family: str
    experiment: str
    paths: Sequence[Path]
    options: Mapping[str, Any] = field(default_factory=dict)

    def run(self, ctx: Context) -> Made:
        family = registry.family(self.family)
        return make(family, find(family, self.experiment), SupervisedBench(family, self.paths, ctx.progress), self.options)
