"""One puzzle on paper: a dialog that keys reach whole, and sheets with the puzzle, its rules and its solution."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton

from studio.core import registry
from studio.share.book import write_alone
from studio.ui.dialogs.printing import PrintDialog
from tests.ui.conftest import latin, open_latin


def pages(path: Path) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", path.read_bytes()))


def test_a_sheet_and_its_solution_are_written(qtbot: Any, tmp_path: Path) -> None:
    puzzle = latin(1, *(0,) * 15)
    dialog = PrintDialog(puzzle, "Mine", (1, 2, 3, 4, 2, 1, 4, 3, 3, 4, 1, 2, 4, 3, 2, 1))
    qtbot.addWidget(dialog)
    dialog.save(tmp_path / "one.pdf")
    assert pages(tmp_path / "one.pdf") == 1 and "one.pdf" in dialog.message.text()
    dialog.solution.setChecked(True)
    dialog.paper.setCurrentIndex(dialog.paper.findData("A5"))
    dialog.save(tmp_path / "two.pdf")
    assert pages(tmp_path / "two.pdf") == 2
    dialog.save(tmp_path / "one.pdf" / "no folder.pdf")
    assert "one.pdf" in dialog.message.text() and dialog.message.property("verdict") == "bad"


def test_without_a_solution_none_is_offered(qtbot: Any) -> None:
    dialog = PrintDialog(latin(*(0,) * 16), "Mine")
    qtbot.addWidget(dialog)
    assert not dialog.solution.isEnabled()
    reached = [each for each in dialog.findChildren(QPushButton) if each.focusPolicy() & Qt.FocusPolicy.TabFocus]
    assert {dialog.go, dialog.keep} <= set(reached), "a button that keys do not reach"


def test_every_family_has_a_sheet(qtbot: Any, tmp_path: Path) -> None:
    for family in registry.families():
        sample = family.samples()[0]
        write_alone(sample, tmp_path / f"{family.id}.pdf")
        assert pages(tmp_path / f"{family.id}.pdf") == 1


def test_nothing_in_the_panel_is_cut_off(window: Any, qtbot: Any) -> None:
    """Its scroll bar takes room: the panel is so much wider."""
    window.resize(1280, 640)
    page = open_latin(window, 1)
    qtbot.waitUntil(lambda: page.live.latest is not None and page.live.latest.stage == "done", timeout=20_000)
    panel = page.draw_panel
    qtbot.waitUntil(lambda: panel.widget().width() <= panel.viewport().width(), timeout=2000)
