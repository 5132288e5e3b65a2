"""The integer model's solvers say how it goes while they work, and keep what they found."""

from __future__ import annotations

import pytest

from studio.core.engine import Cancel, Limits, Options, Status, run_engine
from studio.core.files import load, sample_folder
from studio.core.trace import Progress, TraceWriter
from studio.families.evolomino import FAMILY
from tests.families.evolomino.boards import drawn


@pytest.mark.parametrize("solver", ["cpsat", "highs"])
def test_a_solver_tells_how_it_goes(solver: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("studio.core.trace.PROGRESS_SECONDS", 0.0)
    told: list[Progress] = []
    trace = TraceWriter(progress=told.append)
    # CP-SAT has done a small board before it could tell anything, on any machine.
    puzzle = load(sample_folder(FAMILY.id) / "23-cambrian.puzzle").puzzle if solver == "cpsat" else FAMILY.samples()[2]
    result = run_engine(FAMILY.engine("ilp"), puzzle, Options(2, {"solver": solver}), Limits(120.0), trace, Cancel(),
                        FAMILY.wrong)
    assert result.status == Status.UNIQUE and told and all(each.text for each in told)


@pytest.mark.parametrize("solver", ["cpsat", "scip", "cbc", "highs"])
def test_the_solvers_counters_stand_under_its_name(solver: str) -> None:
    trace = TraceWriter()
    run_engine(FAMILY.engine("ilp"), FAMILY.samples()[0], Options(2, {"solver": solver}), Limits(120.0), trace, Cancel(),
               FAMILY.wrong)
    stats = trace.stats.summary()
    assert stats["solver"]["name"] and len(stats["solver"]) > 1
    assert stats["max_depth"] is None and stats["deductions"] is None


@pytest.mark.parametrize("engine", ["auto", "search", "sat", "ilp"])
def test_found_answers_outlive_the_time(engine: str) -> None:
    """All solutions of a wide open board cannot be listed in time; those that were found stay."""
    wide_open = drawn("......... " * 9, ((0, 0), (0, 1), (0, 2), (0, 3)))
    FAMILY.engine(engine).warm_up()
    limits = Limits(4.0)
    result = run_engine(FAMILY.engine(engine), wide_open, Options(0), limits, TraceWriter(), Cancel(limits), FAMILY.wrong)
    assert result.solutions and result.status in (Status.MULTIPLE, Status.SOLVED) and not result.complete
