"""Jobs: one request in a worker process, watched by one background thread.

The thread reads the worker's pipe into a short queue and enforces time and memory limits. When nobody drains the queue the
pipe fills up and the worker waits: that is the back-pressure. Cancelling kills the worker's whole process group, which also
stops native code that could not be asked to stop; the answers that it had told by then are kept.

A run that began in plain Python may be taken over by a compiled worker (see `pool`). That one begins anew and tells the same
things again, which are not passed on a second time. Being out of time or memory says something of a puzzle only where the
kernels were compiled: before, the run waits for them.
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
from studio.core.say import say
from studio.run.child import Worker
from studio.run.pool import Pool, default_pool
from studio.run.requests import Solve
from studio.run.worker import Order
from studio.solvers.kernels.policy import Kernels

QUEUE_LENGTH = 64
GRACE_SECONDS = 0.3
"""How long past its time limit a worker may take to answer by itself before it is killed."""
POLL_SECONDS = 0.05


@dataclass(frozen=True)
class Message:
    """kind: "batch" (events), "found" (answers of an unfilmed run), "told" (an engine's Progress), "progress" ((fraction,
    text)), "partial" (a request's own), "compiling" (names of the kernels that are made while somebody waits), "result"."""

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
        self._in_plain_kernels = False
        """Whether the worker runs kernels as plain Python, and a compiled one would be quicker."""
        self._told_before: frozenset[Answer] = frozenset()
        self._again = 0
        """Partial messages that the worker that took over will tell again."""
        self._partials = 0
        self._compiling = 0
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
            self._worker = self._pool.take(compiled=self._order.film)
            self._worker.connection.send(self._order)
            healthy = self._listen()
        except (OSError, EOFError, ValueError, TypeError, AttributeError) as fault:
            self._end(SolveResult(Status.ERROR, message=say("the solver could not be started: {fault}", fault=fault)))
        finally:
            if self._worker is not None:
                self._pool.give_back(self._worker, healthy)
            self._finished.set()

    def _listen(self) -> bool:
        """Read until the result; True if the worker can serve again."""
        while True:
            child = self._worker
            assert child is not None
            if self._cancelled.is_set():
                self._end(self._so_far(Status.CANCELLED, "cancelled"))
                return False
            if self._relieved():
                continue
            overrun = self._over_limits(child)
            if overrun is not None:
                if self._relieved_at_last():
                    continue
                self._end(overrun if not self._cancelled.is_set() else self._so_far(Status.CANCELLED, "cancelled"))
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
                child.heard(kind, value)
            elif kind in ("result", "failure"):
                if self._out_of_time() and self._relieved_at_last():
                    continue
                self._ended_by_itself(kind, value)
                return True
            else:
                self._hear(child, kind, value)

    def _ended_by_itself(self, kind: str, value: Any) -> None:
        if self._in_plain_kernels:
            self._pool.spent(self._elapsed())
        if kind == "failure":
            self.failure = value
            value = SolveResult(Status.ERROR, message=value)
        self._end(value)

    def _hear(self, child: Worker, kind: str, value: Any) -> None:
        if kind == "started":
            self._started = time.perf_counter()
            return
        if kind == "kernels":
            self._in_plain_kernels = child.kernels is Kernels.PLAIN and not self._order.film
            return
        if kind == "partial":
            self._partials += 1
            if self._partials <= self._again:
                return
        elif kind == "batch":
            self.found += value.solutions
        elif kind == "found":
            value = [answer for answer in value if answer not in self._told_before]
            self.found += value
        elif kind == "compiling":
            value = [value]
        self._put(Message(kind, value))

    # --- a compiled worker takes over ---------------------------------------------------------------------------------
    def _relieved(self) -> bool:
        """True if a compiled worker has just taken over from a plain one."""
        if not self._in_plain_kernels:
            return False
        heir = self._pool.relief(self._order.request, self._elapsed(), self._tell_compiling)
        if heir is None:
            return False
        plain, self._worker = self._worker, heir
        if plain is not None:
            self._pool.give_back(plain, healthy=False, relieved=True)
        self._again, self._partials = max(self._again, self._partials), 0
        self._told_before = frozenset(self.found)
        self._started, self._in_plain_kernels = None, False
        heir.connection.send(self._order)
        return True

    def _relieved_at_last(self) -> bool:
        """The same for a run that is out of time or memory: it waits for the compiled worker."""
        while self._in_plain_kernels and self._pool.relieves and not self._cancelled.is_set():
            if self._relieved():
                return True
            self._cancelled.wait(POLL_SECONDS)
        return False

    def _tell_compiling(self, names: list[str]) -> None:
        if len(names) > self._compiling:
            self._compiling = len(names)
            self._put(Message("compiling", list(names)))

    def _so_far(self, stop: Status, message: str) -> SolveResult:
        """What is left of a worker that had to be killed."""
        return SolveResult.so_far(self.found, stop, message, self._elapsed())

    def _elapsed(self) -> float:
        return 0.0 if self._started is None else time.perf_counter() - self._started

    def _out_of_time(self) -> bool:
        return self.limits.seconds is not None and self._elapsed() >= self.limits.seconds

    def _over_limits(self, child: Worker) -> SolveResult | None:
        seconds, memory, elapsed = self.limits.seconds, self.limits.memory_mb, self._elapsed()
        if seconds is not None and elapsed > seconds + GRACE_SECONDS:
            return self._so_far(Status.TIMEOUT, say("not finished within {seconds:g} s", seconds=seconds))
        if memory is not None and (used := _resident_mb(child.process.pid)) > memory:
            return self._so_far(Status.ERROR, say("it needed more than {memory} MB of memory ({used:.0f})",
                                                  memory=memory, used=used))
        return None

    def _crash(self, child: Worker) -> SolveResult:
        child.process.join(0.5)
        code = child.process.exitcode
        how = (say("killed by signal {number}", number=-code) if code is not None and code < 0
               else say("exit code {code}", code=code))
        return self._so_far(Status.ERROR, say("the solver process died unexpectedly ({how})", how=how))

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
    pool = pool or default_pool()
    if not film:
        pool.fork_one(request.needs())
    return Job(request, limits or Limits(), film, pool)
