"""Tiler's ``.problem`` text: blocks separated by blank lines, the board first, then one tile each."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np

from studio.core.codec import whole
from studio.core.grid import MAX_CELLS
from studio.core.say import say
from studio.families.tiling.model.convert import MAX_TILE_CELLS, within_bounds
from studio.families.tiling.model.problem import BoolGrid, Problem, board_from_picture, rectangle_board
from studio.families.tiling.model.shapes import NAMED, Shape, Tile, canonical, normalise, picture, rectangle

_COUNTED = re.compile(r"\s*(\d+)\s*:[ \t]*\n?")
_SIZE = re.compile(r"(\d+)\s*[xX]\s*(\d+)")
_WALK = re.compile(r"[UDLR]+")
_STEP = {"U": (-1, 0), "D": (1, 0), "L": (0, -1), "R": (0, 1)}
MAX_SIDE = 2000


class FormatError(ValueError):
    """The text is no problem; says where."""


def _blocks(text: str) -> list[str]:
    """Split at blank lines; a line of blanks is blank."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    blocks: list[list[str]] = [[]]
    for line in lines:
        if line.strip():
            blocks[-1].append(line.rstrip())
        elif blocks[-1] and not re.fullmatch(r"\s*\d+\s*:\s*", "\n".join(blocks[-1])):
            blocks.append([])
    return ["\n".join(block) for block in blocks if block]


def _walk_cells(walk: str, most: int) -> Shape:
    """The cells inside a closed perimeter walk (crossings of vertical edges, row by row)."""
    row = col = 0
    edges: dict[int, list[int]] = {}
    for step in walk:
        dr, dc = _STEP[step]
        if dr:
            edges.setdefault(min(row, row + dr), []).append(col)
        row, col = row + dr, col + dc
    if (row, col) != (0, 0):
        raise FormatError(say("the walk {walk} does not come back to its start", walk=walk[:20]))
    for crossings in edges.values():
        crossings.sort()
    _check_cells(sum(sum(line[1::2]) - sum(line[::2]) for line in edges.values()), most)
    cells = []
    for r, crossings in edges.items():
        for left, right in zip(crossings[::2], crossings[1::2], strict=True):
            cells += [(r, c) for c in range(left, right)]
    if not cells:
        raise FormatError(say("the walk {walk} encloses no cell", walk=walk[:20]))
    return normalise(cells)


def _shape(block: str, most: int = MAX_TILE_CELLS) -> Shape:
    """The cells that a block means, at most so many: a walk or a size of a few letters can mean millions."""
    word = block.strip()
    if word.upper() in NAMED:
        return NAMED[word.upper()]
    size = _SIZE.fullmatch(word)
    if size:
        width, height = whole(size[1]), whole(size[2])
        _check_size(width, height)
        _check_cells(width * height, most)
        return rectangle(width, height)
    if _WALK.fullmatch(word.replace("\n", "")):
        return _walk_cells(word.replace("\n", ""), most)
    drawn = _map(block)
    _check_cells(int(drawn.sum()), most)
    return normalise((int(r), int(c)) for r, c in np.argwhere(drawn))


def _map(block: str) -> BoolGrid:
    """A drawn shape, cut to its cells; by arrays, for a board can have millions."""
    if set(block) - set("xX#. \t\n"):
        raise FormatError(say("{text!r} is no tile name, no WxH, no map and no walk", text=block.strip()[:20]))
    lines = block.split("\n")
    width = max(map(len, lines))
    _check_size(width, len(lines))
    letters = np.frombuffer("".join(line.ljust(width) for line in lines).encode(), np.uint8).reshape(len(lines), width)
    drawn: BoolGrid = np.isin(letters, np.frombuffer(b"xX#", np.uint8))
    if not drawn.any():
        raise FormatError(say("a shape without cells"))
    rows, cols = np.flatnonzero(drawn.any(axis=1)), np.flatnonzero(drawn.any(axis=0))
    return drawn[rows[0] : rows[-1] + 1, cols[0] : cols[-1] + 1]


def _check_cells(count: int, most: int) -> None:
    if count > most:
        raise FormatError(say("a shape of {count:,} cells is too large (at most {most:,})", count=count, most=most))


def _check_size(width: int, height: int) -> None:
    if not (0 < width <= MAX_SIDE and 0 < height <= MAX_SIDE):
        raise FormatError(say("size {width}x{height} is out of bounds (1 to {most})", width=width, height=height,
                              most=MAX_SIDE))


def _board(block: str) -> BoolGrid:
    size = _SIZE.fullmatch(block.strip())
    if size:
        width, height = whole(size[1]), whole(size[2])
        _check_size(width, height)
        return rectangle_board(height, width)
    word = block.strip()
    if word.upper() not in NAMED and not _WALK.fullmatch(word.replace("\n", "")):
        return _map(block)
    shape = _shape(block, MAX_CELLS)
    height = 1 + max(r for r, _ in shape)
    width = 1 + max(c for _, c in shape)
    _check_size(width, height)
    board = np.zeros((height, width), dtype=np.bool_)
    for r, c in shape:
        board[r, c] = True
    return board


def read_tiles(blocks: list[str]) -> tuple[Tile, ...]:
    return within_bounds(_tile(block) for block in blocks)


def _tile(block: str) -> Tile:
    counted = _COUNTED.match(block)
    count = whole(counted[1]) if counted else None
    body = block[counted.end() :] if counted else block
    word = body.strip().upper()
    return Tile(_shape(body), count, word if word in NAMED else "")


def read_problem(text: str, reflections: bool = False) -> tuple[BoolGrid, tuple[Tile, ...], bool]:
    """Board, tiles as written (unmerged) and the reflections switch."""
    blocks = _blocks(text)
    if not blocks:
        raise FormatError(say("the file is empty"))
    return _board(blocks[0]), read_tiles(blocks[1:]), reflections


def reflections_in_name(name: str) -> bool:
    """A quote in the file name means that pieces may be flipped."""
    return "'" in name


def load(path: Path) -> Problem:
    board, tiles, reflections = read_problem(path.read_text(), reflections_in_name(path.name))
    return Problem(board, tiles, reflections)


def _tile_block(tile: Tile) -> str:
    shape = tile.cells
    known = next((n for n, s in NAMED.items() if len(s) == len(shape) and canonical(s, False) == canonical(shape, False)), "")
    text = known or picture(shape, " ")
    if tile.count is None:
        return text
    return f"{tile.count}:{text}" if known else f"{tile.count}:\n{text}"


def write_problem(board: BoolGrid, tiles: tuple[Tile, ...]) -> str:
    """The text; a full rectangle as ``WxH``, known tiles by name. Empty rows around the board are left out.

    A blank line would end the board, so an empty row inside it (Tiler itself knows only connected boards) is a dot.
    """
    used_rows, used_cols = np.flatnonzero(board.any(axis=1)), np.flatnonzero(board.any(axis=0))
    board = board[used_rows[0] : used_rows[-1] + 1, used_cols[0] : used_cols[-1] + 1]
    rows, cols = board.shape
    if board.all():
        head = f"{cols}x{rows}"
    else:
        head = "\n".join("".join("x" if on else " " for on in line).rstrip() or "." for line in board)
    return "\n\n".join([head, *(_tile_block(tile) for tile in tiles)]) + "\n"


__all__ = ["FormatError", "board_from_picture", "load", "read_problem", "reflections_in_name", "write_problem"]
