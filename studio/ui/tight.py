"""Controls for tight places: words that end in dots or go on in the next line, where large or long words have little room."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRect, QSize, Qt
from PySide6.QtGui import QHelpEvent, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QPushButton,
    QSizePolicy,
    QStyle,
    QStyleOptionButton,
    QStyleOptionToolButton,
    QStylePainter,
    QToolButton,
    QToolTip,
    QWidget,
)


class ElidedButton(QToolButton):
    """A button with words that may have less room than they need: then they end in dots, and stand in the tooltip."""

    def minimumSizeHint(self) -> QSize:
        return QSize(self.fontMetrics().horizontalAdvance("mmmm…"), super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        option = QStyleOptionToolButton()
        self.initStyleOption(option)
        room = self.width() - (super().sizeHint().width() - self.fontMetrics().horizontalAdvance(self.text()))
        option.text = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, max(0, room))
        painter = QStylePainter(self)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ToolButton, option)
        painter.end()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and self.sizeHint().width() > self.width() and isinstance(event, QHelpEvent):
            QToolTip.showText(event.globalPos(), "\n".join(filter(None, (self.text(), self.toolTip()))), self)
            return True
        return super().event(event)


class ElidedPush(QPushButton):
    """The same for a push button, as films have them below their board."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)  # a push button's own hint is its least

    def minimumSizeHint(self) -> QSize:
        return QSize(min(self.fontMetrics().horizontalAdvance("mmmmmm…"), super().minimumSizeHint().width()),
                     super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        option = QStyleOptionButton()
        self.initStyleOption(option)
        room = self.width() - (super().sizeHint().width() - self.fontMetrics().horizontalAdvance(self.text()))
        option.text = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, max(0, room))
        painter = QStylePainter(self)
        painter.drawControl(QStyle.ControlElement.CE_PushButton, option)
        painter.end()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and self.sizeHint().width() > self.width() and isinstance(event, QHelpEvent):
            QToolTip.showText(event.globalPos(), "\n".join(filter(None, (self.text().strip(), self.toolTip()))), self)
            return True
        return super().event(event)


class WrappedCheck(QCheckBox):
    """A box to tick whose words go on in the next line where there is no room beside each other."""

    LEAST = 12
    """letters of the narrowest line"""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def _beside(self) -> int:
        """What the box and its margins take of the width."""
        return super().sizeHint().width() - self.fontMetrics().size(int(Qt.TextFlag.TextShowMnemonic), self.text()).width()

    def _lines(self, width: int) -> QRect:
        room = max(10, width - self._beside())
        flags = int(Qt.TextFlag.TextWordWrap | Qt.TextFlag.TextShowMnemonic)
        return self.fontMetrics().boundingRect(QRect(0, 0, room, 10_000), flags, self.text())

    def minimumSizeHint(self) -> QSize:
        words = max((self.fontMetrics().horizontalAdvance(word + " ") for word in self.text().split()), default=0)
        least = max(words, self.fontMetrics().averageCharWidth() * self.LEAST) + self._beside()
        return QSize(min(least, super().sizeHint().width()), super().sizeHint().height())

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return max(super().sizeHint().height(), self._lines(width).height() + 4)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.setMinimumHeight(self.heightForWidth(event.size().width()))

    def event(self, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self.setMinimumHeight(0)
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        option = QStyleOptionButton()
        self.initStyleOption(option)
        painter = QStylePainter(self)
        words = self.style().subElementRect(QStyle.SubElement.SE_CheckBoxContents, option, self)
        option.text = ""
        painter.drawControl(QStyle.ControlElement.CE_CheckBox, option)
        flags = int(Qt.TextFlag.TextWordWrap | Qt.TextFlag.TextShowMnemonic | Qt.AlignmentFlag.AlignVCenter)
        self.style().drawItemText(painter, words.adjusted(0, 0, 2, 0), flags, option.palette, self.isEnabled(), self.text(),
                                  self.foregroundRole())
        painter.end()
