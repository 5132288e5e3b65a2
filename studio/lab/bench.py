"""The benchmark: every puzzle with every engine, in one run, so that ratios mean something on a noisy machine."""

from __future__ import annotations

import csv
import io
import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from studio.core import registry
from studio.core.engine import Limits, Options, SolveResult, Status
from studio.core.files import write_atomically
from studio.core.puzzle import BadPuzzle, Puzzle
from studio.run.job import Job, start, start_solve
from studio.run.pool import Pool
from studio.run.requests import Warm

WARM_UP = Limits(120.0)


@dataclass(frozen=True)
class Contender:
    """An engine with options, written `rules[order=first;single-exit=off]`."""

    engine: str
    options: tuple[tuple[str, str], ...] = ()

    @property
    def label(self) -> str:
        inside = ";".join(f"{name}={value}" for name, value in self.options)
        return f"{self.engine}[{inside}]" if inside else self.engine


def parse_contender(text: str) -> Contender:
    engine, bracket, inside = text.strip().partition("[")
    if bracket and not inside.endswith("]"):
        raise BadPuzzle(f"engine options stand in brackets, as in rules[order=first], not {text!r}")
    options = []
    for part in inside.removesuffix("]").split(";") if inside else []:
        name, sign, value = part.partition("=")
        if not sign:
            raise BadPuzzle(f"engine options are written name=value, not {part!r}")
        options.append((name, value))
    return Contender(engine, tuple(options))


@dataclass
class Run:
    path: Path
    puzzle: Puzzle
    contender: Contender
    status: Status
    seconds: float
    nodes: int | None
    max_depth: int | None
    message: str
    complete: bool = True
    stopped: str = ""
    solutions: int = 0

    @property
    def answered(self) -> bool:
        return self.complete and self.status.answered


