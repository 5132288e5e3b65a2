"""Unexpected faults: one sentence with "Copy details", an entry in the log, copies of all unsaved work; the window goes on."""

from __future__ import annotations

import contextlib
import sys
from types import TracebackType
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QGuiApplication

from studio.core import log

if TYPE_CHECKING:
    from studio.ui.main_window import MainWindow


def tr(text: str) -> str:
    return QCoreApplication.translate("faults", text)


class Faults:
    """Installed before anything else; knows the window as soon as there is one."""

    def __init__(self) -> None:
        self.window: MainWindow | None = None
        self.early: list[str] = []
        """sentences about what went wrong before there was a window to tell it"""
        self._telling = False

    def install(self) -> Faults:
        sys.excepthook = self.caught
        return self

    def caught(self, kind: type[BaseException], value: BaseException, trace: TracebackType | None) -> None:
        sys.__excepthook__(kind, value, trace)
        details = log.fault(kind, value, trace)
        if self._telling:  # a fault while telling one must not turn in circles
            return
        self._telling = True
        try:
            if self.window is None:
                self.early.append(log.brief(value))
            else:
                self._tell(self.window, value, details)
        finally:
            self._telling = False

    def _tell(self, window: MainWindow, value: BaseException, details: str) -> None:
        kept = False
        with contextlib.suppress(Exception):
            kept = window.desk.rescue()
        words = (tr("Something went wrong in the studio ({0}). Your work is kept.") if kept else
                 tr("Something went wrong in the studio ({0}), and no copy of your work could be kept: save it now."))
        window.notice.tell(words.format(log.brief(value)), "bad", tr("Copy details"),
                           lambda: QGuiApplication.clipboard().setText(details))

    def survive(self, what: str, problem: Exception) -> None:
        """Something that is not needed failed while the studio starts: it starts all the same."""
        log.details_of(problem)
        self.early.append(f"{what} ({log.brief(problem)})")
