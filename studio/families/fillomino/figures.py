"""Figures 9 to 13 of the thesis and the chapter's two times, made again: boards, runs, tables and plots."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random

from studio.core.engine import Cancel, Option, SolveResult
from studio.core.parts import GenerateRequest
from studio.core.puzzle import Puzzle
from studio.core.say import marked, say
from studio.core.study import (
    BARS,
    LINE,
    Axis,
    Column,
    Experiment,
    Finding,
    Plot,
    Question,
    Recipe,
    Series,
    Value,
    Workbench,
    columns,
    published,
    trend,
)
from studio.families.fillomino.model import BASIC, CHALLENGING, Terms, is_basic
from studio.families.fillomino.published import CHAPTER, FIGURE_13, FIGURES_9_TO_12

Size = tuple[int, int]
FIGURES: dict[str, tuple[Size, ...]] = {"figure-9": ((5, 10), (10, 10)), "figure-10": ((10, 15), (15, 15)),
                                        "figure-11": ((15, 20), (20, 20))}
EMPTY_BASIC = 0.6
"""of the cells of the thesis' boards (section 9.1: approximately 60 %)"""
EMPTY_CHALLENGING = 0.7
"""the mean of the hundred boards of Figure 13"""
STRATEGIES = {"forced": False}
"""The author's program has single exit and reachability, and no structurally forced cells."""


# --- boards -----------------------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class MadeBoard(Recipe):
    """A board with one solution and about so many empty cells: clues go in random order while it stays the only one."""

    rows: int
    cols: int
    seed: int
    variant: str
    empty: float

    @property
    def name(self) -> str:
        return f"{self.rows}x{self.cols} seed {self.seed}"

    def needs(self) -> tuple[str, str]:
        return "fillomino", "auto"

    def make(self, cancel: Cancel) -> Puzzle:
        from studio.families.fillomino.generate import PROTECTED, full_board
        from studio.families.fillomino.kernel.solve import solve_board

        rng = Random(f"{self.rows} {self.cols} {self.seed} {self.variant}")
        full = full_board(GenerateRequest(self.rows, self.cols, self.seed, values={"variant": self.variant}), rng, cancel)
        givens = list(full.givens)
        kept = set(full.extra.get(PROTECTED, ()))
        order = [cell for cell in full.grid.cells() if cell not in kept]
        rng.shuffle(order)
        for cell in order:
            if givens.count(0) >= self.empty * full.grid.size:
                break
            before, givens[cell] = givens[cell], 0
            if len(solve_board(full.grid, givens, Terms.of(full), 2, cancel).answers) > 1:
                givens[cell] = before
        return replace(full, givens=tuple(givens), extra={})


def basic_boards(bench: Workbench, sizes: Sequence[Size], boards: int) -> list[Puzzle]:
    """The Puzzle Baron boards of these sizes among the files, at most so many of each; or boards made like them."""
    def make() -> list[Puzzle]:
        return _made(bench, [MadeBoard(rows, cols, seed, BASIC, EMPTY_BASIC) for rows, cols in sizes
                             for seed in range(1, boards + 1)])

    recipe = say("basic, seeds 1 to {boards} of every size, about {share:.0%} of the cells empty, as in 9.1",
                 boards=boards, share=EMPTY_BASIC)
    found: list[Puzzle] = []
    for puzzle in bench.boards(make, recipe):
        size = puzzle.grid.rows, puzzle.grid.cols
        alike = sum((other.grid.rows, other.grid.cols) == size for other in found)
        if is_basic(puzzle) and size in sizes and alike < boards:
            found.append(puzzle)
    return found


def _made(bench: Workbench, recipes: Sequence[MadeBoard]) -> list[Puzzle]:
    return [fresh.puzzle for fresh in bench.make_all(recipes, (0.0, 0.3))]


def baron_number(puzzle: Puzzle) -> int:
    """The number of a Puzzle Baron board of the thesis, 0 if it is none."""
    named = re.fullmatch(rf"{puzzle.grid.rows}x{puzzle.grid.cols}PB(\d+)", puzzle.title)
    return int(named.group(1)) if named else 0


def janko_number(puzzle: Puzzle) -> int:
    return int(puzzle.title) if re.fullmatch(r"\d{1,4}", puzzle.title) else 0


def empty_cells(puzzle: Puzzle) -> int:
    return puzzle.givens.count(0)


# --- Figures 9 to 12 ----------------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Pair:
    """A board with both methods, ours and published."""

    puzzle: Puzzle
    strategies: SolveResult | None
    smt: SolveResult

    @property
    def theirs(self) -> tuple[int | None, float | None, float | None]:
        size = self.puzzle.grid.rows, self.puzzle.grid.cols
        return FIGURES_9_TO_12.get(size, {}).get(baron_number(self.puzzle), (None, None, None))


