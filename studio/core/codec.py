"""A foreign text format: how to recognise, read and write it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from studio.core.losses import Loss, losses
from studio.core.puzzle import BadPuzzle, Puzzle
from studio.core.say import say

MOST_DIGITS = 9
"""More digits than any number on a board, or of one, can have."""


def whole(text: str) -> int:
    """A whole number from a file; BadPuzzle for anything else. Python itself gives up on numbers of thousands of digits."""
    if len(text) > 100 or len(text.strip().lstrip("+-0")) > MOST_DIGITS:
        raise BadPuzzle(say("a number of {count} digits is larger than anything on a board", count=len(text.strip())))
    try:
        return int(text)
    except ValueError:
        raise BadPuzzle(say("{text!r} is no whole number", text=text.strip()[:20])) from None


@dataclass(frozen=True)
class Reading:
    """What a text held: the puzzle, what a player had done with it, and a sentence for all that the studio has no place for."""

    puzzle: Puzzle
    player: Mapping[str, Any] = field(default_factory=dict)
    """as in the native file: marks, pencil, trials"""
    told: tuple[str, ...] = ()


class Codec(ABC):
    """Reads and writes one exchange format of one family.

    Nothing is dropped silently: whatever is written is read back, and `lost` tells every field that did not come back. What a
    reader meets and has no place for it tells in `Reading.told`, or it refuses.
    """

    id: str
    name: str
    extensions: tuple[str, ...] = (".txt",)
    keeps: tuple[str, ...] = ("grid", "params")
    """those of `losses.FIELDS` that survive writing and reading; the clues always do, or are refused"""
    harmless: tuple[str, ...] = ()
    """those of `losses.QUESTION` without which the same question is asked (empty rows around a board)"""

    @abstractmethod
    def confidence(self, text: str, filename: str) -> float:
        """How sure this is the format, 0 (certainly not) to 1 (certainly). Cheap; must not raise."""

    @abstractmethod
    def read(self, text: str, filename: str) -> Puzzle:
        """The puzzle; BadPuzzle with one sentence if the text is broken."""

    def write(self, puzzle: Puzzle) -> str:
        """The text of a puzzle; BadPuzzle if the format cannot say it."""
        raise BadPuzzle(say("{name} can only be read", name=self.name))

    def read_all(self, text: str, filename: str) -> Reading:
        """The puzzle with all that a player had done, for formats that have a place for it."""
        return Reading(self.read(text, filename))

    def write_all(self, puzzle: Puzzle, player: Mapping[str, Any]) -> str:
        """The text of a puzzle and of what a player has done, for formats that have a place for it."""
        return self.write(puzzle)

    def lost(self, puzzle: Puzzle, player: Mapping[str, Any] | None = None, filename: str | None = None) -> list[Loss]:
        """What the text, in a file of this name, would not tell, so that whoever writes it can be told before. BadPuzzle as
        for `write`."""
        name = self.filename(puzzle, "puzzle") if filename is None else filename
        again = self.read_all(self.write_all(puzzle, player or {}), name)
        return losses(puzzle, player or {}, again.puzzle, again.player, self.harmless)

    def from_words(self, words: Sequence[str]) -> str | None:
        """A problem typed word by word on a command line, as a text of this format; None if the words are none."""
        return None

    def filename(self, puzzle: Puzzle, stem: str) -> str:
        """The file name to write to, where the format keeps facts in it (Tiler's quote for reflections)."""
        return stem + self.extensions[0]


def number_grid(text: str, what: str) -> tuple[int, int, list[int]]:
    """The common layout `H W` + H lines of W whole numbers. Extra blanks and a missing last newline are forgiven."""
    tokens = text.split()
    try:
        numbers = [whole(token) for token in tokens]
    except ValueError:
        raise BadPuzzle(say("{what}: only whole numbers are expected", what=what)) from None
    if len(numbers) < 2:
        raise BadPuzzle(say("{what}: the first line must give height and width", what=what))
    rows, cols, values = numbers[0], numbers[1], numbers[2:]
    if rows < 1 or cols < 1:
        raise BadPuzzle(say("{what}: a board of {rows}x{cols} is impossible", what=what, rows=rows, cols=cols))
    if len(values) != rows * cols:
        raise BadPuzzle(say("{what}: {rows}x{cols} needs {wanted} cells, but {count} are there", what=what, rows=rows,
                            cols=cols, wanted=rows * cols, count=len(values)))
    return rows, cols, values


def write_number_grid(rows: int, cols: int, values: list[int] | tuple[int, ...]) -> str:
    lines = [f"{rows} {cols}"]
    lines += [" ".join(map(str, values[r * cols : (r + 1) * cols])) for r in range(rows)]
    return "\n".join(lines) + "\n"
