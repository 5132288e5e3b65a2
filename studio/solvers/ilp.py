"""Integer linear models as plain arrays, and what solves them: CP-SAT, SCIP, CBC and BOP (OR-Tools) and HiGHS.

A family builds a `LinearModel` once; every solver and both file formats are fed from the same arrays. The solver libraries are
imported only when they run.
"""

from __future__ import annotations

import re
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from studio.core.engine import Cancel, Cancelled, Status
from studio.core.trace import TraceWriter

SOLVERS = ("cpsat", "scip", "cbc", "bop", "highs")
INFINITE = 10**9
UNBOUNDED = 1e15
"""Bounds beyond are no news."""
BEAT_SECONDS = 0.2
BOUNDS = re.compile(r"(best|bound|next):\[?(-?\d+(?:\.\d+)?)")


class LinearModel:
    """Bounded integer variables and constraints low <= sum of coefficient * variable <= high; usually no objective."""

    def __init__(self) -> None:
        self._names: list[tuple[int, Callable[[int], str]]] = []
        """runs of variables: how many, and what the k-th of them is called"""
        self.low: list[int] = []
        self.high: list[int] = []
        self.groups: dict[str, int] = {}
        """how many constraints each named group has, in the order of their making"""
        self.costs: dict[int, int] = {}
        """column -> factor of the sum to minimise; empty: any solution will do"""
        self._chunks: list[tuple[Any, Any, Any, Any, Any]] = []

    def variable(self, name: str, low: int, high: int) -> int:
        return self.variables(1, lambda _: name, low, high)

    def variables(self, count: int, name: Callable[[int], str], low: int, high: int) -> int:
        """Many at once, and the column of the first. They are called by their names only when somebody wants to read them."""
        first = len(self.low)
        self._names.append((count, name))
        self.low += [low] * count
        self.high += [high] * count
        return first

    @property
    def names(self) -> list[str]:
        """Anew at each call: keep it."""
        return [name(k) for count, name in self._names for k in range(count)]

    @property
    def n_variables(self) -> int:
        return len(self.low)

    @property
    def n_constraints(self) -> int:
        return sum(self.groups.values())

    def add(self, group: str, columns: Sequence[int], coefficients: Sequence[int],
            low: int = -INFINITE, high: int = INFINITE) -> None:
        """One constraint."""
        self.add_many(group, [columns], [coefficients], low, high)

    def add_many(self, group: str, columns: ArrayLike, coefficients: ArrayLike,
                 low: int = -INFINITE, high: int = INFINITE) -> None:
        """Constraints of one length at once: a row of `columns` each; the coefficients may be the same for all."""
        where: NDArray[np.int32] = np.asarray(columns, np.int32)
        if where.size == 0:
            if where.ndim == 2 and where.shape[0] and not low <= 0 <= high:
                raise ValueError("an empty sum cannot be within these bounds")
            return
        count, length = where.shape
        factors = np.broadcast_to(np.asarray(coefficients, np.int32), (count, length))
        self._chunks.append((np.full(count, length), where.reshape(-1), factors.reshape(-1), low, high))
        self.groups[group] = self.groups.get(group, 0) + count

    def add_sums(self, group: str, lengths: NDArray[Any], columns: NDArray[Any], low: int, high: int) -> None:
        """Constraints of any lengths at once, their columns one after the other, with factors 1."""
        self._chunks.append((lengths, columns, np.ones(len(columns), np.int32), low, high))
        self.groups[group] = self.groups.get(group, 0) + len(lengths)

    def rows(self) -> Rows:
        """All constraints as compressed rows."""
        if not self._chunks:
            empty = np.zeros(0, np.int32)
            return Rows(np.zeros(1, np.int64), empty, empty, empty, empty)
        lengths = np.concatenate([chunk[0] for chunk in self._chunks])
        low = np.concatenate([np.full(len(chunk[0]), chunk[3]) for chunk in self._chunks])
        high = np.concatenate([np.full(len(chunk[0]), chunk[4]) for chunk in self._chunks])
        columns = np.concatenate([chunk[1] for chunk in self._chunks])
        factors = np.concatenate([chunk[2] for chunk in self._chunks])
        return Rows(np.concatenate([[0], np.cumsum(lengths)]), columns, factors, low, high)


class Rows:
    """Constraints in compressed rows."""

    def __init__(self, starts: NDArray[Any], columns: NDArray[Any], factors: NDArray[Any],
                 low: NDArray[Any], high: NDArray[Any]) -> None:
        self.starts, self.columns, self.factors, self.low, self.high = starts, columns, factors, low, high

    def __len__(self) -> int:
        return len(self.low)

    def __iter__(self) -> Iterator[tuple[list[int], list[int], int, int]]:
        starts, columns, factors = self.starts.tolist(), self.columns.tolist(), self.factors.tolist()
        for row, (low, high) in enumerate(zip(self.low.tolist(), self.high.tolist(), strict=True)):
            begin, end = starts[row], starts[row + 1]
            yield columns[begin:end], factors[begin:end], low, high


