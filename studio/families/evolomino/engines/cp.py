"""A constraint model on CP-SAT: every arrow takes one row of a table of evolutions; blocks of different arrows do not touch."""

from __future__ import annotations

from typing import Any

from studio.core.engine import Cancel, Engine, Limits, Option, Options, SolveResult, Status
from studio.core.puzzle import Answer, Puzzle
from studio.core.say import say
from studio.core.trace import TraceWriter
from studio.families.evolomino.engines.evolutions import Evolution, TooMany, evolutions, too_many
from studio.families.evolomino.model import IS_SQUARE, NO_SQUARE, SQUARE, Field, field_of
from studio.solvers.cpsat import CpSatRuns


class CpEngine(Engine):
    """Table constraints over the cells of every arrow; the answers of one model, one after the other."""

    id = "cp"
    name = "Constraint model (tables)"
    description = ("Every arrow's cells take one row of the table of its evolutions; blocks of different arrows do not touch; "
                   "on CP-SAT. For boards on which arrows have few ways.")
    options = (Option("workers", "Threads", 1, help="threads that CP-SAT may use", low=1, high=64),)
    animated = False

    def solve(self, puzzle: Puzzle, options: Options, limits: Limits, trace: TraceWriter, cancel: Cancel) -> SolveResult:
        field = field_of(puzzle)
        try:
            listed = evolutions(field, cancel.check)
        except TooMany:
            return SolveResult(Status.TIMEOUT, message=str(too_many(field)))
        ways = listed.ways
        if ways is None or any(not any(way.arrow == arrow for way in ways) for arrow in range(len(field.arrows))):
            return SolveResult.of([], True, options.solutions)
        trace.note(say("{rows:,} rows in the tables of {arrows} arrows", rows=len(ways), arrows=len(field.arrows)))
        model, found = TableModel(field, ways), list[Answer]()
        runs = CpSatRuns(trace, int(options.get("workers", 1)))
        while not options.solutions or len(found) < options.solutions:
            answer = model.solve(runs, cancel)
            if answer is None:
                return SolveResult.of(found, True, options.solutions, stats={"rows": len(ways)})
            found.append(answer)
            trace.solution(answer)
            model.forbid(answer)
        return SolveResult.of(found, False, options.solutions, stats={"rows": len(ways)})

    def warm_up(self) -> None:
        from ortools.sat.python import cp_model

        cp_model.CpSolver()


class TableModel:
    """x[cell]: a square; own[arrow, cell]: a square of this arrow."""

    def __init__(self, field: Field, ways: tuple[Evolution, ...]) -> None:
        from ortools.sat.python import cp_model

        self.field, self.cp = field, cp_model
        model = self.model = cp_model.CpModel()
        self.x = [model.new_bool_var(f"x{cell}") for cell in range(field.size)]
        owners: list[list[tuple[int, Any]]] = [[] for _ in range(field.size)]
        for arrow in range(len(field.arrows)):
            mine = [way for way in ways if way.arrow == arrow]
            cells = sorted(frozenset().union(*(way.squares for way in mine)))
            own = [model.new_bool_var(f"own{arrow}_{cell}") for cell in cells]
            model.add_allowed_assignments(own, [[int(cell in way.squares) for cell in cells] for way in mine])
            for cell, variable in zip(cells, own):
                owners[cell].append((arrow, variable))
        for cell in range(field.size):
            model.add(sum(variable for _, variable in owners[cell]) == self.x[cell])
            if field.givens[cell] == SQUARE:
                model.add(self.x[cell] == 1)
            for other in field.neighbours[cell]:
                for arrow, mine_ in owners[cell] if cell < other else ():
                    model.add_at_most_one([mine_, *(theirs for whose, theirs in owners[other] if whose != arrow)])

    def solve(self, runs: CpSatRuns, cancel: Cancel) -> Answer | None:
        solver = runs.run(self.model, cancel)
        if solver is None:
            return None
        return tuple(IS_SQUARE if solver.value(square) else NO_SQUARE for square in self.x)

    def forbid(self, answer: Answer) -> None:
        self.model.add_bool_or([~square if value == IS_SQUARE else square for square, value in zip(self.x, answer)])
