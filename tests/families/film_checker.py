"""The film checker: replays a film event by event and asks of every one whether it is true on the board that it shows.

All solutions of a small board are listed first, so that "true in all solutions of the position" is a look into a table. The
position is what guesses and deductions have set or excluded and no step back has undone; solutions that the film has told are
done with. A guess about something that cells do not show (its rule is HELPER) makes the position below it unknowable from
outside: claims there are not tested, but counted as such.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from studio.core import registry
from studio.core.engine import Cancel, Engine, Limits, Options, SolveResult, Status, run_engine
from studio.core.events import GLIMPSE, HELPER, NARROWED, STEPS_BACK, Event, Kind, move_of
from studio.core.family import Family
from studio.core.film import TraceLog
from studio.core.possible import Exclusions, Gone, Slate, slate_of
from studio.core.puzzle import Answer, Puzzle
from studio.core.trace import TraceWriter
from tests.families.trial_checker import trial_faults

SECONDS = 20.0
EVENTS = 60_000
SLATES = 60
"""positions of a film at which what is shown as possible is looked at"""
NO_CANDIDATE = "no candidate"
"""The rule under which the shared state of candidates tells that a step leaves a cell without any value."""
Flags = NDArray[np.bool_]
NAMED = re.compile(r"\br(\d+)c(\d+)\b")
CLAIM = re.compile(r"\br(\d+)c(\d+) (?:= |is )(not )?(?:an? )?(\w+)")


@dataclass
class Film:
    """A film with the run behind it."""

    family: Family
    puzzle: Puzzle
    engine: Engine
    wanted: int
    log: TraceLog
    result: SolveResult


_loaded: set[tuple[str, str]] = set()


def load(family: str, engine: Engine) -> None:
    """As a worker does before its first run, off the clock: to compile kernels can take longer than the limit."""
    if (family, engine.id) not in _loaded:
        engine.load()
        _loaded.add((family, engine.id))


def filmed(puzzle: Puzzle, engine: Engine, wanted: int = 0, values: dict[str, Any] | None = None,
           writer: type[TraceWriter] = TraceWriter) -> Film:
    """Run an engine under the camera."""
    family = registry.family(puzzle.family)
    log, limits = TraceLog(puzzle.grid.size, EVENTS), Limits(SECONDS, events=EVENTS)
    options = Options(wanted, values or {})
    load(puzzle.family, engine)
    result = run_engine(engine, puzzle, options, limits, writer(log.add), Cancel(limits), family.wrong)
    return Film(family, puzzle, engine, wanted, log, result)


def unfilmed(puzzle: Puzzle, engine: Engine, wanted: int = 0, values: dict[str, Any] | None = None) -> SolveResult:
    family, limits = registry.family(puzzle.family), Limits(SECONDS)
    load(puzzle.family, engine)
    return run_engine(engine, puzzle, Options(wanted, values or {}), limits, TraceWriter(), Cancel(limits), family.wrong)


class Table:
    """All solutions of a board, and which of them keep a claim."""

    def __init__(self, family: Family, puzzle: Puzzle, solutions: Sequence[Answer]) -> None:
        self.family, self.puzzle = family, puzzle
        self.answers = [tuple(each) for each in solutions]
        self._rows = {self._key(each): number for number, each in enumerate(self.answers)}
        self._values = np.array(self.answers, np.int64).reshape(len(self.answers), puzzle.grid.size)
        self._pieces = [self._cells_of_pieces(each) for each in self.answers] if family.pieces is not None else []
        self._made: dict[tuple[tuple[int, int], ...], Flags] = {}

    def __len__(self) -> int:
        return len(self.answers)

    def _key(self, answer: Answer) -> Hashable:
        return tuple(self.family.contents(self.puzzle, answer))

    def number(self, answer: Answer) -> int | None:
        return self._rows.get(self._key(answer))

    @staticmethod
    def _cells_of_pieces(answer: Answer) -> set[tuple[int, ...]]:
        pieces: dict[int, list[int]] = {}
        for cell, piece in enumerate(answer):
            if piece:
                pieces.setdefault(piece, []).append(cell)
        return {tuple(cells) for cells in pieces.values()}

    def keep(self, cell: int, value: int) -> Flags:
        """The solutions in which a cell has a value (value < 0: has not)."""
        flags: Flags = self._values[:, cell] == abs(value)
        return flags if value > 0 else ~flags

    def keep_move(self, move: tuple[tuple[int, int], ...], made: bool) -> Flags:
        known = self._made.get(move)
        if known is None:
            if self.family.pieces is not None:
                cells = tuple(sorted(cell for cell, _ in move))
                known = np.array([cells in pieces for pieces in self._pieces], np.bool_).reshape(len(self))
            else:
                known = np.ones(len(self), np.bool_)
                for cell, value in move:
                    known &= self.keep(cell, value)
            self._made[move] = known
        return known if made else ~known


Meaning = Callable[[Puzzle, Event, Sequence[Answer]], "Flags | None"]
MEANINGS: dict[str, Meaning] = {}
"""family -> which solutions keep a HELPER guess (None: cannot be told). A family's tests may add theirs."""


