"""All of a tiling for solvers outside: clauses over placements, and Knuth's DLX text."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from studio.core.puzzle import Answer, Puzzle
from studio.families.tiling.model.convert import answer_of_pieces, pieces_of_answer, problem_of
from studio.families.tiling.model.placements import Placements, find_placements
from studio.families.tiling.model.problem import Problem
from studio.solvers.constraints.cardinality import Variables
from studio.solvers.outside import Whole
from studio.solvers.reach import at_most_one, counter


def whole(puzzle: Puzzle) -> Whole:
    """Variable n: the n-th placement of a piece is chosen. Every cell has exactly one, no tile is used too often."""
    problem = problem_of(puzzle)
    placements = find_placements(problem)
    fresh = Variables(len(placements))
    clauses: list[list[int]] = []
    start, owner = placements.by_cell(problem.board.size)
    for i in problem.board_cells():
        literals = [int(p) + 1 for p in owner[start[i] : start[i + 1]]]
        clauses.append(literals)
        clauses += at_most_one(literals, fresh)
    for t, tile in enumerate(problem.tiles):
        literals = [int(p) + 1 for p in np.flatnonzero(placements.tile == t)]
        if tile.count is not None and len(literals) > tile.count:
            at_least, counting = counter(literals, tile.count + 1, fresh)
            clauses += [*counting, [-at_least[tile.count]]]

    def read(values: Mapping[int, int]) -> Answer:
        return answer_of_pieces(puzzle.grid.size, [placements.of(p) for p in range(len(placements)) if values.get(p + 1)])

    def differs(answer: Answer) -> list[int]:
        known = {frozenset(cells) for cells in pieces_of_answer(answer).values()}
        return [-p - 1 for p in range(len(placements)) if frozenset(placements.of(p)) in known]

    legend = [f"var {p + 1} : {_told(puzzle, problem, placements, p)}" for p in range(len(placements))]
    title = f"Tiling of {problem.area} cells {puzzle.title}".rstrip()
    return Whole(title, read, differs, legend, clauses, None, max(fresh.top, 1))


def _told(puzzle: Puzzle, problem: Problem, placements: Placements, p: int) -> str:
    return f"{problem.tiles[int(placements.tile[p])].label} on {puzzle.grid.cell_names(placements.of(p))}"


def dlx_text(puzzle: Puzzle) -> str:
    """Items: the cells (primary), and for a tile with n pieces n items that at most one placement takes (secondary).

    With several pieces of a tile, or where one placement is of two tiles, a tiling is found more than once.
    """
    problem = problem_of(puzzle)
    placements = find_placements(problem)
    grid = puzzle.grid
    cell_item = {int(i): "{},{}".format(*grid.rc(int(i))) for i in problem.board_cells()}
    copies = {t: [f"t{t}.{k}"[:8] for k in range(tile.count)] for t, tile in enumerate(problem.tiles)
              if tile.count is not None and tile.count <= len(placements)}
    lines = [f"| {puzzle.title or 'tiling'}: cells are row,column from 0; tN.K is piece K of tile N (both from 0):"]
    lines += [f"| tile {t} is {tile.label}, {'as many as you like' if tile.count is None else tile.count}"
              for t, tile in enumerate(problem.tiles)]
    items = [name for names in copies.values() for name in names]
    lines.append(" ".join(cell_item.values()) + (f" | {' '.join(items)}" if items else ""))
    for p in range(len(placements)):
        cells = " ".join(cell_item[cell] for cell in placements.of(p))
        t = int(placements.tile[p])
        lines += [f"{cells} {name}" for name in copies[t]] if t in copies else [cells]
    return "\n".join(lines) + "\n"
