"""A puzzle made, symmetric, mended, test-solved, saved, printed and shared in each family: by keys alone, and by mouse alone.

    python -m tests.ui.real_maker [family …] [--way keys|mouse] [--shots FOLDER]

On a real window with real X events (needs Xvfb and xdotool); nothing is done to the window but by keys or by mouse. Screenshots
of every stage are for people to look at.
"""

from __future__ import annotations

import argparse
import itertools
import os
import subprocess
import sys
import tempfile
import traceback
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PySide6.QtCore import QPoint, QSettings
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QDialog, QDialogButtonBox, QFileDialog, QPushButton, QStyle, QStyleOptionSpinBox

from tests.ui.far_hand import Desk, FarHand, front

KEYS, MOUSE = "keys", "mouse"


@dataclass(frozen=True)
class Plan:
    """What is drawn: `clues` by cell (what a key or the pad puts), `paths` of arrows, `walls` between cells."""

    rows: int
    cols: int
    clues: dict[int, str]
    paths: tuple[tuple[int, ...], ...] = ()
    walls: tuple[tuple[int, int], ...] = ()
    tiles: str = ""
    tool: str = ""


PLANS = {
    "fillomino": Plan(5, 5, {0: "4", 24: "3", 6: "2", 18: "1"}, tool="givens"),
    "fobidoshi": Plan(5, 5, {0: "o", 7: "o", 11: "x"}, tool="given"),
    "evolomino": Plan(5, 5, {2: "1"}, ((0, 1, 2, 3),), tool="given"),
    "tiling": Plan(4, 4, {}, walls=((1, 2), (5, 6)), tiles="4:4L", tool="border"),
}


