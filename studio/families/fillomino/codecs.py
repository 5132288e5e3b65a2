"""Foreign texts: the thesis' plain numbers and janko text, both recognised by their content."""

from __future__ import annotations

import re

from studio.core.codec import Codec, number_grid, write_number_grid
from studio.core.family import make_grid
from studio.core.puzzle import Answer, BadPuzzle, Puzzle

from .check import BASIC, CHALLENGING

FAMILY = "fillomino"
# Evolomino's raw text has the same layout. Its codes 1..12 are pieces of arrows: (enters from, leaves to) as (row, column).
_UP, _DOWN, _LEFT, _RIGHT = (-1, 0), (1, 0), (0, -1), (0, 1)
_PIECES = {1: (_LEFT, _RIGHT), 2: (_RIGHT, _LEFT), 3: (_DOWN, _UP), 4: (_UP, _DOWN), 5: (_LEFT, _DOWN), 6: (_LEFT, _UP),
           7: (_RIGHT, _DOWN), 8: (_RIGHT, _UP), 9: (_DOWN, _LEFT), 10: (_DOWN, _RIGHT), 11: (_UP, _LEFT), 12: (_UP, _RIGHT)}


def looks_like_arrows(rows: int, cols: int, values: list[int]) -> bool:
    """Do the numbers read as Evolomino codes make chains of arrow pieces? Numbers of a Fillomino hardly ever do."""
    if any(value > 31 or value % 16 > 13 for value in values):
        return False
    pieces = {divmod(cell, cols): _PIECES[value % 16] for cell, value in enumerate(values) if value % 16 in _PIECES}
    linked = set()
    for (row, col), (_, leaves) in pieces.items():
        after = (row + leaves[0], col + leaves[1])
        if after in pieces and pieces[after][0] == (-leaves[0], -leaves[1]):
            linked |= {(row, col), after}
    return len(pieces) > 0 and len(linked) > 0.8 * len(pieces)


class ThesisText(Codec):
    """`H W`, then H lines of W numbers, 0 (also `.` or `-`) = empty.

    The layout has no place for the variant: boards named like the thesis' own basic ones (`10x10PB3.txt`, from Puzzle Baron)
    are read as basic, all others as challenging.
    """

    id = "fillomino-text"
    name = "Fillomino text"

    def confidence(self, text: str, filename: str) -> float:
        head = text.split(None, 2)[:2]
        if len(head) < 2 or not all(token.isdecimal() for token in head):
            return 0.0
        try:
            rows, cols, values = number_grid(_plain(text), self.name)
        except BadPuzzle:
            return 0.0
        if any(value < 0 or value > rows * cols for value in values):
            return 0.1
        return 0.2 if looks_like_arrows(rows, cols, values) else 0.8

    def read(self, text: str, filename: str) -> Puzzle:
        rows, cols, values = number_grid(_plain(text), self.name)
        stem = re.split(r"[\\/]", filename)[-1].rsplit(".", 1)[0]
        basic = re.search(r"PB\d+$", stem) is not None
        return Puzzle(FAMILY, make_grid(rows, cols), tuple(values), title=stem,
                      params={"variant": BASIC if basic else CHALLENGING})

    def write(self, puzzle: Puzzle) -> str:
        return write_number_grid(puzzle.grid.rows, puzzle.grid.cols, puzzle.givens)


def _plain(text: str) -> str:
    return " ".join("0" if token in (".", "-") else token for token in text.split())


class JankoText(Codec):
    """`begin`, headers, `problem` and `solution` grids, `end`; newer pages put the section names in brackets."""

    id = "fillomino-janko"
    name = "janko text"
    extensions = (".txt", ".janko")
    HEADERS = {"author": "author", "title": "title", "source": "source", "info": "info"}

    def confidence(self, text: str, filename: str) -> float:
        kind = re.search(r"^\s*puzzle\s+(\w+)", text, re.MULTILINE | re.IGNORECASE)
        if kind and kind.group(1).lower() == FAMILY:
            return 1.0
        if kind or not re.search(r"^\s*\[?problem\]?\s*$", text, re.MULTILINE | re.IGNORECASE):
            return 0.0
        grid = " ".join(" ".join(row) for row in _sections(text)[1].get("problem", []))
        return 0.5 if grid and re.fullmatch(r"[\d\s.-]+", grid) else 0.0

    def read(self, text: str, filename: str) -> Puzzle:
        headers, sections = _sections(text)
        problem = sections.get("problem")
        if not problem:
            raise BadPuzzle("janko text: the problem is missing")
        rows, cols = len(problem), len(problem[0])
        if any(len(row) != cols for row in problem):
            raise BadPuzzle("janko text: the rows of the problem differ in length")
        solution = sections.get("solution")
        return Puzzle(FAMILY, make_grid(rows, cols), _numbers(problem), params={"variant": CHALLENGING},
                      title=headers.get("title", ""), author=headers.get("author", ""), notes=_notes(headers),
                      solution=_complete(solution, rows, cols) if solution else None)

    def write(self, puzzle: Puzzle) -> str:
        lines = ["begin", "puzzle fillomino"]
        lines += [f"{name} {value}" for name, value in (("author", puzzle.author), ("title", puzzle.title)) if value]
        lines += [f"info {line}" for line in puzzle.notes.splitlines()]
        rows, cols = puzzle.grid.rows, puzzle.grid.cols
        lines += [f"size {rows}"] if rows == cols else [f"rows {rows}", f"cols {cols}"]
        lines += ["problem", *_rows(puzzle.givens, cols)]
        if puzzle.solution is not None:
            lines += ["solution", *_rows(puzzle.solution, cols)]
        return "\n".join([*lines, "end"]) + "\n"


def _rows(values: Answer, cols: int) -> list[str]:
    return [" ".join(str(value) if value else "-" for value in values[start : start + cols])
            for start in range(0, len(values), cols)]


def _sections(text: str) -> tuple[dict[str, str], dict[str, list[list[str]]]]:
    """Header lines by their first word, and the grids of the sections."""
    headers: dict[str, str] = {}
    grids: dict[str, list[list[str]]] = {}
    current = ""
    for line in text.splitlines():
        words = line.split()
        if not words:
            continue
        name = words[0].strip("[]").lower()
        if name == "moves" or (len(words) == 1 and name in ("begin", "end", "problem", "solution")):
            current = name
        elif current in ("problem", "solution"):
            grids.setdefault(current, []).append(words)
        elif current != "moves":
            rest = line.strip()[len(words[0]) :].strip()
            headers[name] = f"{headers[name]}\n{rest}" if name in headers else rest
    return headers, grids


def _numbers(rows: list[list[str]]) -> Answer:
    tokens = [token for row in rows for token in row]
    bad = [token for token in tokens if token not in ("-", ".") and not token.isdecimal()]
    if bad:
        raise BadPuzzle(f"janko text: {bad[0]!r} is not a number")
    return tuple(int(token) if token.isdecimal() else 0 for token in tokens)


def _complete(rows: list[list[str]], height: int, width: int) -> Answer | None:
    """The solution if it is there in full."""
    if [len(row) for row in rows] != [width] * height:
        return None
    numbers = _numbers(rows)
    return numbers if all(numbers) else None


def _notes(headers: dict[str, str]) -> str:
    return "\n".join(headers[name] for name in ("source", "info") if headers.get(name))
