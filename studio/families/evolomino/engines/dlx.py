"""Exact cover: every arrow is filled in exactly one way, every known square is covered, and no two blocks touch."""

from __future__ import annotations

from itertools import chain
from typing import Any

import numpy as np

from studio.core.engine import Cancel, Engine, Limits, Options, SolveResult, Status
from studio.core.grid import Grid
from studio.core.puzzle import Answer, Puzzle
from studio.core.say import say
from studio.core.trace import NO_CELL, Reason, TraceWriter, move_cell
from studio.families.evolomino.engines.evolutions import Evolution, TooMany, evolutions, too_many
from studio.families.evolomino.model import IS_SQUARE, NO_SQUARE, SQUARE, Field, field_of
from studio.solvers.exact_cover import CoverSearch
from studio.solvers.kernels.search import BACK, DONE, LAID, SEEN, SOLUTION

SLICE = 20_000


class DlxEngine(Engine):
    """Items: the arrows and the given squares, which must be covered; borders of cells, which may be, so that blocks side by
    side cannot be. Options: the evolutions of an arrow."""

    id = "dlx"
    name = "Exact cover (Algorithm X)"
    description = ("Every way to fill an arrow with growing blocks is an option; Algorithm X takes one for every arrow, so "
                   "that no two blocks touch. For boards on which arrows have few ways.")

    def solve(self, puzzle: Puzzle, options: Options, limits: Limits, trace: TraceWriter, cancel: Cancel) -> SolveResult:
        field = field_of(puzzle)
        try:
            listed = evolutions(field, cancel.check)
        except TooMany:
            return SolveResult(Status.TIMEOUT, message=str(too_many(field)))
        trace.tells_all()
        if listed.ways is None:
            return SolveResult.of([], True, options.solutions)
        cover = EvolutionCover(field, listed.ways)
        if trace.enabled:
            trace.note(say("{ways:,} ways to fill {arrows} arrows", ways=len(listed.ways), arrows=len(field.arrows)))
            cover.search.film(_Film(puzzle.grid, cover, trace).watch)
        found: list[Answer] = []
        try:
            exhausted = cover.run(options.solutions, found, trace, cancel)
        finally:
            totals = cover.search.totals()
            trace.count(**{name: totals[name] for name in ("guesses", "backtracks", "conflicts", "max_depth")}, deductions=0,
                        restarts=0, cuts=0)
        return SolveResult.of(found, exhausted, options.solutions, stats={"options": len(listed.ways)})


class EvolutionCover:
    """The board as items and options."""

    def __init__(self, field: Field, ways: tuple[Evolution, ...]) -> None:
        self.field, self.ways = field, ways
        self.needed = [cell for cell in range(field.size) if field.givens[cell] == SQUARE]
        place = {cell: len(field.arrows) + number for number, cell in enumerate(self.needed)}
        primary = len(field.arrows) + len(self.needed)
        borders = [(cell, other) for cell in range(field.size) for other in field.neighbours[cell] if cell < other]
        number = {pair: primary + at for at, pair in enumerate(borders)}
        rows = []
        for way in ways:
            around = {(min(cell, other), max(cell, other)) for cell in way.squares for other in field.neighbours[cell]}
            rows.append([way.arrow, *(place[cell] for cell in sorted(way.squares) if cell in place),
                         *sorted(number[pair] for pair in around)])
        start = np.zeros(len(rows) + 1, dtype=np.int64)
        np.cumsum([len(row) for row in rows], out=start[1:])
        self.search = CoverSearch(primary, len(borders), start, np.array(list(chain.from_iterable(rows)), dtype=np.int64))

    def answer(self) -> Answer:
        squares = frozenset().union(*(self.ways[option].squares for option in self.search.chosen()))
        return tuple(IS_SQUARE if cell in squares else NO_SQUARE for cell in range(self.field.size))

    def run(self, wanted: int, found: list[Answer], trace: TraceWriter, cancel: Cancel) -> bool:
        """Up to so many answers; True if there are no more."""
        while not wanted or len(found) < wanted:
            cancel.check()
            code = self.search.run(SLICE)
            if code == DONE:
                return True
            if code == SOLUTION:
                found.append(self.answer())
                trace.solution(found[-1])
        return False


class _Film:
    """Algorithm X's events: an option laid is a guess about a whole arrow, its squares and the cells that then stay empty."""

    def __init__(self, grid: Grid, cover: EvolutionCover, trace: TraceWriter) -> None:
        self.grid, self.cover, self.trace = grid, cover, trace
        self._moves: dict[int, int] = {}
        self._ways = [sum(way.arrow == arrow for way in cover.ways) for arrow in range(len(cover.field.arrows))]

    def watch(self, rows: Any) -> bool:
        with self.trace.filming():
            for what, depth, first, _ in rows.tolist():
                if what == LAID:
                    self._laid(first)
                elif what == BACK:
                    self.trace.backtrack(depth)
                elif what != SEEN:  # the solution itself is told by the engine, when its answer is read
                    self._dead(first)
        return True

    def _laid(self, option: int) -> None:
        way = self.cover.ways[option]
        move = self._moves.get(option)
        if move is None:
            cells = [(cell, IS_SQUARE) for cell in sorted(way.squares)] + [(cell, NO_SQUARE) for cell in sorted(way.empty)]
            move = self._moves[option] = self.trace.declare_move(cells)
        path = self.cover.field.arrows[way.arrow]
        sizes = ", ".join(str(len(block)) for block in way.blocks)
        text = say("the fewest ways are left here: the arrow from {tail} to {head}, one of its {n} ways: blocks of {sizes}",
                   tail=self.grid.cell_name(path[0]), head=self.grid.cell_name(path[-1]), n=self._ways[way.arrow], sizes=sizes)
        self.trace.guess(move_cell(move), 1, Reason(text, tuple(path)))

    def _dead(self, item: int) -> None:
        field = self.cover.field
        if item < len(field.arrows):
            path = field.arrows[item]
            text = say("the arrow from {tail} to {head} can be filled in no way any more", tail=self.grid.cell_name(path[0]),
                       head=self.grid.cell_name(path[-1]))
            self.trace.conflict(path[0], "arrow", Reason(text, tuple(path)))
            return
        cell = self.cover.needed[item - len(field.arrows)] if item - len(field.arrows) < len(self.cover.needed) else NO_CELL
        self.trace.conflict(cell, "given", Reason(say("no block has this given square any more"), (cell,) if cell >= 0 else ()))
