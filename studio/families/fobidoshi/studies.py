"""The thesis' experiments made again: Figure 15, Tables 1 to 3, and our own figures beside them.

Everything heavy is imported when an experiment runs. Times are of this machine, of course; calls, depths and shares compare.
"""

from __future__ import annotations

import statistics
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from dataclasses import field as default_field
from random import Random
from typing import TYPE_CHECKING, Any

from studio.core.engine import Cancel, Limits, Option, SolveResult, Status
from studio.core.puzzle import BadPuzzle, Puzzle
from studio.core.study import (
    LINE,
    Axis,
    Column,
    Experiment,
    Finding,
    Numbers,
    Plot,
    Series,
    Value,
    Workbench,
    columns,
    published,
    share_interval,
)

if TYPE_CHECKING:
    from studio.families.fobidoshi.generate.thesis import Attempt

FIGURE_15_SOLVED = {7: 76, 8: 16}
"""Share of puzzles that the search without improvements solves in 5 s; the curves themselves are printed without numbers."""
TABLE_1 = {4: (55.48, 0.110214, 16.5162), 5: (52.08, 0.479135, 13.3479), 6: (47.36, 2.56269, 11.937),
           7: (43.72, 22.2286, 11.8154), 8: (38.28, 238.846, 11.385), 9: (29.64, 714.703, 10.523)}
TABLE_2 = {4: (0.3, 0.188889, 0.138889), 5: (0.55, 0.518679, 0.602393), 6: (2.09, 2.40665, 0.197345),
           7: (1.86, 8.97021, 0.173252), 8: (1.29, 43.0763, 0.278354), 9: (0.89, 172.376, 0.198133),
           10: (0.79, 250.595, 0.362771), 11: (0.25, 397.917, 0.112161), 12: (0.19, 561.233, 0.532407)}
THRESHOLDS = (60, 70, 80, 90, 100)
TABLE_3 = {4: (0.12, 0.24, 0.22, 0.16, 0.0), 5: (0.06, 0.18, 0.43, 0.5, 0.07), 6: (0.02, 0.17, 0.77, 1.96, 4.13),
           7: (0.01, 0.1, 0.41, 1.85, 5.43), 8: (0.0, 0.04, 0.13, 1.14, 3.64), 9: (0.0, 0.0, 0.16, 0.85, 3.31),
           10: (0.0, 0.0, 0.05, 0.81, 3.22), 11: (0.0, 0.0, 0.06, 0.28, 2.01), 12: (0.0, 0.0, 0.0, 0.25, 1.36)}
CORPUS = {"filled cells at the start": (38.27, 22.22), "circles at the start": (34.23, 17.19),
          "circles in solutions": (66.89, 57.81)}
"""share -> average and least, in %"""
NOTES_1 = (
    "Here every start with a solution becomes a puzzle, as 4.1 has it; the others have none, or take too long.",
    "The thesis must discard more than it tells: of all 4x4 starts with 5, 6 and 7 circles (29 to 41 %) that have no four in a",
    "row, 99.8, 97.2 and 87.9 % have a solution (all of them tried), so that no mixture of them gives 55 %.")
NOTES_2 = (
    "4.2.1 leaves open whether the walk after the growth may close loops. Here it may: of the readings we tried this comes",
    "nearest to the thesis. Where it may not, 1.4 to 7 times as many attempts are valid, with 2 to 10 times the crosses.")


def _finding(head: Sequence[str | Column], rows: Iterable[Sequence[Value]], notes: Sequence[str] = ()) -> Finding:
    return Finding(columns(*head), tuple(tuple(row) for row in rows), notes=tuple(notes))


