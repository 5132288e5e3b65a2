"""The study's experiments made again, its figures beside ours: Table 1, Figures 5 and 6, and how far the kernel goes.

Boards come from the given files or folders; without any they are made to the study's recipe: Algorithm 1 up to 14x14, random
clue removal above. Times are of this machine: compare ratios.
"""

from __future__ import annotations

import re
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from studio.core.engine import Cancel, Option, SolveResult, Status
from studio.core.parts import GenerateRequest
from studio.core.puzzle import BadPuzzle, Puzzle
from studio.core.say import listed, marked, say
from studio.core.study import (
    BOXES,
    LINE,
    STEPS,
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
    quartiles,
    solved_seconds,
)
from studio.families.evolomino import generate
from studio.families.evolomino.engines.ilp_size import ModelSize, authors_size, model_size
from studio.families.evolomino.model import field_of
from studio.families.evolomino.published import FIGURE_5, PER_BOARD, TABLE_1

UNIQUE_UP_TO = 14
"""Larger boards of the study were not carved to one solution."""
KEPT_CLUES = 0.35
"""The chance to keep a clue in the second mode; the paper does not tell its own."""
AUTHORS, TEXT, OURS = "authors", "text", "ours"
PARTS = ("(1)-(6)", "(7)", "(8)", "(9)-(11)", "(12)-(15)", "(16)", "(17)", "(19)", "(20)", "(21)")
TIMES = marked("Seconds are the engine's, building the model included. The study's are of 50 boards and another machine.")


# --- boards -----------------------------------------------------------------------------------------------------------------
def boards_by_size(bench: Workbench, sizes: Sequence[int], count: int) -> dict[int, list[Puzzle]]:
    """Up to `count` square boards of each size, from files or made to the study's recipe."""
    def make() -> list[Puzzle]:
        recipes = [MadeBoard(size, seed, "unique" if size <= UNIQUE_UP_TO else "random") for size in sizes
                   for seed in range(count)]
        return [fresh.puzzle for fresh in bench.make_all(recipes, (0.0, 0.5))]

    found: dict[int, list[Puzzle]] = {size: [] for size in sizes}
    recipe = say("seeds 0 to {last} of every size, by Algorithm 1 up to {size}x{size}, above that with random clue removal, as "
                 "in the study", last=count - 1, size=UNIQUE_UP_TO)
    for puzzle in bench.boards(make, recipe):
        size = puzzle.grid.rows
        if size == puzzle.grid.cols and size in found and len(found[size]) < count:
            found[size].append(puzzle)
    kept = {size: puzzles for size, puzzles in found.items() if puzzles}
    if not kept:
        raise BadPuzzle(say("there is no board of these sizes among the files"))
    return kept


@dataclass(frozen=True)
class MadeBoard(Recipe):
    """By Algorithm 1, or with clues removed at random."""

    size: int
    seed: int
    mode: str

    @property
    def name(self) -> str:
        return f"{self.size}x{self.size} seed {self.seed}"

    def needs(self) -> tuple[str, str]:
        return "evolomino", "auto"

    def make(self, cancel: Cancel) -> Puzzle:
        request = GenerateRequest(self.size, self.size, self.seed)
        if self.mode == "random":
            return generate.with_random_clues(request, KEPT_CLUES, cancel)
        return generate.generate(request, lambda fraction, text: None, cancel)


def published_board(puzzle: Puzzle) -> tuple[int, int, int] | None:
    """What the authors counted and timed on this board, if it is one of theirs."""
    sample = re.fullmatch(r"sample(\d+)", puzzle.title)
    rows = PER_BOARD.get(puzzle.grid.rows, ())
    place = int(sample.group(1)) if sample and puzzle.grid.rows == puzzle.grid.cols else 0
    return rows[place - 1] if 0 < place <= len(rows) else None


