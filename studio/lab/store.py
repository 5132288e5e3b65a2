"""Runs on disk, a line each, written as they arrive: whatever ends a benchmark, what was done is there and is not done again.

A CSV file with a heading, for spreadsheets and data frames. A line that was cut off (the process was killed, the disk was full)
is taken away when the file is opened again.
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
import os
import platform
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from studio import __version__
from studio.core import locks
from studio.core.engine import Status
from studio.core.puzzle import BadPuzzle, Puzzle
from studio.core.say import say
from studio.lab.runs import Run, Task, fingerprint

ASKED = ("file", "board", "engine", "asked", "time_limit", "repeat", "version")
"""What makes two runs the same run: asked again, it is not done again."""
BOARD = ("family", "rows", "cols", "cells", "clues", "empty", "params", "board_seed")
COUNTED = ("cpu_seconds", "nodes", "guesses", "deductions", "backtracks", "conflicts", "restarts", "cuts", "max_depth",
           "mean_depth", "first_solution_seconds", "events", "kernels")
"""Numbers of the statistics that have a column of their own; all others stand as JSON in the last one."""
CAME_OF_IT = ("seed", "status", "complete", "stopped", "solutions", "seconds")
COLUMNS = (*ASKED, *BOARD, *CAME_OF_IT, *COUNTED, "machine", "when", "message", "more")
NOT_TOLD_TWICE = {"seconds", "nodes_per_second", *COUNTED}


CAME = "came of it"  # not for people


@dataclass(frozen=True)
class Work:
    """Work that is no solver run, as a row knows it: its name, what it is, and all that it was told."""

    family: str
    name: str
    kind: str
    told: Mapping[str, Any]

    @property
    def asked(self) -> dict[str, Any]:
        exactly = hashlib.sha256(json.dumps(self.told, sort_keys=True).encode()).hexdigest()[:16]
        return {"file": self.name, "board": exactly, "engine": self.kind, "asked": None, "time_limit": None, "repeat": 1,
                "version": __version__}


@dataclass(frozen=True)
class Done:
    """What came of it (JSON), and how long it took."""

    value: Any
    seconds: float


class Store:
    """One file of runs, held by one process at a time."""

    def __init__(self, path: Path, fresh: bool = False) -> None:
        self.path = path
        self._known: dict[tuple[str, ...], dict[str, str]] = {}
        lock = self._guarded(lambda: locks.hold(path.with_name(path.name + ".lock")))
        if lock is None:
            raise BadPuzzle(say("{path} is being written by another benchmark", path=path))
        self._lock = lock
        try:
            self._begin(fresh)
        except BaseException:
            self.close()
            raise

    @property
    def rows(self) -> list[dict[str, str]]:
        return list(self._known.values())

    def find(self, task: Task) -> Run | None:
        """What came of a task when it was done before."""
        row = self._known.get(key_of(asked(task)))
        return None if row is None else run_of(row, task)

    def add(self, task: Task, run: Run) -> None:
        self._append(row_of(task, run))

    def find_work(self, task: Work) -> Done | None:
        """The same of work that is no solver run."""
        row = self._known.get(key_of(task.asked))
        return None if row is None else Done(json.loads(row["more"])[CAME], float(row["seconds"]))

    def add_work(self, task: Work, done: Done) -> None:
        nothing: dict[str, Any] = dict.fromkeys(COLUMNS)
        self._append({**nothing, **task.asked, "family": task.family, "status": Status.SOLVED.value, "complete": True,
                      "seconds": done.seconds, **_here(), "more": json.dumps({CAME: done.value})})

    def _append(self, cells: Mapping[str, Any]) -> None:
        row = {name: _text(value) for name, value in cells.items()}
        self._write(row.values())
        self._known[key_of(row)] = row

    def close(self) -> None:
        self._lock.close()
        self.path.with_name(self.path.name + ".lock").unlink(missing_ok=True)

    # --- the file -----------------------------------------------------------------------------------------------------------
    def _begin(self, fresh: bool) -> None:
        text = "" if fresh else self._whole_lines()
        if text and next(csv.reader(io.StringIO(text)), []) != list(COLUMNS):
            raise BadPuzzle(say("{path} is not a file of runs of this version; give another name, or --fresh to replace it",
                                path=self.path))
        if text:
            for row in csv.DictReader(io.StringIO(text)):
                self._known[key_of(row)] = row
        else:
            self._guarded(lambda: self.path.write_bytes(b""))
            self._write(COLUMNS)

    def _whole_lines(self) -> str:
        """The file without a line that was cut off, which also leaves the disk."""
        if not self.path.exists():
            return ""
        data = self._guarded(self.path.read_bytes)
        whole = data[: data.rfind(b"\n") + 1]
        if len(whole) < len(data):
            self._guarded(lambda: os.truncate(self.path, len(whole)))
        try:
            return whole.decode("utf-8")
        except UnicodeDecodeError:
            raise BadPuzzle(say("{path} is not a file of runs", path=self.path)) from None

    def _write(self, cells: Any) -> None:
        line = io.StringIO()
        csv.writer(line, lineterminator="\n").writerow(cells)

        def append() -> None:
            before = self.path.stat().st_size
            with self.path.open("ab", buffering=0) as stream:
                try:
                    data = line.getvalue().encode()
                    while data:
                        data = data[stream.write(data) or 0:]
                except OSError:
                    stream.truncate(before)
                    raise

        self._guarded(append)

    def _guarded(self, act: Any) -> Any:
        try:
            return act()
        except OSError as fault:
            raise BadPuzzle(say("{path} cannot be written: {why}", path=self.path, why=fault.strerror or fault)) from None


# --- rows -------------------------------------------------------------------------------------------------------------------
def asked(task: Task) -> dict[str, Any]:
    return {"file": task.path, "board": fingerprint(task.puzzle), "engine": task.contender.label, "asked": task.solutions,
            "time_limit": task.limits.seconds, "repeat": task.repeat, "version": __version__}


def key_of(row: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(_text(row[name]) for name in ASKED)


def row_of(task: Task, run: Run) -> dict[str, Any]:
    """Every column; None is unknown and becomes an empty field, never a 0."""
    stats = dict(run.stats)
    counted = {name: stats.get(name) for name in COUNTED} | {"nodes": run.nodes, "max_depth": run.max_depth}
    more = {name: value for name, value in stats.items() if name not in NOT_TOLD_TWICE and value is not None}
    return {**asked(task), **_board(task.puzzle), "seed": dict(task.contender.options).get("seed"),
            "status": run.status.value, "complete": run.complete, "stopped": run.stopped, "solutions": run.solutions,
            "seconds": run.seconds, **counted, **_here(), "message": run.message,
            "more": json.dumps(more, default=str)}


def _board(puzzle: Puzzle) -> dict[str, Any]:
    clues, cells = len(puzzle.clues()), puzzle.grid.size
    params = json.dumps(dict(puzzle.params), sort_keys=True, default=str)
    return {"family": puzzle.family, "rows": puzzle.grid.rows, "cols": puzzle.grid.cols, "cells": cells, "clues": clues,
            "empty": cells - clues, "params": params, "board_seed": dict(puzzle.extra.get("generated", {})).get("seed")}


def run_of(row: Mapping[str, str], task: Task) -> Run:
    stats = {name: _number(row[name]) for name in COUNTED} | json.loads(row["more"] or "{}")
    return Run(task.path, task.puzzle, task.contender, Status(row["status"]), float(row["seconds"]), _count(row["nodes"]),
               _count(row["max_depth"]), row["message"], row["complete"] == "True", row["stopped"], int(row["solutions"]),
               stats)


def _here() -> dict[str, str]:
    return {"machine": machine(), "when": time.strftime("%Y-%m-%dT%H:%M:%S%z")}


def machine() -> str:
    return f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"


def _text(value: Any) -> str:
    """One line, whatever a solver's message holds."""
    return "" if value is None else " ".join(str(value).split())


def _count(text: str) -> int | None:
    return int(text) if text else None


def _number(text: str) -> float | str | None:
    try:
        number = float(text)
    except ValueError:
        return text or None
    return int(number) if number.is_integer() else number


def csv_text(rows: Iterable[Mapping[str, Any]]) -> str:
    """Rows with their heading."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows([_text(row[name]) for name in COLUMNS] for row in rows)
    return text.getvalue()


def read_rows(path: Path) -> Iterator[dict[str, str]]:
    """The rows of a file of runs that nobody writes any more, for reports."""
    store = Store(path)
    try:
        yield from store.rows
    finally:
        store.close()
