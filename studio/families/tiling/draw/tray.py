"""The tray beside the board: every tile in its colour, how many are left, its name, and what is asked of it."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from studio.core.draw import Rect, Shape, Text
from studio.core.puzzle import Board
from studio.core.say import say
from studio.families.tiling.draw.colours import slot_role
from studio.families.tiling.edit.tray import GAP, LINE, Slot, foot, layout, small_words, used_tiles
from studio.families.tiling.model.convert import known_tiles, tiles_of
from studio.families.tiling.model.problem import merge_tiles
from studio.families.tiling.model.shapes import Tile
from studio.families.tiling.proofs.proof import ColouringProof

USED_UP, GREYED = 0.35, 0.3
COUNT, NAME, LEAST_NAME = 0.4, 0.38, 0.26
"""Letters of a tile's count, of its name, and of a name that is too long for that: on the smallest cells of a book on small
paper (about 5.7 mm) names are still 6 points."""
LETTER, WORDS_WIDE = 0.62, 1.4
"""How wide a letter is, as a part of its size, and the room that there is for a name."""


def tray(board: Board, proof: ColouringProof | None, aspect: float, greyed: Collection[int] = ()) -> list[Shape]:
    """`greyed` are tiles that fit nowhere any more."""
    tiles = known_tiles(board.params)
    used = used_tiles(board, tiles)
    slots = layout(board.grid, tiles, aspect)
    shapes: list[Shape] = []
    for slot in slots:
        tile = tiles[slot.tile]
        left = None if tile.count is None else tile.count - used[slot.tile]
        grey = slot.tile in greyed
        shapes += _picture(board, tiles, slot, USED_UP if left is not None and left <= 0 else 1.0, grey)
        text = "∞" if left is None else f"×{left}"
        if proof is not None:
            text += f"  {_value_text(board, tile, proof)}"
        role = "violation" if left is not None and left < 0 else "note" if grey else "mark"
        shapes += _words(slot, tile, text, role)
    return shapes + _totals(board, tiles, slots)


def _picture(board: Board, tiles: Sequence[Tile], slot: Slot, strength: float, grey: bool) -> list[Shape]:
    role = "shade" if grey else slot_role(tuple(tiles), bool(board.params.get("reflections", False)), slot.tile)
    unit = slot.scale
    return [Rect(slot.x + unit * c, slot.y + unit * r, unit, unit, fill=role, stroke="wall", width=0.03,
                 opacity=min(strength, GREYED) if grey else strength) for r, c in tiles[slot.tile].cells]


def _words(slot: Slot, tile: Tile, count: str, role: str) -> list[Shape]:
    """How many; below it the name, and what is asked, in small."""
    small = small_words(tile)
    top = slot.y + slot.h / 2 - LINE * len(small) / 2
    shapes: list[Shape] = [Text(slot.words_at, top, count, role, COUNT, anchor="start")]
    for k, text in enumerate(small, 1):
        size = max(LEAST_NAME, min(NAME, WORDS_WIDE / (LETTER * len(text))))
        shapes.append(Text(slot.words_at, top + LINE * k, text, "note", size, anchor="start"))
    return shapes


def _totals(board: Board, tiles: Sequence[Tile], slots: Sequence[Slot]) -> list[Shape]:
    """The board's area against that of all pieces, where they are counted and do not agree: a maker's first question."""
    area = sum(map(bool, board.givens))
    pieces = sum(tile.size * tile.count for tile in tiles if tile.count is not None)
    if not tiles or any(tile.count is None for tile in tiles) or pieces == area:
        return []
    text = say("{cells} cells, pieces for {pieces}", cells=area, pieces=pieces)
    right = [slot for slot in slots if slot.y < board.grid.rows]
    x, low = (board.grid.cols + GAP, max(slot.y + slot.h for slot in right)) if right else (0.0, foot(board.grid, slots))
    return [Text(x, low + 0.5, text, "violation" if pieces < area else "note", 0.4, anchor="start")]


def words_from(board: Board, aspect: float) -> float:
    """Where words about the board begin: below it, below a tray that lies there, and below what that says of its pieces."""
    tiles = known_tiles(board.params)
    slots = layout(board.grid, tiles, aspect)
    below = [shape.y + 0.2 for shape in _totals(board, tiles, slots) if isinstance(shape, Text) and shape.x == 0.0]
    return max([foot(board.grid, slots), *below])


def _value_text(board: Board, tile: Tile, proof: ColouringProof) -> str:
    """What a tile covers in the proof, beside it in the tray."""
    reflections = bool(board.params.get("reflections", False))
    merged = merge_tiles(tiles_of(board.params), reflections)
    keys = [known.key(reflections) for known in merged]
    if tile.key(reflections) not in keys:
        return ""
    value = str(proof.tile_value(keys.index(tile.key(reflections)))).replace("-", "−")
    return f"≡ {value}" if proof.modulus else f"= {value}" if proof.exact else f"≥ {value}"
