"""Fields that keep out of the way: the wheel changes nothing that is not focused, undo is the document's, not a field's.

What is typed into a page's fields is a step of the document's history at once, so Ctrl+Z has one meaning everywhere.
"""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QEvent, QObject, QSize, Qt, QTimer
from PySide6.QtGui import QKeyEvent, QKeySequence, QWheelEvent
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QDoubleSpinBox,
    QLineEdit,
    QPlainTextEdit,
    QSpinBox,
    QWidget,
)

AIR = 12
"""pixels beside the words of a choice, which Qt forgets where a style sheet pads it"""
HISTORY = (QKeySequence.StandardKey.Undo, QKeySequence.StandardKey.Redo)


def is_history(event: QEvent) -> bool:
    """Whether a key is one of undo and redo, asked for before the field itself may take it."""
    return event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and any(
        event.matches(key) for key in HISTORY)


class HistoryKeys(QObject):
    """Leaves undo and redo to the window's own actions, whatever field they are pressed in."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if is_history(event):
            event.ignore()
            return True
        return False


def leave_undo(field: QLineEdit | QPlainTextEdit | QAbstractSpinBox) -> None:
    """Ctrl+Z in this field undoes the document's last step, not the field's last letters."""
    keys = HistoryKeys(field)
    field.installEventFilter(keys)
    inner = field.findChild(QLineEdit)
    if inner is not None:
        inner.installEventFilter(keys)


class _Calm:
    """The wheel scrolls the panel unless the field has the focus."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        assert isinstance(self, QWidget)
        if self.hasFocus():
            super().wheelEvent(event)  # type: ignore[misc]
        else:
            event.ignore()


class NumberField(_Calm, QSpinBox):
    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)


class RealField(_Calm, QDoubleSpinBox):
    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)


class ChoiceField(_Calm, QComboBox):
    """A list to choose from. A click opens it and leaves the focus where it was; Tab reaches it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)  # also to the words of another language

    def sizeHint(self) -> QSize:
        return super().sizeHint() + QSize(self._air(), 0)

    def minimumSizeHint(self) -> QSize:
        return super().minimumSizeHint() + QSize(self._air(), 0)

    def _air(self) -> int:
        """More with large signs: wide brackets end beyond what Qt reckons."""
        return max(AIR, self.fontMetrics().height() // 2)


class Homing(QObject):
    """Brings the focus home to the board when the widget that had it goes away or is greyed out.

    Qt would hand it to the next widget of the chain: a number box, where Ctrl+Z and the arrow keys mean something else.
    """

    def __init__(self, window: QWidget, home: Any) -> None:
        """`home()` puts the focus where one goes on."""
        super().__init__(window)
        self._window, self._home = window, home
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._moved)

    def _moved(self, old: QWidget | None, new: QWidget | None) -> None:
        if old is None or new is None or new.window() is not self._window or old.window() is not self._window:
            return
        if not old.isVisible() or not old.isEnabled():
            QTimer.singleShot(0, self, self._home)


def is_typing(widget: QWidget | None) -> bool:
    """Whether the user writes a text there: nobody takes the focus away from that."""
    return isinstance(widget, QLineEdit | QPlainTextEdit) and not isinstance(widget.parentWidget(), QAbstractSpinBox)
