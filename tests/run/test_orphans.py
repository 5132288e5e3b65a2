"""No orphans: SIGKILL of the studio inside every native solver, with the system's own means and with the guardian."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from studio.core import lifeline
from tests.run.test_job import gone, wait_until

ROOT = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks into /proc")

COMMAND_LINE = """
import sys
from studio.run.job import start
from tests.run.tasks import Call
if __name__ == "__main__":
    job = start(Call("inside", {"library": sys.argv[1]}))
    job.wait(on_message=lambda message: print(message.value, flush=True))
"""
WINDOW = """
import sys
from PySide6.QtCore import QTimer
from studio.ui import app
from studio.ui.jobs import Watcher
from tests.run.tasks import Call
if __name__ == "__main__":
    a = app.application()
    w = app.open_window([])
    watcher = Watcher(w)
    watcher.partial.connect(lambda pid: print(pid, flush=True))
    watcher.start(Call("inside", {"library": sys.argv[1]}))
    a.exec()
"""


def start(code: str, library: str, tmp_path: Path, **extra: str) -> tuple[subprocess.Popen[str], int]:
    """A studio with a worker inside a native solver; the worker's number."""
    own = {"XDG_DATA_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
    env = {**os.environ, "QT_QPA_PLATFORM": "offscreen", **own, **extra}
    script = tmp_path / "studio_parent.py"
    script.write_text(f"import sys\nsys.path.insert(1, {str(ROOT)!r})\n{code}")
    parent = subprocess.Popen([sys.executable, str(script), library], stdout=subprocess.PIPE, text=True, env=env, cwd=ROOT)
    assert parent.stdout is not None
    pid = int(parent.stdout.readline())
    time.sleep(1.5)  # importing the library and building the problem; then it is inside
    assert not gone(pid)
    return parent, pid


def end(parent: subprocess.Popen[str]) -> None:
    os.kill(parent.pid, signal.SIGKILL)
    parent.wait()


@pytest.mark.parametrize("library", ["pysat", "z3", "cpsat", "highs"])
@pytest.mark.parametrize("code", [COMMAND_LINE, WINDOW], ids=["command line", "window"])
def test_a_worker_inside_a_native_solver_dies_with_its_parent(tmp_path: Path, code: str, library: str) -> None:
    parent, pid = start(code, library, tmp_path)
    try:
        end(parent)
        assert wait_until(lambda: gone(pid))
    finally:
        if not gone(pid):
            os.kill(pid, signal.SIGKILL)


def test_the_guardian_does_it_where_the_system_cannot(tmp_path: Path) -> None:
    parent, pid = start(COMMAND_LINE, "pysat", tmp_path, **{lifeline.GUARDIAN_VARIABLE: "1"})
    try:
        end(parent)
        assert wait_until(lambda: gone(pid))
    finally:
        if not gone(pid):
            os.kill(pid, signal.SIGKILL)


def test_a_child_outlives_the_thread_that_asked_for_it() -> None:
    """Linux sends the parent-death signal when the starting thread ends: the spare worker of a passing thread must live on."""
    import threading

    from studio.run.job import Worker

    made: list[Worker] = []
    thread = threading.Thread(target=lambda: made.append(Worker()))
    thread.start()
    thread.join()
    try:
        assert not wait_until(lambda: not made[0].alive, 2.0)
    finally:
        made[0].kill()