@dataclass
class Bench:
    contenders: Sequence[Contender]
    solutions: int
    limits: Limits
    repeat: int = 1
    runs: list[Run] = field(default_factory=list)
    _pools: dict[str, Pool] = field(default_factory=dict)
    _job: Job | None = None
    _stopped: bool = False
    _warm: set[tuple[str, str]] = field(default_factory=set)

    def run(self, puzzles: Sequence[tuple[Path, Puzzle]], progress: Callable[[float, str], None]) -> None:
        """Puzzle by puzzle, so that a change in the machine's load meets all engines alike."""
        done = 0
        for path, puzzle in puzzles:
            for contender in self.contenders:
                progress(done, f"{path.name} {contender.label}")
                run = self._solve(path, puzzle, contender)
                if self._stopped:
                    return
                self.runs.append(run)
                done += 1

    def stop(self) -> None:
        """End the run from another thread; what is done stays."""
        self._stopped = True
        if self._job is not None:
            self._job.cancel()

    def _solve(self, path: Path, puzzle: Puzzle, contender: Contender) -> Run:
        engine = registry.family(puzzle.family).engine(contender.engine)
        options = Options.parse(engine, dict(contender.options), self.solutions)
        pool = self._pools.setdefault(contender.label, Pool())
        self._warm_up(puzzle, contender, pool)
        results: list[SolveResult] = []
        for _ in range(self.repeat):
            results.append(self._wait(start_solve(puzzle, engine.id, options, self.limits, film=False, pool=pool)))
            if not results[-1].answered:
                break
        last = results[-1]
        seconds = statistics.median(result.seconds for result in results)
        number = len(last.solutions) if last.count is None else last.count
        return Run(path, puzzle, contender, last.status, seconds, last.stats.get("nodes"), last.stats.get("max_depth"),
                   last.message, last.complete, last.stopped, number)

    def _warm_up(self, puzzle: Puzzle, contender: Contender, pool: Pool) -> None:
        key = (contender.label, puzzle.family)
        if key not in self._warm:
            self._warm.add(key)
            self._wait(start(Warm(puzzle.family, contender.engine), WARM_UP, pool=pool))

    def _wait(self, job: Job) -> Any:
        self._job = job
        if self._stopped:  # the stop came between two jobs
            job.cancel()
        return job.wait()

    def close(self) -> None:
        for pool in self._pools.values():
            pool.close()

    def all_answered(self) -> bool:
        return bool(self.runs) and all(run.answered for run in self.runs)

    def complaints(self) -> list[str]:
        """What did not go well: wrong or missing answers, and engines that contradict each other."""
        found = [f"{run.path}: {run.contender.label}: {run.status.value}: {run.message}"
                 for run in self.runs if run.status is Status.ERROR or run.stopped == Status.ERROR]
        verdicts: dict[Path, dict[str, str]] = {}
        for run in self.runs:
            if run.answered:
                verdicts.setdefault(run.path, {})[run.contender.label] = run.status.value
        for path, by_engine in verdicts.items():
            if len(set(by_engine.values())) > 1:
                found.append(f"{path}: engines disagree: " + ", ".join(f"{k} says {v}" for k, v in by_engine.items()))
        return found

    # --- the table ---------------------------------------------------------------------------------------------------
    def table(self, base: str | None = None, by: str = "none") -> str:
        """The rows as text, columns aligned."""
        return _aligned(self.rows(base, by))

    def rows(self, base: str | None = None, by: str = "none") -> list[tuple[str, ...]]:
        """Solved, median, 95 %, maximum and total seconds per engine, and the median of its times over the base's."""
        base_label = base or self.contenders[0].label
        rows: list[tuple[str, ...]] = [("", "engine", "solved", "unique", "several", "none", "median s", "95% s", "max s",
                                        "total s", "nodes", "ratio")]
        for group in sorted({self._group(run, by) for run in self.runs}, key=_natural):
            for contender in self.contenders:
                mine = [run for run in self.runs if run.contender == contender and self._group(run, by) == group]
                if mine:
                    rows.append((group, *self._row(contender, mine, base_label)))
        used = [i for i in range(len(rows[0])) if i == 1 or any(row[i] for row in rows[1:])]
        return [tuple(row[i] for i in used) for row in rows]

    def _group(self, run: Run, by: str) -> str:
        grid = run.puzzle.grid
        return {"size": f"{grid.rows}x{grid.cols}", "folder": run.path.parent.name, "none": ""}[by]

    def _row(self, contender: Contender, mine: list[Run], base: str) -> tuple[str, ...]:
        solved = [run for run in mine if run.answered]
        times = sorted(run.seconds for run in solved)
        count = {status: sum(run.status is status for run in mine) for status in Status}
        figures = ("-",) * 4
        if times:
            high = times[min(len(times) - 1, int(len(times) * 0.95))]
            figures = (f"{statistics.median(times):.4f}", f"{high:.4f}", f"{times[-1]:.3f}", f"{sum(times):.2f}")
        counted = [run.nodes for run in solved if run.nodes is not None]
        nodes = f"{statistics.median(counted):.0f}" if counted else "-"
        return (contender.label, f"{len(solved)}/{len(mine)}", str(count[Status.UNIQUE]), str(count[Status.MULTIPLE]),
                str(count[Status.NONE]), *figures, nodes, self._ratio(mine, base))

    def _ratio(self, mine: list[Run], base: str) -> str:
        """Median over the puzzles of this engine's time / the base's; an unanswered run counts with the time it used."""
        reference = {run.path: run.seconds for run in self.runs if run.contender.label == base}
        ratios = [run.seconds / reference[run.path] for run in mine if reference.get(run.path)]
        return f"{statistics.median(ratios):.3g}x" if ratios else "-"

    def write_csv(self, path: Path) -> None:
        text = io.StringIO()
        writer = csv.writer(text)
        writer.writerow(["file", "family", "rows", "cols", "engine", "status", "seconds", "complete", "solutions", "nodes",
                         "max_depth", "message"])
        for run in self.runs:
            grid = run.puzzle.grid
            writer.writerow([run.path, run.puzzle.family, grid.rows, grid.cols, run.contender.label, run.status.value,
                             f"{run.seconds:.6f}", run.complete, run.solutions, _or_empty(run.nodes), _or_empty(run.max_depth),
                             run.message])
        write_atomically(path, text.getvalue())


def _or_empty(number: int | None) -> str:
    """An unknown number is an empty field, never a 0."""
    return "" if number is None else str(number)


def _natural(text: str) -> tuple[float, str]:
    head = text.split("x")[0]
    return (float(head), text) if head.isdecimal() else (0.0, text)


def _aligned(rows: Sequence[tuple[str, ...]]) -> str:
    """Columns aligned: words to the left, figures to the right."""
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    names = rows[0].index("engine") + 1
    return "\n".join("  ".join(cell.ljust(wide) if i < names else cell.rjust(wide) for i, (cell, wide) in
                               enumerate(zip(row, widths))) for row in rows)
