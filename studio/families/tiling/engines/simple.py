"""Simple backtracking (section 2.2) in the four orders of 2.2.1."""

from __future__ import annotations

from studio.core.engine import Option, Options
from studio.core.say import marked
from studio.families.tiling.engines._search import SearchEngine
from studio.families.tiling.kernel.searching import PieceSearch
from studio.families.tiling.model.problem import Problem


class SimpleEngine(SearchEngine):
    id = "simple"
    name = "Simple backtracking"
    description = "Lays a piece on the top-left open cell and goes back where none fits (section 2.2); no memo, no pruning."
    options = (
        Option("order", "Order of the variants", "default",
               (marked("default"), marked("frequent first"), marked("rare first"), marked("fill top row")),
               "which variant is tried first (section 2.2.1)"),
    )

    def search(self, problem: Problem, options: Options) -> PieceSearch:
        from studio.families.tiling.kernel.simple import SimpleSearch

        return SimpleSearch(problem, str(options.get("order", "default")))
