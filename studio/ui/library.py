"""The library page: all puzzles as thumbnails, with search and filters."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QImage, QKeySequence, QPainter, QPen, QShortcut
from PySide6.QtWidgets import (
    QLabel,
    QLineEdit,
    QListView,
    QStackedWidget,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from studio.core import registry
from studio.core.language import told
from studio.core.puzzle import Board
from studio.share.render import thumbnail
from studio.share.theme import Theme
from studio.ui.fields import ChoiceField
from studio.ui.icons import picture
from studio.ui.library_acts import LibraryActs
from studio.ui.library_model import ENTRY, MINE, NO_SOLUTION, SHIPPED, Entry, Shelf, ShelfFilter, user_folder
from studio.ui.look import look, scaled, share_of_screen
from studio.ui.widgets import Folding, button, label, plain_tip, row

CARD = QSize(196, 216)
"""with usual text"""
PICTURE = QSize(160, 140)
LINE = 20
"""the height of a line of words below the picture"""
MOST_TOLD = 12
"""files that cannot be shown of which the reason is told"""
LEVELS = ("easy", "medium", "hard", "fiendish")


class ShelfCard(QStyledItemDelegate):
    """Draws one puzzle: picture, title, caption, and a tick once it is solved."""

    def __init__(self) -> None:
        super().__init__()
        self._pictures: dict[tuple[int, str, float], QImage] = {}
        self._kept: list[Entry] = []

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(min(scaled(CARD.width()), 2 * CARD.width()), CARD.height() + 2 * (scaled(LINE) - LINE))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        entry: Entry = index.data(ENTRY)
        theme = look().theme
        state = option.state  # type: ignore[attr-defined]
        box: QRect = option.rect.adjusted(5, 5, -5, -5)  # type: ignore[attr-defined]
        chosen = bool(state & QStyle.StateFlag.State_Selected)
        hovered = bool(state & QStyle.StateFlag.State_MouseOver)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme.color("primary" if chosen or hovered else "line"), 2 if chosen else 1))
        painter.setBrush(theme.color("soft" if chosen else "base"))
        painter.drawRoundedRect(box, 9, 9)
        image = self._picture(entry, painter.device().devicePixelRatio())
        size = image.deviceIndependentSize().toSize()
        left, top = (box.width() - size.width()) // 2, 9 + (PICTURE.height() - size.height()) // 2
        painter.drawImage(box.x() + left, box.y() + top, image)
        self._texts(painter, box, entry, theme.color("text"), theme.color("muted"))
        if entry.impossible:
            self._badge(painter, box, told(NO_SOLUTION), theme)
        if entry.solved:
            painter.drawPixmap(box.right() - 26, box.y() + 6, picture("check", theme.color("good"), 20, 2.0))
        painter.restore()

    def _badge(self, painter: QPainter, box: QRect, words: str, theme: Theme) -> None:
        """What must not be overlooked: in the upper left corner, never cut short."""
        painter.save()
        font = painter.font()
        font.setPointSizeF(font.pointSizeF() * 0.85)
        font.setBold(True)
        painter.setFont(font)
        metrics = painter.fontMetrics()
        pill = QRect(box.x() + 6, box.y() + 6, metrics.horizontalAdvance(words) + 14, metrics.height() + 4)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color("warn"))
        painter.drawRoundedRect(pill, pill.height() / 2, pill.height() / 2)
        painter.setPen(theme.color("base"))
        painter.drawText(pill, Qt.AlignmentFlag.AlignCenter, words)
        painter.restore()

    def _texts(self, painter: QPainter, box: QRect, entry: Entry, ink: QColor, faint: QColor) -> None:
        metrics = painter.fontMetrics()
        room = box.width() - 12
        painter.setPen(ink)
        at = box.y() + PICTURE.height() + 16
        center = Qt.AlignmentFlag.AlignHCenter
        title = metrics.elidedText(entry.title, Qt.TextElideMode.ElideRight, room)
        painter.drawText(QRect(box.x() + 6, at, room, scaled(LINE)), center, title)
        font = painter.font()
        font.setPointSizeF(font.pointSizeF() * 0.88)
        painter.setFont(font)
        painter.setPen(faint)
        caption = painter.fontMetrics().elidedText(entry.caption, Qt.TextElideMode.ElideRight, room)
        painter.drawText(QRect(box.x() + 6, at + scaled(LINE) + 1, room, scaled(LINE)), center, caption)

    def _picture(self, entry: Entry, ratio: float) -> QImage:
        key = (id(entry), look().theme.id, ratio)
        if key not in self._pictures:
            family = registry.family(entry.puzzle.family)
            board = Board(entry.puzzle, family.start_marks(entry.puzzle))
            self._pictures[key] = thumbnail(family, board, look().theme, PICTURE.width(), PICTURE.height(), ratio)
            self._kept.append(entry)  # an id names an entry only while it lives
        return self._pictures[key]


class LibraryPage(QWidget):
    """`opened(entry)` when a puzzle is chosen; `wants` names an action of the window."""

    opened = Signal(object)
    wants = Signal(str)

    def __init__(self, shelf: Shelf | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.shelf = shelf or Shelf()
        self.filter = ShelfFilter(self.shelf)
        for model in (self.shelf, self.filter):  # go with the page: a shelf left to the garbage collector goes on reading
            model.setParent(self)
        self._build()
        self._connect()

    def _build(self) -> None:
        self.search = QLineEdit()
        self.search.setPlaceholderText(self.tr("Search title, author, tag, size …"))
        self.search.setClearButtonEnabled(True)
        self.search.setAccessibleName(self.tr("Search the library"))
        families = [(told(family.name), family.id) for family in registry.families()]
        self.family = self._combo(self.tr("Family"), [(self.tr("All families"), ""), *families])
        levels = [(level.capitalize(), level) for level in LEVELS]
        self.difficulty = self._combo(self.tr("Difficulty"), [(self.tr("Any difficulty"), ""), *levels])
        self.state = self._combo(self.tr("State"), [(self.tr("Any state"), ""), (self.tr("Not begun"), "new"),
                                                    (self.tr("Begun"), "begun"), (self.tr("Solved"), "solved")])
        self.place = self._combo(self.tr("Place"), self._places())
        self.count = label(role="muted")
        self.list = QListView()
        self.list.setViewMode(QListView.ViewMode.IconMode)
        self.list.setResizeMode(QListView.ResizeMode.Adjust)
        self.list.setMovement(QListView.Movement.Static)
        self.list.setUniformItemSizes(True)
        self.list.setMouseTracking(True)
        self.list.setSpacing(2)
        self.list.setSelectionMode(QListView.SelectionMode.ExtendedSelection)
        self.list.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.list.setModel(self.filter)
        self.list.setItemDelegate(ShelfCard())
        self.list.itemDelegate().setParent(self.list)
        self.list.setAccessibleName(self.tr("Puzzles"))
        self.empty = QLabel(self.tr("No puzzle matches.\nClear the search, or press Ctrl+G to generate one."))
        self.empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.empty.setProperty("role", "muted")
        self.body = QStackedWidget()
        self.body.addWidget(self.list)
        self.body.addWidget(self.empty)
        self._lay_out()

    def _lay_out(self) -> None:
        heading, makers, filters = QWidget(), QWidget(), QWidget()
        heading.setLayout(row(label(self.tr("Library"), "title"), self.count, spacing=8, stretch=True))
        makers.setLayout(row(button(self.tr("Print …"), "save", lambda: self.wants.emit("book"),
                                    self.tr("The puzzles shown here as a PDF, with solutions")),
                             button(self.tr("Generate …"), "generate", lambda: self.wants.emit("generate")),
                             button(self.tr("New puzzle …"), "new", lambda: self.wants.emit("new")), spacing=8))
        places, kinds = QWidget(), QWidget()
        places.setLayout(row(self.place, self.family, spacing=8))
        kinds.setLayout(row(self.difficulty, self.state, spacing=8))
        filters.setLayout(row(Folding(places, kinds, spacing=8)))
        self.search.setMinimumWidth(min(scaled(240), share_of_screen(0.3)))
        head, bar = Folding(heading, makers, spacing=8), Folding(self.search, filters, spacing=8)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 18, 24, 18)
        column.setSpacing(12)
        column.addWidget(head)
        column.addWidget(bar)
        column.addWidget(self.body, 1)

    def _combo(self, name: str, items: list[tuple[str, str]]) -> ChoiceField:
        made = ChoiceField()
        made.setAccessibleName(name)
        made.setToolTip(name)
        for text, value in items:
            made.addItem(text, value)
        made.currentIndexChanged.connect(self._narrow)
        return made

    def _connect(self) -> None:
        self.search.textChanged.connect(self._narrow)
        self.list.activated.connect(self._open)
        self.acts = LibraryActs(self)
        self.list.customContextMenuRequested.connect(
            lambda at: self.acts.show_menu(self.chosen(), self.list.viewport().mapToGlobal(at)))
        self.acts.opened.connect(self.opened)
        self.acts.changed.connect(self.show_all)
        for signal in (self.filter.rowsInserted, self.filter.rowsRemoved, self.filter.modelReset, self.filter.layoutChanged):
            signal.connect(self._counted)
        self.shelf.loaded.connect(self._counted)
        away = QShortcut(QKeySequence(QKeySequence.StandardKey.Delete), self.list)
        away.setContext(Qt.ShortcutContext.WidgetShortcut)
        away.activated.connect(lambda: self.acts.ask_delete(self.chosen()))
        look().changed.connect(self._recolour)

    def _recolour(self, _theme: object) -> None:
        self.list.doItemsLayout()  # larger words need larger cards
        self.list.viewport().update()

    def show_all(self) -> None:
        """Read the shelf again: files may have changed since."""
        self.shelf.load()
        now = self.place.currentData()
        self.place.blockSignals(True)
        self.place.clear()
        for text, value in self._places():
            self.place.addItem(text, value)
        self.place.setCurrentIndex(max(0, self.place.findData(now)))
        self.place.blockSignals(False)

    def _places(self) -> list[tuple[str, str]]:
        """Everything, one's own, its folders, the shipped ones."""
        folders = sorted(path for path in user_folder().rglob("*") if path.is_dir()) if user_folder().is_dir() else []
        inner = [("   " + str(path.relative_to(user_folder())), str(path)) for path in folders]
        return [(self.tr("Everywhere"), ""), (self.tr("My puzzles"), MINE), *inner, (self.tr("Shipped puzzles"), SHIPPED)]

    def chosen(self) -> list[Entry]:
        """The puzzles that are selected, in their order."""
        return [index.data(ENTRY) for index in sorted(self.list.selectedIndexes(), key=lambda index: index.row())]

    def _narrow(self) -> None:
        chosen = [combo.currentData() for combo in (self.family, self.difficulty, self.state, self.place)]
        self.filter.narrow(self.search.text(), *chosen)
        self._counted()

    def _counted(self) -> None:
        shown, known = self.filter.rowCount(), self.shelf.rowCount()
        one = self.tr("1 puzzle") if shown == 1 else self.tr("{0} puzzles").format(shown)
        told = one if shown == known else self.tr("{0} of {1}").format(one, known)
        passed = self.shelf.passed
        if passed:
            told += " · " + (self.tr("1 file cannot be shown") if len(passed) == 1 else
                             self.tr("{0} files cannot be shown").format(len(passed)))
        self.count.setText(told)
        self.count.setToolTip(plain_tip("\n".join(passed[:MOST_TOLD])))
        self.body.setCurrentWidget(self.list if shown or self.shelf.loading else self.empty)

    def shown(self) -> list[Entry]:
        """The puzzles that pass the filter, in their order."""
        return [self.filter.index(at, 0).data(ENTRY) for at in range(self.filter.rowCount())]

    def _open(self, index: QModelIndex) -> None:
        entry = index.data(ENTRY)
        if entry is not None:
            self.opened.emit(entry)