def counted(puzzle: Puzzle, way: str) -> ModelSize:
    """The size of the model: as the authors counted, as the text defines it, or as it is really solved here."""
    field = field_of(puzzle)
    return authors_size(field) if way == AUTHORS else model_size(field, wrap=way == TEXT, wide=way == TEXT)


# --- Table 1 ----------------------------------------------------------------------------------------------------------------
def table_1(bench: Workbench, sizes: list[int], boards: int, seconds: float, workers: int, solve: bool) -> Finding:
    rows: list[tuple[Value, ...]] = []
    found = boards_by_size(bench, sizes, boards)
    who: list[tuple[str, float, dict[str, int]]] = [("auto", 60.0, {}), ("ilp", seconds, {"workers": workers})]
    asked = [Question(puzzle, engine, limit, 1, values) for puzzles in found.values() for puzzle in puzzles
             for engine, limit, values in who] if solve else []  # fmt: skip
    results = bench.solve_all(asked, (0.5, 1.0))
    for size, puzzles in found.items():
        authors, text = ([counted(puzzle, way).total for puzzle in puzzles] for way in (AUTHORS, TEXT))
        mine, results = results[: 2 * len(puzzles)], results[2 * len(puzzles) :]
        rows.append((f"{size}x{size}", len(puzzles), *_counts(authors, text, TABLE_1.get(size)),
                     *_solved(mine[1::2], [result.seconds for result in mine[::2]], TABLE_1.get(size))))
    head = columns("size", "boards", Column("variables", 0), published("variables", 0), Column("constraints", 0),
                   published("constraints", 0), Column("constraints, text", 0), "Q1 s", published("Q1 s"), "median s",
                   published("median s"), "Q3 s", published("Q3 s"), "unsolved", Column("kernel ms", 1),
                   Column("kernel max ms", 1), Column("times faster", 0))  # fmt: skip
    notes = (say("Medians. Variables and constraints as the authors counted them (engines/ilp_size.py); text: as the paper "
                 "defines C_a and the shifts."),
             listed([say("CP-SAT with {workers} thread(s), at most {seconds:g} s a board.", workers=workers, seconds=seconds),
                     TIMES], " "))
    return Finding(head, tuple(rows), (_growth_plot(rows),), notes)


def _counts(authors: Sequence[tuple[int, int]], text: Sequence[tuple[int, int]], study: Sequence[float] | None
            ) -> tuple[Value, ...]:
    variables, constraints = (statistics.median(column) for column in zip(*authors, strict=True))
    theirs = study or (None, None)
    return (float(variables), theirs[0], float(constraints), theirs[1],
            float(statistics.median(total for _, total in text)))  # fmt: skip


def _solved(cpsat: Sequence[SolveResult], kernel: Sequence[float], study: Sequence[float] | None) -> tuple[Value, ...]:
    theirs: Sequence[Value] = study[2:] if study else (None, None, None)
    if not cpsat:
        return (None, theirs[0], None, theirs[1], None, theirs[2], None, None, None, None)
    low, middle, high = quartiles([solved_seconds(result) for result in cpsat])
    median = statistics.median(kernel)
    return (low, theirs[0], middle, theirs[1], high, theirs[2], sum(not result.answered for result in cpsat), 1e3 * median,
            1e3 * max(kernel), middle / median)  # fmt: skip


def _growth_plot(rows: Sequence[tuple[Value, ...]]) -> Plot:
    labels = tuple(str(row[0]) for row in rows)
    series = []
    for name, place, theirs in ((marked("variables"), 2, False), (marked("variables, published"), 3, True),
                                (marked("constraints"), 4, False), (marked("constraints, published"), 5, True),
                                (marked("constraints, text"), 6, False)):
        points = tuple((float(x), float(value)) for x, value in enumerate(row[place] for row in rows)
                       if isinstance(value, int | float))
        series.append(Series(name, points, LINE, published=theirs))
    return Plot("The model's size", Axis("size of the board", labels=labels), Axis("variables, constraints (median)", log=True),
                tuple(series))


