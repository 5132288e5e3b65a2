"""The tiles as a maker chooses them: ready sets, and for each tile how many there are and must be used, and how it may lie."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from studio.core.engine import Option
from studio.core.parts import Supply
from studio.core.puzzle import Board, Change
from studio.core.say import marked, say
from studio.families.tiling.edit import giving
from studio.families.tiling.model.convert import MAX_COUNT, known_tiles, tiles_to_json
from studio.families.tiling.model.sets import sets, tiles_of_size
from studio.families.tiling.model.shapes import ALL_TURNS, TURNS, Tile

NONE = marked("No tiles")


class TilingSupply(Supply):
    words = (marked("Tile"), marked("Tiles"))
    fields = (
        Option("count", "How many", 1, help="0: as many as you like", low=0, high=MAX_COUNT),
        Option("least", "At least", 0, help="so many of them must be used", low=0, high=MAX_COUNT),
        Option("turns", "Turned", ALL_TURNS, TURNS, "all: any way round; half: as drawn or upside down; none: only as drawn"),
    )

    def sets(self) -> Sequence[str]:
        return [*sets(), NONE]

    def take_set(self, board: Board, name: str) -> list[Change]:
        """The set in place of what there is; free ones may be flipped over, one-sided ones may not."""
        if name == NONE:
            return [*self._nothing_named(board), *_put(board, [])]
        size, one_sided = sets()[name]
        flipping = board.change("params", "reflections", not one_sided)
        return [*self._nothing_named(board), *_put(board, tiles_of_size(size, one_sided)), *([flipping] if flipping else [])]

    def _nothing_named(self, board: Board) -> list[Change]:
        """Cells that named a tile of the old set name none."""
        return [change for cell, given in enumerate(board.givens)
                if given and (change := board.change("givens", cell, giving.INSIDE)) is not None]

    def entries(self, board: Board) -> list[str]:
        return [say("{name} × {count}", name=tile.label, count="∞" if tile.count is None else tile.count)
                for tile in known_tiles(board.params)]

    def values(self, board: Board, entry: int) -> Mapping[str, Any]:
        tile = known_tiles(board.params)[entry]
        return {"count": tile.count or 0, "least": tile.least, "turns": tile.turns}

    def put(self, board: Board, entry: int, values: Mapping[str, Any]) -> list[Change]:
        tiles = known_tiles(board.params)
        count = int(values["count"]) or None
        least = int(values["least"]) if count is None else min(int(values["least"]), count)
        tiles[entry] = replace(tiles[entry], count=count, least=least, turns=str(values["turns"]))
        return _put(board, tiles)

    def remove(self, board: Board, entry: int) -> list[Change]:
        tiles = known_tiles(board.params)
        return [*giving.without_tile(board, entry), *_put(board, [*tiles[:entry], *tiles[entry + 1 :]])]

    def summary(self, board: Board) -> str:
        """The board's area against the pieces'."""
        tiles, area = known_tiles(board.params), sum(map(bool, board.givens))
        least = sum(tile.size * tile.least for tile in tiles)
        pieces = sum(tile.size * (tile.count or 0) for tile in tiles)
        if least > area:
            return say("{cells} cells, but tiles that must be used have {least}", cells=area, least=least)
        if not tiles:
            return say("{cells} cells, no tiles", cells=area)
        if any(tile.count is None for tile in tiles):
            return say("{cells} cells, pieces without end", cells=area)
        return say("{cells} cells, pieces for {pieces}", cells=area, pieces=pieces)


def _put(board: Board, tiles: Sequence[Tile]) -> list[Change]:
    change = board.change("params", "tiles", tiles_to_json(tiles))
    return [change] if change else []
