"""A notice over the page: one sentence when something went wrong or right, without a dialog in the way.

It floats above the lower edge: nothing that one looks at moves because something is said.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QToolButton, QWidget

from studio.core.language import told
from studio.ui import announce
from studio.ui.icons import put_icon
from studio.ui.widgets import set_state

EDGE, WIDEST = 18, 760


class Notice(QFrame):
    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("card")
        self.text = QLabel()
        self.text.setWordWrap(True)
        self.text.setTextFormat(Qt.TextFormat.PlainText)  # file names and titles are shown as they are, never as markup
        self.text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        away = QToolButton()
        put_icon(away, "close")
        away.setAccessibleName(self.tr("Close this message"))
        away.setToolTip(self.tr("Close this message"))
        away.clicked.connect(self.hide)
        self.act = QPushButton()
        self.act.setAccessibleName(self.tr("What to do about it"))
        self.act.clicked.connect(self._do)
        self._what: Callable[[], object] | None = None
        across = QHBoxLayout(self)
        across.setContentsMargins(12, 5, 6, 5)
        across.addWidget(self.text, 1)
        across.addWidget(self.act)
        across.addWidget(away)
        self.hide()

    def tell(self, sentence: str, state: str = "bad", action: str = "", act: Callable[[], object] | None = None) -> None:
        """One sentence, and perhaps one thing to do about it."""
        set_state(self.text, "verdict", state)
        sentence = told(sentence)
        self.text.setText(sentence[:1].upper() + sentence[1:] + ("" if sentence.endswith((".", "!", "?", "…")) else "."))
        self._what = act
        self.act.setText(action)
        self.act.setAccessibleName(action or self.tr("What to do about it"))
        self.act.setVisible(act is not None)
        self.show()
        self._place()
        self.raise_()
        announce.say(self, sentence)

    def float_over(self, host: QWidget) -> None:
        self.setParent(host)
        host.installEventFilter(self)
        self.hide()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and not self.isHidden():  # also in a window that is not shown yet
            self._place()
        return False

    def _place(self) -> None:
        host = self.parentWidget()
        if host is not None:
            width = min(host.width() - 2 * EDGE, WIDEST)
            height = max(self.heightForWidth(width), self.sizeHint().height())
            self.setGeometry((host.width() - width) // 2, host.height() - height - EDGE, width, height)

    def _do(self) -> None:
        if self._what is not None:
            self._what()
