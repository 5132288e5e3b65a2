"""Generate: choose what the puzzles should be like, watch the progress, look at the results, take one or keep them all."""

from __future__ import annotations

import random
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QIcon, QPixmap
from PySide6.QtWidgets import (
    QDialog,
    QFileDialog,
    QHBoxLayout,
    QListView,
    QListWidget,
    QListWidgetItem,
    QMessageBox,
    QProgressBar,
    QVBoxLayout,
    QWidget,
)

from studio.core import files, registry
from studio.core.engine import Limits
from studio.core.family import Family
from studio.core.language import told
from studio.core.parts import GenerateRequest
from studio.core.puzzle import BadPuzzle, Board, Puzzle
from studio.setter.carve import SYMMETRIES
from studio.setter.clue_wish import can_wish_clues
from studio.setter.generate import DIFFICULTIES, Generated
from studio.share.film import Film
from studio.share.render import thumbnail
from studio.share.words import sentence
from studio.ui.ask_path import free_path
from studio.ui.board_view import BoardView
from studio.ui.dialogs.batch import Batch
from studio.ui.dialogs.making_camera import MakingCamera
from studio.ui.dialogs.new_puzzle import SizeFields
from studio.ui.fields import ChoiceField
from studio.ui.flowing import Flowing
from studio.ui.icons import put_icon
from studio.ui.library_model import user_folder
from studio.ui.look import look
from studio.ui.option_form import OptionForm
from studio.ui.tight import WrappedCheck
from studio.ui.widgets import (
    button,
    form_label,
    form_layout,
    label,
    level_labels,
    number_field,
    open_with,
    plain_tip,
    scrolling,
    set_state,
)

LARGEST_SEED = 999_999
MOST = 100
THUMB = 72


def can_generate(family: Family) -> bool:
    making = family.making
    return making is not None and (making.full_board is not None or making.generate is not None)


def has_symmetry(family: Family) -> bool:
    return family.clues is not None and family.clues.symmetric


@dataclass(frozen=True)
class Selected:
    """Cells that are selected on the board at hand: clues of a puzzle of this family and size may be kept to them."""

    family: str
    size: tuple[int, int]
    cells: frozenset[int]


