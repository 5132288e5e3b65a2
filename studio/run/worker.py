"""The child process: takes requests from a pipe, runs them, and sends back events, progress, answers and results.

It lives in a process group of its own, so that whatever it starts (a parallel portfolio) dies with it.
"""

from __future__ import annotations

import os
import signal
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any

from studio.core import lifeline
from studio.core.engine import Cancel, Limits
from studio.core.events import Batch
from studio.core.puzzle import Answer, BadPuzzle
from studio.core.requests import Request
from studio.core.trace import FLUSH_SECONDS, TraceWriter
from studio.solvers.kernels.policy import Kernels, choose, policy, when_compiling, when_used

ANSWERS_SENT = 10_000
"""Answers that an unfilmed run sends as it finds them: what is left if it is killed."""


@dataclass(frozen=True)
class Order:
    """A request with its limits, and whether it is filmed: what goes down the pipe."""

    request: Request[Any]
    limits: Limits
    film: bool = False


@dataclass
class TaskContext:
    """What a request may use; it fits `core.requests.Context`."""

    trace: TraceWriter
    cancel: Cancel
    limits: Limits
    progress: Callable[[float, str], None]
    send: Callable[[Any], None]


def main(connection: Connection, parent: int, kernels: Kernels | None = None, other_end: Connection | None = None) -> None:
    """Serve requests until the pipe closes. Runs in the child. A forked one is told how to run its kernels, and has a copy of
    the parent's end of the pipe, with which it would never see the pipe close."""
    lifeline.die_with_parent(parent)
    if other_end is not None:
        other_end.close()
    if kernels is not None:
        choose(kernels)
    if hasattr(os, "setsid"):
        os.setsid()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_die_with, args=(parent,), daemon=True).start()
    pulse = _Pulse()
    while True:
        try:
            order: Order = connection.recv()
        except (EOFError, OSError):
            return
        except Exception as fault:  # a request that this process cannot even read
            connection.send(("failure", f"{type(fault).__name__}: {fault}"))
            continue
        _Service(connection, order, pulse).serve()


class _Service:
    """One order being served. Several threads may send: the engine, its callbacks and the pulse."""

    def __init__(self, connection: Connection, order: Order, pulse: _Pulse) -> None:
        self._connection, self._order, self._pulse = connection, order, pulse
        self._sending = threading.Lock()
        self._answers_sent = 0

    def serve(self) -> None:
        try:
            when_compiling(lambda name: self._send("compiling", name))
            self._order.request.prepare()
            in_plain = policy() is Kernels.PLAIN  # else nobody wants to know, and to tell it takes as long as a small board
            when_used((lambda: self._send("kernels", None)) if in_plain else None)
            self._send("started", None)
            self._send("result", self._run())
        except BrokenPipeError:
            return
        except BadPuzzle as fault:
            self._send("failure", str(fault))
        except Exception as fault:
            self._send("failure", f"{type(fault).__name__}: {fault}")
            if os.environ.get("PUZZLE_STUDIO_DEBUG"):
                traceback.print_exc()

    def _run(self) -> Any:
        limits = self._order.limits
        trace = TraceWriter(self._send_batch if self._order.film else None, lambda progress: self._send("told", progress),
                            None if self._order.film else self._send_answers)
        context = TaskContext(trace, Cancel(limits), limits, lambda fraction, text: self._send("progress", (fraction, text)),
                              lambda value: self._send("partial", value))
        with self._pulse.of(trace):
            result = self._order.request.run(context)
            trace.flush()
        return result

    def _send(self, kind: str, value: Any) -> None:
        with self._sending:
            self._connection.send((kind, value))

    def _send_batch(self, batch: Batch) -> None:
        self._send("batch", batch)

    def _send_answers(self, answers: list[Answer]) -> None:
        some = answers[: ANSWERS_SENT - self._answers_sent]
        if some:
            self._answers_sent += len(some)
            self._send("found", some)


class _Pulse:
    """While an engine is silent (in native code, say), what it told before must not wait.

    One thread serves all orders: to start one for each takes as long as a small board, and the engine's own thread feels it.
    It sleeps for as long as there is nothing to do."""

    def __init__(self) -> None:
        self._trace: TraceWriter | None = None
        self._wanted = threading.Event()
        self._changing = threading.Lock()
        self._thread: threading.Thread | None = None

    @contextmanager
    def of(self, trace: TraceWriter) -> Iterator[None]:
        """When this is left, no beat is under way any more."""
        with self._changing:
            self._trace = trace
            if not self._wanted.is_set():
                self._wanted.set()
        if self._thread is None or not self._thread.is_alive():
            self._thread = threading.Thread(target=self._beat, name="pulse", daemon=True)
            self._thread.start()
        try:
            yield
        finally:
            with self._changing:
                self._trace = None

    def _beat(self) -> None:
        while True:
            self._wanted.wait()
            time.sleep(FLUSH_SECONDS)
            with self._changing:
                if self._trace is None:
                    self._wanted.clear()
                    continue
                try:
                    self._trace.pulse()
                except OSError:  # nobody listens
                    self._trace = None


def _die_with(parent: int) -> None:
    """End this group when the studio itself is gone: where the system's own means reach only this process, and as a spare."""
    pause = threading.Event()
    while os.getppid() == parent:
        pause.wait(1.0)
    if hasattr(os, "killpg"):
        os.killpg(os.getpgid(0), signal.SIGKILL)
    os._exit(1)
