"""What a maker's hands expect of the real window, scene by scene, with real X events: focus, panel, verdicts, undo, dialogs.

    python -m tests.ui.real_desk [scene …] [--shots FOLDER]

Needs Xvfb and xdotool; `test_real_desk.py` runs every scene where they are. Each scene failed on the window as it once was.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.ui.real_window import Hand, cell_spot

SOON = 4.0


class Scene:
    """A window of its own, and what every scene does in it."""

    def __init__(self, window: Any, hand: Hand, folder: Path, shots: Path | None) -> None:
        self.window, self.hand, self.folder, self.shots = window, hand, folder, shots

    def open(self, family_id: str, rows: int, cols: int, givens: Any = None, **params: Any) -> Any:
        from studio.core import registry
        from studio.ui.document import Document

        puzzle = registry.family(family_id).blank(rows, cols, **params)
        page = self.window.add_document(Document(puzzle.with_givens(givens) if givens else puzzle))
        self.hand.rest(0.2)
        return page

    def type_at(self, page: Any, cell: int, *keys: str) -> None:
        self.hand.click(page.view, cell_spot(page.view, cell))
        self.hand.keys(*keys)

    def verdict(self, page: Any, what: str) -> None:
        self.hand.until(lambda: page.live.latest is not None and page.live.latest.verdict == what
                        and page.live.latest.stage == "done", f"the verdict {what}")

    def holds(self, check: Callable[[], object], otherwise: str) -> None:
        """A key's effect, as soon as a busy machine shows it."""
        self.hand.until(check, otherwise, SOON)

    def shot(self, name: str) -> None:
        if self.shots is not None:
            self.shots.mkdir(parents=True, exist_ok=True)
            self.window.grab().save(str(self.shots / f"{name}.png"))


def focus(scene: Scene) -> None:
    """Buttons of the panel leave the keyboard on the board, and Ctrl+Z is the document's wherever one is."""
    hand, page = scene.hand, scene.open("fillomino", 3, 3)
    card = page.draw_panel.verdict
    scene.type_at(page, 0, "2")
    scene.verdict(page, "multiple")
    hand.click(card.solution)
    hand.rest(0.1)
    assert scene.window.focusWidget() is page.view, f"after Solution: {scene.window.focusWidget()}"
    hand.keys("ctrl+z")
    scene.holds(lambda: not any(page.document.puzzle.givens), "Ctrl+Z after Solution reaches the document")
    scene.type_at(page, 0, "2")
    scene.verdict(page, "multiple")
    hand.click(card.mending.add)
    hand.until(lambda: len(page.document.puzzle.clues()) > 1, "the added clues")
    hand.rest(0.3)
    assert scene.window.focusWidget() is page.view, f"after Add clues: {scene.window.focusWidget()}"
    scene.verdict(page, "unique")
    hand.click(card.mending.thin)  # this button goes away while it works
    hand.rest(0.3)
    hand.keys("Right")
    assert page.document.puzzle.params["variant"] == "challenging", "an arrow key changed the rules"
    # the same with the keyboard alone: the button that has the focus goes away
    card.mending.thin.setFocus()
    hand.until(lambda: not card.mending.thin.isVisible() or card.mending.thin.hasFocus(), "the focus on a button")
    if card.mending.thin.isVisible():
        hand.keys("space")
        hand.rest(0.5)
        assert scene.window.focusWidget() in (page.view, card.mending.thin), "a button that went away took the focus"
    # the wheel over a list that is not focused changes nothing
    combo = page.draw_panel.form.control("variant")
    page.draw_panel.ensureWidgetVisible(combo)
    hand.point(combo, combo.rect().center())
    hand.x("click", 5)
    hand.x("click", 4)
    hand.x("click", 4)
    assert page.document.puzzle.params["variant"] == "challenging", "the wheel changed the rules"
    # in a field, undo is still the document's
    hand.click(page.draw_panel.title)
    hand.x("type", "Mine")
    scene.holds(lambda: page.document.puzzle.title == "Mine", "the title")
    hand.keys("ctrl+z")
    scene.holds(lambda: page.document.puzzle.title == "", "Ctrl+Z in the title reaches the document")
    hand.keys("Return")
    scene.holds(lambda: scene.window.focusWidget() is page.view, "Return in a field leads back to the board")
    hand.point(card.bound, card.bound.rect().center())
    bound = card.bound.value()
    hand.x("click", 4)
    hand.x("click", 4)
    assert card.bound.value() == bound, "the wheel changed a number box that nobody had chosen"
    hand.click(card.bound)
    before = len(page.document.puzzle.clues())
    hand.keys("ctrl+z")
    scene.holds(lambda: len(page.document.puzzle.clues()) != before, "Ctrl+Z in a number box reaches the document")
    hand.keys("ctrl+k")
    hand.x("type", "forced")
    hand.keys("Return")
    scene.holds(lambda: scene.window.focusWidget() is page.view, "the palette gives the focus back")
    hand.click(card.bound)
    _menu(scene, "turn")
    scene.holds(lambda: scene.window.focusWidget() is page.view, "a menu gives the focus back to the board")
    turned = page.document.puzzle.givens
    hand.keys("ctrl+z")
    scene.holds(lambda: page.document.puzzle.givens != turned, "Ctrl+Z after a menu reaches the document")


