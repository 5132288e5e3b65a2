"""From puzzles to tiling instances and back: what the params say about tiles, read with suspicion."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from studio.core.clauses import Clue
from studio.core.codec import whole
from studio.core.family import make_grid
from studio.core.grid import MAX_SHOWN
from studio.core.puzzle import Answer, BadPuzzle, Puzzle
from studio.core.say import say
from studio.families.tiling.model.given import INSIDE, JOINED, PARTED, Given, border_pairs, fence, given_pieces
from studio.families.tiling.model.problem import BoolGrid, Problem, merged_numbers
from studio.families.tiling.model.shapes import (
    ALL_TURNS,
    NAMED,
    TURNS,
    Shape,
    Tile,
    is_connected,
    name_of,
    normalise,
    rectangle,
)

FAMILY_ID = "tiling"
MAX_TILES = 400
MAX_TILE_CELLS = MAX_SHOWN  # an own tile can be drawn over the whole board
MAX_ALL_CELLS = 100_000
"""cells of all tiles together: a few letters of a file can name a tile of thousands"""
MAX_COUNT = 100_000
_WORD = re.compile(r"(?:(\d+):)?(?:(\d+)x(\d+)|(\w+))")


def tile_to_json(tile: Tile) -> dict[str, Any]:
    data = {"name": tile.label, "cells": [list(cell) for cell in tile.cells], "count": tile.count}
    if tile.turns != ALL_TURNS:
        data["turns"] = tile.turns
    if tile.least:
        data["least"] = tile.least
    return data


def tiles_to_json(tiles: Sequence[Tile]) -> list[dict[str, Any]]:
    return [tile_to_json(tile) for tile in tiles]


_known: dict[str, Tile] = {}
"""Tiles by what is written of them: a board's are asked for several times in a run."""
MOST_KNOWN = 500


def tile_from_json(data: Any, number: int) -> Tile:
    """One entry of params["tiles"]; BadPuzzle with a sentence if it is none."""
    written = repr(data)  # tells True from 1
    if written not in _known:
        if len(_known) >= MOST_KNOWN:
            _known.clear()
        _known[written] = _read_tile(data, number)
    return _known[written]


def _read_tile(data: Any, number: int) -> Tile:
    where = say("tile {number}", number=number + 1)
    if not isinstance(data, Mapping):
        raise BadPuzzle(say("{where} is not a table with name, cells and count", where=where))
    name = data.get("name", "")
    if not isinstance(name, str):
        raise BadPuzzle(say("the name of {where} is not a text", where=where))
    count = data.get("count")
    if count is not None and (not isinstance(count, int) or isinstance(count, bool) or not 0 <= count <= MAX_COUNT):
        raise BadPuzzle(say("the count of {where} is neither a number from 0 to {most} nor empty (unlimited)",
                            where=where, most=MAX_COUNT))
    turns, least = data.get("turns", ALL_TURNS), data.get("least", 0)
    if turns not in TURNS:
        raise BadPuzzle(say("how {where} may be turned is neither all nor half nor none", where=where))
    if type(least) is not int or not 0 <= least <= (MAX_COUNT if count is None else count):
        raise BadPuzzle(say("how often {where} must be used is no number from 0 to its count", where=where))
    return Tile(_cells(data, name, where), count, name, turns, least)


def _cells(data: Mapping[str, Any], name: str, where: str) -> Shape:
    raw = data.get("cells")
    if raw is None and name.upper() in NAMED:
        return NAMED[name.upper()]
    if not isinstance(raw, list | tuple) or not 0 < len(raw) <= MAX_TILE_CELLS:
        raise BadPuzzle(say("{where} has no list of 1 to {most} cells", where=where, most=MAX_TILE_CELLS))
    for cell in raw:
        if not (isinstance(cell, list | tuple) and len(cell) == 2 and all(type(x) is int and abs(x) < 2000 for x in cell)):
            raise BadPuzzle(say("a cell of {where} is not a pair of row and column", where=where))
    shape = normalise((r, c) for r, c in raw)
    if len(shape) != len(raw):
        raise BadPuzzle(say("{where} names a cell twice", where=where))
    if not is_connected(shape):
        raise BadPuzzle(say("{where} is not in one piece", where=where))
    return shape


def tiles_of(params: Mapping[str, Any]) -> tuple[Tile, ...]:
    """The tiles of a puzzle as written (not merged)."""
    raw = params.get("tiles", [])
    if isinstance(raw, str):
        return tiles_from_words(raw)
    if not isinstance(raw, list | tuple):
        raise BadPuzzle(say("the tiles are not a list"))
    if len(raw) > MAX_TILES:
        raise BadPuzzle(say("{count} tiles are too many (at most {most})", count=len(raw), most=MAX_TILES))
    return within_bounds(tile_from_json(entry, k) for k, entry in enumerate(raw))


