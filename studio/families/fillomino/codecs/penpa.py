"""Fillomino in Penpa+ addresses: numbers, "?", given borders; the answer by numbers or by borders."""

from __future__ import annotations

from studio.core.penpa import PenpaCodec, Sheet
from studio.core.puzzle import Answer, BadPuzzle, Puzzle
from studio.families.fillomino.codecs.text import refuse_kinds
from studio.families.fillomino.model import BORDER, QUESTION, limit_of, params

DRAWN = (2, 21)


class FillominoPenpa(PenpaCodec):
    id = "fillomino-penpa"
    tool, style, tabs = "number", ["1", 2], ["Surface", "Edge Normal", "Number Normal"]
    checks = ("number", "loopedge")

    def claims(self, sheet: Sheet) -> float:
        if "fillomino" in sheet.tags:
            return 1.0
        bare = not sheet.cells_of("symbol") and not sheet.layer.get("direction") and not sheet.layer.get("arrows")
        return 0.8 if bare and sheet.cells_of("number") else 0.0

    def from_sheet(self, sheet: Sheet) -> Puzzle:
        givens = [0] * sheet.grid.size
        for cell, entry in sheet.cells_of("number").items():
            word = str(entry[0]).strip() if isinstance(entry, list) and entry else ""
            if word and word != "?" and not (word.isdecimal() and len(word) < 7):
                raise BadPuzzle(f"{word[:20]!r} in this Penpa+ board is no number")
            givens[cell] = QUESTION if word == "?" else int(word or 0)
        drawn = sheet.borders_of(DRAWN)
        borders = tuple(BORDER if border in drawn else 0 for border in range(sheet.grid.border_count))
        return Puzzle("fillomino", sheet.grid, tuple(givens), borders, params())

    def to_sheet(self, puzzle: Puzzle, sheet: Sheet) -> None:
        if limit_of(puzzle):
            refuse_kinds(puzzle, "Penpa+")
        sheet.tags = ("fillomino",)
        sheet.layer["number"] = {str(sheet.point(cell)): ["?" if given == QUESTION else str(given), 1, "1"]
                                 for cell, given in enumerate(puzzle.givens) if given}
        sheet.layer["lineE"] = {sheet.edge(border): 2 for border, given in enumerate(puzzle.borders) if given}
        if puzzle.solution is not None:
            answer = puzzle.solution
            numbers = [f"{sheet.point(cell)},{value}" for cell, value in enumerate(answer) if not puzzle.givens[cell]]
            parted = [f"{sheet.edge(border)},1" for border in range(puzzle.grid.border_count)
                      if answer[(pair := puzzle.grid.border_cells(border))[0]] != answer[pair[1]]
                      and not (puzzle.borders and puzzle.borders[border])]
            sheet.answers = [numbers, parted] if QUESTION not in puzzle.givens else [parted]

    def marks(self, sheet: Sheet, puzzle: Puzzle) -> list[int] | None:
        marks = [max(given, 0) for given in puzzle.givens]
        for cell, entry in sheet.cells_of("number", "played").items():
            word = str(entry[0]).strip() if isinstance(entry, list) and entry else ""
            if not marks[cell] and word.isdecimal() and len(word) < 7:
                marks[cell] = int(word)
        return marks

    def solution(self, sheet: Sheet, puzzle: Puzzle) -> Answer | None:
        answer = [max(given, 0) for given in puzzle.givens]
        for entry in sheet.answers[0]:
            words = entry.split(",")
            cell = sheet.cell(int(words[0])) if len(words) == 2 and all(word.isdecimal() for word in words) else None
            if cell is not None:
                answer[cell] = int(words[1])
        return tuple(answer) if all(answer) else _from_borders(sheet, puzzle)


def _from_borders(sheet: Sheet, puzzle: Puzzle) -> Answer:
    """Regions between borders tell their own size."""
    walls = {entry.rsplit(",", 1)[0] for each in sheet.answers for entry in each}
    grid = puzzle.grid
    closed = {border for border in range(grid.border_count) if sheet.edge(border) in walls or puzzle.borders[border]}
    answer, seen = [0] * grid.size, set[int]()
    for start in grid.cells():
        if start in seen:
            continue
        region, queue = {start}, [start]
        for cell in queue:
            for other in grid.adjacency[cell]:
                if other not in region and grid.border_between(cell, other) not in closed:
                    region.add(other)
                    queue.append(other)
        seen |= region
        for cell in region:
            answer[cell] = len(region)
    return tuple(answer)
