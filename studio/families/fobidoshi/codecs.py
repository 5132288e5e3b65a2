"""Exchange formats: the thesis' text (section 3.1, puzzle and solution) and janko text."""

from __future__ import annotations

import re
from collections.abc import Sequence

from studio.core.codec import Codec
from studio.core.family import make_grid
from studio.core.grid import Grid
from studio.core.puzzle import Answer, BadPuzzle, Puzzle
from studio.families.fobidoshi.model import CIRCLE, CROSS, EMPTY

FAMILY_ID = "fobidoshi"
CELLS = {"-": EMPTY, ".": EMPTY, "o": CIRCLE, "O": CIRCLE, "x": CROSS, "X": CROSS}
SIGNS = {EMPTY: "-", CIRCLE: "o", CROSS: "x"}


def read_rows(lines: Sequence[str], grid: Grid, what: str) -> tuple[int, ...]:
    """Rows of cells, with or without blanks between them."""
    values: list[int] = []
    for number, line in enumerate(lines, 1):
        cells = "".join(line.split())
        if len(cells) != grid.cols:
            raise BadPuzzle(f"{what}: row {number} has {len(cells)} cells instead of {grid.cols}")
        for sign in cells:
            if sign not in CELLS:
                raise BadPuzzle(f"{what}: {sign!r} in row {number} is neither o, x nor -")
            values.append(CELLS[sign])
    if len(lines) != grid.rows:
        raise BadPuzzle(f"{what}: {len(lines)} rows instead of {grid.rows}")
    return tuple(values)


def as_answer(values: Sequence[int]) -> Answer:
    """In a stored solution everything that is no circle is empty."""
    return tuple(CIRCLE if value == CIRCLE else CROSS for value in values)


def write_rows(grid: Grid, values: Sequence[int], gap: str = "") -> list[str]:
    return [gap.join(SIGNS[value] for value in values[row * grid.cols : (row + 1) * grid.cols]) for row in range(grid.rows)]


def solution_values(puzzle: Puzzle) -> list[int]:
    """A solution as the archive writes it: circles, and the rest empty, given crosses too."""
    assert puzzle.solution is not None
    return [CIRCLE if value == CIRCLE else EMPTY for value in puzzle.solution]


class ThesisText(Codec):
    """First line N, then N rows of the puzzle, then (optional) N rows of the solution."""

    id = "fobidoshi-text"
    name = "Fobidoshi text"

    def confidence(self, text: str, filename: str) -> float:
        lines = [line for line in text.splitlines() if line.strip()]
        if len(lines) < 2 or not re.fullmatch(r"\s*\d{1,3}\s*", lines[0]):
            return 0.0
        body = [set("".join(line.split())) for line in lines[1:]]
        if not all(row <= CELLS.keys() for row in body):
            return 0.0
        return 0.95 if len(body) in (int(lines[0]), 2 * int(lines[0])) else 0.5

    def read(self, text: str, filename: str) -> Puzzle:
        lines = [line for line in text.splitlines() if line.strip()]
        if not lines or not re.fullmatch(r"\s*\d{1,3}\s*", lines[0]):
            raise BadPuzzle("Fobidoshi text: the first line must be the size of the board")
        size = int(lines[0])
        grid = make_grid(size, size)
        if len(lines) - 1 not in (size, 2 * size):
            raise BadPuzzle(f"Fobidoshi text: {size} or {2 * size} rows must follow the size, but {len(lines) - 1} do")
        givens = read_rows(lines[1 : size + 1], grid, "the puzzle")
        solution = as_answer(read_rows(lines[size + 1 :], grid, "the solution")) if len(lines) > size + 1 else None
        return Puzzle(FAMILY_ID, grid, givens, solution=solution)

    def write(self, puzzle: Puzzle) -> str:
        grid = puzzle.grid
        if grid.rows != grid.cols:
            raise BadPuzzle("Fobidoshi text knows only square boards; use janko text or a puzzle file for this one")
        lines = [str(grid.rows), *write_rows(grid, puzzle.givens)]
        if puzzle.solution is not None:
            lines += write_rows(grid, solution_values(puzzle))
        return "\n".join(lines) + "\n"


