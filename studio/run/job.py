"""Jobs: one task in a worker process, watched by one background thread.

The thread reads the worker's pipe into a short queue and enforces time and memory limits. When nobody drains the queue the
pipe fills up and the worker waits: that is the back-pressure. Cancelling kills the worker's whole process group, which also
stops native code that could not be asked to stop.
"""

from __future__ import annotations

import atexit
import contextlib
import multiprocessing
import os
import queue
import signal
import sys
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import Any

from studio.core import isolate, lifeline
from studio.core.engine import Limits, Options, SolveResult, Status
from studio.core.puzzle import Puzzle
from studio.run import worker

QUEUE_LENGTH = 64
GRACE_SECONDS = 0.3
"""How long past its time limit a worker may take to answer by itself before it is killed."""
POLL_SECONDS = 0.05


@dataclass(frozen=True)
class Message:
    """kind: "batch" (events), "progress" ((fraction, text)), "partial" (a task's own), "result"."""

    kind: str
    value: Any


Request = tuple[str, dict[str, Any], Limits, bool]
"""task, payload, limits, whether it is filmed"""
LOAD = "studio.run.worker:load_task"


class Worker:
    """A spawned child with its pipe."""

    def __init__(self, warm: Request | None = None) -> None:
        context = multiprocessing.get_context("spawn")
        self.connection: Connection
        self.connection, child_end = context.Pipe(duplex=True)
        self.process: SpawnProcess = context.Process(target=worker.main, args=(child_end, os.getpid()), daemon=False)
        lifeline.start(self._begin)
        lifeline.guard(self.process.pid or 0)
        child_end.close()
        self._killing = threading.Lock()
        self._killed = False
        self.loaded: list[Request] = []
        self.loading = 0
        """requests to load something whose answers nobody has read yet"""
        if warm is not None:
            self.load(warm)

    def _begin(self) -> None:
        isolate.harden()
        with _quiet_main():
            self.process.start()

    def load(self, warm: Request) -> None:
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


_spawn_lock = threading.Lock()


class Pool:
    """Hands out workers and keeps one warm in reserve, so that a solve does not wait for Python to start."""

    def __init__(self, spare: int = 1) -> None:
        self._spare = spare
        self._idle: list[Worker] = []
        self._busy: set[Worker] = set()
        self._lock = threading.Lock()
        self._closed = False
        self._warm: Request | None = None

    def keep_warm(self, payload: dict[str, Any]) -> None:
        """From now on every worker loads this at once, and there is always another one ready.

        For questions that are asked and dropped in quick succession: dropping one kills its worker.
        """
        with self._lock:
            self._warm, self._spare = (LOAD, payload, Limits(), False), max(self._spare, 2)
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
        fresh = Worker(self._warm)
        with self._lock:
            self._busy.add(fresh)
        return fresh

    def give_back(self, used: Worker, healthy: bool) -> None:
        """A worker after its task: kept if it is fit, else killed and replaced in the background."""
        with self._lock:
            self._busy.discard(used)
            keep = healthy and used.alive and len(self._idle) < self._spare and not self._closed
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
        fresh = Worker(self._warm)
        with self._lock:
            if not self._closed and len(self._idle) < self._spare:
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


