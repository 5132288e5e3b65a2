"""The thesis' SMT instance (section 5.1) as SMT-LIB text: cell variables, vertex variables, the connectivity lemma."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from studio.core.grid import Grid
from studio.core.puzzle import Answer, Puzzle
from studio.core.say import say
from studio.families.fobidoshi.model import CIRCLE, CROSS, Field, field
from studio.solvers.smt_words import AT_LEAST, AT_MOST, EQUAL, UNEQUAL, Vocabulary


def cell_name(shape: Field, cell: int) -> str:
    """x{x}y{y}: x counts columns, y rows (Figure 14)."""
    return f"x{cell % shape.cols}y{cell // shape.cols}"


def vertex_name(shape: Field, cell: int) -> str:
    return "V" + cell_name(shape, cell)


def cell_of(shape: Field, text: str) -> int:
    """The first cell that a term of the instance names, -1 if none."""
    found = re.search(r"x(\d+)y(\d+)", text)
    return int(found.group(2)) * shape.cols + int(found.group(1)) if found else -1


def vocabulary(grid: Grid) -> Vocabulary:
    """The instance's constants in words: cells, and the vertex values of the lemma, which grow from the root on."""
    def noun(name: str) -> tuple[str, tuple[int, ...]]:
        if name == "root":
            return say("the root"), ()
        cell = _named_cell(grid, name)
        if name.startswith("V"):
            return say("the vertex value of {cell}", cell=grid.cell_name(cell)), (cell,)
        return say("what is in {cell}", cell=grid.cell_name(cell)), (cell,)

    return Vocabulary(noun, compare=lambda parts, how, bound: _compare(grid, parts, how, bound))


def _named_cell(grid: Grid, name: str) -> int:
    col, row = name.lstrip("V")[1:].split("y")
    return grid.index(int(row), int(col))


def _compare(grid: Grid, parts: Mapping[str, int], how: str, bound: int) -> str | None:
    names = list(parts)
    if len(names) == 1 and how in (EQUAL, UNEQUAL) and parts[names[0]] == 1:
        yes = how == EQUAL
        if names[0] == "root" and 0 <= bound < grid.size:
            cell = grid.cell_name(bound)
            return say("the root is {cell}", cell=cell) if yes else say("the root is not {cell}", cell=cell)
        if names[0][0] == "x":
            cell = grid.cell_name(_named_cell(grid, names[0]))
            if bound == 1:
                return say("a circle in {cell}", cell=cell) if yes else say("no circle in {cell}", cell=cell)
            return say("no circle in {cell}", cell=cell) if yes else None
    if len(names) == 2 and all(name[0] == "V" for name in names) and sorted(parts.values()) == [-1, 1]:
        near, far = sorted(names, key=parts.__getitem__)
        a, b = grid.cell_name(_named_cell(grid, far)), grid.cell_name(_named_cell(grid, near))
        if (how, bound) in ((AT_LEAST, 1), (AT_MOST, -1)):
            a, b = (a, b) if how == AT_LEAST else (b, a)
            return say("{a} hangs on {b} or beyond it: its vertex value is larger", a=a, b=b)
        if (how, bound) in ((AT_MOST, 0), (AT_LEAST, 0)):
            a, b = (a, b) if how == AT_MOST else (b, a)
            return say("{a} does not hang on {b}: its vertex value is not larger", a=a, b=b)
    return None


def instance(puzzle: Puzzle) -> str:
    """Everything up to, but without, `(check-sat)`."""
    shape = field(puzzle.grid.rows, puzzle.grid.cols)
    root = puzzle.givens.index(CIRCLE) if CIRCLE in puzzle.givens else None
    lines = [f"; Fobidoshi {shape.rows}x{shape.cols}: 0 empty, 1 circle, 2 given cross"]  # not for people
    lines += [f"(declare-const {cell_name(shape, cell)} Int)" for cell in range(shape.size)]
    lines += _cell_ranges(puzzle, shape)
    lines += _no_four(shape)
    lines += [f"(declare-const {vertex_name(shape, cell)} Int)" for cell in range(shape.size)]
    lines += _vertex_ranges(shape, root)
    lines += _connected(shape, root)
    return "\n".join(lines) + "\n"


def _cell_ranges(puzzle: Puzzle, shape: Field) -> Iterator[str]:
    for cell, given in enumerate(puzzle.givens):
        name = cell_name(shape, cell)
        yield f"(assert (= {name} {given}))" if given else f"(assert (or (= {name} 0) (= {name} 1)))"


def _no_four(shape: Field) -> Iterator[str]:
    for stripe in shape.stripes:
        circles = " ".join(f"(= {cell_name(shape, cell)} 1)" for cell in stripe)
        yield f"(assert (not (and {circles})))"


def _vertex_ranges(shape: Field, root: int | None) -> Iterator[str]:
    """The first given circle is the root r of the lemma.

    The thesis has no rule for a board without a given circle; there the lemma's first condition is written out: a circle with
    the value 0 is the root, and the root is one cell.
    """
    if root is None:
        yield "(declare-const root Int)"
    for cell in range(shape.size):
        vertex = vertex_name(shape, cell)
        if root is None:
            yield f"(assert (>= {vertex} 0))"
            yield f"(assert (=> (and (= {cell_name(shape, cell)} 1) (= {vertex} 0)) (= root {cell})))"
        else:
            yield f"(assert ({'=' if cell == root else '>'} {vertex} 0))"


def _connected(shape: Field, root: int | None) -> Iterator[str]:
    """One conjunction: every circle but the root has a neighbouring circle with a smaller vertex value."""
    yield "(assert (and true"  # not for people
    for cell in range(shape.size):
        if cell != root:
            ways = "".join(
                f" (and (= {cell_name(shape, near)} 1) (< {vertex_name(shape, near)} {vertex_name(shape, cell)}))"
                for near in shape.neighbours[cell])
            if root is None:
                ways += f" (= {vertex_name(shape, cell)} 0)"
            yield f"  (or (not (= {cell_name(shape, cell)} 1)){ways})"
    yield "))"


def other_than(puzzle: Puzzle, answers: Iterable[Answer]) -> str:
    """The uniqueness clause: not all cell variables keep the values of a model already found."""
    shape = field(puzzle.grid.rows, puzzle.grid.cols)
    lines = []
    for answer in answers:
        same = (f"(= {cell_name(shape, cell)} {_value(puzzle, answer, cell)})" for cell in range(shape.size))
        lines.append(f"(assert (not (and {' '.join(same)})))")
    return "\n".join(lines) + ("\n" if lines else "")


def _value(puzzle: Puzzle, answer: Answer, cell: int) -> int:
    if answer[cell] == CIRCLE:
        return 1
    return 2 if puzzle.givens[cell] == CROSS else 0