def equations(bench: Workbench, sizes: list[int], boards: int, as_: str) -> Finding:
    """Board by board: where the constraints are, and what the authors counted."""
    rows: list[tuple[Value, ...]] = []
    same = known = 0
    for size, puzzles in boards_by_size(bench, sizes, boards).items():
        bench.progress(0.5, f"{size}x{size}")
        for puzzle in puzzles:
            size_here, theirs = counted(puzzle, as_), published_board(puzzle)
            variables, constraints = size_here.total
            known += theirs is not None
            same += theirs is not None and theirs[:2] == (variables, constraints)
            parts = [_within(size_here.equations, part) for part in PARTS]
            rows.append((f"{size}x{size}", puzzle.title, variables, theirs and theirs[0], *parts, constraints,
                         theirs and theirs[1]))
    head = columns("size", "board", "variables", published("variables"), *PARTS, "constraints", published("constraints"))
    ways = {AUTHORS: say("Counted as the authors counted ((18), the signs, is a bound and never counted)."),
            TEXT: say("Counted as the paper's text defines the model ((18), the signs, is a bound and never counted)."),
            OURS: say("Counted as it is solved here ((18), the signs, is a bound and never counted).")}
    notes = (ways[as_],
             say("Variables and constraints equal the published ones on {same} of {known} boards of the authors' set.",
                 same=same, known=known))
    return Finding(head, tuple(rows), (_parts_plot(rows),), notes)


def _parts_plot(rows: Sequence[tuple[Value, ...]]) -> Plot:
    labels = tuple(dict.fromkeys(str(row[0]) for row in rows))
    series = []
    for place, part in enumerate(PARTS):
        medians = [statistics.median(int(row[4 + place] or 0) for row in rows if row[0] == label) for label in labels]
        series.append(Series(part, tuple((x, float(y)) for x, y in enumerate(medians) if y > 0), LINE))
    return Plot("Constraints by equation", Axis("size of the board", labels=labels), Axis("constraints (median)", log=True),
                tuple(series))


def _within(counts: Mapping[str, int], part: str) -> int:
    """The constraints of one equation "(7)" or of several "(1)-(6)"."""
    low, *high = (int(number.strip("()")) for number in part.split("-"))
    return sum(counts.get(f"({number})", 0) for number in range(low, (high or [low])[0] + 1))


# --- Figure 5 ---------------------------------------------------------------------------------------------------------------
def figure_5(bench: Workbench, boards: int, seconds: float, size: int, workers: int) -> Finding:
    puzzles = boards_by_size(bench, [size], boards)[size]
    contenders: list[tuple[str, str, dict[str, object]]] = [("kernel", "auto", {})]
    contenders += [(name, "ilp", {"solver": name, "workers": workers}) for name in ("cpsat", "bop", "scip", "cbc", "highs")]
    results = bench.solve_all([Question(puzzle, engine, seconds, 1, values) for puzzle in puzzles
                               for _, engine, values in contenders], (0.5, 1.0))
    times: dict[str, list[float]] = {name: [] for name, _, _ in contenders}
    for at, result in enumerate(results):
        took = solved_seconds(result)
        times[contenders[at % len(contenders)][0]].append(took if took <= seconds else float("inf"))  # CBC counts its own time
    rows: list[tuple[Value, ...]] = []
    for name, spent in times.items():
        study = FIGURE_5.get(name)
        shares = [100 * sum(t <= mark for t in spent) / len(spent) for mark in (0.1, 1.0, 10.0, seconds)]
        theirs = (2.0 * study[0], 2.0 * study[1]) if study else (None, None)
        rows.append((name, shares[0], shares[1], theirs[0], shares[2], shares[3], theirs[1], *quartiles(spent)))
    head = columns("solver", Column("<= 0.1 s %", 0), Column("<= 1 s %", 0), published("<= 1 s %", 0), Column("<= 10 s %", 0),
                   Column("in time %", 0), published("<= 180 s %", 0), "Q1 s", "median s", "Q3 s")  # fmt: skip
    notes = (listed([say("{boards} boards, at most {seconds:g} s each, {workers} thread(s).", boards=len(puzzles),
                         seconds=seconds, workers=workers), TIMES], " "),)
    return Finding(head, tuple(rows), (_profile(times, seconds),), notes)


