"""From a board to its solutions: presolve, clauses, cuts, and the care that anonymous regions need."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from studio.core.engine import Cancel
from studio.core.grid import Grid
from studio.core.puzzle import Answer

from .board import KernelBoard
from .state import Values


@dataclass
class Outcome:
    """Solutions in numbers; `exhausted`: there are no others."""

    answers: list[Answer] = field(default_factory=list)
    exhausted: bool = False
    stats: dict[str, int] = field(default_factory=dict)


@dataclass
class Watcher:
    """Who films: called with what the presolve decided, every cut's cells, and every answer."""

    decided: Callable[[int, int, str], None]
    cut: Callable[[KernelBoard, list[int]], None]
    note: Callable[[str], None]


def solve_board(grid: Grid, givens: Sequence[int], basic: bool, wanted: int, fast: bool,
                cancel: Cancel, watcher: Watcher | None = None) -> Outcome:
    """Up to `wanted` solutions (0 = all).

    An anonymous region of a model stands for one region of its size, if nothing forbids that; but another solution may
    hide in it (two regions in one, or a larger clued size met by chance), so before "unique" or "all" is said the board is
    solved again with a larger m0.
    """
    at_least = 0
    while True:
        values = Values.of(givens, basic, at_least)
        attempt = _Attempt(grid, KernelBoard(grid.rows, grid.cols, givens, basic, values, fast), cancel, watcher)
        outcome = attempt.run(wanted)
        if not attempt.doubtful or (wanted and len(outcome.answers) >= wanted):
            return outcome
        if wanted == 2 and len(outcome.answers) == 1:
            other = split_answer(grid, outcome.answers[0], attempt.doubtful, values)
            if other is not None:
                outcome.answers.append(other)
                return outcome
        at_least = max(len(region) for region in attempt.doubtful)


class _Attempt:
    """One pass with one set of values."""

    def __init__(self, grid: Grid, board: KernelBoard, cancel: Cancel, watcher: Watcher | None) -> None:
        self.grid, self.board, self.cancel, self.watcher = grid, board, cancel, watcher
        self.doubtful: list[list[int]] = []
        self.outcome = Outcome()

    def run(self, wanted: int) -> Outcome:
        self.outcome.exhausted = True
        if not self._presolve():
            return self.outcome
        if self.board.open_cells() == 0:
            self.board.take_decided()
            self._accept()
        else:
            self._search(wanted)
        return self.outcome

    def _presolve(self) -> bool:
        board, stats = self.board, self.outcome.stats
        alive = board.propagate()
        stats["open_after_rules"] = board.open_cells()
        self.cancel.check()
        if alive and stats["open_after_rules"]:
            alive = board.probe()
            stats["open_after_probing"] = board.open_cells()
            self.cancel.check()
        if self.watcher:
            for cell, number in board.decided_in_order():
                self.watcher.decided(cell, number, "propagation and probing")
            if not alive:
                self.watcher.note("propagation finds a contradiction: there is no solution")
        return alive

    def _search(self, wanted: int) -> None:
        from pysat.solvers import Solver

        clauses, _ = self.board.write()
        stats = self.outcome.stats
        stats.update(clauses=len(clauses), variables=self.board.value_vars, rounds=0, cuts=0)
        if self.watcher:
            self.watcher.note(f"{len(clauses)} clauses for the cells that are left")
        with Solver(name="cadical153", bootstrap_with=clauses) as solver:
            while True:
                self.cancel.check()
                stats["rounds"] += 1
                if not solver.solve():
                    return
                cuts = self.board.cuts(solver.get_model())
                if not cuts:
                    self._accept()
                    if wanted and len(self.outcome.answers) >= wanted:
                        self.outcome.exhausted = False
                        return
                    cuts = [self.board.blocking()]
                else:
                    stats["cuts"] += len(cuts)
                    if self.watcher:
                        self.watcher.cut(self.board, cuts[0])
                for clause in cuts:
                    solver.add_clause(clause)

    def _accept(self) -> None:
        """Take the last answer read, unless its anonymous regions make it no solution."""
        answer, anonymous = self.board.numbers()
        m0, larger = self.board.values.m0, self.board.values.larger()
        self.doubtful += [region for region in anonymous if len(region) >= 2 * m0 + 3 or len(region) in larger]
        if all(self._stands_alone(answer, region) for region in anonymous) and answer not in self.outcome.answers:
            self.outcome.answers.append(answer)

    def _stands_alone(self, answer: Answer, region: list[int]) -> bool:
        inside = set(region)
        beside = {other for cell in region for other in self.grid.neighbours(cell)} - inside
        return all(answer[other] != len(region) for other in beside)


def split_answer(grid: Grid, answer: Answer, regions: list[list[int]], values: Values) -> Answer | None:
    """Another solution: an unclued region of the answer divided into two of different, larger sizes."""
    for region in regions:
        inside = set(region)
        beside = {answer[other] for cell in region for other in grid.neighbours(cell) if other not in inside}
        for start in region[:: max(1, len(region) // 8)]:
            path = grid.flood(start, inside.__contains__)
            for size in range(values.m0 + 1, len(region) - values.m0):
                sizes = {size, len(region) - size}
                if len(sizes) == 1 or sizes & beside or sizes & values.larger():
                    continue
                rest = inside - set(path[:size])
                if len(grid.components(rest)) == 1:
                    new = list(answer)
                    for cell in region:
                        new[cell] = len(rest) if cell in rest else size
                    return tuple(new)
    return None
