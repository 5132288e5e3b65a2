"""What is still possible on a lane's board: asks a worker for the puzzle's slate once somebody wants to see it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QObject, Signal

from studio.core.draw import Overlay
from studio.core.engine import SolveResult
from studio.core.possible import Choice, Slate
from studio.core.puzzle import Board, Puzzle
from studio.setter.requests import AskSlate
from studio.share.film import Film
from studio.share.film_frames import Layer
from studio.share.film_possible import FilmSlate
from studio.ui.jobs import Watcher


class PossibleLayer(QObject):
    """`ready` when the slate has come (or there is none: `told` says so)."""

    ready = Signal()
    told = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.on = False
        self.slate: Slate | None = None
        self._puzzle: Puzzle | None = None
        self._asked = False
        self._film: FilmSlate | None = None
        self._watcher = Watcher(self)
        self._watcher.finished.connect(self._answered)

    def set_puzzle(self, puzzle: Puzzle) -> None:
        self._watcher.cancel()
        self._puzzle, self.slate, self._film, self._asked = puzzle, None, None, False
        self._want()

    def set_on(self, on: bool) -> None:
        self.on = on
        self._want()

    def _want(self) -> None:
        if self.on and not self._asked and self._puzzle is not None:
            self._asked = True
            self._watcher.start(AskSlate(self._puzzle))

    def _answered(self, slate: Any) -> None:
        if isinstance(slate, SolveResult) or slate is None:
            self.told.emit(self.tr("What is possible in single cells cannot be told for this board."))
        else:
            self.slate = slate
        self.ready.emit()

    def stop(self) -> None:
        if self._watcher.running:
            self._watcher.cancel()
            self._asked = False

    def _of(self, film: Film) -> FilmSlate | None:
        if not self.on or self.slate is None or film.log.drafts:
            return None  # a puzzle in the making is another one at every step
        if self._film is None or self._film.film is not film:
            self._film = FilmSlate(film, self.slate)
        return self._film

    def lay(self, film: Film, board: Board, overlay: Overlay, position: int, layers: Sequence[Layer] = ()) -> Overlay:
        """The overlay with what is possible, if that is wanted and known."""
        slate = self._of(film)
        return overlay if slate is None else slate.overlay(board, overlay, position, layers)

    def choices(self, film: Film, board: Board, position: int, cell: int, layers: Sequence[Layer] = ()) -> list[Choice] | None:
        slate = self._of(film)
        return None if slate is None or board.marks[cell] else slate.choices(board, position, cell, layers)
