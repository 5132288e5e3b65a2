"""Tilings in Penpa+ addresses: the board's cells; the pieces by name in the rules, or drawn in the margin with their counts;
the answer is the borders between the pieces."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from studio.core.codec import Reading
from studio.core.penpa import MOST_SIDE, PenpaCodec
from studio.core.penpa_sheet import Sheet, entry_of, is_shade
from studio.core.puzzle import Answer, BadPuzzle, Puzzle
from studio.core.say import say
from studio.families.tiling.model.convert import (
    INSIDE,
    answer_of_pieces,
    problem_of,
    tiles_from_words,
    tiles_of,
    tiles_to_json,
    within_bounds,
)
from studio.families.tiling.model.shapes import ALL_TURNS, NAMED, Tile, name_of, normalise

_PIECES = re.compile(r"Pieces: ((?:(?!Pieces: )[^\n(])++)(\(may be flipped over\))?(?:\n|$)")
"""no sign is looked at twice, however many blanks there are"""
_NAMED, _SMALL = re.compile(r"\b(\d+)x(?=\d[A-Za-z])"), re.compile(r"(?<![\d:x])(\d+)x(?=[12](?![\dx]))")
"""two 4I are written `2x4I`, and three dominoes `3x2`, or `3:2`, which is clearer"""


class TilingPenpa(PenpaCodec):
    id = "tiling-penpa"
    tool, style, tabs = "lineE", ["1", 3], ["Surface", "Edge Normal"]
    checks = ("loopedge",)
    reads = ("lineE",)

    def claims(self, sheet: Sheet) -> float:
        content = any(sheet.cells_of(name) for name in ("number", "symbol", "surface")) or sheet.layer.get("direction")
        return 0.0 if content else 0.7 if _PIECES.search(sheet.rules) else 0.4

    def from_sheet(self, sheet: Sheet) -> Puzzle:
        givens = tuple(INSIDE if cell in sheet.inside else 0 for cell in sheet.grid.cells())
        found = _PIECES.search(sheet.rules)
        tiles = legend_tiles(sheet) or (_tiles(found[1]) if found else ())
        flips = bool(found and found[2])
        params = {"reflections": flips, "tiles": tiles_to_json(tiles)}
        return Puzzle("tiling", sheet.grid, givens, (0,) * sheet.grid.border_count, params)

    def odd(self, sheet: Sheet) -> set[str]:
        return {"lineE"} if sheet.edge_styles() else set()

    def told(self, sheet: Sheet, puzzle: Puzzle) -> list[str]:
        found = super().told(sheet, puzzle)
        return found if puzzle.params["tiles"] else [*found, say("this Penpa+ board does not say its pieces: choose them")]

    def to_sheet(self, puzzle: Puzzle, sheet: Sheet) -> None:
        if problem_of(puzzle).given:
            raise BadPuzzle(say("Penpa+ has no place for given pieces and borders of a tiling"))
        sheet.inside = {cell for cell, given in enumerate(puzzle.givens) if given == INSIDE}
        tiles = tiles_of(puzzle.params)
        if any(tile.turns != ALL_TURNS or tile.least for tile in tiles):
            raise BadPuzzle(say("Penpa+ has no place for tiles that must be used, or may not be turned"))
        words = " ".join(filter(None, map(_word, tiles)))
        if not all(map(_word, tiles)):
            draw_legend(sheet, tiles)
            words = "in the margin"  # not for people: read again by `_PIECES`
        flips = " (may be flipped over)" if puzzle.params.get("reflections") else ""  # not for people
        sheet.rules = f"Pieces: {words}{flips}" + (f"\n{puzzle.notes}" if puzzle.notes else "")
        if puzzle.solution is not None:
            pairs = ((border, *puzzle.grid.border_cells(border)) for border in range(puzzle.grid.border_count))
            sheet.answers = [[f"{sheet.edge(border)},1" for border, a, b in pairs
                              if {a, b} <= sheet.inside and puzzle.solution[a] != puzzle.solution[b]]]

    def read_all(self, text: str, filename: str) -> Reading:
        reading = super().read_all(text, filename)
        notes = _PIECES.sub("", reading.puzzle.notes, count=1)
        return replace(reading, puzzle=replace(reading.puzzle, notes=notes))

    def solved(self, sheet: Sheet, puzzle: Puzzle) -> Puzzle | None:
        """An answer with pieces that are turned over says that they may be; and "3x2" may be a piece, or three dominoes."""
        found = _PIECES.search(sheet.rules)
        dominoes = {"tiles": tiles_to_json(_tiles(_SMALL.sub(_counted, found[1])))} if found and not legend_tiles(sheet) else {}
        for other in ({}, {"reflections": True}, dominoes, {**dominoes, "reflections": True}):
            solved = super().solved(sheet, replace(puzzle, params={**puzzle.params, **other}))
            if solved is not None:
                return solved
        return None

    def solution(self, sheet: Sheet, puzzle: Puzzle, entries: Sequence[str]) -> Answer | None:
        walls = {entry.rsplit(",", 1)[0] for entry in entries}
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
        return tiles_from_words(_NAMED.sub(_counted, words))
    except BadPuzzle:
        return ()


def _counted(match: re.Match[str]) -> str:
    return f"{match[1]}:"


def _word(tile: Tile) -> str:
    """A tile as the rules say it, `2x4I` for two of them; "" for one without a name."""
    if tile.label.upper() in NAMED and normalise(NAMED[tile.label.upper()]) == normalise(tile.cells):
        count = "" if tile.count is None else f"{tile.count}x" if tile.label[1:] else f"{tile.count}:"
        return count + tile.label
    high, wide = 1 + max(r for r, _ in tile.cells), 1 + max(c for _, c in tile.cells)
    return f"{'' if tile.count is None else f'{tile.count}:'}{wide}x{high}" if high * wide == len(tile.cells) else ""


# --- pieces drawn in the margin ----------------------------------------------------------------------------------------------
def legend_tiles(sheet: Sheet) -> tuple[Tile, ...]:
    """The pieces beside the board: shaded cells that hang together, with the count in the number next to them."""
    left = {place for place, colour in sheet.outside("surface").items() if is_shade(colour)}
    counts = {place: count for place, entry in sheet.outside("number").items()
              if (count := str(entry_of(entry)[0]).strip().lstrip("×x*"))}
    found: list[Tile] = []
    while left:
        piece = [min(left, key=lambda place: (place[0], place[1]))]
        left.discard(piece[0])
        for row, col in piece:
            for other in ((row + 1, col), (row - 1, col), (row, col + 1), (row, col - 1)):
                if other in left:
                    left.discard(other)
                    piece.append(other)
        shape = normalise(piece)
        found.append(Tile(shape, _count(piece, counts), name_of(shape)))
    return within_bounds(found)


def _count(piece: Sequence[tuple[int, int]], counts: dict[tuple[int, int], str]) -> int | None:
    """The number that stands nearest to the right of a piece, or below it; none, or a sign for endless: as many as wanted."""
    top, right = min(row for row, _ in piece), max(col for _, col in piece)
    beside = sorted((col - right, place) for place in counts for row, col in [place] if row == top and 0 < col - right < 4)
    word = counts[beside[0][1]] if beside else ""
    return int(word) if word.isdecimal() and len(word) < 6 else None


def draw_legend(sheet: Sheet, tiles: Sequence[Tile]) -> None:
    """All tiles below the board, each with its count beside it, in as many rows as are needed."""
    sheet.width = max(sheet.width, min(MOST_SIDE, 3 + max(1 + max(col for _, col in tile.cells) for tile in tiles)), 16)
    places: list[tuple[int, int, Tile]] = []
    row, col, below = sheet.grid.rows + 1, 0, 0
    for tile in tiles:
        high, wide = 1 + max(r for r, _ in tile.cells), 1 + max(c for _, c in tile.cells)
        if col and col + wide + 2 > sheet.width:
            row, col, below = below + 1, 0, 0
        places.append((row, col, tile))
        below, col = max(below, row + high), col + wide + 3
    sheet.height = below
    if max(sheet.width, sheet.height) > MOST_SIDE:
        raise BadPuzzle(say("the tiles do not fit beside the board on a sheet of Penpa+"))
    surface, number = sheet.layer.setdefault("surface", {}), sheet.layer.setdefault("number", {})
    for row, col, tile in places:
        at = [(row + r + 2) * sheet.across + col + c + 2 for r, c in tile.cells]
        surface |= {str(point): 3 for point in at}
        right = max(c for _, c in tile.cells)
        count = "∞" if tile.count is None else f"×{tile.count}"
        number[str((row + 2) * sheet.across + col + right + 3)] = [count, 1, "6"]
