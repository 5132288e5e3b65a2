"""The verdict card: what the setter's mind says about the board, and switches for what to see of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QVBoxLayout, QWidget

from studio.core.draw import Overlay
from studio.core.language import told
from studio.core.language import told as in_words
from studio.core.puzzle import Answer, Board, Violation
from studio.share.words import sentence
from studio.ui import announce
from studio.ui.document import Document
from studio.ui.fields import leave_undo
from studio.ui.modes.mending import Mending
from studio.ui.modes.proof_view import ProofView
from studio.ui.modes.solutions_card import SolutionsCard
from studio.ui.verdict import LiveVerdict
from studio.ui.widgets import Folding, button, label, number_field, row, section, set_state

NAMED_CLUES = 8
DETAIL_LINES = 2
"""Room that is kept for what is said below the verdict."""
MOST_COUNTED = 100_000


class VerdictCard(QFrame):
    """`changed` when the board should be drawn anew."""

    changed = Signal()

    def __init__(self, document: Document, live: LiveVerdict, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._heard = ""
        self._offered = False
        """something is offered of a verdict, so that there is something to keep in its place"""
        self.setObjectName("card")
        self._document, self._live = document, live
        self._mark_differences: bool | None = None
        """as the user last chose; until then differences are marked where they are few enough to tell something"""
        self._build(live)
        live.thinking.connect(self._thinking)
        live.recalled.connect(lambda: self.other.setChecked(False))
        live.told.connect(self._told)
        live.failed.connect(self._failed)
        live.rated.connect(self._rated)
        self._thinking()

    def _build(self, live: LiveVerdict) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 11, 12, 12)
        column.setSpacing(7)
        self.headline = QLabel()
        self.headline.setTextFormat(Qt.TextFormat.PlainText)
        self.headline.setObjectName("verdict")
        self.headline.setWordWrap(True)
        self.detail = label(role="muted", wrap=True)
        self.detail.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.solution = self._switch(self.tr("Solution"), "check", self.tr("Show the solution on the board"))
        self.other = self._switch(self.tr("Other solution"), "flipside", self.tr("Flip to a second solution and back"))
        self.forced = self._switch(self.tr("Forced cells"), "ghost", self.tr("Show what all solutions share"))
        self.differing = self._switch(self.tr("Differences"), "compare", self.tr("Mark the cells on which solutions differ"))
        self.differing.clicked.connect(self._differences_chosen)
        self.other.toggled.connect(lambda on: self.solution.setChecked(on or self.solution.isChecked()))
        for each in (section(self.tr("Verdict")), self.headline, self.detail):
            column.addWidget(each)
        self.proof = ProofView()
        self.proof.changed.connect(self.changed)
        column.addWidget(self.proof)
        column.addWidget(Folding(self.solution, self.other))
        column.addWidget(Folding(self.forced, self.differing))
        self.bound = number_field(2, MOST_COUNTED, live.count_up_to)
        self.bound.setAccessibleName(self.tr("Count solutions up to"))
        self.bound.setToolTip(self.tr("How many solutions are looked for before the counting stops"))
        self.bound.editingFinished.connect(self._count)
        leave_undo(self.bound)
        column.addLayout(row(label(self.tr("Count solutions up to"), "muted"), self.bound, stretch=True))
        self.mending = Mending(self._document, live)
        for switch in (self.solution, self.other):
            switch.toggled.connect(lambda _on: self.mending.mean(self._meant_solution()))
        self.solutions = SolutionsCard(self._document, live)
        self.solutions.changed.connect(self.changed)
        self.solutions.meant.connect(self._make_unique)
        column.addWidget(self.solutions)
        column.addWidget(self.mending)

    def _make_unique(self, solution: Answer) -> None:
        """The solution that was browsed to shall be the only one."""
        self.mending.mean(solution)
        self.mending.begin()

    def _differences_chosen(self, on: bool) -> None:
        self._mark_differences = on

    def _count(self) -> None:
        if self.bound.value() != self._live.count_up_to:
            self._live.count_up_to = self.bound.value()
            self._live.ask_once()

    def _switch(self, text: str, icon: str, tip: str) -> QPushButton:
        made = button(text, icon, tip=tip, checkable=True)
        made.toggled.connect(lambda _on: self.changed.emit())
        return made

    # --- what is said -------------------------------------------------------------------------------------------------
    def _say(self, state: str, headline: str, detail: str) -> None:
        set_state(self.headline, "verdict", state)
        self.headline.setText(told(headline))
        self.detail.setText(told(detail))
        self.detail.setMinimumHeight(DETAIL_LINES * self.detail.fontMetrics().lineSpacing())
        self._tell(state, f"{headline}. {detail}" if detail else headline)
        verdict = self._live.latest
        waiting = state == "busy" and verdict is None and self._live.enabled and self._offered
        self.solutions.setEnabled(not waiting)
        self.mending.setEnabled(not waiting)
        if waiting:
            for each in (self.solution, self.other, self.forced, self.differing):
                each.setEnabled(False)
        else:
            self._offered = verdict is not None
            self._offer(verdict)

    def _offer(self, verdict: Any) -> None:
        """What can be seen and done under a verdict. Whatever cannot is grey and stays where it is, before the first verdict,
        too: else everything below would jump, and a click would hit something else."""
        drawn = verdict is not None and not self._document.is_blank()
        several = drawn and verdict.verdict == "multiple"
        self.solution.setEnabled(drawn and verdict.solution is not None)
        self.other.setEnabled(several)
        self.differing.setEnabled(several)
        if not several and self._mark_differences is None:
            self.differing.setChecked(False)  # a grey switch that is on would look as if something were marked
        self.mending.offer(verdict.verdict if verdict is not None else "", self._meant_solution())
        self.solutions.offer(verdict.verdict if verdict is not None else "")
        self.proof.show_proof(verdict.proof if verdict is not None else None)
        self.forced.setEnabled(drawn and bool(verdict.forced) and self._tells_news(verdict.forced))

    def _tell(self, state: str, words: str) -> None:
        """A screen reader hears a verdict when it changes, not that one is being looked for."""
        self.headline.setAccessibleName(told(words))
        if state != "busy" and words != self._heard:
            self._heard = words
            announce.say(self.headline, words)

    def _tells_news(self, forced: Iterable[tuple[int, int]]) -> bool:
        """Whether something is forced that does not stand on the board already."""
        family, puzzle = self._document.family, self._document.puzzle
        if family.pieces is not None:
            return True  # the values are numbers of pieces and cannot be compared with givens
        start = family.start_marks(puzzle)
        return any(value not in (start[cell], puzzle.givens[cell]) for cell, value in forced)

    def _thinking(self) -> None:
        self.other.setChecked(False)
        if self._live.enabled:
            self._say("busy", self.tr("Thinking …"), self._empty_hint())
        else:
            self._say("busy", self.tr("Live verdict is off"), self.tr("Press F8 to ask once, or switch it on in Preferences."))
        self.changed.emit()

    def _failed(self, told: str) -> None:
        if self._live.wrong:
            self._say("bad", self.tr("This board cannot be solved"), sentence(told))
        else:
            self._say("warn", self.tr("No verdict"), told)
        self.changed.emit()

    def _rated(self, _rating: Any) -> None:
        if self._live.latest is not None:
            self._told(self._live.latest)

    def _told(self, verdict: Any) -> None:
        words = {"unique": self._unique, "multiple": self._multiple, "none": self._none}.get(verdict.verdict)
        if self._document.is_blank() and (verdict.verdict != "none" or not self._only_narrowed()):
            self._say("busy", self.tr("Nothing is drawn yet"), self._empty_hint())
        elif words is None:
            self._say("warn", self.tr("Not decided in time"), verdict.message)
        else:
            words(verdict)
        self.changed.emit()

    def _only_narrowed(self) -> bool:
        """Whether more clues never allow more: where they do, an empty board without a solution says nothing of the board."""
        clues = self._document.family.clues
        return clues is None or clues.monotone(self._document.puzzle)

    def _unique(self, verdict: Any) -> None:
        detail = self.tr("Proved in {0}.").format(seconds_text(verdict.seconds))
        rating = self._live.rating
        if rating is not None:
            hardest = rating.title or rating.hardest_rule
            detail += " " + self.tr("Difficulty: {0}").format(in_words(rating.words))
            detail += self.tr(" (hardest step: {0}).").format(told(hardest)) if hardest else "."
            detail += " " + in_words(rating.stopped) if rating.stopped else ""
        headline = self.tr("Exactly one solution")
        if verdict.one_up_to_symmetry:
            headline = self.tr("One solution ({0} images)").format(verdict.count)
            detail = self.tr("The others are the same one, turned or flipped over.") + " " + detail
        self._say("good", headline, detail)

    def _multiple(self, verdict: Any) -> None:
        if verdict.one_up_to_symmetry:
            self._unique(verdict)
            return
        headline = self.tr("Several solutions")
        if verdict.counted_all:
            headline = self.tr("{0} solutions").format(verdict.count)
        elif verdict.count > 2:
            headline = self.tr("At least {0} solutions").format(verdict.count)
        if self._mark_differences is None:
            open_cells = self._document.puzzle.grid.size - len(self._document.puzzle.clues())
            self.differing.setChecked(2 * len(verdict.differing) <= open_cells)
        self._say("warn", headline, f"{self._where(verdict)} ({seconds_text(verdict.seconds)})")

    def _where(self, verdict: Any) -> str:
        """Where solutions differ: a number is told as final only when it is."""
        cells = len(verdict.differing)
        where = self.tr("1 cell") if cells == 1 else self.tr("{0} cells").format(cells)
        if verdict.forced is None and verdict.stage != "done":
            return self.tr("They differ in at least {0}, still looking …").format(where)
        if verdict.forced is None:
            return self.tr("They differ in at least {0}; whether in more was not found out in time.").format(where)
        text = self.tr("They differ in {0}; more clues there would help.").format(where)
        if verdict.stage != "done" and not verdict.counted_all and verdict.count < self._live.count_up_to:
            text += " " + self.tr("Still counting …")
        return text

    def _none(self, verdict: Any) -> None:
        detail = verdict.message
        if verdict.proof is not None:  # it says more than which clues could go
            self._say("bad", self.tr("No solution can exist: look"), sentence(detail))
            return
        if verdict.clashing is None and verdict.stage != "done":
            detail = self.tr("Looking for the clues that clash …")
        elif verdict.clashing:
            family, puzzle = self._document.family, self._document.puzzle
            names = [family.clue_name(puzzle, clue) for clue in verdict.clashing[:NAMED_CLUES]]
            more = len(verdict.clashing) - len(names)
            listed = ", ".join(names) + (self.tr(" and {0} more").format(more) if more > 0 else "")
            words = (self.tr("These clues cannot stand together: {0}. Remove any of them.") if verdict.minimal else
                     self.tr("These clues cannot stand together: {0}. Which of them are to blame was not found out in time."))
            detail = words.format(listed)
        elif verdict.clashing is not None:
            broken = self._broken()
            detail = (sentence(broken[0].message) if broken else detail
                      or (self.tr("No filling fits this board, whatever the clues.") if self._only_narrowed() else
                          self.tr("With these clues alone no filling fits; more of them may help.")))
        elif not detail:
            detail = self.tr("Which clues clash was not found out in time.")
        self._say("bad", self.tr("No solution"), detail)

    def _broken(self) -> list[Violation]:
        """Rules that the bare board breaks before anyone has played (an arrow too short for two blocks)."""
        family, puzzle = self._document.family, self._document.puzzle
        return family.check(Board(puzzle, family.start_marks(puzzle))) if self._document.is_small() else []

    def _empty_hint(self) -> str:
        if self._document.is_blank():
            return self.tr("The board is empty: draw a clue, or press Ctrl+G to generate a puzzle.")
        return ""

    # --- what is shown ------------------------------------------------------------------------------------------------
    def marks(self) -> list[int] | None:
        """The answer to show on the board, if the user wants one."""
        browsed = self.solutions.shown()
        if browsed is not None:
            return list(browsed)
        shown = self._shown_solution()
        return list(shown) if shown is not None and self.solution.isChecked() else None

    def _shown_solution(self) -> Answer | None:
        """The solution that is flipped to."""
        verdict = self._live.latest
        if verdict is None or verdict.solution is None:
            return None
        flipped = self.other.isChecked() and verdict.second is not None
        solution: Answer = verdict.second if flipped else verdict.solution
        return solution

    def _meant_solution(self) -> Answer | None:
        """The solution that shall be the only one when clues are added: the one that is seen; if none is, any will do."""
        return self._shown_solution() if self.solution.isChecked() else None

    def overlay(self) -> Overlay:
        verdict, shown = self._live.latest, Overlay(violations=self._live.wrong)
        if verdict is None:
            return shown
        if self.forced.isChecked() and self.forced.isEnabled() and verdict.forced:
            shown.ghosts = dict(verdict.forced)
        if verdict.verdict == "multiple" and self.differing.isChecked() and (self.solution.isChecked() or verdict.forced):
            shown.differing = verdict.differing
        if verdict.proof is not None:
            self.proof.draw_into(shown)
        elif verdict.clashing:
            family, puzzle = self._document.family, self._document.puzzle
            clues = family.clues
            cells = [cell for clue in verdict.clashing for cell in clues.cells(puzzle, clue)] if clues is not None else []
            shown.clashing = tuple(dict.fromkeys(cells))
        elif verdict.verdict == "none" and verdict.clashing is not None:
            shown.clashing = tuple(cell for violation in self._broken()[:1] for cell in violation.cells)
        return shown


def seconds_text(seconds: float) -> str:
    return f"{seconds * 1000:.0f} ms" if seconds < 1 else f"{seconds:.1f} s"
