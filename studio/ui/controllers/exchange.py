"""What takes a while on its way out of the house or in: a page to play, the answer of an outside solver. Both in a worker."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QFileDialog

from studio.core import files
from studio.core.engine import Limits, Options, SolveResult
from studio.core.puzzle import BadPuzzle
from studio.run.requests import ReadModel, Solve, SolverSaid
from studio.ui.controllers.controller import Controller
from studio.ui.controllers.desk import Desk
from studio.ui.document import PLAY, Document
from studio.ui.jobs import Watcher

PAGE_ENDINGS = (".html", ".htm")
READ_SECONDS = 120.0


def play_page_name() -> str:
    return QCoreApplication.translate("Exchange", "Page to play in a browser")


class Exchange(Controller):
    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._solver, self._reader = Watcher(self), Watcher(self)
        self._solver.finished.connect(self._solved)
        self._reader.finished.connect(self._read)
        self._target: tuple[Document, Path] | None = None
        self._asked: Document | None = None

    # --- a page to play -----------------------------------------------------------------------------------------------
    def write_page(self, document: Document, path: Path) -> None:
        """All solutions are found first: the page compares with them."""
        from studio.share.play_page import MOST_SOLUTIONS, SECONDS

        self._target = (document, path)
        self.desk.said.emit(self.tr("Finding all solutions for the page …"), 0)
        self._solver.start(Solve(document.puzzle, "auto", Options(solutions=MOST_SOLUTIONS + 1)), Limits(SECONDS, 4096))

    def _solved(self, result: SolveResult) -> None:
        if self._target is None:
            return
        from studio.share.play_page import checked_by, page_text

        document, path = self._target
        self._target = None
        self.desk.said.emit("", 1)
        try:
            solutions, by_rules = checked_by(document.family, document.puzzle, result)
            files.write_atomically(path, page_text(document.family, document.puzzle, solutions, by_rules))
        except BadPuzzle as fault:
            self.desk.notice.tell(str(fault))
            return
        self.desk.said.emit(self.tr("Written to {0}").format(path), 4000)

    # --- what a solver said -------------------------------------------------------------------------------------------
    def act_import_answer(self) -> None:
        page = self.page()
        if page is None:
            return
        path, _ = QFileDialog.getOpenFileName(self.desk.window, self.tr("A solver’s output or solution file"))
        if path:
            self.read_answer(page.document, Path(path))

    def read_answer(self, document: Document, path: Path) -> None:
        try:
            text = files.read_text(path)
        except BadPuzzle as fault:
            self.desk.notice.tell(str(fault))
            return
        self._asked = document
        self._reader.start(ReadModel(document.puzzle, text), Limits(READ_SECONDS))

    def _read(self, said: SolverSaid) -> None:
        document, self._asked = self._asked, None
        if document is None or not isinstance(said, SolverSaid):
            return
        if said.unreadable:
            self.desk.notice.tell(said.unreadable)
        elif said.answer is None:
            self.desk.notice.tell(self.tr("The solver says that there is no solution."))
        elif said.faults:
            self.desk.notice.tell(self.tr("This is no solution of the puzzle: {0}").format(said.faults[0]))
        else:
            board = document.board
            changes = [change for cell, value in enumerate(said.answer) if (change := board.change("marks", cell, value))]
            document.edit(PLAY, changes, self.tr("Solver’s answer"))
            self.desk.notice.tell(self.tr("The answer is a solution; it is on the board in Play, and undo takes it away."))