# --- Figure 15 ----------------------------------------------------------------------------------------------------------
def figure_15(bench: Workbench, sizes: list[int], puzzles: int, seconds: float, none_up_to: int) -> Finding:
    """Time, recursive calls and depth of the rule configurations, for every size."""
    from studio.families.fobidoshi.kernel.run import FIGURE_15, OURS, THESIS, backtrack
    from studio.families.fobidoshi.model import field

    configurations = {**FIGURE_15, "both + 3.3.3": THESIS, "all of ours": OURS}
    backtrack(field(4, 4), (0,) * 16, THESIS, 1, Cancel())
    files = bench.named() if bench.paths else []
    rows: list[Sequence[Value]] = []
    for done, size in enumerate(sizes):
        bench.progress(done / len(sizes), f"{size}x{size}: boards")
        boards, named = _filled_up(files, size, puzzles)
        for name, use in configurations.items():
            bench.progress((done + 0.5) / len(sizes), f"{size}x{size} {name}")
            if name == "none" and size > none_up_to:
                continue
            runs = [_timed(board, use, seconds) for board in boards]
            solved = [run for run in runs if run is not None]
            told = FIGURE_15_SOLVED.get(size) if name == "none" else None
            means = [statistics.fmean(column) for column in zip(*solved)] if solved else [None] * 3
            low, high = share_interval(len(solved), len(runs))
            rows.append((size, name, named, len(boards) - named, *means, 100 * len(solved) / len(runs), low, high, told))
    head = ("N", "improvements", "files", "made", Column("ms"), Column("calls", 1), Column("depth", 1), Column("solved %", 0),
            Column("95 % from", 0), Column("to", 0), published("solved %", 0))
    plots = tuple(_curves(f"Figure 15{letter}: {title}", rows, place, axis) for letter, title, place, axis in (
        ("a", "time", 4, Axis("milliseconds, mean", log=True)), ("b", "recursive calls", 5, Axis("calls, mean", log=True)),
        ("c", "recursion depth", 6, Axis("depth, mean"))))
    found = _finding(head, rows, (
        f"{puzzles} puzzles a size, {seconds:g} s each; means over the solved ones. 'none' stops at N = {none_up_to}.",
        "Sizes that the files do not fill are filled up by the generator of 4.2 (seeds 0, 1, 2 …), as in the thesis.",
        "Thesis (5 s): with one improvement or more close to all are solved, up to N = 12; its curves have no numbers."))
    return replace(found, plots=plots)


def _curves(title: str, rows: Sequence[Sequence[Value]], place: int, axis: Axis) -> Plot:
    names = dict.fromkeys(str(row[1]) for row in rows)
    series = tuple(Series(name, tuple((float(row[0] or 0), float(row[place] or 0)) for row in rows
                                      if row[1] == name and row[place] is not None), LINE) for name in names)
    return Plot(title, Axis("N"), axis, series)


def _filled_up(files: Sequence[Puzzle], size: int, wanted: int) -> tuple[list[Puzzle], int]:
    """Boards of a size, and how many of them come from files."""
    from studio.core.parts import GenerateRequest
    from studio.families.fobidoshi.generate import RANDOM_SOLUTION, generate

    named = [puzzle for puzzle in files if puzzle.grid.rows == puzzle.grid.cols == size][:wanted]
    values = {"method": RANDOM_SOLUTION, "attempts": 10**6}
    made = [generate(GenerateRequest(size, size, seed, values=values), lambda fraction, text: None, Cancel())
            for seed in range(wanted - len(named))]
    return [*named, *made], len(named)


def _timed(puzzle: Puzzle, use: Any, seconds: float) -> tuple[float, int, int] | None:
    """(ms, calls, depth) to the first solution; None if the time did not suffice."""
    from studio.core.engine import Cancelled
    from studio.families.fobidoshi.kernel.run import backtrack
    from studio.families.fobidoshi.model import field

    began = time.perf_counter()
    try:
        done = backtrack(field(puzzle.grid.rows, puzzle.grid.cols), puzzle.givens, use, 1, Cancel(Limits(seconds)))
    except Cancelled:
        return None
    return 1000 * (time.perf_counter() - began), done.calls, done.max_depth


# --- Tables 1 to 3 ------------------------------------------------------------------------------------------------------
@dataclass
class GeneratorRow:
    """What so many attempts of one of the thesis' generators came to."""

    made: int = 0
    valid: list[Attempt] = default_field(default_factory=list)
    failed: Counter[str] = default_field(default_factory=Counter)

    def share(self, count: int) -> float:
        return 100 * count / self.made

    @property
    def valid_share(self) -> float:
        return self.share(len(self.valid))

    def mean(self, of: Callable[[Attempt], float]) -> float:
        return statistics.fmean(map(of, self.valid)) if self.valid else float("nan")

    def why_not(self) -> str:
        return ", ".join(f"{why} {self.share(count):.1f}" for why, count in self.failed.most_common()) or "-"


