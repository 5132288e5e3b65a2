"""The study's model: its size, its equations' groups, and the files an outside solver can read."""

from __future__ import annotations

from pathlib import Path
from random import Random
from statistics import median

import pytest

from studio.core import files
from studio.core.engine import Options, Status
from studio.families.evolomino import FAMILY
from studio.families.evolomino.engines.ilp_model import EvolominoModel, region
from studio.families.evolomino.engines.ilp_size import model_size
from studio.families.evolomino.model import field_of
from studio.families.evolomino.published import TABLE_1
from tests.data import shared_data
from tests.families.evolomino.boards import drawn, random_board, solve

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


def test_one_number_shifts_can_wrap_around_the_edge() -> None:
    """The block in the two lower rows has one square at the left edge that a line shift takes from the right edge."""
    puzzle = drawn("... ... ... 0..", ((0, 0), (1, 0), (2, 0), (3, 0)))
    assert solve(puzzle, "ilp", solutions=0).status == Status.MULTIPLE
    wrapped = solve(puzzle, "ilp", solutions=0, shifts="line")
    assert wrapped.status == Status.ERROR and "next block" in wrapped.message


def test_the_model_s_size_is_counted_without_building_it() -> None:
    rng = Random(3)
    boards = [EXAMPLE, *FAMILY.samples()[:3], *(random_board(rng, rng.randint(3, 7), rng.randint(2, 7)) for _ in range(12))]
    for field in map(field_of, boards):
        for wrap, wide in ((False, False), (True, False), (True, True)):
            model, size = EvolominoModel(field, wrap, wide), model_size(field, wrap, wide)
            assert size.total == (model.linear.n_variables, model.linear.n_constraints)
            assert size.equations == model.linear.groups
            assert size.variables["t"] == len(model.t) and size.variables["y"] == len(model.y)


def test_regions_stop_before_given_squares_of_other_arrows() -> None:
    field = field_of(drawn("..... ..... .0... .....", ((0, 4), (1, 4), (2, 4)), ((2, 0), (2, 1), (2, 2))))
    beside = {field.cols + 1, 3 * field.cols + 1}  # r2c2 and r4c2, above and below the given square
    assert beside <= set(region(field, 0, wide=True)) and beside.isdisjoint(region(field, 0))
    assert beside <= set(region(field, 1)), "the arrow's own given square does not stop its wave"


def test_the_counts_are_the_study_s_own() -> None:
    """Its Table 1 gives medians of fifty boards of each size, of which twenty-five are at hand."""
    folder, ratios = shared_data("evolomino"), []
    for size in (8, 12, 15, 18):
        totals = [model_size(field_of(files.load(path, "evolomino").puzzle), wrap=True).total
                  for path in sorted((folder / f"{size}x{size}").iterdir())]
        ratios += [median(column) / published for column, published in zip(zip(*totals), TABLE_1[size])]
    assert all(0.9 < ratio < 1.1 for ratio in ratios)


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
