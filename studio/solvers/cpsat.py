"""CP-SAT at work: its limits, its verdicts, its counters, and what it lets see of itself while it searches.

It tells little: bounds and best where there is something to improve, and its counters at every solution. What it does not tell
stays unknown. The library is imported only when it runs.
"""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from studio.core.engine import Cancel, Cancelled, Status
from studio.core.events import CANDIDATE, Glimpse
from studio.core.say import say
from studio.core.trace import TraceWriter

BEAT_SECONDS = 0.2
NAME = "CP-SAT"
BOUNDS = re.compile(r"(best|bound|next):\[?(-?\d+(?:\.\d+)?)")

Valued = Callable[[Any], int]
"""The value of a variable in a solution."""
Candidate = Callable[[Valued], tuple[tuple[int, ...], str]]
"""Reads a solution that need not be the best: a value for every cell, and what can be said of it."""


def out_of_time(cancel: Cancel, what: str, by_limit: bool) -> None:
    """A solver stopped without an answer: the time limit must be the reason, else it is a fault.

    Solvers keep clocks of their own and stop a little early on a busy machine, so ours need not have run out yet.
    """
    cancel.check()
    if by_limit and cancel.remaining() is not None:
        raise Cancelled(Status.TIMEOUT)
    raise RuntimeError(say("the solver stopped without an answer ({what})", what=what))


@contextmanager
def cpsat_progress(solver: Any, tell: Callable[..., None] | None) -> Iterator[None]:
    """CP-SAT's progress while it works: its phases, bounds and best from its log, and its clock several times a second."""
    if tell is None:
        yield
        return
    known: dict[str, float] = {}
    state = ["presolve"]
    done = threading.Event()
    started = time.perf_counter()

    def listen(line: str) -> None:
        if line.startswith("Starting search"):  # not for people
            state[0] = "search"
        elif line.startswith("#"):
            state[0] = line.split()[0].strip("#").lower() or "search"
            known.update({name: float(value) for name, value in BOUNDS.findall(line)})
        elif not line.startswith("Starting presolve"):  # not for people
            return
        say_so()

    def say_so() -> None:
        tell(say("CP-SAT: {phase}", phase=state[0]), seconds=round(time.perf_counter() - started, 1), **known)

    def beat() -> None:
        while not done.wait(BEAT_SECONDS):
            say_so()

    solver.parameters.log_search_progress, solver.parameters.log_to_stdout = True, False
    solver.log_callback = listen
    beating = threading.Thread(target=beat, name="cp-sat progress", daemon=True)
    beating.start()
    try:
        yield
    finally:
        done.set()
        beating.join()


@dataclass
class CpSatRuns:
    """Run after run on one growing model (an answer, then another one); counters add up."""

    trace: TraceWriter | None = None
    workers: int = 1
    candidate: Candidate | None = None
    """where a model has something to improve: how its solutions look on the board"""
    branches: int = 0
    conflicts: int = 0
    solutions: int = 0
    proven: bool = False
    """whether the last solution is known to be the best one (any is, where there is nothing to improve)"""

    def run(self, model: Any, cancel: Cancel, tune: Callable[[Any], None] | None = None) -> Any | None:
        """The solver with a solution in it; None if there is none. Cancelled if the time is up before that is known."""
        from ortools.sat.python import cp_model

        cancel.check()
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = self.workers
        if tune is not None:
            tune(solver.parameters)
        if (remaining := cancel.remaining()) is not None:
            solver.parameters.max_time_in_seconds = max(remaining, 0.01)
        with cpsat_progress(solver, self._tell if self.trace is not None else None):
            status = solver.solve(model, self._listener(cp_model, self.trace) if self.trace and self.trace.enabled else None)
        self._sum_up(solver)
        if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            self.solutions += 1
            self.proven = status == cp_model.OPTIMAL
            return solver
        if status != cp_model.INFEASIBLE:
            out_of_time(cancel, solver.status_name(status), status == cp_model.UNKNOWN)
        return None

    def _tell(self, text: str, **numbers: float) -> None:
        assert self.trace is not None
        self.trace.progress(text, solutions=self.solutions, **numbers)

    def _sum_up(self, solver: Any) -> None:
        self.branches += solver.num_branches
        self.conflicts += solver.num_conflicts
        if self.trace is not None:
            self.trace.count(guesses=self.branches, conflicts=self.conflicts)
            self.trace.solver(NAME, {"branches": self.branches, "conflicts": self.conflicts})
            self.trace.sample(branches=self.branches, conflicts=self.conflicts)

    def _listener(self, library: Any, trace: TraceWriter) -> Any:
        """Told of every solution: the counters at that moment, and the solution itself where a better one may follow."""
        runs = self

        class Listener(library.CpSolverSolutionCallback):  # type: ignore[misc]
            def on_solution_callback(self) -> None:
                numbers = {"branches": runs.branches + self.num_branches, "conflicts": runs.conflicts + self.num_conflicts}
                with trace.filming():
                    if runs.candidate is not None:
                        numbers |= {"best": self.objective_value, "bound": self.best_objective_bound}
                        values, text = runs.candidate(self.value)
                        trace.glimpse(Glimpse(CANDIDATE, values), text)
                    trace.sample(**numbers)

        return Listener()


def narrowed(model: Any, variables: Sequence[Any], seconds: float) -> list[list[int]] | None:
    """What CP-SAT's presolve leaves to some variables, as bounds of ranges; None if it did not come to its end.

    Every solution of the model lies within: presolve is told to keep them all.
    """
    from ortools.sat.python import cp_model

    solver = cp_model.CpSolver()
    settings = solver.parameters
    settings.num_workers, settings.max_time_in_seconds = 1, seconds
    settings.stop_after_presolve = settings.fill_tightened_domains_in_response = True
    settings.keep_all_feasible_solutions_in_presolve = True
    if solver.solve(model) == cp_model.INFEASIBLE:
        return None
    left = solver.response_proto.tightened_variables
    return [list(left[variable.index].domain) for variable in variables] if len(left) else None
