"""Generated boards have exactly one tiling up to symmetry, and what was asked for."""

from __future__ import annotations

from typing import Any

import pytest

from studio.core.engine import Cancel, Limits
from studio.core.parts import GenerateRequest
from studio.core.puzzle import BadPuzzle
from studio.families.tiling import FAMILY
from studio.families.tiling.kernel.counting import count_up_to_symmetry
from studio.families.tiling.model.convert import problem_of
from studio.families.tiling.model.shapes import NAMED, canonical


def generate(rows: int, cols: int, seed: int, **values: Any) -> Any:
    return FAMILY.making.generate(GenerateRequest(rows, cols, seed, values=values), lambda *_: None, Cancel(Limits(120.0)))


@pytest.mark.parametrize(("rows", "cols", "values"), [
    (6, 6, {}),
    (5, 6, {"pieces": 6, "reflections": True}),
    (8, 8, {"board": "any shape", "pieces": 8}),
    (4, 4, {"board": "any shape", "smallest": 3, "largest": 4}),
    (9, 7, {"board": "any shape", "shapes": "3I 3L 4I 4L 4O 4T 4S 4J 4Z"}),
    (12, 12, {"board": "any shape", "smallest": 3, "largest": 4, "reflections": True}),
    (7, 9, {"board": "any shape", "pieces": 7, "shapes": "5F 5I 5L 5N 5P 5T 5U 5V 5W 5X 5Y 5Z"}),
])
def test_one_tiling_up_to_symmetry(rows: int, cols: int, values: dict[str, Any]) -> None:
    puzzle = generate(rows, cols, 3, **values)
    problem = problem_of(puzzle)
    assert puzzle.solution is not None and FAMILY.wrong(puzzle, puzzle.solution) == []
    assert count_up_to_symmetry(problem) == 1
    assert problem.exact and problem.reflections == values.get("reflections", False)
    if "pieces" in values and "shapes" not in values:
        assert max(puzzle.solution) == values["pieces"]
    if "shapes" in values:
        allowed = {canonical(NAMED[name], problem.reflections) for name in values["shapes"].split()}
        assert {canonical(tile.cells, problem.reflections) for tile in problem.tiles} <= allowed
    if values.get("board", "rectangle") == "rectangle":
        assert all(puzzle.givens)


def test_the_seed_decides() -> None:
    assert generate(6, 6, 8) == generate(6, 6, 8) != generate(6, 6, 9)


@pytest.mark.parametrize("values", [{"pieces": 2, "largest": 4}, {"shapes": "9Q"}])
def test_impossible_wishes_are_refused(values: dict[str, Any]) -> None:
    with pytest.raises(BadPuzzle):
        generate(6, 6, 1, **values)


@pytest.mark.parametrize(("rows", "values", "reason"), [
    (4, {"shapes": "3I 3L"}, "no pieces of 3 cells make the 16 cells"),
    (6, {"shapes": "2"}, "in many ways"),
    (3, {"board": "any shape", "pieces": 7, "shapes": "3L"}, "no board with exactly one tiling grew from 7 pieces of 3 cells"),
])
def test_why_nothing_was_found(rows: int, values: dict[str, Any], reason: str) -> None:
    with pytest.raises(BadPuzzle, match=reason):
        generate(rows, rows, 1, **values)


@pytest.mark.parametrize("level", ["easy", "medium"])
def test_a_difficulty_is_hit(level: str) -> None:
    from studio.setter.generate import generate as generate_for
    from studio.setter.rating import rate

    for seed in (1, 2):
        made = generate_for(FAMILY, GenerateRequest(6, 6, seed, level), lambda *_: None, Cancel(Limits(120.0)))
        rating = rate(made.puzzle)
        assert made.level == level and rating is not None and rating.level == level
        assert made.puzzle.solution is not None and FAMILY.wrong(made.puzzle, made.puzzle.solution) == []
        assert count_up_to_symmetry(problem_of(made.puzzle)) == 1


@pytest.mark.parametrize(("values", "few"), [
    ({"board": "holes"}, False), ({"board": "symmetric"}, False), ({"board": "blob", "solutions": "few"}, True),
    ({"board": "letter", "outline": "H"}, False), ({"board": "drawn", "outline": "xxxxx/x.x.x/xxxxx/xxxxx"}, False),
])
def test_boards_of_all_shapes(values: dict[str, Any], few: bool) -> None:
    from studio.setter.generate import generate as generate_for

    made = generate_for(FAMILY, GenerateRequest(7, 7, 4, values=values), lambda *_: None, Cancel(Limits(120.0)))
    count = count_up_to_symmetry(problem_of(made.puzzle))
    assert 1 <= count <= 9 if few else count == 1
    if values["board"] == "symmetric":
        assert made.puzzle.givens == made.puzzle.givens[::-1]
    if values["board"] == "drawn":
        assert sum(map(bool, made.puzzle.givens)) == 18