def _menu(scene: Scene, action: str) -> None:
    """Choose an entry of the menu bar with the mouse."""
    made, bar = scene.window.actions_table[action], scene.window.menuBar()
    menu = next(menu for menu in scene.window.actions_table.menus.values() if made in menu.actions())
    scene.hand.click(bar, bar.actionGeometry(menu.menuAction()).center())
    scene.holds(menu.isVisible, "the menu")
    scene.hand.rest(0.1)
    scene.hand.click(menu, menu.actionGeometry(made).center())
    scene.hand.rest(0.2)


def panel(scene: Scene) -> None:
    """The panel shows the puzzle's own parameters, after undo as well, also where a file does not say them."""
    from PySide6.QtCore import QPoint
    from PySide6.QtGui import QGuiApplication

    from studio.core import files, registry

    family = registry.family("fillomino")
    plain = family.blank(3, 3)
    path = scene.folder / "said.puzzle"
    files.save(path, plain)
    told = json.loads(path.read_text())
    del told["params"]["variant"]
    path.write_text(json.dumps(told))
    assert scene.window.filing.open_path(path)
    scene.hand.rest(0.2)
    page = scene.window.page()
    combo = page.draw_panel.form.control("variant")
    assert combo.currentData() == "challenging"
    combo.setFocus()
    scene.hand.keys("Down")
    scene.holds(lambda: page.document.puzzle.params.get("variant") == "basic", "the variant that was chosen")
    page.view.setFocus()
    scene.hand.keys("ctrl+z")
    scene.holds(lambda: page.document.puzzle.params.get("variant", "challenging") == "challenging", "undo")
    assert combo.currentData() == "challenging", "the panel still shows what was undone"
    scene.hand.keys("ctrl+y")
    scene.holds(lambda: combo.currentData() == "basic", "the panel after redo")
    page.draw_panel.leave()
    page.document.replace_puzzle(plain, "Generate")  # as the dialog does with an empty board
    assert combo.currentData() == "challenging", "the panel after generating"
    QGuiApplication.clipboard().setText(files.dumps(plain.with_params(variant="basic", limit=4)))
    scene.hand.keys("ctrl+shift+v")
    scene.holds(lambda: scene.window.page() is not page, "the pasted puzzle")
    pasted = scene.window.page().draw_panel.form
    shown = pasted.control("variant").currentData(), pasted.control("limit").value()
    assert shown == ("basic", 4), "the panel after pasting"
    tiled = scene.open("tiling", 3, 4)
    box = tiled.draw_panel.form.control("reflections")
    scene.hand.click(box, QPoint(10, box.height() // 2))
    scene.holds(lambda: tiled.document.puzzle.params["reflections"] is True, "reflections")
    scene.holds(lambda: scene.window.focusWidget() is tiled.view, "the focus back on the board")
    scene.hand.keys("ctrl+z")
    scene.holds(lambda: not box.isChecked() and not tiled.document.puzzle.params["reflections"], "reflections unticked by undo")


def verdict(scene: Scene) -> None:
    """A verdict in progress says so; what was found out once is not asked again."""
    from studio.setter.analysis import MULTIPLE, Verdict

    page = scene.open("fillomino", 3, 3, (2, 0, 0, 0, 0, 0, 0, 0, 0))
    card, hand = page.draw_panel.verdict, scene.hand
    scene.verdict(page, "multiple")
    final = page.live.latest
    page.live._tell(Verdict(MULTIPLE, 0.1, final.solution, final.second, None, (1, 2, 3, 4), count=2))
    assert "at least 4 cells, still looking" in card.detail.text(), card.detail.text()
    page.live._tell(final)
    assert "still looking" not in card.detail.text()
    told: list[str] = []
    large = scene.open("fillomino", 9, 9, (3, 0, 5, *(0,) * 78))
    large.live.told.connect(lambda verdict: told.append(large.draw_panel.verdict.detail.text()))
    hand.until(lambda: large.live.latest is not None and large.live.latest.stage == "done", "the large board's verdict")
    said = [text.split(" (")[0] for text in told if "differ in" in text]
    settled = [text for text in said if "still looking" not in text]
    assert len(said) > len(settled) > 0 and said[len(said) - len(settled):] == settled and len(set(settled)) == 1, told
    other = scene.open("fillomino", 3, 3)
    asked: list[object] = []
    page.live.thinking.connect(lambda: asked.append(1))
    scene.window.tabs.setCurrentWidget(page)
    hand.rest(0.4)
    hand.keys("F3")
    hand.keys("F2")
    hand.rest(0.4)
    assert not asked and page.live.latest == final, "coming back asks again"
    scene.type_at(page, 5, "3")
    scene.verdict(page, "multiple")
    asked.clear()
    hand.keys("ctrl+z")
    hand.rest(0.05)
    assert not asked and page.live.latest == final, "undo asks again about a board that was judged"
    assert other is not page


def undo_and_play(scene: Scene) -> None:
    """Undo brings a covered mark back; trials survive the file; the file that one shares holds no solution."""
    from studio.core import files

    hand, page = scene.hand, scene.open("fillomino", 2, 2)
    hand.keys("F3")
    scene.type_at(page, 0, "3")
    scene.holds(lambda: page.document.board.marks[0] == 3, "a mark")
    hand.keys("F2")
    scene.type_at(page, 0, "2")
    scene.holds(lambda: page.document.puzzle.givens[0] == 2, "the given over the mark")
    hand.keys("ctrl+z")
    scene.holds(lambda: page.document.board.marks[0] == 3, "the mark below the given comes back")
    hand.keys("F3", "ctrl+t")
    scene.type_at(page, 1, "1")
    scene.holds(lambda: len(page.document.trials) == 1 and page.document.board.marks[1] == 1, "a trial")
    page.document.path = scene.folder / "mine.puzzle"
    hand.keys("ctrl+s")
    hand.until(lambda: not page.document.is_modified, "saving")
    assert "player" not in (scene.folder / "mine.puzzle").read_text(), "the file holds the maker's own solving"
    assert not files.load(scene.folder / "mine.puzzle").player
    marks = list(page.document.board.marks)
    hand.keys("ctrl+w")
    scene.window.filing.open_path(scene.folder / "mine.puzzle")
    again = scene.window.page()
    assert again.document.board.marks == marks and len(again.document.trials) == 1, "progress or trials are lost"


def pad(scene: Scene) -> None:
    """Numbers without a keyboard: the pad beside the cell that was clicked, which the board does not feel."""
    from PySide6.QtCore import QPoint

    hand, page = scene.hand, scene.open("fillomino", 5, 5)
    hand.click(page.keypad.move_pad, QPoint(10, page.keypad.move_pad.height() // 2))
    scene.holds(lambda: page.cell_pad.wanted, "the pad beside the cell")
    for cell, digits in ((12, "3"), (4, "12"), (20, "5")):
        hand.click(page.view, cell_spot(page.view, cell))
        scene.holds(page.cell_pad.isVisible, "the pad")
        for digit in digits:
            hand.click(page.cell_pad.pad.keys[digit])
        scene.holds(lambda cell=cell, digits=digits: page.document.puzzle.givens[cell] == int(digits), f"{digits} by the pad")
    scene.shot("pad")
    assert len(page.document.puzzle.clues()) == 3, "a click on the pad reached the board"
    hand.keys("ctrl+z")
    scene.holds(lambda: len(page.document.puzzle.clues()) == 2, "Ctrl+Z after the pad reaches the document")


def small_things(scene: Scene) -> None:
    """Forced cells go off, keys that no desktop takes, dialogs to type into, printing, an empty board, notices that float."""
    from PySide6.QtWidgets import QApplication

    from studio.ui.dialogs.printing import PrintDialog

    hand = scene.hand
    empty = scene.open("evolomino", 4, 4)
    hand.until(lambda: empty.live.latest is not None and empty.live.latest.stage == "done", "the empty board's verdict")
    hand.rest(0.5)
    said = empty.draw_panel.verdict
    assert "one solution" not in said.headline.text() and "ifficult" not in said.detail.text(), said.headline.text()
    page = scene.open("fillomino", 2, 3, (0, 0, 0, 1, 0, 2))
    card = page.draw_panel.verdict
    scene.verdict(page, "multiple")
    hand.keys("ctrl+shift+g")
    scene.holds(card.forced.isChecked, "forced cells shown")
    scene.type_at(page, 2, "2")
    scene.verdict(page, "unique")
    assert card.forced.isVisible(), "forced cells cannot be switched off"
    hand.click(card.forced)
    hand.rest(0.1)
    assert not page.view.overlay.ghosts, "the solution stays on the board"
    hand.keys("ctrl+shift+Right")
    scene.holds(lambda: page.document.board.grid.rows == 3, "turned")
    hand.keys("ctrl+z", "ctrl+m")
    scene.holds(lambda: page.document.puzzle.givens == (2, 0, 0, 2, 0, 1), "mirrored")
    hand.keys("ctrl+z")
    later = []
    scene.window.page().wants.connect(later.append)
    _in_dialog(hand, "ctrl+r", ("6", "Tab", "6", "Return"))
    assert (page.document.board.grid.rows, page.document.board.grid.cols) == (6, 6), page.document.board.grid
    seen: list[object] = []
    _in_dialog(hand, "ctrl+p", ("Escape",), lambda: seen.append(QApplication.activeModalWidget()))
    assert any(isinstance(each, PrintDialog) for each in seen), seen
    top = page.view.mapToGlobal(page.view.rect().topLeft()).y()
    scene.window.notice.tell("something to say")
    hand.rest(0.2)
    assert page.view.mapToGlobal(page.view.rect().topLeft()).y() == top, "a notice pushes the board down"
    scene.shot("notice")
    dialog = _generate_dialog(scene)
    for field in (dialog.go, dialog.leave):
        assert dialog.rect().contains(field.geometry()), "the Generate dialog is clipped"
    room = dialog.screen().availableGeometry()
    assert dialog.height() <= room.height() and dialog.width() <= room.width()
    if scene.shots is not None:
        dialog.grab().save(str(scene.shots / "generate.png"))
    dialog.close()


def _generate_dialog(scene: Scene) -> Any:
    from studio.ui.dialogs.generate import GenerateDialog

    dialog = GenerateDialog("tiling", None, scene.window)
    dialog.more.setChecked(True)
    dialog.show()
    scene.hand.rest(0.3)
    return dialog


def _in_dialog(hand: Hand, opens: str, keys: tuple[str, ...], seen: Callable[[], object] = lambda: None) -> None:
    """Press keys into a modal dialog: its own event loop runs while the keys are sent from outside."""
    from PySide6.QtCore import QTimer
    from PySide6.QtWidgets import QApplication

    def later() -> None:
        dialog = QApplication.activeModalWidget()
        if dialog is None:
            QTimer.singleShot(50, later)
            return
        hand.rest(0.3)
        hand.x("windowfocus", int(dialog.winId()))
        hand.rest(0.2)
        seen()
        hand.keys(*keys)
        hand.rest(0.2)
        if QApplication.activeModalWidget() is dialog:
            dialog.close()

    hand.focus()  # without a window manager the focus is nobody's after a dialog
    hand.rest(0.2)
    QTimer.singleShot(100, later)
    hand.keys(opens)
    hand.rest(0.5)
    hand.focus()


SCENES: dict[str, Callable[[Scene], None]] = {
    "focus": focus, "panel": panel, "verdict": verdict, "undo_and_play": undo_and_play, "small_things": small_things,
    "pad": pad}


def run(names: list[str], shots: Path | None) -> int:
    from PySide6.QtCore import QSettings

    from studio.run import pool
    from studio.ui import app, progress
    from studio.ui.controllers.filing import Filing
    from studio.ui.settings import Settings

    Filing.ask_to_save = lambda self, document: True  # type: ignore[method-assign]
    application, failed = app.application(), 0
    for name in names or list(SCENES):
        with tempfile.TemporaryDirectory() as folder:
            progress.data_folder = lambda folder=folder: Path(folder) / "data"  # type: ignore[misc]
            settings = Settings(QSettings(str(Path(folder) / "settings.ini"), QSettings.Format.IniFormat))
            window = app.open_window([], settings)
            hand = Hand(window, application.processEvents)
            hand.until(window.isVisible, "the window")
            hand.rest(0.3)
            hand.focus()
            try:
                SCENES[name](Scene(window, hand, Path(folder), shots))
                print(f"{name}: good")
            except (Exception, SystemExit) as fault:  # one scene that goes wrong does not hide the others
                failed += 1
                print(f"{name}: {fault or 'failed'}")
                import traceback

                traceback.print_exc()
            window.close()
    pool.shutdown_pools()
    return failed


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("scenes", nargs="*")
    parser.add_argument("--shots", type=Path, default=None)
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.inside:
        return run(chosen.scenes, chosen.shots)
    from tests.ui.shoot import x_server

    with x_server() as display:
        env = {**os.environ, "DISPLAY": display, "QT_QPA_PLATFORM": "xcb"}
        return subprocess.run([sys.executable, "-m", "tests.ui.real_desk", "--inside", *sys.argv[1:]], env=env).returncode


if __name__ == "__main__":
    sys.exit(main())
