"""Tasks for the run room's tests: they hang, crash and hoard as real solvers can."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from studio.core.requests import Context, Request
from studio.core.trace import COLUMNS


@dataclass(frozen=True)
class Call(Request[Any]):
    """One of the functions below."""

    name: str
    payload: dict[str, Any] = field(default_factory=dict)

    def run(self, ctx: Context) -> Any:
        return globals()[self.name](self.payload, ctx)


def echo(payload: dict[str, Any], ctx: Context) -> Any:
    ctx.progress(0.5, "half")
    ctx.send("part")
    return payload["value"]


def pigeons(payload: dict[str, Any], ctx: Context) -> Any:
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


def die(payload: dict[str, Any], ctx: Context) -> Any:
    os.kill(os.getpid(), signal.SIGKILL)


def fail(payload: dict[str, Any], ctx: Context) -> Any:
    raise ValueError("something odd")


def hoard(payload: dict[str, Any], ctx: Context) -> Any:
    blocks = []
    while True:
        blocks.append(np.ones(4_000_000))
        time.sleep(0.01)


def flood(payload: dict[str, Any], ctx: Context) -> Any:
    rows = np.zeros((1000, COLUMNS), np.int32)
    while True:
        ctx.trace.rows(rows)


def with_child(payload: dict[str, Any], ctx: Context) -> Any:
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    ctx.send(child.pid)
    time.sleep(600)


def inside(payload: dict[str, Any], ctx: Context) -> Any:
    """Far into a native solver, told just before: more pigeons than holes, in its own language."""
    library, holes = payload["library"], payload.get("holes", 14)
    ctx.send(os.getpid())
    {"pysat": pigeons_by_pysat, "z3": pigeons_by_z3, "cpsat": pigeons_by_cpsat, "highs": pigeons_by_highs}[library](holes)


def pigeons_by_pysat(holes: int) -> None:
    pigeons({"holes": holes}, None)  # type: ignore[arg-type]


def pigeons_by_z3(holes: int) -> None:
    import z3

    sits = [[z3.Bool(f"{p}-{h}") for h in range(holes)] for p in range(holes + 1)]
    solver = z3.SolverFor("QF_FD")
    solver.add(*(z3.Or(*row) for row in sits))
    solver.add(*(z3.Not(z3.And(sits[p][h], sits[q][h])) for h in range(holes) for p in range(holes + 1) for q in range(p)))
    solver.check()


def pigeons_by_cpsat(holes: int) -> None:
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    sits = [[model.new_bool_var("") for _ in range(holes)] for _ in range(holes + 1)]
    for row in sits:
        model.add_bool_or(row)
    for h in range(holes):
        for p in range(holes + 1):
            for q in range(p):
                model.add_bool_or(sits[p][h].Not(), sits[q][h].Not())
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.cp_model_presolve = False
    solver.parameters.linearization_level = 0
    solver.parameters.symmetry_level = 0
    solver.solve(model)


def pigeons_by_highs(holes: int) -> None:
    """A market split problem: small and beyond branch and bound."""
    import random

    import highspy

    rng, rows, cols = random.Random(3), 6, 50
    model = highspy.Highs()
    model.setOptionValue("output_flag", False)
    picks = [model.addBinary() for _ in range(cols)]
    for _ in range(rows):
        weights = [rng.randrange(100) for _ in range(cols)]
        model.addConstr(sum(w * x for w, x in zip(weights, picks)) == sum(weights) // 2)
    model.minimize(sum(picks))


def tell_and_hang(payload: dict[str, Any], ctx: Context) -> Any:
    """Two answers, and then native code that nobody can ask to stop."""
    ctx.trace.solution((1, 2))
    ctx.trace.solution((2, 1))
    ctx.trace.progress("on its way", branches=3)
    time.sleep(0.2)
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM})
    time.sleep(600)


def tell_and_die(payload: dict[str, Any], ctx: Context) -> Any:
    ctx.trace.solution((1, 2))
    time.sleep(0.3)
    os.kill(os.getpid(), signal.SIGKILL)


def be_silent(payload: dict[str, Any], ctx: Context) -> Any:
    ctx.trace.guess(0, 1)
    time.sleep(600)


def until_compiled(payload: dict[str, Any], ctx: Context) -> Any:
    """Kernels that take for ever in plain Python."""
    from studio.solvers.kernels import I32, policy, zeros

    ctx.send("first")
    ctx.trace.solution((1,))
    ctx.trace.solution((2,))
    zeros(I32, 3)
    while policy().value == "plain":
        time.sleep(0.05)
        ctx.trace.flush()
    ctx.send("second")
    return policy().value
