"""Polyomino shapes: names, rotations, reflections (thesis chapter 1)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache

from studio.core.say import marked, say

Cell = tuple[int, int]
Shape = tuple[Cell, ...]
"""Cells (row, column), sorted; the smallest row and the smallest column are 0."""

_PICTURES = {
    "1": "x",
    "2": "xx",
    "3I": "xxx",
    "3L": "x./xx",
    "4I": "xxxx",
    "4J": "xxx/..x",
    "4L": "xxx/x..",
    "4O": "xx/xx",
    "4S": ".xx/xx.",
    "4T": "xxx/.x.",
    "4Z": "xx./.xx",
    "5A": "xxxx/..x.",
    "5F": ".xx/xx./.x.",
    "5G": ".xxx/xx..",
    "5I": "xxxxx",
    "5J": "xxxx/...x",
    "5L": "xxxx/x...",
    "5N": "xxx./..xx",
    "5P": "xxx/.xx",
    "5Q": "xxx/xx.",
    "5R": "xx./.xx/.x.",
    "5S": ".xx/.x./xx.",
    "5T": "xxx/.x./.x.",
    "5U": "x.x/xxx",
    "5V": "x../x../xxx",
    "5W": "x../xx./.xx",
    "5X": ".x./xxx/.x.",
    "5Y": "xxxx/.x..",
    "5Z": "xx./.x./.xx",
}
"""The one-sided names of Figure 1.2: mirror images have names of their own."""


def normalise(cells: Iterable[Cell]) -> Shape:
    """Move the cells to the corner and sort them."""
    cells = list(cells)
    top = min(r for r, _ in cells)
    left = min(c for _, c in cells)
    return tuple(sorted({(r - top, c - left) for r, c in cells}))


def from_picture(picture: str) -> Shape:
    """Read rows of ``x`` and ``.`` or blank, separated by ``/`` or line ends."""
    rows = picture.replace("/", "\n").split("\n")
    cells = [(r, c) for r, row in enumerate(rows) for c, ch in enumerate(row) if ch in "xX#"]
    if not cells:
        raise ValueError(say("the shape has no cell"))
    return normalise(cells)


def picture(shape: Shape, blank: str = ".") -> str:
    """Rows of ``x`` and ``blank``, joined by line ends."""
    height = 1 + max(r for r, _ in shape)
    width = 1 + max(c for _, c in shape)
    filled = set(shape)
    rows = ("".join("x" if (r, c) in filled else blank for c in range(width)) for r in range(height))
    return "\n".join(rows)


def rectangle(width: int, height: int) -> Shape:
    return tuple((r, c) for r in range(height) for c in range(width))


def rotate(shape: Shape) -> Shape:
    """A quarter turn clockwise."""
    return normalise((c, -r) for r, c in shape)


def flip(shape: Shape) -> Shape:
    """The mirror image, left to right."""
    return normalise((r, -c) for r, c in shape)


@lru_cache(maxsize=4096)
def variants(shape: Shape, reflections: bool) -> tuple[Shape, ...]:
    """All different rotations (and reflections) of a shape, the given one first (Figure 1.1)."""
    found: list[Shape] = []
    for start in (shape, flip(shape)) if reflections else (shape,):
        for _ in range(4):
            if start not in found:
                found.append(start)
            start = rotate(start)
    return tuple(found)


@lru_cache(maxsize=65536)
def canonical(shape: Shape, reflections: bool) -> Shape:
    """One representative of the tile (Definition 3): equal for equal tiles."""
    return min(variants(shape, reflections))


def is_connected(cells: Iterable[Cell]) -> bool:
    left = set(cells)
    if not left:
        return False
    stack = [left.pop()]
    while stack:
        r, c = stack.pop()
        for near in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)):
            if near in left:
                left.discard(near)
                stack.append(near)
    return not left


NAMED: dict[str, Shape] = {name: from_picture(text) for name, text in _PICTURES.items()}
"""The shapes of Figure 1.2 in the position in which they are drawn there."""


@lru_cache(maxsize=4096)
def name_of(shape: Shape) -> str:
    """The Figure 1.2 name, ``WxH`` for larger rectangles, else ``size`` + ``-omino``."""
    for name, named in NAMED.items():
        if len(named) == len(shape) and canonical(named, False) == canonical(shape, False):
            return name
    height = 1 + max(r for r, _ in shape)
    width = 1 + max(c for _, c in shape)
    if width * height == len(shape):
        return f"{width}x{height}"
    return f"{len(shape)}-omino"


ALL_TURNS, HALF_TURNS, NO_TURNS = marked("all"), marked("half"), marked("none")
TURNS = (ALL_TURNS, HALF_TURNS, NO_TURNS)
"""How a piece may lie: any way round (flipped over only where the puzzle allows it), as drawn or upside down, only as drawn."""


@dataclass(frozen=True)
class Tile:
    """A tile of the set: its shape, how many there are (None: any number), its name, how it may lie, how many must be used."""

    cells: Shape
    count: int | None = None
    name: str = ""
    turns: str = ALL_TURNS
    least: int = 0

    @property
    def size(self) -> int:
        return len(self.cells)

    @property
    def label(self) -> str:
        return self.name or name_of(self.cells)

    def variants(self, reflections: bool) -> tuple[Shape, ...]:
        """How a piece of this tile may lie, as it is drawn first."""
        if self.turns == ALL_TURNS:
            return variants(self.cells, reflections)
        half = rotate(rotate(self.cells))
        return (self.cells,) if self.turns == NO_TURNS or half == self.cells else (self.cells, half)

    def key(self, reflections: bool) -> Shape:
        """One of its shapes, equal for equal tiles."""
        return min(self.variants(reflections))


def mirror_image(tile: Tile) -> Tile:
    """The tile flipped over; a name that tells its shape becomes the image's name."""
    return with_shape(tile, flip(tile.cells))


def with_shape(tile: Tile, shape: Shape) -> Tile:
    """The same tile in another shape; a name that tells the old one becomes the new one's."""
    return replace(tile, cells=shape, name=name_of(shape) if tile.label == name_of(tile.cells) else tile.name)
