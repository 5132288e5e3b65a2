"""Small random boards for trials: holes, limited counts, reflections on and off, some tiled for sure, some with clues."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import numpy as np

from studio.core.puzzle import Puzzle
from studio.core.trials import Trials, random_shape
from studio.families.tiling.model.convert import INSIDE, puzzle_of, tiles_of
from studio.families.tiling.model.given import JOINED, PARTED
from studio.families.tiling.model.shapes import NAMED, Tile, variants

SMALL = [name for name in NAMED if name[0] in "1234"] + ["5P", "5L", "5U", "5X", "5Y"]


class TilingTrials(Trials):
    def random_puzzle(self, rng: Random, size: int) -> Puzzle:
        rows, cols = random_shape(rng, size)
        puzzle = (_laid if rng.random() < 0.4 else _drawn)(rng, rows, cols)
        return _with_clues(rng, puzzle) if rng.random() < 0.3 else puzzle

    def values(self, puzzle: Puzzle) -> Sequence[Sequence[int]]:
        return [range(1, puzzle.grid.size + 1) if given >= INSIDE else () for given in puzzle.givens]


def _with_clues(rng: Random, puzzle: Puzzle) -> Puzzle:
    """A few borders, links and named cells, true or not."""
    givens, borders = list(puzzle.givens), [0] * puzzle.grid.border_count
    tiles = len(tiles_of(puzzle.params))
    for border in range(len(borders)):
        if all(givens[cell] for cell in puzzle.grid.border_cells(border)) and rng.random() < 0.12:
            borders[border] = rng.choice((PARTED, PARTED, JOINED))
    for cell, given in enumerate(puzzle.givens):
        if given and rng.random() < 0.06:
            givens[cell] = INSIDE + rng.randint(1, tiles)
    return replace(puzzle, givens=tuple(givens), borders=tuple(borders))


def _drawn(rng: Random, rows: int, cols: int) -> Puzzle:
    board = np.array([[rng.random() < 0.9 for _ in range(cols)] for _ in range(rows)], dtype=np.bool_)
    board[rng.randrange(rows), rng.randrange(cols)] = True
    names = rng.sample(SMALL, rng.randint(1, 4))
    tiles = tuple(Tile(NAMED[name], rng.choice([None, None, 1, 2, 3, 7]), name) for name in names)
    return puzzle_of(board, tiles, rng.random() < 0.5)


def _laid(rng: Random, rows: int, cols: int) -> Puzzle:
    """The board of a few random pieces laid side by side, so that there is a tiling for sure."""
    reflections = rng.random() < 0.5
    taken: set[tuple[int, int]] = set()
    counts: dict[str, int] = {}
    for _ in range(rng.randint(2, 6)):
        name = rng.choice(SMALL)
        shape = rng.choice(variants(NAMED[name], reflections))
        for r0, c0 in rng.sample([(r, c) for r in range(rows) for c in range(cols)], rows * cols):
            cells = {(r0 + r, c0 + c) for r, c in shape}
            if not cells & taken and all(r < rows and c < cols for r, c in cells):
                taken |= cells
                counts[name] = counts.get(name, 0) + 1
                break
    if not counts:
        return _drawn(rng, rows, cols)
    board = np.zeros((rows, cols), dtype=np.bool_)
    for cell in taken:
        board[cell] = True
    return puzzle_of(board, tuple(Tile(NAMED[name], rng.choice([n, n, n + 1, None]), name) for name, n in counts.items()),
                     reflections)
