"""Bitboard tables: what fits at the first open cell is read, not tried."""

from __future__ import annotations

from studio.core.engine import Options
from studio.families.tiling.engines._search import MEMO, SearchEngine
from studio.families.tiling.kernel.searching import PieceSearch
from studio.families.tiling.model.placements import find_placements
from studio.families.tiling.model.problem import Problem


class TableEngine(SearchEngine):
    id = "table"
    name = "Bitboard tables"
    description = "Scans along the short side and reads what fits from tables; cuts impossible pockets and known failures."
    options = (MEMO,)

    def search(self, problem: Problem, options: Options) -> PieceSearch:
        from studio.families.tiling.kernel.mrv import MrvSearch
        from studio.families.tiling.kernel.table import TableSearch, usable

        bits = 20 if options.get("memo", True) else 0
        if usable(problem):
            return TableSearch(problem, bits)
        return MrvSearch(problem, find_placements(problem), bits)  # pieces too wide for tables
