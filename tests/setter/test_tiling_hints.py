"""Hints for tilings never end in a choice: they lead to a solution, each of them is true, and pieces in the way are named."""

from __future__ import annotations

from pathlib import Path

import pytest

from studio.core import files, registry
from studio.core.engine import Cancel, Limits
from studio.core.parts import GenerateRequest
from studio.core.puzzle import Answer, Puzzle
from studio.setter.analysis import analyse
from studio.setter.ask import ask_best
from studio.setter.hints import DONE, FORCED, LEAD, MISTAKE, MOVE, Adviser, hint

TILING = registry.family("tiling")
LIBRARY = sorted((files.library_folder() / "tiling").glob("*.puzzle"))
QUICK = [path for path in LIBRARY if path.name[:2] in ("01", "02", "05", "21", "24", "26", "29")]
MANY = 3000


def extended(puzzle: Puzzle, marks: list[int]) -> Puzzle:
    assert TILING.clues is not None
    return TILING.clues.added(puzzle, tuple(marks), TILING.clues.offers(puzzle, tuple(marks)))


def all_solutions(puzzle: Puzzle) -> list[Answer] | None:
    found = ask_best(puzzle, MANY, Cancel(Limits(60.0))).solutions
    return found if len(found) < MANY else None


def follow(puzzle: Puzzle) -> list[str]:
    """Follow the hints to the end; each must be true, and the last board a solution."""
    adviser, marks, kinds = Adviser(puzzle, Cancel(Limits(300.0))), TILING.start_marks(puzzle), []
    every = all_solutions(puzzle)
    for _ in range(puzzle.grid.size + 1):
        hint = adviser.hint(marks)
        kinds.append(hint.kind)
        if not hint.settings:
            break
        before = list(marks)
        for cell, value in hint.settings:
            assert not marks[cell]
            marks[cell] = value
        if hint.kind in (MOVE, FORCED) and every is not None:
            mine = TILING.contents(puzzle, before)
            others = (TILING.contents(puzzle, answer) for answer in every)
            held = [theirs for theirs in others if all(theirs[c] == piece for c, piece in enumerate(mine) if piece)]
            new = TILING.contents(puzzle, marks)
            assert held and all(theirs[cell] == new[cell] for theirs in held for cell, _ in hint.settings), hint
        assert ask_best(extended(puzzle, marks), 1, Cancel(Limits(60.0))).solutions, f"{hint} leads nowhere"
    assert hint.kind == DONE and not TILING.wrong(puzzle, tuple(marks)), hint
    return kinds


def solvable(path: Path) -> Puzzle | None:
    puzzle = files.load(path).puzzle
    return puzzle if ask_best(puzzle, 1, Cancel(Limits(60.0))).solutions else None


@pytest.mark.parametrize("path", QUICK, ids=lambda path: path.stem)
def test_hints_lead_to_the_end(path: Path) -> None:
    puzzle = solvable(path)
    assert puzzle is not None
    kinds = follow(puzzle)
    assert path.name[:2] not in ("01", "05") or LEAD in kinds


@pytest.mark.slow
@pytest.mark.parametrize("path", LIBRARY, ids=lambda path: path.stem)
def test_hints_lead_to_the_end_on_the_whole_library(path: Path) -> None:
    puzzle = solvable(path)
    if puzzle is not None:
        follow(puzzle)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(30))
def test_hints_lead_to_the_end_on_generated_boards(seed: int) -> None:
    making = TILING.making
    assert making is not None and making.generate is not None
    size = 5 + seed % 3
    values = {"board": "any shape"} if seed % 2 else {"pieces": 0}
    follow(making.generate(GenerateRequest(size, size, seed, values=values), lambda *_: None, Cancel(Limits(60.0))))


def test_pieces_in_the_way_are_named() -> None:
    puzzle = TILING.blank(4, 4)
    marks = [0] * 16
    for number, cells in enumerate(((1, 2), (4, 5), (10, 11)), 1):  # the corner cannot be covered any more
        for cell in cells:
            marks[cell] = number
    hint = Adviser(puzzle).hint(marks)
    assert hint.kind == MISTAKE and set(hint.cells) == {1, 2, 4, 5}, "the third piece is not to blame"
    assert any("r1c1" in text for text in hint.texts)


def test_images_of_one_solution_are_one_solution() -> None:
    from studio.setter.analysis import analyse
    from studio.setter.report import verdict_sentence

    puzzle = TILING.blank(2, 3, tiles="3L")  # two corners make a rectangle in two ways, mirror images of each other
    verdict = analyse(puzzle.with_params(reflections=True), count_up_to=9)
    assert verdict.one_up_to_symmetry and verdict.count == 2 and verdict.counted_all
    assert verdict_sentence(TILING, puzzle, verdict) == "one solution up to the symmetries of the board (2 images)"
    several = analyse(TILING.blank(2, 4), count_up_to=9)
    assert not several.one_up_to_symmetry and several.count == 5


def test_a_hint_from_ones_own_pieces_is_not_long_in_coming() -> None:
    """Counted in looks over the board, not in seconds: all rules, twice, took 49,000 of them here only to find nothing."""
    class Counting(Cancel):
        looks = 0

        def check(self) -> None:
            self.looks += 1
            super().check()

    path = next(path for path in LIBRARY if "four-lost-corners" in path.name)
    puzzle, most = files.load(path).puzzle, 0
    verdict, marks = analyse(puzzle), [0] * puzzle.grid.size
    for _ in range(5):
        counting = Counting()
        found = hint(puzzle, marks, counting, verdict)
        most = max(most, counting.looks)
        for cell, value in found.settings:
            marks[cell] = value
    assert most < 10_000
