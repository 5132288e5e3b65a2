"""From a board to its solutions: presolve, dives, clauses and cuts, and the care that anonymous regions need."""

from __future__ import annotations

from collections.abc import Sequence

from studio.core.clauses import Clause
from studio.core.engine import Cancel
from studio.core.grid import Grid
from studio.core.puzzle import Answer
from studio.core.say import marked, say, say_n
from studio.core.trace import TraceWriter
from studio.families.fillomino.kernel.board import KernelBoard
from studio.families.fillomino.kernel.clauses import BoardClauses
from studio.families.fillomino.kernel.dives import Dives
from studio.families.fillomino.kernel.film import BoardFilm
from studio.families.fillomino.kernel.outcome import Outcome
from studio.families.fillomino.kernel.repair import LARGE, BoardPlaces
from studio.families.fillomino.kernel.state import Values
from studio.families.fillomino.model import Terms
from studio.solvers.constraints.repair import SOLVER, LocalRepair
from studio.solvers.kernels import Kernels
from studio.solvers.sat import DEFAULT_SOLVER, LazySat
from studio.solvers.sat_film import SatFilm


def solve_board(grid: Grid, givens: Sequence[int], terms: Terms, wanted: int, cancel: Cancel, trace: TraceWriter | None = None,
                max_events: int = 2_000_000, layout: Kernels | None = None) -> Outcome:
    """Up to `wanted` solutions (0 = all), each told to the trace when it is found.

    An anonymous region of a model stands for one region of its size, if nothing forbids that; but another solution may
    hide in it (two regions in one, or a larger clued size met by chance), so before "unique" or "all" is said the board is
    solved again with a larger m0. If somebody watches, presolve, dives and CaDiCaL's search are filmed.
    """
    trace = trace or TraceWriter()
    film = BoardFilm(grid, trace, max_events) if trace.enabled else None
    outcome, at_least = Outcome(), 0
    while True:
        values = Values.of(givens, terms, at_least)
        board = KernelBoard(grid.rows, grid.cols, givens, terms, values, layout)
        attempt = _Attempt(grid, givens, board, cancel, trace, film, outcome)
        attempt.run(wanted)
        if not attempt.doubtful or (wanted and len(outcome.answers) >= wanted):
            return outcome
        if wanted == 2 and len(outcome.answers) == 1:
            other = split_answer(grid, outcome.answers[0], attempt.doubtful, values)
            if other is not None and terms.allows(grid, givens, other):
                if film:
                    trace.phase(marked("division"), say("a hidden region of the last solution can be divided"))
                attempt.tell(other)
                outcome.exhausted = False
                return outcome
        at_least = max(len(region) for region in attempt.doubtful)
        if film:
            trace.phase(marked("once more"), say("once more, with every size up to {at_least} told apart", at_least=at_least))


