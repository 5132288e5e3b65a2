"""The benchmark: every puzzle with every engine, in one run, so that ratios mean something on a noisy machine."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from studio.core.engine import Limits, Status
from studio.core.files import write_atomically
from studio.core.puzzle import Puzzle
from studio.core.say import listed, say
from studio.lab.crew import Crew, Threads
from studio.lab.runs import Contender, Run, Task, measure
from studio.lab.store import Store, csv_text, row_of


@dataclass
class Bench:
    contenders: Sequence[Contender]
    solutions: int
    limits: Limits
    repeat: int = 1
    crew: Crew = field(default_factory=Threads)
    store: Store | None = None
    """where every run is written as it arrives; runs that it holds are not done again"""
    runs: list[Run] = field(default_factory=list)
    resumed: int = 0
    """how many of the runs were in the store already"""

    def tasks(self, puzzles: Sequence[tuple[Path, Puzzle]]) -> list[Task]:
        """Puzzle by puzzle, so that a change in the machine's load meets all engines alike."""
        return [self._task(path, puzzle, contender) for path, puzzle in puzzles for contender in self.contenders]

    def _task(self, path: Path, puzzle: Puzzle, contender: Contender) -> Task:
        return Task(path, puzzle, contender, self.solutions, self.limits, self.repeat)

    def run(self, puzzles: Sequence[tuple[Path, Puzzle]], progress: Callable[[float, str], None]) -> None:
        tasks = self.tasks(puzzles)
        waiting = self._resume(tasks)
        if waiting:
            progress(len(self.runs), waiting[0].name)
        for task, run in self.crew.do(measure, waiting):
            if self.store is not None:
                self.store.add(task, run)
            self.runs.append(run)
            progress(len(self.runs), task.name)

    def _resume(self, tasks: Sequence[Task]) -> list[Task]:
        """Take over what the store knows; what is left to do."""
        waiting = []
        for task in tasks:
            known = self.store.find(task) if self.store is not None else None
            if known is None:
                waiting.append(task)
            else:
                self.runs.append(known)
        self.resumed = len(tasks) - len(waiting)
        return waiting

    def write_csv(self, path: Path) -> None:
        """Every single run, as the store writes it."""
        rows = [row_of(self._task(run.path, run.puzzle, run.contender), run) for run in self.runs]
        write_atomically(path, csv_text(rows))

    def stop(self) -> None:
        """End the run from another thread; what is done stays."""
        self.crew.stop()

    def close(self) -> None:
        self.crew.close()
        if self.store is not None:
            self.store.close()

    def all_answered(self) -> bool:
        return bool(self.runs) and all(run.answered for run in self.runs)

    def complaints(self) -> list[str]:
        """What did not go well: wrong or missing answers, and engines that contradict each other."""
        found: list[str] = [listed((str(run.path), run.contender.label, run.status.value, run.message), ": ")
                 for run in self.runs if run.status is Status.ERROR or run.stopped == Status.ERROR]
        verdicts: dict[Path, dict[str, str]] = {}
        for run in self.runs:
            if run.answered:
                verdicts.setdefault(run.path, {})[run.contender.label] = run.status.value
        for path, by_engine in verdicts.items():
            if len(set(by_engine.values())) > 1:
                answers = listed(say("{engine} says {verdict}", engine=k, verdict=v) for k, v in by_engine.items())
                found.append(say("{path}: engines disagree: {answers}", path=path, answers=answers))
        return found
