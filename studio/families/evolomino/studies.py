"""The study's experiments made again, with its figures beside ours: Table 1, Figure 5, and how far the kernel goes beyond them.

Boards come from the given files or folders; without any, Algorithm 1 makes them. Times are of this machine: compare ratios.
"""

from __future__ import annotations

import statistics
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from studio.core import files
from studio.core.engine import Cancel, Limits, Options, SolveResult, Status, run_engine
from studio.core.family import Family
from studio.core.parts import Experiment, GenerateRequest, Progress
from studio.core.puzzle import BadPuzzle, Puzzle
from studio.core.trace import TraceWriter
from studio.families.evolomino import generate
from studio.families.evolomino.engines.ilp_size import model_size
from studio.families.evolomino.model import field_of

TABLE_1 = {
    5: (396, 1419, 0.016, 0.032, 0.032), 6: (745, 3605, 0.032, 0.047, 0.048), 7: (1323, 7538, 0.063, 0.080, 0.095),
    8: (2112, 14305, 0.110, 0.145, 0.190), 9: (3175, 26691, 0.167, 0.269, 0.328), 10: (4475, 41863, 0.349, 0.505, 0.668),
    11: (6632, 74227, 0.521, 0.971, 1.355), 12: (9369, 129890, 1.311, 1.867, 2.513), 13: (12089, 192465, 1.456, 2.488, 3.477),
    14: (16488, 289088, 3.352, 4.858, 6.665), 15: (22619, 459035, 6.077, 9.476, 17.642),
    16: (26003, 524910, 6.482, 15.198, 29.120), 17: (31749, 739966, 11.106, 20.629, 35.635),
    18: (43354, 1121111, 30.440, 48.473, 78.703),
}  # fmt: skip
"""size -> medians of variables and constraints, then Q1, median and Q3 of CP-SAT's seconds (50 boards each)"""

FIGURE_5 = {"cpsat": (48, 50), "bop": (22, 47), "scip": (15, 47), "cbc": (7, 46)}
"""solver -> how many of 50 boards of 10x10 it solved within 1 and within 180 seconds"""

UNIQUE_SIZES = range(5, 15)


def experiments(family: Family) -> list[Experiment]:
    bench = Bench(family)
    return [
        Experiment("table-1", "Table 1: size of the model and CP-SAT's time, beside the search kernel", bench.table_1,
                   "options: sizes=5-18 boards=5 seconds=180 workers=1 solve=yes (no: count only)"),
        Experiment("equations", "Table 1's counts, equation by equation", bench.equations, "options: sizes=5-18 boards=25"),
        Experiment("figure-5", "Figure 5: the solvers on 10x10 boards", bench.figure_5,
                   "options: boards=10 seconds=180 size=10"),
        Experiment("uniqueness", "Uniqueness proofs by the search kernel", bench.uniqueness, "options: sizes=5-14 boards=25"),
        Experiment("generation", "Algorithm 1 with the search kernel", bench.generation, "options: sizes=10,14,18 boards=5"),
    ]  # fmt: skip


