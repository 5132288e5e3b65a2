"""A benchmark in a background thread, seen from the window: a timer tells how far it is."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from studio.core import files
from studio.core.puzzle import BadPuzzle, Puzzle
from studio.lab.bench import Bench

TICK_MS = 150


class Comparison(QObject):
    """One benchmark at a time. The thread only fills plain lists; every signal comes from the window's own thread."""

    progressed = Signal(float, str)
    grew = Signal()
    finished = Signal(str)
    """what went wrong, or nothing"""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.bench: Bench | None = None
        self.left_out: list[str] = []
        self._thread: threading.Thread | None = None
        self._state = (0.0, "")
        self._fault = ""
        self._told = 0
        self._timer = QTimer(self)
        self._timer.setInterval(TICK_MS)
        self._timer.timeout.connect(self._look)

    @property
    def running(self) -> bool:
        return self._thread is not None

    def start(self, bench: Bench, paths: Sequence[Path], family_id: str, extra: Sequence[tuple[Path, Puzzle]] = ()) -> None:
        self.stop()
        self.bench, self.left_out, self._fault, self._told = bench, [], "", 0
        self._state = (0.0, self.tr("reading the puzzles"))
        self._thread = threading.Thread(target=self._work, args=(bench, list(paths), family_id, list(extra)), daemon=True)
        self._thread.start()
        self._timer.start()

    def stop(self) -> None:
        """Stop now; what is done stays in `bench`."""
        if self._thread is not None and self.bench is not None:
            self.bench.stop()
            self._thread.join(2.0)
            self._look()

    # --- in the thread ------------------------------------------------------------------------------------------------
    def _work(self, bench: Bench, paths: list[Path], family_id: str, extra: list[tuple[Path, Puzzle]]) -> None:
        try:
            puzzles = [*extra, *self._read(paths, family_id)]
            total = max(1, len(puzzles) * len(bench.contenders))
            bench.run(puzzles, lambda done, text: self._tell(done / total, text))
        except BadPuzzle as fault:
            self._fault = str(fault)
        except Exception as fault:  # told to the user; a thread must not die in silence
            self._fault = f"{type(fault).__name__}: {fault}"
        finally:
            bench.close()

    def _read(self, paths: list[Path], family_id: str) -> list[tuple[Path, Puzzle]]:
        found = []
        for path in files.expand(paths) if paths else []:
            try:
                puzzle = files.load(path, None).puzzle
            except BadPuzzle as fault:
                self.left_out.append(str(fault))
                continue
            if puzzle.family == family_id:
                found.append((path, puzzle))
            else:
                self.left_out.append(f"{path.name} is of another family")
        return found

    def _tell(self, fraction: float, text: str) -> None:
        self._state = (fraction, text)

    # --- in the window ------------------------------------------------------------------------------------------------
    def _look(self) -> None:
        if self._thread is None or self.bench is None:
            return
        over = not self._thread.is_alive()
        self.progressed.emit(*self._state)
        if len(self.bench.runs) != self._told:
            self._told = len(self.bench.runs)
            self.grew.emit()
        if over:
            self._thread = None
            self._timer.stop()
            self.finished.emit(self._fault)
