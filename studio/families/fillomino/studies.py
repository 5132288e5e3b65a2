"""Tables made again by one command: the thesis' open question (all combinations of its rules), and the archive by size."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Sequence
from itertools import product
from pathlib import Path
from typing import Any

from studio.core.engine import Cancel, Limits, Options, SolveResult, Status, run_engine
from studio.core.parts import Experiment, Progress
from studio.core.puzzle import BadPuzzle, Puzzle
from studio.core.trace import TraceWriter
from studio.families.fillomino.rules import OWN, THESIS

SIZE_CLASSES = (81, 100, 225, 400, 1000, 10_000)


def puzzles_in(paths: Sequence[Path]) -> list[Puzzle]:
    """The Fillomino boards of files and folders; the samples if there are none."""
    from studio.core import files, registry

    if not paths:
        return registry.family("fillomino").samples()
    found = []
    for path in paths:
        for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
            if file.is_file():
                opened = files.load(file, "fillomino")
                found.append(opened.puzzle)
    if not found:
        raise BadPuzzle("there are no Fillomino boards in these places")
    return found


def _run(puzzle: Puzzle, engine: str, seconds: float, solutions: int, **options: Any) -> SolveResult:
    from studio.core import registry

    family, limits = registry.family("fillomino"), Limits(seconds)
    return run_engine(family.engine(engine), puzzle, Options(solutions, options), limits, TraceWriter(), Cancel(limits),
                      family.wrong)


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Right-aligned columns under a ruled head; the first column is left-aligned."""
    lines = [list(head), *(list(row) for row in rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(head))]
    text = ["  ".join([line[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(line[1:], widths[1:]))])
            for line in lines]
    return "\n".join([text[0], "-" * len(text[0]), *text[1:]]) + "\n"


def rule_combinations(paths: list[Path], progress: Progress, seconds: str = "5", order: str = "first",
                      solutions: str = "1") -> str:
    """All 8 combinations of the thesis' three strategies with backtracking (its chapter 10 asks for them), then all rules."""
    puzzles = puzzles_in(paths)
    settings = [dict(zip(THESIS, on)) for on in product((False, True), repeat=len(THESIS))]
    rows = []
    for number, on in enumerate([*settings, None]):
        switches = {} if on is None else {**dict.fromkeys(OWN, False), **on}
        names = "all rules of ours, too" if on is None else " + ".join(rule for rule in THESIS if on[rule]) or "none"
        results = []
        for done, puzzle in enumerate(puzzles):
            progress((number + done / len(puzzles)) / (len(settings) + 1), f"{names}: {puzzle.title}")
            results.append(_run(puzzle, "rules", float(seconds), int(solutions), order=order, **switches))
        rows.append([names, *_summary(results)])
    head = ["rules", "solved", "no guess", "mean nodes", "mean depth", "max depth", "median ms", "total s"]
    return table(head, rows) + f"{len(puzzles)} boards, {seconds} s each, cell order {order}\n"


def _summary(results: list[SolveResult]) -> list[str]:
    """Over all boards; nodes and depth count what was done within the time."""
    solved = [result for result in results if result.answered]
    without = [result for result in solved if result.stats["guesses"] == 0]
    nodes = [result.stats["guesses"] + 1 for result in results]
    depths = [result.stats["max_depth"] for result in results]
    return [
        f"{len(solved)}/{len(results)}", f"{100 * len(without) / len(results):.0f} %", f"{statistics.mean(nodes):.1f}",
        f"{statistics.mean(depths):.2f}", str(max(depths)),
        f"{1000 * statistics.median(result.seconds for result in results):.1f}",
        f"{sum(result.seconds for result in results):.1f}",
    ]


def archive(paths: list[Path], progress: Progress, engine: str = "auto", seconds: str = "10") -> str:
    """Every board proved unique (or not) by one warm engine, by size."""
    from studio.core import registry

    puzzles = puzzles_in(paths)
    registry.family("fillomino").engine(engine).warm_up()
    timed: list[tuple[int, SolveResult]] = []
    for done, puzzle in enumerate(puzzles):
        progress(done / len(puzzles), puzzle.title)
        timed.append((puzzle.grid.size, _run(puzzle, engine, float(seconds), 2)))
    rows, low = [], 0
    for high in SIZE_CLASSES:
        part = [result for size, result in timed if low < size <= high]
        if part:
            rows.append([f"{low + 1}-{high} cells", *_times(part)])
        low = high
    rows.append(["all", *_times([result for _, result in timed])])
    odd = [f"{puzzle.title}: {result.status.value} {result.message}".rstrip()
           for puzzle, (_, result) in zip(puzzles, timed) if result.status is not Status.UNIQUE]
    head = ["boards", "unique", "median ms", "95 % ms", "max ms", "total s"]
    return table(head, rows) + "".join(f"not proved unique: {line}\n" for line in odd)


def _times(results: list[SolveResult]) -> list[str]:
    unique = [result for result in results if result.status is Status.UNIQUE]
    times = sorted(1000 * result.seconds for result in results)
    return [f"{len(unique)}/{len(results)}", f"{statistics.median(times):.2f}", f"{times[int(0.95 * (len(times) - 1))]:.1f}",
            f"{times[-1]:.1f}", f"{sum(times) / 1000:.2f}"]


EXPERIMENTS = [
    Experiment("rules", "The 8 combinations of the thesis' three strategies", rule_combinations,
               "files or folders of boards; -o seconds=5 -o order=first|fewest -o solutions=1|2"),
    Experiment("archive", "Uniqueness of every board, by size", archive, "files or folders; -o engine=auto -o seconds=10"),
]