# --- solvers -----------------------------------------------------------------------------------------------------------------


class IlpSolver(ABC):
    """A loaded model. `solve` gives a value per variable, None if there is none; further constraints may follow."""

    name: str
    trace: TraceWriter | None = None
    """who is told how it goes while the solver works, and what it counted in the end"""

    def tell(self, text: str, **numbers: float) -> None:
        """Progress from a callback of the solver; the trace sends it a few times a second."""
        if self.trace is not None:
            self.trace.progress(text, **{name: value for name, value in numbers.items() if abs(value) < UNBOUNDED})

    def sum_up(self, **counters: float) -> None:
        """The solver's own counters over all its solves; its branches are guesses, its nodes nodes."""
        if self.trace is None:
            return
        before = self.trace.stats.solver
        total = {name: before.get(name, 0) + value for name, value in counters.items()}
        self.trace.solver(self.name, total)
        if "branches" in total:
            self.trace.count(guesses=int(total["branches"]), conflicts=int(total["conflicts"]))
        elif "nodes" in total:
            self.trace.count(nodes=max(1, int(total["nodes"])))

    @abstractmethod
    def tune(self, tuning: Tuning) -> None:
        """Before the first solve. A wish that the solver cannot grant is refused with a sentence."""

    @abstractmethod
    def solve(self, cancel: Cancel) -> list[int] | None:
        """Raises Cancelled (through `cancel`) when the time is up before an answer is known."""

    @abstractmethod
    def add(self, columns: Sequence[int], factors: Sequence[int], low: int) -> None:
        """One more constraint: sum >= low."""


def load_libraries() -> None:
    """All of them, for a warm start. OR-Tools brings a HiGHS of its own under the same library name, and the loader knows only
    one: highspy must have the same version (1.12 for OR-Tools 9.15), or whichever comes second fails to load."""
    import highspy  # noqa: F401
    from ortools.linear_solver import pywraplp  # noqa: F401
    from ortools.sat.python import cp_model  # noqa: F401


@dataclass(frozen=True)
class Tuning:
    """How a solver is set: its random numbers, and parameters that suit models whose linear relaxation tells much.

    `adjusted` is, for HiGHS, the linear relaxation alone first, by interior points and without presolve: where it has no
    solution, which is so on boards that a colouring forbids, nothing else is needed (0.2 s for the 7,500 equations of an angle
    that its simplex needs 12 s for); if it has one, interior points at the root. For CP-SAT, the full linear relaxation. SCIP
    and CBC have nothing of the kind here.
    """

    seed: int = 0
    adjusted: bool = False


def load(model: LinearModel, solver: str, workers: int = 1, trace: TraceWriter | None = None,
         tuning: Tuning | None = None) -> IlpSolver:
    """A solver with the model in it; `trace` is told how it goes."""
    loaded: IlpSolver
    if solver == "cpsat":
        loaded = CpSat(model, workers)
    elif solver == "highs":
        loaded = Highs(model, workers)
    else:
        loaded = OrTools(model, solver)
    loaded.tune(tuning or Tuning())
    loaded.trace = trace
    return loaded


def out_of_time(cancel: Cancel, what: str, by_limit: bool) -> None:
    """A solver stopped without an answer: the time limit must be the reason, else it is a fault.

    Solvers keep clocks of their own and stop a little early on a busy machine, so ours need not have run out yet.
    """
    cancel.check()
    if by_limit and cancel.remaining() is not None:
        raise Cancelled(Status.TIMEOUT)
    raise RuntimeError(f"the solver stopped without an answer ({what})")


@contextmanager
def cpsat_progress(solver: Any, tell: Callable[..., None] | None) -> Iterator[None]:
    """CP-SAT's progress while it works: bounds and best from its log, and its clock several times a second."""
    if tell is None:
        yield
        return
    known: dict[str, float] = {}
    state = ["presolve"]
    done = threading.Event()
    started = time.perf_counter()

    def listen(line: str) -> None:
        if line.startswith("Starting search"):
            state[0] = "search"
        elif line.startswith("#"):
            state[0] = line.split()[0].strip("#").lower() or "search"
            known.update({name: float(value) for name, value in BOUNDS.findall(line)})

    def beat() -> None:
        while not done.wait(BEAT_SECONDS):
            tell(f"CP-SAT: {state[0]}", seconds=round(time.perf_counter() - started, 1), **known)

    solver.parameters.log_search_progress, solver.parameters.log_to_stdout = True, False
    solver.log_callback = listen
    beating = threading.Thread(target=beat, name="cp-sat progress", daemon=True)
    beating.start()
    try:
        yield
    finally:
        done.set()
        beating.join()


