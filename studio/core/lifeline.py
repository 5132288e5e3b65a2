"""No orphans: a child process ends when its parent does, however that went, even inside native code that holds the interpreter.

A thread that watches the parent does not run while a native solver keeps the interpreter lock, so the system itself has to
do it: on Linux the parent-death signal, on Windows a job that ends with its last handle, elsewhere a tiny guardian process
whose input ends when the studio does.
"""

from __future__ import annotations

import contextlib
import os
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from typing import Any

from studio.core import isolate

PR_SET_PDEATHSIG = 1
GUARDIAN_VARIABLE = "PUZZLE_STUDIO_GUARDIAN"
"""set to 1 where the guardian shall be used although the system has a better way (tests)"""


def has_death_signal() -> bool:
    return sys.platform.startswith("linux") and os.environ.get(GUARDIAN_VARIABLE) != "1"


# --- in the child -----------------------------------------------------------------------------------------------------------
def die_with_parent(parent: int) -> None:
    """To be called first of all. Where the system has no such signal, whoever starts the child calls `guard`."""
    if has_death_signal():
        import ctypes

        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if hasattr(os, "getppid") and os.getppid() != parent:  # it went before we could ask
        os._exit(1)


# --- in the parent ----------------------------------------------------------------------------------------------------------
class _Starter:
    """One thread that lives as long as the process. Linux sends the parent-death signal when the *thread* that started a child
    ends, so children must not be started from threads that come and go."""

    def __init__(self) -> None:
        self._wanted: queue.SimpleQueue[tuple[Callable[[], Any], queue.SimpleQueue[Any]]] = queue.SimpleQueue()
        threading.Thread(target=self._run, name="puzzle-studio starter", daemon=True).start()

    def _run(self) -> None:
        while True:
            act, answer = self._wanted.get()
            try:
                answer.put((True, act()))
            except BaseException as fault:
                answer.put((False, fault))

    def do(self, act: Callable[[], Any]) -> Any:
        answer: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._wanted.put((act, answer))
        good, value = answer.get()
        if not good:
            raise value
        return value


_starter: _Starter | None = None
_lock = threading.Lock()


def start(act: Callable[[], Any]) -> Any:
    """Call something that starts a child process, in a thread that outlives the child."""
    global _starter
    with _lock:
        if _starter is None:
            _starter = _Starter()
    return _starter.do(act)


GUARDIAN = """
import os, signal, sys
alive = set()
for line in sys.stdin:
    act, pid = line[0], int(line[1:])
    alive.add(pid) if act == "+" else alive.discard(pid)
for pid in alive:
    for end in (os.killpg, os.kill):
        try:
            end(pid, signal.SIGKILL)
        except OSError:
            pass
"""


class _Guardian:
    """The tiny process: told which children there are, it ends them when its input does."""

    def __init__(self) -> None:
        self._process = subprocess.Popen([sys.executable, "-I", "-S", "-c", GUARDIAN], stdin=subprocess.PIPE, text=True,
                                         stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
                                         env=isolate.environment())
        self._lock = threading.Lock()

    def tell(self, act: str, pid: int) -> None:
        with self._lock, contextlib.suppress(OSError, ValueError):
            assert self._process.stdin is not None
            self._process.stdin.write(f"{act}{pid}\n")
            self._process.stdin.flush()


_guardian: _Guardian | None = None


def guard(pid: int) -> None:
    """A child has been started."""
    global _guardian
    if sys.platform == "win32":
        _into_job(pid)
    elif not has_death_signal() and not getattr(sys, "frozen", False):
        with _lock:
            if _guardian is None:
                _guardian = _Guardian()
        _guardian.tell("+", pid)


def release(pid: int) -> None:
    """A child has ended; its number may be given to another process."""
    if _guardian is not None:
        _guardian.tell("-", pid)


if sys.platform == "win32":
    import ctypes
    from ctypes import wintypes

    class _Basic(ctypes.Structure):
        _fields_ = [("a", ctypes.c_int64), ("b", ctypes.c_int64), ("flags", wintypes.DWORD), ("c", ctypes.c_size_t),
                    ("d", ctypes.c_size_t), ("e", wintypes.DWORD), ("f", ctypes.c_size_t), ("g", wintypes.DWORD),
                    ("h", wintypes.DWORD)]

    class _Extended(ctypes.Structure):
        _fields_ = [("basic", _Basic), ("io", ctypes.c_uint64 * 6), ("a", ctypes.c_size_t), ("b", ctypes.c_size_t),
                    ("c", ctypes.c_size_t), ("d", ctypes.c_size_t)]

    KILL_ON_JOB_CLOSE, EXTENDED_LIMITS, SET_QUOTA_AND_TERMINATE = 0x2000, 9, 0x0101
    _job: int | None = None

    def _into_job(pid: int) -> None:
        """Windows ends all processes of a job when its last handle is closed, that is when this process ends."""
        global _job
        kernel = ctypes.windll.kernel32
        kernel.CreateJobObjectW.restype = kernel.OpenProcess.restype = wintypes.HANDLE
        if _job is None:
            _job = kernel.CreateJobObjectW(None, None)
            limits = _Extended()
            limits.basic.flags = KILL_ON_JOB_CLOSE
            kernel.SetInformationJobObject(wintypes.HANDLE(_job), EXTENDED_LIMITS, ctypes.byref(limits), ctypes.sizeof(limits))
        process = kernel.OpenProcess(SET_QUOTA_AND_TERMINATE, False, pid)
        if process:
            kernel.AssignProcessToJobObject(wintypes.HANDLE(_job), wintypes.HANDLE(process))
            kernel.CloseHandle(wintypes.HANDLE(process))
