"""Draw mode's panel: the live verdict, the puzzle's parameters and its details."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QWidget

from studio.core.draw import Overlay
from studio.core.language import told
from studio.core.puzzle import Board
from studio.core.turn import SYMMETRIES
from studio.ui.document import DRAW, Document
from studio.ui.fields import ChoiceField, leave_undo
from studio.ui.modes.supply_card import SupplyCard
from studio.ui.modes.verdict_card import VerdictCard
from studio.ui.option_form import OptionForm
from studio.ui.verdict import LiveVerdict
from studio.ui.widgets import Folding, SidePanel, button, card, form_label, form_layout, label, level_labels, row, section


class NotesField(QPlainTextEdit):
    left = Signal()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.left.emit()


class DrawPanel(SidePanel):
    """`wants` names an action of the window: generate, resize, clear, watch."""

    changed = Signal()
    wants = Signal(str)

    def __init__(self, document: Document, live: LiveVerdict, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.document = document
        self._writing = self._loading = False
        self.verdict = VerdictCard(document, live)
        self.verdict.changed.connect(self.changed)
        self.body.addWidget(self.verdict)
        self.supply = SupplyCard(document)
        self.body.addWidget(self.supply)
        self.supply.suit()
        self._build_puzzle()
        self._build_details()
        self.body.addStretch(1)
        document.changed.connect(self._load)
        document.renamed.connect(self._load)
        self._load()

    def _build_puzzle(self) -> None:
        frame, column = card()
        column.addWidget(section(told(self.document.family.name)))
        self.size_text = label(role="muted")
        column.addLayout(row(self.size_text, stretch=True))
        self.form = OptionForm(self.document.family.parameters, self.document.board.params)
        self.form.changed.connect(self._parameters)
        self.form.leave_undo()
        self.form.setVisible(len(self.form) > 0)
        column.addWidget(self.form)
        self.symmetry = ChoiceField()
        for name in SYMMETRIES:
            self.symmetry.addItem((shown := told(name))[:1].upper() + shown[1:], name)
        self.symmetry.setAccessibleName(self.tr("Symmetry"))
        self.symmetry.setToolTip(self.tr("Clues that you draw get their partners; mending and dropping keep to it"))
        self.symmetry.currentIndexChanged.connect(self._symmetry_chosen)
        below = QWidget()
        form_layout(below).addRow(form_label(self.tr("Symmetry")), self.symmetry)
        column.addWidget(below)
        level_labels(self.form, below)
        resize = button(self.tr("Resize …"), "resize", lambda: self.wants.emit("resize"), self.tr("Change the board's size"))
        clear = button(self.tr("Clear"), "clear", lambda: self.wants.emit("clear"), self.tr("Take all clues away"))
        column.addWidget(Folding(resize, clear))
        make = button(self.tr("Generate …"), "generate", lambda: self.wants.emit("generate"),
                      self.tr("Let the studio make a puzzle (Ctrl+G)"))
        watch = button(self.tr("Watch"), "watch", lambda: self.wants.emit("watch"), self.tr("See an engine solve it (F4)"))
        column.addWidget(Folding(make, watch))
        self.body.addWidget(frame)

    def _build_details(self) -> None:
        frame, column = card()
        column.addWidget(section(self.tr("Details")))
        self.title, self.author = QLineEdit(), QLineEdit()
        self.notes = NotesField()
        self.notes.setMaximumHeight(86)
        self.notes.setTabChangesFocus(True)
        form = form_layout()
        for text, field in ((self.tr("Title"), self.title), (self.tr("Author"), self.author), (self.tr("Notes"), self.notes)):
            field.setAccessibleName(text)
            form.addRow(form_label(text), field)
        for line in (self.title, self.author):
            line.textChanged.connect(self._details)
            line.editingFinished.connect(self.document.end_typing)
        for field in (self.title, self.author, self.notes):
            leave_undo(field)
        self.notes.textChanged.connect(self._details)
        self.notes.left.connect(self.document.end_typing)
        column.addLayout(form)
        self.body.addWidget(frame)

    def tell_anew(self) -> None:
        """In another language."""
        self._load()

    def _load(self, _question: bool = True) -> None:
        """Bring the fields up to date after undo, resize or opening."""
        puzzle = self.document.puzzle
        clues = self.document.family.clues
        given = told(clues.count(puzzle)) if clues is not None else ""
        self.size_text.setText(self.tr("{0} × {1} · {2}").format(puzzle.grid.rows, puzzle.grid.cols, given))
        self.form.load(self.document.board.params)
        if self._writing:
            return
        self._loading = True
        for field, text in ((self.title, puzzle.title), (self.author, puzzle.author)):
            if field.text().strip() != text:
                field.setText(text)
        if self.notes.toPlainText() != puzzle.notes:
            self.notes.setPlainText(puzzle.notes)
        self._loading = False

    def _details(self) -> None:
        """What stands in the fields is in the document at once: nothing that was typed waits to be lost."""
        if self._loading:
            return
        self._writing = True
        self.document.set_details(self.title.text().strip(), self.author.text().strip(), self.notes.toPlainText())
        self._writing = False

    def leave(self) -> None:
        """The user goes elsewhere: what is typed later is another step."""
        self.document.end_typing()

    def _symmetry_chosen(self) -> None:
        self.document.symmetry = self.symmetry.currentData()
        self.changed.emit()

    def _parameters(self) -> None:
        board = self.document.board
        changes = [change for name, value in self.form.values().items() if (change := board.change("params", name, value))]
        self.document.edit(DRAW, changes, self.tr("Parameters"))

    # --- what the board shows ---------------------------------------------------------------------------------------
    def board(self) -> Board:
        """The givens as drawn, without the player's marks; with a solution if it is asked for."""
        puzzle = self.document.puzzle
        return Board(puzzle, self.verdict.marks() or self.document.family.start_marks(puzzle))

    def overlay(self) -> Overlay:
        return self.verdict.overlay()
