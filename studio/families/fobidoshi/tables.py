"""Tables 1 to 3 of the thesis: its two generators, attempt by attempt."""

from __future__ import annotations

import statistics
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from dataclasses import field as default_field
from itertools import islice
from random import Random
from typing import Any

from studio.core.engine import Cancel
from studio.core.say import listed, marked, say
from studio.core.study import (
    LINE,
    Axis,
    Chore,
    Column,
    Finding,
    Plot,
    Series,
    Value,
    Workbench,
    columns,
    published,
    share_interval,
)

TABLE_1 = {4: (55.48, 0.110214, 16.5162), 5: (52.08, 0.479135, 13.3479), 6: (47.36, 2.56269, 11.937),
           7: (43.72, 22.2286, 11.8154), 8: (38.28, 238.846, 11.385), 9: (29.64, 714.703, 10.523)}
TABLE_2 = {4: (0.3, 0.188889, 0.138889), 5: (0.55, 0.518679, 0.602393), 6: (2.09, 2.40665, 0.197345),
           7: (1.86, 8.97021, 0.173252), 8: (1.29, 43.0763, 0.278354), 9: (0.89, 172.376, 0.198133),
           10: (0.79, 250.595, 0.362771), 11: (0.25, 397.917, 0.112161), 12: (0.19, 561.233, 0.532407)}
THRESHOLDS = (60, 70, 80, 90, 100)
TABLE_3 = {4: (0.12, 0.24, 0.22, 0.16, 0.0), 5: (0.06, 0.18, 0.43, 0.5, 0.07), 6: (0.02, 0.17, 0.77, 1.96, 4.13),
           7: (0.01, 0.1, 0.41, 1.85, 5.43), 8: (0.0, 0.04, 0.13, 1.14, 3.64), 9: (0.0, 0.0, 0.16, 0.85, 3.31),
           10: (0.0, 0.0, 0.05, 0.81, 3.22), 11: (0.0, 0.0, 0.06, 0.28, 2.01), 12: (0.0, 0.0, 0.0, 0.25, 1.36)}
NOTES_1 = (
    marked("Here every start with a solution becomes a puzzle, as 4.1 has it; the others have none, or take too long."),
    marked("The thesis must discard more than it tells: of all 4x4 starts with 5, 6 and 7 circles (29 to 41 %) that have no "
           "four in a row, 99.8, 97.2 and 87.9 % have a solution (all of them tried), so that no mixture of them gives 55 %."))
NOTES_2 = (
    marked("4.2.1 leaves open whether the walk after the growth may close loops."),
    marked("Here it may: of the readings we tried this comes nearest to the thesis."),
    marked("Where it may not, 1.4 to 7 times as many attempts are valid, with 2 to 10 times the crosses."))


def finding(head: Sequence[str | Column], rows: Iterable[Sequence[Value]], notes: Sequence[str] = ()) -> Finding:
    return Finding(columns(*head), tuple(tuple(row) for row in rows), notes=tuple(notes))


BATCH = 50
"""Attempts of a generator that are made, stored and sent together; their random numbers depend on the batch's number only."""


@dataclass(frozen=True)
class Attempts(Chore):
    """A batch of attempts of one of the thesis' generators."""

    size: int
    random_start: bool
    threshold: int
    limit: float
    """seconds of an attempt"""
    batch: int
    attempts: int

    @property
    def name(self) -> str:
        return f"{self.size}x{self.size}, threshold {self.threshold} %, batch {self.batch + 1}"

    def needs(self) -> tuple[str, str]:
        return "fobidoshi", "backtrack"

    def work(self, cancel: Cancel) -> dict[str, Any]:
        """Seconds and share of crosses of each valid attempt, how many failed why, and how long all of them took."""
        from studio.families.fobidoshi.generate import thesis

        began = time.perf_counter()
        rng = Random(f"{self.size} {self.threshold} {self.batch}")
        parameters = thesis.Parameters(threshold=self.threshold, seconds=self.limit)
        some = islice(thesis.attempts(self.size, self.size, self.random_start, rng, parameters, cancel), self.attempts)
        valid, failed = [], Counter[str]()
        for attempt in some:
            if attempt.outcome == thesis.VALID:
                valid.append((attempt.seconds, attempt.crosses))
            else:
                failed[attempt.outcome] += 1
        return {"valid": valid, "failed": dict(failed), "seconds": time.perf_counter() - began}


@dataclass
class GeneratorRow:
    """What so many attempts of one of the thesis' generators came to."""

    made: int = 0
    valid: list[tuple[float, float]] = default_field(default_factory=list)
    """seconds and share of crosses"""
    failed: Counter[str] = default_field(default_factory=Counter)
    seconds: float = 0.0

    def add(self, came: dict[str, Any]) -> None:
        self.made += len(came["valid"]) + sum(came["failed"].values())
        self.valid += [(seconds, crosses) for seconds, crosses in came["valid"]]
        self.failed.update(came["failed"])
        self.seconds += came["seconds"]

    def share(self, count: int) -> float:
        return 100 * count / self.made

    @property
    def valid_share(self) -> float:
        return self.share(len(self.valid))

    @property
    def interval(self) -> tuple[float, float]:
        return share_interval(len(self.valid), self.made)

    def mean(self, place: int) -> float:
        return statistics.fmean(each[place] for each in self.valid) if self.valid else float("nan")

    def why_not(self) -> str:
        return listed(say("{why} {share:.1f}", why=why, share=self.share(count))
                      for why, count in self.failed.most_common()) or "-"