class Job:
    """One running task. The window polls it; the command line waits for it."""

    def __init__(self, task: str, payload: Mapping[str, Any], limits: Limits, film: bool, pool: Pool) -> None:
        self.limits = limits
        self.done = False
        self.result: Any = None
        self.failure = ""
        self._pool = pool
        self._queue: queue.Queue[Message] = queue.Queue(QUEUE_LENGTH)
        self._cancelled = threading.Event()
        self._finished = threading.Event()
        self._started: float | None = None
        """When the worker began to work: loading libraries and compiling kernels is not the puzzle's time."""
        self._request: Request = (task, dict(payload), limits, film)
        self._worker: Worker | None = None
        self._thread = threading.Thread(target=self._supervise, name="puzzle-studio job", daemon=True)
        self._thread.start()

    # --- for whoever watches ---------------------------------------------------------------------------------------
    def poll(self, budget: float = 0.008) -> list[Message]:
        """What has arrived, without waiting, as much as fits the time budget."""
        messages: list[Message] = []
        deadline = time.perf_counter() + budget
        while True:
            try:
                message = self._queue.get_nowait()
            except queue.Empty:
                break
            messages.append(message)
            if message.kind == "result":
                self.done = True
            if time.perf_counter() > deadline:
                break
        return messages

    def wait(self, timeout: float | None = None, on_message: Any = None) -> Any:
        """Block until the result is there (or the timeout), draining messages; returns the result or None."""
        deadline = None if timeout is None else time.perf_counter() + timeout
        while not self.done:
            left = 0.2 if deadline is None else min(0.2, deadline - time.perf_counter())
            if left <= 0:
                return None
            try:
                message = self._queue.get(timeout=left)
            except queue.Empty:
                continue
            if message.kind == "result":
                self.done = True
            elif on_message is not None:
                on_message(message)
        return self.result

    def cancel(self) -> None:
        """Stop now, whatever the worker is doing."""
        self._cancelled.set()

    @property
    def running(self) -> bool:
        return not self._finished.is_set()

    @property
    def worker_pid(self) -> int | None:
        """The child's process id, for tests and for the curious."""
        return self._worker.process.pid if self._worker is not None else None

    # --- the supervising thread ------------------------------------------------------------------------------------
    def _supervise(self) -> None:
        healthy = False
        try:
            self._worker = self._pool.take()
            self._worker.connection.send(self._request)
            healthy = self._listen(self._worker)
        except (OSError, EOFError, ValueError, TypeError, AttributeError) as fault:
            self._end(SolveResult(Status.ERROR, message=f"the solver could not be started: {fault}"))
        finally:
            if self._worker is not None:
                self._pool.give_back(self._worker, healthy)
            self._finished.set()

    def _listen(self, child: Worker) -> bool:
        """Read until the result; True if the worker can serve again."""
        while True:
            if self._cancelled.is_set():
                self._end(SolveResult(Status.CANCELLED, message="cancelled"))
                return False
            overrun = self._over_limits(child)
            if overrun is not None:
                self._end(overrun)
                return False
            try:
                if not child.connection.poll(POLL_SECONDS):
                    if not child.alive and not child.connection.poll(0):
                        raise EOFError
                    continue
                kind, value = child.connection.recv()
            except (EOFError, OSError):
                self._end(self._crash(child))
                return False
            if child.loading:
                child.loading -= kind in ("result", "failure")
                continue
            if kind == "started":
                self._started = time.perf_counter()
                continue
            if kind == "result":
                self._end(value)
                return True
            if kind == "failure":
                self.failure = value
                self._end(SolveResult(Status.ERROR, message=value))
                return True
            self._put(Message(kind, value))

    def _elapsed(self) -> float:
        return 0.0 if self._started is None else time.perf_counter() - self._started

    def _over_limits(self, child: Worker) -> SolveResult | None:
        seconds, memory, elapsed = self.limits.seconds, self.limits.memory_mb, self._elapsed()
        if seconds is not None and elapsed > seconds + GRACE_SECONDS:
            return SolveResult(Status.TIMEOUT, message=f"no answer within {seconds:g} s", seconds=elapsed)
        if memory is not None and (used := _resident_mb(child.process.pid)) > memory:
            return SolveResult(Status.ERROR, message=f"it needed more than {memory} MB of memory ({used:.0f})", seconds=elapsed)
        return None

    def _crash(self, child: Worker) -> SolveResult:
        child.process.join(0.5)
        code = child.process.exitcode
        how = f"killed by signal {-code}" if code is not None and code < 0 else f"exit code {code}"
        message = f"the solver process died unexpectedly ({how})"
        return SolveResult(Status.ERROR, message=message, seconds=self._elapsed())

    def _put(self, message: Message) -> None:
        """Queue a message, waiting while the queue is full, unless cancelled."""
        while not self._cancelled.is_set():
            try:
                self._queue.put(message, timeout=POLL_SECONDS)
                return
            except queue.Full:
                continue

    def _end(self, result: Any) -> None:
        self.result = result
        message = Message("result", result)
        while True:
            try:
                self._queue.put(message, timeout=POLL_SECONDS)
                return
            except queue.Full:
                if self._cancelled.is_set():
                    with contextlib.suppress(queue.Empty):
                        self._queue.get_nowait()


def _resident_mb(pid: int | None) -> float:
    """Resident memory of a process in MB; 0 where the system does not tell."""
    try:
        with open(f"/proc/{pid}/statm") as stream:
            return int(stream.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6
    except (OSError, ValueError, IndexError):
        return 0.0


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


def start_solve(puzzle: Puzzle, engine_id: str, options: Options | None = None, limits: Limits | None = None,
                film: bool = True, pool: Pool | None = None) -> Job:
    """Solve a puzzle in the background."""
    payload = {"puzzle": puzzle, "engine": engine_id, "options": options or Options()}
    return Job(worker.SOLVE, payload, limits or Limits(), film, pool or default_pool())


def start_task(task: str, payload: Mapping[str, Any], limits: Limits | None = None, film: bool = False,
               pool: Pool | None = None) -> Job:
    """Run any "package.module:function" of the studio in the background."""
    return Job(task, payload, limits or Limits(), film, pool or default_pool())
