"""Small building blocks that all pages share, so that spacing and headings agree everywhere."""

from __future__ import annotations

from collections.abc import Callable
from html import escape

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtGui import QFont, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFormLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLayout,
    QMessageBox,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from studio.ui.fields import NumberField
from studio.ui.icons import picture, put_icon
from studio.ui.look import look, scaled, share_of_screen
from studio.ui.tight import ElidedPush

SIDE_WIDTH = 300
LARGE = 13
"""points of text from which on labels may stand above their fields"""


def label(text: str = "", role: str = "", wrap: bool = False) -> QLabel:
    made = QLabel(text)
    made.setTextFormat(Qt.TextFormat.PlainText)  # names and titles are shown as they are
    if role:
        made.setProperty("role", role)
    made.setWordWrap(wrap)
    return made


def ask(parent: QWidget, title: str, text: str, offered: QMessageBox.StandardButton,
        usual: QMessageBox.StandardButton = QMessageBox.StandardButton.NoButton) -> QMessageBox.StandardButton:
    """A question (or, with one button, a message) whose text is shown as it is."""
    icon = QMessageBox.Icon.Warning if offered == QMessageBox.StandardButton.Ok else QMessageBox.Icon.Question
    box = QMessageBox(icon, title, text, offered, parent)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setDefaultButton(usual)
    return QMessageBox.StandardButton(box.exec())


def plain_tip(text: str) -> str:
    """A tip that shows a name or title as it is: Qt takes whatever looks like markup for markup."""
    return f"<span>{escape(text)}</span>" if "<" in text else text


class ElidedLabel(QLabel):
    """A line as wide as there is room; what does not fit ends in dots, and stands in the tooltip."""

    def __init__(self, text: str = "") -> None:
        super().__init__(text)
        self.setTextFormat(Qt.TextFormat.PlainText)  # names and titles are shown as they are
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        text = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, self.width() - 8)
        self.style().drawItemText(painter, self.rect().adjusted(8, 0, 0, 0), int(Qt.AlignmentFlag.AlignVCenter),
                                  self.palette(), True, text, self.foregroundRole())
        painter.end()


def section(text: str) -> QLabel:
    return label(text.upper(), "section")


def rule() -> QFrame:
    made = QFrame()
    made.setObjectName("rule")
    return made


def button(text: str, icon: str = "", act: Callable[[], object] | None = None, tip: str = "", primary: bool = False,
           checkable: bool = False, flat: bool = False, elided: bool = False) -> QPushButton:
    """`elided`: where there is no room its words may end in dots."""
    kind = ElidedPush if elided else QPushButton
    made = kind(f" {text}" if icon and text else text)  # a little air between icon and word
    if icon:
        put_icon(made, icon, "on_primary" if primary else "text")
    if act is not None:
        made.clicked.connect(lambda _checked=False: act())
    made.setToolTip(tip)
    made.setAccessibleName(text)
    made.setAccessibleDescription(tip)
    made.setCheckable(checkable)
    made.setAutoDefault(False)
    made.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click does something; it does not take the keyboard away
    if primary:
        made.setProperty("primary", True)
    if flat:
        made.setFlat(True)
        made.setProperty("flat", True)
    return made


def row(*widgets: QWidget, spacing: int = 6, stretch: bool = False) -> QHBoxLayout:
    made = QHBoxLayout()
    made.setContentsMargins(0, 0, 0, 0)
    made.setSpacing(spacing)
    for widget in widgets:
        made.addWidget(widget)
    if stretch:
        made.addStretch(1)
    return made


def number_field(low: int, high: int, value: int | None = None) -> NumberField:
    made = NumberField()
    made.setRange(low, high)
    if value is not None:
        made.setValue(value)
    made.lineEdit().setTextMargins(6, 0, 0, 0)  # style sheets do not reach the field inside
    return made


BESIDE = 10
"""pixels between a label and its field"""


def form_layout(owner: QWidget | None = None) -> QFormLayout:
    """Labels level with their fields, fields as wide as there is room."""
    made = QFormLayout(owner) if owner is not None else QFormLayout()
    made.setContentsMargins(0, 0, 0, 0)
    made.setLabelAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
    made.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows if look().points > LARGE
                          else QFormLayout.RowWrapPolicy.DontWrapRows)
    made.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
    made.setVerticalSpacing(8)
    made.setHorizontalSpacing(0)  # Qt forgets it where it asks whether a long row has to wrap: the labels bring it along
    return made


