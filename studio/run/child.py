"""A worker process as this side sees it: the process, its pipe, and what it has loaded."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import sys
import threading
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any

from studio.core import isolate, lifeline
from studio.run import worker
from studio.run.worker import Order
from studio.solvers.kernels.policy import VARIABLE, Kernels


class Worker:
    """A child with its pipe. It is spawned: a Python of its own; or forked (`fork_worker`)."""

    def __init__(self, warm: Order | None = None, kernels: Kernels | None = None, forked: bool = False) -> None:
        self.kernels = kernels
        """how it runs its kernels; None: as this process would"""
        self._forked = forked
        context: Any = multiprocessing.get_context("fork" if forked else "spawn")
        self.connection: Connection
        self.connection, child_end = context.Pipe(duplex=True)
        arguments = (child_end, os.getpid(), kernels, self.connection) if forked else (child_end, os.getpid())
        self.process: BaseProcess = context.Process(target=worker.main, args=arguments, daemon=False)
        self._begin() if forked else lifeline.start(self._begin)
        lifeline.guard(self.process.pid or 0)
        child_end.close()
        self._killing = threading.Lock()
        self._killed = False
        self.loaded: list[Order] = []
        self.loading = 0
        """requests to load something whose answers nobody has read yet"""
        self.compiling: list[str] = []
        """the kernels that it compiled while it loaded, the last of them perhaps not yet done"""
        if warm is not None:
            self.load(warm)

    def _begin(self) -> None:
        if self._forked:
            self.process.start()
            return
        with isolate.safe_start(), _quiet_main(), _environment(self.kernels):
            self.process.start()

    def load(self, warm: Order) -> None:
        """Let it load what the next task will need; the task may be sent at once and waits its turn."""
        if warm not in self.loaded:
            self.loaded.append(warm)
            self.loading += 1
            self.connection.send(warm)

    def is_ready(self) -> bool:
        """Whether all is loaded that it was told to load. Only for idle workers: nobody else reads their pipe."""
        with contextlib.suppress(EOFError, OSError):
            while self.loading and self.connection.poll(0):
                self.heard(*self.connection.recv())
        return self.loading == 0

    def heard(self, kind: str, value: Any) -> None:
        """A message of a worker that loads."""
        if kind == "compiling":
            self.compiling.append(value)
        self.loading -= kind in ("result", "failure")

    @property
    def alive(self) -> bool:
        return self.process.is_alive()

    def kill(self) -> None:
        """End the child and everything it started, now.

        The pool (when the studio closes) and the job's own thread may both ask; only one of them closes the pipe, for the
        number of a closed pipe may already belong to another file.
        """
        with self._killing:
            if not self._killed:
                self._killed = True
                self._end()

    def _end(self) -> None:
        pid = self.process.pid
        if pid is not None:
            with contextlib.suppress(ProcessLookupError, PermissionError, OSError):
                if hasattr(os, "killpg") and os.getpgid(pid) == pid:
                    os.killpg(pid, signal.SIGKILL)
        with contextlib.suppress(ValueError, OSError):
            self.process.kill()
        self.process.join(1.0)
        lifeline.release(pid or 0)
        self.connection.close()


@contextlib.contextmanager
def _quiet_main() -> Any:
    """Spawned children import the parent's main module again; ours need not, and under pytest it would be costly."""
    main_module = sys.modules["__main__"]
    with _spawn_lock:
        saved = {name: getattr(main_module, name) for name in ("__file__", "__spec__") if hasattr(main_module, name)}
        try:
            if "__file__" in saved:
                del main_module.__file__
            main_module.__spec__ = None
            yield
        finally:
            for name, value in saved.items():
                setattr(main_module, name, value)


@contextlib.contextmanager
def _environment(kernels: Kernels | None) -> Any:
    """What the child inherits: how it runs its kernels. (Inside the lock of `_quiet_main`.)"""
    before = os.environ.get(VARIABLE)
    try:
        if kernels is not None:
            os.environ[VARIABLE] = kernels.value
        yield
    finally:
        if before is None:
            os.environ.pop(VARIABLE, None)
        else:
            os.environ[VARIABLE] = before


_spawn_lock = threading.Lock()


def can_fork() -> bool:
    """A fork shares all that is imported, and starts in no time; but it copies one thread only, so that it is safe in a process
    that has no other yet. (Elsewhere than on Linux system libraries do not bear it.)"""
    return sys.platform.startswith("linux") and threading.active_count() == 1
