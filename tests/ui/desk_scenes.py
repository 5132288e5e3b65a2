"""The promises that `real_desk` tries on a real window, one scene each: focus, panel, verdicts, undo, dialogs, the pad."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from tests.ui.desktop_keys import desktop_takes
from tests.ui.real_desk import Scene
from tests.ui.real_window import cell_spot


# --- where the keyboard is --------------------------------------------------------------------------------------------------
def undo_after_solution(scene: Scene) -> None:
    """A button of the verdict leaves the keyboard on the board; Ctrl+Z is the document's."""
    hand, page = scene.hand, scene.open("fillomino", 3, 3)
    for cell in (0, 8):
        scene.type_at(page, cell, "2")
    scene.verdict(page, "multiple")
    hand.click(page.draw_panel.verdict.solution)
    hand.rest(0.2)
    hand.keys("ctrl+z")
    hand.rest(0.3)  # the button is gone now
    hand.keys("ctrl+z")
    scene.holds(lambda: not any(page.document.puzzle.givens), "Ctrl+Z after Solution reaches the document, as often as wanted")
    scene.on_board(page, "Solution")


def board_after_mending(scene: Scene) -> None:
    """After Add clues, whose button goes away while it works, arrow keys move the cursor and change no rules."""
    hand, page = scene.hand, scene.open("fillomino", 3, 3)
    mending = page.draw_panel.verdict.mending
    scene.type_at(page, 0, "2")
    scene.verdict(page, "multiple")
    hand.click(mending.add)
    hand.until(lambda: len(page.document.puzzle.clues()) > 1, "the added clues")
    hand.rest(0.3)
    hand.keys("Down", "Up", "Down")
    assert page.document.puzzle.params.get("variant", "challenging") == "challenging", "an arrow key changed the rules"
    scene.on_board(page, "Add clues")
    scene.verdict(page, "unique")
    hand.click(mending.thin)
    hand.rest(0.3)
    hand.keys("Down", "Up", "Down")
    assert page.document.puzzle.params.get("variant", "challenging") == "challenging", "an arrow key changed the rules"
    mending.thin.setFocus()  # with the keyboard alone: the button that has the focus goes away
    hand.until(lambda: not mending.thin.isVisible() or mending.thin.hasFocus(), "the focus on a button")
    if mending.thin.isVisible():
        hand.keys("space")
        hand.rest(0.5)
        assert scene.window.focusWidget() in (page.view, mending.thin), "a button that went away took the focus"


def wheel_over_a_list(scene: Scene) -> None:
    """The wheel over a list that is not focused changes nothing."""
    hand, page = scene.hand, scene.open("fillomino", 3, 3)
    combo = page.draw_panel.form.control("variant")
    page.draw_panel.ensureWidgetVisible(combo)
    scene.type_at(page, 0, "2")
    hand.point(combo, combo.rect().center())
    for button in (5, 4, 4, 5):
        hand.x("click", button)
        variant = page.document.puzzle.params.get("variant", "challenging")
        assert variant == "challenging", "the wheel changed the rules"


def wheel_over_a_number(scene: Scene) -> None:
    hand, page = scene.hand, scene.open("fillomino", 3, 3)
    scene.type_at(page, 0, "2")
    scene.verdict(page, "multiple")
    box = page.draw_panel.verdict.bound
    before = box.value()
    hand.point(box, box.rect().center())
    hand.x("click", 4)
    hand.x("click", 4)
    assert box.value() == before, "the wheel changed a number box that nobody had chosen"


def undo_in_a_number(scene: Scene) -> None:
    hand, page = scene.hand, scene.open("fillomino", 3, 3)
    scene.type_at(page, 0, "2")
    scene.verdict(page, "multiple")
    hand.click(page.draw_panel.verdict.bound)
    hand.keys("ctrl+z")
    scene.holds(lambda: not any(page.document.puzzle.givens), "Ctrl+Z in a number box reaches the document")


