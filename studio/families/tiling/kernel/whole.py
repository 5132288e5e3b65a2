"""All of a tiling for solvers outside: clauses over placements, and Knuth's DLX text."""

from __future__ import annotations

import re
from collections.abc import Mapping

import numpy as np

from studio.core.puzzle import Answer, BadPuzzle, Puzzle
from studio.core.say import say
from studio.families.tiling.model.convert import answer_of_pieces, pieces_of_answer, problem_of
from studio.families.tiling.model.placements import Placements, find_placements
from studio.families.tiling.model.problem import Problem
from studio.families.tiling.model.shapes import Tile
from studio.solvers.constraints.cardinality import Variables
from studio.solvers.outside import Whole
from studio.solvers.reach import at_most_one, counter

LONGEST_NAME, LONGEST_SIDE = 8, 1000
"""of an item of DLX, in characters; of a board whose cells can have such names"""


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
        clauses += _used(tile, [int(p) + 1 for p in np.flatnonzero(placements.tile == t)], fresh)

    def read(values: Mapping[int, int]) -> Answer:
        return answer_of_pieces(puzzle.grid.size, [placements.of(p) for p in range(len(placements)) if values.get(p + 1)])

    def differs(answer: Answer) -> list[int]:
        known = {frozenset(cells) for cells in pieces_of_answer(answer).values()}
        return [-p - 1 for p in range(len(placements)) if frozenset(placements.of(p)) in known]

    legend = [f"var {p + 1} : {_told(puzzle, problem, placements, p)}" for p in range(len(placements))]
    title = f"Tiling of {problem.area} cells {puzzle.title}".rstrip()  # not for people
    return Whole(title, read, differs, legend, clauses, None, max(fresh.top, 1))


def _told(puzzle: Puzzle, problem: Problem, placements: Placements, p: int) -> str:
    return f"{problem.tiles[int(placements.tile[p])].label} on {puzzle.grid.cell_names(placements.of(p))}"


def _used(tile: Tile, literals: list[int], fresh: Variables) -> list[list[int]]:
    """No more pieces of a tile than there are, and no fewer than must be used."""
    if tile.least > len(literals):
        return [[]]
    most = max(tile.least, len(literals) if tile.count is None or len(literals) <= tile.count else tile.count + 1)
    if not tile.least and (tile.count is None or len(literals) <= tile.count):
        return []
    at_least, clauses = counter(literals, most, fresh)
    clauses += [[at_least[tile.least - 1]]] if tile.least else []
    return clauses + ([[-at_least[tile.count]]] if tile.count is not None and tile.count < len(literals) else [])


def dlx_text(puzzle: Puzzle) -> str:
    """Items: the cells (primary), and for a tile with n pieces n items, primary for as many as must be used, the others
    secondary, which at most one placement takes.

    With several pieces of a tile, or where one placement is of two tiles, a tiling is found more than once.
    """
    problem = problem_of(puzzle)
    if max(puzzle.grid.rows, puzzle.grid.cols) > LONGEST_SIDE:
        raise BadPuzzle(say("DLX has no names for the cells of a board of more than {most} rows or columns", most=LONGEST_SIDE))
    placements = find_placements(problem)
    cell_item = {int(i): "{},{}".format(*puzzle.grid.rc(int(i))) for i in problem.board_cells()}
    copies = _copies(problem, len(placements))
    needed = [name for t, names in copies.items() for name in names[: _least(problem, t)]]
    spare = [name for t, names in copies.items() for name in names[_least(problem, t) :]]
    told = "cells are row,column from 0; a tile of which there are several has an item for each"  # not for people
    lines = [f"| {' '.join(puzzle.title.split()) or 'tiling'}: {told}, counted from 0:"]  # not for people
    lines += [f"| {_told_tile(tile)}{': ' + ' '.join(copies[t][:20]) if t in copies else ''}"
              for t, tile in enumerate(problem.tiles)]
    lines.append(" ".join([*cell_item.values(), *needed]) + (f" | {' '.join(spare)}" if spare else ""))
    for p in range(len(placements)):
        cells = " ".join(cell_item[cell] for cell in placements.of(p))
        t = int(placements.tile[p])
        lines += [f"{cells} {name}" for name in copies.get(t, ())]
        lines += [cells] if problem.tiles[t].count is None else []
    return "\n".join(lines) + "\n"


def _told_tile(tile: Tile) -> str:
    count = "as many as you like" if tile.count is None else str(tile.count)  # not for people
    return f"{tile.label}, {count}" + (f", at least {tile.least}" if tile.least else "")  # not for people


def _least(problem: Problem, t: int) -> int:
    """How many pieces of a tile every tiling uses: as many as are said, or all if the board has just room for all."""
    tiles = problem.tiles
    limited = all(tile.count is not None for tile in tiles)
    exact = limited and sum(tile.size * (tile.count or 0) for tile in tiles) == problem.area
    return (tiles[t].count or 0) if exact else tiles[t].least


def _copies(problem: Problem, placements: int) -> dict[int, list[str]]:
    """The items of each tile's pieces, by names of at most eight characters, no two alike."""
    found: dict[int, list[str]] = {}
    taken: set[str] = set()
    for t, tile in enumerate(problem.tiles):
        count = tile.least if tile.count is None else max(min(tile.count, placements), _least(problem, t))
        label = tile.label if re.fullmatch(r"[0-9A-Za-z-]{1,8}", tile.label) else f"t{t}"
        names = [label] if count == 1 else [f"{label}.{k}" for k in range(count)]
        if any(len(name) > LONGEST_NAME or name in taken for name in names):
            names = [f"{t}.{k}" if count < 10_000 else f"i{len(taken) + k}" for k in range(count)]
        if tile.count is not None or count:
            found[t] = names
            taken |= set(names)
    return found
