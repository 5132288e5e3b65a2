"""CaDiCaL's own search as a film, through python-sat's propagator hooks on `cadical195`.

Only the answer literals of a clause kernel are observed, so every event is about cells: decisions become guesses (decision
level = depth), everything else that the solver assigns becomes a deduction. What the hooks do not say is told apart so:

- A level that fails at once is never reported to a propagator. Its decision is still on the trail when `on_backtrack` is
  called and `is_decision` finds its variable, but not the sign; such a guess gets the value 0 ("is it v? - fails at once"),
  unless the solver was told to try every literal's positive side first.
- `propagate` is called only where unit propagation ended without conflict. A step back after it is therefore a restart (with
  the reused trail as its depth), any other a conflict. In-processing makes this slightly inexact (a few percent more
  "conflicts" than CaDiCaL counts); the engine quotes CaDiCaL's own totals at the end.
- A callback must not raise (the process would abort), and CaDiCaL answers "unsatisfiable" after a propagator has stopped it:
  so faults and cancellation are kept in `stopped` and the engine looks there before it believes a "no".
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from studio.core.clauses import Clause, Clauses, why
from studio.core.engine import Cancel
from studio.core.events import HELPER
from studio.core.trace import NO_CELL, Kind, Reason, TraceWriter, move_cell

POLL_EVERY = 64
"""Decisions between two looks at the clock and the user."""
SCAN_LIMIT = 4000
"""Observed variables among which a failed decision is looked for; beyond, it is told without a cell."""

FILM_NOTE = "Watched, CaDiCaL keeps all variables that stand for cells, so it may take another way than unwatched."
PROPAGATION = "unit propagation"
FIXED = "fixed for good"
PRESOLVED = "presolve"
AUXILIARY = Reason("the solver decides on an auxiliary variable that stands for no cell")

Setting = tuple[int, int]


def settings_of(kernel: Clauses, trace: TraceWriter) -> dict[int, list[Setting]]:
    """What each literal says about cells when it becomes true; (cell, -value) = the cell is not that value.

    A kernel may have `moves`: literal -> the (cell, value) pairs it sets at once, such as a placed tile.
    """
    says: dict[int, list[Setting]] = defaultdict(list)
    for cell, value, literal in kernel.literals:
        says[literal].append((cell, value))
    moves: Mapping[int, Sequence[Setting]] = getattr(kernel, "moves", {})
    for literal, cells in moves.items():
        says[literal] = [(move_cell(trace.declare_move(cells)), 1)]
    decided = {literal: {cell for cell, _ in pairs} for literal, pairs in says.items()}
    for literal, pairs in list(says.items()):
        told = decided.get(-literal, set())
        says[-literal] += [(cell, -value) for cell, value in pairs if value > 0 and cell not in told]
    return dict(says)


class SatFilm:
    """A passive propagator: it watches and never decides, propagates or refuses a model."""

    is_lazy = False

    def __init__(self, kernel: Clauses, trace: TraceWriter, cancel: Cancel, exclusions: bool = False,
                 positive_first: bool = False, max_events: int = 2_000_000, base: int = 0) -> None:
        """`base`: so many guesses stand already, made by the one who asks the solver."""
        self.kernel = kernel
        self.trace = trace
        self.cancel = cancel
        self.stopped: BaseException | None = None
        self.positive_first = positive_first
        self.max_events = max_events
        self.base = base
        self.events = 0
        self.conflicts = self.restarts = self.guesses = 0
        self._guess_says = settings_of(kernel, trace)
        self._says = {literal: [(cell, value) for cell, value in pairs if exclusions or value > 0]
                      for literal, pairs in self._guess_says.items()}
        self._recent = list(dict.fromkeys(abs(literal) for literal in self._says))
        self._level = 0
        self._trail: list[list[int]] = [[]]
        self._assigned: set[int] = set()
        self._sticky: dict[int, int] = {}
        self._pending = False
        self._quiet = False
        self._leaving = False
        """an answer was seen or forbidden, and the solver has decided nothing since: it steps back, perhaps in several steps"""
        self._decisions = 0
        self._cut_regions: set[tuple[int, ...]] = set()
        self._solver: Any = None

    def attach(self, solver: Any) -> None:
        """Watch a pysat `Solver("cadical195")` from now on."""
        self._solver = solver
        solver.connect_propagator(self)
        for variable in self._recent:
            solver.observe(variable)
        if self.positive_first:
            solver.set_phases(list(dict.fromkeys(literal for _, _, literal in self.kernel.literals)))
        for cell, value in getattr(self.kernel, "settled", ()):
            self._deduce(cell, value, PRESOLVED)

    # --- what python-sat calls --------------------------------------------------------------------------------------
    def on_assignment(self, lit: int, fixed: bool = False) -> None:
        try:
            self._assignment(lit, bool(fixed))
        except BaseException as fault:
            self.stopped = self.stopped or fault

    def on_new_level(self) -> None:
        try:
            self._settle()
            self._level += 1
            self._trail.append([])
            self._pending, self._quiet = True, False
        except BaseException as fault:
            self.stopped = self.stopped or fault

    def on_backtrack(self, to: int) -> None:
        try:
            self._backtrack(to)
        except BaseException as fault:
            self.stopped = self.stopped or fault

    def check_model(self, model: list[int]) -> bool:
        return True

    def decide(self) -> int:
        try:
            self._leaving = False
            self._decisions += 1
            if self._decisions % POLL_EVERY == 0 and self.stopped is None:
                self.cancel.check()
        except BaseException as stop:
            self.stopped = stop
        return 0

    def propagate(self) -> list[int]:
        try:
            self._settle()
            self._quiet = True
        except BaseException as fault:
            self.stopped = self.stopped or fault
        return []

    def provide_reason(self, lit: int) -> list[int]:
        return []

    def has_clause(self) -> bool:
        return self.stopped is not None

    def add_clause(self) -> list[int]:
        return []  # the empty clause: asked for only when `has_clause` said that we want to stop

    # --- what it means ----------------------------------------------------------------------------------------------
    def _assignment(self, lit: int, fixed: bool) -> None:
        variable = abs(lit)
        if variable in self._assigned:
            return
        guess = self._pending and bool(self._solver.solver.is_decision(lit))
        if self._pending and not guess:
            self._settle()
        self._assigned.add(variable)
        if fixed and self._level:
            self._sticky[lit] = self._level
        else:
            self._trail[self._level].append(variable)
        if guess:
            self._pending = False
            self._promote(variable)
            self._guess(lit)
            return
        for cell, value in self._says.get(lit, ()):
            self._deduce(cell, value, PROPAGATION if self._level and not fixed else FIXED)

    def _backtrack(self, to: int) -> None:
        self._cut_regions.clear()
        if to >= self._level:  # in-processing steps back on levels of its own, which are never announced
            return
        conflict = not self._quiet
        cell = self._failed_guess() if self._pending else NO_CELL
        self._take_back(to)
        self._leaving = self._leaving or self.trace.last_kind in (Kind.SOLUTION, Kind.CUT)
        if self._leaving:  # the answer is seen, or forbidden: the solver goes on
            self._tell(self.trace.backtrack, self.base + to)
        elif conflict:
            self.conflicts += 1
            self._tell(self.trace.conflict, cell, "conflict")
            self._tell(self.trace.backtrack, self.base + to)
        else:
            self.restarts += 1
            self._tell(self.trace.restart, self.base + to)
        for lit in [lit for lit, depth in self._sticky.items() if depth > to]:
            self._sticky[lit] = to
            if not to:
                del self._sticky[lit]
            for said_cell, value in self._says.get(lit, ()):
                self._deduce(said_cell, value, FIXED)

    def _take_back(self, to: int) -> None:
        for gone in self._trail[to + 1 :]:
            self._assigned.difference_update(gone)
        del self._trail[to + 1 :]
        self._level = to
        self._pending = self._quiet = False

    def _settle(self) -> None:
        """A level whose decision was not told: it is about a variable that stands for no cell."""
        if self._pending:
            self._pending = False
            self.guesses += 1
            self._tell(self.trace.guess, NO_CELL, 0, AUXILIARY, HELPER)

    def _failed_guess(self) -> int:
        """The decision of a level that failed before anything on it was reported."""
        variable = self._find_decision()
        self._pending = False
        if variable is None:
            self._pending = True
            self._settle()
            return NO_CELL
        if self.positive_first:
            return self._guess(variable if self._says.get(variable) else -variable)
        self.guesses += 1
        said = self._guess_says.get(variable) or self._guess_says.get(-variable) or [(NO_CELL, 0)]
        cell, _value = said[0]
        text = "what CaDiCaL tries here fails at once; it does not tell what it was"
        self._tell(self.trace.guess, cell, 0, Reason(text, (cell,) if cell >= 0 else ()), HELPER)
        return cell

    def _find_decision(self) -> int | None:
        """The one decision that is not known yet; those that failed lately are likely to fail again."""
        if len(self._recent) > SCAN_LIMIT:
            return None
        is_decision, assigned = self._solver.solver.is_decision, self._assigned
        for variable in self._recent:
            if variable not in assigned and is_decision(variable):
                self._promote(variable)
                return variable
        return None

    def _promote(self, variable: int) -> None:
        self._recent.remove(variable)
        self._recent.insert(0, variable)

    def _guess(self, literal: int) -> int:
        self.guesses += 1
        (cell, value), *more = self._guess_says.get(literal) or [(NO_CELL, 0)]
        self._tell(self.trace.guess, cell, value, None, "decision")
        for more_cell, more_value in more:
            self._deduce(more_cell, more_value, PROPAGATION)
        return cell

    def _deduce(self, cell: int, value: int, rule: str) -> None:
        self._tell(self.trace.deduce, cell, value, rule)

    def _tell(self, say: Any, *what: Any) -> None:
        """Film it, until the film is as long as it may be; from then on it is only counted."""
        self.events += 1
        if self.events <= self.max_events:
            say(*what)
        elif self.events == self.max_events + 1:
            self.trace.film_ends()

    def cut(self, clause: Clause) -> None:
        """A kernel may forbid one region by many clauses: the region is shown once an answer."""
        cells = self.kernel.cut_cells(clause)
        if cells not in self._cut_regions:
            self._cut_regions.add(cells)
            reason = why(self.kernel, clause)
            text = reason.text if reason else "the answer found breaks a rule here: a new clause forbids it"
            self._tell(self.trace.cut, cells, text)
