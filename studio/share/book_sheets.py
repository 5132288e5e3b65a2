"""What stands on which page of a book, as data: cover, contents, rules, boards, solutions. Nothing is drawn here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import ceil, sqrt

from studio.core import language, registry
from studio.core.draw import Overlay, extent
from studio.core.puzzle import Answer, BadPuzzle, Board, Puzzle, told_difficulty
from studio.core.say import say

AUTO = 0
SLOTS = {1: (1, 1), 2: (1, 2), 4: (2, 2), 6: (2, 3), 12: (3, 4)}
"""boards on a page -> columns and rows"""
SMALL_BOARD, MIDDLE_BOARD = 10, 15
"""Rows or columns up to which four, or two, boards share a page if nobody asks for a number."""
PORTRAIT = 0.8
"""width to height of the room that a board has on paper, about"""
SOLUTION_SIDES = {3: 10, 2: 15, 1: 1_000_000}
"""solutions side by side -> the most rows or columns that they may have"""
SOLUTION_HEIGHTS = {3: 1 / 4, 2: 1 / 3, 1: 1 / 2}
"""solutions side by side -> the part of a page's height that their row takes"""
LIST_COLUMNS, MOST_LISTED = 3, 46
"""Titles stand in so many columns of the contents, if that needs no more lines than a page has."""


@dataclass(frozen=True)
class Item:
    """One board on a page: a puzzle with its number, or its solution. `answer` is () where it is proved that there is none."""

    number: int
    puzzle: Puzzle
    answer: Answer | None = None
    solved: bool = False

    @cached_property
    def slots(self) -> int:
        """How many of its size share a page."""
        return slots_for(self.puzzle)

    @property
    def caption(self) -> str:
        if self.solved:
            return str(self.number)
        return f"{self.number}. {self.puzzle.title or language.told(registry.family(self.puzzle.family).name)}"

    @property
    def terms(self) -> str:
        """What holds for this puzzle alone: its difficulty, its author, how it differs from the usual rules."""
        if self.solved:
            return language.told(say("no solution")) if self.answer == () else ""
        parts = [told_difficulty(self.puzzle), *own_terms(self.puzzle), self.puzzle.author]
        if self.answer == ():
            parts.insert(0, say("impossible: show that it has no solution"))
        return " · ".join(language.told(part) for part in parts if part)


def own_terms(puzzle: Puzzle) -> list[str]:
    """The parameters in which a puzzle differs from its family's usual ones, in words."""
    found = []
    for option in registry.family(puzzle.family).parameters:
        value = puzzle.params.get(option.name, option.default)
        if value == option.default or not isinstance(option.default, bool | int | float | str):
            continue  # a set of pieces is drawn, however it is written
        if isinstance(value, bool):
            found.append((option.help or option.label) if value else say("{name}: no", name=option.label))
        else:
            found.append(say("{name}: {value}", name=option.label, value=value))
    return found


@dataclass(frozen=True)
class Sheet:
    """A page: `kind` is cover, contents, rules, boards, solutions, or alone (a sheet for one puzzle by itself)."""

    kind: str
    heading: str = ""
    lines: tuple[tuple[str, int], ...] = ()
    """of the contents: what, and on which page; of the solutions: a remark"""
    family: str = ""
    items: tuple[Item, ...] = ()
    slots: int = 1
    listed: tuple[tuple[Item, int], ...] = ()
    """of the contents: every puzzle, and on which page; nothing where they would not fit onto one"""


def slots_for(puzzle: Puzzle) -> int:
    """As many boards on a page as stay easy to read, with the pieces that lie beside them."""
    family = registry.family(puzzle.family)
    side = max(puzzle.grid.rows, puzzle.grid.cols)
    if family.pieces is not None:
        board = Board(puzzle, family.start_marks(puzzle))
        _, _, wide, high = extent(family.draw(board, Overlay(plain=True, aspect=PORTRAIT)), puzzle.grid)
        side = max(side, round(sqrt(wide * high)) - 1)  # less the margin that every board has
    return 4 if side <= SMALL_BOARD else 2 if side <= MIDDLE_BOARD else 1


def quarters(items: Sequence[Item]) -> Iterator[tuple[int, int]]:
    """Where each board begins on its pages, and how much it takes, both in quarters of a page, in the given order: a board for
    half a page begins a row, one for a whole page a page."""
    used = 0
    for item in items:
        size = 4 // item.slots
        used += -used % size
        yield used, size
        used += size


