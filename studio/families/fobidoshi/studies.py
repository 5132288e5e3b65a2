"""The thesis' experiments made again: Figure 15, Tables 1 to 3, and our own figures beside them.

Everything heavy is imported when an experiment runs. Times are of this machine, of course; calls, depths and shares compare.
"""

from __future__ import annotations

import statistics
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from dataclasses import field as default_field
from itertools import islice
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from studio.core.engine import Cancel, Limits, Options, SolveResult, Status, run_engine
from studio.core.parts import Experiment, Progress
from studio.core.puzzle import BadPuzzle, Puzzle
from studio.core.trace import TraceWriter

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
NOTES_1 = (
    "Here every start with a solution becomes a puzzle, as 4.1 has it; the others have none, or take too long.",
    "The thesis must discard more than it tells: of all 4x4 starts with 5, 6 and 7 circles (29 to 41 %) that have no four in a",
    "row, 99.8, 97.2 and 87.9 % have a solution (all of them tried), so that no mixture of them gives 55 %.")
NOTES_2 = (
    "4.2.1 leaves open whether the walk after the growth may close loops. Here it may: of the readings we tried this comes",
    "nearest to the thesis. Where it may not, 1.4 to 7 times as many attempts are valid, with 2 to 10 times the crosses.")


def table(head: Sequence[str], rows: Iterable[Sequence[str]], notes: Sequence[str] = ()) -> str:
    """Right-aligned columns under a ruled head."""
    lines = [list(head), *(list(row) for row in rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(head))]
    text = ["  ".join(cell.rjust(width) for cell, width in zip(line, widths)) for line in lines]
    return "\n".join([text[0], "-" * len(text[0]), *text[1:], *notes]) + "\n"


def sizes_of(text: str) -> list[int]:
    """Sizes from `4-9` or `4,6,8`."""
    try:
        if "-" in text:
            low, high = (int(part) for part in text.split("-"))
            return list(range(low, high + 1))
        return [int(part) for part in text.split(",")]
    except ValueError:
        raise BadPuzzle(f"sizes are written 4-9 or 4,6,8, not {text!r}") from None


# --- Figure 15 ----------------------------------------------------------------------------------------------------------
def figure_15(paths: list[Path], progress: Progress, sizes: str = "4-12", puzzles: str = "15", seconds: str = "2",
              none_up_to: str = "8") -> str:
    """Time, recursive calls and depth of the rule configurations, for every size."""
    from studio.families.fobidoshi.kernel.run import FIGURE_15, OURS, THESIS, backtrack
    from studio.families.fobidoshi.model import field

    configurations = {**FIGURE_15, "both + 3.3.3": THESIS, "all of ours": OURS}
    backtrack(field(4, 4), (0,) * 16, THESIS, 1, Cancel())
    rows, chosen = [], sizes_of(sizes)
    for done, size in enumerate(chosen):
        boards = list(islice(boards_of_size(paths, size), int(puzzles)))
        for name, use in configurations.items():
            progress(done / len(chosen), f"{size}x{size} {name}")
            if name == "none" and size > int(none_up_to):
                continue
            runs = [_timed(board, use, float(seconds)) for board in boards]
            solved = [run for run in runs if run is not None]
            told = f"{FIGURE_15_SOLVED[size]}" if name == "none" and size in FIGURE_15_SOLVED else ""
            means = [statistics.fmean(column) for column in zip(*solved)] if solved else [float("nan")] * 3
            rows.append((f"{size}", name, f"{means[0]:.3f}", f"{means[1]:.1f}", f"{means[2]:.1f}",
                         f"{100 * len(solved) / len(runs):.0f}", told))
    head = ("N", "improvements", "ms", "calls", "depth", f"solved in {seconds} s, %", "thesis (5 s), %")
    return table(head, rows, (
        f"{puzzles} puzzles a size; means over the solved ones. 'none' stops at N = {none_up_to}, as in the thesis.",
        "Thesis: with one improvement or more close to all are solved within 5 s, up to N = 12."))