class Bench:
    def __init__(self, family: Family) -> None:
        self.family = family

    # --- the experiments ----------------------------------------------------------------------------------------------------
    def table_1(self, paths: list[Path], progress: Progress, sizes: str = "5-18", boards: str = "5", seconds: str = "180",
                workers: str = "1", solve: str = "yes") -> str:  # fmt: skip
        rows, found = [], self._boards(paths, sizes_of(sizes), int(boards))
        done, total = 0, sum(map(len, found.values()))
        for size, puzzles in found.items():
            counted = [_medians([model_size(field_of(puzzle), wrap, wide).total for puzzle in puzzles])
                       for wrap, wide in ((True, False), (False, False), (True, True))]  # fmt: skip
            ours, auto = [], []
            for puzzle in puzzles:
                progress(done / total, f"{size}x{size}")
                done += 1
                if solve == "yes":
                    auto.append(self._run(puzzle, "auto", 60.0).seconds)
                    ours.append(self._run(puzzle, "ilp", float(seconds), workers=int(workers)))
            rows.append(_table_1_row(size, len(puzzles), counted, ours, auto))
        head = ("size", "boards", "variables", "study's", "constraints", "study's", "2-D shifts", "wide wave", "CP-SAT Q1",
                "median", "Q3", "study's Q1", "median", "Q3", "unsolved", "kernel ms", "max ms", "times faster")  # fmt: skip
        notes = [
            "variables and constraints: medians of the model with the study's one-number shifts (x, y, b, N, F, f, t;",
            "equations (1)-(21) without the sign conditions (18)); 2-D shifts: variables of the model that is really solved,",
            "free of wrap-around, with as many constraints; wide wave: constraints if the regions C_a also hold the cells",
            "beside given squares of other arrows, as the study's words allow but its counts do not.",
            "Seconds include building the model. The study's figures are of 50 boards and another machine.",
        ]
        return table(head, rows, notes)

    def equations(self, paths: list[Path], progress: Progress, sizes: str = "5-18", boards: str = "25") -> str:
        """Where the constraints are: (7), (8) and (21) grow with the square of a region, so its exact extent decides."""
        shown = ["(1)-(6)", "(7)", "(8)", "(9)-(11)", "(12)-(15)", "(16)", "(17)", "(19)", "(20)", "(21)"]
        rows = []
        for size, puzzles in self._boards(paths, sizes_of(sizes), int(boards)).items():
            progress(0.0, f"{size}x{size}")
            study = TABLE_1.get(size)
            for name, wide in (("narrow", False), ("wide", True)):
                sizes_here = [model_size(field_of(puzzle), True, wide) for puzzle in puzzles]
                parts = [statistics.median(_within(each.equations, part) for each in sizes_here) for part in shown]
                total = statistics.median(each.total[1] for each in sizes_here)
                published = (f"{study[1]:,}", f"{total / study[1]:.2f}") if study else ("", "")
                rows.append((f"{size}x{size}", name, *(f"{part:,.0f}" for part in parts), f"{total:,.0f}", *published))
        notes = ["medians. narrow: regions stop before given squares of other arrows, wide ones do not (engines/ilp_model.py)."]
        return table(("size", "regions", *shown, "all", "study's", "ratio"), rows, notes)

    def figure_5(self, paths: list[Path], progress: Progress, boards: str = "10", seconds: str = "180",
                 size: str = "10") -> str:  # fmt: skip
        puzzles = self._boards(paths, [int(size)], int(boards))[int(size)]
        contenders: list[tuple[str, dict[str, Any]]] = [("auto", {})]
        contenders += [("ilp", {"solver": name}) for name in ("cpsat", "bop", "scip", "cbc", "highs")]
        times: dict[str, list[float]] = defaultdict(list)
        for number, puzzle in enumerate(puzzles):
            for place, (engine, values) in enumerate(contenders):
                name = str(values.get("solver", "kernel"))
                progress((number + place / len(contenders)) / len(puzzles), f"board {number + 1}, {name}")
                result = self._run(puzzle, engine, float(seconds), 1, **values)
                in_time = result.answered and result.seconds <= float(seconds)  # CBC's clock counts processor time
                times[name].append(result.seconds if in_time else float("inf"))
        marks = [mark for mark in (0.1, 1.0, 10.0, 100.0) if mark < float(seconds)] + [float(seconds)]
        rows = []
        for name, spent in times.items():
            within = [f"{sum(t <= mark for t in spent)}" for mark in marks]
            published = FIGURE_5.get(name)
            study = (f"{published[0] / 50:.0%}", f"{published[1] / 50:.0%}") if published else ("", "")
            rows.append((name, *within, _seconds(statistics.median(spent)), *study))
        head = ("solver", *(f"<= {mark:g} s" for mark in marks), "median s", "study <= 1 s", "study <= 180 s")
        notes = [f"{len(puzzles)} boards; profile (share solved over time):", *_profile(times, float(seconds))]
        return table(head, rows, notes)

    def uniqueness(self, paths: list[Path], progress: Progress, sizes: str = "5-14", boards: str = "25") -> str:
        rows, several = [], []
        found = self._boards(paths, sizes_of(sizes), int(boards))
        for at, (size, puzzles) in enumerate(found.items()):
            progress(at / len(found), f"{size}x{size}")
            results = [self._run(puzzle, "auto", 120.0, solutions=2) for puzzle in puzzles]
            spent = [result.seconds for result in results]
            statuses = [result.status for result in results]
            counts = [statuses.count(Status.UNIQUE), statuses.count(Status.MULTIPLE)]
            pairs = zip(puzzles, results, strict=True)
            several += [puzzle.title for puzzle, result in pairs if result.status == Status.MULTIPLE]
            counts.append(len(results) - sum(counts))
            times = f"{1e3 * statistics.median(spent):.1f}", f"{1e3 * max(spent):.1f}"
            rows.append((f"{size}x{size}", *map(str, counts), *times))
        head = ("size", "unique", "several", "unknown", "median ms", "max ms")
        return table(head, rows, ["more than one solution: " + (", ".join(several) or "none")])

    def generation(self, paths: list[Path], progress: Progress, sizes: str = "10,14,18", boards: str = "5") -> str:
        import time

        rows, wanted = [], sizes_of(sizes)
        self._warm()
        for at, size in enumerate(wanted):
            spent, clues = [], []
            for seed in range(int(boards)):
                progress((at + seed / int(boards)) / len(wanted), f"{size}x{size}")
                started = time.perf_counter()
                puzzle = generate.generate(GenerateRequest(size, size, seed), lambda *_: None, Cancel())
                spent.append(time.perf_counter() - started)
                clues.append(len(puzzle.clues()))
                if self._run(puzzle, "auto", 120.0, solutions=2).status != Status.UNIQUE:
                    raise RuntimeError(f"seed {seed} of {size}x{size} is not unique")
            times = _seconds(statistics.median(spent)), _seconds(max(spent))
            rows.append((f"{size}x{size}", boards, *times, f"{statistics.median(clues):g}"))
        return table(("size", "boards", "median s", "max s", "clues"), rows, ["The study had to give up carving above 14x14."])

    # --- boards and runs ----------------------------------------------------------------------------------------------------
    def _boards(self, paths: list[Path], sizes: Sequence[int], count: int) -> dict[int, list[Puzzle]]:
        """Up to `count` square boards of each size, from files or from Algorithm 1."""
        if not paths:
            self._warm()
            return {size: [self._made(size, seed) for seed in range(count)] for size in sizes}
        found: dict[int, list[Puzzle]] = {size: [] for size in sizes}
        for path in [inside for given in paths for inside in _files(given)]:
            puzzle = files.load(path, self.family.id).puzzle
            size = puzzle.grid.rows
            if size == puzzle.grid.cols and size in found and len(found[size]) < count:
                title = f"{size}x{size} {puzzle.title or path.stem}"
                found[size].append(Puzzle(puzzle.family, puzzle.grid, puzzle.givens, puzzle.borders, title=title))
        kept = {size: puzzles for size, puzzles in found.items() if puzzles}
        if not kept:
            raise BadPuzzle("there is no board of these sizes among the files")
        self._warm()
        return kept

    def _made(self, size: int, seed: int) -> Puzzle:
        puzzle = generate.generate(GenerateRequest(size, size, seed), lambda *_: None, Cancel())
        return Puzzle(puzzle.family, puzzle.grid, puzzle.givens, puzzle.borders, title=f"{size}x{size} seed {seed}")

    def _warm(self) -> None:
        for engine in ("auto", "ilp"):
            self.family.engine(engine).warm_up()

    def _run(self, puzzle: Puzzle, engine: str, seconds: float, solutions: int = 1, **values: object) -> SolveResult:
        limits = Limits(seconds)
        solver, options = self.family.engine(engine), Options(solutions, values)
        result = run_engine(solver, puzzle, options, limits, TraceWriter(), Cancel(limits), self.family.wrong)
        if result.status == Status.ERROR:
            raise RuntimeError(f"{puzzle.title}: {result.message}")
        return result


