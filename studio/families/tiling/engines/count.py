"""Counting all tilings exactly (frontier method)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from studio.core.engine import Cancel, Engine, Limits, Option, Options, SolveResult, Status
from studio.core.puzzle import Puzzle
from studio.core.say import marked, say, say_n
from studio.core.trace import TraceWriter
from studio.families.tiling.engines.table import TableEngine
from studio.families.tiling.kernel.searching import Collector, advance, drive
from studio.families.tiling.model.convert import problem_of
from studio.families.tiling.model.problem import Problem
from studio.families.tiling.proofs.trivial import known_at_once

if TYPE_CHECKING:
    from studio.families.tiling.kernel.counting import Watch

QUICK_LOOK = 20_000


def _sweeping(problem: Problem, trace: TraceWriter) -> Watch:
    """The frontier on its way over the board: every step tells its cells and the number of different partial tilings."""
    def tell(cells: Sequence[int], behind: int, states: int) -> None:
        with trace.filming():
            text = say_n("{behind} of {area} cells are swept: {n} different frontier",
                         "{behind} of {area} cells are swept: {n} different frontiers", n=states, behind=behind,
                         area=problem.area)
            trace.note(text, cells)
            trace.progress(text, swept=behind, frontiers=states)

    return tell


class CountEngine(Engine):
    id = "count"
    name = "Count all tilings"
    description = ("The exact number of tilings by a frontier method with numbers of any length; shows one of them, and the "
                   "frontier on its way.")
    options = (Option("symmetry", "Up to symmetry", False, same_answer=False,
                      help="count tilings that are turned or mirrored images only once"),)
    def solve(self, puzzle: Puzzle, options: Options, limits: Limits, trace: TraceWriter, cancel: Cancel) -> SolveResult:
        from studio.families.tiling.kernel.counting import count_tilings, count_up_to_symmetry

        problem = problem_of(puzzle)
        known = known_at_once(problem, None, trace)
        if known is not None:
            known.count = len(known.solutions)
            return known
        search, first = TableEngine().search(problem, Options()), Collector(problem, 1)
        answer = advance(search, first, QUICK_LOOK)  # what is left to show if counting takes too long
        if answer is not None:
            trace.solution(answer)
        up_to = bool(options.get("symmetry", False))
        trace.tells_all()
        watch = _sweeping(problem, trace) if trace.enabled else None
        if trace.enabled and answer is not None:
            trace.backtrack(0)  # the tiling is seen: the frontier sweeps over an empty board
        every = 0 if first.exhausted else count_tilings(problem, cancel.check, watch)
        number = count_up_to_symmetry(problem, cancel.check, every) if up_to and every else every
        if number == 0:
            return SolveResult(Status.NONE, message=say("there is no tiling"), count=0, everything=True)
        shown = list(first.found) or drive(search, problem, 1, limits, TraceWriter(), cancel).solutions
        if answer is None:
            trace.solution(shown[0])
        status = Status.UNIQUE if number == 1 else Status.MULTIPLE
        told = (say_n("{n} tiling up to symmetry, {every} in all", "{n} tilings up to symmetry, {every} in all", n=number,
                      every=every) if up_to else say_n("{n} tiling", "{n} tilings", n=number))
        return SolveResult(status, shown, told, count=number, stats={"count": str(number), marked("in all"): str(every)})

    def warm_up(self) -> None:
        from studio.families.tiling.kernel.counting import count_tilings
        from studio.families.tiling.kernel.frontier import warm_up
        from studio.families.tiling.model.problem import rectangle_board
        from studio.families.tiling.model.shapes import NAMED, Tile

        warm_up()
        board = rectangle_board(2, 3)
        count_tilings(Problem(board, (Tile(NAMED["2"]),)))
        count_tilings(Problem(board, (Tile(NAMED["2"], 2), Tile(NAMED["1"], 2))))
        TableEngine().warm_up()
