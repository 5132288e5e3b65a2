"""Jobs: one request in a worker process, watched by one background thread.

The thread reads the worker's pipe into a short queue and enforces time and memory limits. When nobody drains the queue the
pipe fills up and the worker waits: that is the back-pressure. Cancelling kills the worker's whole process group, which also
stops native code that could not be asked to stop; the answers that it had told by then are kept.
"""

from __future__ import annotations

import contextlib
import os
import queue
import threading
import time
from dataclasses import dataclass
from typing import Any

from studio.core.engine import Limits, Options, SolveResult, Status
from studio.core.puzzle import Answer, Puzzle
from studio.core.requests import Request
from studio.run.pool import Pool, Worker, default_pool
from studio.run.requests import Solve
from studio.run.worker import Order

QUEUE_LENGTH = 64
GRACE_SECONDS = 0.3
"""How long past its time limit a worker may take to answer by itself before it is killed."""
POLL_SECONDS = 0.05


@dataclass(frozen=True)
class Message:
    """kind: "batch" (events), "found" (answers of an unfilmed run), "told" (an engine's Progress), "progress" ((fraction,
    text)), "partial" (a request's own), "result"."""

    kind: str
    value: Any


class Job:
    """One running request. The window polls it; the command line waits for it."""

    def __init__(self, request: Request[Any], limits: Limits, film: bool, pool: Pool) -> None:
        self.limits = limits
        self.found: list[Answer] = []
        """answers told so far: what is left of a solve that is killed"""
        self.done = False
        self.result: Any = None
        self.failure = ""
        self._pool = pool
        self._queue: queue.Queue[Message] = queue.Queue(QUEUE_LENGTH)
        self._cancelled = threading.Event()
        self._finished = threading.Event()
        self._started: float | None = None
        """When the worker began to work: loading libraries and compiling kernels is not the puzzle's time."""
        self._order = Order(request, limits, film)
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
            self._worker.connection.send(self._order)
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
                self._end(self._so_far(Status.CANCELLED, "cancelled"))
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
            if kind == "batch":
                self.found += value.solutions
            elif kind == "found":
                self.found += value
            self._put(Message(kind, value))

    def _so_far(self, stop: Status, message: str) -> SolveResult:
        """What is left of a worker that had to be killed."""
        return SolveResult.so_far(self.found, stop, message, self._elapsed())

    def _elapsed(self) -> float:
        return 0.0 if self._started is None else time.perf_counter() - self._started

    def _over_limits(self, child: Worker) -> SolveResult | None:
        seconds, memory, elapsed = self.limits.seconds, self.limits.memory_mb, self._elapsed()
        if seconds is not None and elapsed > seconds + GRACE_SECONDS:
            return self._so_far(Status.TIMEOUT, f"not finished within {seconds:g} s")
        if memory is not None and (used := _resident_mb(child.process.pid)) > memory:
            return self._so_far(Status.ERROR, f"it needed more than {memory} MB of memory ({used:.0f})")
        return None

    def _crash(self, child: Worker) -> SolveResult:
        child.process.join(0.5)
        code = child.process.exitcode
        how = f"killed by signal {-code}" if code is not None and code < 0 else f"exit code {code}"
        return self._so_far(Status.ERROR, f"the solver process died unexpectedly ({how})")

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


def start_solve(puzzle: Puzzle, engine_id: str, options: Options | None = None, limits: Limits | None = None,
                film: bool = True, pool: Pool | None = None, timed: bool = False) -> Job:
    """Solve a puzzle in the background; `timed`: tell a filmed engine's own time exactly, where that takes seconds only."""
    return start(Solve(puzzle, engine_id, options or Options(), timed), limits, film, pool)


def start(request: Request[Any], limits: Limits | None = None, film: bool = False, pool: Pool | None = None) -> Job:
    """Run any request in the background."""
    return Job(request, limits or Limits(), film, pool or default_pool())
