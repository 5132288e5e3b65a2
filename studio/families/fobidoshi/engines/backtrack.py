"""`backtrack`: the search of section 3 of the thesis, every improvement a switch."""

from __future__ import annotations

import sys

from studio.core.engine import Cancel, Engine, Limits, Option, Options, SolveResult, Status
from studio.core.puzzle import Answer, Puzzle
from studio.core.trace import TraceWriter
from studio.families.fobidoshi.kernel.explained import Backtracking, Improvements
from studio.families.fobidoshi.model import field, given_position

COMPILED = "studio.families.fobidoshi.kernel.compiled"
PATIENCE = 400
"""Calls of the uncompiled search before the compiled one is loaded."""

SWITCHES = (
    Option("barrier", "Barrier check", True, help="3.3.1: go back as soon as crosses separate circles"),
    Option("good_moves", "Good moves", True, help="3.3.2: put a circle where a cross would be a barrier"),
    Option("neighbours", "Guess beside circles", True, help="3.3.3: guess only cells next to a circle"),
    Option("at_once", "All good moves at once", True,
           help="ours: all good moves and the crosses they force in one call (needs barrier check and good moves)"),
    Option("confined_first", "Most confined group first", True,
           help="ours: guess at the exits of the group that has the fewest, looking one step ahead"),
)


class BacktrackEngine(Engine):
    """Section 3 of the thesis, each improvement a switch; reports recursive calls and depth as in Figure 15."""

    id = "backtrack"
    name = "Backtracking"
    description = "The search of the Fobidoshi thesis: forced crosses, barrier check, good moves; every improvement a switch."
    options = SWITCHES

    def solve(self, puzzle: Puzzle, options: Options, limits: Limits, trace: TraceWriter, cancel: Cancel) -> SolveResult:
        use = Improvements(**{switch.name: bool(options.get(switch.name, switch.default)) for switch in SWITCHES})
        if trace.enabled:
            return self._explained(puzzle, use, options.solutions, trace, cancel)
        if COMPILED not in sys.modules:
            # Loading the compiled search takes most of a second: boards that are solved sooner need not wait for it.
            short = self._explained(puzzle, use, options.solutions, trace, cancel, PATIENCE)
            if short.answered:
                return short
        return self._compiled(puzzle, use, options.solutions, trace, cancel)

    def _explained(self, puzzle: Puzzle, use: Improvements, wanted: int, trace: TraceWriter, cancel: Cancel,
                   most_calls: int | None = None) -> SolveResult:
        shape = field(puzzle.grid.rows, puzzle.grid.cols)
        search = Backtracking(shape, given_position(puzzle), use, trace, cancel, most_calls)
        found: list[Answer] = []
        for answer in search.solutions():
            found.append(answer)
            if wanted and len(found) >= wanted:
                break
        if search.gave_up:
            return SolveResult(Status.TIMEOUT)
        return self._result(found, search.exhausted, wanted, search.calls, search.max_depth, trace)

    def _compiled(self, puzzle: Puzzle, use: Improvements, wanted: int, trace: TraceWriter, cancel: Cancel) -> SolveResult:
        from studio.families.fobidoshi.kernel import fast

        shape = field(puzzle.grid.rows, puzzle.grid.cols)
        done = fast.backtrack(shape, puzzle.givens, use, wanted, cancel)
        result = self._result(done.answers, done.exhausted, wanted, done.calls, done.max_depth, trace)
        result.count = done.found
        return result

    def _result(self, found: list[Answer], exhausted: bool, wanted: int, calls: int, depth: int,
                trace: TraceWriter) -> SolveResult:
        if not trace.enabled:
            trace.count(nodes=calls, max_depth=depth - 1)
        stats = {"recursive_calls": calls, "recursion_depth": depth}
        return SolveResult.of(found, exhausted, wanted, stats=stats)

    def warm_up(self) -> None:
        from studio.families.fobidoshi.kernel import fast

        fast.backtrack(field(1, 1), (0,), Improvements(), 1, Cancel())