def _seconds(result: SolveResult | None) -> float | None:
    return None if result is None else result.seconds if result.answered else float("inf")


def compare(bench: Workbench, puzzles: Sequence[Puzzle], seconds: float, smt_only: bool = False) -> list[Pair]:
    asked = [(Question(puzzle, "smt", seconds), *(() if smt_only else (strategies(puzzle, seconds),))) for puzzle in puzzles]
    results = iter(bench.solve_all([question for some in asked for question in some], (0.3, 1.0)))
    found = []
    for puzzle in puzzles:
        smt = next(results)
        found.append(Pair(puzzle, None if smt_only else next(results), smt))
    return found


def strategies(puzzle: Puzzle, seconds: float) -> Question:
    return Question(puzzle, "thesis", seconds, 1, STRATEGIES)


def solving_times(sizes: Sequence[Size], title: str) -> Callable[..., Finding]:
    def run(bench: Workbench, boards: int, seconds: float) -> Finding:
        pairs = compare(bench, basic_boards(bench, sizes, boards), seconds)
        rows: list[tuple[Value, ...]] = []
        for pair in pairs:
            depth, own, smt = pair.theirs
            assert pair.strategies is not None
            rows.append((pair.puzzle.title, empty_cells(pair.puzzle), _seconds(pair.strategies), own, _seconds(pair.smt), smt,
                         pair.strategies.stats["max_depth"], depth, pair.strategies.stats["guesses"]))
        head = columns("board", "empty cells", "strategies s", published("strategies s"), "SMT s", published("SMT s"),
                       "max depth", published("max depth"), "guesses")
        return Finding(head, tuple(rows), (_times_plot(title, rows, seconds), _depth_plot(rows)), _told(pairs, seconds))

    return run


def _told(pairs: Sequence[Pair], seconds: float) -> tuple[str, ...]:
    own = [pair.strategies for pair in pairs if pair.strategies is not None]
    free = sum(result.answered and not result.stats["guesses"] for result in own)
    known = [pair.theirs[0] for pair in pairs if pair.theirs[0] is not None]
    without = (say("Without a guess: {free} of {boards} (published: {known} of {all}).", free=free, boards=len(pairs),
                   known=sum(depth == 0 for depth in known), all=len(known)) if known else
               say("Without a guess: {free} of {boards}.", free=free, boards=len(pairs)))
    return (say("{without} Strategies: single exit and reachability, as in the author's program.", without=without),
            say("At most {seconds:g} s each. The depth is that of section 6.2. Times of the study are of its author's "
                "machine.", seconds=seconds))


def _points(rows: Sequence[tuple[Value, ...]], place: int, finite: bool = True, limit: float = 0.0
            ) -> tuple[tuple[float, float], ...]:
    found = []
    for x, row in enumerate(rows):
        value = row[place]
        if isinstance(value, int | float) and (value != float("inf")) == finite:
            found.append((float(x), float(value) if finite else limit))
    return tuple(found)


def _times_plot(title: str, rows: Sequence[tuple[Value, ...]], limit: float) -> Plot:
    labels = tuple(str(row[0]) for row in rows)
    series = tuple(Series(name, _points(rows, place), published=theirs, unfinished=_points(rows, place, False, limit))
                   for name, place, theirs in ((marked("strategies"), 2, False), (marked("strategies, published"), 3, True),
                                               ("SMT", 4, False), (marked("SMT, published"), 5, True)))
    return Plot(title, Axis("board", labels=labels), Axis("time", log=True, seconds=True), series, down=len(labels) > 8)


def _depth_plot(rows: Sequence[tuple[Value, ...]]) -> Plot:
    labels = tuple(str(row[0]) for row in rows)
    series = (Series("depth", _points(rows, 6)), Series("depth, published", _points(rows, 7), published=True))
    return Plot("Maximum depth", Axis("board", labels=labels), Axis("depth (6.2)", whole=True), series, down=len(labels) > 8)


