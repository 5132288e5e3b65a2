"""The words of the two SMT encodings: spanning trees (chapter 8) and Warshall's algorithm."""

from __future__ import annotations

from collections.abc import Mapping

from studio.core.grid import Grid
from studio.core.say import marked, say
from studio.solvers.smt_words import AT_LEAST, AT_MOST, EQUAL, UNEQUAL, Cells, Vocabulary


def vocabulary(grid: Grid) -> Vocabulary:
    return Vocabulary(lambda name: _noun(grid, name), lambda name, holds: _joined(grid, name, holds),
                      lambda parts, how, bound: _compare(grid, parts, how, bound),
                      lambda condition, value: _branch(grid, condition, value))


def _cells(name: str) -> tuple[str, Cells]:
    kind, *numbers = name.split("_")
    return kind, tuple(int(number) for number in numbers)


def _noun(grid: Grid, name: str) -> tuple[str, Cells]:
    kind, cells = _cells(name)
    where = [grid.cell_name(cell) for cell in cells]
    nouns = {"n": marked("the number in {x}"), "s": marked("the branch at {x}"), "r": marked("the root of {x}")}
    if kind == "e":
        return say("the way from {x} to {y}", x=where[0], y=where[1]), cells
    return say(nouns[kind], x=where[0]) if kind in nouns else name, cells


def _joined(grid: Grid, name: str, holds: bool) -> tuple[str, Cells]:
    """c_x_y_k of Warshall's algorithm."""
    _, (x, y, through) = _cells(name)
    first, last = grid.cell_name(x), grid.cell_name(y)
    if not through:
        return (say("{x} and {y} have the same number", x=first, y=last) if holds
                else say("{x} and {y} have different numbers", x=first, y=last)), (x, y)
    by = grid.cell_name(through - 1)
    return (say("{x} and {y} are joined by cells up to {by}", x=first, y=last, by=by) if holds
            else say("{x} and {y} are not joined by cells up to {by}", x=first, y=last, by=by)), (x, y)


def _branch(grid: Grid, condition: str, value: str) -> str | None:
    """s_y where the tree goes on to y."""
    kind, cells = _cells(value)
    if kind != "s":
        return None
    return say("the branch at {y} (0 unless {condition})", y=grid.cell_name(cells[0]), condition=condition)


def _compare(grid: Grid, parts: Mapping[str, int], how: str, bound: int) -> str | None:
    """Edges are 0 or 1, roots are cells: both have sentences of their own."""
    if not all(part[1:2] == "_" for part in parts):
        return None
    named = [(*_cells(name), factor) for name, factor in parts.items()]
    if len(named) == 1 and named[0][0] == "e" and named[0][2] == 1:
        return _hangs(grid, named[0][1], how, bound)
    edges = all(kind == "e" and factor == 1 for kind, _, factor in named)
    if named and edges and len({cells[1] for _, cells, _ in named}) == 1:
        return _parents(grid, [cells for _, cells, _ in named], how, bound)
    if len(named) == 1 and named[0][0] == "r" and how in (EQUAL, UNEQUAL) and 0 <= bound < grid.size:
        x, root = grid.cell_name(named[0][1][0]), grid.cell_name(bound)
        return say("{x} belongs to the tree of {root}", x=x, root=root) if how == EQUAL else say(
            "{x} does not belong to the tree of {root}", x=x, root=root)
    if len(named) == 2 and not bound and how in (EQUAL, UNEQUAL) and named[0][0] == named[1][0] and named[0][0] in "nr":
        x, y = (grid.cell_name(cells[0]) for _, cells, _ in named)
        what = {("n", EQUAL): marked("{x} and {y} have the same number"),
                ("n", UNEQUAL): marked("{x} and {y} have different numbers"),
                ("r", EQUAL): marked("{x} and {y} belong to one tree"),
                ("r", UNEQUAL): marked("{x} and {y} belong to different trees")}
        return say(what[named[0][0], how], x=x, y=y)
    return None


def _hangs(grid: Grid, edge: Cells, how: str, bound: int) -> str | None:
    """The tree goes from x to y, or it does not."""
    allowed = [value for value in (0, 1) if {AT_LEAST: value >= bound, AT_MOST: value <= bound, EQUAL: value == bound,
                                             UNEQUAL: value != bound}[how]]
    x, y = (grid.cell_name(cell) for cell in edge)
    if allowed == [1]:
        return say("{y} hangs on {x}", x=x, y=y)
    return say("{y} does not hang on {x}", x=x, y=y) if allowed == [0] else None


def _parents(grid: Grid, edges: list[Cells], how: str, bound: int) -> str | None:
    """How many of its neighbours a cell hangs on."""
    y = grid.cell_name(edges[0][1])
    around = ", ".join(grid.cell_name(x) for x, _ in edges)
    if (how, bound) in ((AT_LEAST, 1), (EQUAL, 1), (UNEQUAL, 0)):
        return say("{y} hangs on one of {around}", y=y, around=around)
    if (how, bound) in ((AT_MOST, 0), (EQUAL, 0), (UNEQUAL, 1)):
        return say("{y} hangs on none of {around}", y=y, around=around)
    return None