def level_labels(*forms: QWidget) -> None:
    """The fields of several forms, one below the other, begin at the same place."""
    labels: list[QWidget] = []
    for form in forms:
        rows = form.layout()
        assert isinstance(rows, QFormLayout)
        items = [rows.itemAt(row, QFormLayout.ItemRole.LabelRole) for row in range(rows.rowCount())]
        labels += [widget for item in items if item is not None and (widget := item.widget()) is not None]
    widest = max((each.sizeHint().width() for each in labels), default=0)
    for each in labels:
        each.setMinimumWidth(widest)


def form_label(text: str) -> QLabel:
    """A label as tall as the fields beside it, so that both stand on one line."""
    made = QLabel(text)
    made.setMinimumHeight(28)
    made.setContentsMargins(0, 0, BESIDE, 0)
    return made


def card() -> tuple[QFrame, QVBoxLayout]:
    frame = QFrame()
    frame.setObjectName("card")
    inner = QVBoxLayout(frame)
    inner.setContentsMargins(12, 11, 12, 12)
    inner.setSpacing(7)
    return frame, inner


def set_state(widget: QWidget, name: str, value: str) -> None:
    """Change a property that the style sheet looks at."""
    if widget.property(name) != value:
        widget.setProperty(name, value)
        widget.style().unpolish(widget)
        widget.style().polish(widget)


def tabular(widget: QWidget) -> None:
    """Digits of one width, so that a running clock does not dance."""
    font = QFont(widget.font())
    font.setFeature(QFont.Tag("tnum"), 1)
    widget.setFont(font)


