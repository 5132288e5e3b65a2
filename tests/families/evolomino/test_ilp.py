"""The study's model: its size, its equations' groups, and the files an outside solver can read."""

from __future__ import annotations

from pathlib import Path

import pytest

from studio.core.engine import Options, Status
from studio.families.evolomino import FAMILY
from studio.families.evolomino.check import field_of
from studio.families.evolomino.ilp.model import EvolominoModel
from tests.families.evolomino.boards import drawn, solve

# The 5x5 board of FORMATS.md: arrows of eight and five cells
EXAMPLE = drawn("0...0 #..#. ....0 .0#.. .....",
                ((0, 3), (0, 2), (1, 2), (1, 1), (2, 1), (2, 0), (3, 0), (4, 0)),
                ((4, 3), (4, 4), (3, 4), (2, 4), (1, 4)))  # fmt: skip


def test_every_equation_is_there() -> None:
    model = EvolominoModel(field_of(EXAMPLE))
    numbers = [*range(1, 18), 19, 20, 21]  # (18), flow is not negative, is a bound
    assert set(model.linear.groups) == {f"({number})" for number in numbers}
    assert all(model.linear.low[flow] == 0 for flow in model.f.values())
    groups = model.linear.groups
    blocks = 4 + 3  # K_a = ceil(8/2) and ceil(5/2)
    assert groups["(1)"] == 25 and groups["(2)"] == 7 + 4
    assert groups["(3)"] == groups["(4)"] == groups["(9)"] == groups["(14)"] == blocks
    assert groups["(5)"] == groups["(10)"] == groups["(11)"] == groups["(19)"] == blocks - 2
    assert groups["(6)"] == 3 * 8 + 2 * 5 and groups["(13)"] == groups["(15)"] == 4 * 8 + 3 * 5
    assert groups["(16)"] == groups["(17)"] == len(model.f)
    assert groups["(12)"] + groups["(13)"] == len(model.y)


def test_one_number_shifts_are_fewer_than_two_dimensional_ones() -> None:
    line, plane = EvolominoModel(field_of(EXAMPLE), wrap=True), EvolominoModel(field_of(EXAMPLE))
    assert len(line.t) < len(plane.t) and line.linear.groups["(21)"] == plane.linear.groups["(21)"]


@pytest.mark.parametrize("solver", ["cpsat", "scip", "cbc", "bop", "highs"])
def test_each_solver_proves_the_example_unique(solver: str) -> None:
    first = solve(EXAMPLE, "auto")
    assert first.status == Status.UNIQUE
    result = solve(EXAMPLE, "ilp", solver=solver)
    assert result.status == Status.UNIQUE and result.solutions == first.solutions, result.message
    assert result.stats["variables"] == EvolominoModel(field_of(EXAMPLE)).linear.n_variables


def test_a_time_limit_is_a_timeout_not_an_error() -> None:
    puzzle = FAMILY.samples()[3]
    for solver in ("cpsat", "highs", "scip"):
        assert solve(puzzle, "ilp", seconds=0.05, solver=solver).status == Status.TIMEOUT


@pytest.mark.parametrize("kind", ["lp", "mps"])
def test_an_outside_solver_reads_the_file_and_reaches_the_same_answer(kind: str, tmp_path: Path) -> None:
    import highspy

    text = FAMILY.engine("ilp").export(EXAMPLE, Options())[kind]
    path = tmp_path / f"example.{kind}"
    path.write_text(text)
    outside = highspy.Highs()
    outside.setOptionValue("output_flag", False)
    assert outside.readModel(str(path)) == highspy.HighsStatus.kOk
    outside.run()
    names = {outside.getColName(column)[1]: column for column in range(outside.getNumCol())}
    values = outside.getSolution().col_value
    squares = tuple(1 if values[names[f"x_{cell}"]] > 0.5 else 2 for cell in range(25))
    assert [squares] == solve(EXAMPLE, "auto").solutions
    assert outside.getNumCol() == EvolominoModel(field_of(EXAMPLE)).linear.n_variables
