"""A hand outside the window: real X events from a thread of its own, so that dialogs and menus can run their own loops.

What the window looks like is asked on the window's own thread. A window manager's part (the keyboard goes to the window in
front) is done here, since a bare X server has none.
"""

from __future__ import annotations

import queue
import subprocess
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QPoint, QTimer
from PySide6.QtWidgets import QApplication, QMenu, QWidget

PATIENCE = 60.0


class Desk(QObject):
    """Answers a thread's questions about the window, also while a dialog or a menu is open."""

    def __init__(self) -> None:
        super().__init__()
        self._asked: queue.Queue[tuple[Callable[[], Any], queue.Queue[Any]]] = queue.Queue()
        self._timer = QTimer(self)
        self._timer.setInterval(5)
        self._timer.timeout.connect(self._answer)
        self._timer.start()

    def _answer(self) -> None:
        while not self._asked.empty():
            what, back = self._asked.get()
            try:
                back.put((True, what()))
            except Exception as fault:
                back.put((False, fault))

    def ask(self, what: Callable[[], Any]) -> Any:
        back: queue.Queue[Any] = queue.Queue()
        self._asked.put((what, back))
        good, answer = back.get(timeout=PATIENCE)
        if not good:
            raise answer
        return answer

    def run(self, script: Callable[[], None]) -> BaseException | None:
        """Run a script in a thread until it ends; what went wrong, if anything did."""
        faults: list[BaseException] = []

        def body() -> None:
            try:
                script()
            except BaseException as fault:
                faults.append(fault)

        thread = threading.Thread(target=body, daemon=True)
        thread.start()
        while thread.is_alive():
            QApplication.processEvents()
            time.sleep(0.004)
        return faults[0] if faults else None


class FarHand:
    """Mouse and keyboard of one maker."""

    def __init__(self, desk: Desk, shots: Path | None = None) -> None:
        self.desk, self.shots = desk, shots
        self.ask = desk.ask

    def x(self, *words: object) -> None:
        subprocess.run(["xdotool", *map(str, words)], check=True)
        time.sleep(0.03)
        self.ask(lambda: None)  # what it led to has been handled

    def keys(self, *names: str) -> None:
        self.to_front()
        for name in names:
            self.x("key", name)

    def write(self, text: str) -> None:
        self.to_front()
        self.x("type", "--delay", 15, text)

    def to_front(self) -> None:
        """The keyboard goes to the window in front, as a window manager would have it."""
        number = self.ask(lambda: int(front().winId()))
        subprocess.run(["xdotool", "windowfocus", str(number)], check=True)
        time.sleep(0.02)

    def until(self, check: Callable[[], Any], what: str, patience: float = PATIENCE) -> Any:
        deadline = time.perf_counter() + patience
        while not (found := self.ask(check)):
            if time.perf_counter() > deadline:
                raise AssertionError(f"waited in vain: {what}")
            time.sleep(0.03)
        return found

    def rest(self, seconds: float) -> None:
        time.sleep(seconds)

    def move(self, widget: QWidget, at: Callable[[], QPoint] | None = None) -> None:
        def where() -> QPoint:
            assert widget.isVisible(), f"{widget} cannot be seen"
            point = at() if at is not None else widget.rect().center()
            assert widget.visibleRegion().contains(point), f"{widget} cannot be reached at {point}"
            return widget.mapToGlobal(point)

        spot = self.ask(where)
        self.x("mousemove", spot.x(), spot.y())

    def click(self, widget: QWidget, at: Callable[[], QPoint] | None = None, button: int = 1) -> None:
        self.move(widget, at)
        self.x("click", button)

    def drag(self, widget: QWidget, *path: Callable[[], QPoint]) -> None:
        self.move(widget, path[0])
        self.x("mousedown", 1)
        for at in path[1:]:
            self.move(widget, at)
        self.x("mouseup", 1)

    def menu(self, bar: Any, menu: QMenu, action: Any) -> None:
        self.click(bar, lambda: bar.actionGeometry(menu.menuAction()).center())
        self.until(menu.isVisible, "the menu")
        self.rest(0.15)
        assert self.ask(action.isEnabled), f"{action.text()} is grey"
        self.click(menu, lambda: menu.actionGeometry(action).center())
        self.until(lambda: not menu.isVisible(), "the menu to close")

    def shot(self, name: str) -> None:
        """The whole screen, as a person sees it."""
        if self.shots is not None:
            self.shots.mkdir(parents=True, exist_ok=True)
            self.rest(0.25)
            self.ask(lambda: QApplication.primaryScreen().grabWindow(0).save(str(self.shots / f"{name}.png")))


def front() -> QWidget:
    """The popup, dialog or window in front."""
    return QApplication.activeModalWidget() or next(each for each in QApplication.topLevelWidgets()
                                                   if each.isVisible() and type(each).__name__ == "MainWindow")
