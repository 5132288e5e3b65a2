"""Integer linear models as plain arrays, and what solves them: CP-SAT, SCIP, CBC and BOP (OR-Tools) and HiGHS.

A family builds a `LinearModel` once; every solver and both file formats are fed from the same arrays. The solver libraries are
imported only when they run.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from studio.core.engine import Cancel, Cancelled, Status

SOLVERS = ("cpsat", "scip", "cbc", "bop", "highs")
INFINITE = 10**9


class LinearModel:
    """Bounded integer variables and constraints low <= sum of coefficient * variable <= high; usually no objective."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self.low: list[int] = []
        self.high: list[int] = []
        self.groups: dict[str, int] = {}
        """how many constraints each named group has, in the order of their making"""
        self.costs: dict[int, int] = {}
        """column -> factor of the sum to minimise; empty: any solution will do"""
        self._chunks: list[tuple[Any, Any, Any, Any, Any]] = []

    def variable(self, name: str, low: int, high: int) -> int:
        self.names.append(name)
        self.low.append(low)
        self.high.append(high)
        return len(self.names) - 1

    @property
    def n_variables(self) -> int:
        return len(self.names)

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

    tell: Callable[[str], None] | None = None
    """where the solver's own progress lines go (CP-SAT only)"""

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


def load(model: LinearModel, solver: str, workers: int = 1) -> IlpSolver:
    if solver == "cpsat":
        return CpSat(model, workers)
    if solver == "highs":
        return Highs(model, workers)
    return OrTools(model, solver)


def out_of_time(cancel: Cancel, what: str, by_limit: bool) -> None:
    """A solver stopped without an answer: the time limit must be the reason, else it is a fault.

    Solvers keep clocks of their own and stop a little early on a busy machine, so ours need not have run out yet.
    """
    cancel.check()
    if by_limit and cancel.remaining() is not None:
        raise Cancelled(Status.TIMEOUT)
    raise RuntimeError(f"the solver stopped without an answer ({what})")


class CpSat(IlpSolver):
    """Google's CP-SAT. The model goes in as text, which is ten times faster than constraint by constraint."""

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

    def add(self, columns: Sequence[int], factors: Sequence[int], low: int) -> None:
        variables = [self._model.get_int_var_from_proto_index(column) for column in columns]
        self._model.add(self._library.LinearExpr.weighted_sum(variables, list(factors)) >= low)

    def solve(self, cancel: Cancel) -> list[int] | None:
        cancel.check()
        solver = self._library.CpSolver()
        solver.parameters.num_workers = self._workers
        if (remaining := cancel.remaining()) is not None:
            solver.parameters.max_time_in_seconds = max(remaining, 0.01)
        if self.tell is not None:
            solver.parameters.log_search_progress, solver.parameters.log_to_stdout = True, False
            solver.log_callback = self.tell
        status = solver.solve(self._model)
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
        status = self._solver.Solve()
        if status in (self._library.Solver.OPTIMAL, self._library.Solver.FEASIBLE):
            return [round(variable.solution_value()) for variable in self._variables]
        # CBC says "infeasible" when its time runs out at a bad moment: believe that only with time to spare
        late = remaining is not None and time.perf_counter() - started > 0.9 * remaining
        if status != self._library.Solver.INFEASIBLE or late:
            out_of_time(cancel, f"status {status}", late or status == self._library.Solver.NOT_SOLVED)
        return None


class Highs(IlpSolver):
    """HiGHS, fed with the arrays themselves."""

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

    def add(self, columns: Sequence[int], factors: Sequence[int], low: int) -> None:
        self._solver.addRow(low, self._library.kHighsInf, len(columns), np.array(columns, np.int32), np.array(factors, float))

    def solve(self, cancel: Cancel) -> list[int] | None:
        cancel.check()
        if (remaining := cancel.remaining()) is not None:
            self._solver.setOptionValue("time_limit", self._solver.getRunTime() + max(remaining, 0.01))
        self._solver.run()
        status = self._solver.getModelStatus()
        if status == self._library.HighsModelStatus.kOptimal:
            return [round(value) for value in self._solver.getSolution().col_value]
        if status != self._library.HighsModelStatus.kInfeasible:
            out_of_time(cancel, str(status), status == self._library.HighsModelStatus.kTimeLimit)
        return None