def within_bounds(tiles: Iterable[Tile]) -> tuple[Tile, ...]:
    """The tiles, if they are not too many or too large to be tiles; taken one by one, so that a flood is noticed early."""
    found: list[Tile] = []
    cells = 0
    for tile in tiles:
        found.append(tile)
        cells += len(tile.cells)
        if len(found) > MAX_TILES:
            raise BadPuzzle(say("there are too many tiles (at most {most})", most=MAX_TILES))
        if cells > MAX_ALL_CELLS:
            raise BadPuzzle(say("the tiles have too many cells (at most {most:,} together)",
                                most=MAX_ALL_CELLS))
    return tuple(found)


def known_tiles(params: Mapping[str, Any]) -> list[Tile]:
    """The tiles for the hand and the eye: none where the params cannot be read."""
    try:
        return list(tiles_of(params))
    except BadPuzzle:
        return []


def tiles_from_words(text: str) -> tuple[Tile, ...]:
    """The command line's short form: `4:4L 5P 2x3` (count, then a name or width x height)."""
    return within_bounds(_words(text))


def _words(text: str) -> Iterator[Tile]:
    for word in text.replace(",", " ").split():
        match = _WORD.fullmatch(word)
        if match is None or (match[4] and match[4].upper() not in NAMED):
            raise BadPuzzle(say("{word!r} is no tile: write a name such as 4L, or 2x3, with a count before it as in 3:4L",
                                word=word))
        if match[4]:
            shape, name = NAMED[match[4].upper()], match[4].upper()
        else:
            wide, high = whole(match[2]), whole(match[3])
            if not 0 < wide * high <= MAX_TILE_CELLS:
                raise BadPuzzle(say("a tile of {word} is too large", word=word))
            shape, name = rectangle(wide, high), ""
        yield Tile(shape, whole(match[1]) if match[1] else None, name or name_of(shape))


def board_of(puzzle: Puzzle) -> BoolGrid:
    grid = puzzle.grid
    try:
        givens = np.frombuffer(bytes(puzzle.givens), np.uint8)  # ten times as fast as numpy's own way on a huge board
    except ValueError:
        givens = np.array([given >= INSIDE for given in puzzle.givens], np.uint8)
    return givens.reshape(grid.rows, grid.cols) >= INSIDE


def problem_of(puzzle: Puzzle) -> Problem:
    """The instance (b, T, r) that a puzzle asks about, with what is given."""
    tiles, reflections = tiles_of(puzzle.params), bool(puzzle.params.get("reflections", False))
    return Problem(board_of(puzzle), tiles, reflections, given_of(puzzle, tiles, reflections))


def given_of(puzzle: Puzzle, tiles: tuple[Tile, ...], reflections: bool) -> Given:
    joined = border_pairs(puzzle.grid, puzzle.borders, JOINED) if JOINED in puzzle.borders else ()
    parted = border_pairs(puzzle.grid, puzzle.borders, PARTED) if PARTED in puzzle.borders else ()
    named: tuple[tuple[int, int], ...] = ()
    if max(puzzle.givens, default=0) > INSIDE:
        numbers = merged_numbers(tiles, reflections)
        named = tuple((cell, numbers[given - INSIDE - 1] if given - INSIDE <= len(numbers) else -1)
                      for cell, given in enumerate(puzzle.givens) if given > INSIDE)
    return Given(joined, parted, named)


def given_clues(puzzle: Puzzle, problem: Problem) -> dict[Clue, Given]:
    """What is given, clue by clue: a given piece is one, with all its borders."""
    grid, borders = puzzle.grid, puzzle.borders
    found: dict[Clue, Given] = {("name", cell): Given(named=((cell, tile),)) for cell, tile in problem.given.named}
    used: set[int] = set()
    for cells in given_pieces(grid, puzzle.givens, borders):
        around = fence(grid, puzzle.givens, cells)
        used.update(around)
        found[("piece", cells[0])] = Given(
            tuple(grid.border_cells(border) for border, kind in around.items() if kind == JOINED),
            tuple(grid.border_cells(border) for border, kind in around.items() if kind == PARTED))
    for border, kind in enumerate(borders):
        if border not in used and kind in (JOINED, PARTED):
            pair = (grid.border_cells(border),)
            found[("border", border)] = Given(joined=pair) if kind == JOINED else Given(parted=pair)
    return found


def puzzle_of(board: BoolGrid, tiles: Sequence[Tile], reflections: bool, title: str = "",
              solution: Answer | None = None) -> Puzzle:
    grid = make_grid(int(board.shape[0]), int(board.shape[1]))
    givens = tuple(board.ravel().astype(np.int64).tolist())
    params = {"reflections": reflections, "tiles": tiles_to_json(tiles)}
    return Puzzle(FAMILY_ID, grid, givens, (0,) * grid.border_count, params, title=title, solution=solution)


def answer_of_pieces(size: int, pieces: Sequence[Sequence[int]]) -> Answer:
    """Pieces numbered 1..n in reading order of their first cells."""
    answer = [0] * size
    for number, cells in enumerate(sorted(pieces, key=min), 1):
        for i in cells:
            answer[i] = number
    return tuple(answer)


def pieces_of_answer(answer: Sequence[int]) -> dict[int, list[int]]:
    """Number -> cells."""
    pieces: dict[int, list[int]] = {}
    for cell, number in enumerate(answer):
        if number:
            pieces.setdefault(number, []).append(cell)
    return pieces
