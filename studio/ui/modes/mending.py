"""Mending on the verdict card: one button that adds the missing clues or drops the superfluous ones, as one undoable step."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import randrange
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from studio.core.engine import SolveResult
from studio.core.language import told
from studio.core.puzzle import Answer
from studio.core.requests import Request
from studio.setter.begin import PATTERN, SOLUTION
from studio.setter.generate import DIFFICULTIES
from studio.setter.mend import Mended, Wishes, can_mend
from studio.setter.requests import MakeUnique, StartFrom, ThinOut
from studio.share.words import sentence
from studio.ui.document import DRAW, Document
from studio.ui.fields import ChoiceField, leave_undo
from studio.ui.icons import put_icon
from studio.ui.jobs import Watcher
from studio.ui.tight import WrappedCheck
from studio.ui.verdict import LiveVerdict
from studio.ui.widgets import button, form_label, form_layout, label, number_field


class Mending(QWidget):
    """Offered where the verdict is "several" (add) or "unique" (thin out), to families whose clues tell about single cells."""

    def __init__(self, document: Document, live: LiveVerdict, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document, self._live = document, live
        self._meant: Answer | None = None
        self._how = ""
        self._watcher = Watcher(self)
        self._watcher.progressed.connect(lambda _fraction, text: self._say(text))
        self._watcher.finished.connect(self._finished)
        self.add = button(self.tr("Add clues until unique"), "generate", lambda: self._start("add"),
                          self.tr("As few clues as make the solution that is shown (or any, if none is) the only one"))
        self.thin = button(self.tr("Drop superfluous clues"), "eraser", lambda: self._start("thin"),
                           self.tr("Take away clues that the others make superfluous"))
        self.halt = button(self.tr("Stop"), "stop", self.stop)
        self.selected: Callable[[], Sequence[int]] = lambda: ()
        """the cells that are selected on the board"""
        self._build_wishes()
        self.message = label(role="muted", wrap=True)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        for each in (self.add, self.thin, self.more, self.fold, self.halt, self.message):
            column.addWidget(each)
        document.changed.connect(self._changed)
        self.offer("")

    def _build_wishes(self) -> None:
        """What may be asked of the clues, folded away until somebody wants it."""
        tip = self.tr("Difficulty, number of clues, where they may stand, what to start from")
        self.more = button(self.tr("Wishes"), "more", tip=tip, checkable=True, flat=True)
        self.more.toggled.connect(self._unfold)
        self.fold = QWidget()
        self.difficulty = ChoiceField()
        for level in DIFFICULTIES:
            self.difficulty.addItem((shown := told(level))[:1].upper() + shown[1:], level)
        self.clues = number_field(0, 10_000, 0)
        self.clues.setSpecialValueText(self.tr("any"))
        leave_undo(self.clues)
        self.only_selected = WrappedCheck(self.tr("Only in the selected cells"))
        self.only_selected.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.from_pattern = button(self.tr("New values, same cells"), "", lambda: self._start("pattern"),
                                   self.tr("A unique puzzle whose clues stand exactly where yours do"))
        self.from_solution = button(self.tr("Carve my solution"), "", lambda: self._start("solution"),
                                    self.tr("What you filled in Play becomes the solution; clues are chosen for it"))
        rows = form_layout(self.fold)
        for text, field in ((self.tr("Difficulty"), self.difficulty), (self.tr("Given cells"), self.clues)):
            field.setAccessibleName(text)
            rows.addRow(form_label(text), field)
        clues = self._document.family.clues
        self.further = {kind: WrappedCheck(self.tr("With {0}").format(told(words)))
                        for kind, words in (clues.kinds if clues else ())}
        for box in self.further.values():
            box.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            box.setToolTip(self.tr("Wherever they help they are added first"))
        self.keep_questions = WrappedCheck(self.tr("Keep my “?” clues"))
        self.keep_questions.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.keep_questions.setToolTip(self.tr("A “?” that you drew stays one; else it may be told its value"))
        if clues is None or not clues.question:
            self.keep_questions.hide()
        for each in (*self.further.values(), self.keep_questions, self.only_selected, self.from_pattern, self.from_solution):
            rows.addRow(each)
        self.fold.hide()

    def _unfold(self, on: bool) -> None:
        put_icon(self.more, "less" if on else "more")
        self.fold.setVisible(on)

    def mean(self, solution: Answer | None) -> None:
        """The user flipped to this solution: it is the one to keep."""
        self._meant = solution

    def begin(self) -> None:
        """Make the meant solution the only one."""
        self._start("add")

    def offer(self, verdict: str, meant: Answer | None = None) -> None:
        """What can be done under this verdict; `meant` is the solution that is to become the only one."""
        self._meant = meant
        useful = can_mend(self._document.family) and not self._document.is_blank()
        running = self._watcher.running
        can = can_mend(self._document.family)
        self.thin.setVisible(can and verdict == "unique" and not running)
        self.add.setVisible(can and self.thin.isHidden() and not running)  # grey where it cannot help: nothing jumps
        self.add.setEnabled(useful and verdict == "multiple")
        self.thin.setEnabled(useful)
        making = self._document.family.making
        self.more.setVisible(can)
        self.fold.setVisible(can and self.more.isChecked())
        self.fold.setEnabled(not running)
        fills = making is not None and making.full_board is not None
        self.from_pattern.setEnabled(fills and not self._document.is_blank())
        self.from_pattern.setToolTip(
            self.tr("A unique puzzle whose clues stand exactly where yours do") if fills else
            self.tr("The studio cannot fill boards of this family at random, so it has no other values"))
        self.halt.setVisible(running)
        self.message.setVisible(bool(self.message.text()))

    def _start(self, how: str) -> None:
        puzzle = self._document.puzzle
        self._how = how
        self._say(self.tr("Thinking …"))
        wishes, answer = self.wishes(), tuple(self._document.board.marks)
        requests: dict[str, Request[Mended]] = {
            "add": MakeUnique(puzzle, self._meant, wishes), "thin": ThinOut(puzzle, wishes),
            "pattern": StartFrom(puzzle, PATTERN, None, wishes), "solution": StartFrom(puzzle, SOLUTION, answer, wishes)}
        self._watcher.start(requests[how], self._live.limits)
        self.offer("")

    def wishes(self) -> Wishes:
        """What the maker asks of the clues, as the fields and the selection say."""
        only = frozenset(self.selected()) if self.only_selected.isChecked() else None
        level, clues = self.difficulty.currentData(), self.clues.value() or None
        kinds = tuple(kind for kind, box in self.further.items() if box.isChecked())
        return Wishes(self._document.symmetry, level, clues, only, randrange(10_000), kinds,
                      self.keep_questions.isChecked())

    def stop(self) -> None:
        self._watcher.cancel()
        self._say("")
        self._offer_again()

    def _changed(self, question: bool) -> None:
        """The board is another one now: an answer about the old one, or words about what was done to it, are of no use."""
        if question:
            self._watcher.cancel()
            self._say("")

    def _finished(self, result: Any) -> None:
        if isinstance(result, SolveResult):
            self._say(result.message or result.status.value)
        elif isinstance(result, Mended):
            self._apply(result)
        self._offer_again()

    def _apply(self, mended: Mended) -> None:
        board, new = self._document.board, mended.puzzle
        wanted = [("givens", k, value) for k, value in enumerate(new.givens)]
        wanted += [("borders", k, value) for k, value in enumerate(new.borders)]
        changes = [change for where in wanted if (change := board.change(*where)) is not None]
        if not changes:
            self._say(self.tr("Every clue is needed.") if self._how == "thin" else self.tr("It is unique already."))
            return
        count = len(mended.added) + len(mended.removed)
        words = {"add": self.tr("Added {0} clues.") if count != 1 else self.tr("Added one clue."),
                 "thin": self.tr("Dropped {0} clues.") if count != 1 else self.tr("Dropped one clue.")}
        button_of = {"add": self.add, "thin": self.thin, "pattern": self.from_pattern, "solution": self.from_solution}
        self._document.edit(DRAW, changes, button_of[self._how].text().strip())
        named = sum(1 for change in changes if self._how == "add" and change.layer == "givens" and change.old)
        done = (words.get(self._how, self.tr("Done.")).format(count) if not named else
                self.tr("Clues added: {0}, hidden ones named: {1}.").format(count - named, named))
        text = done + " " + self.tr("Undo brings the board back.")
        self._say(text + (" " + sentence(mended.message) if mended.message else ""))

    def _offer_again(self) -> None:
        latest = self._live.latest
        self.offer(latest.verdict if latest is not None else "", self._meant)

    def _say(self, text: str) -> None:
        self.message.setText(told(text))
        self.message.setVisible(bool(text))
