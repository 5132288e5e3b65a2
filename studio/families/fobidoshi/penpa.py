"""Fobidoshi in Penpa+ addresses: circles and crosses; new circles are shaded, or drawn."""

from __future__ import annotations

from studio.core.penpa import SHADES, PenpaCodec, Sheet
from studio.core.puzzle import Answer, Puzzle
from studio.families.fobidoshi.model import CIRCLE, CROSS, EMPTY


class FobidoshiPenpa(PenpaCodec):
    id = "fobidoshi-penpa"
    tabs = ["Surface", "Shape"]
    checks = ("surface", "circle")

    def claims(self, sheet: Sheet) -> float:
        arrows = sheet.layer.get("direction") or sheet.layer.get("arrows")
        return 0.9 if set(_givens(sheet)) != {EMPTY} and not arrows else 0.0

    def from_sheet(self, sheet: Sheet) -> Puzzle:
        return Puzzle("fobidoshi", sheet.grid, tuple(_givens(sheet)))

    def to_sheet(self, puzzle: Puzzle, sheet: Sheet) -> None:
        signs = {CIRCLE: [1, "circle_M", 1], CROSS: [4, "ox_B", 1]}
        sheet.layer["symbol"] = {str(sheet.point(cell)): signs[given] for cell, given in enumerate(puzzle.givens) if given}
        sheet.layer["surface"] = {str(sheet.point(cell)): 3 for cell, given in enumerate(puzzle.givens) if given == CIRCLE}
        if puzzle.solution is not None:
            new = [str(sheet.point(cell)) for cell, value in enumerate(puzzle.solution)
                   if value == CIRCLE and puzzle.givens[cell] != CIRCLE]
            sheet.answers = [new, list(new)]

    def marks(self, sheet: Sheet, puzzle: Puzzle) -> list[int] | None:
        marks = list(puzzle.givens)
        drawn = {cell for cell, entry in sheet.cells_of("symbol", "played").items()
                 if isinstance(entry, list) and str(entry[1:2]).find("circle_") >= 0}
        for cell in drawn | {cell for cell, colour in sheet.cells_of("surface", "played").items() if colour in SHADES}:
            marks[cell] = marks[cell] or CIRCLE
        return marks

    def solution(self, sheet: Sheet, puzzle: Puzzle) -> Answer | None:
        new = {sheet.cell(int(entry)) for entry in sheet.answers[0] if entry.isdecimal()}
        return tuple(CIRCLE if given == CIRCLE or cell in new else CROSS for cell, given in enumerate(puzzle.givens))


def _givens(sheet: Sheet) -> list[int]:
    givens = [EMPTY] * sheet.grid.size
    for cell, entry in sheet.cells_of("symbol").items():
        number, name = (entry[0], str(entry[1])) if isinstance(entry, list) and len(entry) > 1 else (0, "")
        if name.startswith("circle_") or (name.startswith("ox_") and number == 1):
            givens[cell] = CIRCLE
        elif name.startswith("ox_") and number in (4, 7):
            givens[cell] = CROSS
    return givens