def depths(bench: Workbench, boards: int, seconds: float) -> Finding:
    """Strategies alone on all boards: how many need no guess, and how deep the others go; the thesis' four have a row."""
    puzzles = basic_boards(bench, [size for some in FIGURES.values() for size in some], boards)
    results = bench.solve_all([strategies(puzzle, seconds) for puzzle in puzzles], (0.3, 1.0))
    runs = {puzzle.title: result for puzzle, result in zip(puzzles, results, strict=True)}
    theirs = {f"{rows}x{cols}PB{board}": row[0] for (rows, cols), some in FIGURES_9_TO_12.items()
              for board, row in some.items()}
    free = [title for title, result in runs.items() if result.answered and not result.stats["guesses"]]
    deep = [title for title, depth in theirs.items() if depth]
    shown = dict.fromkeys([*deep, *(title for title in runs if title not in free)])
    rows = tuple((title, runs[title].stats["max_depth"], runs[title].stats["guesses"], theirs.get(title), "") if title in runs
                 else (title, None, None, theirs.get(title), marked("the board is not among the files")) for title in shown)
    known = [title for title in runs if title in theirs]
    without = (say("Without a guess: {free} of {boards} boards; published: {known} of these {all}, 56 of all 60.",
                   free=len(free), boards=len(runs), known=sum(not theirs[title] for title in known),
                   all=len(known)) if known else
               say("Without a guess: {free} of {boards} boards.", free=len(free), boards=len(runs)))
    notes = (without,
             say("Strategies: single exit and reachability, as in the author's program; a guess is every number that fits "
                 "(6.1)."))
    return Finding(columns("board", "max depth", "guesses", published("max depth"), "remark"), rows, (_deep_plot(rows),), notes)


def _deep_plot(rows: Sequence[tuple[Value, ...]]) -> Plot:
    labels = tuple(str(row[0]) for row in rows)
    return Plot("Section 6.2: the boards that need guesses", Axis("board", labels=labels), Axis("maximum depth"),
                (Series("depth", _points(rows, 1), BARS), Series("depth, published", _points(rows, 3), BARS, published=True)))


def over_empty(title: str, ours: Sequence[tuple[float, float]], theirs: Sequence[tuple[float, float]],
               unfinished: Sequence[tuple[float, float]]) -> tuple[Plot, tuple[str, ...]]:
    """Seconds over empty cells, each with its line of least squares and Pearson's correlation."""
    series, notes = [], []
    for name, points, published_ in (("SMT", ours, False), (marked("SMT, published"), theirs, True)):
        line = trend(points)
        note = "" if line is None else f"r = {line[2]:.2f}"
        series.append(Series(name, tuple(points), published=published_, note=note,
                             unfinished=() if published_ else tuple(unfinished)))
        if line is not None:
            ends = sorted(points)[0][0], sorted(points)[-1][0]
            series.append(Series(marked("trend, published") if published_ else marked("trend"),
                                 tuple((x, max(0.0, line[0] * x + line[1])) for x in ends), LINE, published=published_))
            notes.append(_slope(name, line, len(points), 0 if published_ else len(unfinished)))
    plot = Plot(title, Axis("empty cells"), Axis("time", seconds=True), tuple(series))
    return plot, tuple(notes)


def _slope(name: str, line: tuple[float, float, float], boards: int, stopped: int) -> str:
    if stopped:
        return say("{name}: {slope:.4f} s for every empty cell more, correlation {r:.2f} ({boards} boards; {stopped} that were "
                   "stopped are left out)", name=name, slope=line[0], r=line[2], boards=boards, stopped=stopped)
    return say("{name}: {slope:.4f} s for every empty cell more, correlation {r:.2f} ({boards} boards)", name=name,
               slope=line[0], r=line[2], boards=boards)


def figure_12(bench: Workbench, boards: int, seconds: float) -> Finding:
    sizes = [size for some in FIGURES.values() for size in some]
    pairs = compare(bench, basic_boards(bench, sizes, boards), seconds, smt_only=True)
    rows = tuple((pair.puzzle.title, empty_cells(pair.puzzle), _seconds(pair.smt), pair.theirs[2]) for pair in pairs)
    ours = [(float(row[1]), row[2]) for row in rows if row[2] is not None and row[2] != float("inf")]
    theirs = [(float(row[1]), row[3]) for row in rows if row[3] is not None]
    late = [(float(row[1]), seconds) for row in rows if row[2] == float("inf")]
    plot, notes = over_empty(marked("Figure 12: SMT over empty cells, basic variant"), ours, theirs, late)
    return Finding(columns("board", "empty cells", "SMT s", published("SMT s")), rows, (plot,), notes)


# --- Figure 13, and the chapter -----------------------------------------------------------------------------------------
def challenging_boards(bench: Workbench, rows: int, cols: int, boards: int) -> list[Puzzle]:
    def make() -> list[Puzzle]:
        return _made(bench, [MadeBoard(rows, cols, seed, CHALLENGING, EMPTY_CHALLENGING) for seed in range(1, boards + 1)])

    recipe = say("challenging, {rows}x{cols}, seeds 1 to {boards}, about {share:.0%} of the cells empty",
                 rows=rows, cols=cols, boards=boards, share=EMPTY_CHALLENGING)
    fitting = [puzzle for puzzle in bench.boards(make, recipe)
               if (puzzle.grid.rows, puzzle.grid.cols) == (rows, cols) and not is_basic(puzzle)]
    return fitting[:boards]