class Maker:
    """What a maker does, whichever way; `Keys` and `Mouse` say how."""

    def __init__(self, window: Any, hand: FarHand, folder: Path, family: str) -> None:
        self.window, self.hand, self.folder = window, hand, folder
        self.family, self.plan = family, PLANS[family]
        self.page: Any = None

    def make(self) -> None:
        self.hand.until(self.window.isVisible, "the window")
        self.hand.rest(0.4)
        self.new()
        self.page = self.hand.until(self.window.page, "a new board")
        assert self.hand.ask(lambda: self.page.document.puzzle.family) == self.family
        assert self.hand.ask(lambda: self.page.document.board.grid.size) == self.plan.rows * self.plan.cols
        self.choose_symmetry()
        self.hand.until(lambda: self.page.document.symmetry == "half-turn", "the symmetry")
        self.draw()
        self.check_symmetric("drawn")
        self.hand.shot("1-drawn")
        self.mend()
        self.hand.shot("2-mended")
        self.solve()
        self.hand.shot("3-solved")
        self.keep()

    # --- one thing after the other -------------------------------------------------------------------------------------
    def draw(self) -> None:
        for path in self.plan.paths:
            self.tool("arrow")
            self.path(path)
        self.tool(self.plan.tool)
        for cell, key in self.plan.clues.items():
            self.put(cell, key)
        for pair in self.plan.walls:
            self.wall(*pair)

    def check_symmetric(self, when: str) -> None:
        """Clues (and arrows, and borders) lie symmetrically."""
        puzzle = self.hand.ask(lambda: self.page.document.puzzle)
        last = puzzle.grid.size - 1
        clues = set(puzzle.clues())
        if self.family != "tiling":
            assert clues == {last - cell for cell in clues}, f"{when}: the clues {sorted(clues)} do not lie symmetrically"
        lines = {puzzle.grid.border_cells(k) for k, value in enumerate(puzzle.borders) if value}
        assert {frozenset(pair) for pair in lines} == {frozenset((last - a, last - b)) for a, b in lines} or when == "mended"
        assert clues or lines, "nothing is drawn"

    def mend(self) -> None:
        self.verdict()
        mending = self.page.draw_panel.verdict.mending
        if self.hand.ask(lambda: self.page.live.latest.verdict) == "multiple":
            self.act("mend_add", mending.add)
            self.hand.until(
                lambda: not mending.halt.isVisible() and mending.message.text() not in ("", "Thinking …"), "mending")
            self.verdict()
        found = self.hand.ask(lambda: self.page.live.latest.verdict)
        assert found == "unique", f"{found}: {self.hand.ask(mending.message.text)}"
        self.check_symmetric("mended")

    def verdict(self) -> None:
        self.hand.until(lambda: self.page.live.latest is not None and self.page.live.latest.stage == "done"
                        and not self.page.live.busy, "the verdict")

    def solve(self) -> None:
        self.act("play")
        self.hand.until(lambda: self.page.mode == "play", "Play")
        answer = self.hand.ask(lambda: self.page.live.latest.solution)
        if self.family == "tiling":
            self.lay_pieces(answer)
        else:
            for cell, value in enumerate(answer):
                if self.open_there(cell, value):
                    self.mark(cell, value)
        self.hand.until(lambda: self.page.document.was_solved, "the puzzle solved", 5)

    def open_there(self, cell: int, value: int) -> bool:
        board = self.hand.ask(lambda: (self.page.document.board.marks[cell], self.page.document.was_solved))
        wanted = value == 1 if self.family in ("fobidoshi", "evolomino") else True
        return bool(wanted and board[0] != value and not board[1])

    def lay_pieces(self, answer: Any) -> None:
        pieces: dict[int, list[int]] = {}
        for cell, number in enumerate(answer):
            pieces.setdefault(number, []).append(cell)
        for cells in pieces.values():
            if not self.hand.ask(lambda cells=cells: self.page.document.board.marks[cells[0]]):  # type: ignore[misc]
                self.lay(cells)

    def keep(self) -> None:
        path = self.folder / "mine.puzzle"
        self.act("draw")
        self.save(path)
        self.hand.until(lambda: not self.page.document.is_modified and self.page.document.path is not None, "saving")
        saved = self.hand.ask(lambda: self.page.document.path)
        assert "player" not in saved.read_text(), "the solving is in the file"
        self.act("print")
        self.hand.until(lambda: type(front()).__name__ == "PrintDialog", "the print dialog")
        self.hand.shot("4-print")
        self.print(self.folder / "mine.pdf")
        self.hand.until(lambda: not isinstance(front(), QDialog), "the dialogs gone")
        printed = list(self.folder.glob("*.pdf")) + list(Path.cwd().glob("Untitled*.pdf"))
        assert printed and printed[0].read_bytes().startswith(b"%PDF"), "nothing was printed"
        self.hand.ask(QGuiApplication.clipboard().clear)
        self.act("copy_address")
        self.hand.rest(0.3)
        text = self.hand.ask(QGuiApplication.clipboard().text)
        if not text:  # no site has addresses for it: a picture to share
            self.hand.shot("5-no-address")
            self.act("copy")
            assert not self.hand.ask(lambda: QGuiApplication.clipboard().image().isNull()), "nothing to share"
        else:
            assert text.startswith("https://"), text
        self.hand.shot("5-shared")
        print(f"   saved, printed, shared: {text or 'as a picture'}", flush=True)

    # --- how: see Keys and Mouse ---------------------------------------------------------------------------------------
    def new(self) -> None: ...
    def choose_symmetry(self) -> None: ...
    def act(self, action: str, widget: Any = None) -> None: ...
    def tool(self, name: str) -> None: ...
    def put(self, cell: int, key: str) -> None: ...
    def path(self, cells: tuple[int, ...]) -> None: ...
    def wall(self, a: int, b: int) -> None: ...
    def mark(self, cell: int, value: int) -> None: ...
    def lay(self, cells: list[int]) -> None: ...
    def save(self, path: Path) -> None: ...
    def print(self, path: Path) -> None: ...

    # --- shared ---------------------------------------------------------------------------------------------------------
    def tools(self) -> list[str]:
        return [each.id for each in self.hand.ask(self.page.family_tools)]

    def held(self) -> Any:
        return self.hand.ask(lambda: (self.page.view.stroke_state.get("held"), self.page.view.stroke_state.get("grip")))

    def turned_for(self, cells: list[int], turn: Any) -> int:
        """Turn what is held until it has the shape of the cells; the cell under its grip."""
        grid = self.hand.ask(lambda: self.page.document.board.grid)
        spots = sorted(grid.rc(cell) for cell in cells)
        top, left = min(r for r, _ in spots), min(c for _, c in spots)
        for _ in range(4):
            shape, grip = self.held()
            assert shape, "no tile in the hand"
            if sorted(shape) == sorted((r - top, c - left) for r, c in spots):
                return int(grid.index(top + grip[0], left + grip[1]))
            turn()
        raise AssertionError("the piece cannot be turned so")


