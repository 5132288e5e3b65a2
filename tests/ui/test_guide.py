"""The guide inside the window."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest

from studio.core import files, registry
from studio.ui.dialogs import guide
from studio.ui.main_window import MainWindow
from tests.ui.conftest import open_latin


@pytest.fixture
def docs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "docs" / "guide"
    folder.mkdir(parents=True)
    (folder / "index.md").write_text("# Start\n\n[Drawing](drawing.md)\n")
    (folder / "drawing.md").write_text("# Drawing boards\n\nType a number.\n")
    monkeypatch.setattr(files, "docs_folder", lambda: tmp_path / "docs")
    monkeypatch.setattr(files.registry, "plugins", list)  # families from outside bring pages of their own
    return folder


def test_pages_have_headings_and_the_index_comes_first(docs: Path) -> None:
    assert guide.pages(files.guide_pages()) == {"index": "Start", "drawing": "Drawing boards"}
    (docs / "also.md").write_text("# Also\n")
    (docs / "zebra.md").write_text("# Zebras\n")
    (docs / "index.md").write_text("# Start\n\n[Z](zebra.md#stripes) and [drawing](drawing.md)\n")
    assert list(guide.pages(files.guide_pages())) == ["index", "zebra", "drawing", "also"], "as the index names them"


def test_large_pictures_are_shown_as_wide_as_the_page(window: MainWindow, docs: Path) -> None:
    QImage(3000, 600, QImage.Format.Format_RGB32).save(str(docs / "wide.png"))
    (docs / "drawing.md").write_text("# Drawing boards\n\n![wide](wide.png)\n")
    opened = guide.GuideWindow()
    opened.show_page("drawing")
    assert not opened.text.horizontalScrollBar().maximum()
    opened.resize(700, 500)
    QTest.qWait(1)
    assert not opened.text.horizontalScrollBar().maximum() and "Drawing boards" in opened.text.toPlainText()
    opened.close()


def test_links_lead_on_and_the_contents_follow(window: MainWindow, docs: Path) -> None:
    QTest.keyClick(window, Qt.Key.Key_F1, Qt.KeyboardModifier.ShiftModifier)
    opened = window.helping.guide_window
    assert opened is not None and opened.isVisible() and "Start" in opened.text.toPlainText()
    opened.text.setSource(QUrl.fromLocalFile(str(docs / "drawing.md")))
    assert "Type a number" in opened.text.toPlainText()
    assert opened.contents.currentItem().text() == "Drawing boards"
    opened.contents.setCurrentRow(0)
    assert "Start" in opened.text.toPlainText()
    opened.show_page("nowhere")
    assert "Start" in opened.text.toPlainText()
    opened.close()


def test_the_rules_lead_to_the_guide(window: MainWindow, docs: Path) -> None:
    open_latin(window)
    QTest.keyClick(window, Qt.Key.Key_F1)
    window.helping.rules_dialog.more.emit("drawing")
    assert window.helping.guide_window is not None and "Type a number" in window.helping.guide_window.text.toPlainText()
    window.helping.guide_window.close()
    window.helping.rules_dialog.close()


def test_the_real_guide_opens(qtbot: Any) -> None:
    opened = guide.GuideWindow()
    qtbot.addWidget(opened)
    if not opened.paths:
        pytest.skip("no guide in this checkout")
    for name in [*guide.pages(opened.paths), *(family.id for family in registry.families())]:
        opened.show_page(name)
        assert len(opened.text.toPlainText()) > 100, name