class Card(QPushButton):
    """A large button with an icon, a title and a line of explanation."""

    def __init__(self, icon: str, title: str, text: str) -> None:
        super().__init__()
        self.setObjectName("card")
        self.setAccessibleName(title)
        self.setAccessibleDescription(text)
        self._icon = icon
        self._picture = QLabel()
        words = QVBoxLayout()
        words.setSpacing(3)
        words.addStretch(1)
        words.addWidget(label(title, "strong", wrap=True))
        words.addWidget(label(text, "muted", wrap=True))
        words.addStretch(1)
        across = QHBoxLayout(self)
        across.setContentsMargins(16, 8, 12, 8)
        across.setSpacing(14)
        across.addWidget(self._picture)
        across.addLayout(words, 1)
        for child in self.findChildren(QLabel):
            child.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)  # as wide as its neighbours
        look().changed.connect(self._draw)  # a bound method ends with its widget, a lambda would not
        self._draw()

    def sizeHint(self) -> QSize:
        layout = self.layout()
        wanted = layout.sizeHint() if layout is not None else QSize()
        return QSize(wanted.width(), self.heightForWidth(self.width() if self.isVisible() else scaled(240)))

    def minimumSizeHint(self) -> QSize:
        return QSize(scaled(150), self.sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.setMinimumHeight(self.heightForWidth(event.size().width()))  # fewer words on a line, more lines

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:  # other words, or larger ones
            self.setMinimumHeight(self.heightForWidth(self.width()))
        return super().event(event)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        layout = self.layout()
        return max(80, layout.heightForWidth(width)) if layout is not None and layout.hasHeightForWidth() else 80

    def _draw(self, _theme: object = None) -> None:
        self._picture.setPixmap(picture(self._icon, look().theme.color("primary"), 26, 2.0))


class Folding(QWidget):
    """Parts beside each other, or below each other where there is no room for that."""

    def __init__(self, *parts: QWidget, spacing: int = 4) -> None:
        super().__init__()
        self._parts = parts
        self._box = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._box.setContentsMargins(0, 0, 0, 0)
        self._box.setSpacing(spacing)
        self._box.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)
        for part in parts:
            self._box.addWidget(part)

    def minimumSizeHint(self) -> QSize:
        return QSize(max(part.minimumSizeHint().width() for part in self._parts), self._box.minimumSize().height())

    def sizeHint(self) -> QSize:
        """It always wishes for the room to lie beside each other, so that it unfolds again where that comes back."""
        return QSize(self._across(), self._box.sizeHint().height())

    def _across(self) -> int:
        shown = [part for part in self._parts if not part.isHidden()]
        return sum(part.sizeHint().width() for part in shown) + self._box.spacing() * max(0, len(shown) - 1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fold()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:  # a part has other words now
            self._fold()
        return super().event(event)

    def _fold(self) -> None:
        way = QBoxLayout.Direction.LeftToRight if self._across() <= self.width() else QBoxLayout.Direction.TopToBottom
        if way != self._box.direction():
            self._box.setDirection(way)
            self.updateGeometry()


class Scrolling(QScrollArea):
    """Content that scrolls where the window is too low for it. It scrolls down only, so it is never narrower than its content,
    also when that gets other words; nor wider than its share of the screen."""

    def __init__(self, content: QWidget, least: int, most: float) -> None:
        super().__init__()
        self._content, self._least, self._most = content, least, most
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWidget(content)
        self._follow()
        content.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest and self.minimumWidth() < self.maximumWidth():  # else its owner fixed it
            self._follow()
        return super().eventFilter(watched, event)

    def _follow(self) -> None:
        wanted = self._content.minimumSizeHint().width() + self.verticalScrollBar().sizeHint().width()
        self.setMinimumWidth(min(max(self._least, wanted), share_of_screen(self._most)))


def scrolling(content: QWidget, least: int = 0, most: float = 1.0) -> Scrolling:
    """`least` pixels wide, and at most such a share of the screen."""
    return Scrolling(content, least, most)


class Fitting(QScrollArea):
    """As large as what is in it, as far as the screen allows; then it scrolls."""

    def __init__(self, content: QWidget) -> None:
        super().__init__()
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._content = content
        self.setWidget(content)

    def sizeHint(self) -> QSize:
        wanted = self._content.sizeHint()
        bar = self.verticalScrollBar().sizeHint().width() + 20
        return QSize(min(wanted.width() + bar, share_of_screen(0.85)), min(wanted.height() + 2, share_of_screen(0.72, True)))

    def minimumSizeHint(self) -> QSize:
        least = self._content.minimumSizeHint().width() + self.verticalScrollBar().sizeHint().width()
        return QSize(min(max(least, 320), self.sizeHint().width()), 160)


def open_with(window: QWidget, width: int, height: int) -> None:
    """Give a window the size that was designed for it, larger with larger text, and never more than its screen has."""
    window.resize(min(scaled(width), share_of_screen(0.94)), min(scaled(height), share_of_screen(0.88, True)))


WIDER = 40  # what a dialog grows by at a time


def snug(dialog: QWidget, width: int) -> None:
    """So wide with usual text, and high enough for words that go on in the next line; to be called when it is filled. Where the
    screen is too low for that (large text, long words) the dialog grows in width, as far as the screen allows."""
    layout, widest, highest = dialog.layout(), share_of_screen(0.8), share_of_screen(0.88, True)
    assert layout is not None
    wide = min(scaled(width), widest)
    while wide < widest and layout.totalHeightForWidth(wide) > highest:
        wide = min(wide + scaled(WIDER), widest)
    dialog.setMinimumWidth(wide)
    dialog.setMinimumHeight(min(layout.totalHeightForWidth(wide), highest))


def fitting(content: QWidget) -> Fitting:
    return Fitting(content)


class SidePanel(QScrollArea):
    """The column to the right of the board."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        body = QWidget()
        body.setObjectName("side")
        self.body = QVBoxLayout(body)
        self.body.setContentsMargins(14, 14, 14, 14)
        self.body.setSpacing(9)
        self.setWidget(body)
        self._size()
        look().changed.connect(self._size)
        body.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Nothing in it is cut off: it is as wide as its widest row and the scroll bar want. It never becomes narrower again
        by itself, so that the board does not jump when a button goes away; and never takes half of a small screen: then it
        scrolls."""
        if event.type() == QEvent.Type.LayoutRequest:
            wanted = self.body.minimumSize().width() + self.verticalScrollBar().sizeHint().width()
            self.setMinimumWidth(max(self.minimumWidth(), min(wanted, share_of_screen(0.45))))
        return super().eventFilter(watched, event)

    def _size(self, _theme: object = None) -> None:
        self.setMinimumWidth(min(scaled(SIDE_WIDTH), share_of_screen(0.45)))