class Keys(Maker):
    def new(self) -> None:
        self.hand.keys("ctrl+n")
        self.hand.until(lambda: type(front()).__name__ == "NewPuzzleDialog", "the dialog")
        dialog = self.hand.ask(front)
        self.hand.keys("Home")
        for _ in range(8):
            if self.hand.ask(lambda: dialog.families.family.id) == self.family:
                break
            self.hand.keys("Down")
        self.hand.keys("Tab")
        self.hand.write(str(self.plan.rows))
        self.hand.keys("Tab")
        self.hand.write(str(self.plan.cols))
        if self.plan.tiles:
            self.hand.keys("Tab")
            for _ in range(4):
                if type(self.hand.ask(lambda: dialog.focusWidget())).__name__ == "QLineEdit":
                    break
                self.hand.keys("Tab")
            self.hand.keys("ctrl+a")
            self.hand.write(self.plan.tiles)
        self.hand.shot("0-new")
        self.hand.keys("Return")

    def choose_symmetry(self) -> None:
        self.act("symmetry")

    def act(self, action: str, widget: Any = None) -> None:
        keys = self.hand.ask(lambda: self.window.actions_table[action].shortcut().toString()).split("+")
        assert keys != [""], f"{action} has no keys"
        self.hand.keys("+".join([*map(str.lower, keys[:-1]), keys[-1].lower() if len(keys[-1]) == 1 else keys[-1]]))

    def tool(self, name: str) -> None:
        self.hand.keys(f"alt+{self.tools().index(name) + 1}")
        self.hand.until(lambda: self.page.palette_column.tool().id == name, f"the tool {name}")

    def go(self, cell: int) -> None:
        """Move the cursor with the arrow keys."""
        if self.hand.ask(lambda: self.page.view.cursor_cell) is None:
            self.hand.keys("Right")
        grid = self.hand.ask(lambda: self.page.document.board.grid)
        row, col = grid.rc(self.hand.ask(lambda: self.page.view.cursor_cell))
        down, right = grid.rc(cell)[0] - row, grid.rc(cell)[1] - col
        self.hand.keys(*(["Down" if down > 0 else "Up"] * abs(down)), *(["Right" if right > 0 else "Left"] * abs(right)))
        assert self.hand.ask(lambda: self.page.view.cursor_cell) == cell, "the arrow keys do not lead there"

    def put(self, cell: int, key: str) -> None:
        self.go(cell)
        self.hand.keys(*(key if key.isdecimal() else (key,)))

    def path(self, cells: tuple[int, ...]) -> None:
        self.go(cells[0])
        grid = self.hand.ask(lambda: self.page.document.board.grid)
        for a, b in itertools.pairwise(cells):
            step = {1: "Right", -1: "Left", grid.cols: "Down", -grid.cols: "Up"}[b - a]
            self.hand.x("keydown", "shift")
            self.hand.keys(step)
            self.hand.x("keyup", "shift")

    def wall(self, a: int, b: int) -> None:
        self.go(a)
        self.hand.keys("d" if b == a + 1 else "s")

    def mark(self, cell: int, value: int) -> None:
        self.put(cell, {"fobidoshi": "o", "evolomino": "space"}.get(self.family, str(value)))

    def lay(self, cells: list[int]) -> None:
        self.hand.keys("1")
        self.go(self.turned_for(cells, lambda: self.hand.keys("r")))
        self.hand.keys("Return")

    def save(self, path: Path) -> None:
        self.act("save")
        self.hand.until(lambda: isinstance(front(), QFileDialog), "the file dialog")
        self.hand.keys("ctrl+a")
        self.hand.write(str(path))
        self.hand.keys("Return")

    def print(self, path: Path) -> None:
        self.hand.keys("alt+d")
        self.hand.until(lambda: isinstance(front(), QFileDialog), "the file dialog")
        self.hand.keys("ctrl+a")
        self.hand.write(str(path))
        self.hand.keys("Return")
        self.hand.until(path.is_file, "the PDF")
        self.hand.keys("Escape")


