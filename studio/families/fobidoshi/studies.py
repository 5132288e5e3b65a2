"""The thesis' experiments made again: Figure 15, Tables 1 to 3, and our own figures beside them.

Everything heavy is imported when an experiment runs. Times are of this machine, of course; calls, depths and shares compare.
"""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from studio.core.engine import Cancel, Option, SolveResult, Status
from studio.core.parts import GenerateRequest
from studio.core.puzzle import BadPuzzle, Puzzle
from studio.core.say import marked, say
from studio.core.study import (
    LINE,
    Axis,
    Column,
    Experiment,
    Finding,
    Numbers,
    Plot,
    Question,
    Recipe,
    Series,
    Value,
    Workbench,
    columns,
    published,
    share_interval,
)
from studio.families.fobidoshi.tables import TABLE_2, finding, table_1, table_2, table_3

FIGURE_15_SOLVED = {7: 76, 8: 16}
"""Share of puzzles that the search without improvements solves in 5 s; the curves themselves are printed without numbers."""
CORPUS = {marked("filled cells at the start"): (38.27, 22.22), marked("circles at the start"): (34.23, 17.19),
          marked("circles in solutions"): (66.89, 57.81)}
"""share -> average and least, in %"""


# --- Figure 15 ----------------------------------------------------------------------------------------------------------
CONFIGURATIONS = {marked("none"): "no improvement", marked("barrier"): "barrier check", marked("good moves"): "good moves",
                  marked("both"): "barrier check and good moves", marked("both + 3.3.3"): "as in the thesis",
                  marked("all of ours"): "ours"}
"""Figure 15's names, and two more -> presets of the engine"""


def figure_15(bench: Workbench, sizes: list[int], puzzles: int, seconds: float, none_up_to: int) -> Finding:
    """Time, recursive calls and depth of the rule configurations, for every size."""
    boards = _filled_up(bench, sizes, puzzles)
    asked = [(size, name, Question(board, "backtrack", seconds, 1, {"preset": preset})) for size in sizes
             for board, _ in boards[size] for name, preset in CONFIGURATIONS.items() if name != "none" or size <= none_up_to]
    results = bench.solve_all([question for _, _, question in asked], (0.3, 1.0))
    found: dict[tuple[int, str], list[SolveResult]] = {}
    for (size, name, _), result in zip(asked, results, strict=True):
        found.setdefault((size, name), []).append(result)
    rows = [_configuration(size, name, sum(named for _, named in boards[size]), found[size, name]) for size in sizes
            for name in CONFIGURATIONS if (size, name) in found]
    head = columns("N", "improvements", "files", "made", Column("ms"), Column("calls", 1), Column("depth", 1),
                   Column("solved %", 0), Column("95 % from", 0), Column("to", 0), published("solved %", 0))
    plots = (_curves(say("Figure 15a: time"), rows, 4, Axis("milliseconds, mean", log=True)),
             _curves(say("Figure 15b: recursive calls"), rows, 5, Axis("calls, mean", log=True)),
             _curves(say("Figure 15c: recursion depth"), rows, 6, Axis("depth, mean")))
    return replace(finding(head, rows, (
        say("{puzzles} puzzles a size, {seconds:g} s each; means over the solved ones. 'none' stops at N = {largest}.",
            puzzles=puzzles, seconds=seconds, largest=none_up_to),
        say("Sizes that the files do not fill are filled up by the generator of 4.2 (seeds 0, 1, 2 …), as in the thesis."),
        say("Thesis (5 s): with one improvement or more close to all are solved, up to N = 12; its curves have no numbers."))),
        plots=plots)


def _configuration(size: int, name: str, named: int, runs: Sequence[SolveResult]) -> tuple[Value, ...]:
    """Means over the boards that were solved."""
    solved = [(1000 * run.seconds, run.stats["recursive_calls"], run.stats["recursion_depth"]) for run in runs if run.answered]
    means: list[Value] = [statistics.fmean(column) for column in zip(*solved)] if solved else [None] * 3
    low, high = share_interval(len(solved), len(runs))
    told = FIGURE_15_SOLVED.get(size) if name == "none" else None
    return size, name, named, len(runs) - named, *means, 100 * len(solved) / len(runs), low, high, told