def boards_of_size(paths: list[Path], size: int) -> Iterator[Puzzle]:
    """The given files of this size, then boards of our generator, as the thesis filled up its set with generated ones."""
    from studio.core import files
    from studio.core.parts import GenerateRequest
    from studio.families.fobidoshi.generate import generate

    for path in puzzle_files(paths):
        puzzle = files.load(path, "fobidoshi").puzzle
        if puzzle.grid.rows == puzzle.grid.cols == size:
            yield puzzle
    seed = 0
    while True:
        yield generate(GenerateRequest(size, size, seed), lambda fraction, text: None, Cancel())
        seed += 1


def puzzle_files(paths: list[Path]) -> list[Path]:
    found: list[Path] = []
    for path in paths:
        found += sorted(each for each in path.iterdir() if each.is_file()) if path.is_dir() else [path]
    return found


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


def _generator_table(published: dict[int, tuple[float, float, float]], random_start: bool, progress: Progress, sizes: str,
                     attempts: str, budget: str, seconds: str, notes: Sequence[str]) -> str:
    rows, chosen = [], sizes_of(sizes)
    generator_row(4, random_start, 5, 60.0, 5.0)  # loads the compiled search
    for done, size in enumerate(chosen):
        def tell(part: float, done: int = done, size: int = size) -> None:
            progress((done + min(1.0, part)) / len(chosen), f"{size}x{size}")

        tell(0.0)
        row = generator_row(size, random_start, int(attempts), float(budget), float(seconds), tell=tell)
        theirs = [f"{value:.4g}" for value in published[size]] if size in published else ["", "", ""]
        rows.append((f"{size}", f"{row.made}", f"{row.valid_share:.2f}", theirs[0],
                     f"{1000 * row.mean(lambda made: made.seconds):.3f}", theirs[1],
                     f"{100 * row.mean(lambda made: made.crosses):.3f}", theirs[2], row.why_not()))
    head = ("N", "attempts", "valid %", "thesis", "ms per valid", "thesis", "crosses %", "thesis", "why the others failed, %")
    return table(head, rows, (f"at most {attempts} attempts and {budget} s a size, {seconds} s an attempt (thesis: 5)", *notes))


def table_1(paths: list[Path], progress: Progress, sizes: str = "4-9", attempts: str = "500", budget: str = "35",
            seconds: str = "5") -> str:
    return _generator_table(TABLE_1, True, progress, sizes, attempts, budget, seconds, NOTES_1)


def table_2(paths: list[Path], progress: Progress, sizes: str = "4-12", attempts: str = "2000", budget: str = "13",
            seconds: str = "5") -> str:
    return _generator_table(TABLE_2, False, progress, sizes, attempts, budget, seconds, NOTES_2)


def table_3(paths: list[Path], progress: Progress, sizes: str = "4-12", attempts: str = "2000", budget: str = "3",
            seconds: str = "5") -> str:
    rows, chosen = [], sizes_of(sizes)
    for done, size in enumerate(chosen):
        row = [f"{size}"]
        for column, threshold in enumerate(THRESHOLDS):
            progress((done + column / len(THRESHOLDS)) / len(chosen), f"{size}x{size}, threshold {threshold} %")
            share = generator_row(size, False, int(attempts), float(budget), float(seconds), threshold).valid_share
            theirs = f"{TABLE_3[size][column]:g}" if size in TABLE_3 else "-"
            row.append(f"{share:.2f} ({theirs})")
        rows.append(row)
    return table(("N", *(f"{threshold} %" for threshold in THRESHOLDS)), rows, (
        "valid configurations in % for each threshold, the thesis' figure in brackets",
        f"at most {attempts} attempts and {budget} s each (thesis: 10,000 attempts): one valid attempt more or less is "
        f"{100 / int(attempts):.2g} %"))