class Mouse(Maker):
    def new(self) -> None:
        self.menu("new")
        self.hand.until(lambda: type(front()).__name__ == "NewPuzzleDialog", "the dialog")
        dialog = self.hand.ask(front)
        families = dialog.families
        item = self.hand.ask(lambda: next(families.item(k) for k in range(families.count())
                                          if families.item(k).data(256) == self.family))
        self.hand.click(families.viewport(), lambda: families.visualItemRect(item).center())
        self.spin(dialog.size_fields.rows, self.plan.rows)
        self.spin(dialog.size_fields.cols, self.plan.cols)
        self.hand.shot("0-new")
        self.hand.click(self.hand.ask(lambda: dialog.buttons.button(QDialogButtonBox.StandardButton.Ok)))

    def spin(self, field: Any, wanted: int) -> None:
        """A number by the little arrows beside it."""
        def arrow() -> QPoint:
            option = QStyleOptionSpinBox()
            field.initStyleOption(option)
            part = QStyle.SubControl.SC_SpinBoxUp if field.value() < wanted else QStyle.SubControl.SC_SpinBoxDown
            return field.style().subControlRect(QStyle.ComplexControl.CC_SpinBox, option, part, field).center()

        for _ in range(100):
            if self.hand.ask(field.value) == wanted:
                return
            self.hand.click(field, arrow)
        raise AssertionError("the number cannot be reached")

    def choose_symmetry(self) -> None:
        field, live = self.page.draw_panel.symmetry, self.page.live
        self.hand.until(lambda: not live.busy, "the first verdict, which makes room for itself above")
        self.hand.rest(0.3)
        self.reach(field)
        self.hand.click(field)
        popup = field.view()
        self.hand.until(popup.isVisible, "the choices")
        self.hand.rest(0.3)
        self.hand.shot("0-symmetry")
        number = self.hand.ask(lambda: field.findData("half-turn"))
        self.hand.click(popup.viewport(), lambda: popup.visualRect(popup.model().index(number, 0)).center())

    def reach(self, widget: Any) -> None:
        """Scroll the panel with the wheel until a part of it is in sight."""
        panel = self.page.draw_panel
        for _ in range(30):
            if self.hand.ask(lambda: widget.visibleRegion().contains(widget.rect().center())):
                return
            self.hand.move(panel.viewport(), lambda: QPoint(4, 4))
            below = self.hand.ask(lambda: widget.mapTo(panel.viewport(), QPoint()).y() > 0)
            self.hand.x("click", 5 if below else 4)
        raise AssertionError(f"{widget} cannot be scrolled into sight")

    def act(self, action: str, widget: Any = None) -> None:
        if widget is not None:
            self.reach(widget)
            self.hand.click(widget)
        elif action in ("draw", "play"):
            self.hand.click(self.window.mode_buttons[action])
        else:
            self.menu(action)

    def menu(self, action: str) -> None:
        made = self.window.actions_table[action]
        menu = self.hand.ask(lambda: next(each for each in self.window.actions_table.menus.values() if made in each.actions()))
        self.hand.menu(self.window.menuBar(), menu, made)

    def tool(self, name: str) -> None:
        self.hand.click(self.hand.ask(lambda: self.page.palette_column._buttons[name]))
        self.hand.until(lambda: self.page.palette_column.tool().id == name, f"the tool {name}")

    def at(self, cell: int) -> Any:
        return lambda: self.page.view.cell_rect(cell).center().toPoint()

    def put(self, cell: int, key: str) -> None:
        view = self.page.view
        if self.family == "fillomino":
            self.hand.click(view, self.at(cell))
            for digit in key:
                self.hand.click(self.page.keypad.keys[digit])
        elif key == "x":
            self.hand.click(view, self.at(cell))
            self.hand.click(view, self.at(cell))
        else:
            self.hand.click(view, self.at(cell))

    def path(self, cells: tuple[int, ...]) -> None:
        self.hand.drag(self.page.view, *map(self.at, cells))

    def wall(self, a: int, b: int) -> None:
        def between() -> QPoint:
            return (self.at(a)() + self.at(b)()) / 2

        self.hand.click(self.page.view, between)

    def mark(self, cell: int, value: int) -> None:
        self.put(cell, {"fobidoshi": "o", "evolomino": "1"}.get(self.family, str(value)))

    def lay(self, cells: list[int]) -> None:
        """From the tray, unless the next one is in the hand already; turned with the wheel."""
        if not self.held()[0]:
            self.hand.click(self.page.view, self.tray)
        target = self.turned_for(cells, self.turn_by_mouse)
        self.hand.click(self.page.view, self.at(target))

    def tray(self) -> QPoint:
        from studio.families.tiling.edit.tray import layout
        from studio.families.tiling.model.convert import known_tiles

        view = self.page.view
        slot, first = layout(view.board.grid, known_tiles(view.board.params), view.aspect)[0], view.cell_rect(0)
        return QPoint(round(first.x() + (slot.x + 0.1) * first.width()), round(first.y() + (slot.y + 0.1) * first.width()))

    def turn_by_mouse(self) -> None:
        self.hand.move(self.page.view, self.at(0))
        self.hand.x("click", 5)

    def save(self, path: Path) -> None:
        self.menu("save")
        dialog = self.hand.until(lambda: front() if isinstance(front(), QFileDialog) else None, "the file dialog")
        self.hand.shot("4-save")
        self.hand.click(self.hand.ask(lambda: _button(dialog, "Save")))

    def print(self, path: Path) -> None:
        dialog = self.hand.ask(front)
        self.hand.click(dialog.keep)
        asked = self.hand.until(lambda: front() if isinstance(front(), QFileDialog) else None, "the file dialog")
        self.hand.click(self.hand.ask(lambda: _button(asked, "Save")))
        self.hand.until(lambda: "Written" in dialog.message.text(), "the PDF")
        self.hand.click(self.hand.ask(lambda: _button(dialog, "Close")))


