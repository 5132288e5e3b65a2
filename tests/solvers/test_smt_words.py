"""Z3's terms in an encoding's words: read for all values, the sentence means what the term means."""

from __future__ import annotations

import pytest

from studio.core.grid import Grid
from studio.families.fillomino.engines.smt_words import vocabulary as trees
from studio.families.fobidoshi.kernel.smt_instance import vocabulary as vertices
from studio.solvers.smt_words import Reader, Unreadable

z3 = pytest.importorskip("z3")
GRID = Grid(2, 3)
E = [[z3.Int(f"e_{x}_{y}") for y in range(6)] for x in range(6)]


def tree(term: object, holds: bool = True) -> str:
    return Reader(trees(GRID)).read(term, holds)[0]


def test_an_edge_says_which_cell_hangs_on_which() -> None:
    assert tree(E[0][1] == 1) == tree(E[0][1] >= 1) == tree(E[0][1] <= 0, False) == "r1c2 hangs on r1c1"
    assert tree(E[0][1] == 1, False) == tree(E[0][1] == 0) == "r1c2 does not hang on r1c1"
    assert tree(E[0][1] + E[2][1] >= 1) == "r1c2 hangs on one of r1c1, r1c3"
    assert tree(E[0][1] + E[2][1] <= 0) == "r1c2 hangs on none of r1c1, r1c3"


def test_numbers_roots_and_branches() -> None:
    n, r, s = ([z3.Int(f"{name}_{x}") for x in range(6)] for name in "nrs")
    assert tree(n[0] == n[1], False) == "r1c1 and r1c2 have different numbers"
    assert tree(r[0] == 5) == "r1c1 belongs to the tree of r2c3"
    assert tree(z3.Not(r[0] == r[3])) == "r1c1 and r2c1 belong to different trees"
    assert tree(s[0] + -1 * z3.If(E[0][1] == 1, s[1], 0) >= 1) == (
        "the branch at r1c1 at least the branch at r1c2 (0 unless r1c2 hangs on r1c1) + 1")
    assert tree(s[4] == 3) == "the branch at r2c2 equals 3"
    text, cells = Reader(trees(GRID)).read(z3.Or(E[0][1] == 1, n[4] == 2), False)
    assert text == "r1c2 does not hang on r1c1 and the number in r2c2 differs from 2" and set(cells) == {0, 1, 4}


def test_circles_and_vertex_values() -> None:
    a, b, x = z3.Int("Vx0y0"), z3.Int("Vx1y0"), z3.Int("x2y1")
    read = Reader(vertices(GRID)).read
    assert read(x == 1, True) == ("a circle in r2c3", (5,))
    assert read(z3.Or(z3.Not(x == 1), a + -1 * b >= 0), False)[0] == (
        "a circle in r2c3 and r1c2 hangs on r1c1 or beyond it: its vertex value is larger")
    assert read(a + -1 * b <= 0, False)[0] == "r1c1 hangs on r1c2 or beyond it: its vertex value is larger"


def test_what_has_no_words_says_so() -> None:
    with pytest.raises(Unreadable):
        tree(z3.Int("n_0") * z3.Int("n_1") >= 3)
