"""Figure 3.3: the colourings that forbid four boards, counted; every claim is checked placement by placement."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from studio.core.say import say
from studio.core.study import BARS, Axis, Column, Finding, Plot, Series, Value, Workbench, published
from studio.families.tiling.model.placements import find_placements
from studio.families.tiling.model.problem import Problem
from studio.families.tiling.model.words import either
from studio.families.tiling.studies.instances import Instance, forbidden, mutilated, wide_angles

Colouring = Callable[[int, int], int]


def the_four() -> list[tuple[Instance, str, Colouring, str | None]]:
    """Instance, the colouring in words and as a function of row and column, and the counts that the study tells."""
    return [
        (mutilated([(10, 10)])[0], say("checkerboard"), lambda r, c: (r + c) % 2, None),
        (wide_angles([5])[0], say("three colours along the diagonals"), lambda r, c: (r - c) % 3, "26, 25, 24"),
        (forbidden("4I", [(10, 10)])[0], say("checkerboard of 2x2 squares"), lambda r, c: (r // 2 + c // 2) % 2, None),
        (forbidden("4L", [(10, 10)])[0], say("stripes"), lambda r, c: c % 2, None),
    ]


def colour_counts(problem: Problem, colour: Colouring) -> list[int]:
    """Cells of each colour on the board, most first."""
    counts = Counter(colour(*divmod(int(i), problem.cols)) for i in problem.board_cells())
    return sorted(counts.values(), reverse=True)


def tile_counts(problem: Problem, colour: Colouring) -> list[tuple[int, ...]]:
    """All ways in which a placed piece covers the colours."""
    colours = sorted({colour(*divmod(int(i), problem.cols)) for i in problem.board_cells()})
    placements = find_placements(problem)
    found = set()
    for p in range(len(placements)):
        here = Counter(colour(*divmod(i, problem.cols)) for i in placements.of(p))
        found.add(tuple(here[each] for each in colours))
    return sorted(found)


def figure_3_3(bench: Workbench) -> Finding:
    rows: list[tuple[Value, ...]] = []
    series: dict[int, list[tuple[float, float]]] = {}
    for k, (instance, words, colour, told) in enumerate(the_four()):
        bench.progress(k / 4, instance.name)
        board, ways = colour_counts(instance.problem, colour), tile_counts(instance.problem, colour)
        covers = either("+".join(map(str, way)) for way in ways)
        rows.append((instance.name, words, ", ".join(map(str, board)), told, covers, _why(instance.problem, board, ways)))
        for number, cells in enumerate(board):
            series.setdefault(number, []).append((float(k), float(cells)))
    plot = Plot("Figure 3.3: cells of each colour", Axis("board", labels=tuple(str(row[0]) for row in rows)), Axis("cells"),
                tuple(Series(say("colour {n}", n=number + 1), tuple(points), BARS) for number, points in series.items()))
    head = (Column("problem"), Column("colouring"), Column("cells of each colour"), published("cells of each colour"),
            Column("a piece covers"), Column("therefore"))
    return Finding(head, tuple(rows), (plot,), (say("`lab tiling proofs` finds and draws such colourings by itself."),))


def _why(problem: Problem, board: list[int], ways: list[tuple[int, ...]]) -> str | None:
    """The contradiction, worked out from the counts; None if the colouring proves nothing."""
    if len(ways) == 1 and len(set(ways[0])) == 1 and len(set(board)) > 1:
        return say("a piece covers every colour equally often, but the board has more cells of one")
    pieces = problem.area // problem.tiles[0].size
    odd = all(way[0] % 2 == 1 for way in ways)
    if odd and board[0] == board[-1] and (board[0] - pieces) % 2:
        return say("{n} pieces each cover an odd number of black cells, together an odd number; the board has {m}",
                   n=pieces, m=board[0])
    return None
