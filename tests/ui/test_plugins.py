"""Families from outside in the window: on the start page, in the library and in the guide; broken ones are named."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PySide6.QtWidgets import QLabel, QToolButton

from studio.ui.dialogs.guide import GuideWindow
from studio.ui.library_model import Shelf
from studio.ui.welcome import WelcomePage
from tests.plugin_site import BROKEN


def test_the_start_page_names_the_broken_ones(site: Path, qtbot: Any) -> None:
    page = WelcomePage()
    qtbot.addWidget(page)
    texts = [label.text() for label in page.findChildren(QLabel)]
    assert all(any(f"cannot be used: {module} (plugin" in text for text in texts) for module in BROKEN)
    assert {"Outsider", "Fillomino"} <= {made.text() for made in page.findChildren(QToolButton)}
    guide = GuideWindow()
    qtbot.addWidget(guide)
    guide.show_page("outsider")
    assert "A page of a plugin." in guide.text.toPlainText() and guide.contents.currentItem().text() == "Outsiders"
    assert site / "outsider" / "puzzles" in Shelf().folders