def _curves(title: str, rows: Sequence[Sequence[Value]], place: int, axis: Axis) -> Plot:
    names = dict.fromkeys(str(row[1]) for row in rows)
    series = tuple(Series(name, tuple((float(row[0] or 0), float(row[place] or 0)) for row in rows
                                      if row[1] == name and row[place] is not None), LINE) for name in names)
    return Plot(title, Axis("N", whole=True), axis, series)


@dataclass(frozen=True)
class RandomSolutionBoard(Recipe):
    """A puzzle of the generator of 4.2."""

    size: int
    seed: int

    @property
    def name(self) -> str:
        return f"{self.size}x{self.size} seed {self.seed}"

    def needs(self) -> tuple[str, str]:
        return "fobidoshi", "backtrack"

    def make(self, cancel: Cancel) -> Puzzle:
        from studio.families.fobidoshi.generate import RANDOM_SOLUTION, generate

        request = GenerateRequest(self.size, self.size, self.seed, values={"method": RANDOM_SOLUTION, "attempts": 10**6})
        return generate(request, lambda fraction, text: None, cancel)


def _filled_up(bench: Workbench, sizes: Sequence[int], wanted: int) -> dict[int, list[tuple[Puzzle, bool]]]:
    """Boards of each size, and whether each comes from a file."""
    files = bench.named() if bench.paths else []
    found = {size: [(puzzle, True) for puzzle in files if puzzle.grid.rows == puzzle.grid.cols == size][:wanted]
             for size in sizes}
    recipes = [RandomSolutionBoard(size, seed) for size in sizes for seed in range(wanted - len(found[size]))]
    for recipe, fresh in zip(recipes, bench.make_all(recipes, (0.0, 0.3)), strict=True):
        found[recipe.size].append((fresh.puzzle, False))
    return found


# --- the corpus, and ours --------------------------------------------------------------------------------------------------
def corpus(bench: Workbench) -> Finding:
    """What the thesis' parameters come from: how full the archive's puzzles and solutions are."""
    from studio.families.fobidoshi.model import CIRCLE

    if not bench.paths:
        raise BadPuzzle(say("name the archive's folder"))
    boards = bench.named()
    bench.progress(0.0, say("counting"))
    unsolved = [board for board in boards if not board.solution]
    found = iter(bench.solve_all([Question(board) for board in unsolved]))
    solutions = [board.solution or next(found).solutions[0] for board in boards]
    shares = {
        "filled cells at the start": [len(board.clues()) / board.grid.size for board in boards],
        "circles at the start": [board.givens.count(CIRCLE) / board.grid.size for board in boards],
        "circles in solutions": [answer.count(CIRCLE) / len(answer) for answer in solutions],
    }
    rows = [(name, len(some), 100 * statistics.fmean(some), CORPUS[name][0], 100 * min(some), CORPUS[name][1])
            for name, some in shares.items()]
    head = columns("share", "boards", Column("average %", 2), published("average %", 2), Column("least %", 2),
                   published("least %", 2))
    return finding(head, rows, (say("Thesis: 240 puzzles of janko.at, N = 4 to 12."),))


@dataclass(frozen=True)
class OwnPuzzle(Recipe):
    """A puzzle of our generator."""

    size: int
    seed: int

    @property
    def name(self) -> str:
        return f"{self.size}x{self.size} seed {self.seed}"

    def needs(self) -> tuple[str, str]:
        return "fobidoshi", "auto"

    def make(self, cancel: Cancel) -> Puzzle:
        from studio.families.fobidoshi.generate import generate

        return generate(GenerateRequest(self.size, self.size, self.seed), lambda fraction, text: None, cancel)


