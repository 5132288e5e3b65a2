"""What could still cover each cell: the placements that keep clear of the pieces that lie, counted, and listed on demand."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from studio.core.draw import Small
from studio.core.possible import Choice, Gone, Slate
from studio.core.puzzle import Puzzle
from studio.families.tiling.model.convert import pieces_of_answer, problem_of
from studio.families.tiling.model.placements import find_placements

MOST_PLACEMENTS = 300_000
"""A board with more is not counted at every step of a film."""


def slate(puzzle: Puzzle) -> Slate | None:
    problem = problem_of(puzzle)
    if len(problem.orientations) * puzzle.grid.size > MOST_PLACEMENTS:
        return None
    return PlacementSlate(puzzle)


class PlacementSlate(Slate):
    def __init__(self, puzzle: Puzzle) -> None:
        self.problem = problem_of(puzzle)
        self.placements = find_placements(self.problem)
        self.board = self.problem.board_cells()
        self._owner = self.placements.owner()
        self._number: dict[frozenset[int], int] = {}

    def _alive(self, marks: Sequence[int], gone: Gone) -> NDArray[np.bool_]:
        """The placements that keep clear of what lies, of tiles of which some are left, and that were not ruled out."""
        lying = np.array([bool(mark) for mark in marks], np.bool_)
        alive = np.bincount(self._owner, weights=lying[self.placements.cells], minlength=len(self.placements)) == 0
        laid = self._laid(marks)
        for tile, limit in enumerate(self.problem.limits):
            if limit is not None and laid.get(tile, 0) >= limit:
                alive &= self.placements.tile != tile
        for cells in gone.moves:
            number = self._numbers().get(cells)
            if number is not None:
                alive[number] = False
        return alive

    def _laid(self, marks: Sequence[int]) -> dict[int, int]:
        """How many pieces of each tile lie."""
        found: dict[int, int] = {}
        for cells in pieces_of_answer(marks).values():
            tile = self.problem.tile_of(cells)
            if tile is not None:
                found[tile] = found.get(tile, 0) + 1
        return found

    def _numbers(self) -> dict[frozenset[int], int]:
        if not self._number:
            self._number = {frozenset(self.placements.of(p)): p for p in range(len(self.placements))}
        return self._number

    def left(self, marks: Sequence[int], gone: Gone) -> dict[int, Small]:
        alive = self._alive(marks, gone)
        counts = np.bincount(self.placements.cells[alive[self._owner]], minlength=len(marks))
        return {int(cell): Small(((str(counts[cell]), True),)) for cell in self.board if not marks[cell]}

    def choices(self, marks: Sequence[int], gone: Gone, cell: int) -> list[Choice]:
        alive = self._alive(marks, gone)
        covering = self._owner[(self.placements.cells == cell) & alive[self._owner]]
        tiles = self.problem.tiles
        return [Choice(tiles[self.placements.tile[p]].label, tuple(self.placements.of(p))) for p in covering.tolist()]

    def keeps(self, marks: Sequence[int], gone: Gone, answer: Sequence[int]) -> list[int]:
        alive = self._alive(marks, gone)
        pieces = [cells for cells in pieces_of_answer(answer).values() if not any(marks[cell] for cell in cells)]
        return [cells[0] for cells in pieces if not alive[self._numbers()[frozenset(cells)]]]