class CpSat(IlpSolver):
    """Google's CP-SAT. The model goes in as text, which is ten times faster than constraint by constraint."""

    name = "CP-SAT"

    def __init__(self, model: LinearModel, workers: int = 1) -> None:
        from ortools.sat.python import cp_model

        self._library = cp_model
        self._model = cp_model.CpModel()
        self._workers = workers
        lines = [f"variables{{domain:[{low},{high}]}}" for low, high in zip(model.low, model.high, strict=True)]
        for columns, factors, low, high in model.rows():
            lines.append(f"constraints{{linear{{vars:{columns} coeffs:{factors} domain:[{low},{high}]}}}}")
        if model.costs:
            lines.append(f"objective{{vars:{list(model.costs)} coeffs:{list(model.costs.values())}}}")
        self._model.proto.parse_text_format("\n".join(lines))
        self._count = model.n_variables
        self._tuning = Tuning()

    def tune(self, tuning: Tuning) -> None:
        self._tuning = tuning

    def add(self, columns: Sequence[int], factors: Sequence[int], low: int) -> None:
        variables = [self._model.get_int_var_from_proto_index(column) for column in columns]
        self._model.add(self._library.LinearExpr.weighted_sum(variables, list(factors)) >= low)

    def solve(self, cancel: Cancel) -> list[int] | None:
        cancel.check()
        solver = self._library.CpSolver()
        solver.parameters.num_workers = self._workers
        if self._tuning.seed:
            solver.parameters.random_seed = self._tuning.seed
        if self._tuning.adjusted:
            solver.parameters.linearization_level = 2
        if (remaining := cancel.remaining()) is not None:
            solver.parameters.max_time_in_seconds = max(remaining, 0.01)
        with cpsat_progress(solver, self.tell if self.trace is not None else None):
            status = solver.solve(self._model)
        self.sum_up(branches=solver.num_branches, conflicts=solver.num_conflicts)
        if status in (self._library.OPTIMAL, self._library.FEASIBLE):
            values = solver.response_proto.solution
            return [int(values[column]) for column in range(self._count)]
        if status != self._library.INFEASIBLE:
            out_of_time(cancel, solver.status_name(status), status == self._library.UNKNOWN)
        return None


class OrTools(IlpSolver):
    """SCIP, CBC and BOP through OR-Tools' linear-solver interface."""

    def __init__(self, model: LinearModel, name: str) -> None:
        from ortools.linear_solver import pywraplp

        self._library = pywraplp
        self.name = name.upper()
        self._solver = pywraplp.Solver.CreateSolver(name.upper())
        if self._solver is None:
            raise RuntimeError(f"this build of OR-Tools has no {name.upper()}")
        bounds = zip(model.names, model.low, model.high, strict=True)
        self._variables = [self._solver.IntVar(low, high, name) for name, low, high in bounds]
        for columns, factors, low, high in model.rows():
            self._constraint(columns, factors, low, high)
        objective = self._solver.Objective()
        for column, factor in model.costs.items():
            objective.SetCoefficient(self._variables[column], factor)
        objective.SetMinimization()

    def tune(self, tuning: Tuning) -> None:
        if not tuning.seed:
            return
        if self.name != "SCIP":
            raise RuntimeError(f"{self.name} takes no seed through OR-Tools")
        if not self._solver.SetSolverSpecificParametersAsString(f"randomization/randomseedshift = {tuning.seed}"):
            raise RuntimeError(f"{self.name} refused the seed {tuning.seed}")

    def _constraint(self, columns: Sequence[int], factors: Sequence[int], low: int, high: int) -> None:
        infinity = self._solver.infinity()
        row = self._solver.Constraint(-infinity if low <= -INFINITE else low, infinity if high >= INFINITE else high)
        for column, factor in zip(columns, factors, strict=True):
            row.SetCoefficient(self._variables[column], factor)

    def add(self, columns: Sequence[int], factors: Sequence[int], low: int) -> None:
        self._constraint(columns, factors, low, INFINITE)

    def solve(self, cancel: Cancel) -> list[int] | None:
        cancel.check()
        if (remaining := cancel.remaining()) is not None:
            self._solver.SetTimeLimit(max(int(remaining * 1000), 10))
        started = time.perf_counter()
        self.tell(f"{self.name} works; it tells nothing until it is done")
        status = self._solver.Solve()
        self.sum_up(nodes=max(0, self._solver.nodes()), iterations=max(0, self._solver.iterations()))
        if status in (self._library.Solver.OPTIMAL, self._library.Solver.FEASIBLE):
            return [round(variable.solution_value()) for variable in self._variables]
        # CBC says "infeasible" when its time runs out at a bad moment: believe that only with time to spare
        late = remaining is not None and time.perf_counter() - started > 0.9 * remaining
        if status != self._library.Solver.INFEASIBLE or late:
            out_of_time(cancel, f"status {status}", late or status == self._library.Solver.NOT_SOLVED)
        return None


