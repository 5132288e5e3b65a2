"""Films as files: the events as CSV or JSON lines, the pictures as GIF."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from studio.core.files import writing
from studio.core.puzzle import BadPuzzle
from studio.core.say import say
from studio.share.film import Film

Progress = Callable[[float, str], None]
COLUMNS = ("event", "seconds", "kind", "depth", "row", "column", "value", "cells", "rule", "reason", "cause")
CHUNK = 2000


def records(film: Film) -> Iterator[dict[str, Any]]:
    """Every event as plain data. Rows and columns count from 1; a move names its cells."""
    grid, log = film.puzzle.grid, film.log
    for index in range(len(log)):
        event = log.event(index)
        one_cell = 0 <= event.cell < grid.size
        row, col = grid.rc(event.cell) if one_cell else (-1, -1)
        cells = [list(_rc(film, cell)) for cell, _ in log.event_cells(index)] if event.cell <= -2 else []
        yield {"event": index + 1, "seconds": round(event.seconds, 5), "kind": event.kind.name.lower(), "depth": event.depth,
               "row": row + 1 if one_cell else None, "column": col + 1 if one_cell else None,
               "value": event.value if event.cell != -1 and event.value else None, "cells": cells, "rule": event.rule or None,
               "reason": event.reason.text if event.reason is not None else None,
               "cause": [list(_rc(film, cell)) for cell in event.reason.cells] if event.reason is not None else []}


def _rc(film: Film, cell: int) -> tuple[int, int]:
    row, col = film.puzzle.grid.rc(cell)
    return row + 1, col + 1


def write_events(film: Film, path: str | Path, progress: Progress | None = None) -> None:
    """Write .csv or .jsonl; BadPuzzle with one sentence if that cannot be done."""
    path = Path(path)
    if path.suffix.lower() not in (".csv", ".jsonl"):
        raise BadPuzzle(say("events are written as .csv or .jsonl, not as {suffix!r}", suffix=path.suffix or path.name))
    with writing(path) as raw:
        stream = io.TextIOWrapper(raw, encoding="utf-8", newline="", write_through=True)
        if path.suffix.lower() == ".csv":
            table = csv.writer(stream)
            table.writerow(COLUMNS)
            for record in _telling(film, progress):
                table.writerow([_flat(record[name]) for name in COLUMNS])
        else:
            for record in _telling(film, progress):
                stream.write(json.dumps(record, ensure_ascii=False) + "\n")
        stream.detach()  # the file itself is closed, synced and put in place by `writing`


def _telling(film: Film, progress: Progress | None) -> Iterator[dict[str, Any]]:
    length = max(1, len(film))
    for number, record in enumerate(records(film)):
        if progress is not None and number % CHUNK == 0:
            progress(number / length, say("writing events"))
        yield record


def _flat(value: Any) -> Any:
    """A list of cells as "r1c2 r3c4"."""
    if isinstance(value, list):
        return " ".join(f"r{row}c{col}" for row, col in value)
    return "" if value is None else value
