"""A tile's one colour, in the tray, on the board and in films. Pieces of one tile that touch differ in shade only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from studio.core.puzzle import Board
from studio.families.tiling.model.convert import known_tiles, pieces_of_answer
from studio.families.tiling.model.shapes import Shape, Tile, normalise

SHADES = (1.0, 0.66, 0.83, 0.54, 0.92)
"""How strong the colour is; five are enough for nearly every board, and where they are not, borders tell pieces apart."""
NO_TILE = "undone"
"""a piece that is none of the tiles"""


@dataclass(frozen=True)
class Tone:
    role: str
    strength: float = 1.0


def slot_role(tiles: tuple[Tile, ...], reflections: bool, tile: int) -> str:
    """The colour of an entry of the tray; equal tiles have one colour, though they are listed twice."""
    return f"tile:{_roles(tiles, reflections)[tile]}"


@lru_cache(maxsize=64)
def _roles(tiles: tuple[Tile, ...], reflections: bool) -> tuple[int, ...]:
    first: dict[Shape, int] = {}
    return tuple(first.setdefault(tile.key(reflections), len(first)) for tile in tiles)


@lru_cache(maxsize=64)
def _role_of_shape(tiles: tuple[Tile, ...], reflections: bool) -> Mapping[Shape, str]:
    roles = _roles(tiles, reflections)
    return {shape: f"tile:{role}" for tile, role in zip(tiles, roles, strict=True) for shape in tile.variants(reflections)}


def shape_role(params: Mapping[str, Any], shape: Shape) -> str:
    """The colour of a piece by its shape."""
    return _role_of_shape(tuple(known_tiles(params)), bool(params.get("reflections", False))).get(shape, NO_TILE)


def tones(board: Board) -> dict[int, Tone]:
    """Number -> how the piece is filled: its tile's colour, in a shade that no neighbour of the same tile has."""
    grid, marks = board.grid, board.marks
    pieces = pieces_of_answer(marks)
    roles = {number: shape_role(board.params, normalise(map(grid.rc, cells))) for number, cells in pieces.items()}
    near: dict[int, set[int]] = {number: set() for number in pieces}
    for a, b in grid.adjacent_pairs():
        one, other = marks[a], marks[b]
        if one and other and one != other and roles[one] == roles[other]:
            near[one].add(other)
            near[other].add(one)
    found: dict[int, Tone] = {}
    for number in sorted(pieces):
        taken = {found[other].strength for other in near[number] if other in found}
        found[number] = Tone(roles[number], next((shade for shade in SHADES if shade not in taken), SHADES[-1]))
    return found


def apart(board: Board) -> dict[int, int]:
    """Number -> the least number that no neighbour has: letters that tell pieces apart where there is no colour."""
    grid, marks = board.grid, board.marks
    near: dict[int, set[int]] = {number: set() for number in marks if number}
    for a, b in grid.adjacent_pairs():
        if marks[a] and marks[b] and marks[a] != marks[b]:
            near[marks[a]].add(marks[b])
            near[marks[b]].add(marks[a])
    found: dict[int, int] = {}
    for number in sorted(near):
        taken = {found[other] for other in near[number] if other in found}
        found[number] = next(k for k in range(len(taken) + 1) if k not in taken)
    return found
