"""What the compiled search engines share: the trivial impossibilities first, then slices of search."""

from __future__ import annotations

from abc import abstractmethod

from studio.core.engine import Cancel, Engine, Limits, Option, Options, SolveResult
from studio.core.puzzle import Puzzle
from studio.core.trace import TraceWriter
from studio.families.tiling.kernel.searching import PieceSearch, drive
from studio.families.tiling.model.convert import problem_of
from studio.families.tiling.model.placements import find_placements
from studio.families.tiling.model.problem import Problem
from studio.families.tiling.proofs.trivial import known_at_once

MEMO = Option("memo", "Failure memo", True, help="know failed positions again (compared word for word)")


class SearchEngine(Engine):
    """A compiled, resumable search; the trivial impossibilities come first."""

    @abstractmethod
    def search(self, problem: Problem, options: Options) -> PieceSearch: ...

    def solve(self, puzzle: Puzzle, options: Options, limits: Limits, trace: TraceWriter, cancel: Cancel) -> SolveResult:
        problem = problem_of(puzzle)
        known = known_at_once(problem, find_placements(problem), trace)
        if known is not None:
            return known
        return drive(self.search(problem, options), problem, options.solutions, limits, trace, cancel)

    def warm_up(self) -> None:
        from studio.families.tiling.model.problem import rectangle_board
        from studio.families.tiling.model.shapes import NAMED, Tile

        small = Problem(rectangle_board(2, 3), (Tile(NAMED["2"], 2), Tile(NAMED["1"], 2)))
        self.search(small, Options()).run(10)
