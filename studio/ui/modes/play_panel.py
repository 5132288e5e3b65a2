"""Play mode's panel: the clock, check, graded hints and trial levels."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QLabel, QWidget

from studio.core.draw import Overlay
from studio.core.engine import Limits, SolveResult
from studio.core.language import told
from studio.core.puzzle import BadPuzzle, Board, Violation, told_difficulty
from studio.setter.requests import AskHint
from studio.share.book_sheets import own_terms
from studio.share.film_frames import lay_layers
from studio.share.words import one_end, sentence
from studio.ui import announce
from studio.ui.document import PLAY, Document
from studio.ui.jobs import Watcher
from studio.ui.look import scaled
from studio.ui.modes.argument_card import ArgumentCard
from studio.ui.modes.hint_chain import chain_board, hint_step_words
from studio.ui.modes.patience import Patience
from studio.ui.modes.pencil_card import PencilCard
from studio.ui.review import Review
from studio.ui.tight import WrappedCheck
from studio.ui.verdict import LiveVerdict
from studio.ui.watch.trial_bar import TrialBar
from studio.ui.widgets import Folding, SidePanel, button, card, label, row, section, set_state, tabular

GRADES = 3


class PlayPanel(SidePanel):
    """The player's helpers. Hints and checks are worked out by a worker; the board stays usable meanwhile."""

    changed = Signal()
    wants = Signal(str)
    celebrated = Signal()
    wants_tool = Signal(str)

    def __init__(self, document: Document, live: LiveVerdict, limits: Limits, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.document, self._live, self._limits = document, live, limits
        self._hint: Any = None
        self._unfolded = False
        self._grade = 0
        self._checking = False
        self._entered = False
        self._marked: tuple[int, ...] = ()
        self._watcher = Watcher(self)
        self._watcher.finished.connect(self._answered)
        self._asked_to_check = False
        self._review = Review(document, limits, self)
        self._review.told.connect(self._reviewed)
        self._review.failed.connect(self._not_reviewed)
        document.unseen.connect(self._review.look)
        self._clock = QTimer(self)
        self._clock.setInterval(1000)
        self._clock.timeout.connect(self._tick)
        self._build_clock()
        self._build_about()
        self.argument = ArgumentCard(document, limits)
        self.argument.changed.connect(self.changed)
        self.argument.wants_tool.connect(self.wants_tool)
        self.argument.proved.connect(self._proved)
        self.body.addWidget(self.argument)
        self.argument.suit()
        self._build_help()
        self._build_trials()
        self.pencil = PencilCard(document, limits)
        self.pencil.changed.connect(self.changed)
        self.body.addWidget(self.pencil)
        self.pencil.suit()
        self.body.addStretch(1)
        document.changed.connect(self._board_changed)
        document.solved.connect(self._solved)
        self._show_state()

    # --- building -----------------------------------------------------------------------------------------------------
    def _build_clock(self) -> None:
        frame, column = card()
        self.clock = label("0:00", "clock")
        tabular(self.clock)
        self.clock.setAccessibleName(self.tr("Time played"))
        self.pause = button("", "pause", tip=self.tr("Stop or go on with the clock; a paused board is hidden"), checkable=True)
        self.pause.setAccessibleName(self.tr("Pause"))
        self.pause.setFixedWidth(scaled(44))
        self.pause.toggled.connect(self._paused)
        column.addWidget(section(self.tr("Time")))
        column.addLayout(row(self.clock, self.pause))
        self.progress = label(role="muted")
        again = button(self.tr("Start again"), "", self.document.restart,
                       self.tr("Take all your marks away; undo brings them back"), flat=True)
        column.addWidget(Folding(self.progress, again))
        self.body.addWidget(frame)

    def _build_help(self) -> None:
        frame, column = card()
        column.addWidget(section(self.tr("Help")))
        self.check_button = button(self.tr("Check"), "check", self.check, self.tr("Is everything right so far? (F7)"))
        self.hint_button = button(self.tr("Hint"), "hint", self.hint,
                                  self.tr("Where to look; again: which rule; again: the move (F6)"))
        self.do_button = button(self.tr("Do it"), "keep", self.do_hint, self.tr("Enter the hint's move"))
        self.next_button = button(self.tr("Next puzzle"), "step", lambda: self.wants.emit("next_puzzle"),
                                  self.tr("The next one of this family in the library (Ctrl+Shift+N)"), primary=True)
        self.message = QLabel()
        self.message.setTextFormat(Qt.TextFormat.PlainText)
        self.message.setObjectName("message")
        self.message.setWordWrap(True)
        self.trial = TrialBar(narrow=True)
        self.trial.moved.connect(self._trial_moved)
        self.mistakes = WrappedCheck(self.tr("Show broken rules while I play"))
        self.mistakes.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.mistakes.toggled.connect(self._mistakes_wanted)
        column.addWidget(Folding(self.check_button, self.hint_button))
        self.patience = Patience(self._watcher)
        self.patience.waited.connect(lambda seconds: self._show(self.tr("Thinking … {0} s").format(seconds)))
        self.patience.stopped.connect(self._forget)
        column.addWidget(self.message)
        column.addWidget(self.patience)
        column.addWidget(self.trial)
        column.addWidget(self.do_button)
        column.addWidget(self.next_button)
        column.addWidget(self.mistakes)
        pieces = self.document.family.pieces
        self.grey = WrappedCheck(self.tr("Grey pieces that fit nowhere"))
        self.grey.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.grey.toggled.connect(lambda _on: self.changed.emit())
        column.addWidget(self.grey)
        if pieces is None or not pieces.tray:
            self.grey.hide()
        self.body.addWidget(frame)

    def _build_trials(self) -> None:
        frame, column = card()
        column.addWidget(section(self.tr("Trial")))
        self.level = label(role="muted", wrap=True)
        self.begin = button(self.tr("Suppose …"), "trial", self.document.begin_trial,
                            self.tr("Begin a trial: marks from now on can be kept or dropped together (Ctrl+T)"))
        self.keep = button(self.tr("Keep"), "keep", self.document.keep_trial, self.tr("The trial was right (Ctrl+Return)"))
        self.drop = button(self.tr("Drop"), "drop", self.document.drop_trial, self.tr("The trial was wrong (Ctrl+Backspace)"))
        column.addWidget(self.level)
        column.addWidget(self.begin)
        column.addWidget(Folding(self.keep, self.drop))
        self.body.addWidget(frame)

    def _build_about(self) -> None:
        """Whose puzzle it is and what holds for it: nobody should have to leave Play for that."""
        self.about_card, column = card()
        column.addWidget(section(self.tr("Puzzle")))
        self.about = label(wrap=True)
        column.addWidget(self.about)
        self.body.addWidget(self.about_card)

    def tell_anew(self) -> None:
        """In another language."""
        self._show_about()

    def _show_about(self) -> None:
        puzzle = self.document.puzzle
        by = self.tr("by {0}").format(puzzle.author) if puzzle.author else ""
        puzzle = replace(puzzle, extra={**self._live.facts(), **puzzle.extra})
        proof = self.document.family.arguments is not None
        none = self.tr("no solution: find the proof") if proof else self.tr("no solution")
        impossible = none if puzzle.extra.get("solutions") == 0 else ""
        terms = " · ".join(told(part) for part in (told_difficulty(puzzle), impossible, *own_terms(puzzle)) if part)
        gives_away = self.argument.wanted and not self.document.ever_solved  # the notes tell why: that is what is looked for
        lines = [" ".join(part for part in (puzzle.title, by) if part), terms, "" if gives_away else puzzle.notes]
        self.about.setText("\n".join(told(line) for line in lines if line))
        self.about_card.setVisible(bool(self.about.text()))

    # --- the clock ----------------------------------------------------------------------------------------------------
    def enter(self) -> None:
        self._entered = True
        self._live.stay_warm()  # for the first hint
        self.pencil.enter()
        self._show_state()

    def leave(self) -> None:
        self._entered = False
        self._clock.stop()
        self._watcher.cancel()
        self.patience.end()
        self._review.stop()
        self.pencil.leave()
        self.argument.leave()

    def _tick(self) -> None:
        if self.window().isActiveWindow() and not self.window().isMinimized():
            self.document.seconds += 1
            self.clock.setText(clock_text(self.document.seconds))

    def _paused(self, on: bool) -> None:
        self._show_state()
        self.changed.emit()

    @property
    def hidden(self) -> bool:
        return self.pause.isChecked()

    def _solved(self) -> None:
        self._clock.stop()
        self._forget()
        hints = self.document.hints
        helped = ("" if not hints else self.tr(", with one hint") if hints == 1 else self.tr(", with {0} hints").format(hints))
        told = self.tr("Proved in {0}{1}. Well done!") if self.argument.holds else self.tr("Solved in {0}{1}. Well done!")
        text = told.format(clock_text(self.document.seconds), helped)
        self._say("solved", text)
        self.next_button.setVisible(True)
        self.celebrated.emit()

    def _proved(self) -> None:
        """The argument holds: that is this puzzle's solution."""
        self.document.tell_solved()

    # --- help ---------------------------------------------------------------------------------------------------------
    def check(self) -> None:
        """Broken rules first; if none is seen, ask whether a mark is wrong all the same."""
        self._forget()
        self._asked_to_check = True
        if not self.document.is_small():
            self._say("busy", self.tr("Checking …"))
        self._review.look()

    def _reviewed(self) -> None:
        if self._review.complete and not self._review.broken:
            self.document.tell_solved()
        if self._asked_to_check:
            self._asked_to_check = False
            self._tell_check(self._review.broken)
        self.changed.emit()

    def _tell_check(self, broken: list[Violation]) -> None:
        if broken:
            self._marked = tuple(dict.fromkeys(cell for violation in broken for cell in violation.cells))
            more = self.tr(" (and {0} more)").format(len(broken) - 1) if len(broken) > 1 else ""
            self._say("bad", sentence(broken[0].message) + more)
        elif self._review.complete:
            self._say("good", self.tr("Everything is right: solved!"))
        else:
            self._ask(checking=True)

    def _not_reviewed(self, fault: str) -> None:
        if self._asked_to_check:
            self._asked_to_check = False
            self._say("warn", fault)

    def _mistakes_wanted(self, on: bool) -> None:
        if on:
            self._review.look()
        self.changed.emit()

    def hint(self) -> None:
        """The first press asks; each further press tells more."""
        if self._hint is not None and not self._checking:
            self._grade = min(self._grade + 1, len(self._hint.texts))
            self._tell_hint()
        elif not self._watcher.running:
            self._forget()
            self._ask(checking=False)

    def _ask(self, checking: bool) -> None:
        try:
            self.document.family.validate(self.document.puzzle)
        except BadPuzzle as fault:
            self._marked = getattr(fault, "cells", ())
            self._say("bad", sentence(str(fault)))
            self.changed.emit()
            return
        self._checking = checking
        self._say("busy", self.tr("Thinking …"))
        verdict = self._live.latest if self._live.latest is not None and self._live.latest.stage == "done" else None
        self._watcher.start(AskHint(self.document.puzzle, tuple(self.document.board.marks), verdict), self._limits)
        self.patience.begin()

    def _answered(self, result: Any) -> None:
        if isinstance(result, SolveResult):
            self._say("warn", result.message or result.status.value)
            return
        if self._checking and result.kind != "mistake":
            good = result.kind != "stuck"
            self._say("good" if good else "warn", self.tr("All right so far.") if good else told(result.texts[0]))
            return
        self._hint, self._grade, self._checking = result, 1, False
        self._tell_hint()

    def _tell_hint(self) -> None:
        hint = self._hint
        state = {"mistake": "bad", "stuck": "warn"}.get(hint.kind, "hint")
        text = told(hint.grade(self._grade))
        if self._grade < len(hint.texts):
            text += "\n" + self.tr("Press Hint again to hear more.")
        self._say(state, text)
        last = self._grade >= len(hint.texts)
        self.do_button.setVisible(bool(hint.settings) and last)
        if last and not self.trial.layers:
            self._unfolded = True  # all of the chain on the board, and the hint's own words beside it
            self.trial.show_event(hint.event)
            self.trial.unfold()
            self._unfolded = False
        self.changed.emit()

    def _trial_moved(self) -> None:
        """Another step of the hint's chain: its words, or those of the hint when the chain is closed."""
        if self._hint is None or self._unfolded:
            return
        text = hint_step_words(self.document, self._hint, self.trial.layers) or self._hint.grade(self._grade)
        self.message.setText(one_end(told(text)))
        announce.say(self.message, text)
        self.changed.emit()

    def do_hint(self) -> None:
        """Enter the move that the hint gave away."""
        if self._hint is not None:
            board = self.document.board
            changes = [change for cell, value in self._hint.settings if (change := board.change("marks", cell, value))]
            self.document.hints += 1
            self.document.edit(PLAY, changes, self.tr("Hint"))

    def _say(self, state: str, text: str) -> None:
        set_state(self.message, "verdict", state)
        self._show(text)
        announce.say(self.message, text)
        self.do_button.setVisible(False)
        self.next_button.setVisible(False)

    def _show(self, text: str) -> None:
        self.message.setText(one_end(told(text)))
        self.message.setVisible(bool(text))

    def _forget(self) -> None:
        self._hint, self._grade, self._marked = None, 0, ()
        self.trial.show_event(None)
        self.trial.hide()
        self._watcher.cancel()
        self.patience.end()
        self._asked_to_check = False
        self._say("", "")

    # --- the board ----------------------------------------------------------------------------------------------------
    def _board_changed(self, _question: bool) -> None:
        self._forget()
        self._show_state()

    def _show_state(self) -> None:
        self.clock.setText(clock_text(self.document.seconds))
        runs = self._entered and not self.document.was_solved and not self.pause.isChecked()
        if not runs:
            self._clock.stop()
        elif not self._clock.isActive():
            self._clock.start()
        self._show_about()
        level = len(self.document.trials)
        self.level.setText(self.tr("Trial level {0}: keep it if it works out, drop it if not.").format(level) if level else
                           self.tr("Not sure? Suppose something and see where it leads."))
        self.keep.setEnabled(level > 0)
        self.drop.setEnabled(level > 0)
        marks, cells = self.document.marked(), self.document.open_cells()
        self.progress.setText(self.tr("{0} of {1} cells marked").format(marks, cells) if cells is not None else
                              self.tr("1 cell marked") if marks == 1 else self.tr("{0} cells marked").format(marks))
        if not self.message.text():
            self.message.setVisible(False)
            self.do_button.setVisible(False)
            self.next_button.setVisible(False)

    def board(self) -> Board | None:
        if self.hidden or self._hint is None or not self.trial.layers:
            return None if self.hidden else self.document.board
        return chain_board(self.document.board, self._hint, self.trial.layers)

    def overlay(self) -> Overlay:
        shown = Overlay(trial=self.document.trial_levels(), violations=self._marked, possible=self.pencil.possible(),
                        clashing=self.pencil.clashing())
        if self.mistakes.isChecked():
            broken = self.document.violations() if self.document.is_small() else self._review.broken
            cells = [cell for violation in broken for cell in violation.cells]
            shown.violations = tuple(dict.fromkeys([*self._marked, *cells]))
        if self.grey.isChecked() and self.document.family.pieces is not None:
            shown.greyed = self.document.family.pieces.useless(self.document.board)
        if self._hint is not None:
            self._show_hint(shown)
            shown.possible = {cell: small for cell, small in shown.possible.items()
                              if cell not in shown.trial and cell not in shown.ghosts}
        self.argument.draw_into(shown)
        return shown

    def _show_hint(self, shown: Overlay) -> None:
        hint = self._hint
        if hint.kind == "mistake":
            shown.violations = hint.cells if self._grade > 1 else ()
            return
        if hint.kind == "done":
            if 2 * len(hint.cells) <= self.document.board.grid.size:  # a board full of them tells nothing
                shown.differing = hint.cells
            return
        if self.trial.layers:
            lay_layers(list(self.document.board.marks), shown, self.trial.layers, hint.settings_of)
            shown.ghosts = {cell: value for cell, value in hint.settings if cell not in shown.trial}
            return
        shown.causes = hint.causes or hint.cells
        if self._grade >= len(hint.texts):
            shown.current = tuple(cell for cell, _ in hint.settings)
            shown.ghosts = dict(hint.settings)


def clock_text(seconds: float) -> str:
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