def undo_in_a_text(scene: Scene) -> None:
    hand, page = scene.hand, scene.open("fillomino", 3, 3)
    scene.type_at(page, 0, "2")
    scene.judged(page)  # the verdict has made room for itself above
    hand.click(page.draw_panel.title)
    hand.x("type", "Mine")
    scene.holds(lambda: page.document.puzzle.title == "Mine", "what is typed is the puzzle's title")
    hand.keys("ctrl+z")
    scene.holds(lambda: page.document.puzzle.title == "", "Ctrl+Z in the title reaches the document")
    hand.keys("Return")
    scene.on_board(page, "Return in a field")


def board_after_panel(scene: Scene) -> None:
    """A switch of the panel gives the keyboard back."""
    from PySide6.QtCore import QPoint

    page = scene.open("tiling", 3, 4)
    scene.judged(page)  # the verdict has made room for itself above
    box = page.draw_panel.form.control("reflections")
    scene.hand.click(box, QPoint(10, box.height() // 2))
    scene.holds(lambda: page.document.puzzle.params["reflections"] is True, "reflections")
    scene.on_board(page, "a switch of the panel")


def board_after_palette(scene: Scene) -> None:
    hand, page = scene.hand, scene.open("fillomino", 3, 3)
    scene.type_at(page, 0, "2")
    scene.verdict(page, "multiple")
    hand.click(page.draw_panel.verdict.bound)
    hand.keys("ctrl+k")
    hand.x("type", "forced")
    hand.keys("Return")
    scene.on_board(page, "the palette")


def board_after_menu(scene: Scene) -> None:
    hand, page = scene.hand, scene.open("fillomino", 3, 3)
    scene.type_at(page, 0, "2")
    scene.verdict(page, "multiple")
    hand.click(page.draw_panel.verdict.bound)
    scene.menu("turn")
    turned = page.document.puzzle.givens
    hand.keys("ctrl+z")
    scene.holds(lambda: page.document.puzzle.givens != turned, "Ctrl+Z after a menu reaches the document")
    scene.on_board(page, "a menu")


# --- the panel shows the puzzle ---------------------------------------------------------------------------------------------
def panel_after_undo(scene: Scene) -> None:
    """Also where a file does not say the variant, which then is the default one."""
    from studio.core import files, registry

    path = scene.folder / "said.puzzle"
    files.save(path, registry.family("fillomino").blank(3, 3))
    told = json.loads(path.read_text())
    del told["params"]["variant"]
    path.write_text(json.dumps(told))
    page = scene.open_file(path)
    combo = page.draw_panel.form.control("variant")
    assert combo.currentData() == "challenging", "the panel after opening"
    combo.setFocus()
    scene.hand.keys("b")
    scene.holds(lambda: page.document.puzzle.params.get("variant") == "basic", "the variant that was chosen")
    page.view.setFocus()
    scene.hand.keys("ctrl+z")
    scene.holds(lambda: page.document.puzzle.params.get("variant", "challenging") == "challenging", "undo")
    assert combo.currentData() == "challenging", "the panel still shows what was undone"
    scene.hand.keys("ctrl+y")
    scene.holds(lambda: combo.currentData() == "basic", "the panel after redo")


def switches_after_undo(scene: Scene) -> None:
    from PySide6.QtCore import QPoint

    page = scene.open("tiling", 3, 4)
    scene.judged(page)  # the verdict has made room for itself above
    box = page.draw_panel.form.control("reflections")
    scene.hand.click(box, QPoint(10, box.height() // 2))
    scene.holds(lambda: page.document.puzzle.params["reflections"] is True, "reflections")
    page.view.setFocus()
    scene.hand.keys("ctrl+z")
    scene.holds(lambda: not page.document.puzzle.params["reflections"], "undo")
    assert not box.isChecked(), "Reflections still ticked after undo"


def panel_after_generate(scene: Scene) -> None:
    """A puzzle generated onto the empty sheet brings its own variant; the panel, and the file, tell the same one."""
    page = scene.open("fillomino", 4, 4, variant="basic")
    combo = page.draw_panel.form.control("variant")
    assert combo.currentData() == "basic"

    def generate(dialog: Any) -> None:
        dialog.size_fields.set_size(4, 4)
        scene.hand.click(dialog.go)
        scene.hand.until(lambda: dialog.puzzle is not None and dialog.use.isVisible(), "a generated puzzle")
        scene.hand.rest(0.2)
        scene.shot("generated", dialog)
        scene.hand.click(dialog.use)

    scene.in_dialog("ctrl+g", generate)
    scene.holds(lambda: any(page.document.puzzle.givens), "the generated puzzle on the empty sheet")
    saved = page.document.puzzle.params.get("variant", "challenging")
    assert combo.currentData() == saved, f"{combo.currentData()} is shown, {saved} would be saved"
    scene.hand.keys("ctrl+z")
    scene.holds(lambda: not any(page.document.puzzle.givens), "undo")
    assert combo.currentData() == page.document.puzzle.params["variant"], "the panel after undoing the generated puzzle"


def panel_after_paste(scene: Scene) -> None:
    """An address or a file's text: its own parameters. (A pasted puzzle gets a tab, so this held before, too.)"""
    from PySide6.QtGui import QGuiApplication

    from studio.core import files, registry

    page = scene.open("fillomino", 3, 3)
    plain = registry.family("fillomino").blank(3, 3)
    QGuiApplication.clipboard().setText(files.dumps(plain.with_params(variant="basic")))
    scene.hand.keys("ctrl+shift+v")
    scene.holds(lambda: scene.window.page() is not page, "the pasted puzzle")
    form = scene.window.page().draw_panel.form
    assert form.control("variant").currentData() == "basic", "the panel after pasting"


def panel_after_open(scene: Scene) -> None:
    """Through the dialog, by typing the file's name there: the panel tells what the file says, for a list and for a switch."""
    from studio.core import files, registry

    wanted = {"fillomino": ("variant", "basic"), "tiling": ("reflections", True)}
    for family_id, (name, value) in wanted.items():
        path = scene.folder / f"{family_id}.puzzle"
        before = scene.open(family_id, 3, 4)
        files.save(path, registry.family(family_id).blank(3, 4).with_params(**{name: value}))

        def typed(dialog: Any, path: Any = path) -> None:
            scene.hand.x("type", "--delay", 15, str(path))
            scene.hand.rest(0.3)
            scene.shot(f"open-{path.stem}", dialog)
            scene.hand.keys("Return")

        scene.in_dialog("ctrl+o", typed)
        scene.holds(lambda path=path: scene.window.page().document.path == path, "the file that was chosen in the dialog")
        page = scene.window.page()
        assert page is not before, "it took the place of another board"
        control = page.draw_panel.form.control(name)
        shown = control.currentData() if hasattr(control, "currentData") else control.isChecked()
        assert shown == value == page.document.puzzle.params[name], f"{name}: {shown} is shown, {value} is in the file"
        scene.on_board(page, "the dialog")


# --- verdicts in progress -----------------------------------------------------------------------------------------------------
OPEN = ("t least", "till", "not found out in time")
"""what says that a number may still grow"""


def verdict_grows(scene: Scene) -> None:
    """Three clues on a large board: what is told without a reservation is true at the end, and the number grows before."""
    hand, page = scene.hand, scene.open("fillomino", 10, 10)
    card = page.draw_panel.verdict
    for cell, digit in ((0, "3"), (2, "5")):
        scene.type_at(page, cell, digit)
    scene.verdict(page, "multiple")
    told: list[str] = []
    page.live.told.connect(lambda verdict: told.append(f"{card.headline.text()}; {card.detail.text()}"))
    scene.type_at(page, 45, "7")
    hand.until(lambda: bool(told) and page.live.latest is not None and page.live.latest.stage == "done", "the verdict")
    hand.rest(0.2)
    final, growing = [], []
    for text in told:
        for part in re.split(r"[;.] ", text):
            numbers = re.findall(r"(\d+) cells?", part)
            (growing if any(word in part for word in OPEN) else final).extend(map(int, numbers))
    print("   told:", " | ".join(dict.fromkeys(told)))
    assert len(set(final)) <= 1, f"told as final, one after the other: {final}"
    assert growing and growing == sorted(growing), "a verdict in progress does not say so"


def verdict_kept(scene: Scene) -> None:
    """Coming back to a tab, to Draw or by undo to a board that was judged does not ask again."""
    hand, page = scene.hand, scene.open("fillomino", 3, 3, (2, 0, 0, 0, 0, 0, 0, 0, 0))
    scene.verdict(page, "multiple")
    final, asked = page.live.latest, list[object]()
    scene.open("fillomino", 3, 3)
    page.live.thinking.connect(lambda: asked.append(1))
    hand.keys("ctrl+shift+Tab")
    scene.window.tabs.setCurrentWidget(page)
    hand.rest(0.4)
    assert not asked, "coming back to the tab asks again"
    hand.keys("F3")
    hand.keys("F2")
    hand.rest(0.4)
    assert not asked and page.live.latest == final, "coming back to Draw asks again"
    scene.type_at(page, 5, "3")
    scene.verdict(page, "multiple")
    asked.clear()
    hand.keys("ctrl+z")
    hand.rest(0.1)
    assert not asked and page.live.latest == final, "undo asks again about a board that was judged"


def verdict_not_interrupted(scene: Scene) -> None:
    """A verdict on its way is not begun anew because one looked at another tab meanwhile: it is there when one comes back."""
    hand, page = scene.hand, scene.open("fillomino", 10, 10, (3, 0, 5, *(0,) * 97))
    hand.until(lambda: page.live.latest is not None, "the first word")
    scene.open("fillomino", 3, 3)
    hand.rest(1.0)
    asked: list[object] = []
    page.live.thinking.connect(lambda: asked.append(1))
    scene.window.tabs.setCurrentWidget(page)
    hand.rest(0.4)
    assert not asked and page.live.latest is not None, "coming back asks again"
    hand.until(lambda: page.live.latest.stage == "done", "the verdict's end")


# --- undo and play ------------------------------------------------------------------------------------------------------------
def mark_below_a_given(scene: Scene) -> None:
    hand, page = scene.hand, scene.open("fillomino", 2, 2)
    hand.keys("F3")
    scene.type_at(page, 0, "3")
    scene.holds(lambda: page.document.board.marks[0] == 3, "a mark")
    hand.keys("F2")
    scene.type_at(page, 0, "2")
    scene.holds(lambda: page.document.puzzle.givens[0] == 2, "the given over the mark")
    hand.keys("ctrl+z")
    scene.holds(lambda: page.document.puzzle.givens[0] == 0, "undo")
    assert page.document.board.marks[0] == 3, "the mark below the given does not come back"


def _played_and_saved(scene: Scene) -> Any:
    hand, page = scene.hand, scene.open("fillomino", 2, 2, (0, 0, 0, 2))
    hand.keys("F3")
    scene.type_at(page, 0, "3")
    hand.keys("ctrl+t")
    scene.type_at(page, 1, "1")
    scene.holds(lambda: len(page.document.trials) == 1 and page.document.board.marks[1] == 1, "a trial")
    page.document.path = scene.folder / "mine.puzzle"
    hand.keys("ctrl+s")
    hand.until(lambda: not page.document.is_modified, "saving")
    return page


def trials_in_the_file(scene: Scene) -> None:
    page = _played_and_saved(scene)
    marks = list(page.document.board.marks)
    scene.hand.keys("ctrl+w")
    again = scene.open_file(scene.folder / "mine.puzzle")
    assert again is not page and again.document.board.marks == marks, "the progress is lost"
    assert len(again.document.trials) == 1, "the trials are lost"


def solving_not_in_the_file(scene: Scene) -> None:
    _played_and_saved(scene)
    told = json.loads((scene.folder / "mine.puzzle").read_text())
    assert "player" not in told, "the file that one shares holds the maker's own solving"


# --- small things -----------------------------------------------------------------------------------------------------------
def forced_cells_off(scene: Scene) -> None:
    hand, page = scene.hand, scene.open("fillomino", 2, 3, (0, 0, 0, 1, 0, 2))
    card = page.draw_panel.verdict
    scene.verdict(page, "multiple")
    if not card.forced.isChecked():
        hand.keys("ctrl+shift+g")
    scene.holds(card.forced.isChecked, "forced cells shown")
    scene.type_at(page, 2, "2")
    scene.verdict(page, "unique")
    hand.rest(0.2)
    assert card.forced.isEnabled(), "the solution cannot be taken off the board: there is no switch for forced cells"
    hand.click(card.forced)
    hand.rest(0.1)
    assert not page.view.overlay.ghosts, "the solution stays on the board"


def turn_and_mirror(scene: Scene) -> None:
    """By keys that still arrive on a desktop that takes Ctrl+Alt+arrows for itself, as most do."""
    page = scene.open("fillomino", 2, 3, (1, 0, 0, 0, 0, 2))
    with desktop_takes(("Left", "Right", "Up", "Down")):
        scene.hand.keys(_xdotool_keys(scene, "turn"))
        scene.holds(lambda: page.document.board.grid.rows == 3, "the board turned by its keys")
        scene.hand.keys("ctrl+z", _xdotool_keys(scene, "mirror"))
        scene.holds(lambda: page.document.puzzle.givens == (0, 0, 1, 2, 0, 0), "the board mirrored by its keys")


def _xdotool_keys(scene: Scene, action: str) -> str:
    *held, last = scene.window.actions_table[action].shortcut().toString().split("+")
    return "+".join([*map(str.lower, held), last.lower() if len(last) == 1 else last])


def size_typed(scene: Scene) -> None:
    """Resize: 6 Tab 6 gives 6x6."""
    page = scene.open("fillomino", 2, 3)
    scene.in_dialog("ctrl+r", lambda dialog: scene.hand.keys("6", "Tab", "6", "Return"))
    grid = page.document.board.grid
    assert (grid.rows, grid.cols) == (6, 6), f"6 Tab 6 gives {grid.rows}x{grid.cols}"


def print_this(scene: Scene) -> None:
    """Ctrl+P prints this puzzle: a printer, a paper size, a preview."""
    from PySide6.QtPrintSupport import QPrintPreviewWidget
    from PySide6.QtWidgets import QComboBox

    page = scene.open("fillomino", 3, 3, (2, 0, 0, 0, 0, 0, 0, 0, 0))
    scene.verdict(page, "multiple")
    seen: list[tuple[Any, ...]] = []

    def look(dialog: Any) -> None:
        preview = dialog.findChild(QPrintPreviewWidget)
        papers = [box.itemText(k) for box in dialog.findChildren(QComboBox) for k in range(box.count())]
        seen.append((type(dialog).__name__, preview is not None and preview.isVisible() and preview.pageCount(), papers))
        scene.shot("print", dialog)
        scene.hand.keys("Escape")

    scene.in_dialog("ctrl+p", look)
    assert seen and seen[0][0] == "PrintDialog", f"Ctrl+P opens {seen[0][0] if seen else 'nothing'}"
    assert seen[0][1] == 1 and {"A4", "A5", "Letter"} <= set(seen[0][2]), seen


def empty_evolomino(scene: Scene) -> None:
    page = scene.open("evolomino", 4, 4)
    scene.judged(page)
    scene.hand.rest(1.0)  # a rating would follow
    said = page.draw_panel.verdict
    assert "one solution" not in said.headline.text() and "ifficult" not in said.detail.text(), said.headline.text()


def notice_floats(scene: Scene) -> None:
    from PySide6.QtGui import QGuiApplication

    page = scene.open("fillomino", 3, 3)
    top = page.view.mapToGlobal(page.view.rect().topLeft()).y()
    QGuiApplication.clipboard().setText("this is no puzzle")
    scene.hand.keys("ctrl+shift+v")
    scene.holds(scene.window.notice.isVisible, "a notice")
    scene.hand.rest(0.3)
    scene.shot("notice")
    moved = page.view.mapToGlobal(page.view.rect().topLeft()).y() - top
    assert moved == 0, f"a notice pushes the board down by {moved} pixels"


def generate_whole(scene: Scene) -> None:
    """With all of its options open the dialog shows them whole, also when there are puzzles and what can be done with them."""
    scene.open("tiling", 3, 4)
    faults: list[str] = []

    def look(dialog: Any) -> None:
        scene.hand.click(dialog.more)
        scene.hand.rest(0.3)
        scene.shot("generate", dialog)
        room = dialog.screen().availableGeometry()
        if dialog.height() > room.height() or dialog.width() > room.width():
            faults.append("larger than the screen")
        faults.extend(cut_off(dialog))
        dialog.size_fields.set_size(4, 5)
        dialog.count.setValue(2)
        scene.hand.click(dialog.go)
        scene.hand.until(lambda: len(dialog.made) == 2 and dialog.keep_all.isVisible(), "two puzzles")
        scene.hand.rest(0.3)
        scene.shot("generate-two", dialog)
        faults.extend(cut_off(dialog))
        dialog.ask_to_drop = lambda count: True
        scene.hand.keys("Escape")

    scene.in_dialog("ctrl+g", look)
    assert not faults, f"the Generate dialog is clipped: {faults}"


def cut_off(dialog: Any) -> list[str]:
    """Fields and buttons of a dialog that are not to be seen whole (or, in a scrolled part, stick out at the side)."""
    from PySide6.QtCore import QRect
    from PySide6.QtWidgets import QAbstractButton, QAbstractSpinBox, QComboBox, QLabel, QLineEdit, QScrollArea

    found = []
    kinds = (QAbstractButton, QAbstractSpinBox, QComboBox, QLabel, QLineEdit)
    for each in [child for kind in kinds for child in dialog.findChildren(kind) if child.isVisible()]:
        name = each.accessibleName() or (each.text() if hasattr(each, "text") else "") or type(each).__name__
        if each.visibleRegion().boundingRect() != each.rect():
            found.append(f"{name} is not to be seen whole")
        wanted = each.minimumSizeHint()
        if each.height() < wanted.height() or (each.width() < wanted.width() and not isinstance(each, QLineEdit)):
            found.append(f"{name} is squeezed to {each.width()}x{each.height()}")
    for area in dialog.findChildren(QScrollArea):
        inner = QRect(0, 0, area.viewport().width(), area.widget().height())
        if area.isVisible() and area.widget().width() > inner.width():
            found.append("a part sticks out at the side")
    return found


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


SCENES: dict[str, Callable[[Scene], None]] = {scene.__name__: scene for scene in (
    undo_after_solution, board_after_mending, wheel_over_a_list, wheel_over_a_number, undo_in_a_number, undo_in_a_text,
    board_after_panel, board_after_palette, board_after_menu,
    panel_after_undo, switches_after_undo, panel_after_generate, panel_after_paste, panel_after_open,
    verdict_grows, verdict_kept, verdict_not_interrupted,
    mark_below_a_given, trials_in_the_file, solving_not_in_the_file,
    forced_cells_off, turn_and_mirror, size_typed, print_this, empty_evolomino, notice_floats, generate_whole,
    pad)}
