"""From a board to its solutions: presolve, clauses, cuts, and the care that anonymous regions need."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from studio.core.clauses import Clause
from studio.core.engine import Cancel
from studio.core.grid import Grid
from studio.core.puzzle import Answer
from studio.core.trace import Reason, TraceWriter
from studio.families.fillomino.kernel.board import KernelBoard
from studio.families.fillomino.kernel.clauses import BoardClauses
from studio.families.fillomino.kernel.repair import LARGE, SOLVER, LocalRepair
from studio.families.fillomino.kernel.state import Values
from studio.families.fillomino.model import stands_alone
from studio.solvers.kernels import Kernels
from studio.solvers.sat import DEFAULT_SOLVER, LazySat
from studio.solvers.sat_film import SatFilm

MOSTLY_OPEN = 0.8  # share of open cells from which on a board is likely to have many solutions


@dataclass
class Outcome:
    """Solutions in numbers; `exhausted`: there are no others."""

    answers: list[Answer] = field(default_factory=list)
    exhausted: bool = False
    stats: dict[str, int] = field(default_factory=dict)


def solve_board(grid: Grid, givens: Sequence[int], basic: bool, wanted: int, cancel: Cancel,
                trace: TraceWriter | None = None, max_events: int = 2_000_000, layout: Kernels | None = None) -> Outcome:
    """Up to `wanted` solutions (0 = all).

    An anonymous region of a model stands for one region of its size, if nothing forbids that; but another solution may
    hide in it (two regions in one, or a larger clued size met by chance), so before "unique" or "all" is said the board is
    solved again with a larger m0. With a `trace` that somebody watches, presolve and CaDiCaL's search are filmed.
    """
    at_least = 0
    while True:
        values = Values.of(givens, basic, at_least)
        board = KernelBoard(grid.rows, grid.cols, givens, basic, values, layout)
        attempt = _Attempt(grid, board, cancel, trace if trace is not None and trace.enabled else None, max_events)
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

    def __init__(self, grid: Grid, board: KernelBoard, cancel: Cancel, film: TraceWriter | None, max_events: int) -> None:
        self.grid, self.board, self.cancel, self.film, self.max_events = grid, board, cancel, film, max_events
        self.doubtful: list[list[int]] = []
        self.outcome = Outcome()

    def run(self, wanted: int) -> Outcome:
        self.outcome.exhausted = True
        if not self._presolve():
            return self.outcome
        if self.board.open_cells() == 0:
            self.board.take_decided()
            self._accept()
        elif not self._dive(wanted):
            self._search(wanted)
        return self.outcome

    def _dive(self, wanted: int) -> bool:
        """Boards that are mostly open have many solutions, and a few dives find them; True if there are enough."""
        if not wanted or self.board.open_cells() < MOSTLY_OPEN * self.grid.size:
            return False
        for seed in range(1, 2 * wanted + 1):
            self.cancel.check()
            if self.board.dive(seed):
                self._accept()
            if len(self.outcome.answers) >= wanted:
                self.outcome.exhausted = False
                return True
        return False

    def _presolve(self) -> bool:
        board, stats = self.board, self.outcome.stats
        alive = board.propagate()
        stats["open_after_rules"] = board.open_cells()
        self.cancel.check()
        if alive and stats["open_after_rules"]:
            alive = board.probe()
            stats["open_after_probing"] = board.open_cells()
            self.cancel.check()
        if self.film:
            for cell, number in board.decided_in_order():
                self.film.deduce(cell, number, "reachability", Reason("no other number can still reach its size here"))
            if not alive:
                self.film.conflict(rule="reachability", reason=Reason("some cell has no number left: there is no solution"))
        return alive

    def _search(self, wanted: int) -> None:
        """CaDiCaL on what is left, with cuts until its answer is a solution."""
        kernel = BoardClauses(self.board)
        film = SatFilm(kernel, self.film, self.cancel, max_events=self.max_events) if self.film else None
        kernel.settled = []  # already in the film

        def on_cut(clause: Clause) -> None:
            if film is not None:
                film.cut(clause)

        solver = SOLVER if film is None and self._is_large() else DEFAULT_SOLVER
        with LazySat(kernel, self.cancel, solver, on_cut) as sat:
            if film is not None:
                film.attach(sat.solver)
            self._answers(sat, film, wanted)
            own = sat.solver.accum_stats() or {}
            totals = {name: own.get(name, 0) for name in ("decisions", "conflicts", "restarts")}
            self.outcome.stats.update(clauses=len(kernel.clauses), variables=self.board.value_vars, rounds=sat.rounds,
                                      cuts=sat.cuts, **totals)

    def _is_large(self) -> bool:
        return self.board.open_cells() >= LARGE

    def _answers(self, sat: LazySat, film: SatFilm | None, wanted: int) -> None:
        repair = LocalRepair(self.board, sat) if film is None and self._is_large() else None
        while True:
            model = repair.model() if repair is not None else sat.model()
            if film is not None and film.stopped is not None:
                raise film.stopped  # CaDiCaL answered "no" only because the film stopped it
            if model is None:
                return
            self._accept()
            if wanted and len(self.outcome.answers) >= wanted:
                self.outcome.exhausted = False
                return
            sat.add(self.board.blocking())

    def _accept(self) -> None:
        """Take the last answer read, unless its anonymous regions make it no solution."""
        answer, anonymous = self.board.numbers()
        m0, larger = self.board.values.m0, self.board.values.larger()
        self.doubtful += [region for region in anonymous if len(region) >= 2 * m0 + 3 or len(region) in larger]
        if (not anonymous or stands_alone(self.grid, answer)) and answer not in self.outcome.answers:
            self.outcome.answers.append(answer)


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
