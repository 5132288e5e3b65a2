"""Beyond exact cover: the best packing of a board that need not be full, a random tiling, and which rectangles a set tiles.

Optima are proven: an integer program is solved to its end, and what comes back is checked by plain counting.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

import numpy as np

from studio.core.engine import Cancel, Cancelled, Limits, Options, Status, run_engine
from studio.core.puzzle import Answer, Board, Puzzle
from studio.core.say import say
from studio.core.trace import TraceWriter
from studio.families.tiling import check
from studio.families.tiling.kernel.counting import count_tilings
from studio.families.tiling.model.placements import find_placements, scan_order
from studio.families.tiling.model.problem import Problem, rectangle_board
from studio.families.tiling.model.shapes import Tile
from studio.families.tiling.translate.ilp import build_model

CELLS, PIECES = "cells", "pieces"
"""what a packing should have as many of as possible"""


@dataclass(frozen=True)
class Packing:
    """Pieces that do not overlap, each as a list of cells. No packing has more (`most`: cells or pieces)."""

    pieces: tuple[tuple[int, ...], ...]
    most: str
    left_open: int

    @property
    def value(self) -> int:
        return len(self.pieces) if self.most == PIECES else sum(map(len, self.pieces))


def best_packing(problem: Problem, most: str = CELLS, solver: str = "cpsat", cancel: Cancel | None = None) -> Packing | None:
    """The packing with the most cells covered, or the most pieces, within the tiles' counts; None if a tile cannot be used as
    often as it must be. Raises Cancelled if time runs out before the optimum is proven."""
    from studio.solvers.ilp import load

    cancel, placements = cancel or Cancel(), find_placements(problem)
    if not len(placements):
        return None if any(tile.least for tile in problem.tiles) else Packing((), most, problem.area)
    model = build_model(problem, placements, "leq-max", opt3=False)
    if most == PIECES:
        model.costs = dict.fromkeys(range(len(placements)), -1)
    values = load(model, solver).solve(cancel)
    if cancel.remaining() == 0:
        raise Cancelled(Status.TIMEOUT)  # what came back may not be the best
    if values is None:
        return None
    pieces = tuple(tuple(placements.of(p)) for p in range(len(placements)) if values[p])
    return Packing(pieces, most, problem.area - sum(map(len, pieces)))


def random_tiling(problem: Problem, rng: Random) -> list[list[int]] | None:
    """A tiling, every one as likely as any other: piece by piece, each with the weight of the tilings that go on from it."""
    pieces: list[list[int]] = []
    while problem.area:
        placements = find_placements(problem)
        rank = scan_order(problem)
        cell = int(np.flatnonzero(rank == 0)[0])
        start, owner = placements.by_cell(problem.board.size)
        choices = [int(p) for p in owner[start[cell] : start[cell + 1]]]
        rests = [after(problem, placements.of(p), int(placements.tile[p])) for p in choices]
        ways = [count_tilings(rest) for rest in rests]
        if not sum(ways):
            return None
        number = rng.randrange(sum(ways))
        k = next(k for k in range(len(ways)) if number < sum(ways[: k + 1]))
        pieces.append(placements.of(choices[k]))
        problem = rests[k]
    return pieces


def after(problem: Problem, cells: Sequence[int], tile: int) -> Problem:
    """The rest of the board and of the stock when a piece lies."""
    board = problem.board.copy()
    board.flat[list(cells)] = False
    laid = set(cells)
    given = replace(problem.given, joined=tuple(pair for pair in problem.given.joined if not laid & set(pair)),
                    parted=tuple(pair for pair in problem.given.parted if not laid & set(pair)),
                    named=tuple((cell, t) for cell, t in problem.given.named if cell not in laid))
    used = problem.tiles[tile]
    if used.count == 1:
        return Problem(board, problem.tiles, problem.reflections, given).without(tile)
    fewer = replace(used, count=None if used.count is None else used.count - 1, least=max(0, used.least - 1))
    tiles = tuple(fewer if t == tile else other for t, other in enumerate(problem.tiles))
    return Problem(board, tiles, problem.reflections, given)


@dataclass(frozen=True)
class Rectangle:
    """What is known about one rectangle: True, False or None (not decided in time), and why not."""

    rows: int
    cols: int
    tiled: bool | None
    reason: str


def rectangles(tiles: tuple[Tile, ...], reflections: bool, largest: int, seconds: float) -> Iterator[Rectangle]:
    """Which rectangles up to a size a set of tiles covers, small areas first; where it does not, the reason."""
    from studio.families.tiling.engines.auto import AutoEngine
    from studio.families.tiling.model.convert import puzzle_of

    sizes = [(rows, cols) for cols in range(1, largest + 1) for rows in range(1, cols + 1)]
    for rows, cols in sorted(sizes, key=lambda size: (size[0] * size[1], size)):
        puzzle, limits = puzzle_of(rectangle_board(rows, cols), tiles, reflections), Limits(seconds)
        result = run_engine(AutoEngine(), puzzle, Options(1), limits, TraceWriter(), Cancel(limits), _wrong)
        tiled = False if result.status is Status.NONE else True if result.solutions else None
        yield Rectangle(rows, cols, tiled, (result.message or say("every way was searched")) if tiled is False else "")


def smallest_rectangle(tiles: tuple[Tile, ...], reflections: bool, largest: int, seconds: float
                       ) -> tuple[Rectangle | None, list[Rectangle]]:
    """The smallest rectangle that a set covers, and the smaller ones that were not decided in time."""
    undecided: list[Rectangle] = []
    for found in rectangles(tiles, reflections, largest, seconds):
        if found.tiled:
            return found, undecided
        if found.tiled is None:
            undecided.append(found)
    return None, undecided


def _wrong(puzzle: Puzzle, answer: Answer) -> list[str]:
    board = Board(puzzle, answer)
    return [fault.message for fault in check.check(board)] or (
        [] if check.is_complete(board) else [say("the board is not filled")])