@dataclass(frozen=True)
class Effort:
    """How much a table may cost."""

    attempts: int
    budget: float
    """seconds of a size and threshold: no batch is begun after it"""
    limit: float


def generator_rows(bench: Workbench, random_start: bool, cases: Sequence[tuple[int, int]], effort: Effort
                   ) -> list[GeneratorRow]:
    """A row for each size and threshold: batches in rounds, one of every case that wants more, so that they can be made
    side by side and a stopped table goes on where it was."""
    rows = [GeneratorRow() for _ in cases]
    batches = range(-(-effort.attempts // BATCH))
    for batch in batches:
        wanting = [at for at, row in enumerate(rows) if row.seconds <= effort.budget]
        chores = [Attempts(cases[at][0], random_start, cases[at][1], effort.limit, batch,
                           min(BATCH, effort.attempts - batch * BATCH)) for at in wanting]
        part = batch / len(batches), (batch + 1) / len(batches)
        for at, came in zip(wanting, bench.do_all(chores, part) if chores else [], strict=True):
            rows[at].add(came)
    return rows


def _generator_table(study: dict[int, tuple[float, float, float]], random_start: bool, bench: Workbench, sizes: list[int],
                     effort: Effort, notes: Sequence[str]) -> Finding:
    rows: list[Sequence[Value]] = []
    for size, row in zip(sizes, generator_rows(bench, random_start, [(size, 90) for size in sizes], effort), strict=True):
        theirs = study.get(size, (None, None, None))
        rows.append((size, row.made, row.valid_share, *row.interval, theirs[0], 1000 * row.mean(0), theirs[1],
                     100 * row.mean(1), theirs[2], row.why_not()))
    head = columns("N", "attempts", Column("valid %", 2), Column("95 % from", 2), Column("to", 2), published("valid %", 2),
                   "ms per valid", published("ms per valid"), "crosses %", published("crosses %"), "why the others failed, %")
    return replace(finding(head, rows, (_told(effort, say("a size")), *notes)), plots=(_share_plot(rows),))


def _told(effort: Effort, what: str) -> str:
    return say("at most {attempts:,} attempts {what}, no batch of {batch} begun after {budget:g} s of it, {limit:g} s an "
               "attempt (thesis: 10,000 attempts, 5 s)", attempts=effort.attempts, what=what, batch=BATCH, budget=effort.budget,
               limit=effort.limit)


def _share_plot(rows: Sequence[Sequence[Value]]) -> Plot:
    ours = tuple((float(row[0] or 0), float(row[2] or 0)) for row in rows)
    spans = tuple((float(row[0] or 0), float(row[3] or 0), float(row[4] or 0)) for row in rows)
    theirs = tuple((float(row[0] or 0), float(row[5])) for row in rows if isinstance(row[5], int | float))
    return Plot("Valid attempts", Axis("N", whole=True), Axis("valid, % (95 % interval)"),
                (Series("valid", ours, spans=spans), Series("valid, published", theirs, LINE, published=True)))


def table_1(bench: Workbench, sizes: list[int], attempts: int, budget: float, seconds: float) -> Finding:
    return _generator_table(TABLE_1, True, bench, sizes, Effort(attempts, budget, seconds), NOTES_1)


def table_2(bench: Workbench, sizes: list[int], attempts: int, budget: float, seconds: float) -> Finding:
    return _generator_table(TABLE_2, False, bench, sizes, Effort(attempts, budget, seconds), NOTES_2)


def table_3(bench: Workbench, sizes: list[int], attempts: int, budget: float, seconds: float) -> Finding:
    rows: list[Sequence[Value]] = []
    cases = [(size, threshold) for size in sizes for threshold in THRESHOLDS]
    effort = Effort(attempts, budget, seconds)
    for (size, threshold), row in zip(cases, generator_rows(bench, False, cases, effort), strict=True):
        theirs = TABLE_3[size][THRESHOLDS.index(threshold)] if size in TABLE_3 else None
        rows.append((size, threshold, row.made, row.valid_share, *row.interval, theirs))
    head = columns("N", "threshold %", "attempts", Column("valid %", 2), Column("95 % from", 2), Column("to", 2),
                   published("valid %", 2))
    series = []
    for threshold in THRESHOLDS:
        some = [row for row in rows if row[1] == threshold]
        series.append(Series(f"{threshold} %", tuple((float(row[0] or 0), float(row[3] or 0)) for row in some), LINE,
                             spans=tuple((float(row[0] or 0), float(row[4] or 0), float(row[5] or 0)) for row in some)))
        theirs_here = tuple((float(row[0] or 0), float(row[6])) for row in some if isinstance(row[6], int | float))
        series.append(Series(say("{name}, published", name=f"{threshold} %"), theirs_here, LINE, published=True))
    found = finding(head, rows, (_told(effort, say("a size and threshold")),))
    return replace(found, plots=(Plot("The threshold of 4.2", Axis("N", whole=True), Axis("valid, %"), tuple(series)),))