SECTIONS = ("problem", "solution", "moves", "end", "begin")


class JankoText(Codec):
    """`begin`, `puzzle fobidoshi`, facts, `problem` and `solution` with blank-separated cells, `end`; old and new spelling."""

    id = "fobidoshi-janko"
    name = "janko text"

    def confidence(self, text: str, filename: str) -> float:
        if re.search(r"^\s*puzzle\s+fobidoshi\s*$", text, re.IGNORECASE | re.MULTILINE):
            return 1.0
        return 0.0

    def read(self, text: str, filename: str) -> Puzzle:
        facts, sections = split_sections(text)
        grid = janko_grid(facts)
        if "problem" not in sections:
            raise BadPuzzle("janko text: there is no problem")
        givens = read_rows(sections["problem"], grid, "the problem")
        solution = as_answer(read_rows(sections["solution"], grid, "the solution")) if "solution" in sections else None
        known = ("puzzle", "author", "title", "info", "size", "rows", "cols")
        kept = {key: value for key, value in facts.items() if key not in known}
        if sections.get("moves"):
            kept["moves"] = "\n".join(sections["moves"])
        return Puzzle(FAMILY_ID, grid, givens, title=facts.get("title", ""), author=facts.get("author", ""),
                      notes=facts.get("info", ""), solution=solution, extra={"janko": kept} if kept else {})

    def write(self, puzzle: Puzzle) -> str:
        grid = puzzle.grid
        lines = ["begin", "puzzle fobidoshi"]
        kept = dict(puzzle.extra.get("janko", {}))
        moves = str(kept.pop("moves", ""))
        facts = {"title": puzzle.title, "author": puzzle.author, "info": puzzle.notes, **kept}
        lines += [f"{key} {' '.join(str(value).split())}" for key, value in facts.items() if value]
        lines += [f"size {grid.rows}"] if grid.rows == grid.cols else [f"rows {grid.rows}", f"cols {grid.cols}"]
        lines += ["problem", *write_rows(grid, puzzle.givens, " ")]
        if puzzle.solution is not None:
            lines += ["solution", *write_rows(grid, solution_values(puzzle), " ")]
        if moves:
            lines += ["moves", moves]
        return "\n".join([*lines, "end"]) + "\n"


def split_sections(text: str) -> tuple[dict[str, str], dict[str, list[str]]]:
    """Facts before the grids (`key value` lines) and the lines of every section."""
    facts: dict[str, str] = {}
    sections: dict[str, list[str]] = {}
    current: list[str] | None = None
    for line in text.splitlines():
        words = line.split(maxsplit=1)
        if not words:
            continue
        key = words[0].strip("[]").lower()
        if key in SECTIONS and (len(words) == 1 or key == "moves"):
            if key == "end":
                break
            current = None if key == "begin" else sections.setdefault(key, [])
            if current is not None and len(words) > 1:
                current.append(words[1])
        elif current is not None:
            current.append(line.strip())
        else:
            facts[key] = words[1].strip() if len(words) > 1 else ""
    return facts, sections


def janko_grid(facts: dict[str, str]) -> Grid:
    size = facts.get("size", "")
    try:
        if size:
            numbers = [int(word) for word in re.split(r"[\sx]+", size.strip().lower())]
            return make_grid(numbers[0], numbers[-1])
        return make_grid(int(facts["rows"]), int(facts["cols"]))
    except (KeyError, ValueError) as fault:
        if isinstance(fault, BadPuzzle):
            raise
        raise BadPuzzle("janko text: it gives no size, or rows and cols") from None


CODECS: tuple[Codec, ...] = (ThesisText(), JankoText())
