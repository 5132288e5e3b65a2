"""Starting and ending: what is loaded, faults that cost no work, Ctrl+C."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from studio.ui.faults import Faults
from studio.ui.main_window import MainWindow
from tests.ui.conftest import click, open_latin

ROOT = Path(__file__).resolve().parents[2]
HEAVY = ("z3", "pysat", "ortools", "numba", "pyqtgraph", "PIL")


def test_the_window_loads_no_solver_library(tmp_path: Path) -> None:
    code = ("import sys; from studio.ui import app; a = app.application(); w = app.open_window([]); a.processEvents(); "
            f"print([name for name in {HEAVY!r} if name in sys.modules])")
    env = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "XDG_DATA_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=env, capture_output=True, text=True, timeout=120)
    assert done.stdout.strip() == "[]", done.stderr


def test_a_fault_is_told_and_work_is_kept(window: MainWindow, data_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = open_latin(window)
    click(page.view, 5)
    QTest.keyClick(page.view, Qt.Key.Key_3)
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    monkeypatch.setattr(sys, "__excepthook__", lambda *fault: None)
    faults = Faults().install()
    faults.window = window
    sys.excepthook(ValueError, ValueError("a bad day"), None)
    assert "a bad day" in window.notice.text.text()
    assert list((data_folder / "recovery").glob("*/*.puzzle"))
    assert "kept" in window.notice.text.text() and window.notice.act.text() == "Copy details"
    window.notice.act.click()
    assert "a bad day" in QGuiApplication.clipboard().text()


@pytest.mark.skipif(not hasattr(signal, "SIGINT") or os.name == "nt", reason="needs POSIX signals")
def test_an_interrupt_closes_the_window(tmp_path: Path) -> None:
    env = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path),
           "XDG_DATA_HOME": str(tmp_path)}
    code = ("import os, signal, sys; from PySide6.QtCore import QTimer; from studio.ui import app; app.WARM_UP_MS = 10**6; "
            "app.application(); QTimer.singleShot(300, lambda: os.kill(os.getpid(), signal.SIGINT)); sys.exit(app.main([]))")
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=env, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