class Highs(IlpSolver):
    """HiGHS, fed with the arrays themselves."""

    name = "HiGHS"

    def __init__(self, model: LinearModel, workers: int = 1) -> None:
        import highspy

        self._library = highspy
        self._solver = highspy.Highs()
        self._solver.setOptionValue("output_flag", False)
        self._solver.setOptionValue("threads", workers)
        rows, lp = model.rows(), highspy.HighsLp()
        infinity = highspy.kHighsInf
        lp.num_col_, lp.num_row_ = model.n_variables, len(rows)
        costs = np.zeros(model.n_variables)
        costs[list(model.costs)] = list(model.costs.values())
        lp.col_cost_ = costs
        lp.col_lower_, lp.col_upper_ = np.array(model.low, float), np.array(model.high, float)
        lp.row_lower_ = np.where(rows.low <= -INFINITE, -infinity, rows.low)
        lp.row_upper_ = np.where(rows.high >= INFINITE, infinity, rows.high)
        lp.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
        lp.a_matrix_.start_ = rows.starts.astype(np.int32)
        lp.a_matrix_.index_ = rows.columns.astype(np.int32)
        lp.a_matrix_.value_ = rows.factors.astype(float)
        lp.integrality_ = [highspy.HighsVarType.kInteger] * model.n_variables
        self._solver.passModel(lp)
        self._watched = self._relax_first = False

    def tune(self, tuning: Tuning) -> None:
        self._solver.setOptionValue("random_seed", tuning.seed)
        self._relax_first = tuning.adjusted
        if tuning.adjusted:
            self._solver.setOptionValue("mip_lp_solver", "ipm")

    def _relaxation_fails(self) -> bool:
        """Whether the linear relaxation has no solution. Any other outcome says nothing."""
        meanwhile: dict[str, Any] = {"solve_relaxation": True, "solver": "ipm", "presolve": "off", "run_crossover": "off"}
        before = {name: self._solver.getOptionValue(name)[1] for name in meanwhile}
        for name, value in meanwhile.items():
            self._solver.setOptionValue(name, value)
        try:
            self._solver.run()
            self.sum_up(nodes=0, iterations=max(0, self._solver.getInfo().ipm_iteration_count))
            return bool(self._solver.getModelStatus() == self._library.HighsModelStatus.kInfeasible)
        finally:
            for name, value in before.items():
                self._solver.setOptionValue(name, value)
            self._solver.clearSolver()

    def _listen(self, event: Any) -> None:
        """HiGHS asks very often whether to stop: the trace passes on what is due."""
        told = event.data_out
        self.tell("HiGHS", nodes=told.mip_node_count, best=told.mip_primal_bound, bound=told.mip_dual_bound)

    def _run(self) -> Any:
        self._solver.run()
        info = self._solver.getInfo()
        self.sum_up(nodes=max(0, info.mip_node_count), iterations=info.simplex_iteration_count)
        return self._solver.getModelStatus()

    def _run_anew(self) -> Any:
        """HiGHS 1.12 sometimes loses its way between the presolved model and the whole one (`kSolveError`, a fault of its own,
        seen after rows were added to small models): without presolve and without what it remembers it does answer."""
        self._solver.clearSolver()
        self._solver.setOptionValue("presolve", "off")
        try:
            return self._run()
        finally:
            self._solver.setOptionValue("presolve", "choose")

    def add(self, columns: Sequence[int], factors: Sequence[int], low: int) -> None:
        self._solver.addRow(low, self._library.kHighsInf, len(columns), np.array(columns, np.int32), np.array(factors, float))

    def solve(self, cancel: Cancel) -> list[int] | None:
        cancel.check()
        if (remaining := cancel.remaining()) is not None:
            self._solver.setOptionValue("time_limit", self._solver.getRunTime() + max(remaining, 0.01))
        if self.trace is not None and not self._watched:
            self._watched = True
            self._solver.setOptionValue("log_to_console", False)
            self._solver.setOptionValue("output_flag", True)  # else it does not log, and calls nobody on small models
            self._solver.cbMipLogging.subscribe(self._listen)
            self._solver.cbMipInterrupt.subscribe(self._listen)
        if self._relax_first:
            self._relax_first = False
            if self._relaxation_fails():
                return None
            cancel.check()
        status = self._run()
        if status == self._library.HighsModelStatus.kSolveError:
            status = self._run_anew()
        if status == self._library.HighsModelStatus.kOptimal:
            return [round(value) for value in self._solver.getSolution().col_value]
        if status != self._library.HighsModelStatus.kInfeasible:
            out_of_time(cancel, str(status), status == self._library.HighsModelStatus.kTimeLimit)
        return None
