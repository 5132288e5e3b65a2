"""Proofs that a person understands: balances before remainders, longer stripes, cases over counts; each of them verified."""

from __future__ import annotations

from dataclasses import replace

import pytest

from studio.core.engine import Status
from studio.core.files import library_folder, load
from studio.core.puzzle import Puzzle
from studio.families.tiling.model.convert import problem_of, puzzle_of
from studio.families.tiling.model.placements import find_placements
from studio.families.tiling.model.problem import BoolGrid, rectangle_board
from studio.families.tiling.model.shapes import NAMED, Tile, rectangle
from studio.families.tiling.proofs.balance import _promising, _weights
from studio.families.tiling.proofs.cases import find_cases
from studio.families.tiling.proofs.lattice import Lattice
from studio.families.tiling.proofs.patterns import simple_patterns
from studio.families.tiling.proofs.proof import ColouringProof
from studio.families.tiling.proofs.prover import different_proofs
from studio.families.tiling.proofs.verify import FalseProof, verify
from tests.families.tiling.instances import instances, solve


def cut(rows: int, cols: int, *cells: tuple[int, int]) -> BoolGrid:
    board = rectangle_board(rows, cols)
    for cell in cells:
        board[cell] = False
    return board


def bars(length: int, *boards: BoolGrid) -> list[Puzzle]:
    return [puzzle_of(board, [Tile(rectangle(length, 1), None, "")], False) for board in boards]


DOMINO = [Tile(NAMED["2"], None, "2")]
BOARDS = {
    "1x7 bars, 46x46": (bars(7, cut(46, 46, (0, 0), (0, 1)))[0], "diagonals mod 7"),
    "1x7 bars, 67x67": (bars(7, cut(67, 67, (0, 0), (0, 1)))[0], "diagonals mod 7"),
    "mutilated 6x6": (puzzle_of(cut(6, 6, (0, 0), (5, 5)), DOMINO, False), "checkerboard"),
    "mutilated 70x70": (puzzle_of(cut(70, 70, (0, 0), (69, 69)), DOMINO, False), "checkerboard"),
    "mutilated 200x200": (puzzle_of(cut(200, 200, (0, 0), (199, 199)), DOMINO, False), "checkerboard"),
    "trominoes": (puzzle_of(cut(8, 8, (0, 0)), [Tile(NAMED["3I"], None, "3I")], False), "diagonals mod 3"),
}


@pytest.mark.parametrize("name", BOARDS)
def test_the_proof_is_found_and_verified(name: str) -> None:
    puzzle, pattern = BOARDS[name]
    result = solve(puzzle, "auto")
    assert result.status is Status.NONE and result.proof is not None
    proof = ColouringProof.from_json(result.proof)
    verify(problem_of(puzzle), proof)
    assert proof.pattern == pattern and proof.exact and not proof.modulus


@pytest.mark.parametrize("name", ["mutilated 6x6", "trominoes"])
def test_no_pattern_is_passed_over_that_is_a_balance(name: str) -> None:
    problem = problem_of(BOARDS[name][0])
    lattice = Lattice(problem, find_placements(problem))
    looked_at = {pattern.table.tobytes() for pattern in _promising(lattice, few=False)}
    balances = [pattern for side in (4, 6, 5) for pattern in simple_patterns(side, side)
                if _weights(lattice, pattern) is not None]
    assert balances and all(pattern.table.tobytes() in looked_at for pattern in balances)


def test_where_no_numbers_are_a_balance_no_pattern_is_looked_at() -> None:
    puzzle = load(library_folder() / "tiling" / "23-the-thirty-five-hexominoes.puzzle").puzzle
    problem = problem_of(puzzle)
    lattice = Lattice(problem, find_placements(problem))
    assert list(_promising(lattice, few=True)) == []
    assert all(_weights(lattice, pattern) is None for pattern in simple_patterns(4, 4))


def test_cells_are_counted_by_colours() -> None:
    assert "16 cells with 1 and 18 with −1" in solve(BOARDS["mutilated 6x6"][0], "auto").message


def test_at_most_one_t_goes_by_cases() -> None:
    puzzle = puzzle_of(rectangle_board(14, 14), [Tile(NAMED["4L"], None, "4L"), Tile(NAMED["4T"], 1, "4T")], False)
    result = solve(puzzle, "auto")
    assert result.status is Status.NONE and result.proof is not None and result.proof["kind"] == "cases"
    assert "no 4T" in result.message and "one 4T" in result.message and "checkerboard" in result.message
    cases = find_cases(problem_of(puzzle))
    assert cases is not None and len(cases) == 2
    for case in cases:
        assert case.proof is not None
        verify(case.problem, case.proof)


def test_cases_and_balances_never_contradict_a_tiling() -> None:
    proved = 0
    for problem in instances(80, 5):
        found = [*different_proofs(problem, find_placements(problem))] if problem.area else []
        cases = find_cases(problem) if problem.area else None
        if found or cases:
            proved += 1
            assert not solve(puzzle_of(problem.board, problem.tiles, problem.reflections), "simple").solutions
    assert proved > 8


def test_several_proofs_are_offered_and_differ() -> None:
    puzzle = BOARDS["mutilated 6x6"][0]
    problem = problem_of(puzzle)
    found = list(different_proofs(problem, find_placements(problem)))
    assert len(found) > 1 and len({proof.table for proof in found}) == len(found)
    assert found[0].exact, "a balance is easier to see than remainders"
    assert solve(puzzle, "colouring", number=2).proof != solve(puzzle, "colouring", number=1).proof


def test_a_false_balance_is_refused() -> None:
    puzzle = BOARDS["mutilated 70x70"][0]
    result = solve(puzzle, "auto")
    assert result.proof is not None
    proof = ColouringProof.from_json(result.proof)
    for wrong in (replace(proof, board_sum=-1), replace(proof, table=((1, 1), (-1, -1))),
                  replace(proof, table=((1, 1), (-1, -1)), everywhere=False)):
        with pytest.raises(FalseProof):
            verify(problem_of(puzzle), wrong)
