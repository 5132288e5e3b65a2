"""The `auto` engine: the compiled search kernel."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from studio.core.engine import Cancel, Engine, Limits, Options, SolveResult
from studio.core.puzzle import Answer, Puzzle
from studio.core.trace import TraceWriter
from studio.families.evolomino.engines.story import Story
from studio.families.evolomino.model import IS_SQUARE, NO_SQUARE, Field, field_of

MARKS = np.array((NO_SQUARE, IS_SQUARE))


class KernelEngine(Engine):
    """Conflict-driven search; connectivity and shifts as rules that explain themselves when asked."""

    id = "auto"
    name = "Search kernel"
    judges_parts = True
    description = "Learns from every conflict; connected blocks and shifts are looked at only when they matter. The fastest."

    def solve(self, puzzle: Puzzle, options: Options, limits: Limits, trace: TraceWriter, cancel: Cancel) -> SolveResult:
        from studio.families.evolomino.kernel.solve import Solver

        field = field_of(puzzle)
        story = Story(field, trace, limits.events) if trace.enabled else None
        solver = Solver(field, trace.enabled, story)

        def keep_going() -> bool:
            if story is not None:
                story.tell()
            cancel.check()
            return True

        found: list[Answer] = []
        exhausted = False
        try:
            while not exhausted and (not options.solutions or len(found) < options.solutions):
                squares = solver.find(keep_going)
                if story is not None:
                    story.tell()  # before the search leaves the answer, so that the film shows all of it
                if squares is None:
                    exhausted = True
                else:
                    found.append(tuple(MARKS[squares].tolist()))
                    trace.solution(found[-1])
                    if len(found) != options.solutions:
                        solver.exclude(squares)
                        cancel.check()
        finally:
            trace.count(**solver.counts())
        return SolveResult.of(found, exhausted, options.solutions)

    def agreed_cells(self, puzzle: Puzzle, cancel: Cancel, met: Callable[[Answer], object] = lambda answer: None
                     ) -> set[int] | None:
        """The kernel is much quicker at this than the clauses."""
        from studio.families.evolomino.kernel.solve import Solver

        def keep_going() -> bool:
            cancel.check()
            return True

        agreed = Solver(field_of(puzzle)).shared(keep_going, lambda squares: met(tuple(MARKS[squares].tolist())))
        return None if agreed is None else {int(cell) for cell in agreed.nonzero()[0]}

    def warm_up(self) -> None:
        from studio.families.evolomino.kernel.solve import Solver

        list(Solver(Field(2, 3, (0,) * 6, ((0, 1, 2),))))