@dataclass
class Report:
    """What was found. `checked` counts claims by kind, `untold` those below guesses that cells do not show."""

    faults: list[str] = field(default_factory=list)
    checked: Counter[str] = field(default_factory=Counter)
    untold: int = 0


class Checker:
    """One pass over a film. `alive[d]`: the solutions that keep everything set at depth d or above; None: unknowable."""

    def __init__(self, film: Film, table: Table) -> None:
        self.film, self.table, self.report = film, table, Report()
        self.alive: list[Flags | None] = [np.ones(len(table), np.bool_)]
        self.told = np.zeros(len(table), np.bool_)
        self.shown: list[dict[int, int]] = [{}]
        self.depth = 0
        self.facts: list[list[tuple[int, int]]] = [[]]
        """what was set and excluded, level by level: the position in which trials begin"""
        self.last: Kind | None = None
        """the last kind but notes"""
        self._clashed = False

    def fault(self, index: int, text: str) -> None:
        event = self.film.log.event(index)
        where = f"{self.film.puzzle.family}/{self.film.engine.id} event {index + 1} of {len(self.film.log)}"
        why = f" ({event.reason.text!r})" if event.reason is not None else ""
        self.report.faults.append(f"{where}: {event.kind.name} d{event.depth} cell {event.cell} value {event.value} "
                                  f"rule {event.rule!r}{why}: {text}")

    def run(self) -> Report:
        slate, exclusions = slate_of(self.film.family, self.film.puzzle), Exclusions(self.film.log)
        every = max(1, len(self.film.log) // SLATES)
        for index in range(len(self.film.log)):
            event = self.film.log.event(index)
            self._order(index, event)
            self._trials(index, event)
            getattr(self, f"_on_{event.kind.name.lower()}")(index, event)
            self._reason(index, event)
            if slate is not None and index % every == 0:
                self._possible(index, slate, exclusions.at(index + 1))
            if event.kind is not Kind.NOTE:
                self.last = event.kind
        self._at_the_end()
        self._statistics()
        return self.report

    # --- what is still possible --------------------------------------------------------------------------------------------
    def _possible(self, index: int, slate: Slate, gone: Gone) -> None:
        """What the board shows as possible leaves out nothing that some solution of the position has."""
        left = self._left()
        if left is None:
            return
        start = self.film.family.start_marks(self.film.puzzle)
        frame, _ = self.film.log.frame(index + 1)
        marks = [value or first for value, first in zip(frame.values.tolist(), start)]
        for number in np.flatnonzero(left).tolist():
            self.report.checked["slates"] += 1
            lost = slate.keeps(marks, gone, self.table.answers[number])
            if lost:
                self.fault(index, f"the board leaves out what a solution of the position has in cell {lost[0]}")

    # --- trials ------------------------------------------------------------------------------------------------------------
    def _trials(self, index: int, event: Event) -> None:
        """The film within the film holds on the position before its event."""
        if event.kind in STEPS_BACK:
            del self.facts[event.depth + 1 :]
        if event.reason is not None and event.reason.trials:
            position = [fact for level in self.facts for fact in level]
            for fault in trial_faults(self.film.family, self.film.puzzle, position, event):
                self.fault(index, fault)
            self._cases(index, event)
            self.report.checked["trials"] += len(event.reason.trials)
        if event.kind is Kind.GUESS:
            self.facts.append([])
        if event.kind in (Kind.GUESS, Kind.DEDUCE) and event.cell != -1 and event.value:
            self.facts[-1].append((event.cell, event.value))

    def _cases(self, index: int, event: Event) -> None:
        """Every solution left keeps one of the suppositions or the conclusion; none keeps one that clashes."""
        left, claim = self._left(), self._claim(event)
        if left is None or claim is None or event.reason is None:
            return
        covered = claim.copy()
        for trial in event.reason.trials:
            supposed = self._claim(trial[0])
            if supposed is None:
                return
            covered |= supposed
            if trial[-1].kind is Kind.CONFLICT and (left & supposed).any():
                self.fault(index, "a solution has what a trial says to clash")
        if (left & ~covered).any():
            self.fault(index, "its trials leave out a case")

    # --- the order of events ---------------------------------------------------------------------------------------------
    def _order(self, index: int, event: Event) -> None:
        kind = event.kind
        if kind is Kind.NOTE:
            return
        if self.last is Kind.CONFLICT and kind not in (*STEPS_BACK, Kind.END, Kind.CONFLICT):
            self.fault(index, "goes on after a contradiction without a step back")
        if self.last is Kind.SOLUTION and kind is Kind.CONFLICT:
            self.fault(index, "a contradiction right after a solution")
        if self.last is Kind.END:
            self.fault(index, "something happens after the end")
        if self._clashed and kind is not Kind.CONFLICT:
            self.fault(index, "the step before it clashes with the position, and no contradiction is told")
        self._clashed = False
        expected = self.depth + 1 if kind is Kind.GUESS else self.depth
        wrong = event.depth > self.depth if kind in (*STEPS_BACK, Kind.END) else event.depth != expected
        if wrong:
            self.fault(index, f"depth {event.depth} after depth {self.depth}")

    # --- claims ----------------------------------------------------------------------------------------------------------
    def _left(self) -> Flags | None:
        alive = self.alive[-1]
        return None if alive is None else alive & ~self.told

    def _claim(self, event: Event) -> Flags | None:
        """The solutions that keep what an event sets; None if cells do not show it."""
        move = move_of(event.cell)
        if move is not None:
            return self.table.keep_move(self.film.log.moves[move], event.value > 0)
        if event.cell < 0 or event.value == 0:
            return None
        return self.table.keep(event.cell, event.value)

    def _set(self, event: Event) -> None:
        move = move_of(event.cell)
        pairs = self.film.log.moves[move] if move is not None else ((event.cell, event.value),)
        if event.value > 0:
            for cell, value in pairs:
                before = next((marks[cell] for marks in self.shown if cell in marks), None)
                if before is None:
                    self.shown[-1][cell] = value
                elif before != value:
                    self._clashed = event.kind is Kind.DEDUCE

    def _on_deduce(self, index: int, event: Event) -> None:
        claim, left = self._claim(event), self._left()
        if claim is None:
            self.fault(index, "a deduction about nothing")
            return
        if left is None:
            self.report.untold += 1
        else:
            self.report.checked["deductions"] += 1
            broken = left & ~claim
            if broken.any():
                other = self.table.answers[int(np.argmax(broken))]
                self.fault(index, f"untrue: {int(broken.sum())} of {int(left.sum())} solutions left break it, such as {other}")
            alive = self.alive[-1]
            assert alive is not None
            self.alive[-1] = alive & claim
        self._set(event)

    def _on_guess(self, index: int, event: Event) -> None:
        claim, alive = self._claim(event), self.alive[-1]
        if event.rule == HELPER or claim is None:
            meaning = MEANINGS.get(self.film.puzzle.family)
            more = meaning(self.film.puzzle, event, self.table.answers) if meaning is not None else None
            claim = more if claim is None or more is None else claim & more
        self.alive.append(None if alive is None or claim is None else alive & claim)
        self.shown.append({})
        self.depth += 1
        if event.cell != -1 and event.value:
            self._set(event)

    def _on_conflict(self, index: int, event: Event) -> None:
        left = self._left()
        if left is None:
            self.report.untold += 1
            return
        self.report.checked["conflicts"] += 1
        if event.rule == NO_CANDIDATE and event.reason is not None and not self._just_told(index, event.reason.cells):
            self.fault(index, "the step that leaves this cell without a value was not told")
        if left.any():
            some = self.table.answers[int(np.argmax(left))]
            self.fault(index, f"untrue: the position has {int(left.sum())} solutions, such as {some}")

    def _just_told(self, index: int, cells: Sequence[int]) -> bool:
        """True when the event before is a step about one of these cells."""
        before = next((i for i in range(index - 1, -1, -1) if self.film.log.rows[i, 0] != Kind.NOTE), -1)
        about = {cell for cell, _ in self.film.log.event_cells(before)} if before >= 0 else set()
        return before >= 0 and self.film.log.rows[before, 0] in (Kind.DEDUCE, Kind.GUESS) and bool(about & set(cells))

    def _on_backtrack(self, index: int, event: Event) -> None:
        del self.alive[event.depth + 1 :]
        del self.shown[event.depth + 1 :]
        self.depth = min(self.depth, event.depth)

    _on_restart = _on_phase = _on_backtrack

    def _on_cut(self, index: int, event: Event) -> None:
        self.report.checked["cuts"] += 1

    def _on_note(self, index: int, event: Event) -> None:
        """A remark says nothing of the position; what a solver settled before it searched stands in every solution."""
        shown = self.film.log.glimpse_at(index + 1)
        if event.rule == GLIMPSE and shown is None:
            self.fault(index, "it shows a glimpse that there is not")
        if shown is None:
            return
        self.report.checked["glimpses"] += 1
        size = self.film.puzzle.grid.size
        whole = len(shown.values) == size and len(shown.shares) in (0, size)
        if not whole or any(not 0 <= share <= 100 for share in shown.shares):
            self.fault(index, "its glimpse is about another board")
        for cell, value in enumerate(shown.values if shown.sort == NARROWED else ()):
            if value and not self.table.keep(cell, value).all():
                self.fault(index, f"a solution has something else in cell {cell} than what is said to be settled")

    def _on_put(self, index: int, event: Event) -> None:
        self.fault(index, "a search makes no puzzle")

    _on_take = _on_keep = _on_put

    def _on_solution(self, index: int, event: Event) -> None:
        answer = self.film.log.solution_at(index + 1)
        number = None if answer is None else self.table.number(answer)
        if answer is None or number is None:
            self.fault(index, "what it calls a solution is none")
            return
        if self.told[number]:
            self.fault(index, "this solution was told before")
        alive = self.alive[-1]
        if alive is not None and not alive[number]:
            self.fault(index, "the solution is not one of the position shown")
        marks = {cell: value for level in self.shown for cell, value in level.items()}
        if self.film.family.pieces is None and any(answer[cell] != value for cell, value in marks.items()):
            self.fault(index, "the board shows something else than the solution")
        self.report.checked["solutions"] += 1
        self.told[number] = True

    def _on_end(self, index: int, event: Event) -> None:
        if event.value:
            if self.film.result.status.answered and self.film.log.solutions and self.film.log.solution_at(index + 1) is None:
                self.fault(index, "the answer is not on the board")
            self.depth = 0
        if event.reason is None or not event.reason.text:
            self.fault(index, "an end without a verdict")

    # --- reasons ---------------------------------------------------------------------------------------------------------
    def _reason(self, index: int, event: Event) -> None:
        """The cells that a reason names are on the board; what it says of one holds in every solution left."""
        if event.reason is None:
            return
        grid = self.film.puzzle.grid
        if any(not 0 <= cell < grid.size for cell in event.reason.cells):
            self.fault(index, "its reason names cells beside the board")
        for row, col in NAMED.findall(event.reason.text):
            if not (1 <= int(row) <= grid.rows and 1 <= int(col) <= grid.cols):
                self.fault(index, f"its reason names r{row}c{col}, which is not on the board")
        left = self._left()
        if event.kind is not Kind.DEDUCE or left is None:
            return
        for row, col, no, word in CLAIM.findall(event.reason.text):
            value = self._value(word)
            if value is not None and 1 <= int(row) <= grid.rows and 1 <= int(col) <= grid.cols:
                flags = self.table.keep(grid.index(int(row) - 1, int(col) - 1), -value if no else value)
                self.report.checked["reasons"] += 1
                if (left & ~flags).any():
                    self.fault(index, f"its reason says r{row}c{col} is {no}{word}, which does not hold")

    def _value(self, word: str) -> int | None:
        notation = self.film.family.notation
        if word.isdecimal():
            return int(word) or None
        for value in range(1, 10):
            said = notation.word(value)
            if word in said.split():
                return value
        return None

    # --- the whole ---------------------------------------------------------------------------------------------------------
    def _at_the_end(self) -> None:
        log, result = self.film.log, self.film.result
        if log.cut or not result.stats.get("whole", True) or result.status is Status.ERROR:
            if result.status is Status.ERROR:
                self.report.faults.append(f"{self.film.puzzle.family}/{self.film.engine.id}: {result.message}")
            return
        if not len(log):
            self.report.faults.append(f"{self.film.puzzle.family}/{self.film.engine.id}: an empty film")
            return
        last = log.event(len(log) - 1)
        if last.kind not in (Kind.SOLUTION, Kind.END):
            self.fault(len(log) - 1, "the film ends neither on a solution nor on a verdict")
        told = [self.table.number(each) for each in log.solutions]
        if [self.table.number(each) for each in result.solutions] != told and sorted(map(str, told)) != sorted(
                str(self.table.number(each)) for each in result.solutions):
            self.fault(len(log) - 1, f"the film tells {len(told)} solutions, the result {len(result.solutions)}")
        listed = result.complete and self.film.wanted == 0 and result.count in (None, len(result.solutions))
        if last.kind is Kind.END and last.value and listed and not self.told.all():
            self.fault(len(log) - 1, f"it says everything is seen, and {int((~self.told).sum())} solutions are not")

    def _statistics(self) -> None:
        log, stats = self.film.log, self.film.result.stats
        if log.cut or not stats.get("events"):
            return
        kinds = Counter(int(kind) for kind in log.rows[:, 0])
        seen = {"guesses": kinds[Kind.GUESS], "backtracks": kinds[Kind.BACKTRACK], "conflicts": kinds[Kind.CONFLICT],
                "restarts": kinds[Kind.RESTART], "cuts": kinds[Kind.CUT], "deductions": kinds[Kind.DEDUCE],
                "max_depth": int(log.rows[:, 1].max())}
        steps = any(kinds[kind] for kind in (Kind.GUESS, Kind.DEDUCE, Kind.CONFLICT, Kind.BACKTRACK))
        if not steps:
            return
        own, told = not self.film.engine.film_note, stats.get("film", stats)
        where = f"{self.film.puzzle.family}/{self.film.engine.id}"
        for name, number in seen.items():
            if told.get(name) != number:
                self.report.faults.append(f"{where}: {name} is {number} by the events and {told.get(name)} by the statistics")
        if own and stats.get("whole", True) and "film" in stats and not any(kinds[kind] for kind in (Kind.PHASE,)):
            self.report.faults.append(f"{where}: the film's numbers {stats['film']} are not the run's "
                                      f"{ {name: stats[name] for name in seen} }")
        if stats["nodes"] is not None and stats["nodes"] != stats["guesses"] + 1:
            self.report.faults.append(f"{where}: {stats['nodes']} nodes and {stats['guesses']} guesses")


def check_film(film: Film, solutions: Sequence[Answer]) -> Report:
    """Test a film against all solutions of its board."""
    return Checker(film, Table(film.family, film.puzzle, solutions)).run()