def packed(items: Sequence[Item]) -> list[list[Item]]:
    """The boards page by page, small and middle ones together."""
    pages: dict[int, list[Item]] = {}
    for item, (start, _) in zip(items, quarters(items)):
        pages.setdefault(start // 4, []).append(item)
    return list(pages.values())


def sheets(puzzles: Sequence[Puzzle], answers: Sequence[Answer | None], per_page: int, title: str) -> Iterator[Sheet]:
    """Cover and contents, then family by family in the given order, then the solutions that are known."""
    if per_page not in (AUTO, *SLOTS):
        raise BadPuzzle(say("a page has {names} boards, not {per_page}", names=', '.join(map(str, SLOTS)),
                            per_page=per_page))
    body = list(_body(puzzles, answers, per_page))
    telling = max(puzzles, key=lambda puzzle: (len(set(puzzle.givens)), len(puzzle.clues())))
    yield Sheet("cover", title, items=(Item(1, telling),), lines=_counts(puzzles))
    first = 3  # after cover and contents
    lines = [(sheet.heading, number) for number, sheet in enumerate(body, first) if sheet.heading]
    listed = [(item, number) for number, sheet in enumerate(body, first) if sheet.kind == "boards" for item in sheet.items]
    yield Sheet("contents", language.told(say("Contents")), tuple(lines),
                listed=tuple(listed) if rows_listed(listed) <= MOST_LISTED else ())
    yield from body


Listed = Sequence[tuple[Item, int]]
"""puzzles with their pages"""


def list_columns(listed: Listed) -> list[Listed]:
    """The titles of the contents: LIST_COLUMNS columns for each family, one family after the other."""
    found: list[Listed] = []
    for name in dict.fromkeys(item.puzzle.family for item, _ in listed):
        mine = [each for each in listed if each[0].puzzle.family == name]
        rows = ceil(len(mine) / LIST_COLUMNS)
        found += [mine[start : start + rows] for start in range(0, len(mine), rows)]
    return found


def rows_listed(listed: Sequence[tuple[Item, int]]) -> int:
    """How many lines of the contents the titles take, in columns below their family's name."""
    return sum(2 + ceil(count / LIST_COLUMNS) for count in Counter(item.puzzle.family for item, _ in listed).values())


def _counts(puzzles: Sequence[Puzzle]) -> tuple[tuple[str, int], ...]:
    return tuple((registry.family(name).name, count) for name, count in Counter(each.family for each in puzzles).items())


def _body(puzzles: Sequence[Puzzle], answers: Sequence[Answer | None], per_page: int) -> Iterator[Sheet]:
    order = list(dict.fromkeys(puzzle.family for puzzle in puzzles))
    together = sorted(zip(puzzles, answers), key=lambda pair: order.index(pair[0].family))
    numbered = [Item(number, puzzle, answer) for number, (puzzle, answer) in enumerate(together, 1)]
    for family_id in order:
        family = registry.family(family_id)
        yield Sheet("rules", language.told(family.name), family=family_id)
        mine = [item for item in numbered if item.puzzle.family == family_id]
        pages = [mine[start : start + per_page] for start in range(0, len(mine), per_page)] if per_page else packed(mine)
        for page in pages:
            yield Sheet("boards", "", family=family_id, items=tuple(page), slots=per_page)
    solved = [replace(item, solved=True) for item in numbered if item.answer is not None]
    heading = language.told(say("The solutions"))
    for number, page in enumerate(solution_pages(solved)):
        yield Sheet("solutions", "" if number else heading, () if number else _remarks(solved), items=tuple(page))


def _remarks(solved: Sequence[Item]) -> tuple[tuple[str, int], ...]:
    """Pieces often fit in many ways, and nobody has counted them."""
    several = any(item.answer and registry.family(item.puzzle.family).pieces is not None for item in solved)
    return ((language.told(say("Where pieces fit in several ways, one of them is shown.")), 0),) if several else ()


def solution_columns(items: Sequence[Item]) -> int:
    """How many solutions stand side by side so that the largest of these can still be read."""
    side = max(map(_side_to_read, items))
    return next(columns for columns, largest in SOLUTION_SIDES.items() if side <= largest)


def _side_to_read(item: Item) -> float:
    """Rows or columns of small print. Pieces are larger than cells; where nothing is drawn, nothing need be read."""
    if not item.answer:
        return 0
    side = max(item.puzzle.grid.rows, item.puzzle.grid.cols)
    return side / 2 if registry.family(item.puzzle.family).pieces is not None else side


def solution_rows(items: Sequence[Item]) -> list[list[Item]]:
    """The solutions in their order, row by row."""
    rows: list[list[Item]] = []
    for item in items:
        if not rows or len(rows[-1]) >= solution_columns([*rows[-1], item]):
            rows.append([])
        rows[-1].append(item)
    return rows


def solution_pages(items: Sequence[Item]) -> list[list[Item]]:
    """As many rows on a page as it has room for: each takes SOLUTION_HEIGHTS of its height."""
    pages: list[list[Item]] = []
    used = 1.0
    for row in solution_rows(items):
        high = SOLUTION_HEIGHTS[solution_columns(row)]
        if used + high > 1.001:
            pages.append([])
            used = 0.0
        pages[-1] += row
        used += high
    return pages
