"""Parts that flow over as many lines as they need, where large or long words have little room."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRect, QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

Line = list[tuple[QWidget, int]]
"""parts and their widths"""


class Flowing(QWidget):
    """Parts beside each other, in as few lines as the width allows.

    All begin at the left; or, with `parted`, the first part stands at the left end of its line and the others at the right end
    of theirs.
    """

    def __init__(self, *parts: QWidget, spacing: int = 6, parted: bool = False) -> None:
        super().__init__()
        self._parts: list[QWidget] = []
        self._spacing, self._parted = spacing, parted
        self._high = 0
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        for part in parts:
            self.add(part)

    def add(self, part: QWidget) -> None:
        part.setParent(self)
        self._parts.append(part)
        self.updateGeometry()

    # --- how much room ------------------------------------------------------------------------------------------------
    def minimumSizeHint(self) -> QSize:
        shown = self._shown()
        return QSize(max((_least(part) for part in shown), default=0), self.sizeHint().height())

    def sizeHint(self) -> QSize:
        """It wishes for one line, so that it flows back where there is room again; as high as its lines are now. (It has no
        height for a width: a scroll area would then give the page around it all the height that it could wish for.)"""
        shown = self._shown()
        wanted = sum(_wanted(part) for part in shown) + self._spacing * max(0, len(shown) - 1)
        return QSize(wanted, self._high or self._height_in(wanted))

    def _height_in(self, width: int) -> int:
        lines = self._lines(width)
        return sum(map(_height, lines)) + self._spacing * max(0, len(lines) - 1)

    def _shown(self) -> list[QWidget]:
        return [part for part in self._parts if not part.isHidden()]

    def _lines(self, width: int) -> list[Line]:
        lines: list[Line] = []
        left = 0
        for part in self._shown():
            wide = max(_least(part), min(_wanted(part), width))
            if not lines or wide > left:
                lines.append([])
                left = width
            lines[-1].append((part, wide))
            left -= wide + self._spacing
        return lines

    # --- laying out ---------------------------------------------------------------------------------------------------
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._lay_out()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:  # a part has other words now, or comes or goes
            self._lay_out()
            self.updateGeometry()
        return super().event(event)

    def _lay_out(self) -> None:
        high, top = self._height_in(self.width()), 0
        if high != self._high:
            self._high = high
            self.updateGeometry()
        for line in self._lines(self.width()):
            tallest, x = _height(line), 0
            spare = self.width() - sum(wide for _part, wide in line) - self._spacing * (len(line) - 1)
            for part, wide in line:
                if self._parted and spare > 0 and part is not self._parts[0]:
                    x, spare = x + spare, 0
                tall = min(tallest, part.sizeHint().height())
                part.setGeometry(QRect(x, top + (tallest - tall) // 2, wide, tall))
                x += wide + self._spacing
            top += tallest + self._spacing


def _least(part: QWidget) -> int:
    return min(max(part.minimumSizeHint().width(), part.minimumWidth()), part.maximumWidth())


def _wanted(part: QWidget) -> int:
    return min(max(part.sizeHint().width(), part.minimumWidth()), part.maximumWidth())


def _height(line: Line) -> int:
    return max(part.sizeHint().height() for part, _wide in line)
