"""Constraint satisfaction (section 2.6): where each piece lies and how it is turned, with one no-overlap constraint."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import Any

from studio.core.engine import Cancel, Cancelled, Status
from studio.core.say import say
from studio.families.tiling.model.placements import find_placements
from studio.families.tiling.model.problem import Problem
from studio.families.tiling.model.shapes import Shape
from studio.families.tiling.translate.seen import whole_words
from studio.solvers.cpsat import CpSatRuns, Valued

MAX_PIECES = 3000


@dataclass
class Piece:
    """A piece's variables: left and top of its box, one literal per variant, whether it is used."""

    tile: int
    x: Any
    y: Any
    turned: list[tuple[Shape, Any]]
    used: Any


def strips(shape: Shape) -> list[tuple[int, int, int]]:
    """A shape as horizontal strips (row, first column, width): fewer rectangles than unit squares."""
    found: list[tuple[int, int, int]] = []
    for r, c in shape:
        if found and found[-1][0] == r and found[-1][1] + found[-1][2] == c:
            found[-1] = (r, found[-1][1], found[-1][2] + 1)
        else:
            found.append((r, c, 1))
    return found


def barred_places(problem: Problem) -> dict[Shape, list[tuple[int, int]]]:
    """Shape -> the (row, column) of its box where what is given does not let it lie, though it fits on the board."""
    found: dict[Shape, list[tuple[int, int]]] = {}
    places = find_placements(problem.bare())
    for p in range(len(places)):
        cells = places.of(p)
        if not problem.given.allows(cells, int(places.tile[p])):
            shape = problem.orientations[int(places.orientation[p])][1]
            row, col = divmod(cells[0], problem.cols)
            found.setdefault(shape, []).append((row, col - shape[0][1]))
    return found


def piece_counts(problem: Problem) -> list[int]:
    """How many pieces of each tile can be needed at most."""
    most = [problem.area // tile.size for tile in problem.tiles]
    return [top if tile.count is None else min(tile.count, top) for tile, top in zip(problem.tiles, most, strict=True)]


class PlacementModel:
    """The model on CP-SAT."""

    def __init__(self, problem: Problem, ordered: bool, squares: bool, as_much: bool = False) -> None:
        from ortools.sat.python import cp_model

        self.problem = problem
        self.squares = squares
        self.barred = barred_places(problem) if problem.given else {}
        self.library = cp_model
        self.model = cp_model.CpModel()
        self.across: list[Any] = []
        self.down: list[Any] = []
        self.pieces: list[Piece] = []
        for t, most in enumerate(piece_counts(problem)):
            if len(self.pieces) + most > MAX_PIECES:
                raise RuntimeError(say("more than {most} pieces are too many for the placement model",
                                       most=MAX_PIECES))
            mine = [self._piece(t) for _ in range(most)]
            self.pieces += mine
            self._order(mine, ordered)
            for piece in mine[: problem.tiles[t].least]:
                self.model.add(piece.used == 1)
            if most < problem.tiles[t].least:
                self.model.add_bool_or([])
        self._holes()
        self.model.add_no_overlap_2d(self.across, self.down)
        # the pieces have the area of the board and do not overlap: so they cover it
        area = sum(problem.tiles[piece.tile].size * piece.used for piece in self.pieces)
        if as_much:
            self.model.maximize(area)
        else:
            self.model.add(area == problem.area)

    def _piece(self, tile: int) -> Piece:
        rows, cols, model = self.problem.rows, self.problem.cols, self.model
        n = len(self.pieces)
        x, y = model.new_int_var(0, cols - 1, f"x{n}"), model.new_int_var(0, rows - 1, f"y{n}")
        used = model.new_bool_var(f"used{n}")
        turned = []
        for shape in self.problem.tiles[tile].variants(self.problem.reflections):
            high, wide = 1 + max(r for r, _ in shape), 1 + max(c for _, c in shape)
            if high > rows or wide > cols:
                continue
            lit = model.new_bool_var("")
            model.add(x <= cols - wide).only_enforce_if(lit)
            model.add(y <= rows - high).only_enforce_if(lit)
            for r, c, width in [(r, c, 1) for r, c in shape] if self.squares else strips(shape):
                self.across.append(model.new_optional_fixed_size_interval_var(x + c, width, lit, ""))
                self.down.append(model.new_optional_fixed_size_interval_var(y + r, 1, lit, ""))
            self._bar(x, y, lit, shape)
            turned.append((shape, lit))
        model.add(sum(lit for _, lit in turned) == used)
        model.add(x + y == 0).only_enforce_if(used.negated())
        return Piece(tile, x, y, turned, used)

    def _bar(self, x: Any, y: Any, lit: Any, shape: Shape) -> None:
        """Places that what is given rules out."""
        barred = self.barred.get(shape)
        if barred:
            self.model.add_forbidden_assignments([x, y, lit], [(col, row, 1) for row, col in barred])

    def _order(self, mine: list[Piece], ordered: bool) -> None:
        """Equal pieces are used one after the other and lie in reading order (stronger than optimisation 1)."""
        cols = self.problem.cols
        for first, second in itertools.pairwise(mine):
            self.model.add_implication(second.used, first.used)
            if ordered:
                self.model.add(first.y * cols + first.x <= second.y * cols + second.x).only_enforce_if(second.used)

    def _holes(self) -> None:
        """Cells that are not of the board are taken by fixed squares, as in the thesis."""
        for i in range(self.problem.board.size):
            if not self.problem.board.ravel()[i]:
                row, col = divmod(i, self.problem.cols)
                self.across.append(self.model.new_fixed_size_interval_var(col, 1, ""))
                self.down.append(self.model.new_fixed_size_interval_var(row, 1, ""))

    def solve(self, runs: CpSatRuns, cancel: Cancel) -> list[list[int]] | None:
        """The cells of the pieces of a tiling; None if there is none (any more)."""
        solver = runs.run(self.model, cancel)
        if solver is None:
            return None
        lying = self._lying(solver.value)
        found = [cells for *_, cells in lying]
        if sum(map(len, found)) < self.problem.area:  # the most that could be covered, or the most that there was time for
            cancel.check()
            if not runs.proven:
                raise Cancelled(Status.TIMEOUT)
            return None
        self._block([place for *place, _ in lying])
        return found

    def _lying(self, value: Valued) -> list[tuple[Piece, Any, int, int, list[int]]]:
        """The pieces of a solution: their variables, and where they lie."""
        return [(piece, lit, x, y, [(y + r) * self.problem.cols + x + c for r, c in shape])
                for piece in self.pieces for x, y in [(value(piece.x), value(piece.y))]
                for shape, lit in piece.turned if value(lit)]

    def candidate(self, value: Valued) -> tuple[tuple[int, ...], str]:
        """How a solution that need not cover everything looks."""
        cells = [0] * self.problem.board.size
        for number, (*_, piece) in enumerate(self._lying(value), 1):
            for cell in piece:
                cells[cell] = number
        covered = sum(1 for cell in cells if cell)
        return tuple(cells), whole_words(covered, self.problem.area)

    def _block(self, literals: list[Any]) -> None:
        """Some piece must lie elsewhere or otherwise the next time."""
        differs = []
        for piece, lit, x, y in literals:
            other_x, other_y = self.model.new_bool_var(""), self.model.new_bool_var("")
            self.model.add(piece.x != x).only_enforce_if(other_x)
            self.model.add(piece.y != y).only_enforce_if(other_y)
            differs += [lit.negated(), other_x, other_y]
        self.model.add_bool_or(differs)