# --- ours ---------------------------------------------------------------------------------------------------------------
def own_generator(paths: list[Path], progress: Progress, sizes: str = "4,8,12,20,30", puzzles: str = "10") -> str:
    """Seconds per unique puzzle of our generator; `auto` proves each."""
    from studio.core.parts import GenerateRequest
    from studio.families.fobidoshi.generate import generate

    rows, chosen = [], sizes_of(sizes)
    for done, size in enumerate(chosen):
        seconds, proofs, clues, unique = [], [], [], 0
        for seed in range(int(puzzles)):
            progress((done + seed / int(puzzles)) / len(chosen), f"{size}x{size} no. {seed}")
            began = time.perf_counter()
            puzzle = generate(GenerateRequest(size, size, seed), lambda fraction, text: None, Cancel())
            seconds.append(time.perf_counter() - began)
            result = checked_solve("auto", puzzle, 2, 60.0)
            proofs.append(result.seconds)
            unique += result.status is Status.UNIQUE and result.solutions[0] == puzzle.solution
            clues.append(100 * len(puzzle.clues()) / puzzle.grid.size)
        theirs = f"{TABLE_2[size][0]}" if size in TABLE_2 else "-"
        rows.append((f"{size}", puzzles, f"{100 * unique / int(puzzles):.0f}", theirs, f"{statistics.median(seconds):.3f}",
                     f"{max(seconds):.3f}", f"{1000 * max(proofs):.1f}", f"{statistics.fmean(clues):.0f}"))
    head = ("N", "puzzles", "valid %", "thesis 4.2", "median s", "max s", "proof max ms", "clues %")
    return table(head, rows)


def checked_solve(engine: str, puzzle: Puzzle, wanted: int, seconds: float, **values: Any) -> SolveResult:
    from studio.families.fobidoshi import FAMILY

    limits, options = Limits(seconds), Options(wanted, values)
    return run_engine(FAMILY.engine(engine), puzzle, options, limits, TraceWriter(), Cancel(limits), FAMILY.wrong)


CONTENDERS: dict[str, tuple[str, int, dict[str, Any]]] = {
    "auto, proof": ("auto", 2, {}),
    "auto without the quick try, proof": ("auto", 2, {"quick": False}),
    "thesis' SMT on Z3, proof": ("smt", 2, {}),
    "backtracking, all improvements": ("backtrack", 1, {"preset": "ours"}),
    "backtracking, thesis' rules": ("backtrack", 1, {"preset": "as in the thesis"}),
    "backtracking, barrier + good moves": ("backtrack", 1, {"preset": "barrier check and good moves"}),
}


def archive(paths: list[Path], progress: Progress, seconds: str = "60") -> str:
    """Every file with every engine in one run: the answers must be unique and equal the stored ones."""
    from studio.core import files
    from studio.families.fobidoshi import FAMILY

    boards = [files.load(path, "fobidoshi").puzzle for path in puzzle_files(paths)]
    if not boards:
        raise BadPuzzle("name the archive's folder, or some of its files")
    for engine in ("auto", "smt"):
        FAMILY.engine(engine).warm_up()
    runs: dict[str, list[SolveResult]] = {name: [] for name in CONTENDERS}
    for number, board in enumerate(boards):
        for name, (engine, wanted, values) in CONTENDERS.items():
            progress(number / len(boards), f"{board.title} {name}")
            runs[name].append(checked_solve(engine, board, wanted, float(seconds), **values))
    return _archive_table(boards, runs)


def _archive_table(boards: list[Puzzle], runs: dict[str, list[SolveResult]]) -> str:
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
    return table(head, rows, (worse,))


EXPERIMENTS = (
    Experiment("figure-15", "Figure 15: rule configurations of the backtracking search", figure_15,
               "sizes=4-12 puzzles=15 seconds=2 none_up_to=8; give the archive's folder to use its boards first"),
    Experiment("table-1", "Table 1: the generator with a random start (4.1)", table_1,
               "sizes=4-9 attempts=500 budget=35 seconds=5"),
    Experiment("table-2", "Table 2: the generator with a random solution (4.2)", table_2,
               "sizes=4-12 attempts=2000 budget=13 seconds=5"),
    Experiment("table-3", "Table 3: the threshold of the second generator", table_3,
               "sizes=4-12 attempts=2000 budget=3 seconds=5"),
    Experiment("own-generator", "Our generator on the clause kernel", own_generator, "sizes=4,8,12,20,30 puzzles=10"),
    Experiment("archive", "All engines on a folder of puzzles", archive, "seconds=60; give the archive's folder"),
)
