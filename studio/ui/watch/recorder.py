"""Recorder: a running engine becomes a growing film. Nothing ticks here; the page's clock asks it to drain."""

from __future__ import annotations

import time
from typing import Any

from PySide6.QtCore import QObject, Signal

from studio.core.engine import Engine, Limits, Options, SolveResult, Status
from studio.core.family import Family
from studio.core.film import TraceLog
from studio.core.puzzle import Puzzle
from studio.share.film import Film


class Recorder(QObject):
    """One run at a time. `grew` after events were added, `finished` once, when the answer is there."""

    grew = Signal()
    finished = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.film: Film | None = None
        self._job: Any = None
        self._started = 0.0

    @property
    def running(self) -> bool:
        return self._job is not None

    @property
    def elapsed(self) -> float:
        return time.perf_counter() - self._started

    def start(self, family: Family, puzzle: Puzzle, engine: Engine, options: Options, limits: Limits,
              film: bool = True) -> Film:
        """Start a run; an earlier one is cancelled and its film replaced. Without a film only the answer and numbers come."""
        from studio.run import job  # worker processes are not needed before the first run

        self.stop()
        self.film = Film(family, puzzle, engine, options, TraceLog(puzzle.grid.size, limits.events), running=True,
                         filmed=film)
        self._started = time.perf_counter()
        self._job = job.start_solve(puzzle, engine.id, options, limits, film, timed=True)
        return self.film

    def stop(self) -> None:
        """Cancel the run. The film so far stays and can be watched."""
        if self._job is not None:
            found = list(self._job.found)
            self._job.cancel()
            self._end(SolveResult.so_far(found, Status.CANCELLED, self.tr("stopped"), self.elapsed))

    def drain(self, budget: float) -> None:
        """Take in what has arrived, for at most `budget` seconds. What stays in the pipe makes the solver wait."""
        job, film = self._job, self.film
        if job is None or film is None:
            return
        deadline = time.perf_counter() + budget
        grown = False
        while True:
            messages = job.poll(0.0)
            for message in messages:
                if message.kind == "batch":
                    film.log.add(message.value)
                    grown = True
                elif message.kind == "progress":
                    film.progress = message.value
                elif message.kind == "told":
                    film.told = message.value
                elif message.kind == "result":
                    if grown:
                        self.grew.emit()
                    self._end(message.value)
                    return
            if not messages or time.perf_counter() > deadline:
                break
        if grown:
            self.grew.emit()

    def _end(self, result: SolveResult) -> None:
        self._job = None
        if self.film is not None:
            self.film.finish(result)
        self.finished.emit()
