"""Evolomino in Penpa+ addresses: shaded cells, squares and arrows; new squares are shaded."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from studio.core.penpa import PenpaCodec, whole_board
from studio.core.penpa_sheet import Sheet, entry_of, is_shade
from studio.core.puzzle import Answer, Puzzle
from studio.families.evolomino.check import IS_SQUARE, NO_SQUARE
from studio.families.evolomino.codecs.pzpr import BACK, FORTH
from studio.families.evolomino.model import SHADED, SQUARE, field_of


class EvolominoPenpa(PenpaCodec):
    id = "evolomino-penpa"
    tabs = ["Surface"]
    checks = ("surface",)
    reads, plays = ("surface", "symbol", "direction", "arrows"), ("surface", "symbol")

    def claims(self, sheet: Sheet) -> float:
        return 0.95 if sheet.layer.get("direction") or sheet.layer.get("arrows") else 0.0

    def from_sheet(self, sheet: Sheet) -> Puzzle:
        grid = whole_board(sheet, "Evolomino")
        givens = [0] * grid.size
        for cell, colour in sheet.cells_of("surface").items():
            if is_shade(colour):
                givens[cell] = SHADED
        for cell, entry in sheet.cells_of("symbol").items():
            if _is_square(entry):
                givens[cell] = SQUARE
        borders = [0] * grid.border_count
        for path in sheet.paths():
            for a, b in pairwise(path):
                borders[grid.border_between(a, b)] = FORTH if b > a else BACK
        return Puzzle("evolomino", grid, tuple(givens), tuple(borders))

    def to_sheet(self, puzzle: Puzzle, sheet: Sheet) -> None:
        given = {cell: value for cell, value in enumerate(puzzle.givens) if value}
        sheet.layer["surface"] = {str(sheet.point(cell)): 1 if value == SHADED else 3 for cell, value in given.items()}
        sheet.layer["symbol"] = {str(sheet.point(cell)): [1, "square_M", 1] for cell, value in given.items() if value == SQUARE}
        field = field_of(puzzle)
        arrows = (*field.arrows, *map(_closed, field.rings))
        sheet.layer["direction"] = [[sheet.point(cell) for cell in arrow] for arrow in arrows]
        if puzzle.solution is not None:
            sheet.answers = [[str(sheet.point(cell)) for cell, mark in enumerate(puzzle.solution)
                              if mark == IS_SQUARE and puzzle.givens[cell] != SQUARE]]

    def odd(self, sheet: Sheet) -> set[str]:
        return {"symbol"} if not all(map(_is_square, sheet.cells_of("symbol").values())) else set()

    def marks(self, sheet: Sheet, puzzle: Puzzle) -> list[int]:
        shaded = {cell for cell, colour in sheet.cells_of("surface", "played").items() if is_shade(colour)}
        shaded |= {cell for cell, entry in sheet.cells_of("symbol", "played").items() if _is_square(entry)}
        decided = {SHADED: NO_SQUARE, SQUARE: IS_SQUARE}
        return [decided.get(given, IS_SQUARE if cell in shaded else 0) for cell, given in enumerate(puzzle.givens)]

    def solution(self, sheet: Sheet, puzzle: Puzzle, entries: Sequence[str]) -> Answer | None:
        new = sheet.named(entries)
        return tuple(IS_SQUARE if given == SQUARE or cell in new else NO_SQUARE for cell, given in enumerate(puzzle.givens))


def _is_square(entry: Any) -> bool:
    number, name = entry_of(entry)
    return name.startswith("square_") or (name.startswith("ox_") and number == 3)


def _closed(ring: tuple[int, ...]) -> tuple[int, ...]:
    return (*ring, ring[0])
