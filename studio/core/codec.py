"""A foreign text format: how to recognise, read and write it."""

from __future__ import annotations

from abc import ABC, abstractmethod

from studio.core.puzzle import BadPuzzle, Puzzle

FIELDS = ("grid", "params", "title", "author", "notes", "solution")
"""What a puzzle holds besides its clues; a format keeps some of it."""


MOST_DIGITS = 9
"""More digits than any number on a board, or of one, can have."""


def whole(text: str) -> int:
    """A whole number from a file; BadPuzzle for anything else. Python itself gives up on numbers of thousands of digits."""
    if len(text) > 100 or len(text.strip().lstrip("+-0")) > MOST_DIGITS:
        raise BadPuzzle(f"a number of {len(text.strip())} digits is larger than anything on a board")
    try:
        return int(text)
    except ValueError:
        raise BadPuzzle(f"{text.strip()[:20]!r} is no whole number") from None


class Codec(ABC):
    """Reads and writes one exchange format of one family."""

    id: str
    name: str
    extensions: tuple[str, ...] = (".txt",)
    keeps: tuple[str, ...] = ("grid", "params")
    """those of FIELDS that survive writing and reading; the clues always do, or are refused"""

    @abstractmethod
    def confidence(self, text: str, filename: str) -> float:
        """How sure this is the format, 0 (certainly not) to 1 (certainly). Cheap; must not raise."""

    @abstractmethod
    def read(self, text: str, filename: str) -> Puzzle:
        """The puzzle; BadPuzzle with one sentence if the text is broken."""

    def write(self, puzzle: Puzzle) -> str:
        """The text of a puzzle; BadPuzzle if the format cannot say it."""
        raise BadPuzzle(f"{self.name} can only be read")

    def lost(self, puzzle: Puzzle) -> list[str]:
        """What the text of a puzzle would not tell, so that whoever writes it can be told. BadPuzzle as for `write`."""
        again = self.read(self.write(puzzle), self.filename(puzzle, "puzzle"))
        return [field for field in FIELDS if getattr(puzzle, field) and getattr(again, field) != getattr(puzzle, field)]

    def filename(self, puzzle: Puzzle, stem: str) -> str:
        """The file name to write to, where the format keeps facts in it (Tiler's quote for reflections)."""
        return stem + self.extensions[0]


def number_grid(text: str, what: str) -> tuple[int, int, list[int]]:
    """The common layout `H W` + H lines of W whole numbers. Extra blanks and a missing last newline are forgiven."""
    tokens = text.split()
    try:
        numbers = [whole(token) for token in tokens]
    except ValueError:
        raise BadPuzzle(f"{what}: only whole numbers are expected") from None
    if len(numbers) < 2:
        raise BadPuzzle(f"{what}: the first line must give height and width")
    rows, cols, values = numbers[0], numbers[1], numbers[2:]
    if rows < 1 or cols < 1:
        raise BadPuzzle(f"{what}: a board of {rows}x{cols} is impossible")
    if len(values) != rows * cols:
        raise BadPuzzle(f"{what}: {rows}x{cols} needs {rows * cols} cells, but {len(values)} are there")
    return rows, cols, values


def write_number_grid(rows: int, cols: int, values: list[int] | tuple[int, ...]) -> str:
    lines = [f"{rows} {cols}"]
    lines += [" ".join(map(str, values[r * cols : (r + 1) * cols])) for r in range(rows)]
    return "\n".join(lines) + "\n"
