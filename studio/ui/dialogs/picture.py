"""A picture of one puzzle: what it will look like, beside what can be chosen; copied, or saved as PNG, SVG or PDF."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import ClassVar

from PySide6.QtCore import QRectF, QSizeF
from PySide6.QtGui import QGuiApplication, QImage, QPainter, QPaintEvent
from PySide6.QtWidgets import QDialog, QHBoxLayout, QVBoxLayout, QWidget

from studio.core.language import told
from studio.core.puzzle import Answer, BadPuzzle, Board
from studio.share.clean import Wanted, picture_image, picture_size, write_picture
from studio.share.render import FORMATS, usual_pixels
from studio.share.theme import LIGHT, THEMES
from studio.ui.ask_path import safe_name, save_path
from studio.ui.fields import ChoiceField
from studio.ui.look import look
from studio.ui.tight import WrappedCheck
from studio.ui.widgets import button, form_label, form_layout, label, number_field, open_with, set_state

PANEL = 230
SMALLEST, LARGEST = 8, 240
"""pixels of a cell"""
WIDEST, SEEN = 12_000, 1600
"""pixels that a picture, and its preview, may be wide or high, about"""


class Preview(QWidget):
    """A picture as large as it fits, never larger than it is."""

    def __init__(self) -> None:
        super().__init__()
        self.image = QImage()
        self.setMinimumSize(320, 280)

    def show_image(self, image: QImage) -> None:
        self.image = image
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), look().theme.color("panel"))
        size = QSizeF(self.image.size())
        if not size.isEmpty():
            part = min(1.0, (self.width() - 24) / size.width(), (self.height() - 24) / size.height())
            room = QRectF(0, 0, size.width() * part, size.height() * part)
            room.moveCenter(QRectF(self.rect()).center())
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.drawImage(room, self.image)
        painter.end()


class PictureDialog(QDialog):
    """`board` with the marks that could be shown; `answer` is offered beside the puzzle, if it is known to be the one.
    `folder()` is where pictures are written unless one says otherwise."""

    last: ClassVar[Wanted] = Wanted(title=True)
    """what was chosen the last time, as long as the studio is open"""

    def __init__(self, board: Board, title: str, wanted: Wanted, answer: Answer | None = None,
                 folder: Callable[[], Path] = Path.home, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Picture of {0}").format(title))
        self._board, self._title, self._answer, self._folder = board, title, answer, folder
        self._build(wanted)
        self._lay_out()
        self._changed()
        open_with(self, 860, 620)

    def _build(self, wanted: Wanted) -> None:
        last = PictureDialog.last
        self.preview = Preview()
        self.preview.setAccessibleName(self.tr("Preview"))
        side = max(self._board.grid.rows, self._board.grid.cols)
        self.cell = number_field(SMALLEST, max(SMALLEST, min(LARGEST, WIDEST // side)),
                                 last.cell_pixels or usual_pixels(self._board.grid))
        self._most_seen = max(SMALLEST, SEEN // side)
        self.cell.setSuffix(self.tr(" pixels"))
        self.cell.valueChanged.connect(self._changed)
        self.theme = ChoiceField()
        for each in THEMES.values():
            self.theme.addItem(told(each.name), each.id)
        self.theme.setCurrentIndex(max(0, self.theme.findData(last.theme.id)))
        self.theme.currentIndexChanged.connect(self._changed)
        puzzle = self._board.puzzle()
        self.title = self._check(self.tr("&Title and author"), last.title, bool(puzzle.title),
                                 self.tr("The puzzle has no title yet"))
        self.marks = self._check(self.tr("&Marks on the board"), wanted.marks, wanted.marks,
                                 self.tr("The board shows neither your marks nor a solution"))
        self.solution = self._check(self.tr("S&olution beside it"), last.solution is not None, self._answer is not None,
                                    self.tr("No solution is known to be the only one"))
        self.size_text, self.message = label(role="muted", wrap=True), label(wrap=True)
        self.keep = button(self.tr("&Save …"), "save", self.ask, self.tr("As PNG, SVG or PDF"), primary=True)
        self.keep.setDefault(True)
        self.copy = button(self.tr("&Copy"), "copy", self.put_on_clipboard,
                           self.tr("Put a picture of the board on the clipboard"))
        self.leave = button(self.tr("Close"), act=self.reject)

    def _check(self, text: str, on: bool, possible: bool, why_not: str) -> WrappedCheck:
        """`why_not` is told where it is grey."""
        made = WrappedCheck(text)
        made.setChecked(on and possible)
        made.setEnabled(possible)
        made.setToolTip("" if possible else why_not)
        made.toggled.connect(self._changed)
        return made

    def _lay_out(self) -> None:
        side = QWidget()
        side.setMinimumWidth(PANEL)
        column = QVBoxLayout(side)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(10)
        form = form_layout()
        for text, field in ((self.tr("A cell"), self.cell), (self.tr("Theme"), self.theme)):
            field.setAccessibleName(text)
            form.addRow(form_label(text), field)
        column.addLayout(form)
        for shown in (self.title, self.marks, self.solution, self.size_text, self.message):
            column.addWidget(shown)
        column.addStretch(1)
        for last in (self.keep, self.copy, self.leave):
            column.addWidget(last)
        across = QHBoxLayout(self)
        across.setContentsMargins(16, 16, 16, 16)
        across.setSpacing(16)
        across.addWidget(self.preview, 1)
        across.addWidget(side)
        self.cell.setFocus()
        self.cell.selectAll()

    def wanted(self) -> Wanted:
        return Wanted(self.cell.value(), self.title.isChecked(), self.marks.isChecked(),
                      self._answer if self.solution.isChecked() else None, THEMES.get(self.theme.currentData(), LIGHT))

    def _changed(self) -> None:
        wanted = self.wanted()
        seen = replace(wanted, cell_pixels=min(wanted.cell_pixels, self._most_seen))
        self.preview.show_image(picture_image(self._board, seen))
        self.size_text.setText(self.tr("{0} × {1} pixels as PNG").format(*picture_size(self._board, wanted)))
        self.message.clear()

    def put_on_clipboard(self) -> None:
        QGuiApplication.clipboard().setImage(picture_image(self._board, self.wanted()))
        self._say("good", self.tr("The picture is on the clipboard."))

    def ask(self) -> None:
        kinds = {self.tr("Picture"): FORMATS[0], self.tr("Drawing"): FORMATS[1], self.tr("Document"): FORMATS[2]}
        chosen = save_path(self, self.windowTitle(), self._folder() / safe_name(self._title),
                           {name: (ending, *FORMATS) for name, ending in kinds.items()})
        if chosen is not None:
            self.save(chosen[0])

    def save(self, path: Path) -> None:
        """The picture as a file; says where it is, or why not."""
        try:
            write_picture(self._board, path, self.wanted())
        except BadPuzzle as fault:
            self._say("bad", str(fault))
            return
        self._say("good", self.tr("Written to {0}").format(path))

    def _say(self, state: str, text: str) -> None:
        set_state(self.message, "verdict", state)
        self.message.setText(told(text))

    def done(self, code: int) -> None:
        PictureDialog.last = replace(self.wanted(), marks=False)
        super().done(code)
