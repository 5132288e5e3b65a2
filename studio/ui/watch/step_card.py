"""The current step in words: what happened, at which depth, and why."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from studio.core.language import told
from studio.core.trace import Kind
from studio.share.theme import Theme
from studio.share.words import KIND_ROLES, Step, kind_name
from studio.ui.look import look, scaled

HEIGHT, HIGHER = 74, 106


def kind_fill(theme: Theme, kind: Kind, depth: int) -> str:
    """The board's own role for this kind of step, so that card and board speak the same colours."""
    if kind is Kind.GUESS:
        return f"guess:{depth}"
    if kind is Kind.DEDUCE:
        return f"deduced:{depth}"
    fills = {Kind.CONFLICT: "conflict", Kind.BACKTRACK: "undone", Kind.RESTART: "undone", Kind.CUT: "cut",
             Kind.SOLUTION: "good"}
    return fills.get(kind, "soft")


class StepCard(QWidget):
    """A fixed height, painted, so that a fast film neither re-lays out nor flickers."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.step = Step(None, 0, "", "")
        self._narrow = False
        self.set_narrow(False)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # so that a screen reader can be led to it
        self.setAccessibleName(self.tr("Current step"))
        look().changed.connect(self._recolour)

    def set_narrow(self, narrow: bool) -> None:
        """Where there is less width a reason needs more lines."""
        self._narrow = narrow
        self.setFixedHeight(scaled(HIGHER if narrow else HEIGHT))

    def _recolour(self) -> None:
        self.set_narrow(self._narrow)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(300, scaled(HEIGHT))

    def show_step(self, step: Step) -> None:
        if step != self.step:
            self.step = step
            self.tell_anew()

    def tell_anew(self) -> None:
        """In the language that is spoken now."""
        self.setAccessibleDescription(f"{told(self.step.what)}. {told(self.step.why)}")
        self.setToolTip(told(self.step.why))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme, step = look().theme, self.step
        area = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.setPen(theme.color("primary" if self.hasFocus() else "line"))
        painter.setBrush(theme.color("panel"))
        painter.drawRoundedRect(area, 8, 8)
        left, width = 14.0, area.width() - 28
        if step.kind is not None:
            chip = QRectF(12, 12, 6, self.height() - 24)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color(kind_fill(theme, step.kind, step.depth)))
            painter.drawRoundedRect(chip, 3, 3)
            left, width = 28.0, area.width() - 40
        self._paint_words(painter, theme, left, width)
        painter.end()

    def _paint_words(self, painter: QPainter, theme: Theme, left: float, width: float) -> None:
        step = self.step
        bold = QFont(self.font())
        bold.setWeight(QFont.Weight.DemiBold)
        painter.setFont(bold)
        painter.setPen(theme.color("text"))
        metrics = QFontMetricsF(bold)
        tag = ""
        if step.kind is not None:
            tag = kind_name(step.kind) + (self.tr(" · depth {depth}").format(depth=step.depth) if step.depth else "")
        tag_width = QFontMetricsF(self.font()).horizontalAdvance(tag) + 10
        head = metrics.elidedText(step.what, Qt.TextElideMode.ElideRight, width - tag_width)
        painter.drawText(QRectF(left, 9, width - tag_width, scaled(20)), Qt.AlignmentFlag.AlignVCenter, head)
        painter.setFont(self.font())
        if step.kind is not None:
            painter.setPen(theme.color(KIND_ROLES[step.kind]))
            right = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
            painter.drawText(QRectF(left, 9, width, scaled(20)), right, tag)
        painter.setPen(theme.color("muted"))
        why = QRectF(left, 11 + scaled(20), width, self.height() - 16 - scaled(20))
        painter.drawText(why, int(Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignTop), step.why)
