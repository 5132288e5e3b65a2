"""Z3 on SMT-LIB text: first solution, uniqueness, and its real search as a film. Knows no puzzle.

The text that is solved is the text that is exported. When somebody watches, a passive `UserPropagateBase` sees every decision
that Z3 makes (whatever term it is about), every step back, and every watched number that becomes fixed; it never interferes.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from studio.core.engine import Cancel
from studio.core.events import HELPER
from studio.core.puzzle import Answer
from studio.core.say import marked, say
from studio.core.trace import NO_CELL, Kind, Reason, TraceWriter
from studio.solvers.smt_words import Reader, Unreadable, Vocabulary

POLL_SECONDS = 0.05
POLL_EVERY = 256
FILM_NOTE = marked("Watched, Z3 uses its plain core and no strategy of its own, so it takes another way than "
                   "unwatched, and is slower.")
MOST_TEXT = 120
"""Longest term that is quoted in a film."""


def numbered_cell(text: str) -> int:
    """The first cell that a term names, where constants are named like `x_17`."""
    number = re.search(r"[a-z]_(\d+)", text)
    return int(number.group(1)) if number else NO_CELL


@dataclass(frozen=True)
class SmtProblem:
    """An SMT-LIB 2 problem about cells.

    `terms`: for every cell the constant that holds its value ("" if it has none). `values`: for Int constants the numbers worth
    watching in a film; for Bool constants the cell's value when true and when false.
    """

    text: str
    terms: Sequence[str]
    values: Sequence[int]
    boolean: bool = False
    logic: str = "QF_UFLIA"
    cell_of: Callable[[str], int] = numbered_cell
    """The cell that a term is about, from its text; NO_CELL if it names none"""
    words: Vocabulary | None = None
    """what the constants mean, for films"""


class SmtSearch:
    """One Z3 solver on one problem. `exhausted` is True once it has said that there are no more solutions."""

    def __init__(self, problem: SmtProblem, trace: TraceWriter, cancel: Cancel, max_events: int = 2_000_000) -> None:
        import z3

        self.z3, self.problem, self.trace, self.cancel = z3, problem, trace, cancel
        self.exhausted = False
        self.ctx = z3.Context()
        formulas = z3.parse_smt2_string(problem.text, ctx=self.ctx)
        make = z3.Bool if problem.boolean else z3.Int
        self.terms = [make(name, self.ctx) if name else None for name in problem.terms]
        self.film: Any = None
        # A propagator needs the plain core; unwatched, the logic's own strategy is faster.
        self.solver = z3.SimpleSolver(ctx=self.ctx) if trace.enabled else z3.SolverFor(problem.logic, ctx=self.ctx)
        if trace.enabled:
            self.film = _film_class()(self.solver, self._watched(), trace, cancel, max_events, problem)
        self.solver.add(formulas)
        if self.film is not None:
            self.film.watch()

    def _watched(self) -> list[tuple[Any, int, int, int]]:
        """(atom, cell, value if true, value if false or 0)."""
        values = self.problem.values
        if self.problem.boolean:
            return [(term, cell, values[0], values[1]) for cell, term in enumerate(self.terms) if term is not None]
        return [(term == value, cell, value, 0) for cell, term in enumerate(self.terms) if term is not None for value in values]

    def solve(self, wanted: int, missing: Callable[[Answer], Sequence[str]] | None = None) -> list[Answer]:
        """Up to `wanted` answers (0 = all), each told to the trace.

        `missing`: assertions that an answer shows to be missing in the text; they are added, and the answer is none.
        """
        found: list[Answer] = []
        while not wanted or len(found) < wanted:
            model = self._model()
            if model is None:
                self.exhausted = True
                break
            answer = self._answer(model)
            more = missing(answer) if missing is not None else ()
            if more:
                self.trace.note("this board breaks a rule that is not in the text: it is added")
                self.solver.add(self._parsed(more))
                continue
            self.trace.solution(answer)
            found.append(answer)
            self.solver.add(self._different(answer))
        self._totals()
        return found

    def _parsed(self, lines: Sequence[str]) -> Any:
        """Further assertions about the constants of the text."""
        declared = [line for line in self.problem.text.splitlines() if line.startswith("(declare-")]
        return self.z3.parse_smt2_string("\n".join([*declared, *lines]), ctx=self.ctx)

    def _model(self) -> Any:
        with self._interruptible():
            verdict = self.solver.check()
        if self.film is not None and self.film.stopped is not None:
            raise self.film.stopped
        if verdict == self.z3.unknown:
            self.cancel.check()
            raise RuntimeError(f"Z3 gave up: {self.solver.reason_unknown()}")
        if verdict == self.z3.unsat and self.film is not None:
            self.film.refuted()
        return self.solver.model() if verdict == self.z3.sat else None

    @contextmanager
    def _interruptible(self) -> Iterator[None]:
        """Z3 runs without the interpreter lock: a thread looks at the clock and the user, and interrupts it."""
        done = threading.Event()

        def watch() -> None:
            while not done.wait(POLL_SECONDS):
                try:
                    self.cancel.check()
                except BaseException:
                    self.ctx.interrupt()

        watcher = threading.Thread(target=watch, name="z3 watch", daemon=True)
        watcher.start()
        try:
            yield
        finally:
            done.set()
            watcher.join()

    def _answer(self, model: Any) -> Answer:
        return tuple(0 if term is None else self._value(model.eval(term, model_completion=True)) for term in self.terms)

    def _value(self, value: Any) -> int:
        if self.problem.boolean:
            return self.problem.values[0] if self.z3.is_true(value) else self.problem.values[1]
        return int(value.as_long())

    def _different(self, answer: Answer) -> Any:
        terms = [(term, value) for term, value in zip(self.terms, answer) if term is not None]
        if self.problem.boolean:
            return self.z3.Or([term != (value == self.problem.values[0]) for term, value in terms])
        return self.z3.Or([term != value for term, value in terms])

    def _totals(self) -> None:
        """Z3's own counters. Its decisions are guesses, wherever they are about; what else it counts stands under its name."""
        statistics = self.solver.statistics()
        own = {key: statistics.get_key_value(key) for key in statistics.keys()}  # noqa: SIM118
        self.trace.solver("Z3", own)
        self.trace.count(guesses=int(own.get("decisions", 0)), conflicts=int(own.get("conflicts", 0)),
                         restarts=int(own.get("restarts", 0)))