def generator_row(size: int, random_start: bool, attempts: int, budget: float, limit: float, threshold: int = 90,
                  tell: Callable[[float], None] = lambda fraction: None) -> GeneratorRow:
    """So many attempts, or as many as fit into the budget (the last one may overrun it by its own limit)."""
    from studio.families.fobidoshi.generate import thesis

    began, row = time.perf_counter(), GeneratorRow()
    parameters = thesis.Parameters(threshold=threshold, seconds=limit)
    for attempt in thesis.attempts(size, size, random_start, Random(f"{size} {threshold}"), parameters, Cancel()):
        row.made += 1
        if attempt.outcome == thesis.VALID:
            row.valid.append(attempt)
        else:
            row.failed[attempt.outcome] += 1
        spent = time.perf_counter() - began
        if row.made >= attempts or spent > budget:
            break
        tell(max(row.made / attempts, spent / budget))
    return row


def _generator_table(study: dict[int, tuple[float, float, float]], random_start: bool, bench: Workbench, sizes: list[int],
                     attempts: int, budget: float, seconds: float, notes: Sequence[str]) -> Finding:
    rows: list[Sequence[Value]] = []
    generator_row(4, random_start, 5, 60.0, 5.0)  # loads the compiled search
    for done, size in enumerate(sizes):
        def tell(part: float, done: int = done, size: int = size) -> None:
            bench.progress((done + min(1.0, part)) / len(sizes), f"{size}x{size}")

        tell(0.0)
        row = generator_row(size, random_start, attempts, budget, seconds, tell=tell)
        theirs = study.get(size, (None, None, None))
        low, high = share_interval(len(row.valid), row.made)
        spent = 1000 * row.mean(lambda made: made.seconds)
        rows.append((size, row.made, row.valid_share, low, high, theirs[0], spent, theirs[1],
                     100 * row.mean(lambda made: made.crosses), theirs[2], row.why_not()))
    head = ("N", "attempts", Column("valid %", 2), Column("95 % from", 2), Column("to", 2), published("valid %", 2),
            "ms per valid", published("ms per valid"), "crosses %", published("crosses %"), "why the others failed, %")
    limits = f"at most {attempts} attempts and {budget:g} s a size, {seconds:g} s an attempt (thesis: 5)"
    return replace(_finding(head, rows, (limits, *notes)), plots=(_share_plot(rows),))


def _share_plot(rows: Sequence[Sequence[Value]]) -> Plot:
    ours = tuple((float(row[0] or 0), float(row[2] or 0)) for row in rows)
    spans = tuple((float(row[0] or 0), float(row[3] or 0), float(row[4] or 0)) for row in rows)
    theirs = tuple((float(row[0] or 0), float(row[5])) for row in rows if isinstance(row[5], int | float))
    return Plot("Valid attempts", Axis("N"), Axis("valid, % (95 % interval)"),
                (Series("valid", ours, spans=spans), Series("valid, published", theirs, LINE, published=True)))


def table_1(bench: Workbench, sizes: list[int], attempts: int, budget: float, seconds: float) -> Finding:
    return _generator_table(TABLE_1, True, bench, sizes, attempts, budget, seconds, NOTES_1)


def table_2(bench: Workbench, sizes: list[int], attempts: int, budget: float, seconds: float) -> Finding:
    return _generator_table(TABLE_2, False, bench, sizes, attempts, budget, seconds, NOTES_2)


