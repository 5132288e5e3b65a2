"""New puzzle: family, size and variant."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from studio.core import registry
from studio.core.family import Family
from studio.core.language import told
from studio.core.puzzle import BadPuzzle, Board, Puzzle
from studio.share.render import thumbnail
from studio.ui.look import look, scaled, share_of_screen
from studio.ui.option_form import OptionForm
from studio.ui.widgets import form_label, form_layout, label, number_field, open_with, scrolling, snug

LARGEST = 100
ICON = 84


class FamilyList(QListWidget):
    """The families with a small drawn board each."""

    def __init__(self, chosen: str = "") -> None:
        super().__init__()
        self.setIconSize(QSize(ICON, ICON))
        self.setAccessibleName(self.tr("Family"))
        self.setFixedWidth(min(scaled(230), share_of_screen(0.34)))
        for family in registry.families():
            item = QListWidgetItem(family_icon(family, self.devicePixelRatioF()), told(family.name))
            item.setData(Qt.ItemDataRole.UserRole, family.id)
            item.setToolTip(told(family.summary))
            self.addItem(item)
            if family.id == chosen:
                self.setCurrentItem(item)
        if self.currentRow() < 0:
            self.setCurrentRow(0)

    @property
    def family(self) -> Family:
        return registry.family(self.currentItem().data(Qt.ItemDataRole.UserRole))


def family_icon(family: Family, ratio: float) -> QIcon:
    samples = family.samples()
    puzzle = samples[0] if samples else family.blank(4, 4)
    board = Board(puzzle, puzzle.solution or family.start_marks(puzzle))
    ratio = max(2.0, ratio)
    image = thumbnail(family, board, look().theme, ICON, ICON, ratio)
    picture = QPixmap(round(ICON * ratio), round(ICON * ratio))
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    size = image.deviceIndependentSize()
    painter.drawImage(QPointF((ICON - size.width()) / 2, (ICON - size.height()) / 2), image)
    painter.end()
    made = QIcon(picture)
    made.addPixmap(picture, QIcon.Mode.Selected)
    return made


class SizeFields(QWidget):
    """Rows and columns."""

    def __init__(self, rows: int, cols: int) -> None:
        super().__init__()
        self.rows, self.cols = number_field(1, LARGEST, rows), number_field(1, LARGEST, cols)
        across = QHBoxLayout(self)
        across.setContentsMargins(0, 0, 0, 0)
        for spin, name in ((self.rows, self.tr("Rows")), (self.cols, self.tr("Columns"))):
            spin.setAccessibleName(name)
            spin.setToolTip(name)
        across.addWidget(self.rows)
        across.addWidget(QLabel("×"))
        across.addWidget(self.cols)
        across.addStretch(1)

    def set_size(self, rows: int, cols: int) -> None:
        self.rows.setValue(rows)
        self.cols.setValue(cols)

    def begin(self) -> None:
        """The keyboard begins here, on a number that the next digit replaces."""
        self.rows.setFocus(Qt.FocusReason.TabFocusReason)
        self.rows.selectAll()

    @property
    def size_chosen(self) -> tuple[int, int]:
        return self.rows.value(), self.cols.value()


class NewPuzzleDialog(QDialog):
    def __init__(self, family_id: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("New puzzle"))
        self.families = FamilyList(family_id)
        self.name = label(role="heading")
        self.summary = label(role="muted", wrap=True)
        self.size_fields = SizeFields(10, 10)
        self.fault = label(wrap=True)
        self.fault.setProperty("verdict", "bad")
        self.form = OptionForm(())
        self._right = QVBoxLayout()
        self._right.setSpacing(10)
        rows = form_layout()
        rows.addRow(form_label(self.tr("Size")), self.size_fields)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        self.buttons.button(QDialogButtonBox.StandardButton.Ok).setText(self.tr("Create"))
        self.buttons.accepted.connect(self._accept)
        self.buttons.rejected.connect(self.reject)
        for widget in (self.name, self.summary):
            self._right.addWidget(widget)
        self._right.addLayout(rows)
        self._right.addWidget(self.form)
        self._right.addStretch(1)
        self._right.setContentsMargins(0, 0, 0, 0)
        wishes = QWidget()
        wishes.setLayout(self._right)
        beside = QVBoxLayout()
        beside.addWidget(scrolling(wishes), 1)
        beside.addWidget(self.fault)
        beside.addWidget(self.buttons)
        across = QHBoxLayout(self)
        across.setContentsMargins(16, 16, 16, 16)
        across.setSpacing(16)
        across.addWidget(self.families)
        across.addLayout(beside, 1)
        self.families.currentRowChanged.connect(self._family_chosen)
        self.families.itemActivated.connect(lambda _item: self._accept())
        self._family_chosen()
        open_with(self, 640, 460)
        self.puzzle: Puzzle | None = None

    def _family_chosen(self) -> None:
        family = self.families.family
        self.name.setText(told(family.name))
        self.summary.setText(told(family.summary))
        self.size_fields.set_size(*family.default_size)
        fresh = OptionForm(family.parameters, written=True)
        self._right.replaceWidget(self.form, fresh)
        self.form.deleteLater()
        self.form = fresh
        self._order()
        self.fault.setText("")

    def _order(self) -> None:
        """Tab goes through the wishes as they stand, and to the buttons last."""
        fields = [each for each in self.form.findChildren(QWidget) if each.focusPolicy() & Qt.FocusPolicy.TabFocus
                  and each.window() is self and not isinstance(each.parentWidget(), QAbstractSpinBox | QComboBox)]
        chain = [self.size_fields.cols, *fields, *self.buttons.buttons()]
        for before, after in pairwise(chain):
            self.setTabOrder(before, after)

    def _accept(self) -> None:
        family = self.families.family
        try:
            puzzle = family.blank(*self.size_fields.size_chosen, **self.form.values())
            family.validate(puzzle)
        except BadPuzzle as fault:
            self.fault.setText(str(fault))
            return
        self.puzzle = puzzle
        self.accept()


class ResizeDialog(QDialog):
    """Another size for the board at hand."""

    def __init__(self, rows: int, cols: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Resize the board"))
        self.size_fields = SizeFields(rows, cols)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 16, 16, 16)
        column.setSpacing(12)
        column.addWidget(label(self.tr("What lies in the upper left corner stays; undo brings the rest back."), "muted", True))
        form = form_layout()
        form.addRow(form_label(self.tr("Rows × columns")), self.size_fields)
        column.addLayout(form)
        column.addWidget(buttons)
        snug(self, 380)
        self.size_fields.begin()