def _film_class() -> Any:
    """The propagator's class, made here because its base can only be named once z3 is loaded."""
    import z3

    class Film(z3.UserPropagateBase):  # type: ignore[misc]
        """Watches push, pop, decide and fixed. A callback must not raise: faults wait in `stopped`."""

        def __init__(self, solver: Any, watched: Sequence[tuple[Any, int, int, int]], trace: TraceWriter, cancel: Cancel,
                     max_events: int, problem: SmtProblem) -> None:
            super().__init__(solver)
            self.trace, self.cancel = trace, cancel
            self.left = max_events
            self._cell_of = problem.cell_of
            self._reader = Reader(problem.words) if problem.words is not None else None
            self.stopped: BaseException | None = None
            self._watched = watched
            self._says = {atom.get_id(): (cell, true, false) for atom, cell, true, false in watched}
            self._depths: list[int] = []
            self._terms: dict[tuple[int, bool], int] = {}
            self._about: dict[int, int] = {}
            self._calls = 0
            self._shown: list[dict[int, int]] = [{}]
            self._clashes = False
            self.add_fixed(self._on_fixed)
            self.add_decide(self._on_decide)

        def watch(self) -> None:
            for atom, *_ in self._watched:
                self.add(atom)

        def push(self) -> None:
            self._depths.append(self.trace.depth)

        def pop(self, num_scopes: int) -> None:
            depth = self._depths[-num_scopes]
            del self._depths[-num_scopes:]
            self._tell(lambda: self._step_back(depth))

        def fresh(self, new_ctx: Any) -> Any:
            return self

        def _step_back(self, depth: int) -> None:
            """Below its first level Z3 goes back only from a dead end. To the first level it also goes to restart, and after an
            answer: it does not say which, so nothing is claimed."""
            clashes, self._clashes = self._clashes, False
            if depth < self.trace.depth:
                if clashes or (depth and self.trace.last_kind is not Kind.SOLUTION):
                    self.trace.conflict(NO_CELL, marked("conflict"))
                self.trace.backtrack(depth)
                del self._shown[depth + 1 :]

        def refuted(self) -> None:
            """Z3 is done, and need not have stepped back from its last dead end."""
            if self._clashes:
                self._tell(lambda: self.trace.conflict(NO_CELL, marked("conflict")))

        def _see(self, cell: int, value: int) -> None:
            """Tell a fixed value. Two values in one cell: then the next step back is from a dead end.

            Now and then Z3 opens a scope without saying what it decides in it: what it fixes there goes when the scope does.
            """
            if self._depths and self._depths[-1] == self.trace.depth:
                self._guess(NO_CELL, 0, Reason(say("Z3 tries something that it does not tell")), HELPER)
            self.trace.deduce(cell, value, marked("propagation"))
            before = next((marks[cell] for marks in self._shown if cell in marks), value)
            self._shown[-1].setdefault(cell, value)
            self._clashes = self._clashes or before != value

        def _on_fixed(self, atom: Any, value: Any) -> None:
            cell, true, false = self._says[atom.get_id()]
            said = true if z3.is_true(value) else false
            if said:
                self._tell(lambda: self._see(cell, said))

        def _on_decide(self, term: Any, index: int, phase: int) -> None:
            known = self._says.get(term.get_id())
            if known is not None:
                cell, true, false = known
                value = true if phase > 0 else false or -true  # Z3 passes a bool: 0 means that it tries "no" first
                self._tell(lambda: self._guess(cell, value, None, marked("decision")))
                return
            number = self._describe(term, phase > 0)
            self._tell(lambda: self._guess(self._about[number], 0, number, HELPER))

        def _guess(self, cell: int, value: int, reason: Reason | int | None, rule: str) -> None:
            self.trace.guess(cell, value, reason, rule)
            self._shown.append({cell: value} if value > 0 else {})

        def _describe(self, term: Any, holds: bool) -> int:
            """A term in words, as a reason that is told once; `_about` has its first cell."""
            known = self._terms.get((term.get_id(), holds))
            if known is None:
                with self.trace.filming():
                    reason = self._in_words(term, holds)
                    known = self._terms[term.get_id(), holds] = self.trace.reason_id(reason)
                    self._about[known] = reason.cells[0] if reason.cells else NO_CELL
            return known

        def _in_words(self, term: Any, holds: bool) -> Reason:
            if self._reader is not None:
                try:
                    text, cells = self._reader.read(term, holds)
                    return Reason(say("Z3 tries: {text}", text=text), cells)
                except Unreadable:
                    pass
            quoted = " ".join(str(term).split())
            cell = self._cell_of(quoted)
            return Reason(say("Z3 decides on a condition of its model: {quoted}", quoted=quoted[:MOST_TEXT]),
                          (cell,) if cell >= 0 else ())

        def _tell(self, tell: Any) -> None:
            """Film it while there is room; look at the clock now and then."""
            try:
                self._calls += 1
                if self._calls % POLL_EVERY == 0 and self.stopped is None:
                    self.cancel.check()
                self.left -= 1
                if self.left > 0:
                    tell()
                elif self.left == 0:
                    self.trace.film_ends()
            except BaseException as fault:
                self.stopped = self.stopped or fault
                self.ctx().interrupt()

    return Film
