"""Knuth's Algorithm X (section 2.3) on the exact-cover translation, with its optimisations as switches."""

from __future__ import annotations

from studio.core.engine import Option, Options
from studio.core.say import marked
from studio.families.tiling.engines._search import SearchEngine
from studio.families.tiling.kernel.searching import PieceSearch
from studio.families.tiling.model.placements import find_placements
from studio.families.tiling.model.problem import Problem


class DlxEngine(SearchEngine):
    id = "dlx"
    name = "Algorithm X"
    description = "Knuth's Algorithm X with dancing links on the exact-cover translation (section 2.3), compiled, without memo."
    options = (
        Option("pieces", "Several equal pieces", "duplicated", (marked("duplicated"), marked("counters")),
               "one item and a copy of all options per piece, as in the thesis, or one counter per tile"),
        Option("opt1", "Optimisation 1", True, help="the j-th piece of a tile stays off the first j-1 positions"),
        Option("opt2", "Optimisation 2", True, help="a tile with enough pieces for the whole board is not counted"),
        Option("opt3", "Optimisation 3", True, help="if all pieces must be used, their items are primary"),
    )

    def search(self, problem: Problem, options: Options) -> PieceSearch:
        if options.get("pieces", "duplicated") == "counters":
            from studio.families.tiling.kernel.mrv import MrvSearch

            return MrvSearch(problem, find_placements(problem), 0)
        from studio.families.tiling.kernel.cover import DlxSearch, Switches

        return DlxSearch(problem, Switches(*(bool(options.get(name, True)) for name in ("opt1", "opt2", "opt3"))))
