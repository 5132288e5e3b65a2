"""Large boards with many solutions: keep what is right in a model and change only the surroundings of what is not.

A plain round decides the whole board again and breaks rules in new places. Here the cells far from every broken region are
assumed as they are; where that leaves no solution, the surroundings of the assumptions to blame are set free, too. In the end
everything is free, so nothing is lost but time.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from studio.families.fillomino.kernel.board import KernelBoard
from studio.families.fillomino.kernel.film import BoardFilm
from studio.families.fillomino.kernel.state import OPEN
from studio.solvers.sat import LazySat

AROUND_BROKEN, AROUND_BLAMED, AROUND_CHOICE = 1, 1, 4  # steps within which cells may change
LARGE = 300  # open cells from which on this pays
PATIENCE = 12  # tries to find the next solution near the last one
SOLVER = "minisat22"  # hundreds of short calls with thousands of assumptions: two to four times as fast as CaDiCaL here


class LocalRepair:
    """Models of one solver, found by repairing the last one."""

    def __init__(self, board: KernelBoard, sat: LazySat, film: BoardFilm | None = None) -> None:
        self.board, self.sat, self.film = board, sat, film
        state = board.state
        self.open = np.flatnonzero(np.asarray(state.value) == OPEN)
        self.base = state.cells
        self.free = np.zeros(state.cells, dtype=bool)
        self.found = self.broken = False
        self.var = np.asarray(board.var)
        self.cell_of = {int(self.var[k * state.cells + p]): int(p) for p in self.open for k in range(state.values)
                        if self.var[k * state.cells + p]}

    def model(self) -> list[int] | None:
        """A model without broken regions, or None if there is none."""
        sat, assumed, thawed = self.sat, self._near_the_last(), 0
        while True:
            sat.cancel.check()
            sat.rounds += 1
            if not sat.solver.solve(assumptions=assumed):
                blamed = sat.core() if assumed else []
                if not blamed:
                    return None
                thawed += 1
                assumed = self._thaw(assumed, blamed) if self.broken or thawed < PATIENCE else []
                continue
            model: list[int] = sat.solver.get_model()
            cuts = self.board.cuts(model)
            self.broken = bool(cuts)
            if not cuts:
                self.found = True
                return model
            sat.cuts += len(cuts)
            if self.film is not None:
                self.film.round(self._broken())
            for clause in cuts:
                sat.solver.add_clause(clause)
            assumed = self._frozen(self._around(self._broken(), AROUND_BROKEN))

    def _near_the_last(self) -> list[int]:
        """After a solution: the next one is likely to differ in one place only. Before the first: nothing is assumed."""
        self.free[:] = False
        self.broken = False
        if not self.found:
            return []
        choices = np.asarray(self.board.state.count)[self.open]
        place = np.zeros(self.base, dtype=bool)
        place[self.open[int(choices.argmax())]] = True
        return self._frozen(self._around(place, AROUND_CHOICE))

    def _broken(self) -> Any:
        return np.asarray(self.board.state.tried) != 0

    def _around(self, cells: Any, steps: int) -> Any:
        """The cells within some steps of the marked ones."""
        width = self.board.state.width
        for _ in range(steps):
            wider = cells.copy()
            wider[1:] |= cells[:-1]
            wider[:-1] |= cells[1:]
            wider[width:] |= cells[:-width]
            wider[:-width] |= cells[width:]
            cells = wider
        return cells

    def _frozen(self, changeable: Any) -> list[int]:
        """The literals of the last answer outside the changeable cells."""
        kept = self.open[~(changeable | self.free)[self.open]]
        values = np.asarray(self.board.answer)[kept]
        literals: list[int] = self.var[values * self.base + kept].tolist()
        return literals

    def _thaw(self, assumed: list[int], blamed: list[int]) -> list[int]:
        """Set the surroundings of the blamed assumptions free; the rest stays as it was."""
        cells = np.zeros(self.base, dtype=bool)
        for literal in blamed:
            cells[self.cell_of[abs(literal)]] = True
        self.free |= self._around(cells, AROUND_BLAMED)
        return [literal for literal in assumed if not self.free[self.cell_of[literal]]]
