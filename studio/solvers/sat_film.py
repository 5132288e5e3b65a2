"""CaDiCaL's own search as a film, through python-sat's propagator hooks on `cadical195`.

All variables of a clause kernel are observed. Decisions become guesses (decision level = depth), in words of cells or of what
the variable means; what the solver assigns and cells show becomes a deduction, with the clause that became unit
(`sat_mirror.py` finds it, `sat_words.py` says it). What the hooks do not say is told apart so:

- A level that fails at once is never reported to a propagator. Its decision is still on the trail when `on_backtrack` is
  called and `is_decision` finds its variable, but not the sign: that is the one which clashes when it is played again. Where
  both do or none does, the guess gets the value 0 ("v, or the opposite: it fails at once").
- `propagate` is called only where unit propagation ended without conflict. A step back after it is therefore a restart (with
  the reused trail as its depth), any other a conflict. In-processing makes this slightly inexact (a few percent more
  "conflicts" than CaDiCaL counts); the engine quotes CaDiCaL's own totals at the end.
- What CaDiCaL learns is not told. The film resolves the same clash in the same way (first unique implication point); CaDiCaL
  may shorten its clause further.
- A callback must not raise (the process would abort), and CaDiCaL answers "unsatisfiable" after a propagator has stopped it:
  so faults and cancellation are kept in `stopped` and the engine looks there before it believes a "no".
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from studio.core.clauses import Clause, Clauses, Why, why
from studio.core.engine import Cancel
from studio.core.events import HELPER
from studio.core.say import marked, say, say_n
from studio.core.trace import NO_CELL, Kind, Reason, TraceWriter, move_cell
from studio.solvers.sat_mirror import Clash, Mirror
from studio.solvers.sat_words import PROPAGATION, Voice, Word

POLL_EVERY = 64
"""Decisions between two looks at the clock and the user."""

FILM_NOTE = marked("Watched, CaDiCaL keeps all variables of the clauses, so it may take another way than unwatched.")
FIXED = marked("fixed for good")
PRESOLVED = "presolve"
AUXILIARY = Reason(marked("the solver decides on a variable of its own"))
FORBIDDEN = Reason(marked("the new clause forbids this answer: the search goes on without it"))
SEEN = Reason(marked("this solution is seen: from here on it is forbidden, and the search looks for another"))

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
                 positive_first: bool = False, max_events: int = 2_000_000, base: int = 0, word: Word = str) -> None:
        """`base`: so many guesses stand already, made by the one who asks the solver. `word`: how the family calls a value."""
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
        self.voice = Voice(kernel, self._guess_says, word)
        self.mirror = Mirror((), kernel.top)
        self._numbers: dict[Any, tuple[str, int]] = {}
        """reasons told before: their rule and number"""
        self._recent: list[int] = []
        self._observed = 0
        self._level = 0
        self._trail: list[list[int]] = [[]]
        self._decided: list[int] = []
        moves: Mapping[int, Sequence[Setting]] = getattr(kernel, "moves", {})
        self._pieces = {self._guess_says[literal][0][0]: cells for literal, cells in moves.items()}
        self._shown: dict[int, int] = {}
        self._shown_on: list[list[int]] = [[]]
        self._clashed = False
        self._assigned: set[int] = set()
        self._sticky: dict[int, int] = {}
        self._pending = False
        self._quiet = False
        self._leaving: Reason | None = None
        """an answer was seen or forbidden, and the solver has decided nothing since: it steps back, perhaps in several steps"""
        self._decisions = 0
        self._cut_regions: set[tuple[int, ...]] = set()
        self._solver: Any = None

    def attach(self, solver: Any) -> None:
        """Watch a pysat `Solver("cadical195")` from now on."""
        self._solver = solver
        solver.connect_propagator(self)
        with self.trace.filming():
            self.mirror = Mirror(self.kernel.clauses, self.kernel.top)
            first = [abs(literal) for literal in self._says]
            self._recent = list(dict.fromkeys([*first, *range(1, self.kernel.top + 1)]))
        for variable in self._recent:
            solver.observe(variable)
        self._observed = self.kernel.top
        if self.positive_first:
            solver.set_phases(list(dict.fromkeys(literal for _, _, literal in self.kernel.literals)))
        for cell, value in getattr(self.kernel, "settled", ()):
            self._tell(self.trace.deduce, cell, value, PRESOLVED)

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
            self._shown_on.append([])
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
            self._leaving = None
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
            self.mirror.rest()
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
    @property
    def _telling(self) -> bool:
        return self.events < self.max_events

    def _assignment(self, lit: int, fixed: bool) -> None:
        variable = abs(lit)
        if variable in self._assigned:
            return
        guess = self._pending and bool(self._solver.solver.is_decision(lit))
        if self._pending and not guess:
            self._settle()
        self._assigned.add(variable)
        settings = () if guess else self._says.get(lit, ())
        rule, reason = self._because(lit, fixed) if settings else ("", -1)
        sticky = fixed and self._level > 0
        self.mirror.assign(lit, 0 if sticky else self._level)
        if sticky:
            self._sticky[lit] = self._level
        else:
            self._trail[self._level].append(variable)
        if guess:
            self._pending = False
            self._guess(lit)
            return
        self._deduce(settings, rule, reason)

    def _deduce(self, settings: Sequence[Setting], rule: str, reason: int) -> None:
        """Tell what follows. CaDiCaL may report some steps of a propagation that fails: at the first that cannot stand beside
        what the board shows, the rest is left out, and the contradiction comes next."""
        for cell, value in settings:
            if not self._clashed:
                self._tell(self.trace.deduce, cell, value, rule, reason)
                self._clashed = not self._show(cell, value)

    def _show(self, cell: int, value: int) -> bool:
        """Remember what the board shows from this level on; False if it shows something else already."""
        fits = True
        for place, said in self._pieces.get(cell, ((cell, value),)) if value > 0 else ():
            if self._shown.setdefault(place, said) != said:
                fits = False
            else:
                self._shown_on[self._level].append(place)
        return fits

    def refuted(self) -> None:
        """CaDiCaL is done: it need not step back from its last contradiction."""
        if self._clashed:
            self._clashed = False
            reason = Reason(say("what stands on the board cannot be together"))
            self._tell(self.trace.conflict, NO_CELL, marked("conflict"), reason)

    def _backtrack(self, to: int) -> None:
        self._cut_regions.clear()
        if to >= self._level:  # in-processing steps back on levels of its own, which are never announced
            return
        level, conflict = self._level, not self._quiet
        leaves = {Kind.SOLUTION: SEEN, Kind.CUT: FORBIDDEN}.get(self.trace.last_kind or Kind.NOTE)
        self._leaving = None if self._clashed else self._leaving or leaves
        clashes: list[Clash] = []
        cell = NO_CELL
        if conflict and self._leaving is None and self._telling:
            with self.trace.filming():
                cell, clashes = self._failed()
        elif self._pending:
            self._settle()
        reason = self._contradiction(clashes, level, to) if conflict and self._leaving is None else None
        self._take_back(to)
        if self._leaving is not None:  # the answer is seen, or forbidden: the solver goes on
            self._tell(self.trace.backtrack, self.base + to, self._number(self._leaving))
        elif conflict:
            self.conflicts += 1
            self._tell(self.trace.conflict, cell, marked("conflict"), reason)
            self._tell(self.trace.backtrack, self.base + to)
            for clash in clashes:
                if clash.learnt:
                    self.mirror.learn(clash.learnt)
        else:
            self.restarts += 1
            kept = say_n("CaDiCaL restarts, as it does now and then: it keeps {n} guess, and all that it has learnt",
                         "CaDiCaL restarts, as it does now and then: it keeps {n} guesses, and all that it has learnt", n=to)
            self._tell(self.trace.restart, self.base + to, self._number(Reason(kept)))
        for lit in [lit for lit, depth in self._sticky.items() if depth > to]:
            self._sticky[lit] = to
            if not to:
                del self._sticky[lit]
            for said_cell, value in self._says.get(lit, ()):
                self._deduce([(said_cell, value)], *self._because(lit, True))

    def _take_back(self, to: int) -> None:
        for gone in self._trail[to + 1 :]:
            self._assigned.difference_update(gone)
        del self._trail[to + 1 :], self._decided[to:]
        for gone in self._shown_on[to + 1 :]:
            for place in gone:
                self._shown.pop(place, None)
        del self._shown_on[to + 1 :]
        self._clashed = False
        self.mirror.back(to)
        self._level = to
        self._pending = self._quiet = False

    # --- guesses ------------------------------------------------------------------------------------------------------
    def _settle(self) -> None:
        """A level whose decision was not told: it is about a variable that nobody knows."""
        if self._pending:
            self._pending = False
            self.guesses += 1
            self._decided.append(0)
            self._tell(self.trace.guess, NO_CELL, 0, self._number(AUXILIARY), HELPER)

    def _guess(self, literal: int) -> int:
        self.guesses += 1
        self._decided.append(literal)
        settings = self._guess_says.get(literal, ())
        text, cells = self.voice.literal(literal)
        words = say("CaDiCaL tries: {words}", words=text) if text else AUXILIARY.text
        reason = self._kept(("guess", literal), lambda: Why(words, cells))[1]
        if not settings:
            self._tell(self.trace.guess, cells[0] if cells else NO_CELL, 0, reason, HELPER)
            return cells[0] if cells else NO_CELL
        (cell, value), *more = settings
        self._tell(self.trace.guess, cell, value, reason, marked("decision"))
        self._show(cell, value)
        self._deduce(more, PROPAGATION, reason)
        return cell

    def _failed(self) -> tuple[int, list[Clash]]:
        """Tell the guess of a level that failed before anything on it was reported, and find the clash: of either sign, if
        CaDiCaL does not tell which it tried and both fail."""
        if not self._pending:
            clash = self.mirror.clash(None, self._level)
            return NO_CELL, [clash] if clash is not None else []
        variable = self._find_decision()
        if variable is None:
            self._settle()
            return NO_CELL, []
        self._pending = False
        clashes = {literal: clash for literal in (variable, -variable)
                   if (clash := self.mirror.clash(literal, self._level)) is not None}
        if self.positive_first or len(clashes) == 1:
            literal = next(iter(clashes)) if len(clashes) == 1 else variable if self._says.get(variable) else -variable
            return self._guess(literal), [clashes[literal]] if literal in clashes else []
        self.guesses += 1
        self._decided.append(0)
        text, cells = self.voice.literal(variable)
        said = self._guess_says.get(variable) or self._guess_says.get(-variable)
        cell = said[0][0] if said else cells[0] if cells else NO_CELL
        words = say("{words}, or the opposite: CaDiCaL does not tell which it tries here, and it fails at once", words=text)
        self._tell(self.trace.guess, cell, 0, Reason(words, cells), HELPER)
        return cell, list(clashes.values())

    def _find_decision(self) -> int | None:
        """The one decision that is not known yet; those that failed lately are likely to fail again."""
        is_decision, assigned = self._solver.solver.is_decision, self._assigned
        for place, variable in enumerate(self._recent):
            if variable not in assigned and is_decision(variable):
                del self._recent[place]
                self._recent.insert(0, variable)
                return variable
        return None

    # --- reasons ------------------------------------------------------------------------------------------------------
    def _because(self, lit: int, fixed: bool) -> tuple[str, int]:
        """The rule behind what the solver has found, and the number of its reason."""
        if not self._telling:
            return PROPAGATION, -1
        with self.trace.filming():
            clause = self.mirror.forcing(lit)
            if clause is not None:
                learnt = self.mirror.is_learnt(clause)
                return self._kept((lit, id(clause)), lambda: self.voice.forced(lit, clause, learnt))
            clash = None if self.mirror.holds(lit) else self.mirror.clash(-lit, self._level)
            if fixed or not self._level:
                told = self.voice.refuted(lit, clash) if clash is not None and not clash.level else self._for_good(lit)
                return FIXED, self._told(told)
            told = self.voice.refuted(lit, clash) if clash is not None else self._of_guesses(lit)
            return told.rule, self._told(told)

    def _for_good(self, lit: int) -> Why:
        """It holds on every board, whatever was guessed, by clauses that only CaDiCaL knows."""
        words, cells = self.voice.literal(lit)
        text = say("CaDiCaL has proven for good: {words}; it follows from clauses that it learnt", words=words)
        return Why(text, cells, FIXED)

    def _of_guesses(self, lit: int) -> Why:
        """Only CaDiCaL's own learnt clauses give it: then it rests on the guesses that stand."""
        standing = [literal for literal in self._decided if literal]
        text = say("clauses that CaDiCaL learnt earlier give this from the guesses that stand: {held}",
                   held=self.voice.several(standing))
        return Why(text, self.voice.cells([lit, *standing]), PROPAGATION)

    def _contradiction(self, clashes: list[Clash], level: int, to: int) -> Reason | None:
        if not self._telling:
            return None
        with self.trace.filming():
            if clashes:
                return self.voice.contradiction(clashes, self.mirror, level, to, self.base)
            standing = [literal for literal in self._decided if literal]
            if self.mirror.tired:
                text = say("the guesses that stand cannot all be: {held}; back to depth {to} (the film is long: from here on "
                           "it does not work out what contradictions teach)", held=self.voice.several(standing),
                           to=self.base + to)
                return Reason(text, self.voice.cells(standing))
            text = say("clauses that CaDiCaL learnt earlier say that the guesses that stand cannot all be: {held}; "
                       "back to depth {to}", held=self.voice.several(standing), to=self.base + to)
            return Reason(text, self.voice.cells(standing))

    def _kept(self, key: Any, make: Any) -> tuple[str, int]:
        """A reason that comes again and again is told once."""
        known = self._numbers.get(key)
        if known is None:
            made: Why = make()
            known = self._numbers[key] = made.rule, self._told(made)
        return known

    def _told(self, why: Why) -> int:
        """The number of a reason; its rule stands in the event."""
        return self.trace.reason_id(Reason(why.text, why.cells))

    def _number(self, reason: Reason) -> int:
        return self._kept(reason.text, lambda: Why(reason.text, reason.cells))[1]

    def _tell(self, say: Any, *what: Any) -> None:
        """Film it, until the film is as long as it may be; from then on it is only counted."""
        self.events += 1
        if self.events <= self.max_events:
            say(*what)
        elif self.events == self.max_events + 1:
            self.trace.film_ends()

    def added(self, clause: Clause) -> None:
        """A clause that the solver gets now: a cut, or a solution that it shall not give again."""
        with self.trace.filming():
            self.mirror.add(clause)
            for variable in range(self._observed + 1, self.kernel.top + 1):
                self._recent.append(variable)
                self._solver.observe(variable)
            self._observed = self.kernel.top

    def cut(self, clause: Clause) -> None:
        """A kernel may forbid one region by many clauses: the region is shown once an answer."""
        self.added(clause)
        cells = self.kernel.cut_cells(clause)
        if cells not in self._cut_regions:
            self._cut_regions.add(cells)
            reason = why(self.kernel, clause)
            text = reason.text if reason else say("the answer found breaks a rule here: a new clause forbids it")
            self._tell(self.trace.cut, cells, text)
