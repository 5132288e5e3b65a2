"""The most constrained cell first, with counters per tile and a memo of failures."""

from __future__ import annotations

from studio.core.engine import Options
from studio.families.tiling.engines._search import MEMO, SearchEngine
from studio.families.tiling.kernel.searching import PieceSearch
from studio.families.tiling.model.placements import find_placements
from studio.families.tiling.model.problem import Problem


class MrvEngine(SearchEngine):
    id = "mrv"
    name = "Most constrained cell"
    description = "Covers the cell with the fewest placements, with counters per tile and an exact memo of failed positions."
    options = (MEMO,)

    def search(self, problem: Problem, options: Options) -> PieceSearch:
        from studio.families.tiling.kernel.mrv import MrvSearch

        return MrvSearch(problem, find_placements(problem), 20 if options.get("memo", True) else 0)