def _button(dialog: Any, text: str) -> QPushButton:
    return next(each for each in dialog.findChildren(QPushButton) if each.text().replace("&", "") == text and each.isVisible())


def run(families: list[str], ways: list[str], shots: Path) -> int:
    from studio.core import registry
    from studio.run import pool
    from studio.ui import app, library_model, progress
    from studio.ui.controllers import filing
    from studio.ui.dialogs import printing
    from studio.ui.settings import Settings

    filing.Filing.ask_to_save = lambda self, document: True  # type: ignore[method-assign]
    application, failed = app.application(), 0
    assert isinstance(application, QApplication)
    for name in [family.id for family in registry.families() if family.id in PLANS and family.id in (families or PLANS)]:
        for way in ways:
            print(f"{name} by {way}", flush=True)
            with tempfile.TemporaryDirectory() as folder:
                for room in (library_model, filing, printing):
                    room.user_folder = lambda folder=folder: Path(folder)  # type: ignore[attr-defined]
                progress.data_folder = lambda folder=folder: Path(folder) / "data"  # type: ignore[misc]
                window = app.open_window([], Settings(QSettings(str(Path(folder) / "s.ini"), QSettings.Format.IniFormat)))
                desk = Desk()
                hand = FarHand(desk, shots / f"{name}-{way}")
                fault = desk.run((Keys if way == KEYS else Mouse)(window, hand, Path(folder), name).make)
                if fault is not None:
                    failed += 1
                    desk.run(lambda hand=hand: hand.shot("failed"))  # type: ignore[misc]
                    print("".join(traceback.format_exception(fault)[-4:]), flush=True)
                    while isinstance(dialog := QApplication.activeModalWidget(), QDialog):
                        dialog.reject()
                        application.processEvents()
                window.close()
    pool.shutdown_pools()
    return failed


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("families", nargs="*")
    parser.add_argument("--way", choices=(KEYS, MOUSE), action="append")
    parser.add_argument("--shots", type=Path, default=Path("shots"))
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.inside:
        return run(chosen.families, chosen.way or [KEYS, MOUSE], chosen.shots)
    from tests.ui.shoot import x_server

    with x_server() as display:
        env = {**os.environ, "DISPLAY": display, "QT_QPA_PLATFORM": "xcb"}
        return subprocess.run([sys.executable, "-m", "tests.ui.real_maker", "--inside", *sys.argv[1:]], env=env).returncode


if __name__ == "__main__":
    sys.exit(main())
