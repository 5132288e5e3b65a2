"""What solves integer linear models (`linear.py`): CP-SAT, SCIP, CBC and BOP (OR-Tools) and HiGHS.

The solver libraries are imported only when they run.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from studio.core.engine import Cancel
from studio.core.events import CANDIDATE, RELAXED, Glimpse
from studio.core.say import say
from studio.core.trace import TraceWriter
from studio.solvers.cpsat import CpSatRuns, Valued, out_of_time
from studio.solvers.linear import INFINITE, LinearModel

SOLVERS = ("cpsat", "scip", "cbc", "bop", "highs")
UNBOUNDED = 1e15
"""Bounds beyond are no news."""
MOST_RELAXED = 400_000
"""Factors of a model whose relaxation is solved for a film."""
RELAXED_SECONDS = 1.0
"""of the film, for the linear relaxation of a model that is to be shown"""

Reading = Callable[[Sequence[float]], tuple[tuple[int, ...], tuple[int, ...], str]]
"""How a value per variable looks on the board: the value of each cell, its share in percent, and what can be said of it."""


# --- solvers -----------------------------------------------------------------------------------------------------------------


class IlpSolver(ABC):
    """A loaded model. `solve` gives a value per variable, None if there is none; further constraints may follow."""

    name: str
    trace: TraceWriter | None = None
    """who is told how it goes while the solver works, and what it counted in the end"""
    reading: Reading | None = None
    """how candidates look on the board, in models with something to improve"""

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
        self.trace.sample(**total)
        if "nodes" in total:
            self.trace.count(nodes=max(1, int(total["nodes"])))

    def show(self, values: Sequence[float]) -> None:
        """A solution that need not be the best one, for whoever watches."""
        if self.trace is not None and self.trace.enabled and self.reading is not None:
            with self.trace.filming():
                cells, _, text = self.reading(values)
                self.trace.glimpse(Glimpse(CANDIDATE, cells), text)

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
         tuning: Tuning | None = None, reading: Reading | None = None) -> IlpSolver:
    """A solver with the model in it; `trace` is told how it goes, and, by `reading`, shown what there is to see."""
    loaded: IlpSolver
    if solver == "cpsat":
        loaded = CpSat(model, workers)
    elif solver == "highs":
        loaded = Highs(model, workers)
    else:
        loaded = OrTools(model, solver)
    loaded.tune(tuning or Tuning())
    loaded.trace = trace
    loaded.reading = reading if model.costs else None
    if trace is not None and trace.enabled and reading is not None:
        with trace.filming():
            tell_relaxation(model, trace, reading)
    return loaded


def tell_relaxation(model: LinearModel, trace: TraceWriter, reading: Reading) -> None:
    """The model's linear relaxation, for the film alone: how far it decides the board before anything is branched on."""
    if len(model.rows().columns) > MOST_RELAXED:
        trace.note(say("the linear relaxation of the model is not shown: it is too large to be solved for a picture"))
        return
    known, values = Highs(model).relaxed(RELAXED_SECONDS)
    if values is not None:
        cells, shares, text = reading(values)
        trace.glimpse(Glimpse(RELAXED, cells, shares), text)
    elif known:
        trace.note(say("even with parts of things the model has no solution: its linear relaxation has none"))
    else:
        trace.note(say("the linear relaxation of the model was not solved in the time that a picture may take"))


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
        self._runs: CpSatRuns | None = None

    def tune(self, tuning: Tuning) -> None:
        self._tuning = tuning

    def add(self, columns: Sequence[int], factors: Sequence[int], low: int) -> None:
        variables = [self._model.get_int_var_from_proto_index(column) for column in columns]
        self._model.add(self._library.LinearExpr.weighted_sum(variables, list(factors)) >= low)

    def solve(self, cancel: Cancel) -> list[int] | None:
        if self._runs is None:
            self._runs = CpSatRuns(self.trace, self._workers, self._candidate if self.reading is not None else None)
        solver = self._runs.run(self._model, cancel, self._set)
        return None if solver is None else self._values(solver.response_proto.solution)

    def _set(self, parameters: Any) -> None:
        if self._tuning.seed:
            parameters.random_seed = self._tuning.seed
        if self._tuning.adjusted:
            parameters.linearization_level = 2

    def _values(self, solution: Sequence[int]) -> list[int]:
        return [int(solution[column]) for column in range(self._count)]

    def _candidate(self, value: Valued) -> tuple[tuple[int, ...], str]:
        assert self.reading is not None
        variables = map(self._model.get_int_var_from_proto_index, range(self._count))
        cells, _, text = self.reading([value(variable) for variable in variables])
        return cells, text


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
        self.tell(say("{solver} works; it tells nothing until it is done", solver=self.name))
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

    def relaxed(self, seconds: float) -> tuple[bool, list[float] | None]:
        """A vertex of the linear relaxation, in so much time: whether it is known, and a value per variable if it has any."""
        self._solver.setOptionValue("solve_relaxation", True)
        self._solver.setOptionValue("time_limit", seconds)
        self._solver.run()
        status, known = self._solver.getModelStatus(), self._library.HighsModelStatus
        if status == known.kOptimal:
            return True, list(self._solver.getSolution().col_value)
        return status == known.kInfeasible, None

    def _improved(self, event: Any) -> None:
        """HiGHS has found a better solution than before."""
        self.show(list(event.data_out.mip_solution))

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
            if self.reading is not None:
                self._solver.cbMipImprovingSolution.subscribe(self._improved)
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
