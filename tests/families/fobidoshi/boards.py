"""Boards for the tests: from drawings, at random, and their solutions by plain enumeration."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from studio.core.grid import Grid
from studio.core.puzzle import Answer, Board, Puzzle
from studio.families.fobidoshi.codecs import CELLS
from studio.families.fobidoshi.model import CIRCLE, CROSS, EMPTY, Field, field


def puzzle(drawing: str) -> Puzzle:
    """A puzzle from rows of o, x and -."""
    rows = drawing.split()
    return Puzzle("fobidoshi", Grid(len(rows), len(rows[0])), tuple(CELLS[sign] for row in rows for sign in row))


def played(givens: str, marks: str) -> Board:
    return Board(puzzle(givens), puzzle(marks).givens)


def answer(drawing: str) -> Answer:
    return tuple(CIRCLE if value == CIRCLE else CROSS for value in puzzle(drawing).givens)


def random_puzzle(rng: Random, largest: int = 5, smallest: int = 1) -> Puzzle:
    """A board of random size and filling: unsolvable, unique and ambiguous ones all occur."""
    rows, cols = rng.randint(smallest, largest), rng.randint(smallest, largest)
    circles, crosses = rng.choice((0.0, 0.15, 0.3, 0.45)), rng.choice((0.0, 0.1, 0.3))
    dice = [rng.random() for _ in range(rows * cols)]
    givens = tuple(CIRCLE if die < circles else CROSS if die < circles + crosses else EMPTY for die in dice)
    return Puzzle("fobidoshi", Grid(rows, cols), givens)


def brute_force(board: Puzzle) -> list[Answer]:
    """All solutions by trying every subset of the empty cells, with tests of its own: no shared code but the masks."""
    shape = field(board.grid.rows, board.grid.cols)
    empty = [cell for cell, given in enumerate(board.givens) if not given]
    found = []
    for number in range(1 << len(empty)):
        values = list(board.givens)
        for at, cell in enumerate(empty):
            values[cell] = CIRCLE if number >> at & 1 else CROSS
        if _legal(board.grid, values):
            found.append(tuple(values))
    assert shape.size == board.grid.size
    return found


def _legal(grid: Grid, values: list[int]) -> bool:
    circles = [cell for cell in grid.cells() if values[cell] == CIRCLE]
    if len(grid.components(circles)) > 1:
        return False
    for cell in circles:
        row, col = grid.rc(cell)
        if col + 3 < grid.cols and all(values[cell + k] == CIRCLE for k in range(4)):
            return False
        if row + 3 < grid.rows and all(values[cell + k * grid.cols] == CIRCLE for k in range(4)):
            return False
    return True


def small_puzzles(seed: int, count: int, cells: int = 12) -> Iterator[tuple[Puzzle, list[Answer]]]:
    """Random boards with few empty cells, and all their solutions."""
    rng = Random(seed)
    made = 0
    while made < count:
        board = random_puzzle(rng, 5)
        if board.givens.count(EMPTY) <= cells:
            made += 1
            yield board, brute_force(board)


def shape_of(board: Puzzle) -> Field:
    return field(board.grid.rows, board.grid.cols)