def own_generator(bench: Workbench, sizes: list[int], puzzles: int) -> Finding:
    """Seconds per unique puzzle of our generator; `auto` proves each."""
    fresh = bench.make_all([OwnPuzzle(size, seed) for size in sizes for seed in range(puzzles)], (0.0, 0.5))
    proofs = bench.solve_all([Question(each.puzzle, "auto", 60.0, 2) for each in fresh], (0.5, 1.0))
    rows: list[Sequence[Value]] = []
    for at, size in enumerate(sizes):
        mine = list(zip(fresh, proofs, strict=True))[at * puzzles : (at + 1) * puzzles]
        unique = sum(proof.status is Status.UNIQUE and proof.solutions[0] == each.puzzle.solution for each, proof in mine)
        seconds = [each.seconds for each, _ in mine]
        rows.append((size, puzzles, 100 * unique / puzzles, TABLE_2[size][0] if size in TABLE_2 else None,
                     statistics.median(seconds), max(seconds), 1000 * max(proof.seconds for _, proof in mine),
                     statistics.fmean(100 * len(each.puzzle.clues()) / each.puzzle.grid.size for each, _ in mine)))
    head = columns("N", "puzzles", Column("valid %", 0), Column("valid %, 4.2", 2, published=True), "median s", "max s",
                   Column("proof max ms", 1), Column("clues %", 0))
    return finding(head, rows)


CONTENDERS: dict[str, tuple[str, int, dict[str, Any]]] = {
    marked("auto, proof"): ("auto", 2, {}),
    marked("auto without the quick try, proof"): ("auto", 2, {"quick": False}),
    marked("thesis' SMT on Z3, proof"): ("smt", 2, {}),
    marked("backtracking, all improvements"): ("backtrack", 1, {"preset": "ours"}),
    marked("backtracking, thesis' rules"): ("backtrack", 1, {"preset": "as in the thesis"}),
    marked("backtracking, barrier + good moves"): ("backtrack", 1, {"preset": "barrier check and good moves"}),
}


def archive(bench: Workbench, seconds: float) -> Finding:
    """Every file with every engine in one run: the answers must be unique and equal the stored ones."""
    if not bench.paths:
        raise BadPuzzle(say("name the archive's folder, or some of its files"))
    boards = bench.named()
    results = bench.solve_all([Question(board, engine, seconds, wanted, values) for board in boards
                               for engine, wanted, values in CONTENDERS.values()])
    runs = {name: results[at :: len(CONTENDERS)] for at, name in enumerate(CONTENDERS)}
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
    head = columns("engine", "right", "proven unique", "median ms", "max ms", "x faster than Z3", "calls", "most calls")
    worse = say("boards on which all improvements make more calls than the thesis' rules: {boards}",
                boards=", ".join(more) or say("none"))
    return finding(head, rows, (worse,))


def _sizes(default: str) -> Numbers:
    return Numbers("sizes", "Sizes", default, (), "from-to, or with commas between", 1, 60)


def _number(name: str, label: str, default: int, high: int = 1_000_000) -> Option:
    return Option(name, label, default, (), "", 1, high)


def _seconds(name: str, label: str, default: float) -> Option:
    return Option(name, label, default, (), "", 0.01, 86_400)


LIMIT = _seconds("seconds", marked("Seconds an attempt"), 5.0)
EXPERIMENTS = (
    Experiment("figure-15", "Figure 15: rule configurations of the backtracking search", figure_15,
               "give the archive's folder to use its boards first",
               (_sizes("4-12"), _number("puzzles", marked("Puzzles a size"), 15),
                _seconds("seconds", marked("Seconds a board"), 2.0),
                _number("none_up_to", marked("Without improvements up to"), 8))),
    Experiment("table-1", "Table 1: the generator with a random start (4.1)", table_1, "",
               (_sizes("4-9"), _number("attempts", marked("Attempts"), 500),
                _seconds("budget", marked("Seconds a size"), 35.0), LIMIT), False),
    Experiment("table-2", "Table 2: the generator with a random solution (4.2)", table_2, "",
               (_sizes("4-12"), _number("attempts", marked("Attempts"), 2000),
                _seconds("budget", marked("Seconds a size"), 13.0), LIMIT), False),
    Experiment("table-3", "Table 3: the threshold of the second generator", table_3, "",
               (_sizes("4-12"), _number("attempts", marked("Attempts"), 2000),
                _seconds("budget", marked("Seconds a cell"), 3.0), LIMIT), False),
    Experiment("corpus", "Corpus: how full puzzles and solutions are", corpus, "give the archive's folder"),
    Experiment("own-generator", "Our generator on the clause kernel", own_generator, "",
               (_sizes("4,8,12,20,30"), _number("puzzles", marked("Puzzles a size"), 10)), False),
    Experiment("archive", "All engines on a folder of puzzles", archive, "give the archive's folder",
               (_seconds("seconds", marked("Seconds a board"), 60.0),)),
)
