"""Clues as a lattice: a family whose givens can say less without saying nothing is carved, mended and blamed accordingly."""

from __future__ import annotations

from functools import cache
from itertools import permutations
from random import Random

import pytest

from studio.core import registry
from studio.core.engine import Cancel, Engine, Limits, Options, SolveResult
from studio.core.family import make_grid
from studio.core.parts import Clues, GenerateRequest, Making
from studio.core.puzzle import Answer, Board, Puzzle, Violation
from studio.core.trace import TraceWriter
from studio.setter.analysis import NONE, UNIQUE, analyse
from studio.setter.generate import generate
from studio.setter.mend import Mender

LATIN = registry.family("_template")
ODD = -1
"""a given that only says that its number is odd"""


@cache
def squares(size: int) -> list[Answer]:
    found: list[Answer] = [()]
    for _ in range(size):
        found = [(*square, *row) for square in found for row in permutations(range(1, size + 1))
                 if all(row[c] != square[k] for k in range(len(square)) for c in [k % size])]
    return found


def fits(given: int, value: int) -> bool:
    return given == 0 or given == value or (given == ODD and value % 2 == 1)


class OddClues(Clues):
    """nothing < odd < an odd number; an even number can only go altogether."""

    def weaker(self, puzzle: Puzzle, cell: int) -> tuple[int, ...]:
        given = puzzle.givens[cell]
        return (0, ODD) if given > 0 and given % 2 else (0,) if given else ()


class KeptOddClues(OddClues):
    """As where an absent clue says something, too: nothing below "odd"."""

    def weaker(self, puzzle: Puzzle, cell: int) -> tuple[int, ...]:
        return super().weaker(puzzle, cell)[1:]


class Enumeration(Engine):
    id, name = "auto", "All squares"

    def solve(self, puzzle: Puzzle, options: Options, limits: Limits, trace: TraceWriter, cancel: Cancel) -> SolveResult:
        fitting = [square for square in squares(puzzle.grid.rows) if all(map(fits, puzzle.givens, square))]
        wanted = options.solutions or len(fitting) + 1
        return SolveResult.of(fitting[:wanted], len(fitting) < wanted, options.solutions)


def full_board(request: GenerateRequest, rng: Random, cancel: Cancel) -> Puzzle:
    square = rng.choice(squares(request.rows))
    return Puzzle("_template", make_grid(request.rows, request.rows), square, solution=square)


class OddSquare(type(LATIN)):  # type: ignore[misc]
    clues = OddClues()
    thinking = None
    making = Making(full_board=full_board)

    def validate(self, puzzle: Puzzle) -> None:
        pass

    def check(self, board: Board) -> list[Violation]:
        found = [Violation("given", "a given is not kept", (cell,)) for cell in board.grid.cells()
                 if board.marks[cell] and not fits(board.givens[cell], board.marks[cell])]
        bare = Board(Puzzle("_template", board.grid, (0,) * board.grid.size), board.marks)
        return found + super().check(bare)

    def is_complete(self, board: Board) -> bool:
        return all(board.marks)

    def start_marks(self, puzzle: Puzzle) -> list[int]:
        return [max(0, given) for given in puzzle.givens]

    def engines(self) -> list[Engine]:
        return [Enumeration()]


@pytest.fixture
def odd(monkeypatch: pytest.MonkeyPatch) -> OddSquare:
    family = OddSquare()
    monkeypatch.setattr(registry, "family", lambda family_id: family)
    return family


def board(*givens: int) -> Puzzle:
    size = round(len(givens) ** 0.5)
    return Puzzle("_template", make_grid(size, size), givens)


def test_carving_leaves_clues_that_say_no_more_than_they_must(odd: OddSquare) -> None:
    softer = 0
    for seed in range(6):
        made = generate(odd, GenerateRequest(4, 4, seed), lambda fraction, text: None, Cancel()).puzzle
        assert analyse(made).verdict == UNIQUE
        for cell in made.clues():
            for weaker in odd.clues.weaker(made, cell):
                fewer = made.with_givens(weaker if other == cell else given for other, given in enumerate(made.givens))
                assert analyse(fewer).verdict != UNIQUE, "this clue could say less"
        softer += ODD in made.givens
    assert softer, "no clue was weakened halfway"


def test_mending_strengthens_what_may_be_strengthened_only(odd: OddSquare) -> None:
    mended = Mender(board(ODD, 0, 0, 0, 0, 0, 0, 0, 0)).make_unique((1, 2, 3, 2, 3, 1, 3, 1, 2))
    assert analyse(mended.puzzle).verdict == UNIQUE and mended.added
    odd.clues = KeptOddClues()
    start = board(ODD, 0, ODD, 0, ODD, 0, ODD, 0, 0)
    mended = Mender(start).make_unique((1, 2, 3, 2, 3, 1, 3, 1, 2))
    assert {cell for cell, given in enumerate(start.givens) if given == ODD} >= set(mended.added) != set()


def test_thinning_out_weakens_before_it_gives_up(odd: OddSquare) -> None:
    square = squares(4)[100]
    thin = Mender(board(*square)).thin_out(seed=3)
    assert analyse(thin.puzzle).verdict == UNIQUE and thin.removed
    odd.clues = KeptOddClues()
    thin = Mender(board(*square)).thin_out(seed=3)
    assert all(bool(after) == bool(before) for after, before in zip(thin.puzzle.givens, square)), "none may go altogether"
    assert ODD in thin.puzzle.givens and analyse(thin.puzzle).verdict == UNIQUE


def test_clashes_relax_a_clue_only_as_far_as_the_lattice_goes(odd: OddSquare) -> None:
    clashing = board(1, 0, 1, 0, 0, 0, 0, 0, 0)
    verdict = analyse(clashing, Cancel(Limits(20)))
    assert verdict.verdict == NONE and verdict.clashing == (0, 2)
    odd.clues = KeptOddClues()  # odd, 1, odd would be solvable; 2 beside 2 is not mended by any weaker clue
    verdict = analyse(board(1, 0, 1, 0, 2, 2, 0, 0, 0), Cancel(Limits(20)))
    assert verdict.verdict == NONE and verdict.clashing == (), "the even numbers cannot be weakened: nothing to blame but them"
