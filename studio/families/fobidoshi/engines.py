"""The engines of our own making: the clause kernel (auto) and the thesis' backtracking."""

from __future__ import annotations

import sys

from studio.core.engine import Cancel, Engine, Limits, Option, Options, SolveResult, Status
from studio.core.puzzle import Answer, Puzzle
from studio.core.trace import TraceWriter
from studio.families.fobidoshi.backtrack import Backtracking, Improvements, Teller
from studio.families.fobidoshi.field import CIRCLE, CROSS, field
from studio.families.fobidoshi.follow import Position, follow
from studio.families.fobidoshi.scan import warm_up as warm_up_scan
from studio.solvers.clause_engine import ClauseEngine
from studio.solvers.rule_engine import RuleEngine
from studio.solvers.sat import LazySat, dimacs


def given_position(puzzle: Puzzle) -> Position:
    shape = field(puzzle.grid.rows, puzzle.grid.cols)
    return Position(shape.where(puzzle.givens, CIRCLE), shape.full & ~shape.where(puzzle.givens, CROSS))


COMPILED = "studio.families.fobidoshi.compiled"
QUICK = 40
"""Calls of the compiled search before the clause kernel takes over."""
MOST_QUICK = 100


class AutoEngine(ClauseEngine):
    """The clause kernel; when filmed, what the presolve decides is told first, with its reasons.

    Where the compiled search is loaded already (a warm worker) it gets a short try first: most printed puzzles fall to it
    before a SAT solver has read its clauses. What it does not finish in `QUICK` calls goes to the kernel.
    """

    options = (  # type: ignore[assignment]
        *ClauseEngine.options,
        Option("quick", "Quick try first", True, help="a short compiled search before the SAT solver, where it is loaded"),
    )

    def solve(self, puzzle: Puzzle, options: Options, limits: Limits, trace: TraceWriter, cancel: Cancel) -> SolveResult:
        if trace.enabled:
            shape = field(puzzle.grid.rows, puzzle.grid.cols)
            follow(shape, *given_position(puzzle), watcher=Teller(shape, trace))
        elif options.get("quick", True) and COMPILED in sys.modules and 0 < options.solutions <= MOST_QUICK:
            from studio.families.fobidoshi import fast

            shape = field(puzzle.grid.rows, puzzle.grid.cols)
            done = fast.backtrack(shape, puzzle.givens, Improvements(), options.solutions, cancel, most_calls=QUICK)
            if not done.gave_up:
                trace.count(nodes=done.calls - 1, max_depth=done.max_depth - 1)
                return SolveResult.of(done.answers, done.exhausted, options.solutions, stats={"quick_calls": done.calls})
        return super().solve(puzzle, options, limits, trace, cancel)

    def warm_up(self) -> None:
        super().warm_up()
        BacktrackEngine().warm_up()

    def export(self, puzzle: Puzzle, options: Options) -> dict[str, str]:
        """CNF with the cuts that the uniqueness proof needs: on a unique puzzle the solution is its only model."""
        kernel = self.family.clauses(puzzle)
        cuts: list[list[int]] = []
        with LazySat(kernel, on_cut=cuts.append) as sat:
            answer = sat.solve()
            if answer is not None and sat.second(answer) is not None:
                answer = None
        notes = [f"Fobidoshi {puzzle.grid.rows}x{puzzle.grid.cols} {puzzle.title}".rstrip()]
        notes += ["variable v is true iff there is a circle in the cell"]
        notes += [f"{puzzle.grid.cell_name(cell)} : {cell + 1}" for cell in puzzle.grid.cells()]
        notes += [f"{len(cuts)} connectivity cuts, those that were needed to " + ("prove the solution unique" if answer else
                  "find two solutions, or none; other models may be disconnected")]
        return {"cnf": dimacs([*kernel.clauses, *cuts], puzzle.grid.size, notes)}


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
            if short.status.answered:
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
        from studio.families.fobidoshi import fast

        shape = field(puzzle.grid.rows, puzzle.grid.cols)
        done = fast.backtrack(shape, puzzle.givens, use, wanted, cancel)
        result = self._result(done.answers, done.exhausted, wanted, done.calls, done.max_depth, trace)
        result.count = done.found
        return result

    def _result(self, found: list[Answer], exhausted: bool, wanted: int, calls: int, depth: int,
                trace: TraceWriter) -> SolveResult:
        if not trace.enabled:
            trace.count(nodes=calls - 1, max_depth=depth - 1)
        stats = {"recursive_calls": calls, "recursion_depth": depth}
        return SolveResult.of(found, exhausted, wanted, stats=stats)

    def warm_up(self) -> None:
        from studio.families.fobidoshi import fast

        fast.backtrack(field(1, 1), (0,), Improvements(), 1, Cancel())


class LadderEngine(RuleEngine):
    """The shared rule engine; its deep rules are scanned by compiled code."""

    def warm_up(self) -> None:
        warm_up_scan()
