"""The real boards: every engine that promises it solves them, the ladder mostly without guessing."""

from __future__ import annotations

from functools import cache

from studio.core import files
from studio.core.deduction import Contradiction
from studio.core.engine import Cancel, Status
from studio.core.puzzle import Puzzle
from studio.core.study import Workbench
from studio.families.fobidoshi import FAMILY
from studio.families.fobidoshi.kernel import run
from studio.families.fobidoshi.kernel.run import FIGURE_15, OURS, THESIS
from studio.families.fobidoshi.rules.ladder import LADDER
from studio.families.fobidoshi.rules.state import FobidoshiState
from studio.solvers.search import Ladder
from tests.data import shared_data
from tests.families.fobidoshi.boards import shape_of
from tests.families.studying import study


@cache
def boards() -> list[Puzzle]:
    return [files.load(path).puzzle for path in sorted(shared_data("fobidoshi").iterdir())]


def test_the_clause_kernel_proves_every_board() -> None:
    for board in boards():
        result = Workbench(FAMILY).solve(board, "auto", 60.0, 2, quick=False)
        assert result.status is Status.UNIQUE and result.solutions == [board.solution]


def test_backtracking_solves_every_board_with_no_more_calls_than_the_thesis() -> None:
    for board in boards():
        shape = shape_of(board)
        ours = run.backtrack(shape, board.givens, OURS, 2, Cancel())
        assert ours.answers == [board.solution] and ours.exhausted
    for board in boards()[::4]:
        shape = shape_of(board)
        ours = run.backtrack(shape, board.givens, OURS, 1, Cancel())
        for use in (THESIS, FIGURE_15["both"]):
            assert ours.calls <= run.backtrack(shape, board.givens, use, 1, Cancel()).calls


def test_the_ladder_is_right_and_mostly_needs_no_guess() -> None:
    solved = 0
    for board in boards():
        assert board.solution is not None
        state = FobidoshiState(board)
        try:
            for applied in Ladder(LADDER).conclusions(state, limit_level=8):
                assert board.solution[applied.step.cell] == applied.step.value, applied
        except Contradiction as clash:
            raise AssertionError(f"{board.title}: {clash}") from clash
        solved += state.solved()
    assert solved >= 80, "without suppositions within suppositions; with them 122 of the 125"


def test_two_deep_is_right() -> None:
    for board in boards():
        if board.grid.size <= 49:
            state = FobidoshiState(board)
            for applied in Ladder(LADDER).conclusions(state):
                assert board.solution is not None and board.solution[applied.step.cell] == applied.step.value
            assert state.solved()


def test_the_archive_table_compares_all_engines() -> None:
    small = [path for path in sorted(shared_data("fobidoshi").iterdir()) if path.read_text().split()[0] in "456"][:3]
    found = study("fobidoshi", "archive", small)
    assert found.column("right") == ["3/3"] * 6 and any("thesis' rules: none" in note for note in found.notes)
