"""An experiment that is under way: its runs as a table and a chart that grow, until the finding itself is there."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from studio.core.say import say, say_n
from studio.core.study import DOTS, Axis, Column, Finding, Plot, Series, StudyRun, Value, columns

SHOWN = 200
"""Rows of the table; older ones are counted."""
EVERY = 1.0
"""Seconds between two looks."""


def so_far(runs: Sequence[StudyRun], other: int = 0) -> Finding:
    """The latest runs first; `other`: how much else is done (boards made, attempts of generators)."""
    shown = list(enumerate(runs, 1))[: -SHOWN - 1 : -1]
    rows = tuple((number, run.puzzle.title, label(run), run.result.status.value, run.result.seconds,
                  run.result.stats.get("nodes"), run.result.stats.get("max_depth")) for number, run in shown)
    notes = [say("Under way: the runs so far, the latest first.")]
    if len(runs) > SHOWN:
        notes.append(say_n("{n} earlier run is not shown.", "{n} earlier runs are not shown.", n=len(runs) - SHOWN))
    if other:
        notes.append(say_n("{n} other piece of work is done.", "{n} other pieces of work are done.", n=other))
    head = columns("run", "board", "engine", "answer", Column("seconds", 4), "nodes", "depth")
    return Finding(head, tuple(tuple(_plain(value) for value in row) for row in rows), (_plot(runs),), tuple(notes))


def _plain(value: object) -> Value:
    return value if isinstance(value, str | int | float) else None


def label(run: StudyRun) -> str:
    inside = ";".join(f"{name}={value}" for name, value in sorted(run.values.items()))
    return f"{run.engine}[{inside}]" if inside else run.engine


def _plot(runs: Sequence[StudyRun]) -> Plot:
    names = list(dict.fromkeys(map(label, runs)))
    numbered = list(enumerate(runs, 1))
    series = []
    for name in names:
        mine = [(float(number), run) for number, run in numbered if label(run) == name]
        series.append(Series(name, tuple((x, run.result.seconds) for x, run in mine if run.result.answered), DOTS,
                             unfinished=tuple((x, run.limit) for x, run in mine if not run.result.answered)))
    return Plot(say("Runs so far"), Axis(say("run")), Axis(say("time"), log=True, seconds=True), tuple(series))


class Watched:
    """Tells somebody now and then what is there so far."""

    def __init__(self, tell: Callable[[Finding], None]) -> None:
        self._tell, self._told = tell, 0.0

    def __call__(self, runs: Sequence[StudyRun], other: int) -> None:
        if time.monotonic() - self._told >= EVERY:
            self._told = time.monotonic()
            self._tell(so_far(runs, other))
