"""A notice above the page: one sentence when something went wrong or right, without a dialog in the way."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QToolButton, QWidget

from studio.ui import announce
from studio.ui.icons import put_icon
from studio.ui.widgets import set_state


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
        self.text.setText(sentence[:1].upper() + sentence[1:] + ("" if sentence.endswith((".", "!", "?", "…")) else "."))
        self._what = act
        self.act.setText(action)
        self.act.setAccessibleName(action or self.tr("What to do about it"))
        self.act.setVisible(act is not None)
        self.show()
        announce.say(self, sentence)

    def _do(self) -> None:
        if self._what is not None:
            self._what()
