"""Generate: choose what the puzzle should be like, watch the progress, look at the result, take it or try again."""

from __future__ import annotations

import random
from typing import Any

from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QHBoxLayout,
    QProgressBar,
    QVBoxLayout,
    QWidget,
)

from studio.core import registry
from studio.core.engine import Limits, SolveResult
from studio.core.family import Family, GenerateRequest
from studio.core.puzzle import Board, Puzzle
from studio.setter.carve import SYMMETRIES
from studio.setter.generate import DIFFICULTIES, has_full_boards
from studio.ui.board_view import BoardView
from studio.ui.dialogs.new_puzzle import SizeFields
from studio.ui.icons import put_icon
from studio.ui.jobs import Watcher
from studio.ui.option_form import OptionForm
from studio.ui.widgets import button, form_label, form_layout, label, number_field, set_state

TASK = "studio.setter.generate:generate_task"
LARGEST_SEED = 999_999


def can_generate(family: Family) -> bool:
    return has_full_boards(family) or type(family).generate is not Family.generate


class GenerateDialog(QDialog):
    def __init__(self, family_id: str = "", limits: Limits | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Generate a puzzle"))
        self.puzzle: Puzzle | None = None
        self._limits = limits or Limits()
        self._watcher = Watcher(self)
        self._watcher.progressed.connect(self._progress)
        self._watcher.partial.connect(self._partial)
        self._watcher.finished.connect(self._finished)
        self._build_fields(family_id)
        self._build_result()
        self._lay_out()
        self._family_chosen()
        self._show_running(False)
        self.resize(820, 560)

    def _build_fields(self, family_id: str) -> None:
        self.family_box = QComboBox()
        for family in filter(can_generate, registry.families()):
            self.family_box.addItem(family.name, family.id)
        self.family_box.setCurrentIndex(max(0, self.family_box.findData(family_id)))
        self.family_box.currentIndexChanged.connect(self._family_chosen)
        self.size_fields = SizeFields(10, 10)
        self.difficulty = self._choices(DIFFICULTIES)
        self.symmetry = self._choices(SYMMETRIES)
        self.seed = number_field(0, LARGEST_SEED, random.randrange(LARGEST_SEED))
        self.seed.setToolTip(self.tr("The same number and wishes give the same puzzle"))
        self.form = OptionForm(())

    def _choices(self, choices: tuple[str, ...]) -> QComboBox:
        made = QComboBox()
        for choice in choices:
            made.addItem(choice.capitalize(), choice)
        return made

    def _build_result(self) -> None:
        self.view = BoardView()
        self.view.interactive = False
        self.view.empty_text = self.tr("The puzzle will appear here.")
        self.view.setMinimumSize(360, 360)
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setRange(0, 1000)
        self.bar.setAccessibleName(self.tr("Progress"))
        self.message = label(wrap=True)
        self.go = button(self.tr("Generate"), "generate", self.generate, primary=True)
        self.stop = button(self.tr("Stop"), "stop", self.cancel)
        self.use = button(self.tr("Use this puzzle"), "check", self.accept, primary=True)
        self.leave = button(self.tr("Close"), act=self.reject)
        self.go.setDefault(True)

    def _lay_out(self) -> None:
        self.fields = QWidget()
        form = form_layout(self.fields)
        for text, field in ((self.tr("Family"), self.family_box), (self.tr("Size"), self.size_fields),
                            (self.tr("Difficulty"), self.difficulty), (self.tr("Symmetry"), self.symmetry),
                            (self.tr("Number"), self.seed)):
            field.setAccessibleName(text)
            form.addRow(form_label(text), field)
        self._left = QVBoxLayout()
        self._left.setSpacing(10)
        self._left.addWidget(self.fields)
        self._left.addWidget(self.form)
        self._left.addStretch(1)
        for each in (self.message, self.bar, self.go, self.stop, self.use, self.leave):
            self._left.addWidget(each)
        across = QHBoxLayout(self)
        across.setContentsMargins(16, 16, 16, 16)
        across.setSpacing(16)
        across.addLayout(self._left, 2)
        across.addWidget(self.view, 3)

    @property
    def family(self) -> Family:
        return registry.family(self.family_box.currentData())

    def _family_chosen(self) -> None:
        self.size_fields.set_size(*self.family.default_size)
        fresh = OptionForm(self.family.generator_options)
        self._left.replaceWidget(self.form, fresh)
        self.form.deleteLater()
        self.form = fresh

    # --- running ------------------------------------------------------------------------------------------------------
    def request(self) -> GenerateRequest:
        rows, cols = self.size_fields.size_chosen
        return GenerateRequest(rows, cols, self.seed.value(), self.difficulty.currentData(), self.symmetry.currentData(),
                               self.form.values())

    def generate(self) -> None:
        if self.puzzle is not None:
            self.seed.setValue((self.seed.value() + 1) % (LARGEST_SEED + 1))
        self._show_running(True)
        self._say("busy", self.tr("Starting …"))
        self.bar.setValue(0)
        self._watcher.start(TASK, {"family": self.family.id, "request": self.request()}, self._limits)

    def cancel(self) -> None:
        self._watcher.cancel()
        self._show_running(False)
        self._say("", self.tr("Stopped."))

    def _progress(self, fraction: float, text: str) -> None:
        self.bar.setValue(round(fraction * 1000))
        self._say("busy", text)

    def _partial(self, value: Any) -> None:
        if isinstance(value, Puzzle):
            self._show(value)

    def _finished(self, result: Any) -> None:
        self._show_running(False)
        if isinstance(result, SolveResult):
            self._say("bad", result.message or result.status.value)
            return
        self.puzzle = result.puzzle
        self._show(result.puzzle)
        clues = len(result.puzzle.clues())
        text = self.tr("One solution, {0} given cells.").format(clues)
        if result.rating is not None:
            text += " " + self.tr("Difficulty: {0}.").format(result.rating.level)
        self._say("good", text)
        self._show_running(False)
        self.use.setFocus()

    def _show(self, puzzle: Puzzle) -> None:
        family = registry.family(puzzle.family)
        self.view.show_board(family, Board(puzzle, family.start_marks(puzzle)))

    def _show_running(self, running: bool) -> None:
        self.fields.setEnabled(not running)
        self.form.setEnabled(not running)
        self.go.setVisible(not running)
        again = self.puzzle is not None
        self.go.setText(" " + (self.tr("Generate another") if again else self.tr("Generate")))
        self.go.setDefault(not again)
        self.go.setProperty("primary", not again)
        put_icon(self.go, "generate", "text" if again else "on_primary")
        self.go.style().unpolish(self.go)
        self.go.style().polish(self.go)
        self.stop.setVisible(running)
        self.bar.setVisible(running)
        self.use.setVisible(not running and self.puzzle is not None)

    def _say(self, state: str, text: str) -> None:
        set_state(self.message, "verdict", state)
        self.message.setText(text)

    def done(self, code: int) -> None:
        self._watcher.cancel()
        super().done(code)