def _files(path: Path) -> list[Path]:
    """The files of a folder by their numbers, so that sample 2 comes before sample 10."""
    if not path.is_dir():
        return [path]
    inside = [each for each in path.rglob("*") if each.is_file() and not each.name.startswith(".")]
    return sorted(inside, key=lambda each: (each.parent, len(each.name), each.name))


def _medians(pairs: Iterable[tuple[int, int]]) -> tuple[str, str]:
    variables, constraints = (f"{statistics.median(column):,.0f}" for column in zip(*pairs, strict=True))
    return variables, constraints


def _within(equations: Mapping[str, int], part: str) -> int:
    """The constraints of one equation "(7)" or of several "(1)-(6)"."""
    low, *high = (int(number.strip("()")) for number in part.split("-"))
    return sum(equations.get(f"({number})", 0) for number in range(low, (high or [low])[0] + 1))


def _table_1_row(size: int, boards: int, counted: Sequence[tuple[str, str]], ours: Sequence[SolveResult],
                 auto: Sequence[float]) -> tuple[str, ...]:  # fmt: skip
    line, plane, wide = counted
    study = TABLE_1.get(size)
    counts = (f"{study[0]:,}", f"{study[1]:,}") if study else ("", "")
    times = tuple(f"{value:.3f}" for value in study[2:]) if study else ("", "", "")
    first = (f"{size}x{size}", str(boards), line[0], counts[0], line[1], counts[1], plane[0], wide[1])
    if not ours:
        return (*first, "", "", "", *times, "", "", "", "")
    spent = sorted(result.seconds if result.answered else float("inf") for result in ours)
    quartiles = (spent[len(spent) // 4], statistics.median(spent), spent[(3 * len(spent)) // 4])
    median = statistics.median(auto)
    unsolved = sum(not result.answered for result in ours)
    faster = "-" if quartiles[1] == float("inf") else f"{quartiles[1] / median:,.0f}"
    ours_last = (str(unsolved), f"{1e3 * median:.1f}", f"{1e3 * max(auto):.1f}", faster)
    return (*first, *map(_seconds, quartiles), *times, *ours_last)


def _seconds(value: float) -> str:
    return "-" if value == float("inf") else f"{value:.3f}"


def _profile(times: dict[str, list[float]], limit: float) -> list[str]:
    """The figure as text: one line per solver, time on a logarithmic scale from 1 ms to the limit."""
    columns = 48
    lines = []
    for name, spent in times.items():
        marks = ""
        for column in range(columns):
            mark = 0.001 * (limit / 0.001) ** ((column + 1) / columns)
            marks += " ▁▂▃▄▅▆▇█"[round(8 * sum(t <= mark for t in spent) / len(spent))]
        lines.append(f"{name:>8} |{marks}|")
    return [*lines, f"{'':>8}  1 ms{'':>{columns - 9}}{limit:g} s"]


def sizes_of(text: str) -> list[int]:
    """Sizes from `5-18` or `10,14`."""
    try:
        if "-" in text:
            low, high = (int(part) for part in text.split("-"))
            return list(range(low, high + 1))
        return [int(part) for part in text.split(",")]
    except ValueError:
        raise BadPuzzle(f"sizes are written 5-18 or 10,14, not {text!r}") from None


def table(head: Sequence[str], rows: Iterable[Sequence[str]], notes: Sequence[str] = ()) -> str:
    """Right-aligned columns under a ruled head."""
    lines = [list(head), *(list(row) for row in rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(head))]
    text = ["  ".join(cell.rjust(width) for cell, width in zip(line, widths, strict=True)) for line in lines]
    return "\n".join([text[0], "-" * len(text[0]), *text[1:], *notes]) + "\n"
