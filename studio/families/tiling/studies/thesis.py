"""The thesis' case studies made again (3.3 many unique tiles, 3.4 colouring invariants), and our own counts and proofs."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from studio.core.engine import Options, SolveResult, Status
from studio.core.parts import Experiment, Progress
from studio.core.puzzle import BadPuzzle, Puzzle
from studio.families.tiling.codecs.tiler_text import load
from studio.families.tiling.model.convert import puzzle_of
from studio.families.tiling.model.problem import HUGE, Problem, rectangle_board
from studio.families.tiling.model.shapes import NAMED, Tile
from studio.families.tiling.samples import PENTOMINOES

ENGINES = "auto,table,mrv,simple,dlx,sat,ilp,csp"
Named = tuple[str, Problem]


def _rectangle(name: str, rows: int, cols: int, tiles: Sequence[Tile], reflections: bool = False) -> Named:
    return name, Problem(rectangle_board(rows, cols), tuple(tiles), reflections)


def _one_each(sizes: str) -> list[Tile]:
    """One piece of every one-sided shape of these sizes."""
    return [Tile(shape, 1, name) for name, shape in NAMED.items() if name[0] in sizes]


def many_unique_problems() -> list[Named]:
    """Rectangles of 3.3: all one-sided shapes once, or the free ones with reflections."""
    free = [Tile(NAMED[name], 1, name) for name in PENTOMINOES]
    tetrominoes = [Tile(NAMED[name], 1, name) for name in ("4I", "4L", "4O", "4T", "4S")]
    found = [_rectangle(f"5-{r:02}x{c}", r, c, _one_each("5")) for r, c in ((3, 30), (6, 15), (9, 10))]
    found += [_rectangle(f"5r-{r:02}x{c}'", r, c, free, True) for r, c in ((4, 15), (5, 12), (6, 10))]
    found += [_rectangle(f"4r-5r-{r:02}x{c}'", r, c, [*tetrominoes, *free], True) for r, c in ((4, 20), (8, 10))]
    return found + [_rectangle(f"2-3-4-5-{r:02}x{c}", r, c, _one_each("2345")) for r, c in ((3, 42), (6, 21), (9, 14))]


def colouring_problems(sizes: Sequence[int] = (6, 10, 14, 22)) -> list[Named]:
    """The four families of Figure 3.3 in growing sizes."""
    found: list[Named] = []
    for n in sizes:
        board = rectangle_board(n, n).copy()
        board[0, 0] = board[-1, -1] = False
        found.append((f"2/corners-{n}x{n}", Problem(board, (Tile(NAMED["2"], None, "2"),))))
    for n in (4, 5, 8, 10):
        board = np.ones((2 * n, 2 * n), dtype=np.bool_)
        board[:n, n:] = False
        found.append((f"3I/L-square-{n}x{2 * n}", Problem(board, (Tile(NAMED["3I"], None, "3I"),))))
    for name in ("4I", "4L"):
        found += [_rectangle(f"{name}/{n}x{n}", n, n, [Tile(NAMED[name], None, name)]) for n in sizes]
    return found


def _problems(paths: Sequence[Path], default: Callable[[], list[Named]]) -> list[Named]:
    """The files named on the command line, or the study's own."""
    if not paths:
        return default()
    files: list[Path] = []
    for path in paths:
        files += sorted(file for file in path.rglob("*") if file.is_file()) if path.is_dir() else [path]
    return [(f"{file.parent.name}/{file.name}", load(file)) for file in files]


def _puzzle(problem: Problem, name: str) -> Puzzle:
    return puzzle_of(problem.board, problem.tiles, problem.reflections, name)


def _shown(result: SolveResult, seconds: float) -> str:
    if result.status is Status.TIMEOUT:
        return f"> {seconds:g}" if result.seconds > 0.9 * seconds else "no proof"
    if not result.answered:
        return result.status.value
    return f"{result.seconds:.4f} {'u' if result.status is Status.NONE else 's'}"


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [list(head), *(list(row) for row in rows)]
    widths = [max(len(line[k]) for line in lines) for k in range(len(head))]
    wordy = [k for k in range(len(head)) if k == 0 or widths[k] > 40]
    text = ["  ".join(cell.ljust(widths[k]) if k in wordy else cell.rjust(widths[k]) for k, cell in enumerate(line)).rstrip()
            for line in lines]
    return "\n".join([text[0], "-" * len(text[0]), *text[1:]]) + "\n"


NOTE = "s solvable, u unsolvable; -: not tried, since a smaller board of the same kind took too long\n"


def side_by_side(problems: list[Named], progress: Progress, engines: str, seconds: float) -> str:
    """Seconds to the first answer of every engine on every problem; all answers checked."""
    names = [name.strip() for name in engines.split(",") if name.strip()]
    rows: list[list[str]] = [[name] for name, _ in problems]
    totals = []
    for k, engine in enumerate(names):
        def tell(number: int, problem: str, k: int = k, engine: str = engine) -> None:
            progress((k + number / len(problems)) / len(names), f"{engine}: {problem}")

        column, total = _column(problems, engine, seconds, tell)
        totals.append(total)
        for row, cell in zip(rows, column, strict=True):
            row.append(cell)
    table = _table(["problem", *names], [*rows, ["seconds in all (solved)", *totals]])
    return table + (NOTE if any("-" in row for row in rows) else NOTE.split(";")[0] + "\n")


