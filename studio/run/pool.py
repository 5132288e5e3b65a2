"""Worker processes, and the pool that keeps one warm in reserve."""

from __future__ import annotations

import atexit
import contextlib
import multiprocessing
import os
import signal
import sys
import threading
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import Any

from studio.core import isolate, lifeline
from studio.core.engine import Limits
from studio.run import worker
from studio.run.requests import Load
from studio.run.worker import Order
from studio.solvers.kernels.policy import VARIABLE, Kernels


class Worker:
    """A spawned child with its pipe."""

    def __init__(self, warm: Order | None = None, kernels: Kernels | None = None) -> None:
        self.kernels = kernels
        """how it runs its kernels; None: as this process would"""
        context = multiprocessing.get_context("spawn")
        self.connection: Connection
        self.connection, child_end = context.Pipe(duplex=True)
        self.process: SpawnProcess = context.Process(target=worker.main, args=(child_end, os.getpid()), daemon=False)
        lifeline.start(self._begin)
        lifeline.guard(self.process.pid or 0)
        child_end.close()
        self._killing = threading.Lock()
        self._killed = False
        self.loaded: list[Order] = []
        self.loading = 0
        """requests to load something whose answers nobody has read yet"""
        if warm is not None:
            self.load(warm)

    def _begin(self) -> None:
        with isolate.safe_start(), _quiet_main(), _environment(self.kernels):
            self.process.start()

    def load(self, warm: Order) -> None:
        """Let it load what the next task will need; the task may be sent at once and waits its turn."""
        if warm not in self.loaded:
            self.loaded.append(warm)
            self.loading += 1
            self.connection.send(warm)

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


class Pool:
    """Hands out workers and keeps one warm in reserve, so that a solve does not wait for Python to start."""

    def __init__(self, spare: int = 1) -> None:
        self._spare = spare
        self._idle: list[Worker] = []
        self._busy: set[Worker] = set()
        self._lock = threading.Lock()
        self._closed = False
        self._warm: Order | None = None
        self._kernels: Kernels | None = None

    def use(self, kernels: Kernels | None) -> None:
        """How workers run their kernels from now on; idle ones that do it otherwise go."""
        with self._lock:
            self._kernels = kernels
            others = [each for each in self._idle if each.kernels != kernels]
            self._idle = [each for each in self._idle if each.kernels == kernels]
        for each in others:
            each.kill()
        self.prepare()

    def keep_warm(self, load: Load) -> None:
        """From now on every worker loads this at once, and there is always another one ready.

        For questions that are asked and dropped in quick succession: dropping one kills its worker.
        """
        with self._lock:
            self._warm, self._spare = Order(load, Limits()), max(self._spare, 2)
            for each in self._idle:
                with contextlib.suppress(OSError):
                    each.load(self._warm)
        self.prepare()

    def take(self) -> Worker:
        found: Worker | None = None
        with self._lock:
            while self._idle and found is None:
                candidate = min(self._idle, key=lambda each: each.loading > 0)  # one that has served, else the oldest
                self._idle.remove(candidate)
                found = candidate if candidate.alive else None
            if found is not None:
                self._busy.add(found)
            lonely = self._warm is not None and not self._idle
        if lonely:
            self.prepare()
        if found is not None:
            return found
        fresh = Worker(self._warm, self._kernels)
        with self._lock:
            self._busy.add(fresh)
        return fresh

    def give_back(self, used: Worker, healthy: bool) -> None:
        """A worker after its task: kept if it is fit, else killed and replaced in the background."""
        with self._lock:
            self._busy.discard(used)
            fit = healthy and used.alive and used.kernels == self._kernels
            keep = fit and len(self._idle) < self._spare and not self._closed
            if keep:
                self._idle.append(used)
        if not keep:
            used.kill()
            if not healthy:
                self.prepare()

    def prepare(self) -> None:
        """Start a spare worker in the background if there is none."""
        threading.Thread(target=self._refill, daemon=True).start()

    def _refill(self) -> None:
        with self._lock:
            if self._closed or len(self._idle) >= self._spare:
                return
        fresh = Worker(self._warm, self._kernels)
        with self._lock:
            if not self._closed and len(self._idle) < self._spare and fresh.kernels == self._kernels:
                if self._warm is not None:
                    fresh.load(self._warm)  # no more than once: it may be wanted only since a moment ago
                self._idle.append(fresh)
                return
        fresh.kill()

    def close(self) -> None:
        with self._lock:
            self._closed = True
            workers = [*self._idle, *self._busy]
            self._idle.clear()
            self._busy.clear()
        for each in workers:
            each.kill()


_default_pool: Pool | None = None


def default_pool() -> Pool:
    global _default_pool
    if _default_pool is None:
        _default_pool = Pool()
    return _default_pool


def shutdown_pools() -> None:
    """End all workers; called when the studio closes."""
    global _default_pool
    if _default_pool is not None:
        _default_pool.close()
        _default_pool = None


atexit.register(shutdown_pools)