def figure_13(bench: Workbench, boards: int, seconds: float) -> Finding:
    rows: list[tuple[Value, ...]] = []
    ours, theirs, late = [], [], []
    for pair in compare(bench, challenging_boards(bench, 10, 10, boards), seconds, smt_only=True):
        empty, spent = float(empty_cells(pair.puzzle)), _seconds(pair.smt)
        study = FIGURE_13.get(janko_number(pair.puzzle), (None, None))[1]
        rows.append((pair.puzzle.title, int(empty), spent, study))
        if pair.smt.answered:
            ours.append((empty, pair.smt.seconds))
        else:
            late.append((empty, seconds))
    theirs = [(float(empty), spent) for empty, spent in FIGURE_13.values() if spent is not None]
    plot, notes = over_empty(marked("Figure 13: SMT over empty cells, challenging variant, 10x10"), ours, theirs, late)
    over = sum(spent is None for _, spent in FIGURE_13.values())
    told = say("Published: all 100 boards of the study, {over} of them not solved within 300 s. Here at most {seconds:g} s "
               "each.", over=over, seconds=seconds)
    return Finding(columns("board", "empty cells", "SMT s", published("SMT s")), tuple(rows), (plot,), (*notes, told))


def chapter(bench: Workbench, seconds: float, workers: int) -> Finding:
    """janko 5 and 91, where they are among the files; else one board of either size."""
    def make() -> list[Puzzle]:
        return _made(bench, [MadeBoard(size, size, 1, CHALLENGING, EMPTY_CHALLENGING) for size in (8, 10)])

    chosen = [puzzle for puzzle in bench.boards(make, say("8x8 and 10x10, challenging, seed 1"))
              if not bench.paths or janko_number(puzzle) in CHAPTER]
    engines: list[tuple[str, dict[str, int]]] = [("cpsat", {"workers": workers}), ("auto", {})]
    results = bench.solve_all([Question(puzzle, engine, seconds, 1, values) for puzzle in chosen for engine, values in engines])
    rows: list[tuple[Value, ...]] = [
        (puzzle.title, f"{puzzle.grid.rows}x{puzzle.grid.cols}", _seconds(model), CHAPTER.get(janko_number(puzzle)),
         kernel.seconds) for puzzle, model, kernel in zip(chosen, results[::2], results[1::2], strict=True)]
    head = columns("board", "size", "CP-SAT s", Column("CP-SAT s, about", 2, published=True), Column("kernel s", 4))
    notes = (say("V is as large as a region can be (the chapter takes it from its reader); {workers} thread(s).",
                 workers=workers),)
    labels = tuple(str(row[0]) for row in rows)
    plot = Plot("The chapter's model", Axis("board", labels=labels), Axis("time", log=True, seconds=True),
                (Series("CP-SAT", _points(rows, 2)), Series("CP-SAT, published", _points(rows, 3), published=True),
                 Series("kernel", _points(rows, 4))))
    return Finding(head, tuple(rows), (plot,), notes)


def _options(boards: int, seconds: float) -> tuple[Option, ...]:
    return (Option("boards", "Boards a size", boards, (), "", 1, 1000),
            Option("seconds", "Seconds a board", seconds, (), "a run that takes longer is stopped", 0.01, 86_400))


def _figure(experiment_id: str, sizes: Sequence[Size]) -> Experiment:
    first, second = (f"{rows}x{cols}" for rows, cols in sizes)
    title = say("Figure {number}: strategies and SMT, basic variant, {first} and {second}",
                number=experiment_id.removeprefix("figure-"), first=first, second=second)
    return Experiment(experiment_id, title, solving_times(sizes, title), "the thesis' boards: a folder of Puzzle Baron files",
                      _options(10, 600.0))


EXPERIMENTS = (
    *(_figure(name, sizes) for name, sizes in FIGURES.items()),
    Experiment("section-6.2", "Section 6.2: boards without a guess, and the depth of the others", depths,
               "the thesis' boards: a folder of Puzzle Baron files", _options(10, 60.0)),
    Experiment("figure-12", "Figure 12: SMT over empty cells, basic variant", figure_12, "", _options(10, 600.0)),
    Experiment("figure-13", "Figure 13: SMT over empty cells, challenging variant, 10x10", figure_13,
               "the thesis' boards: a folder of janko files", _options(100, 300.0)),
    Experiment("chapter-16", "The CP-SAT chapter: its 80 ms and 4 s", chapter, "a folder with janko 5 and 91",
               (_options(1, 120.0)[1], Option("workers", "Threads", 1, (), "of CP-SAT", 1, 64))),
)
