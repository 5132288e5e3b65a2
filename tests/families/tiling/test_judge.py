"""The proof game: a player's numbers are accepted only if they prove it, and what spoils an argument is shown."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from studio.core import files
from studio.core.engine import Status
from studio.core.family import Stroke
from studio.core.parts import Judgement
from studio.core.puzzle import Board
from studio.families.tiling import FAMILY
from studio.families.tiling.edit.numbers import note_of, number_of, numbers_of
from studio.families.tiling.model.convert import problem_of
from studio.families.tiling.proofs.judge import judge
from studio.families.tiling.proofs.proof import ColouringProof, Group
from studio.families.tiling.proofs.verify import FalseProof, verify
from tests.families.tiling.instances import as_puzzle, instances, solve
from tests.families.tiling.test_edit import Hand, board

Numbers = Callable[[int, int], int]


def judged(sheet: Board, numbers: Numbers) -> Judgement:
    for cell in sheet.grid.cells():
        sheet.notes[cell] = note_of(numbers(*sheet.grid.rc(cell)))
    return FAMILY.arguments.judge(sheet)


def mutilated(side: int) -> Board:
    sheet = board(side, side, "2")
    sheet.givens[0] = sheet.givens[-1] = 0
    return sheet


@pytest.mark.parametrize(("sheet", "numbers"), [
    (mutilated(8), lambda r, c: 1 - 2 * ((r + c) % 2)),  # fewer 1 than -1
    (mutilated(8), lambda r, c: 2 * ((r + c) % 2) - 1),  # more
    (mutilated(8), lambda r, c: (r + c) % 2),  # 31 dominoes cover 31 of them, there are 32
    (board(10, 10, "4L"), lambda r, c: c % 2),
    (board(10, 10, "4L"), lambda r, c: r % 2 + 7),
    (board(10, 10, "4T"), lambda r, c: (r + c) % 2),
    (board(5, 4, "1:4I 1:4L 1:4O 1:4S 1:4T"), lambda r, c: 3 * ((r + c) % 2)),
    (board(5, 5, "4O 1:1"), lambda r, c: 1 if r % 2 == c % 2 == 0 else 0),  # at most one a square, nine of them, seven pieces
])
def test_arguments_that_hold(sheet: Board, numbers: Numbers) -> None:
    found = judged(sheet, numbers)
    assert found.holds and found.proof is not None and len(found.proof["steps"]) > 3, found.sentences
    verify(problem_of(sheet.puzzle()), ColouringProof.from_json(found.proof))


def test_what_spoils_an_argument_is_two_positions_of_one_tile_with_different_sums() -> None:
    sheet = board(10, 10, "4L")
    found = judged(sheet, lambda r, c: r * c % 2)
    assert not found.holds and found.proof is None and "4L covers" in found.sentences[0]
    problem, numbers = problem_of(sheet.puzzle()), numbers_of(sheet)
    one, other = (sum(numbers[i] for i in cells) for cells in (found.spoils, found.beside))
    assert problem.tile_of(list(found.spoils)) == problem.tile_of(list(found.beside)) == 0 and one != other
    assert str(one) in found.sentences[0] and str(other) in found.sentences[0]


def test_numbers_that_forbid_nothing_are_told_so() -> None:
    found = judged(board(8, 8, "2"), lambda r, c: (r + c) % 2)
    assert not found.holds and not found.spoils and "forbids nothing" in found.sentences[-1]
    found = judged(board(4, 5, "2 4T"), lambda r, c: 1 - 2 * ((r + c) % 2))
    assert not found.holds, "a T covers 2 or -2: the same mod 4, but how many there are is open"
    assert not judged(board(3, 3, "2"), lambda r, c: 1).holds, "the area alone forbids it"


def test_nothing_is_accepted_on_a_board_that_has_a_tiling() -> None:
    rng, accepted, refuted = Random(11), 0, 0
    for problem in instances(250, 8):
        puzzle = as_puzzle(problem)
        high, wide, most = rng.randint(1, 3), rng.randint(1, 3), rng.choice((1, 1, 2, 5))
        table = [[rng.randint(-most, most) for _ in range(wide)] for _ in range(high)]
        found = judge(problem, [table[r % high][c % wide] for r, c in map(puzzle.grid.rc, puzzle.grid.cells())])
        possible = bool(solve(puzzle, "table", 1).solutions)
        accepted += found.holds
        refuted += not possible
        assert not (found.holds and possible)
    assert accepted > 5 and refuted > 20


def test_an_exact_sum_that_is_larger_needs_certain_counts() -> None:
    """4T may be used or not: with "at most" its negative share must not make the board's sum too large."""
    sheet = board(4, 4, "1:4T 4O")
    table = tuple(tuple(-1 if (r, c) == (0, 0) else 0 for c in range(4)) for r in range(4))
    claim = ColouringProof(table, 0, (Group((0,), 1, -5),), -1, -5, "false", ("4T", "4O"), False, exact=True)
    with pytest.raises(FalseProof, match="force"):
        verify(problem_of(sheet.puzzle()), claim)


def test_numbers_are_painted_typed_and_repeated() -> None:
    assert [number_of(note_of(n)) for n in range(-99, 100)] == list(range(-99, 100))
    sheet = mutilated(4)
    hand = Hand(sheet, "number")
    hand.drag(1, 2, 3)
    assert numbers_of(sheet)[:4] == [0, 1, 1, 1]
    hand.drag(2, button="right")
    hand.drag(2, button="right")
    assert numbers_of(sheet)[2] == -1
    hand.drag(0)
    assert not sheet.notes[0], "not a cell of the board"
    for key in ("1", "2", "-"):
        hand.do("key", 5, key=key)
    assert numbers_of(sheet)[5] == -12
    hand.do("key", 5, key="delete")
    Hand(sheet, "repeat").drag(1, 2)
    assert numbers_of(sheet) == [0, 1, -1, 1] + [-1, 1, -1, 1] * 2 + [-1, 1, -1, 0]
    assert FAMILY.edit(sheet, "repeat", Stroke("press", (1,))) == []


def test_hints_lead_to_the_argument() -> None:
    from studio.core.engine import Cancel
    from studio.setter.hints import hint

    told = hint(mutilated(6).puzzle(), [0] * 36, Cancel())
    assert told.kind == "stuck" and len(told.texts) == 3 and not told.settings
    assert "checkerboard" not in told.texts[0] and "checkerboard" in told.texts[1] and "16 cells" in told.texts[2]


LIBRARY = sorted((Path(__file__).resolve().parents[3] / "puzzles" / "tiling").glob("*.puzzle"))


@pytest.mark.parametrize("path", LIBRARY, ids=lambda path: path.stem)
def test_the_library_marks_boards_without_a_tiling_and_each_has_an_argument(path: Path) -> None:
    puzzle = files.load(path, "tiling").puzzle
    result = solve(puzzle, "colouring", 1)
    if puzzle.extra.get("solutions") != 0:
        assert result.status is not Status.NONE, "it must be marked as impossible"
        return
    proof = ColouringProof.from_json(result.proof)
    found = judge(problem_of(puzzle), [proof.weight(*puzzle.grid.rc(cell)) for cell in puzzle.grid.cells()])
    assert found.holds, found.sentences
