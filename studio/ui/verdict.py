"""The live verdict: asks the setter's mind about the board that is being drawn, again after every real change."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from PySide6.QtCore import QElapsedTimer, QObject, QTimer, Signal

from studio.core.engine import Limits, SolveResult
from studio.core.puzzle import BadPuzzle, Puzzle
from studio.setter.requests import Analyse, Rate
from studio.ui.document import Document
from studio.ui.jobs import Watcher

DEBOUNCE_MS = 180
"""Between strokes that follow one another. Also the grace for a running analysis: what ends within it leaves its worker warm
instead of killed."""
QUIET_MS = 600
"""After so long without a stroke the next one is judged at once."""
FEW = 6
"""Cells that a stroke changes, at most, if the clues near it shall be blamed first."""
KEPT = 40
"""Boards whose verdict is remembered."""
MODULES = ("studio.setter.analysis", "studio.setter.rating", "studio.setter.hints")


@dataclass(frozen=True)
class Known:
    """What was found out about a board, for good."""

    puzzle: Puzzle
    verdict: Any
    rating: Any


class LiveVerdict(QObject):
    """`thinking` when an answer is on its way, `told(verdict)` for every partial and the final one, `failed(sentence)`."""

    thinking = Signal()
    recalled = Signal()
    """the board is one that was judged before; `told` follows"""
    told = Signal(object)
    failed = Signal(str)
    rated = Signal(object)

    def __init__(self, document: Document, limits: Limits, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.limits = limits
        self.count_up_to = 2
        self.enabled = True
        self.latest: Any = None
        self.wrong: tuple[int, ...] = ()
        """cells whose givens do not fit the board, so that there is nothing to ask"""
        self.rating: Any = None
        """of the board that `latest` speaks of; None until it is known"""
        self._document = document
        self._asked: Puzzle | None = None
        self._current = False
        self._rating = False
        self._known: list[Known] = []
        self._watcher = Watcher(self)
        self._watcher.partial.connect(self._tell)
        self._watcher.finished.connect(self._finish)
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.timeout.connect(self._ask)
        self._last_stroke = QElapsedTimer()
        document.changed.connect(self._changed)

    @property
    def busy(self) -> bool:
        return self._pause.isActive() or (self._watcher.running and not self._rating)

    def wake(self) -> None:
        """Someone looks: make sure that the question as it stands is answered."""
        if self.enabled:
            self.stay_warm()
        if self.enabled and not self._is_asked(self._document.puzzle):
            self._question(DEBOUNCE_MS)  # who only leafs through tabs asks nothing
        elif self.enabled and self._rating and self.rating is None and not self._watcher.running:
            self._rate()

    def stay_warm(self) -> None:
        """Every edit may cost a worker; the next one should have loaded what it needs."""
        from studio.run import pool
        from studio.run.requests import Load

        pool.default_pool().keep_warm(Load(self._document.family.id, "auto", tuple(MODULES)))

    def sleep(self) -> None:
        """Nobody looks: begin nothing new. What is under way comes to its end, so that coming back finds it answered."""
        self._pause.stop()

    def stop(self) -> None:
        """Somebody needs the machine, or the document goes: stop thinking. What was left open is asked again later."""
        self._pause.stop()
        if self._watcher.running:
            self._watcher.cancel()
            if not self._rating:
                self._asked = None

    def ask_once(self) -> None:
        """Ask now, even if live verdicts are off."""
        self._asked = None
        self._known.clear()
        self.latest = self.rating = None
        self.thinking.emit()
        self._ask()

    def facts(self) -> dict[str, Any]:
        """What is known for good about the board as it is, as its file may tell it: how hard it is, or that nothing solves it.
        Never the solution itself."""
        if self.latest is None or not self._is_asked(self._document.puzzle) or self._document.is_blank():
            return {}
        if self.latest.verdict == "none":
            return {"solutions": 0}
        return {"rating": self.rating.json()} if self.rating is not None else {}

    def _is_asked(self, puzzle: Puzzle) -> bool:
        return self._asked is not None and self._asked.same_board(puzzle)

    def _changed(self, question: bool) -> None:
        if not question or not self.enabled or self._is_asked(self._document.puzzle):
            return
        follows = self._last_stroke.isValid() and self._last_stroke.elapsed() < QUIET_MS
        self._last_stroke.start()
        self._question(DEBOUNCE_MS if follows or self._watcher.running else 0)

    def _question(self, pause: int) -> None:
        """Another board: what is known of it is told, else it is asked about after a pause."""
        self._current = False
        self.latest, self.rating, self.wrong = None, None, ()
        if not self._recall(self._document.puzzle):
            self.thinking.emit()
            self._pause.start(pause)

    def _recall(self, puzzle: Puzzle) -> bool:
        """A board that was judged before (undo, redo, another mode) is not asked about again."""
        known = next((each for each in self._known if each.puzzle.same_board(puzzle)), None)
        if known is None:
            return False
        self._pause.stop()
        self._watcher.cancel()
        self._asked, self._current, self._rating = puzzle, True, False
        self.latest, self.rating = known.verdict, known.rating
        self.recalled.emit()
        self.told.emit(self.latest)
        if self.rating is None and self._is_rated(self.latest):
            self._rate()
        return True

    def _keep(self) -> None:
        """Remember what is known for good."""
        assert self._asked is not None
        self._known = [each for each in self._known if not each.puzzle.same_board(self._asked)][-KEPT + 1:]
        self._known.append(Known(self._asked, self.latest, self.rating))

    def _ask(self) -> None:
        puzzle = self._document.puzzle
        if self._is_asked(puzzle):
            return
        self._watcher.cancel()
        newest = changed_cells(self._asked, puzzle)
        self.wrong = ()
        self._asked = puzzle
        try:
            self._document.family.validate(puzzle)
        except BadPuzzle as fault:
            self.wrong = getattr(fault, "cells", ())
            self.failed.emit(str(fault))
            return
        self._current, self._rating = True, False
        self._watcher.start(Analyse(puzzle, self.count_up_to, newest), self.limits)

    def _tell(self, verdict: Any) -> None:
        if self._current and not self._rating:
            self.latest = verdict
            self.told.emit(verdict)

    def _finish(self, result: Any) -> None:
        if not self._current:
            return
        if isinstance(result, SolveResult):
            if self._rating:
                self._rating = False
                return
            if self.latest is None:
                self.failed.emit(result.message or result.status.value)
            else:  # the verdict itself is known; only what was to follow ran out of time
                self._tell(replace(self.latest, stage="done"))
            return
        if self._rating:
            self.rating, self._rating = result, False
            self._keep()
            self.rated.emit(result)
            return
        self._tell(result)
        if result is not None and result.known:
            self._keep()
        if self._is_rated(result):
            self._rate()

    def _is_rated(self, verdict: Any) -> bool:
        """Boards with one solution are rated, but not one on which nothing is drawn yet."""
        alone = verdict is not None and (verdict.verdict == "unique" or verdict.one_up_to_symmetry)
        return alone and self._document.family.rulebook is not None and not self._document.is_blank()

    def _rate(self) -> None:
        assert self._asked is not None
        self._rating = True
        self._watcher.start(Rate(self._asked), self.limits)


def changed_cells(before: Puzzle | None, now: Puzzle) -> tuple[int, ...]:
    """The givens of the last stroke; none if so many differ that it was no stroke."""
    if before is None or before.grid != now.grid:
        return ()
    changed = tuple(cell for cell, pair in enumerate(zip(before.givens, now.givens)) if pair[0] != pair[1])
    return changed if len(changed) <= FEW else ()
