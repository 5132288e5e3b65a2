"""The thesis' spanning-tree encoding (chapter 8) as SMT-LIB 2 text. Equation numbers are the thesis' section numbers.

One tree per region, directed away from a root: e_x_y = 1 if the tree goes from cell x to its neighbour y; n_x the number in x,
s_x the cells of the subtree below x, r_x the root of its tree.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from studio.core.grid import Grid
from studio.families.fillomino.model import Terms

PLAIN = Terms()


def smt_lines(grid: Grid, numbers: Mapping[int, int], terms: Terms = PLAIN) -> Iterator[str]:
    """The encoding of a board with some numbers known: 8.2 to 8.10, and nothing else.

    Given borders and the largest region (`terms`) are not in the thesis: two numbers differ, a number is at most the limit.
    """
    yield "(set-logic QF_UFLIA)"
    yield from _declarations(grid)
    yield from _edges(grid)
    for cell, number in sorted(numbers.items()):  # 8.5
        yield f"(assert (= n_{cell} {number}))"
    for x in grid.cells():
        yield from _cell(grid, x)
    for x in grid.cells():
        for y in grid.neighbours(x):
            yield f"(assert (=> (= e_{x}_{y} 1) (= n_{x} n_{y})))"  # 8.8
            yield f"(assert (=> (= n_{x} n_{y}) (= r_{x} r_{y})))"  # 8.10
    for x, y in terms.walls:
        yield f"(assert (not (= n_{x} n_{y})))"
    if terms.limit:
        yield from (f"(assert (<= n_{x} {terms.limit}))" for x in grid.cells())


def clue_roots(grid: Grid, clues: Sequence[int]) -> list[str]:
    """Ours, for the basic variant: every region holds a clue and can be rooted in it, so all other cells have a parent."""
    return [f"(assert (= {_incoming(grid, x)} 1))" for x in sorted(set(grid.cells()) - set(clues))]


def _declarations(grid: Grid) -> Iterator[str]:
    for x in grid.cells():
        for name in ("n", "s", "r"):
            yield f"(declare-fun {name}_{x} () Int)"
        for y in grid.neighbours(x):
            yield f"(declare-fun e_{x}_{y} () Int)"


def _edges(grid: Grid) -> Iterator[str]:
    for x in grid.cells():
        for y in grid.neighbours(x):
            yield f"(assert (or (= e_{x}_{y} 0) (= e_{x}_{y} 1)))"  # 8.2
            if x < y:
                yield f"(assert (<= (+ e_{x}_{y} e_{y}_{x}) 1))"  # 8.3, once for each pair


def _incoming(grid: Grid, x: int) -> str:
    terms = " ".join(f"e_{y}_{x}" for y in grid.neighbours(x))
    return f"(+ 0 {terms})" if terms else "0"


def _cell(grid: Grid, x: int) -> Iterator[str]:
    incoming = _incoming(grid, x)
    children = " ".join(f"(ite (= e_{x}_{y} 1) s_{y} 0)" for y in grid.neighbours(x))
    yield f"(assert (<= {incoming} 1))"  # 8.4
    yield f"(assert (=> (= {incoming} 0) (= s_{x} n_{x})))"  # 8.6
    yield f"(assert (= s_{x} (+ 1 0 {children})))"  # 8.7
    yield f"(assert (=> (= {incoming} 0) (= r_{x} {x})))"  # 8.9


def questions(title: str, lines: Sequence[str], grid: Grid) -> str:
    """A file for any SMT solver: the encoding, the question, and the numbers to show."""
    shown = "(get-value (" + " ".join(f"n_{x}" for x in grid.cells()) + "))"
    return "\n".join([f"; {title}", *lines, "(check-sat)", shown]) + "\n"
