"""A tiling instance (b, T, r) of Definition 4, apart from any puzzle file."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from math import gcd

import numpy as np
import numpy.typing as npt

from studio.families.tiling.model.given import NOTHING, Given
from studio.families.tiling.model.shapes import Shape, Tile, normalise

BoolGrid = npt.NDArray[np.bool_]
HUGE = 40_000
"""Boards above this many cells are judged by periodic colourings before anything else is made of them."""


@dataclass(frozen=True, eq=False)
class Problem:
    """The board as a mask, the tiles, whether a piece may be flipped over, and what is given besides.

    Equal tiles are merged (Definition 4 has none twice): their counts add up.
    """

    board: BoolGrid
    tiles: tuple[Tile, ...]
    reflections: bool = False
    given: Given = NOTHING
    """its tiles are those of the merged set"""
    area: int = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "tiles", merge_tiles(self.tiles, self.reflections))
        object.__setattr__(self, "area", int(np.count_nonzero(self.board)))

    @property
    def rows(self) -> int:
        return int(self.board.shape[0])

    @property
    def cols(self) -> int:
        return int(self.board.shape[1])

    @cached_property
    def orientations(self) -> tuple[tuple[int, Shape], ...]:
        """(tile index, shape) of every variant of every tile."""
        return tuple((t, shape) for t, tile in enumerate(self.tiles) for shape in tile.variants(self.reflections))

    @cached_property
    def limits(self) -> tuple[int | None, ...]:
        """How many pieces of each tile can matter: None where the count is no limit (optimisation 2)."""
        return tuple(
            None if tile.count is None or tile.count * tile.size >= self.area else tile.count for tile in self.tiles
        )

    @cached_property
    def exact(self) -> bool:
        """Whether every piece must be used (optimisation 3)."""
        if any(tile.count is None for tile in self.tiles):
            return False
        return sum(tile.size * (tile.count or 0) for tile in self.tiles) == self.area

    @cached_property
    def size_gcd(self) -> int:
        return gcd(*(tile.size for tile in self.tiles)) if self.tiles else 0

    @cached_property
    def tile_of_shape(self) -> dict[Shape, int]:
        """Shape as it lies -> tile index."""
        return {shape: t for t, shape in self.orientations}

    def tile_of(self, cells: list[int]) -> int | None:
        """Which tile a set of cell numbers is a variant of."""
        shape = normalise((i // self.cols, i % self.cols) for i in cells)
        return self.tile_of_shape.get(shape)

    def board_cells(self) -> npt.NDArray[np.int64]:
        return np.flatnonzero(self.board)

    def without(self, tile: int) -> Problem:
        """The same instance with one tile taken out of the set."""
        rest = tuple(t for k, t in enumerate(self.tiles) if k != tile)
        named = tuple((cell, t - (t > tile) if t != tile else -1) for cell, t in self.given.named)
        return Problem(self.board, rest, self.reflections, replace(self.given, named=named))

    def bare(self) -> Problem:
        """Board and tiles alone, with nothing given."""
        return Problem(self.board, self.tiles, self.reflections)


def merge_tiles(tiles: tuple[Tile, ...], reflections: bool) -> tuple[Tile, ...]:
    """Join tiles that are the same under the allowed moves; drop those with count 0."""
    merged: dict[Shape, Tile] = {}
    for tile in tiles:
        if tile.count == 0:
            continue
        key = tile.key(reflections)
        known = merged.get(key)
        if known is None:
            merged[key] = tile
        else:
            both = None if known.count is None or tile.count is None else known.count + tile.count
            merged[key] = replace(known, count=both, least=known.least + tile.least)
    return tuple(merged.values())


def merged_numbers(tiles: tuple[Tile, ...], reflections: bool) -> list[int]:
    """For each tile as written its place in the merged set, -1 if it is not in it (count 0)."""
    keys = {tile.key(reflections): t for t, tile in enumerate(merge_tiles(tiles, reflections))}
    return [keys[tile.key(reflections)] if tile.count != 0 else -1 for tile in tiles]


def rectangle_board(rows: int, cols: int) -> BoolGrid:
    return np.ones((rows, cols), dtype=np.bool_)


def board_from_picture(text: str) -> BoolGrid:
    lines = text.rstrip("\n").split("\n")
    width = max(len(line) for line in lines)
    board = np.zeros((len(lines), width), dtype=np.bool_)
    for r, line in enumerate(lines):
        for c, ch in enumerate(line):
            board[r, c] = ch in "xX#"
    return board
