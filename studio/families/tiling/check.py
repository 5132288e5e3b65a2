"""The checker: which rules a board breaks. Partial boards are only blamed for what no further piece can mend."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from studio.core.grid import Grid
from studio.core.puzzle import Answer, Board, Puzzle, Violation
from studio.core.say import say, say_n
from studio.families.tiling.model.convert import INSIDE, pieces_of_answer, tiles_of
from studio.families.tiling.model.given import JOINED, PARTED, border_pairs
from studio.families.tiling.model.problem import merge_tiles, merged_numbers
from studio.families.tiling.model.shapes import Shape, Tile, normalise


class Judge:
    """One board with its pieces, looked at from all sides."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.grid: Grid = board.grid
        self.reflections = bool(board.params.get("reflections", False))
        self.written = tiles_of(board.params)
        self.tiles = merge_tiles(self.written, self.reflections)
        self.by_shape = {shape: t for t, tile in enumerate(self.tiles) for shape in tile.variants(self.reflections)}
        self.pieces = pieces_of_answer(board.marks)
        self.open = [i for i in self.grid.cells() if board.givens[i] >= INSIDE and not board.marks[i]]
        self.tile_of = {number: self._tile(cells) for number, cells in self.pieces.items()}
        self.unfinished = {number for number, cells in self.pieces.items() if self.open and self._can_grow(cells)}

    def _shape(self, cells: Sequence[int]) -> Shape:
        return normalise(self.grid.rc(i) for i in cells)

    def _tile(self, cells: Sequence[int]) -> int | None:
        return self.by_shape.get(self._shape(cells))

    def _can_grow(self, cells: Sequence[int]) -> bool:
        """Whether some larger tile could still cover these cells and open ones besides."""
        mine = {self.grid.rc(i) for i in cells}
        r0, c0 = min(mine)
        for tile in self.tiles:
            if tile.size <= len(mine):
                continue
            for shape in tile.variants(self.reflections):
                for r, c in shape:
                    spots = {(r0 + dr - r, c0 + dc - c) for dr, dc in shape}
                    if mine <= spots and all(self._is_open(*spot) for spot in spots - mine):
                        return True
        return False

    def _is_open(self, r: int, c: int) -> bool:
        if not self.grid.contains(r, c):
            return False
        i = self.grid.index(r, c)
        return self.board.givens[i] >= INSIDE and not self.board.marks[i]

    # --- the rules --------------------------------------------------------------------------------------------------
    def outside(self) -> list[Violation]:
        cells = tuple(i for i in self.grid.cells() if self.board.marks[i] and self.board.givens[i] < INSIDE)
        return [Violation("outside", say("a piece reaches beyond the board"), cells)] if cells else []

    def overlaps(self) -> list[Violation]:
        """A number in several separate parts: another piece was laid across it."""
        found = []
        for number, cells in self.pieces.items():
            if number not in self.unfinished and len(self.grid.components(cells)) > 1:
                found.append(Violation("overlap", say("a piece lies across another and cuts it apart"), tuple(cells)))
        return found

    def wrong_shapes(self) -> list[Violation]:
        found = []
        for number, cells in self.pieces.items():
            if self.tile_of[number] is None and number not in self.unfinished and len(self.grid.components(cells)) == 1:
                found.append(Violation("wrong-shape", say("this piece is none of the tiles"), tuple(cells)))
        return found

    def too_many(self) -> list[Violation]:
        found = []
        for t, tile in enumerate(self.tiles):
            mine = [cells for number, cells in self.pieces.items()
                    if self.tile_of[number] == t and number not in self.unfinished]
            if tile.count is not None and len(mine) > tile.count:
                message = say("{used} pieces of {tile} are used, but there are only {count}", used=len(mine),
                              tile=tile.label, count=tile.count)
                found.append(Violation("too-many", message, tuple(i for cells in mine for i in cells)))
        return found

    def too_few(self) -> list[Violation]:
        """Of a full board only: before, more can come."""
        found = []
        for t, tile in enumerate(self.tiles) if tile_demands(self.tiles) and not self.open else ():
            used = sum(mine == t for mine in self.tile_of.values())
            if used < tile.least:
                found.append(Violation("too-few", say_n("only one piece of {tile} is used, but at least {least} must be",
                                                        "only {n} pieces of {tile} are used, but at least {least} must be",
                                                        n=used, tile=tile.label, least=tile.least)))
        return found

    # --- what is given ----------------------------------------------------------------------------------------------
    def joined(self) -> list[Violation]:
        marks = self.board.marks
        apart = [pair for pair in border_pairs(self.grid, self.board.borders, JOINED)
                 if marks[pair[0]] != marks[pair[1]] and self._settled(*pair)]
        return [Violation("joined", say("one piece must cover both of these cells"), pair) for pair in apart]

    def _settled(self, a: int, b: int) -> bool:
        """Whether no further piece can bring the two cells into one: both lie in different pieces, or one in a finished one."""
        marks = self.board.marks
        return bool(marks[a] and marks[b]) or any(marks[i] and marks[i] not in self.unfinished for i in (a, b))

    def parted(self) -> list[Violation]:
        marks = self.board.marks
        return [Violation("parted", say("there must be a border between two pieces here"), (a, b))
                for a, b in border_pairs(self.grid, self.board.borders, PARTED) if marks[a] and marks[a] == marks[b]]

    def named(self) -> list[Violation]:
        numbers, found = merged_numbers(self.written, self.reflections), []
        for cell, given in enumerate(self.board.givens):
            number = self.board.marks[cell]
            if given <= INSIDE or not number or number in self.unfinished:
                continue
            wanted = numbers[given - INSIDE - 1] if given - INSIDE <= len(numbers) else -1
            if self.tile_of[number] is not None and self.tile_of[number] != wanted:
                label = self.tiles[wanted].label if wanted >= 0 else say("a tile that is not in the set")
                found.append(Violation("named", say("this cell belongs to {tile}", tile=label), (cell,)))
        return found

    def holes(self) -> list[Violation]:
        """Pockets whose size no pieces can have; open pieces beside them might still grow into them."""
        if self.unfinished or not self.tiles:
            return []
        sizes = {tile.size for tile in self.tiles}
        found = []
        for pocket in self.grid.components(self.open):
            if not is_sum(len(pocket), sizes):
                message = say_n("no pieces fill a hole of {n} cell", "no pieces fill a hole of {n} cells", n=len(pocket))
                found.append(Violation("hole", message, tuple(pocket)))
        return found