def _column(problems: list[Named], engine: str, seconds: float, tell: Callable[[int, str], None]) -> tuple[list[str], str]:
    """One engine on all problems, in a process of its own: the cells of its column, and their sum."""
    from studio.families.tiling.studies.isolated import Isolated

    runner, total, solved = Isolated(engine), 0.0, 0
    too_large: dict[str, int] = {}  # kind of board -> the smallest that took too long
    column = []
    try:
        for number, (name, problem) in enumerate(problems):
            kind = name.rpartition("/")[0]
            tell(number, name)
            if kind in too_large and problem.area > too_large[kind]:
                column.append("-")
                continue
            result = runner.solve(_puzzle(problem, name), Options(1), seconds)
            column.append(_shown(result, seconds))
            total += min(result.seconds or seconds, seconds)
            solved += result.answered
            if kind and column[-1].startswith(">"):
                too_large[kind] = min(problem.area, too_large.get(kind, problem.area))
    finally:
        runner.close()
    return column, f"{total:.2f} ({solved})"


def many_unique(paths: list[Path], progress: Progress, engines: str = ENGINES, seconds: str = "5") -> str:
    return side_by_side(_problems(paths, many_unique_problems), progress, engines, _number(seconds))


def colouring(paths: list[Path], progress: Progress, engines: str = ENGINES + ",colouring", seconds: str = "5") -> str:
    return side_by_side(_problems(paths, colouring_problems), progress, engines, _number(seconds))


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise BadPuzzle(f"{text!r} is not a number of seconds") from None


def proofs(paths: list[Path], progress: Progress) -> str:
    """Every problem's colouring proof, found and verified, with its time; huge boards included."""
    from studio.families.tiling.engines.colouring import ColouringEngine
    from studio.families.tiling.model.placements import find_placements
    from studio.families.tiling.proofs.prover import prove_impossible

    huge = [_rectangle(f"{name}/1002x1002", 1002, 1002, [Tile(NAMED[name], None, name)]) for name in ("4I", "4L")]
    problems = _problems(paths, colouring_problems) + ([] if paths else huge)
    ColouringEngine().warm_up()
    rows = []
    for k, (name, problem) in enumerate(problems):
        progress(k / len(problems), name)
        started = time.perf_counter()
        placements = find_placements(problem) if problem.area <= HUGE else None
        proof = prove_impossible(problem, placements)
        took = 1000 * (time.perf_counter() - started)
        kind = "-" if proof is None else f"mod {proof.modulus}" if proof.modulus else "inequality"
        rows.append([name, f"{took:.1f}", kind, proof.caption() if proof else "none found"])
    return _table(["problem", "ms", "kind", "proof"], rows)


def pentominoes(paths: list[Path], progress: Progress) -> str:
    """All 6x10 tilings by the twelve pentominoes: Algorithm X, the searches, and the count, in one run."""
    from studio.families.tiling.engines.count import CountEngine
    from studio.families.tiling.engines.dlx import DlxEngine
    from studio.families.tiling.engines.mrv import MrvEngine
    from studio.families.tiling.engines.table import TableEngine
    from studio.families.tiling.kernel.counting import count_tilings
    from studio.families.tiling.kernel.cover import DlxSearch, Switches
    from studio.families.tiling.kernel.mrv import MrvSearch
    from studio.families.tiling.kernel.table import TableSearch
    from studio.families.tiling.model.placements import find_placements

    for engine in (DlxEngine(), TableEngine(), MrvEngine(), CountEngine()):
        engine.warm_up()
    problem = Problem(rectangle_board(6, 10), tuple(Tile(NAMED[name], 1, name) for name in PENTOMINOES), True)
    ways: dict[str, Callable[[], int]] = {
        "dlx (Algorithm X)": lambda: _find_all(DlxSearch(problem, Switches())),
        "table search": lambda: _find_all(TableSearch(problem, 20)),
        "most constrained, memo": lambda: _find_all(MrvSearch(problem, find_placements(problem), 20)),
        "frontier count": lambda: count_tilings(problem),
    }
    rows = []
    base = 0.0
    for k, (name, way) in enumerate(ways.items()):
        progress(k / len(ways), name)
        started = time.process_time()
        number = way()
        took = time.process_time() - started
        base = base or took
        rows.append([name, str(number), f"{took:.2f}", f"{took / base:.3f}"])
    return _table(["way", "tilings", "cpu s", "of Algorithm X"], rows)


def _find_all(search: object) -> int:
    from studio.solvers.kernels.search import DONE, SOLUTION

    found = 0
    while True:
        code = search.run(10**9)  # type: ignore[attr-defined]
        if code == SOLUTION:
            search.pieces()  # type: ignore[attr-defined]
            found += 1
        elif code == DONE:
            return found


EXPERIMENTS = (
    Experiment("many-unique", "3.3 Many unique tiles: seconds to the first tiling", many_unique,
               "options: engines=auto,dlx,…  seconds=5; problem files may be named"),
    Experiment("colouring", "3.4 Colouring invariants: seconds to the proof that there is no tiling", colouring,
               "options: engines=auto,dlx,…  seconds=5; problem files may be named"),
    Experiment("proofs", "Colouring proofs found and verified", proofs, "problem files may be named"),
    Experiment("pentominoes", "All tilings of 6x10 by the twelve pentominoes", pentominoes),
)
