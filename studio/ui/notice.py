"""A notice above the page: one sentence when something went wrong or right, without a dialog in the way."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QToolButton, QWidget

from studio.ui import announce
from studio.ui.icons import put_icon
from studio.ui.widgets import set_state


class Notice(QFrame):
    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("card")
        self.text = QLabel()
        self.text.setWordWrap(True)
        self.text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        away = QToolButton()
        put_icon(away, "close")
        away.setAccessibleName(self.tr("Close this message"))
        away.setToolTip(self.tr("Close this message"))
        away.clicked.connect(self.hide)
        across = QHBoxLayout(self)
        across.setContentsMargins(12, 5, 6, 5)
        across.addWidget(self.text, 1)
        across.addWidget(away)
        self.hide()

    def tell(self, sentence: str, state: str = "bad") -> None:
        set_state(self.text, "verdict", state)
        self.text.setText(sentence[:1].upper() + sentence[1:] + ("" if sentence.endswith((".", "!", "?", "…")) else "."))
        self.show()
        announce.say(self, sentence)
