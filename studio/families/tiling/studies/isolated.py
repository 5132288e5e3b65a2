"""Engines in a child process with a hard time limit, for experiments: native solvers cannot be asked to stop."""

from __future__ import annotations

import multiprocessing
import os
import time
from multiprocessing.connection import Connection
from typing import Any

from studio.core import isolate, lifeline
from studio.core.engine import Cancel, Limits, Options, SolveResult, Status, run_engine
from studio.core.puzzle import Puzzle
from studio.core.trace import TraceWriter


def _serve(pipe: Connection, engine_id: str, parent: int) -> None:
    """The child: warm up one engine, then solve what comes."""
    lifeline.die_with_parent(parent)
    from studio.families.tiling import FAMILY

    engine = FAMILY.engine(engine_id)
    engine.warm_up()
    pipe.send("warm")
    while True:
        try:
            puzzle, options, limits = pipe.recv()
        except EOFError:
            return
        pipe.send(run_engine(engine, puzzle, options, limits, TraceWriter(), Cancel(limits), FAMILY.wrong))


class Isolated:
    """One engine in a child; killed and started again when it does not answer in time."""

    def __init__(self, engine_id: str) -> None:
        self.engine_id = engine_id
        self._process: Any = None
        self._pipe: Any = None

    def solve(self, puzzle: Puzzle, options: Options, seconds: float) -> SolveResult:
        self._start()
        self._pipe.send((puzzle, options, Limits(seconds)))
        deadline = time.perf_counter() + seconds + 0.5
        while time.perf_counter() < deadline:
            try:
                if self._pipe.poll(max(0.0, deadline - time.perf_counter())):
                    result: SolveResult = self._pipe.recv()
                    return result
            except (EOFError, OSError):
                self.close()
                return SolveResult(Status.ERROR, message="the solver process died")
        self.close()
        return SolveResult(Status.TIMEOUT, seconds=seconds)

    def _start(self) -> None:
        if self._process is not None and self._process.is_alive():
            return
        context = multiprocessing.get_context("spawn")
        self._pipe, child = context.Pipe()
        self._process = context.Process(target=_serve, args=(child, self.engine_id, os.getpid()), daemon=True)
        lifeline.start(self._begin)
        lifeline.guard(self._process.pid)
        child.close()
        self._pipe.recv()

    def _begin(self) -> None:
        with isolate.safe_start():
            self._process.start()

    def close(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.join(2.0)
            lifeline.release(self._process.pid)
            self._pipe.close()
            self._process = None
