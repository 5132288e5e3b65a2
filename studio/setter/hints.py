"""Hints in three grades: where to look, which rule, and the move with its reason.

A hint is true in every solution that the givens allow. It starts from the givens and those of the player's marks that all
solutions share; marks that no solution has are told first. Where the ladder has no move, the hint says honestly that only
trying shows it, and names a forced cell.

Where pieces are laid and there are several solutions, the player's own pieces count as given once the givens decide nothing
more: hints then hold in every solution that goes on from them, and where even those leave a choice, a hint leads to one of them
and says so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from studio.core import registry
from studio.core.deduction import Contradiction, Deduction
from studio.core.engine import Cancel, Status
from studio.core.events import Event, Kind, Reason, move_of
from studio.core.family import Family
from studio.core.puzzle import Answer, Board, Puzzle
from studio.core.say import Said, listed, say, say_n
from studio.setter.analysis import MULTIPLE, NONE, TIMEOUT, Verdict, analyse
from studio.setter.ask import ask_best, shorter
from studio.setter.rating import PATIENT_LEVEL
from studio.solvers.clash import clash
from studio.solvers.sat import LazySat
from studio.solvers.search import Applied, Ladder

MOVE, FORCED, LEAD, MISTAKE, DONE, STUCK = "move", "forced", "lead", "mistake", "done", "stuck"
"""a move with its reason, or found by search; one that leads to one of several solutions; what is wrong"""
CLASH_SECONDS = 5.0
"""How long pieces are sought that do not go together."""


@dataclass(frozen=True)
class Hint:
    """`texts` are the grades, shown one after another; `cells` is where to look, `causes` what the move follows from."""

    kind: str
    texts: tuple[str, ...]
    settings: tuple[tuple[int, int], ...] = ()
    """(cell, value): the marks that the hint gives away"""
    cells: tuple[int, ...] = ()
    causes: tuple[int, ...] = ()
    rule: str = ""
    level: int = 0
    chain: tuple[str, ...] = ()
    """what has to be seen before the move, in order (exclusions that no mark can show)"""

    event: Event | None = None
    """the move as an event whose reason unfolds: into the trials that it rests on, or the steps that come before it"""
    moves: Mapping[int, tuple[tuple[int, int], ...]] = field(default_factory=dict)
    """the cells of the moves that those speak of, by number"""

    def settings_of(self, cell: int, value: int) -> list[tuple[int, int]]:
        """The cells that a cell or move of an unfolded step stands for, with their values."""
        move = move_of(cell)
        if move is not None:
            return list(self.moves.get(move, ()))
        return [(cell, value)] if cell >= 0 else []

    def grade(self, number: int) -> str:
        """The text of a grade, from 1; beyond the last it stays at the last."""
        return self.texts[min(number, len(self.texts)) - 1]


def hint(puzzle: Puzzle, marks: Sequence[int], cancel: Cancel | None = None, verdict: Verdict | None = None) -> Hint:
    """The next hint for a player. `verdict` saves time if the board has been analysed already."""
    return Adviser(puzzle, cancel, verdict).hint(marks)


HARDEST = 9
"""Rules beyond this level try things out inside a try: no hint that anybody could follow, and too long to wait for."""
EASIER, EASY = 7, 5
"""The same for hints that go on from a player's own pieces: where these leave one solution, and where they leave several. There
the rules mostly find nothing, and all of them would take many seconds to say so."""


class Adviser:
    """Hints for one puzzle; what the givens allow is found out once."""

    def __init__(self, puzzle: Puzzle, cancel: Cancel | None = None, verdict: Verdict | None = None,
                 laid: Puzzle | None = None) -> None:
        self.puzzle = puzzle
        self.family: Family = registry.family(puzzle.family)
        self._laid = laid is not None
        """the player's own pieces count as given"""
        self._bare = laid or puzzle
        """the puzzle without them"""
        self._start_of_bare = self.family.start_marks(self._bare)
        self.cancel = cancel or Cancel()
        if verdict is None or (verdict.forced is None and verdict.verdict == MULTIPLE):
            verdict = analyse(puzzle, self.cancel, want_clash=False, want_forced=laid is None)
        self.verdict = verdict
        self._forced = dict(verdict.forced or ())
        self._start = self.family.start_marks(puzzle)
        self._names_pieces = verdict.solution is not None and (
            list(self.family.contents(puzzle, verdict.solution)) != list(verdict.solution))

    def hint(self, marks: Sequence[int]) -> Hint:
        verdict = self.verdict
        marks = [mark or start for mark, start in zip(marks, self._start)]
        if verdict.verdict == NONE and self._laid:
            return self._in_the_way(marks)
        if verdict.verdict == NONE:
            ways = self.family.arguments.hints(verdict.proof) if self.family.arguments is not None and verdict.proof else ()
            return Hint(STUCK, ways or (say("This puzzle has no solution, so there is nothing to be found."),))
        if verdict.verdict == TIMEOUT or verdict.solution is None or (verdict.forced is None and not self._laid):
            return Hint(STUCK, (say("The studio could not find out in time what the givens allow."),))
        wrong = self._mistakes(marks)
        if wrong:
            return self._mistake(wrong, alone=True)
        right = self._right(marks)
        todo = [cell for cell in self._forced if cell not in right]
        if self._laid and verdict.forced is None:
            return self._move(marks, right) or self._lead(marks)
        if not todo:
            return self._nothing_left(marks)
        return self._move(marks, right) or self._forced_cell(marks, todo)

    @property
    def _from(self) -> str:
        return say("goes on from your pieces") if self._laid else say("the givens allow")

    # --- the player's marks -----------------------------------------------------------------------------------------
    def _held(self, marks: Sequence[int], answer: Answer) -> set[int]:
        """The marked cells on which the marks agree with an answer."""
        mine, theirs = self.family.contents(self.puzzle, marks), self.family.contents(self.puzzle, answer)
        return {cell for cell, mark in enumerate(marks) if mark and mine[cell] == theirs[cell]}

    def _right(self, marks: Sequence[int]) -> set[int]:
        """The marked cells that agree with every solution."""
        assert self.verdict.solution is not None
        held = self._held(marks, self.verdict.solution)
        return held if self._laid else {cell for cell in held if cell in self._forced}

    def _mistakes(self, marks: Sequence[int]) -> list[int]:
        """Marked cells that no solution agrees with."""
        assert self.verdict.solution is not None
        doubtful = {cell for cell, mark in enumerate(marks) if mark} - self._held(marks, self.verdict.solution)
        if self.verdict.second is not None:
            doubtful -= self._held(marks, self.verdict.second)
        wrong = {cell for cell in doubtful if cell in self._forced}
        if self.verdict.verdict == MULTIPLE and doubtful - wrong and self.family.pieces is None:
            wrong |= self._impossible(marks, doubtful - wrong)
        return sorted(wrong)

    def _impossible(self, marks: Sequence[int], doubtful: set[int]) -> set[int]:
        """Which of these marks fail even alone, asked of the clause kernel one by one."""
        if self.family.kernel is None:
            return set()
        with LazySat(self.family.kernel(self.puzzle, False), self.cancel) as sat:
            told = set(sat.told(marks))
            said: dict[int, int] = {cell: lit for cell, lit in sat.named_cells() if lit in told}
            verdicts = {lit: sat.model([lit]) is not None for lit in {said[cell] for cell in doubtful if cell in said}}
        return {cell for cell in doubtful if cell not in said or not verdicts[said[cell]]}

    def _mistake(self, cells: Sequence[int], alone: bool) -> Hint:
        names = self.puzzle.grid.cell_names(cells)
        if alone:
            texts = (say_n("There is a mistake in your marks.", "There are mistakes in your marks.", n=len(cells)),
                     say("Look again at {names}: no solution has what you marked there.", names=names))
        else:
            texts = (say("Your marks do not go together."),
                     say("No solution has all of what you marked at {names}.", names=names))
        return Hint(MISTAKE, texts, cells=tuple(cells), causes=tuple(cells))

    def _nothing_left(self, marks: Sequence[int]) -> Hint:
        """Every forced cell is marked: done, or the rest is a choice that the givens leave open."""
        if self.verdict.verdict != MULTIPLE or self._solved(marks):
            return Hint(DONE, (say("The puzzle is solved."),))
        if self.family.pieces is not None:
            return self._onwards(marks)
        together = self._marks_that_clash(marks)
        if together:
            return self._mistake(together, alone=False)
        text = say("The givens decide nothing more: this puzzle has several solutions, and the rest is your choice.")
        return Hint(DONE, (text,), cells=self.verdict.differing)

    def _marks_that_clash(self, marks: Sequence[int]) -> list[int]:
        """Marks that are possible one by one but not together: a minimal set of them."""
        if self.family.kernel is None:
            return []
        with LazySat(self.family.kernel(self._bare, False), self.cancel) as sat:
            told = sat.told(marks)
            clashing = set(clash(sat, told) or ())
            return sorted({cell for cell, lit in sat.named_cells() if lit in clashing and marks[cell]})

    # --- several solutions: the player's own pieces count as given ----------------------------------------------------
    def _solved(self, marks: Sequence[int]) -> bool:
        return not self.family.wrong(self.puzzle, tuple(marks))

    def _onwards(self, marks: Sequence[int]) -> Hint:
        """From here on the givens decide nothing: what the player's pieces decide, or a way to one of the solutions."""
        assert self.family.clues is not None and self.verdict.solution is not None
        offers = self.family.clues.offers(self.puzzle, tuple(marks))
        if offers and not self._laid:
            given = self.family.clues.added(self.puzzle, tuple(marks), offers)
            return Adviser(given, self.cancel, laid=self.puzzle).hint(marks)
        return self._lead(marks)

    def _lead(self, marks: Sequence[int]) -> Hint:
        """The piece of one solution in the place where most is decided already."""
        solution, pieces, grid = self.verdict.solution, self.family.pieces, self.puzzle.grid
        assert solution is not None and pieces is not None
        todo = [cell for cell in grid.cells() if solution[cell] and not marks[cell]]
        cell = max(todo, key=lambda c: (sum(1 for near in grid.neighbours(c) if marks[near] or not solution[near])
                                        + (4 - len(grid.neighbours(c))), -c))
        piece = [c for c in todo if solution[c] == solution[cell]]
        settings, name = self._named(piece, marks), pieces.name(self.puzzle, piece)
        many = (say("Several solutions go on from your pieces, and no easy rule finds the next one.") if any(marks)
                else say("This puzzle has several solutions, so the first piece is a choice."))
        texts = (say("{why} Look at {cell}.", why=many, cell=grid.cell_name(cell)),
                 say("In one of the solutions {piece} covers {cell}.", piece=name, cell=grid.cell_name(cell)),
                 say("Lay {piece} on {cells}: that leads to one of the solutions.", piece=name, cells=grid.cell_names(piece)))
        return Hint(LEAD, texts, settings, tuple(piece))

    def _in_the_way(self, marks: Sequence[int]) -> Hint:
        """No solution goes on from the player's pieces: which of them are to blame, and what they spoil."""
        board = Board(self.puzzle, marks)
        spoilt = self.family.dead_end(board)
        cells = self._pieces_that_clash(marks)
        why = spoilt.message if spoilt is not None else ""
        names = self.puzzle.grid.cell_names(cells)
        texts = (say("Your pieces do not go together."),
                 say("{why}.", why=_capital(why)) if why else say("No solution goes on from here; only trying shows it."),
                 say("No solution has all of the pieces at {cells}: take one of them away.", cells=names))
        return Hint(MISTAKE, texts, cells=tuple(cells), causes=tuple(spoilt.cells if spoilt is not None else cells))

    def _pieces_that_clash(self, marks: Sequence[int]) -> list[int]:
        """The cells of pieces that no solution has together; none of them is superfluous, unless time runs out."""
        clues, clock = self.family.clues, shorter(self.cancel, CLASH_SECONDS)
        assert clues is not None
        kept = {mark for cell, mark in enumerate(marks) if mark and not self._start_of_bare[cell]}
        for number in sorted(kept):
            fewer = tuple(mark if mark in kept and mark != number else 0 for mark in marks)
            given = clues.added(self._bare, fewer, clues.offers(self._bare, fewer))
            if ask_best(given, 1, clock).status is Status.NONE:
                kept.discard(number)
        self.cancel.check()
        return [cell for cell, mark in enumerate(marks) if mark in kept]

    # --- the move ---------------------------------------------------------------------------------------------------
    def _move(self, marks: Sequence[int], right: set[int]) -> Hint | None:
        """The ladder's next mark from the givens and the right marks; None if it finds none.

        A rule may see less on a fuller board (one that counts regions greedily, say). Then the ladder starts from the givens
        alone, as the rating does: so hints reach the end wherever the ladder does.
        """
        found = self._next_mark(marks, right, sorted(right))
        if found is None and right and not self._laid:  # pieces that lie are givens: there it would be the same once more
            found = self._next_mark(marks, right, ())
        return found

    @property
    def _hardest(self) -> int:
        """The level of the hardest rule that is asked."""
        return HARDEST if not self._laid else EASY if self.verdict.forced is None else EASIER

    def _next_mark(self, marks: Sequence[int], right: set[int], entered: Sequence[int]) -> Hint | None:
        book = self.family.rulebook
        if book is None:
            return None
        try:
            state = book.state(self.puzzle)
            state.heed, state.telling = self.cancel.check, True
            state.enter(entered, marks)
            fresh = self._fresh(state, right)
            if fresh:
                return self._from_givens(self._named(fresh, marks))
            seen: list[Applied] = []
            for applied in Ladder(book.rules).conclusions(state, limit_level=self._hardest, patient_level=PATIENT_LEVEL):
                self.cancel.check()
                seen.append(applied)
                fresh = self._fresh(state, right)
                if fresh:
                    return self._unfolding(self._explained(self._named(fresh, marks), seen), seen, state)
        except (Contradiction, UntrueStep):
            pass
        return None

    def _fresh(self, state: Deduction, known: set[int]) -> list[int]:
        """Cells that the state decides and the player has not marked. A state that contradicts a solution is not believed."""
        marks, solution = state.marks(), self.verdict.solution
        assert solution is not None
        fresh = [cell for cell, value in enumerate(marks) if value and cell not in known]
        if fresh:
            agreed = (self._held(marks, solution) if self._names_pieces
                      else {cell for cell in fresh if state.holds(cell, marks[cell], solution)})
            everywhere = self._forced if self.verdict.forced is not None else agreed
            if any(cell not in agreed or cell not in everywhere for cell in fresh):
                raise UntrueStep
        return fresh

    def _named(self, cells: Sequence[int], marks: Sequence[int]) -> tuple[tuple[int, int], ...]:
        """What the player is to mark there: the solution's values, or, where values only name pieces, numbers not yet used."""
        solution = self.verdict.solution
        assert solution is not None
        contents = self.family.contents(self.puzzle, solution)
        if not self._names_pieces:
            return tuple((cell, solution[cell]) for cell in cells)
        free = (number for number in range(1, len(marks) + 2) if number not in set(marks))
        numbers = {content: next(free) for content in dict.fromkeys(contents[cell] for cell in cells)}
        return tuple((cell, numbers[contents[cell]]) for cell in cells)

    def _say(self, settings: Sequence[tuple[int, int]]) -> str:
        """The marks of a hint in words."""
        grid = self.puzzle.grid
        if self._names_pieces:
            assert self.family.pieces is not None
            groups: dict[int, list[int]] = {}
            for cell, number in settings:
                groups.setdefault(number, []).append(cell)
            return listed((say("{piece} covers {cells}", piece=self.family.pieces.name(self.puzzle, cells),
                               cells=grid.cell_names(cells)) for cells in groups.values()), say(" and "))
        return listed(say("{cell} is {value}", cell=grid.cell_name(cell), value=self.family.notation.word(value))
                      for cell, value in settings)

    def _from_givens(self, settings: tuple[tuple[int, int], ...]) -> Hint:
        cells = tuple(cell for cell, _ in settings)
        texts = (say("Look at the givens alone."), say("No rule is needed."),
                 say("The givens say it: {what}.", what=self._say(settings)))
        return Hint(MOVE, texts, settings, cells)

    def _explained(self, settings: tuple[tuple[int, int], ...], seen: Sequence[Applied]) -> Hint:
        grid = self.puzzle.grid
        last = seen[-1]
        causes = last.step.reason.cells
        chain = [self._step_text(applied) for applied in self._needed(seen)]
        cells = tuple(dict.fromkeys([*causes, *(cell for cell, _ in settings)]))
        where, what, why = grid.cell_names(cells[:3]), self._say(settings), last.step.reason.text
        texts = (say("Look at {where} and what is near them.", where=where) if len(cells) > 3
                 else say("Look at {where}.", where=where),
                 say("A rule to think of: {title}.", title=last.rule.title),
                 say("{before} So {what}: {why}.", before=_before(chain), what=what, why=why) if chain
                 else say("{what}: {why}.", what=_capital(what), why=why))
        return Hint(MOVE, texts, settings, cells, causes, last.rule.name, last.rule.level, tuple(chain))

    def _unfolding(self, found: Hint, seen: Sequence[Applied], state: Deduction) -> Hint:
        """The hint with its picture: the trial of its last step, or all steps that lead to it, each with its own."""
        steps = [*self._needed(seen), seen[-1]]
        events = tuple(Event(Kind.DEDUCE, 0, applied.step.cell, applied.step.value, applied.rule.name, applied.step.reason, 0.0)
                       for applied in steps)
        last = events[-1]
        if len(events) > 1:
            last = replace(last, reason=Reason(seen[-1].step.reason.text, seen[-1].step.reason.cells, trials=(events,)))
        numbers = {move for cell in _cells_in(last) if (move := move_of(cell)) is not None}
        texts = (*found.texts[:-1], self._as_drawn(found.texts[-1], found.settings, events))
        return replace(found, texts=texts, event=last, moves={number: state.moves[number] for number in numbers})

    def _as_drawn(self, text: str, settings: Sequence[tuple[int, int]], events: Sequence[Event]) -> str:
        """A move that rests on one trial alone is told by the very clash that its picture ends with: a rule that only looks for
        some clash may have met another one."""
        reason = events[-1].reason
        trials = reason.trials if reason is not None and len(events) == 1 else ()
        end = trials[0][-1] if len(trials) == 1 else None
        if end is None or end.kind is not Kind.CONFLICT or end.reason is None:
            return text
        move, forced, why = _capital(self._say(settings)), len(trials[0]) - 2, end.reason.text.rstrip(".")
        if not forced:
            return say("{move}. Suppose the contrary: at once, {clash}.", move=move, clash=why)
        return say_n("{move}. Suppose the contrary: after {n} forced step, {clash}.",
                     "{move}. Suppose the contrary: after {n} forced steps, {clash}.", n=forced, move=move, clash=why)

    def _needed(self, seen: Sequence[Applied]) -> list[Applied]:
        """Earlier steps that the last one may rest on: those about its cells and causes, and what these rest on."""
        touched = {seen[-1].step.cell, *seen[-1].step.reason.cells}
        needed = []
        for applied in reversed(seen[:-1]):
            if applied.step.cell in touched:
                needed.append(applied)
                touched.update(applied.step.reason.cells)
        return needed[::-1]

    def _step_text(self, applied: Applied) -> str:
        cell, value = applied.step.cell, applied.step.value
        if cell < 0:
            what = say("one placement is out") if value < 0 else say("one placement is certain")
        else:
            named = {"cell": self.puzzle.grid.cell_name(cell), "value": self.family.notation.word(abs(value))}
            what = say("{cell} is {value}", **named) if value > 0 else say("{cell} is not {value}", **named)
        return say("{what}: {why}.", what=what, why=applied.step.reason.text)

    def _forced_cell(self, marks: Sequence[int], todo: Sequence[int]) -> Hint:
        """No rule helps: a forced cell with the most decided neighbours, and no pretence of a reason."""
        assert self.verdict.solution is not None
        near = self.puzzle.grid.neighbours
        cell = max(todo, key=lambda c: (sum(1 for other in near(c) if marks[other]), -c))
        contents = self.family.contents(self.puzzle, self.verdict.solution)
        piece = [c for c in todo if contents[c] == contents[cell]] if self._names_pieces else [cell]
        settings = self._named(piece, marks)
        texts = (say("None of the studio's easier rules finds a move here.") if self._laid else
                 say("None of the studio's rules finds a move here."),
                 say("Only trying it out shows something: suppose it were otherwise at {cell}.",
                     cell=self.puzzle.grid.cell_name(cell)),
                 say("{what} in every solution that goes on from your pieces; found by search, not by a rule.",
                     what=_capital(self._say(settings))) if self._laid else
                 say("{what} in every solution that the givens allow; found by search, not by a rule.",
                     what=_capital(self._say(settings))))
        return Hint(FORCED, texts, settings, tuple(piece))


class UntrueStep(Exception):
    """A ladder's step that a solution contradicts: a fault in a rule, which must not mislead a player."""


def _cells_in(event: Event) -> Iterator[int]:
    """The cells and moves of an event and of everything that its reason unfolds into."""
    yield event.cell
    for trial in event.reason.trials if event.reason is not None else ():
        for step in trial:
            yield from _cells_in(step)


def _before(chain: Sequence[str]) -> str:
    """What has to be seen before a move, in one sentence; all of it is in `Hint.before`, for whoever unfolds it."""
    if len(chain) == 1:
        return _capital(chain[0])
    return say("{n} smaller steps come before it, the last of them: {step}", n=len(chain), step=chain[-1])


def _capital(text: str) -> str:
    """Begun with a capital, but for names of cells."""
    if not text or (text[0] == "r" and text[1:2].isdecimal()):
        return text
    if isinstance(text, Said):
        first = re.match(r"\{(\w+)\}", text.template)
        if first and isinstance(text.values[first[1]], str):
            return Said(text.template, text.plural, {**text.values, first[1]: _capital(text.values[first[1]])})
    return text[:1].upper() + text[1:]
