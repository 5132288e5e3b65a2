"""Fillomino in Penpa+ addresses: numbers, "?", given borders; the answer by numbers or by borders."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from studio.core import registry
from studio.core.penpa import PenpaCodec, whole_board
from studio.core.penpa_sheet import Sheet, entry_of
from studio.core.puzzle import Answer, BadPuzzle, Puzzle
from studio.core.say import say
from studio.families.fillomino.model import BORDER, QUESTION, ZERO, limit_of, params

DRAWN = (2, 21)
MOST_SMALL = 30
MOST_OPEN, MOST_WAYS = 8, 2000


class FillominoPenpa(PenpaCodec):
    id = "fillomino-penpa"
    tool, style, tabs = "number", ["1", 2], ["Surface", "Edge Normal", "Number Normal"]
    checks = ("number", "loopedge")
    reads, plays = ("number", "lineE"), ("number",)

    def claims(self, sheet: Sheet) -> float:
        if "fillomino" in sheet.tags:
            return 1.0
        bare = not sheet.cells_of("symbol") and not sheet.layer.get("direction") and not sheet.layer.get("arrows")
        return 0.8 if bare and sheet.cells_of("number") else 0.0

    def from_sheet(self, sheet: Sheet) -> Puzzle:
        givens = [0] * whole_board(sheet, "Fillomino").size
        for cell, entry in sheet.cells_of("number").items():
            word = str(entry[0]).strip() if isinstance(entry, list) and entry else ""
            if word and word != "?" and not (word.isdecimal() and len(word) < 7):
                raise BadPuzzle(say("{word!r} in this Penpa+ board is no number", word=word[:20]))
            givens[cell] = QUESTION if word == "?" else int(word) or ZERO if word else 0
        drawn = sheet.borders_of(DRAWN)
        borders = tuple(BORDER if border in drawn else 0 for border in range(sheet.grid.border_count))
        return Puzzle("fillomino", sheet.grid, tuple(givens), borders, params())

    def to_sheet(self, puzzle: Puzzle, sheet: Sheet) -> None:
        if limit_of(puzzle):
            raise BadPuzzle(say("{name} knows no largest region", name="Penpa+"))
        sheet.tags = ("fillomino",)
        sheet.layer["number"] = {str(sheet.point(cell)): ["?" if given == QUESTION else str(max(given, 0)), 1, "1"]
                                 for cell, given in enumerate(puzzle.givens) if given}
        sheet.layer["lineE"] = {sheet.edge(border): 2 for border, given in enumerate(puzzle.borders) if given}
        if puzzle.solution is not None:
            answer = puzzle.solution
            numbers = [f"{sheet.point(cell)},{value}" for cell, value in enumerate(answer) if not puzzle.givens[cell]]
            parted = [f"{sheet.edge(border)},1" for border in range(puzzle.grid.border_count)
                      if answer[(pair := puzzle.grid.border_cells(border))[0]] != answer[pair[1]]
                      and not (puzzle.borders and puzzle.borders[border])]
            sheet.answers = [numbers, parted]

    def odd(self, sheet: Sheet) -> set[str]:
        return {"lineE"} if sheet.edge_styles() - set(map(str, DRAWN)) else set()

    def marks(self, sheet: Sheet, puzzle: Puzzle) -> list[int]:
        marks = [max(given, 0) for given in puzzle.givens]
        for cell, entry in sheet.cells_of("number", "played").items():
            word = str(entry[0]).strip() if isinstance(entry, list) and entry else ""
            if not marks[cell] and word.isdecimal() and len(word) < 7:
                marks[cell] = int(word)
        return marks

    def pencil(self, sheet: Sheet, puzzle: Puzzle) -> list[int]:
        small = [0] * puzzle.grid.size
        for cell, entry in sheet.cells_of("number", "played").items():
            candidates, _ = entry_of(entry)
            if isinstance(candidates, list):
                small[cell] = sum(1 << number for number, there in enumerate(candidates[:MOST_SMALL], 1) if there == 1)
        return small

    def solution(self, sheet: Sheet, puzzle: Puzzle, entries: Sequence[str]) -> Answer | None:
        if all(entry.count(",") == 2 for entry in entries):
            return _from_borders(sheet, puzzle, entries)
        answer = [max(given, 0) for given in puzzle.givens]
        for entry in entries:
            words = entry.split(",")
            cell = sheet.cell(int(words[0])) if len(words) == 2 and all(word.isdecimal() for word in words) else None
            if cell is not None:
                answer[cell] = int(words[1])
        return tuple(answer) if all(answer) else _filled(puzzle, answer)


def _filled(puzzle: Puzzle, answer: Sequence[int]) -> Answer | None:
    """The check leaves out the cells of "?": they belong to the regions that still lack cells, if only one way is found."""
    found: list[Answer] = []
    empty = [cell for cell, number in enumerate(answer) if not number]
    if len(empty) > MOST_OPEN:
        return None
    family = registry.family(puzzle.family)
    near = [sorted({answer[other] for other in puzzle.grid.adjacency[cell]} - {0} | {1}) for cell in empty]
    for numbers in itertools.islice(itertools.product(*near), MOST_WAYS):
        tried = list(answer)
        for cell, number in zip(empty, numbers):
            tried[cell] = number
        if not family.wrong(puzzle, tuple(tried)):
            found.append(tuple(tried))
    return found[0] if len(found) == 1 else None


def _from_borders(sheet: Sheet, puzzle: Puzzle, entries: Sequence[str]) -> Answer:
    """Regions between borders tell their own size."""
    walls = {entry.rsplit(",", 1)[0] for entry in entries}
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