def table_3(bench: Workbench, sizes: list[int], attempts: int, budget: float, seconds: float) -> Finding:
    rows: list[Sequence[Value]] = []
    generator_row(4, False, 5, 60.0, 5.0)
    for done, size in enumerate(sizes):
        for column, threshold in enumerate(THRESHOLDS):
            bench.progress((done + column / len(THRESHOLDS)) / len(sizes), f"{size}x{size}, threshold {threshold} %")
            row = generator_row(size, False, attempts, budget, seconds, threshold)
            low, high = share_interval(len(row.valid), row.made)
            theirs = TABLE_3[size][column] if size in TABLE_3 else None
            rows.append((size, threshold, row.made, row.valid_share, low, high, theirs))
    head = ("N", "threshold %", "attempts", Column("valid %", 2), Column("95 % from", 2), Column("to", 2),
            published("valid %", 2))
    series = []
    for threshold in THRESHOLDS:
        some = [row for row in rows if row[1] == threshold]
        series.append(Series(f"{threshold} %", tuple((float(row[0] or 0), float(row[3] or 0)) for row in some), LINE,
                             spans=tuple((float(row[0] or 0), float(row[4] or 0), float(row[5] or 0)) for row in some)))
        theirs_here = tuple((float(row[0] or 0), float(row[6])) for row in some if isinstance(row[6], int | float))
        series.append(Series(f"{threshold} %, published", theirs_here, LINE, published=True))
    found = _finding(head, rows, (f"at most {attempts} attempts and {budget:g} s each (thesis: 10,000 attempts)",))
    return replace(found, plots=(Plot("The threshold of 4.2", Axis("N"), Axis("valid, %"), tuple(series)),))


def corpus(bench: Workbench) -> Finding:
    """What the thesis' parameters come from: how full the archive's puzzles and solutions are."""
    from studio.families.fobidoshi.model import CIRCLE

    if not bench.paths:
        raise BadPuzzle("name the archive's folder")
    boards = bench.named()
    bench.progress(0.0, "counting")
    solutions = [board.solution or bench.solve(board, "auto", 60.0).solutions[0] for board in boards]
    shares = {
        "filled cells at the start": [len(board.clues()) / board.grid.size for board in boards],
        "circles at the start": [board.givens.count(CIRCLE) / board.grid.size for board in boards],
        "circles in solutions": [answer.count(CIRCLE) / len(answer) for answer in solutions],
    }
    rows = [(name, len(some), 100 * statistics.fmean(some), CORPUS[name][0], 100 * min(some), CORPUS[name][1])
            for name, some in shares.items()]
    head = ("share", "boards", Column("average %", 2), published("average %", 2), Column("least %", 2), published("least %", 2))
    return _finding(head, rows, ("Thesis: 240 puzzles of janko.at, N = 4 to 12.",))


# --- ours ---------------------------------------------------------------------------------------------------------------
def own_generator(bench: Workbench, sizes: list[int], puzzles: int) -> Finding:
    """Seconds per unique puzzle of our generator; `auto` proves each."""
    from studio.core.parts import GenerateRequest
    from studio.families.fobidoshi.generate import generate

    rows: list[Sequence[Value]] = []
    for done, size in enumerate(sizes):
        seconds, proofs, clues, unique = [], [], [], 0
        for seed in range(puzzles):
            bench.progress((done + seed / puzzles) / len(sizes), f"{size}x{size} no. {seed}")
            began = time.perf_counter()
            puzzle = generate(GenerateRequest(size, size, seed), lambda fraction, text: None, Cancel())
            seconds.append(time.perf_counter() - began)
            result = bench.solve(puzzle, "auto", 60.0, 2)
            proofs.append(result.seconds)
            unique += result.status is Status.UNIQUE and result.solutions[0] == puzzle.solution
            clues.append(100 * len(puzzle.clues()) / puzzle.grid.size)
        theirs = f"{TABLE_2[size][0]}" if size in TABLE_2 else "-"
        rows.append((size, str(puzzles), f"{100 * unique / puzzles:.0f}", theirs, f"{statistics.median(seconds):.3f}",
                     f"{max(seconds):.3f}", f"{1000 * max(proofs):.1f}", f"{statistics.fmean(clues):.0f}"))
    head = ("N", "puzzles", "valid %", "thesis 4.2", "median s", "max s", "proof max ms", "clues %")
    return _finding(head, rows)


CONTENDERS: dict[str, tuple[str, int, dict[str, Any]]] = {
    "auto, proof": ("auto", 2, {}),
    "auto without the quick try, proof": ("auto", 2, {"quick": False}),
    "thesis' SMT on Z3, proof": ("smt", 2, {}),
    "backtracking, all improvements": ("backtrack", 1, {"preset": "ours"}),
    "backtracking, thesis' rules": ("backtrack", 1, {"preset": "as in the thesis"}),
    "backtracking, barrier + good moves": ("backtrack", 1, {"preset": "barrier check and good moves"}),
}