class GenerateDialog(QDialog):
    """`puzzle` is the one that is shown, when it is finished; `made` holds all that were made."""

    last: ClassVar[dict[str, Any]] = {}

    def __init__(self, family_id: str = "", limits: Limits | None = None, parent: QWidget | None = None,
                 selected: Selected | None = None) -> None:
        super().__init__(parent)
        self._selected = selected
        self.setWindowTitle(self.tr("Generate puzzles"))
        self.puzzle: Puzzle | None = None
        self.made: list[Generated] = []
        self._kept: list[Puzzle] = []
        self._limits = limits or Limits()
        self._failures: list[str] = []
        self.film: Film | None = None
        """the making of the puzzle, where it was asked for"""
        self._camera = MakingCamera(self)
        self._camera.progressed.connect(self._progress)
        self._camera.finished.connect(self._filmed)
        self._batch = Batch(self)
        self._batch.progressed.connect(self._progress)
        self._batch.made.connect(self._add)
        self._batch.failed.connect(self._failures.append)
        self._batch.finished.connect(self._finished)
        self._build_fields(family_id)
        self._build_result()
        self._lay_out()
        self._family_chosen()
        self._recall(family_id)
        self._show_running(False)
        open_with(self, 960, 740)

    # --- building -----------------------------------------------------------------------------------------------------
    def _build_fields(self, family_id: str) -> None:
        self.family_box = ChoiceField()
        for family in filter(can_generate, registry.families()):
            self.family_box.addItem(told(family.name), family.id)
        self.family_box.setCurrentIndex(max(0, self.family_box.findData(family_id)))
        self.family_box.currentIndexChanged.connect(self._family_chosen)
        self.size_fields = SizeFields(10, 10)
        self.difficulty = self._choices(DIFFICULTIES)
        self.symmetry = self._choices(SYMMETRIES)
        self.only = WrappedCheck(self.tr("Clues only in the {0} selected cells").format(
            len(self._selected.cells) if self._selected is not None else 0))
        self.only.setToolTip(self.tr("On a board of the same size; partners by symmetry must be selected, too"))
        self.clues = number_field(0, 9999, 0)
        self.clues.setSpecialValueText(self.tr("As few as possible"))
        self.clues.setMinimumWidth(self.clues.sizeHint().width() + 16)  # the margin inside is not part of the hint
        self.clues.setToolTip(self.tr("So many; a board that has no single solution with so few is left out"))
        self.count = number_field(1, MOST, 1)
        self.count.setToolTip(self.tr("One after the other, with this seed and the following ones"))
        self.seed = number_field(0, LARGEST_SEED, random.randrange(LARGEST_SEED))
        self.seed.setToolTip(self.tr("The same seed and wishes give the same puzzle"))
        self.form, self.expert_form = OptionForm(()), OptionForm(())
        self.more = button(self.tr("More options"), "more", tip=self.tr("The fine print of this family's generator"),
                           checkable=True, flat=True)
        self.more.toggled.connect(self._show_more)

    def _choices(self, choices: tuple[str, ...]) -> ChoiceField:
        made = ChoiceField()
        for choice in choices:
            made.addItem(told(choice).capitalize(), choice)
        return made

    def _build_result(self) -> None:
        self.view = BoardView()
        self.view.interactive = False
        self.view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.view.empty_text = self.tr("The puzzle will appear here.")
        self.view.setMinimumSize(240, 200)
        self.shelf = QListWidget()
        self.shelf.setViewMode(QListView.ViewMode.IconMode)
        self.shelf.setMovement(QListView.Movement.Static)
        self.shelf.setWrapping(False)
        self.shelf.setIconSize(QSize(THUMB, THUMB))
        self.shelf.setFixedHeight(THUMB + 44)
        self.shelf.setAccessibleName(self.tr("Puzzles made so far"))
        self.shelf.currentRowChanged.connect(self._show_made)
        self.shelf.itemActivated.connect(lambda _item: self.accept())
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setRange(0, 1000)
        self.bar.setAccessibleName(self.tr("Progress"))
        self.message = label(wrap=True)
        self.go = button(self.tr("Generate"), "generate", self.generate, primary=True)
        self.stop = button(self.tr("Stop"), "stop", self.cancel, self.tr("What is made stays"))
        self.use = button(self.tr("Use this puzzle"), "check", self.accept, self.tr("Open it in Draw"), primary=True)
        self.watch = button(self.tr("Watch it being made"), "play", self.film_making,
                            self.tr("Make this puzzle once more, before your eyes: every step with its reason"))
        self.keep_all = button(self.tr("Save all …"), "save", self.ask_where, self.tr("A file for each of them, in a folder"))
        self.leave = button(self.tr("Close"), act=self.reject)

    def _lay_out(self) -> None:
        self.fields = QWidget()
        self._rows = form_layout(self.fields)
        for text, field in ((self.tr("Family"), self.family_box), (self.tr("Size"), self.size_fields),
                            (self.tr("Difficulty"), self.difficulty), (self.tr("Symmetry"), self.symmetry),
                            (self.tr("Clues"), self.clues), ("", self.only),
                            (self.tr("How many"), self.count), (self.tr("Seed"), self.seed)):
            field.setAccessibleName(text or self.only.text())
            self._rows.addRow(*(form_label(text), field) if text else (field,))
        for size in (self.size_fields.rows, self.size_fields.cols):
            size.valueChanged.connect(self._show_only)
        inner = QWidget()
        self._wishes = QVBoxLayout(inner)
        self._wishes.setContentsMargins(2, 2, 10, 2)
        self._wishes.setSpacing(8)
        for each in (self.fields, self.form, self.more, self.expert_form):
            self._wishes.addWidget(each, 0, Qt.AlignmentFlag.AlignTop)
        self._wishes.addStretch(1)
        scroll = scrolling(inner, 376, 0.6)
        scroll.setMinimumHeight(150)
        left, right, across = QVBoxLayout(), QVBoxLayout(), QHBoxLayout(self)
        left.setSpacing(10)
        left.addWidget(scroll, 1)
        last = Flowing(self.watch, self.keep_all, self.leave, parted=True)  # in one line: the wishes above stay in sight
        for each in (self.message, self.bar, self.go, self.stop, self.use, last):
            left.addWidget(each)
        right.addWidget(self.view, 1)
        right.addWidget(self.shelf)
        across.setContentsMargins(16, 16, 16, 16)
        across.setSpacing(16)
        across.addLayout(left, 2)
        across.addLayout(right, 3)

    @property
    def family(self) -> Family:
        return registry.family(self.family_box.currentData())

    def _family_chosen(self) -> None:
        family = self.family
        self.size_fields.set_size(*family.default_size)
        self._rows.setRowVisible(self.symmetry, has_symmetry(family))
        self._rows.setRowVisible(self.clues, can_wish_clues(family))
        self._show_only()
        options = family.making.options if family.making is not None else ()
        self.form = self._other_form(self.form, [option for option in options if not option.expert])
        self.expert_form = self._other_form(self.expert_form, [option for option in options if option.expert])
        level_labels(self.fields, self.form, self.expert_form)
        self.form.setVisible(len(self.form) > 0)
        self.more.setVisible(len(self.expert_form) > 0)
        self.expert_form.setVisible(self.more.isChecked() and len(self.expert_form) > 0)

    def _show_only(self) -> None:
        """Offered where the selected cells are cells of the puzzle that would be made."""
        here = self._selected
        fits = here is not None and here.family == self.family.id and bool(here.cells)
        self._rows.setRowVisible(self.only, fits and can_wish_clues(self.family))
        self.only.setEnabled(here is not None and here.size == self.size_fields.size_chosen)

    def _only_cells(self) -> frozenset[int]:
        wanted = self.only.isChecked() and self.only.isEnabled() and not self.only.isHidden()
        return self._selected.cells if wanted and self._selected is not None else frozenset()

    def _other_form(self, old: OptionForm, options: list[Any]) -> OptionForm:
        fresh = OptionForm(options)
        self._wishes.replaceWidget(old, fresh)
        old.hide()
        old.deleteLater()
        return fresh

    def _show_more(self, on: bool) -> None:
        put_icon(self.more, "less" if on else "more")
        self.expert_form.setVisible(on and len(self.expert_form) > 0)

    # --- running ------------------------------------------------------------------------------------------------------
    def request(self) -> GenerateRequest:
        rows, cols = self.size_fields.size_chosen
        symmetry = self.symmetry.currentData() if has_symmetry(self.family) else "none"
        return GenerateRequest(rows, cols, self.seed.value(), self.difficulty.currentData(), symmetry,
                               {**self.form.values(), **self.expert_form.values()},
                               self.clues.value() if can_wish_clues(self.family) else 0, self._only_cells())

    def generate(self) -> None:
        if self.made and self.seed.value() == seed_of(self.made[-1].puzzle):
            self.seed.setValue((self.seed.value() + 1) % (LARGEST_SEED + 1))
        self._failures.clear()
        self._batch.start(self.family.id, self.request(), self.count.value(), self._limits)
        self._show_running(True)
        self.stop.setFocus()

    def film_making(self) -> None:
        """The puzzle that is shown, made again under the camera: the same request gives the same puzzle."""
        if self.puzzle is not None and self._camera.start(self.puzzle, self._limits):
            self._show_running(True)
            self.stop.setFocus()

    def _filmed(self, film: Film | str) -> None:
        self._show_running(False)
        if isinstance(film, str):
            self._say("bad", film)
            return
        self.film = film
        self.accept()

    def cancel(self) -> None:
        self._camera.cancel()
        self._batch.cancel()
        self._show_running(False)
        count = len(self.made)
        self._say("", self.tr("Stopped.") if not count else self.tr("Stopped; the puzzle that is made stays.") if count == 1
                  else self.tr("Stopped; the {0} puzzles that are made stay.").format(count))

    def _progress(self, fraction: float, text: str) -> None:
        self.bar.setValue(round(fraction * 1000))
        self._say("busy", text)

    def _add(self, made: Generated) -> None:
        """One more: shown at once, unless the user is looking at an earlier one."""
        follow = self.shelf.currentRow() in (-1, len(self.made) - 1)
        self.made.append(made)
        self.seed.setValue(seed_of(made.puzzle))
        item = QListWidgetItem(self._icon(made.puzzle), told(made.words) if made.rating else "")
        item.setToolTip(plain_tip(made.puzzle.title))
        self.shelf.addItem(item)
        if follow:
            self.shelf.setCurrentItem(item)
        self.shelf.setVisible(len(self.made) > 1)
        self.use.setVisible(True)

    def _finished(self) -> None:
        self._show_running(False)
        if self._failures:
            self._say("bad", self._failures[-1])
        elif self.shelf.currentRow() >= 0:
            self._tell(self.made[self.shelf.currentRow()])
        (self.use if self.made else self.go).setFocus()

    def _show_made(self, number: int) -> None:
        if 0 <= number < len(self.made):
            made = self.made[number]
            self.puzzle = made.puzzle
            family = registry.family(made.puzzle.family)
            self.view.show_board(family, Board(made.puzzle, family.start_marks(made.puzzle)))
            if not self._batch.running:
                self._tell(made)

    def _tell(self, made: Generated) -> None:
        clues = registry.family(made.puzzle.family).clues
        text = (self.tr("One solution, {0}.").format(told(clues.count(made.puzzle))) if clues is not None
                else self.tr("One solution."))
        if made.rating is not None:
            text += " " + self.tr("Difficulty: {0}.").format(told(made.rating.words))
            text += " " + told(made.rating.stopped) if made.rating.stopped else ""
        text += " " + sentence(told(made.missed)) if made.missed else ""
        self._say("good" if not made.missed else "warn", text)

    def _icon(self, puzzle: Puzzle) -> QIcon:
        family = registry.family(puzzle.family)
        ratio = self.devicePixelRatioF()
        picture = QPixmap.fromImage(thumbnail(family, Board(puzzle), look().theme, THUMB, THUMB, ratio))
        made = QIcon(picture)
        made.addPixmap(picture, QIcon.Mode.Selected)
        return made

    def _show_running(self, running: bool) -> None:
        again = bool(self.made)
        for each in (self.fields, self.form, self.expert_form):
            each.setEnabled(not running)
        self.go.setVisible(not running)
        self.go.setText(" " + (self.tr("Generate more") if again else self.tr("Generate")))
        self.go.setDefault(not again)
        self.go.setProperty("primary", not again)
        put_icon(self.go, "generate", "text" if again else "on_primary")
        self.go.style().unpolish(self.go)
        self.go.style().polish(self.go)
        self.stop.setVisible(running)
        self.bar.setVisible(running)
        self.use.setVisible(again)
        self.use.setDefault(again)
        self.watch.setVisible(again and not running)
        self.keep_all.setVisible(len(self.made) > 1 and not running)
        self.shelf.setVisible(len(self.made) > 1)

    def _say(self, state: str, text: str) -> None:
        set_state(self.message, "verdict", state)
        self.message.setText(told(text))

    # --- leaving --------------------------------------------------------------------------------------------------------
    def unkept(self) -> int:
        """How many puzzles exist nowhere but here."""
        return sum(1 for made in self.made if made.puzzle not in self._kept)

    def accept(self) -> None:
        """Take the puzzle that is shown; the others are not dropped unasked."""
        if self.puzzle is not None:
            self._kept.append(self.puzzle)
        if self._may_drop():
            super().accept()

    def reject(self) -> None:
        if self._may_drop():
            super().reject()

    def _may_drop(self) -> bool:
        return not self.unkept() or self.ask_to_drop(self.unkept())

    def ask_to_drop(self, count: int) -> bool:
        """Before puzzles that were made are lost: True if they may be, or have been saved."""
        standard = QMessageBox.StandardButton
        text = (self.tr("A puzzle that was made is not saved.") if count == 1 else
                self.tr("{0} puzzles that were made are not saved.").format(count))
        offered = standard.SaveAll | standard.Discard | standard.Cancel
        answer = QMessageBox.question(self, self.tr("Drop the puzzles?"), text, offered, standard.SaveAll)
        if answer == standard.SaveAll:
            self.ask_where()
            return not self.unkept()
        return bool(answer == standard.Discard)

    # --- keeping ------------------------------------------------------------------------------------------------------
    def ask_where(self) -> None:
        folder = user_folder()
        start = str(folder if folder.is_dir() else Path.home())
        chosen = QFileDialog.getExistingDirectory(self, self.tr("A folder for the puzzles"), start)
        if chosen:
            self.save_all(Path(chosen))

    def save_all(self, folder: Path) -> None:
        """A file for each puzzle; none that is there already is overwritten."""
        try:
            for made in self.made:
                files.save(free_path(folder, f"{made.puzzle.family} {made.puzzle.title}"), made.puzzle)
                self._kept.append(made.puzzle)
        except BadPuzzle as fault:
            self._say("bad", str(fault))
        else:
            self._say("good", self.tr("{0} puzzles are in {1}.").format(len(self.made), folder))

    def done(self, code: int) -> None:
        self._camera.cancel()
        self._batch.cancel()
        GenerateDialog.last = {"family": self.family.id, "size": self.size_fields.size_chosen, "count": self.count.value(),
                               "difficulty": self.difficulty.currentIndex(), "symmetry": self.symmetry.currentIndex()}
        super().done(code)

    def _recall(self, family_id: str) -> None:
        """The wishes of the last time, as long as the studio is open; the size only for the same family."""
        last = GenerateDialog.last
        if not last and self._selected is not None:
            self.size_fields.set_size(*self._selected.size)
        if not last:
            return
        if not family_id:
            self.family_box.setCurrentIndex(max(0, self.family_box.findData(last["family"])))
        if self._selected is not None and self.family.id == self._selected.family:
            self.size_fields.set_size(*self._selected.size)
        elif self.family.id == last["family"]:
            self.size_fields.set_size(*last["size"])
        self.count.setValue(last["count"])
        self.difficulty.setCurrentIndex(last["difficulty"])
        self.symmetry.setCurrentIndex(last["symmetry"])


def seed_of(puzzle: Puzzle) -> int:
    return int(puzzle.extra["generated"]["seed"])
