"""The child process: takes tasks from a pipe, runs them, and sends back events, progress and results.

It lives in a process group of its own, so that whatever it starts (a parallel portfolio) dies with it.
"""

from __future__ import annotations

import importlib
import os
import signal
import threading
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any

from studio.core import lifeline, registry
from studio.core.engine import Cancel, Limits, Options, SolveResult, run_engine
from studio.core.puzzle import BadPuzzle, Puzzle
from studio.core.trace import Batch, TraceWriter
from studio.solvers import kernels


@dataclass
class TaskContext:
    """What a task may use: a trace, the clock, and ways to tell its watcher how it goes."""

    trace: TraceWriter
    cancel: Cancel
    limits: Limits
    progress: Callable[[float, str], None]
    send: Callable[[Any], None]


SOLVE = "studio.run.worker:solve_task"

Task = Callable[[dict[str, Any], TaskContext], Any]


def resolve(path: str) -> Task:
    """The function behind "package.module:name"."""
    module, _, name = path.partition(":")
    task: Task = getattr(importlib.import_module(module), name)
    return task


def solve_task(payload: dict[str, Any], ctx: TaskContext) -> SolveResult:
    """One engine on one puzzle, checked by the family."""
    puzzle: Puzzle = payload["puzzle"]
    options: Options = payload["options"]
    family = registry.family(puzzle.family)
    engine = family.engine(payload["engine"])
    family.validate(puzzle)
    return run_engine(engine, puzzle, options, ctx.limits, ctx.trace, ctx.cancel, family.wrong,
                      {"kernels": kernels.policy().value})


def warm_task(payload: dict[str, Any], ctx: TaskContext) -> str:
    """Load what an engine will need, so that the first solve is not slower than the next."""
    registry.family(payload["family"]).engine(payload["engine"]).warm_up()
    return "warm"


def load_task(payload: dict[str, Any], ctx: TaskContext) -> str:
    """Load an engine's libraries and kernels, and the modules of the tasks that will follow."""
    for module in payload.get("modules", ()):
        importlib.import_module(module)
    _load(payload["family"], payload["engine"])
    return "loaded"


_warm: set[tuple[str, str]] = set()


def _prepare(path: str, payload: dict[str, Any]) -> None:
    """Load an engine's libraries and kernels before the clock starts: a solve is timed from encoding to answer."""
    if path != SOLVE:
        return
    _load(payload["puzzle"].family, payload["engine"])


def _load(family_id: str, engine_id: str) -> None:
    if (family_id, engine_id) not in _warm:
        registry.family(family_id).engine(engine_id).load()
        _warm.add((family_id, engine_id))


def main(connection: Connection, parent: int) -> None:
    """Serve tasks until the pipe closes. Runs in the child."""
    lifeline.die_with_parent(parent)
    if hasattr(os, "setsid"):
        os.setsid()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_die_with, args=(parent,), daemon=True).start()
    while True:
        try:
            path, payload, limits, film = connection.recv()
        except (EOFError, OSError):
            return
        _serve(connection, path, payload, limits, film)


def _serve(connection: Connection, path: str, payload: dict[str, Any], limits: Limits, film: bool) -> None:
    def send(kind: str, value: Any) -> None:
        connection.send((kind, value))

    def send_batch(batch: Batch) -> None:
        send("batch", batch)

    try:
        _prepare(path, payload)
        send("started", None)
        trace = TraceWriter(send_batch if film else None)
        context = TaskContext(trace, Cancel(limits), limits, lambda fraction, text: send("progress", (fraction, text)),
                              lambda value: send("partial", value))
        result = resolve(path)(payload, context)
        trace.flush()
        send("result", result)
    except BrokenPipeError:
        return
    except BadPuzzle as fault:
        send("failure", str(fault))
    except Exception as fault:
        send("failure", f"{type(fault).__name__}: {fault}")
        if os.environ.get("PUZZLE_STUDIO_DEBUG"):
            traceback.print_exc()


def _die_with(parent: int) -> None:
    """End this group when the studio itself is gone: where the system's own means reach only this process, and as a spare."""
    pause = threading.Event()
    while os.getppid() == parent:
        pause.wait(1.0)
    if hasattr(os, "killpg"):
        os.killpg(os.getpgid(0), signal.SIGKILL)
    os._exit(1)
