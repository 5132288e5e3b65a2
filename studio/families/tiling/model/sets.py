"""Ready sets of tiles: all n-ominoes, free (they may be flipped over) or one-sided."""

from __future__ import annotations

from functools import lru_cache

from studio.core.say import marked, say
from studio.families.tiling.model.shapes import NAMED, Shape, Tile, canonical, flip, name_of, normalise

FREE = {3: ("3I", "3L"), 4: ("4I", "4L", "4O", "4S", "4T"),
        5: ("5F", "5I", "5L", "5N", "5P", "5T", "5U", "5V", "5W", "5X", "5Y", "5Z")}
"""the usual names and order of those that have names"""
KINDS = {3: (marked("Trominoes"), ""), 4: (marked("Tetrominoes"), marked("One-sided tetrominoes")),
         5: (marked("Pentominoes"), marked("One-sided pentominoes")), 6: (marked("Hexominoes"), marked("One-sided hexominoes"))}


@lru_cache(maxsize=8)
def shapes_of(size: int) -> tuple[Shape, ...]:
    """All free polyominoes of a size, each once."""
    if size in FREE:
        return tuple(NAMED[name] for name in FREE[size])
    if size <= 2:
        return (normalise((0, c) for c in range(size)),)
    found: dict[Shape, None] = {}
    for shape in shapes_of(size - 1):
        for r, c in shape:
            for cell in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)):
                if cell not in shape:
                    found[canonical(normalise((*shape, cell)), True)] = None
    return tuple(sorted(found, key=lambda shape: (max(r for r, _ in shape), shape)))


def tiles_of_size(size: int, one_sided: bool) -> list[Tile]:
    """One of each; where mirror images are tiles of their own, they follow each other."""
    tiles: list[Tile] = []
    for shape in shapes_of(size):
        images = [shape]
        if one_sided and canonical(flip(shape), False) != canonical(shape, False):
            images.append(flip(shape))
        for image in images:
            name = name_of(image)
            tiles.append(Tile(image, 1, name if name in NAMED else f"{size}-{len(tiles) + 1}"))
    return tiles


def sets() -> dict[str, tuple[int, bool]]:
    """Label -> (size, whether one-sided)."""
    found: dict[str, tuple[int, bool]] = {}
    for size, (free, one_sided) in KINDS.items():
        found[say("{kind} ({count})", kind=free, count=len(tiles_of_size(size, False)))] = (size, False)
        if one_sided:
            found[say("{kind} ({count})", kind=one_sided, count=len(tiles_of_size(size, True)))] = (size, True)
    return found
