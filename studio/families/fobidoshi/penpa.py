"""Fobidoshi in Penpa+ addresses: circles and crosses; new circles are shaded, or drawn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from studio.core.penpa import PenpaCodec, whole_board
from studio.core.penpa_sheet import Sheet, entry_of, is_shade
from studio.core.puzzle import Answer, Puzzle
from studio.families.fobidoshi.model import CIRCLE, CROSS, EMPTY

NO_CIRCLE = 2
"""green, which a right click gives and no check counts: a free mark for no circle"""


class FobidoshiPenpa(PenpaCodec):
    id = "fobidoshi-penpa"
    tabs = ["Surface", "Shape"]
    checks = ("surface", "circle")
    reads, plays = ("surface", "symbol"), ("surface", "symbol")

    def claims(self, sheet: Sheet) -> float:
        arrows = sheet.layer.get("direction") or sheet.layer.get("arrows")
        return 0.9 if set(_givens(sheet)) != {EMPTY} and not arrows else 0.0

    def from_sheet(self, sheet: Sheet) -> Puzzle:
        return Puzzle("fobidoshi", whole_board(sheet, "Fobidoshi"), tuple(_givens(sheet)))

    def to_sheet(self, puzzle: Puzzle, sheet: Sheet) -> None:
        signs = {CIRCLE: [1, "circle_M", 1], CROSS: [4, "ox_B", 1]}
        sheet.layer["symbol"] = {str(sheet.point(cell)): signs[given] for cell, given in enumerate(puzzle.givens) if given}
        sheet.layer["surface"] = {str(sheet.point(cell)): 3 for cell, given in enumerate(puzzle.givens) if given == CIRCLE}
        if puzzle.solution is not None:
            new = [str(sheet.point(cell)) for cell, value in enumerate(puzzle.solution)
                   if value == CIRCLE and puzzle.givens[cell] != CIRCLE]
            sheet.answers = [new, list(new)]

    def odd(self, sheet: Sheet) -> set[str]:
        found = {"symbol"} if not all(map(_meaning, sheet.cells_of("symbol").values())) else set()
        given = _givens(sheet)
        bare = [cell for cell in sheet.cells_of("surface") if given[cell] != CIRCLE]
        return found | ({"surface"} if bare else set())

    def marks(self, sheet: Sheet, puzzle: Puzzle) -> list[int]:
        marks = list(puzzle.givens)
        for cell, entry in sheet.cells_of("symbol", "played").items():
            marks[cell] = marks[cell] or _meaning(entry)
        for cell, colour in sheet.cells_of("surface", "played").items():
            if is_shade(colour) or colour == NO_CIRCLE:
                marks[cell] = marks[cell] or (CIRCLE if is_shade(colour) else CROSS)
        return marks

    def solution(self, sheet: Sheet, puzzle: Puzzle, entries: Sequence[str]) -> Answer | None:
        new = sheet.named(entries)
        return tuple(CIRCLE if given == CIRCLE or cell in new else CROSS for cell, given in enumerate(puzzle.givens))


def _givens(sheet: Sheet) -> list[int]:
    givens = [EMPTY] * sheet.grid.size
    for cell, entry in sheet.cells_of("symbol").items():
        givens[cell] = _meaning(entry)
    return givens


def _meaning(entry: Any) -> int:
    number, name = entry_of(entry)
    if name.startswith("circle_") or (name.startswith("ox_") and number == 1):
        return CIRCLE
    return CROSS if name.startswith("ox_") and number in (4, 7) else EMPTY