def archive(bench: Workbench, seconds: float) -> Finding:
    """Every file with every engine in one run: the answers must be unique and equal the stored ones."""
    if not bench.paths:
        raise BadPuzzle("name the archive's folder, or some of its files")
    boards = bench.named()
    runs: dict[str, list[SolveResult]] = {name: [] for name in CONTENDERS}
    for number, board in enumerate(boards):
        for name, (engine, wanted, values) in CONTENDERS.items():
            bench.progress(number / len(boards), f"{board.title} {name}")
            runs[name].append(bench.solve(board, engine, seconds, wanted, **values))
    return _archive_table(boards, runs)


def _archive_table(boards: list[Puzzle], runs: dict[str, list[SolveResult]]) -> Finding:
    medians = {name: statistics.median(run.seconds for run in results) for name, results in runs.items()}
    rows = []
    for name, results in runs.items():
        right = sum(run.answered and run.solutions == [board.solution] for board, run in zip(boards, results))
        proven = sum(run.status is Status.UNIQUE for run in results)
        calls = [run.stats.get("recursive_calls", 0) for run in results]
        ratio = medians["thesis' SMT on Z3, proof"] / medians[name]
        rows.append((name, f"{right}/{len(boards)}", f"{proven}", f"{1000 * medians[name]:.2f}",
                     f"{1000 * max(run.seconds for run in results):.1f}", f"{ratio:.0f}", f"{sum(calls)}", f"{max(calls)}"))
    ours = runs["backtracking, all improvements"]
    more = [board.title for at, board in enumerate(boards)
            for other in ("backtracking, thesis' rules", "backtracking, barrier + good moves")
            if ours[at].stats["recursive_calls"] > runs[other][at].stats["recursive_calls"]]
    head = ("engine", "right", "proven unique", "median ms", "max ms", "x faster than Z3", "calls", "most calls")
    worse = f"boards on which all improvements make more calls than the thesis' rules: {', '.join(more) or 'none'}"
    return _finding(head, rows, (worse,))


def _sizes(default: str) -> Numbers:
    return Numbers("sizes", "Sizes", default, (), "from-to, or with commas between", 1, 60)


def _number(name: str, label: str, default: int, high: int = 1_000_000) -> Option:
    return Option(name, label, default, (), "", 1, high)


def _seconds(name: str, label: str, default: float) -> Option:
    return Option(name, label, default, (), "", 0.01, 86_400)


LIMIT = _seconds("seconds", "Seconds an attempt", 5.0)
EXPERIMENTS = (
    Experiment("figure-15", "Figure 15: rule configurations of the backtracking search", figure_15,
               "give the archive's folder to use its boards first",
               (_sizes("4-12"), _number("puzzles", "Puzzles a size", 15), _seconds("seconds", "Seconds a board", 2.0),
                _number("none_up_to", "Without improvements up to", 8))),
    Experiment("table-1", "Table 1: the generator with a random start (4.1)", table_1, "",
               (_sizes("4-9"), _number("attempts", "Attempts", 500), _seconds("budget", "Seconds a size", 35.0), LIMIT), False),
    Experiment("table-2", "Table 2: the generator with a random solution (4.2)", table_2, "",
               (_sizes("4-12"), _number("attempts", "Attempts", 2000), _seconds("budget", "Seconds a size", 13.0), LIMIT),
               False),
    Experiment("table-3", "Table 3: the threshold of the second generator", table_3, "",
               (_sizes("4-12"), _number("attempts", "Attempts", 2000), _seconds("budget", "Seconds a cell", 3.0), LIMIT),
               False),
    Experiment("corpus", "Corpus: how full puzzles and solutions are", corpus, "give the archive's folder"),
    Experiment("own-generator", "Our generator on the clause kernel", own_generator, "",
               (_sizes("4,8,12,20,30"), _number("puzzles", "Puzzles a size", 10)), False),
    Experiment("archive", "All engines on a folder of puzzles", archive, "give the archive's folder",
               (_seconds("seconds", "Seconds a board", 60.0),)),
)