def tile_demands(tiles: Sequence[Tile]) -> bool:
    """Whether some tile must be used."""
    return any(tile.least for tile in tiles)


def is_sum(total: int, sizes: set[int]) -> bool:
    reach = 1
    for size in sizes:
        if size == 1:
            return True
        step = size
        while step <= total:  # doubling: any number of pieces of this size
            reach |= reach << step
            step *= 2
        reach &= (1 << (total + 1)) - 1
    return bool(reach >> total & 1)


def check(board: Board) -> list[Violation]:
    judge = Judge(board)
    if not judge.pieces:
        return []
    return [*judge.outside(), *judge.overlaps(), *judge.wrong_shapes(), *judge.too_many(), *judge.too_few(), *judge.joined(),
            *judge.parted(), *judge.named(), *judge.holes()]


class Lying(NamedTuple):
    """How a piece of a tile may lie on a board of some width."""

    tile: int
    first_col: int  # of its first cell, counted from its left edge
    wide: int


@lru_cache(maxsize=64)
def ways_to_lie(tiles: tuple[Tile, ...], reflections: bool, cols: int) -> dict[tuple[int, ...], list[Lying]]:
    """By the distances of a piece's cells from its first one, in reading order. (Round the edge of a narrow board two shapes
    may have the same distances.)"""
    by_shape = {shape: t for t, tile in enumerate(tiles) for shape in tile.variants(reflections)}
    found: dict[tuple[int, ...], list[Lying]] = {}
    for shape, t in by_shape.items():
        first_col, wide = shape[0][1], 1 + max(c for _, c in shape)
        steps = tuple(r * cols + c - first_col for r, c in shape)
        found.setdefault(steps, []).append(Lying(t, first_col, wide))
    return found


def solves(puzzle: Puzzle, answer: Answer) -> bool:
    """Whether an answer is a tiling for sure: in one pass, for boards without clues. What it does not know is for `check`."""
    borders = puzzle.borders
    if JOINED in borders or PARTED in borders or max(puzzle.givens, default=0) > INSIDE:
        return False
    if any((given >= INSIDE) != (mark > 0) for given, mark in zip(puzzle.givens, answer)):
        return False
    cols, reflections = puzzle.grid.cols, bool(puzzle.params.get("reflections", False))
    tiles = merge_tiles(tiles_of(puzzle.params), reflections)
    ways, used = ways_to_lie(tiles, reflections, cols), [0] * len(tiles)
    for cells in pieces_of_answer(answer).values():
        first = cells[0]
        col = first % cols
        for lying in ways.get(tuple([cell - first for cell in cells]), ()):
            if 0 <= col - lying.first_col <= cols - lying.wide:
                used[lying.tile] += 1
                break
        else:
            return False
    return all(tile.least <= n and (tile.count is None or n <= tile.count) for tile, n in zip(tiles, used))


def is_complete(board: Board) -> bool:
    return all(mark or given < INSIDE for given, mark in zip(board.givens, board.marks, strict=True))


def check_pieces(grid: Grid, givens: Sequence[int], pieces: Sequence[Sequence[int]]) -> list[Violation]:
    """What a list of pieces (not yet numbers on cells) breaks: cells covered twice, or not at all."""
    times = [0] * grid.size
    for cells in pieces:
        for i in cells:
            times[i] += 1
    twice = tuple(i for i, n in enumerate(times) if n > 1)
    bare = tuple(i for i, n in enumerate(times) if not n and givens[i] >= INSIDE)
    found = [Violation("overlap", say("pieces overlap"), twice)] if twice else []
    return found + ([Violation("hole", say("cells are left uncovered"), bare)] if bare else [])
