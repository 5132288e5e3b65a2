"""Linear models as arrays: every solver gives the same answers, and the files say the same."""

from __future__ import annotations

import time
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from studio.core.engine import Cancel, Cancelled, Limits
from studio.core.trace import TraceWriter
from studio.solvers.cpsat import BEAT_SECONDS, cpsat_progress
from studio.solvers.ilp import SOLVERS, Tuning, load
from studio.solvers.ilp_files import lp_text, mps_text
from studio.solvers.linear import LinearModel


def knapsack() -> LinearModel:
    """3x + 5y - 2z = 7 with 2 <= x + y + z <= 6, z at most 2."""
    model = LinearModel()
    x, y, z = (model.variable(name, 0, high) for name, high in (("x", 5), ("y", 5), ("z", 2)))
    model.add("sum", [x, y, z], [3, 5, -2], 7, 7)
    model.add_many("size", [[x, y, z]], [1, 1, 1], 2, 6)
    return model


def answers_by_hand() -> set[tuple[int, int, int]]:
    tried = product(range(6), range(6), range(3))
    return {(x, y, z) for x, y, z in tried if 3 * x + 5 * y - 2 * z == 7 and 2 <= x + y + z <= 6}


@pytest.mark.parametrize("name", SOLVERS)
def test_a_solver_answers_and_takes_further_constraints(name: str) -> None:
    solver, expected = load(knapsack(), name), answers_by_hand()
    values = solver.solve(Cancel())
    assert values is not None and tuple(values) in expected
    solver.add([0], [1], 6)
    assert solver.solve(Cancel()) is None


@pytest.mark.parametrize(("sums", "answer"), [
    ([[0, 1], [1, 2], [0, 2]], None),  # half of each: only the integers fail
    ([[0, 1], [1], [0]], None),  # the linear relaxation fails already
    ([[0, 1], [1, 2]], (True, True)),
])
def test_the_relaxation_alone_proves_only_what_it_can(sums: list[list[int]], answer: tuple[bool, ...] | None) -> None:
    """x + y = 1 and the like: HiGHS with adjusted parameters looks at the relaxation first, and answers the same."""
    model = LinearModel()
    model.variables(3, "abc".__getitem__, 0, 1)
    model.add_sums("one", np.array([len(each) for each in sums]), np.concatenate(sums), 1, 1)
    assert model.names == ["a", "b", "c"] and [row[0] for row in model.rows()] == sums
    values = load(model, "highs", tuning=Tuning(adjusted=True)).solve(Cancel())
    found = None if values is None else tuple(sum(values[column] for column in each) == 1 for each in sums)
    assert found == answer


def test_counts_are_those_of_the_groups() -> None:
    model = knapsack()
    assert model.n_variables == 3 and model.n_constraints == 2 and model.groups == {"sum": 1, "size": 1}


@pytest.mark.parametrize(("kind", "write"), [("lp", lp_text), ("mps", mps_text)])
def test_an_outside_solver_reads_the_file(kind: str, write, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    import highspy

    path = tmp_path / f"model.{kind}"
    path.write_text(write(knapsack(), "a test"))
    outside = highspy.Highs()
    outside.setOptionValue("output_flag", False)
    assert outside.readModel(str(path)) == highspy.HighsStatus.kOk
    outside.run()
    values = outside.getSolution().col_value
    found = {outside.getColName(column)[1]: round(values[column]) for column in range(3)}
    assert (found["x"], found["y"], found["z"]) in answers_by_hand()


def test_no_time_left_is_a_timeout() -> None:
    with pytest.raises(Cancelled):
        load(knapsack(), "cpsat").solve(Cancel(Limits(0.0)))


@pytest.mark.parametrize("name", ["cpsat", "highs", "scip"])
def test_a_solver_s_own_counters_stand_under_its_name(name: str) -> None:
    model = LinearModel()
    columns = [model.variable(f"x{i}", 0, 1) for i in range(4)]
    model.add("one", columns, [1] * 4, 1, 1)
    trace = TraceWriter()
    solver = load(model, name, trace=trace)
    first = solver.solve(Cancel())
    assert first is not None and sum(first) == 1
    solver.add([first.index(1)], [-1], 0)
    second = solver.solve(Cancel())
    assert second is not None and second != first
    told = trace.stats.summary()
    assert told["solver"]["name"] == solver.name and told["nodes"] >= 1 and told["max_depth"] is None


def test_cp_sat_tells_its_progress_while_it_works() -> None:
    told: list[tuple[str, dict[str, float]]] = []

    class Slow:
        class parameters:
            log_search_progress = log_to_stdout = False

        log_callback: object = None

    solver = Slow()
    with cpsat_progress(solver, lambda text, **numbers: told.append((text, numbers))):
        solver.log_callback("Starting search at 0.05s with 1 workers.")  # type: ignore[operator]
        solver.log_callback("#Bound   0.61s best:inf   next:[4,17]     pseudo_costs")  # type: ignore[operator]
        time.sleep(3 * BEAT_SECONDS)
    assert told and told[-1][0] == "CP-SAT: bound" and told[-1][1]["next"] == 4
