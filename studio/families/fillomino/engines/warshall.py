"""Connectivity by Warshall's algorithm: the other of Tom van Bussel's two encodings, which the thesis names (chapter 7).

c_x_y_k: x and y are joined by cells of equal number, all of those between them among the first k cells. In the end every cell
is joined with exactly as many cells as its number says. The conditions grow with the cube of the board; those that cannot hold
are left out, and the two directions are one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from studio.core.grid import Grid
from studio.core.puzzle import BadPuzzle
from studio.core.say import say
from studio.families.fillomino.model import Terms

MOST_CELLS = 81
Pair = tuple[int, int]


def warshall_lines(grid: Grid, numbers: Mapping[int, int], clues: Sequence[int] | None, terms: Terms) -> Iterator[str]:
    """The encoding of a board with some numbers known; `clues` (basic variant): each cell is joined with one of these."""
    if grid.size > MOST_CELLS:
        raise BadPuzzle(say("Warshall's encoding is for boards of at most {most} cells, this one has {size}", most=MOST_CELLS,
                            size=grid.size))
    yield "(set-logic QF_UFLIA)"
    yield from (f"(declare-fun n_{x} () Int)" for x in grid.cells())
    yield from (f"(assert (and (<= 1 n_{x}) (<= n_{x} {terms.limit or grid.size})))" for x in grid.cells())
    yield from (f"(assert (= n_{x} {number}))" for x, number in sorted(numbers.items()))
    yield from (f"(assert (not (= n_{x} n_{y})))" for x, y in terms.walls)
    joined: dict[Pair, str] = {}
    for x, y in grid.adjacent_pairs():
        joined[x, y] = f"c_{x}_{y}_0"
        yield f"(declare-fun c_{x}_{y}_0 () Bool)"
        yield f"(assert (= c_{x}_{y}_0 (= n_{x} n_{y})))"
    for k in grid.cells():
        yield from _through(k, joined)
    for x in grid.cells():
        with_x = [joined[min(x, y), max(x, y)] for y in grid.cells() if y != x and (min(x, y), max(x, y)) in joined]
        yield f"(assert (= n_{x} (+ 1 0 {' '.join(f'(ite {name} 1 0)' for name in with_x)})))"
        if clues is not None and x not in clues:
            near = [joined[min(x, y), max(x, y)] for y in clues if (min(x, y), max(x, y)) in joined]
            yield f"(assert (or false {' '.join(near)}))"


def _through(k: int, joined: dict[Pair, str]) -> Iterator[str]:
    """One round of the algorithm: pairs that may be joined through cell k."""
    before = dict(joined)
    ends = [x if y == k else y for x, y in before if k in (x, y)]
    for place, x in enumerate(sorted(ends)):
        for y in sorted(ends)[place + 1 :]:
            way = f"(and {before[min(x, k), max(x, k)]} {before[min(y, k), max(y, k)]})"
            name = f"c_{x}_{y}_{k + 1}"
            joined[x, y] = name
            yield f"(declare-fun {name} () Bool)"
            yield f"(assert (= {name} {f'(or {before[x, y]} {way})' if (x, y) in before else way}))"
