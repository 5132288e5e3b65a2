"""Why a search cannot go on: a cell that no remaining piece covers. For films of engines that do not say it themselves."""

from __future__ import annotations

from functools import lru_cache

from studio.core.grid import Grid
from studio.core.puzzle import BadPuzzle, Board, Violation
from studio.core.say import say
from studio.families.tiling.model.convert import pieces_of_answer, problem_of
from studio.families.tiling.model.placements import find_placements
from studio.families.tiling.model.problem import Problem

Ways = dict[int, list[tuple[int, int]]]
"""cell -> (tile, mask of cells) of every placement that covers it"""


def bare_cell(board: Board) -> Violation | None:
    """An open cell that nothing can cover any more, those with the fewest open neighbours first."""
    try:
        problem, ways = _ways(board.grid, tuple(board.givens), repr(board.params.get("tiles")), _Shown(board))
    except BadPuzzle:
        return None
    taken = sum(1 << cell for cell, mark in enumerate(board.marks) if mark)
    left = _left(problem, board)
    open_cells = [cell for cell in ways if not board.marks[cell]]
    open_cells.sort(key=lambda cell: sum(not taken >> near & 1 for near in board.grid.neighbours(cell)))
    for cell in open_cells:
        if not any(left[tile] and not mask & taken for tile, mask in ways[cell]):
            return Violation("dead-end", say("no piece that is left covers {cell}", cell=board.grid.cell_name(cell)), (cell,))
    return None


def _left(problem: Problem, board: Board) -> list[int]:
    """Pieces of each tile that are not on the board; a tile without count has always one more."""
    left = [len(board.marks) if tile.count is None else tile.count for tile in problem.tiles]
    for cells in pieces_of_answer(board.marks).values():
        tile = problem.tile_of(cells)
        if tile is not None:
            left[tile] = max(0, left[tile] - 1)
    return left


class _Shown:
    """A board in a cache's key, told apart by the other arguments alone."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.reflections = bool(board.params.get("reflections", False))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Shown) and other.reflections == self.reflections

    def __hash__(self) -> int:
        return hash(self.reflections)


@lru_cache(maxsize=2)
def _ways(_grid: Grid, _givens: tuple[int, ...], _tiles: str, shown: _Shown) -> tuple[Problem, Ways]:
    problem = problem_of(shown.board.puzzle())
    places = find_placements(problem)
    ways: Ways = {int(cell): [] for cell in problem.board_cells()}
    for p in range(len(places)):
        cells = places.of(p)
        mask = sum(1 << cell for cell in cells)
        for cell in cells:
            ways[cell].append((int(places.tile[p]), mask))
    return problem, ways