class _Attempt:
    """One pass with one set of values."""

    def __init__(self, grid: Grid, givens: Sequence[int], board: KernelBoard, cancel: Cancel, trace: TraceWriter,
                 film: BoardFilm | None, outcome: Outcome) -> None:
        self.grid, self.givens, self.board, self.cancel = grid, givens, board, cancel
        self.trace, self.film, self.outcome = trace, film, outcome
        self.doubtful: list[list[int]] = []
        if film:
            film.begin(board)

    def run(self, wanted: int) -> None:
        self.outcome.exhausted = True
        if not self._presolve():
            return
        if self.board.open_cells() == 0:
            self.board.take_decided()
            self._accept()
        elif not self._dives(wanted):
            self.outcome.exhausted = True
            self._search(wanted)

    def _presolve(self) -> bool:
        board, stats = self.board, self.outcome.stats
        alive = board.propagate()
        stats["open_after_rules"] = board.open_cells()
        self.cancel.check()
        if alive and stats["open_after_rules"]:
            if self.film:
                self.film.follow()
            alive = board.probe()
            stats["open_after_probing"] = board.open_cells()
            self.cancel.check()
        if self.film and alive:
            self.film.follow()
        elif self.film:
            self.film.clash()
        if not alive:
            self.outcome.totals["conflicts"] += 1
        return alive

    def _dives(self, wanted: int) -> bool:
        """Boards that are mostly open have many solutions, and dives find them; True if nothing is left to be found."""
        dives = Dives(self.board, self.cancel, self.trace, self.film, self.outcome)
        if not wanted or not dives.promise():
            return False
        dives.run(wanted, self._accept)
        self.outcome.exhausted = dives.exhausted
        return dives.exhausted or len(self.outcome.answers) >= wanted

    # --- clauses ----------------------------------------------------------------------------------------------------
    def _search(self, wanted: int) -> None:
        """A SAT solver on what is left, with cuts until its answer is a solution."""
        kernel = BoardClauses(self.board)
        large = self.board.open_cells() >= LARGE
        solver = SOLVER if large else DEFAULT_SOLVER
        film = SatFilm(kernel, self.trace, self.cancel, max_events=self.film.left) if self.film and not large else None
        if self.film:
            self._announce(solver, large)

        def on_cut(clause: Clause) -> None:
            if film is not None:
                film.cut(clause)

        with LazySat(kernel, self.cancel, solver, on_cut, on_add=film.added if film is not None else None) as sat:
            if film is not None:
                film.attach(sat.solver)
            for answer in self.outcome.answers:  # of dives, or of an attempt before this one: nobody wants them twice
                if (clause := self.board.blocking_numbers(answer)) is not None:
                    sat.add(clause)
            try:
                self._answers(sat, film, self._repair(sat) if large else None, wanted)
            finally:
                self._count(kernel, sat, solver)

    def _repair(self, sat: LazySat) -> LocalRepair:
        return LocalRepair(BoardPlaces(self.board), sat, self.film.round if self.film else None)

    def _announce(self, solver: str, large: bool) -> None:
        text = say_n("{n} cell is open: {solver} searches for its number",
                     "{n} cells are open: {solver} searches for their numbers", n=self.board.open_cells(), solver=solver)
        self.trace.phase(solver, say("{text}; only its candidates are shown, round by round", text=text) if large else text)
        if large:
            self.trace.stats.whole = False  # the steps inside a round are not told

    def _count(self, kernel: BoardClauses, sat: LazySat, solver: str) -> None:
        own, outcome = sat.solver.accum_stats() or {}, self.outcome
        self.trace.solver(solver, {**own, "rounds": sat.rounds, "cuts": sat.cuts})
        outcome.totals.update(guesses=own.get("decisions", 0), conflicts=own.get("conflicts", 0),
                              restarts=own.get("restarts", 0), cuts=sat.cuts)
        outcome.deepest, outcome.solver = None, solver
        outcome.stats.update(clauses=len(kernel.clauses), variables=self.board.value_vars,
                             rounds=outcome.stats.get("rounds", 0) + sat.rounds)

    def _answers(self, sat: LazySat, film: SatFilm | None, repair: LocalRepair | None, wanted: int) -> None:
        while True:
            model = repair.model() if repair is not None else sat.model()
            if film is not None and film.stopped is not None:
                raise film.stopped  # CaDiCaL answered "no" only because the film stopped it
            if model is None:
                if film is not None:
                    film.refuted()
                return
            self._accept()
            if wanted and len(self.outcome.answers) >= wanted:
                self.outcome.exhausted = False
                return
            if self.doubtful:
                return  # other solutions may look the same: forbidding this one would make the solver claim too much
            sat.add(self.board.blocking())

    def _accept(self) -> bool:
        """Take the last answer read, unless its anonymous regions make it no solution. True if it stands for itself alone."""
        answer, anonymous = self.board.numbers()
        m0, larger = self.board.values.m0, self.board.values.larger()
        doubtful = [region for region in anonymous if len(region) >= 2 * m0 + 3 or len(region) in larger]
        self.doubtful += doubtful
        legal = not anonymous or self.board.terms.allows(self.grid, self.givens, answer)
        if legal and answer not in self.outcome.answers:
            self.tell(answer)
        return legal and not doubtful

    def tell(self, answer: Answer) -> None:
        self.outcome.answers.append(answer)
        self.trace.solution(answer)


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
