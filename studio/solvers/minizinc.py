"""MiniZinc as a program of its own: a model goes in as a file, answers come out as JSON, one at a time."""

from __future__ import annotations

import contextlib
import json
import queue
import shutil
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from studio.core import lifeline
from studio.core.engine import Cancel
from studio.core.say import say

LOOK_SECONDS = 0.05
END_SECONDS = 2.0
ANSWER, COMPLETE, NONE, UNKNOWN = "----------", "==========", "=====UNSATISFIABLE=====", "=====UNKNOWN====="


def installed() -> bool:
    return shutil.which("minizinc") is not None


class MiniZinc:
    """One run. `answers` gives every answer (at most `wanted`, 0 = all); then `exhausted` says whether there are no more."""

    def __init__(self, model: str, wanted: int, solver: str = "gecode") -> None:
        self.model, self.wanted, self.solver = model, wanted, solver
        self.exhausted = False

    def answers(self, cancel: Cancel) -> Iterator[dict[str, Any]]:
        if not installed():
            raise RuntimeError(say("MiniZinc is not installed: its program `minizinc` is not on the path"))
        with tempfile.TemporaryDirectory(prefix="puzzle-studio-") as folder:
            path = Path(folder) / "model.mzn"
            path.write_text(self.model, encoding="utf-8")
            number = ["-a"] if self.wanted == 0 else ["-n", str(self.wanted)]
            command = ["minizinc", "--solver", self.solver, "--output-mode", "json", *number, str(path)]
            process = lifeline.start(lambda: subprocess.Popen(
                command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True))
            lifeline.guard(process.pid)
            try:
                yield from self._read(process, cancel)
            finally:
                end_process(process)

    def _read(self, process: subprocess.Popen[str], cancel: Cancel) -> Iterator[dict[str, Any]]:
        lines: queue.Queue[str | None] = queue.Queue()
        complaints: list[str] = []
        assert process.stdout is not None and process.stderr is not None
        threading.Thread(target=_listen, args=(process.stdout, lines), daemon=True).start()
        threading.Thread(target=lambda: complaints.append(process.stderr.read()), daemon=True).start()  # type: ignore[union-attr]
        text: list[str] = []
        while True:
            cancel.check()
            try:
                line = lines.get(timeout=LOOK_SECONDS)
            except queue.Empty:
                continue
            if line is None:
                break
            if line == ANSWER:
                yield json.loads("\n".join(text))
                text = []
            elif line in (COMPLETE, NONE):
                self.exhausted = True
            elif line != UNKNOWN:
                text.append(line)
        if process.wait() != 0:
            said = "".join(complaints).strip().splitlines()
            raise RuntimeError(say("MiniZinc failed: {why}", why=said[-1] if said else process.returncode))


def _listen(stream: Any, lines: queue.Queue[str | None]) -> None:
    for line in stream:
        lines.put(line.rstrip("\n"))
    lines.put(None)


def end_process(process: subprocess.Popen[Any]) -> None:
    """A program is asked to end first (MiniZinc then ends its solver), and killed if it does not. All stay in our process
    group: whoever kills that ends them, too."""
    if process.poll() is None:
        process.terminate()
        try:
            process.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
    lifeline.release(process.pid)
    for stream in (process.stdout, process.stderr):
        if stream is not None:
            with contextlib.suppress(OSError):
                stream.close()
