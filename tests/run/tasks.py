"""Tasks for the run room's tests: they hang, crash and hoard as real solvers can."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from typing import Any

import numpy as np

from studio.core.trace import COLUMNS
from studio.run.worker import TaskContext


def echo(payload: dict[str, Any], ctx: TaskContext) -> Any:
    ctx.progress(0.5, "half")
    ctx.send("part")
    return payload["value"]


def pigeons(payload: dict[str, Any], ctx: TaskContext) -> Any:
    """More pigeons than holes: CaDiCaL stays in native code for hours and holds the interpreter lock."""
    from pysat.solvers import Solver

    holes = payload.get("holes", 14)
    var = lambda pigeon, hole: pigeon * holes + hole + 1  # noqa: E731
    with Solver(name="cadical195") as solver:
        for pigeon in range(holes + 1):
            solver.add_clause([var(pigeon, hole) for hole in range(holes)])
        for hole in range(holes):
            for a in range(holes + 1):
                for b in range(a):
                    solver.add_clause([-var(a, hole), -var(b, hole)])
        return solver.solve()


def die(payload: dict[str, Any], ctx: TaskContext) -> Any:
    os.kill(os.getpid(), signal.SIGKILL)


def fail(payload: dict[str, Any], ctx: TaskContext) -> Any:
    raise ValueError("something odd")


def hoard(payload: dict[str, Any], ctx: TaskContext) -> Any:
    blocks = []
    while True:
        blocks.append(np.ones(4_000_000))
        time.sleep(0.01)


def flood(payload: dict[str, Any], ctx: TaskContext) -> Any:
    rows = np.zeros((1000, COLUMNS), np.int32)
    while True:
        ctx.trace.rows(rows)


def with_child(payload: dict[str, Any], ctx: TaskContext) -> Any:
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    ctx.send(child.pid)
    time.sleep(600)