def _profile(times: Mapping[str, list[float]], limit: float) -> Plot:
    series = []
    for name, spent in times.items():
        solved = sorted(t for t in spent if t != float("inf"))
        points = [(max(t, 1e-4), 100 * (place + 1) / len(spent)) for place, t in enumerate(solved)]
        if points:
            points = [(points[0][0], 0.0), *points, (max(limit, points[-1][0]), points[-1][1])]
        series.append(Series(name, tuple(points), STEPS))
    series += [Series(say("{name}, published", name=name), ((1.0, 2.0 * one), (180.0, 2.0 * all_)), published=True)
               for name, (one, all_) in FIGURE_5.items()]
    return Plot("Figure 5: solved within a time", Axis("time a board", log=True, seconds=True), Axis("boards solved, %"),
                tuple(series))


# --- Figure 6 ---------------------------------------------------------------------------------------------------------------
def figure_6(bench: Workbench, sizes: list[int], boards: int, seconds: float, workers: int) -> Finding:
    rows: list[tuple[Value, ...]] = []
    points: list[tuple[float, float]] = []
    unfinished: list[tuple[float, float]] = []
    found = boards_by_size(bench, sizes, boards)
    results = iter(bench.solve_all([Question(puzzle, "ilp", seconds, 1, {"workers": workers}) for puzzles in found.values()
                                    for puzzle in puzzles], (0.5, 1.0)))
    for at, (size, puzzles) in enumerate(found.items()):
        spent = []
        for _ in puzzles:
            result = next(results)
            spent.append(solved_seconds(result))
            (points if result.answered else unfinished).append((at, result.seconds))
        low, middle, high = quartiles(spent)
        reach = 1.5 * (high - low)
        outside = sum(not low - reach <= t <= high + reach for t in spent) if reach == reach else None
        study = TABLE_1.get(size, (None,) * 5)
        rows.append((f"{size}x{size}", len(puzzles), low, study[2], middle, study[3], high, study[4], outside,
                     sum(t == float("inf") for t in spent)))
    head = columns("size", "boards", "Q1 s", published("Q1 s"), "median s", published("median s"), "Q3 s", published("Q3 s"),
                   "outliers", "unsolved")  # fmt: skip
    labels = tuple(f"{size}x{size}" for size in found)
    theirs = tuple((at, row[2] / 1e3) for at, size in enumerate(found) for row in PER_BOARD.get(size, ()))
    middle_line = tuple((at, TABLE_1[size][3]) for at, size in enumerate(found) if size in TABLE_1)
    plot = Plot("Figure 6: CP-SAT by size", Axis("size of the board", labels=labels),
                Axis("time a board", log=True, seconds=True),
                (Series("here", tuple(points), BOXES, unfinished=tuple(unfinished)),
                 Series("study, samples 1-25", theirs, BOXES, published=True),
                 Series("study, median of 50", middle_line, LINE, published=True)))  # fmt: skip
    notes = (listed([say("Outliers after Tukey: beyond 1.5 times the distance of the quartiles."),
                     say("{workers} thread(s).", workers=workers), TIMES], " "),)
    return Finding(head, tuple(rows), (plot,), notes)


