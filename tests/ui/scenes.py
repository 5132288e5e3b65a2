"""Places of the studio to look at: every mode of every family, the pages and the dialogs. Each scene gives the widget to see.

Nothing here waits for a solver: boards are half filled from their own solutions and films are made once, in this process.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication, QDialog, QWidget

from studio.core import files, registry
from studio.core.engine import Cancel, Limits, Options, run_engine
from studio.core.film import TraceLog
from studio.core.puzzle import Puzzle
from studio.core.trace import TraceWriter
from studio.share.film import Film
from studio.ui.document import Document
from studio.ui.main_window import MainWindow
from studio.ui.page import DocumentPage

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = {"fillomino": "fillomino/05-allotments.puzzle", "fobidoshi": "fobidoshi/15-moonlit-path.puzzle",
           "evolomino": "evolomino/05-*.puzzle", "tiling": "tiling/04-two-sets-of-tetrominoes.puzzle"}
ENGINES = {"fillomino": "rules", "fobidoshi": "rules", "evolomino": "rules", "tiling": "mrv"}
FAMILIES = tuple(SAMPLES)


@cache
def sample(family: str) -> Puzzle:
    found = sorted((ROOT / "puzzles").glob(SAMPLES[family])) or sorted((ROOT / "puzzles" / family).glob("*.puzzle"))
    return files.load(found[0]).puzzle


@cache
def film_of(family_id: str) -> Film:
    family, puzzle = registry.family(family_id), sample(family_id)
    engine = next((each for each in family.engines() if each.id == ENGINES[family_id]), family.engines()[0])
    log = TraceLog(puzzle.grid.size)
    result = run_engine(engine, puzzle, Options(1), Limits(20.0), TraceWriter(log.add), Cancel(), family.wrong)
    return Film(family, puzzle, engine, Options(1), log, result=result)


@dataclass(frozen=True)
class Scene:
    name: str
    open: Callable[[MainWindow], QWidget]
    dialog: bool = False


def let_pass(seconds: float = 0.05, until: Callable[[], bool] = lambda: False) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end and not until():
        QApplication.processEvents()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
        time.sleep(0.005)


# --- the modes --------------------------------------------------------------------------------------------------------------
def draw(window: MainWindow, puzzle: Puzzle) -> QWidget:
    window.add_document(Document(puzzle), "draw")
    return window


def play(window: MainWindow, puzzle: Puzzle) -> QWidget:
    page = window.add_document(Document(puzzle), "play")
    if puzzle.solution is not None:
        board = page.document.board
        changes = [board.change("marks", cell, puzzle.solution[cell]) for cell in range(puzzle.grid.size // 2)]
        page.document.edit("play", [change for change in changes if change is not None], "Mark")
    return window


def watch(window: MainWindow, film: Film, tab: int = 0) -> QWidget:
    page = window.add_document(Document(film.puzzle), "watch")
    page.watch.show_film(film)
    page.watch.player.go(round(len(film) * 0.6))
    page.watch.side.tabs.setCurrentIndex(tab)
    return window


def compare(window: MainWindow, film: Film) -> QWidget:
    watch(window, film)
    page = window.page()
    assert page is not None
    page.watch.set_two(True)
    return window


def of_families(families: tuple[str, ...] = FAMILIES) -> list[Scene]:
    found = []
    for family in families:
        found.append(Scene(f"draw-{family}", lambda window, family=family: draw(window, sample(family))))  # type: ignore[misc]
        found.append(Scene(f"play-{family}", lambda window, family=family: play(window, sample(family))))  # type: ignore[misc]
        found.append(Scene(f"watch-{family}", lambda window, family=family: watch(  # type: ignore[misc]
            window, film_of(family), FAMILIES.index(family))))
    found.append(Scene("compare", lambda window: compare(window, film_of("fobidoshi"))))
    return found


# --- pages and dialogs ------------------------------------------------------------------------------------------------------
def home(window: MainWindow) -> QWidget:
    window.act("home")
    return window


def library(window: MainWindow) -> QWidget:
    window.act("library")
    page = window.desk.library_page
    let_pass(20.0, lambda: not page.shelf.loading)  # type: ignore[union-attr]
    return window


def shown(dialog: QWidget) -> QWidget:
    dialog.show()
    return dialog


def dialogs(window: MainWindow) -> dict[str, Callable[[], QWidget]]:
    from studio.ui.dialogs.book import BookDialog
    from studio.ui.dialogs.generate import GenerateDialog
    from studio.ui.dialogs.guide import GuideWindow
    from studio.ui.dialogs.help import AboutDialog, RulesDialog
    from studio.ui.dialogs.keys import KeysDialog
    from studio.ui.dialogs.new_puzzle import NewPuzzleDialog, ResizeDialog
    from studio.ui.dialogs.preferences import PreferencesDialog
    from studio.ui.dialogs.printing import PrintDialog
    from studio.ui.lab.window import LabWindow
    from studio.ui.watch.film_dialog import FilmDialog

    def guide() -> QWidget:
        made = GuideWindow(window)
        made.show_page()
        return made

    def lab_studies() -> QWidget:
        made = LabWindow(window)
        made.tabs.setCurrentIndex(1)
        return shown(made)

    return {
        "new": lambda: shown(NewPuzzleDialog("fillomino", window)),
        "resize": lambda: shown(ResizeDialog(10, 10, window)),
        "generate-fillomino": lambda: shown(GenerateDialog("fillomino", Limits(5.0), window)),
        "generate-tiling": lambda: shown(GenerateDialog("tiling", Limits(5.0), window)),
        "preferences": lambda: shown(PreferencesDialog(window.desk.preferences, window)),
        "keys": lambda: shown(KeysDialog(window.actions_table, [], {}, window)),
        "rules": lambda: shown(RulesDialog(registry.family("fillomino"), window)),
        "about": lambda: shown(AboutDialog(window)),
        "guide": guide,
        "print": lambda: shown(PrintDialog(sample("fillomino"), "Allotments", None, window)),
        "book": lambda: shown(BookDialog([sample(family) for family in FAMILIES], window)),
        "export-film": lambda: shown(FilmDialog(film_of("tiling"), window)),
        "lab": lambda: shown(LabWindow(window)),
        "lab-studies": lab_studies,
    }


DIALOGS = ("new", "resize", "generate-fillomino", "generate-tiling", "preferences", "keys", "rules", "about", "guide", "print",
           "book", "export-film", "lab", "lab-studies")


def scenes(families: tuple[str, ...] = FAMILIES, films: bool = True) -> list[Scene]:
    """All of them; without films those that no solver has to run for."""
    inside = [Scene(f"dialog-{name}", lambda window, name=name: dialogs(window)[name](), True)  # type: ignore[misc]
              for name in DIALOGS]
    found = [Scene("start", home), Scene("library", library), *of_families(families), *inside]
    return [each for each in found if films or not each.name.startswith(("watch-", "compare", "dialog-export"))]


@contextmanager
def opened(window: MainWindow, scene: Scene) -> Iterator[QWidget]:
    """A scene while it is looked at; afterwards everything is as before."""
    before = window.tabs.count()
    widget = scene.open(window)
    let_pass()
    try:
        yield widget
    finally:
        if scene.dialog:
            if isinstance(widget, QDialog):
                widget.reject()
            widget.close()
            widget.deleteLater()
        while window.tabs.count() > max(before, 1) and isinstance(page := window.tabs.currentWidget(), DocumentPage):
            page.close_page()
            window.tabs.removeTab(window.tabs.indexOf(page))
            window.desk._autosaves.pop(page.document).remove()
            page.deleteLater()
        let_pass(0.01)
