"""The shape of the lab's pages: wishes in a column on the left, what came out on the right."""

from __future__ import annotations

from PySide6.QtWidgets import QSplitter, QVBoxLayout, QWidget

from studio.ui.look import scaled, share_of_screen

SIDE = 320


def halves(page: QWidget) -> tuple[QVBoxLayout, QVBoxLayout]:
    """Lay out a page; the layouts of its two halves, to be filled."""
    side, rest = QWidget(), QWidget()
    side.setObjectName("side")
    side.setMinimumWidth(min(scaled(SIDE), share_of_screen(0.42)))
    left, right = QVBoxLayout(side), QVBoxLayout(rest)
    for layout in (left, right):
        layout.setContentsMargins(14, 14, 14, 14)
        layout.setSpacing(9)
    splitter = QSplitter()
    splitter.addWidget(side)
    splitter.addWidget(rest)
    splitter.setStretchFactor(1, 1)
    splitter.setChildrenCollapsible(False)
    whole = QVBoxLayout(page)
    whole.setContentsMargins(0, 0, 0, 0)
    whole.addWidget(splitter)
    return left, right
