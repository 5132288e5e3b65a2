"""What is cut off: words and controls that have less room than they need, and windows that are larger than their screen."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QGroupBox,
    QLabel,
    QScrollArea,
    QStackedWidget,
    QStyle,
    QStyleOptionComboBox,
    QTabBar,
    QToolButton,
    QWidget,
)

from studio.ui.tight import ElidedButton, ElidedPush, WrappedCheck
from studio.ui.widgets import ElidedLabel

CONTROLS = (QAbstractButton, QLabel, QComboBox, QAbstractSpinBox)
SLACK = 2
"""pixels by which two ways of measuring text may differ"""


def cut(root: QWidget) -> list[str]:
    """Everything below a widget that is shown and has too little room, in words."""
    for _ in range(3):  # what has just changed its words is laid out first
        QApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest.value)
        QApplication.processEvents()
    found = []
    for each in root.findChildren(QWidget):
        if each.isVisibleTo(root) and not isinstance(each, (ElidedLabel, ElidedButton, ElidedPush)) and each.width() >= 2:
            missing = too_narrow(each)
            if missing > SLACK:
                found.append(f"{type(each).__name__} {words(each)!r} lacks {missing} px of width")
            lower = too_low(each)
            if lower > SLACK:
                found.append(f"{type(each).__name__} {words(each)!r} lacks {lower} px of height")
            if isinstance(each, QScrollArea) and (wider := sideways(each)) > SLACK:
                found.append(f"{type(each.parentWidget()).__name__} scrolls sideways by {wider} px")
            if outside(each):
                found.append(f"{type(each).__name__} {words(each)!r} lies outside {type(each.parentWidget()).__name__}")
    return found


def words(each: QWidget) -> str:
    for name in ("text", "currentText", "title", "accessibleName", "objectName"):
        said = getattr(each, name, None)
        if callable(said):
            try:
                text = str(said())
            except TypeError:
                continue
            if text:
                return text[:60]
    return ""


def too_narrow(each: QWidget) -> int:
    """Pixels that a line of words lacks."""
    if isinstance(each, QLabel):
        if each.wordWrap() or not each.text() or each.text().startswith("<"):
            return 0
        return widest(each, each.text()) - each.contentsRect().width()
    if isinstance(each, QComboBox) and each.minimumContentsLength():
        return 0  # chosen to be narrower than its longest line, which its list shows whole
    if isinstance(each, QComboBox):
        option = QStyleOptionComboBox()
        each.initStyleOption(option)
        box, field = QStyle.ComplexControl.CC_ComboBox, QStyle.SubControl.SC_ComboBoxEditField
        return widest(each, each.currentText()) - each.style().subControlRect(box, option, field, each).width()
    if isinstance(each, QAbstractSpinBox):
        return widest(each, each.text()) + 4 - each.lineEdit().width()
    if isinstance(each, QTabBar):
        tabs = each.tabRect(each.count() - 1).right() if each.count() else 0
        return 0 if each.usesScrollButtons() else tabs - each.width()  # with arrows every tab can be reached
    if isinstance(each, QGroupBox):
        return widest(each, each.title()) - each.width()
    if isinstance(each, QToolButton):
        return each.sizeHint().width() - each.width() if shows_words(each) else 0
    if isinstance(each, QAbstractButton) and each.text():
        return each.minimumSizeHint().width() - each.width()
    return 0


def shows_words(each: QToolButton) -> bool:
    return bool(each.text()) and (each.icon().isNull() or each.toolButtonStyle() != Qt.ToolButtonStyle.ToolButtonIconOnly)


def widest(each: QWidget, text: str) -> int:
    metrics = each.fontMetrics()
    return max((metrics.horizontalAdvance(line) for line in text.replace("&", "").splitlines()), default=0)


def too_low(each: QWidget) -> int:
    """Pixels that lines of words lack below each other."""
    if isinstance(each, QLabel) and each.text() and each.pixmap().isNull():
        inner = each.contentsRect()
        needed = each.heightForWidth(each.width()) if each.wordWrap() else each.fontMetrics().height()
        return needed - (each.height() if each.wordWrap() else inner.height())
    if isinstance(each, WrappedCheck):
        return each.heightForWidth(each.width()) - each.height()
    if isinstance(each, (QAbstractButton, QComboBox, QAbstractSpinBox)) and words(each):
        return each.fontMetrics().height() - each.height()
    return 0


def outside(each: QWidget) -> bool:
    """Is a control laid outside what holds it, where nothing scrolls?"""
    parent = each.parentWidget()
    if parent is None or each.isWindow() or isinstance(parent, (QStackedWidget, QAbstractScrollArea, QTabBar)):
        return False
    if isinstance(parent.parentWidget(), QScrollArea) or not isinstance(each, CONTROLS):
        return False
    return not parent.rect().adjusted(-SLACK, -SLACK, SLACK, SLACK).contains(each.geometry())


def sideways(area: QScrollArea) -> int:
    """Pixels by which what scrolls is wider than what is shown of it: a panel may scroll down, never sideways."""
    inner = area.widget()
    return inner.width() - area.viewport().width() if inner is not None and not area.property("sideways") else 0


def too_large(window: QWidget, screen: QSize) -> list[str]:
    """A window that its screen cannot show whole."""
    least = window.minimumSizeHint().expandedTo(window.minimumSize())
    found = []
    for what, has in (("is", window.size()), ("cannot be less than", least)):
        if has.width() > screen.width() or has.height() > screen.height():
            found.append(f"{type(window).__name__} {what} {has.width()}x{has.height()} on {screen.width()}x{screen.height()}")
    return found
