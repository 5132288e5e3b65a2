"""Tables made again by one command: the thesis' open question (all combinations of its rules), and the archive by size."""

from __future__ import annotations

import statistics
from dataclasses import replace
from itertools import product

from studio.core.engine import Option, SolveResult, Status
from studio.core.puzzle import Puzzle
from studio.core.say import marked, say
from studio.core.study import BARS, Axis, Column, Experiment, Finding, Plot, Question, Series, Value, Workbench, columns
from studio.families.fillomino.figures import EXPERIMENTS as FIGURES_AGAIN
from studio.families.fillomino.figures import basic_boards

THESIS = ("single_exit", "forced", "reachability")

SIZE_CLASSES = (81, 100, 225, 400, 1000, 10_000)


def samples() -> list[Puzzle]:
    from studio.core import registry

    return registry.family("fillomino").samples()


def rule_combinations(bench: Workbench, boards: int, seconds: float, order: str, solutions: int) -> Finding:
    """All 8 combinations of the thesis' three strategies with backtracking (its chapter 10 asks for them), then our ladder."""
    puzzles = basic_boards(bench, [(10, 10)], boards) if not bench.paths else bench.named()
    settings = [dict(zip(THESIS, on)) for on in product((False, True), repeat=len(THESIS))]
    names = [*(" + ".join(name for name in THESIS if on[name]) or marked("none") for on in settings), marked("our ladder")]
    who: list[tuple[str, dict[str, object]]] = [*(("thesis", {"order": order, **on}) for on in settings),
                                                ("rules", {"order": order})]
    results = bench.solve_all([Question(puzzle, engine, seconds, solutions, values) for puzzle in puzzles
                               for engine, values in who])
    rows: list[tuple[Value, ...]] = [(name, *_summary(results[at :: len(who)])) for at, name in enumerate(names)]
    head = columns("strategies", "boards", "solved", Column("no guess %", 0), Column("mean nodes", 1), Column("mean depth", 2),
                   "max depth", Column("median ms", 1), Column("total s", 1))
    plot = Plot("Boards without a guess", Axis("strategies", labels=tuple(str(row[0]) for row in rows)), Axis("boards, %"),
                (Series("without a guess", tuple((float(x), float(row[3] or 0)) for x, row in enumerate(rows)), BARS),),
                down=True)
    return Finding(head, tuple(rows), (plot,), (say("{seconds:g} s each, cell order {order}; nodes and depth as far as it "
                                                    "came", seconds=seconds, order=order),))


def directions(bench: Workbench, boards: int, seconds: float) -> Finding:
    """5.4 asks whether breadth-first searches should start from the groups or from the empty cells."""
    rows: list[tuple[Value, ...]] = []
    puzzles = basic_boards(bench, [(5, 10), (10, 10), (15, 15)], boards) if not bench.paths else bench.named()
    starts = ("group", "cell")
    results = bench.solve_all([Question(puzzle, "thesis", seconds, 1, {"forced": False, "bfs": start}) for puzzle in puzzles
                               for start in starts])
    for puzzle, group, cell in zip(puzzles, results[::2], results[1::2], strict=True):
        rows.append((puzzle.title, puzzle.givens.count(0), group.stats.get("bfs_cells"), cell.stats.get("bfs_cells"),
                     1e3 * group.seconds, 1e3 * cell.seconds))
    series = tuple(Series(name, tuple((float(row[1] or 0), float(row[place] or 0)) for row in rows if row[place]))
                   for name, place in ((marked("from the group"), 2), (marked("from the cell"), 3)))
    plot = Plot("Cells looked at", Axis("empty cells"), Axis("cells", log=True), series)
    head = columns("board", "empty cells", "cells, from groups", "cells, from cells", Column("ms, from groups", 1),
                   Column("ms, from cells", 1))
    return Finding(head, tuple(rows), (plot,), (say("Both conclude the same; the thesis chose the groups."),))


def _summary(results: list[SolveResult]) -> tuple[Value, ...]:
    """Over all boards; nodes and depth count what was done within the time."""
    solved = [result for result in results if result.answered]
    without = [result for result in solved if result.stats["guesses"] == 0]
    nodes = [result.stats["guesses"] + 1 for result in results]
    depths = [result.stats["max_depth"] for result in results]
    seconds = [result.seconds for result in results]
    return (len(results), len(solved), 100 * len(without) / len(results), statistics.mean(nodes), statistics.mean(depths),
            max(depths), 1000 * statistics.median(seconds), sum(seconds))


def archive(bench: Workbench, engine: str, seconds: float) -> Finding:
    """Every board proved unique (or not) by one warm engine, by size."""
    puzzles = bench.boards(samples, say("the samples of the program"))
    results = bench.solve_all([Question(puzzle, engine, seconds, 2) for puzzle in puzzles])
    timed = [(puzzle.grid.size, result) for puzzle, result in zip(puzzles, results, strict=True)]
    rows, low = [], 0
    for high in SIZE_CLASSES:
        part = [result for size, result in timed if low < size <= high]
        if part:
            rows.append((say("{low}-{high} cells", low=low + 1, high=high), *_times(part)))
        low = high
    rows.append((marked("all"), *_times([result for _, result in timed])))
    odd = [say("not proved unique: {title}: {status} {message}", title=puzzle.title, status=result.status.value,
               message=result.message) if result.message else
           say("not proved unique: {title}: {status}", title=puzzle.title, status=result.status.value)
           for puzzle, (_, result) in zip(puzzles, timed) if result.status is not Status.UNIQUE]
    head = columns("cells", "boards", "unique", Column("median ms", 2), Column("95 % ms", 1), Column("max ms", 1),
                   Column("total s", 2))
    return Finding(head, tuple(rows), notes=tuple(odd))


def _times(results: list[SolveResult]) -> tuple[Value, ...]:
    unique = [result for result in results if result.status is Status.UNIQUE]
    times = sorted(1000 * result.seconds for result in results)
    high = times[int(0.95 * (len(times) - 1))]
    return (len(results), len(unique), statistics.median(times), high, times[-1], sum(times) / 1000)


ENGINES = ("auto", "rules", "thesis", "smt", "hybrid", "cpsat")
SECONDS = Option("seconds", "Seconds a board", 5.0, (), "a run that takes longer is stopped", 0.01, 86_400)

BOARDS = Option("boards", "Boards", 10, (), "made if no files are named", 1, 1000)

EXPERIMENTS = [
    *FIGURES_AGAIN,
    Experiment("rules", "The 8 combinations of the thesis' three strategies (its chapter 10)", rule_combinations, "",
               (BOARDS, SECONDS, Option("order", "Order of cells", "first", ("first", "fewest")),
                Option("solutions", "Solutions", 1, (1, 2), "1: any; 2: prove it unique"))),
    Experiment("section-5.4", "Section 5.4: searches from groups or from cells", directions, "", (BOARDS, SECONDS)),
    Experiment("archive", "Uniqueness of every board, by size", archive, "files or folders of boards",
               (Option("engine", "Engine", "auto", ENGINES), replace(SECONDS, default=10.0))),
]
