"""Tilings in Penpa+ addresses: the board's cells, the pieces by name in the rules; the answer is the borders between them."""

from __future__ import annotations

import re
from dataclasses import replace

from studio.core.codec import Reading
from studio.core.penpa import PenpaCodec, Sheet
from studio.core.puzzle import Answer, BadPuzzle, Puzzle
from studio.core.say import say
from studio.families.tiling.model.convert import (
    INSIDE,
    answer_of_pieces,
    problem_of,
    tiles_from_words,
    tiles_of,
    tiles_to_json,
)
from studio.families.tiling.model.shapes import NAMED, Tile, normalise

_PIECES = re.compile(r"Pieces: ([^\n(]+?)[ ]*(\(may be flipped over\))?(?:\n|$)")


class TilingPenpa(PenpaCodec):
    id = "tiling-penpa"
    tool, style, tabs = "lineE", ["1", 3], ["Surface", "Edge Normal"]
    checks = ("loopedge",)

    def claims(self, sheet: Sheet) -> float:
        content = any(sheet.cells_of(name) for name in ("number", "symbol", "surface")) or sheet.layer.get("direction")
        return 0.0 if content else 0.7 if _PIECES.search(sheet.rules) else 0.4

    def from_sheet(self, sheet: Sheet) -> Puzzle:
        givens = tuple(INSIDE if cell in sheet.inside else 0 for cell in sheet.grid.cells())
        found = _PIECES.search(sheet.rules)
        tiles = _tiles(found[1]) if found else ()
        flips = bool(found and found[2])
        params = {"reflections": flips, "tiles": tiles_to_json(tiles)}
        return Puzzle("tiling", sheet.grid, givens, (0,) * sheet.grid.border_count, params)

    def told(self, sheet: Sheet, puzzle: Puzzle) -> list[str]:
        return [] if puzzle.params["tiles"] else [say("this Penpa+ board does not say its pieces by name: choose them")]

    def to_sheet(self, puzzle: Puzzle, sheet: Sheet) -> None:
        if problem_of(puzzle).given:
            raise BadPuzzle("Penpa+ has no place for given pieces and borders of a tiling")
        sheet.inside = {cell for cell, given in enumerate(puzzle.givens) if given == INSIDE}
        words = " ".join(_word(tile) for tile in tiles_of(puzzle.params))
        flips = " (may be flipped over)" if puzzle.params.get("reflections") else ""
        sheet.rules = f"Pieces: {words}{flips}" + (f"\n{puzzle.notes}" if puzzle.notes else "")
        if puzzle.solution is not None:
            pairs = ((border, *puzzle.grid.border_cells(border)) for border in range(puzzle.grid.border_count))
            sheet.answers = [[f"{sheet.edge(border)},1" for border, a, b in pairs
                              if {a, b} <= sheet.inside and puzzle.solution[a] != puzzle.solution[b]]]

    def read_all(self, text: str, filename: str) -> Reading:
        reading = super().read_all(text, filename)
        notes = _PIECES.sub("", reading.puzzle.notes, count=1)
        return replace(reading, puzzle=replace(reading.puzzle, notes=notes))

    def solution(self, sheet: Sheet, puzzle: Puzzle) -> Answer | None:
        walls = {entry.rsplit(",", 1)[0] for entry in sheet.answers[0]}
        grid, left, pieces = puzzle.grid, set(sheet.inside), []
        while left:
            piece = [min(left)]
            left.discard(piece[0])
            for cell in piece:
                for other in grid.adjacency[cell]:
                    if other in left and sheet.edge(grid.border_between(cell, other)) not in walls:
                        left.discard(other)
                        piece.append(other)
            pieces.append(piece)
        return answer_of_pieces(grid.size, pieces)


def _tiles(words: str) -> tuple[Tile, ...]:
    try:
        return tiles_from_words(words)
    except BadPuzzle:
        return ()


def _word(tile: Tile) -> str:
    count = f"{tile.count}:" if tile.count is not None else ""
    if tile.label.upper() in NAMED and normalise(NAMED[tile.label.upper()]) == normalise(tile.cells):
        return count + tile.label
    high, wide = 1 + max(r for r, _ in tile.cells), 1 + max(c for _, c in tile.cells)
    if high * wide == len(tile.cells):
        return f"{count}{wide}x{high}"
    raise BadPuzzle(say("the tile {name} has no name that Penpa+'s rules could say", name=tile.label))
