"""What a maker chooses besides the board (the tiles of a tiling): ready sets, and the fields of the entry at hand."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QMenu, QVBoxLayout, QWidget

from studio.core.language import told
from studio.core.puzzle import Change
from studio.ui.document import DRAW, Document
from studio.ui.fields import ChoiceField
from studio.ui.option_form import OptionForm
from studio.ui.widgets import button, card, label, row, section


class SupplyCard(QWidget):
    """Hidden for families without a supply."""

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.document = document
        self._supply = document.family.supply
        self._loading = False
        if self._supply is not None:
            self._build()
            document.changed.connect(self._load)
            self._load()

    def _build(self) -> None:
        assert self._supply is not None
        one, many = self._supply.words
        frame, column = card()
        column.addWidget(section(told(many)))
        self.summary = label(wrap=True)
        self.summary.setAccessibleName(self.tr("Board and pieces"))
        column.addWidget(self.summary)
        self.entry = ChoiceField()
        self.entry.setAccessibleName(told(one))
        self.entry.currentIndexChanged.connect(self._show_entry)
        self.away = button(self.tr("Remove"), "clear", self._remove, self.tr("Take this one out of the set"))
        column.addLayout(row(self.entry, self.away))
        self.form = OptionForm(self._supply.fields)
        self.form.changed.connect(self._put)
        self.form.leave_undo()
        column.addWidget(self.form)
        self.sets = button(self.tr("Take a set"), "library", tip=self.tr("A ready set in place of what there is"))
        menu = QMenu(self.sets)
        for name in self._supply.sets():
            menu.addAction(told(name)).triggered.connect(lambda _on=False, name=name: self.take_set(name))
        self.sets.setMenu(menu)
        column.addWidget(self.sets)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(frame)

    def suit(self) -> None:
        """Asked once it lies in its panel: a card without one would be a window."""
        self.setVisible(self._supply is not None)

    def choose(self, entry: int) -> None:
        """The entry that was clicked on the board."""
        if self._supply is not None and 0 <= entry < self.entry.count():
            self.entry.setCurrentIndex(entry)

    def take_set(self, name: str) -> None:
        assert self._supply is not None
        self._edit(self._supply.take_set(self.document.board, name), name)

    def _remove(self) -> None:
        if self._supply is not None and self.entry.currentIndex() >= 0:
            self._edit(self._supply.remove(self.document.board, self.entry.currentIndex()), self.away.text())

    def _put(self) -> None:
        if self._supply is not None and self.entry.currentIndex() >= 0 and not self._loading:
            words = told(self._supply.words[0])
            self._edit(self._supply.put(self.document.board, self.entry.currentIndex(), self.form.values()), words)

    def _edit(self, changes: Sequence[Change], words: str) -> None:
        self.document.edit(DRAW, changes, words)

    def _load(self, _question: bool = True) -> None:
        assert self._supply is not None
        board, at = self.document.board, max(0, self.entry.currentIndex())
        entries = self._supply.entries(board)
        self.summary.setText(told(self._supply.summary(board)))
        self._loading = True
        if [self.entry.itemText(k) for k in range(self.entry.count())] != entries:
            self.entry.clear()
            self.entry.addItems(entries)
            self.entry.setCurrentIndex(min(at, len(entries) - 1))
        self._loading = False
        for part in (self.entry, self.away, self.form):
            part.setEnabled(bool(entries))
        self._show_entry()

    def _show_entry(self) -> None:
        entry = self.entry.currentIndex()
        if self._supply is not None and entry >= 0 and not self._loading:
            self._loading = True
            self.form.load(self._supply.values(self.document.board, entry))
            self._loading = False
