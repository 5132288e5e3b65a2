"""The engines: clause kernel (auto), the thesis' backtracking, the thesis' SMT instance on Z3."""

from __future__ import annotations

from typing import Any

from studio.core.engine import Cancel, Engine, Limits, Option, Options, SolveResult, Status
from studio.core.puzzle import Answer, Puzzle
from studio.core.trace import TraceWriter
from studio.families.fobidoshi import smt
from studio.families.fobidoshi.backtrack import Backtracking, Improvements, Teller
from studio.families.fobidoshi.field import CIRCLE, CROSS, field
from studio.families.fobidoshi.follow import Position, follow
from studio.solvers.clause_engine import ClauseEngine
from studio.solvers.sat import LazySat, dimacs


def given_position(puzzle: Puzzle) -> Position:
    shape = field(puzzle.grid.rows, puzzle.grid.cols)
    return Position(shape.where(puzzle.givens, CIRCLE), shape.full & ~shape.where(puzzle.givens, CROSS))


class AutoEngine(ClauseEngine):
    """The clause kernel; when filmed, what the presolve decides is told first, with its reasons."""

    def solve(self, puzzle: Puzzle, options: Options, limits: Limits, trace: TraceWriter, cancel: Cancel) -> SolveResult:
        if trace.enabled:
            shape = field(puzzle.grid.rows, puzzle.grid.cols)
            follow(shape, *given_position(puzzle), watcher=Teller(shape, trace))
        return super().solve(puzzle, options, limits, trace, cancel)

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
        shape = field(puzzle.grid.rows, puzzle.grid.cols)
        search = Backtracking(shape, given_position(puzzle), use, trace, cancel)
        found: list[Answer] = []
        try:
            for answer in search.solutions():
                found.append(answer)
                if options.solutions and len(found) >= options.solutions:
                    break
        finally:
            if not trace.enabled:
                trace.count(nodes=search.calls - 1, max_depth=search.max_depth)
        stats = {"recursive_calls": search.calls, "recursion_depth": search.max_depth}
        return SolveResult.of(found, search.exhausted, options.solutions, stats=stats)


class SmtEngine(Engine):
    """Section 5.1 on Z3: the SMT-LIB text that `export` writes is exactly what is solved."""

    id = "smt"
    name = "SMT (Z3)"
    description = "The thesis' SMT instance: cell variables, vertex variables with the connectivity lemma, uniqueness by one more clause."
    animated = False

    def solve(self, puzzle: Puzzle, options: Options, limits: Limits, trace: TraceWriter, cancel: Cancel) -> SolveResult:
        import z3

        solver: Any = z3.SolverFor("QF_IDL") if options.get("logic", "") == "QF_IDL" else z3.Solver()
        solver.from_string(smt.instance(puzzle))
        found: list[Answer] = []
        while not options.solutions or len(found) < options.solutions:
            cancel.check()
            left = cancel.remaining()
            if left is not None:
                solver.set("timeout", max(1, int(left * 1000)))
            verdict = solver.check()
            if verdict == z3.unknown:
                return SolveResult(Status.TIMEOUT, found, f"Z3 gave up: {solver.reason_unknown()}")
            if verdict == z3.unsat:
                return SolveResult.of(found, True, options.solutions)
            found.append(self._answer(puzzle, solver.model()))
            trace.solution(found[-1])
            block = z3.And([z3.Int(smt.cell_name(shape, cell)) == (1 if value == CIRCLE else
                            (2 if puzzle.givens[cell] == CROSS else 0))
                            for shape in [field(puzzle.grid.rows, puzzle.grid.cols)]
                            for cell, value in enumerate(found[-1])])
            solver.add(z3.Not(block))
        return SolveResult.of(found, False, options.solutions)

    def _answer(self, puzzle: Puzzle, model: Any) -> Answer:
        import z3

        shape = field(puzzle.grid.rows, puzzle.grid.cols)
        values = (model.eval(z3.Int(smt.cell_name(shape, cell)), model_completion=True).as_long() for cell in range(shape.size))
        return tuple(CIRCLE if value == 1 else CROSS for value in values)

    def export(self, puzzle: Puzzle, options: Options) -> dict[str, str]:
        return {"smt2": smt.instance(puzzle) + "(check-sat)\n(get-model)\n"}

    def warm_up(self) -> None:
        import z3

        z3.Solver().check()