# --- beyond the study -------------------------------------------------------------------------------------------------------
def uniqueness(bench: Workbench, sizes: list[int], boards: int) -> Finding:
    rows: list[tuple[Value, ...]] = []
    several: list[str] = []
    found = boards_by_size(bench, sizes, boards)
    answers = iter(bench.solve_all([Question(puzzle, "auto", 120.0, 2) for puzzles in found.values() for puzzle in puzzles],
                                   (0.5, 1.0)))
    for size, puzzles in found.items():
        results = [next(answers) for _ in puzzles]
        statuses = [result.status for result in results]
        several += [f"{size}x{size} {puzzle.title}" for puzzle, status in zip(puzzles, statuses, strict=True)
                    if status is Status.MULTIPLE]
        unique, more = statuses.count(Status.UNIQUE), statuses.count(Status.MULTIPLE)
        spent = [result.seconds for result in results]
        rows.append((f"{size}x{size}", unique, more, len(results) - unique - more, 1e3 * statistics.median(spent),
                     1e3 * max(spent)))
    head = columns("size", "unique", "several", "unknown", Column("median ms", 1), Column("max ms", 1))
    told = say("more than one solution: {boards}", boards=", ".join(several) or say("none"))
    return Finding(head, tuple(rows), notes=(told,))


def generation(bench: Workbench, sizes: list[int], boards: int, mode: str) -> Finding:
    rows: list[tuple[Value, ...]] = []
    fresh = bench.make_all([MadeBoard(size, seed, mode) for size in sizes for seed in range(boards)], (0.0, 0.5))
    proofs = bench.solve_all([Question(each.puzzle, "auto", 120.0, 2) for each in fresh], (0.5, 1.0))
    for at, size in enumerate(sizes):
        mine, found = fresh[at * boards : (at + 1) * boards], proofs[at * boards : (at + 1) * boards]
        several = [each.puzzle.title for each, proof in zip(mine, found, strict=True) if proof.status is not Status.UNIQUE]
        if mode != "random" and several:
            raise RuntimeError(say("not unique: {boards}", boards=", ".join(several)))
        spent, clues = [each.seconds for each in mine], [len(each.puzzle.clues()) for each in mine]
        rows.append((f"{size}x{size}", boards, boards - len(several), statistics.median(spent), max(spent),
                     float(statistics.median(clues))))
    head = columns("size", "boards", "unique", "median s", "max s", Column("clues", 0))
    return Finding(head, tuple(rows), notes=(say("Above 14x14 the study gave up carving and removed clues at random."),))


def experiments() -> list[Experiment]:
    def sizes(default: str) -> Numbers:
        return Numbers("sizes", "Sizes", default, (), "from-to, or with commas between", 3, 60)

    def boards(default: int) -> Option:
        return Option("boards", "Boards a size", default, (), "", 1, 10_000)

    seconds = Option("seconds", "Seconds a board", 180.0, (), "a solver that needs longer is stopped", 0.01, 86_400)
    threads = Option("workers", "Threads", 1, (), "of CP-SAT and HiGHS", 1, 64)
    return [
        Experiment("table-1", "Table 1: size of the model and CP-SAT's time, beside the search kernel", table_1, "",
                   (sizes("5-18"), boards(5), seconds, threads, Option("solve", "Solve, too", True, (), "off: count only"))),
        Experiment("equations", "Table 1's counts, board by board and equation by equation", equations, "",
                   (sizes("5-18"), boards(25), Option("as", "Count as", AUTHORS, (AUTHORS, TEXT, OURS),
                                                      "authors: their program; text: their paper; ours: what is solved"))),
        Experiment("figure-5", "Figure 5: the solvers on 10x10 boards", figure_5, "",
                   (boards(10), seconds, Option("size", "Size", 10, (), "", 3, 60), threads)),
        Experiment("figure-6", "Figure 6: CP-SAT's time by size, with quartiles and outliers", figure_6, "",
                   (sizes("5-18"), boards(10), seconds, threads)),
        Experiment("uniqueness", "Uniqueness proofs by the search kernel", uniqueness, "", (sizes("5-14"), boards(25))),
        Experiment("generation", "Algorithm 1 with the search kernel, or random clue removal", generation, "",
                   (sizes("10,14,18"), boards(5), Option("mode", "Mode", "unique", ("unique", "random"),
                                                         "random: the study's second mode, many solutions")), False),
    ]  # fmt: skip
