"""pzprv3 files (puzz.link's own): clues, the answer so far, trials and details, both ways.

`pzprv3`, type, rows, columns, flags, then rows of tokens; newlines and slashes are interchangeable, and a "Duplicate" address
of puzz.link holds the same lines. Behind the board may come the boards before each trial, and `info:{…}` with author and
comment. A type says how one board is read and written; all the rest is here.
"""

from __future__ import annotations

import json
import re
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import unquote

from studio.core import registry
from studio.core.codec import Codec, Reading, whole
from studio.core.family import make_grid
from studio.core.grid import Grid
from studio.core.puzzle import Answer, BadPuzzle, Puzzle
from studio.core.pzpr import variant_of, with_variant
from studio.core.say import marked, say

MOST_TRIALS = 100
FACTS = ("source", "hard")
"""details that a puzzle has no field for; they are kept in `extra["pzpr"]`"""
_DUPLICATE = re.compile(r"^\s*(?:https?://)?[\w./-]+\?(?:type=\w+&)?((?:v:[^/]*/)?pzprv3\S*)\s*$", re.ASCII)


@dataclass
class FileBoard:
    """One board of a file: the puzzle, what stands in each cell (0 nothing), small numbers, and what has no place here."""

    puzzle: Puzzle
    answer: list[int]
    pencil: list[int] = field(default_factory=list)
    told: tuple[str, ...] = ()


class FileRows:
    """The rows of a pzprv3 file, one after the other."""

    def __init__(self, text: str, kinds: tuple[str, ...]) -> None:
        text = plain_text(text)
        head, self.info = _split_info(text)
        lines = [line.strip() for line in re.split(r"[\n/]", head)]
        self._lines = [line for line in lines if line]
        self.variant = self._lines.pop(0)[2:] if self._lines and self._lines[0].startswith("v:") else None
        if len(self._lines) < 4 or not self._lines[0].startswith("pzprv3") or self._lines[1] not in kinds:
            raise BadPuzzle(say("this is not a pzprv3 file of {kinds}", kinds=kinds[0]))
        if not (self._lines[2].isdecimal() and self._lines[3].isdecimal()):
            raise BadPuzzle(say("the pzprv3 file does not tell the board's size"))
        self.grid = make_grid(whole(self._lines[2]), whole(self._lines[3]))
        self._next = 4
        self._flags: set[str] = set()

    def flag(self, word: str) -> bool:
        """True and skipped if the next line is just this word; the boards of trials do not say it again."""
        if self._next < len(self._lines) and self._lines[self._next] == word:
            self._next += 1
            self._flags.add(word)
        return word in self._flags

    def more(self) -> bool:
        line = self._lines[self._next] if self._next < len(self._lines) else ""
        return bool(line) and ":" not in line and not line.startswith("TrialData")

    def rows(self, count: int, width: int) -> list[str]:
        """The tokens of the next `count` rows; rows of no width are empty lines, which are not looked at."""
        tokens: list[str] = []
        for _ in range(count if width else 0):
            row = self._lines[self._next].split() if self._next < len(self._lines) else []
            if len(row) != width:
                raise BadPuzzle(say("a row of the pzprv3 file has {count} entries instead of {width}", count=len(row),
                                    width=width))
            tokens += row
            self._next += 1
        return tokens

    def trial(self) -> bool:
        """True and skipped if a board from before a trial follows."""
        if self._next < len(self._lines) and self._lines[self._next].startswith("TrialData"):
            self._next += 1
            return True
        return False

    def rest(self) -> bool:
        """Whether anything is left that is neither board nor address."""
        return any(not line.startswith("http") for line in self._lines[self._next :])


def plain_text(text: str) -> str:
    """The lines of a file, also from an address that holds them."""
    found = _DUPLICATE.match(text)
    return ("\n".join(map(unquote, found[1].split("/"))) if found else text).replace("\r", "")


def _split_info(text: str) -> tuple[str, dict[str, Any]]:
    """The board's lines, and the details behind them; a slash in a comment ends no line."""
    found = re.search(r"(?:^|[\n/])[ \t]{0,20}(info|history):(?=\{)", text)
    if found is None:
        return text, {}
    try:
        data, _ = json.JSONDecoder().raw_decode(text[found.end() :])
    except (ValueError, RecursionError):
        raise BadPuzzle(say("the details at the end of the pzprv3 file are broken")) from None
    return text[: found.start()], data if found[1] == "info" else {"history": data}


def is_file(text: str, kinds: tuple[str, ...]) -> bool:
    head = re.split(r"[\n/]", plain_text(text[:2000]).lstrip())[:3]
    head = [line.strip() for line in head]
    head = head[1:] if head[0].startswith("v:") else head
    return len(head) > 1 and head[0].startswith("pzprv3") and head[1] in kinds


def file_text(kind: str, grid: Grid, blocks: Sequence[tuple[int, Sequence[str]]], flags: tuple[str, ...] = ()) -> str:
    """A pzprv3 file from blocks of (row width, tokens); flags stand before them."""
    return "\n".join(["pzprv3", kind, str(grid.rows), str(grid.cols), *flags, *block_lines(grid, blocks)]) + "\n"


def block_lines(grid: Grid, blocks: Sequence[tuple[int, Sequence[str]]]) -> list[str]:
    lines: list[str] = []
    for width, tokens in blocks:
        if not width:
            lines += [""] * grid.rows  # one-column boards have an empty line for each row of upright borders
        else:
            lines += [" ".join(tokens[start : start + width]) + " " for start in range(0, len(tokens), width)]
    return lines


class FileCodec(Codec):
    """Base of the families' pzprv3 files."""

    name = marked("pzprv3 file")
    kinds: tuple[str, ...]
    keeps = ("grid", "borders", "title", "author", "notes", "solution")

    @abstractmethod
    def from_rows(self, rows: FileRows) -> FileBoard:
        """The next board of the file."""

    @abstractmethod
    def blocks(self, puzzle: Puzzle, marks: Sequence[int], pencil: Sequence[int]) -> list[tuple[int, Sequence[str]]]:
        """A board's rows: width and tokens of each block."""

    def flags(self, puzzle: Puzzle) -> tuple[str, ...]:
        return ()

    def closed(self, answer: Sequence[int]) -> Answer:
        """What an answer says when nothing is added to it (squares that are not there are none)."""
        return tuple(answer)

    def confidence(self, text: str, filename: str) -> float:
        return 1.0 if is_file(text, self.kinds) else 0.0

    def read(self, text: str, filename: str) -> Puzzle:
        return self.read_all(text, filename).puzzle

    def read_all(self, text: str, filename: str) -> Reading:
        rows = FileRows(text, self.kinds)
        board = self.from_rows(rows)
        trials: list[FileBoard] = []
        while rows.trial() and len(trials) < MOST_TRIALS:
            trials.append(self.from_rows(rows))
        told = list(board.told)
        if rows.rest():
            told.append(say("lines behind the board of this file are not understood and left out"))
        if rows.info.get("history"):
            told.append(say("the history of moves in this file is left out"))
        reading = with_variant(_with_details(board.puzzle, rows.info.get("metadata")), rows.variant)
        puzzle, player = self._settled(reading.puzzle, board)
        if trials:
            player = {"marks": board.answer, "pencil": board.pencil or [0] * puzzle.grid.size,
                      "trials": [_layers(each) for each in reversed(trials)]}
        return Reading(puzzle, player, (*reading.told, *dict.fromkeys(told)))

    def _settled(self, puzzle: Puzzle, board: FileBoard) -> tuple[Puzzle, dict[str, Any]]:
        """The file has one place for solution and player's marks: an answer that solves the puzzle is its solution."""
        family = registry.family(puzzle.family)
        try:
            family.validate(puzzle)
            solved = self.closed(board.answer)
            if any(solved) and not any(board.pencil) and not family.wrong(puzzle, solved):
                return replace(puzzle, solution=solved), {}
            untouched = board.answer == family.start_marks(puzzle) and not any(board.pencil)
        except BadPuzzle:
            untouched = not any(board.answer)
        return puzzle, {} if untouched else _layers(board)

    def write(self, puzzle: Puzzle) -> str:
        return self.write_all(puzzle, {})

    def write_all(self, puzzle: Puzzle, player: Mapping[str, Any]) -> str:
        grid = puzzle.grid
        marks = player.get("marks") or puzzle.solution or (0,) * grid.size
        pencil = player.get("pencil") or (0,) * grid.size
        text = file_text(self.kinds[0], grid, self.blocks(puzzle, marks, pencil), self.flags(puzzle))
        trials = player.get("trials") or []
        for number in range(len(trials), 0, -1):
            before = trials[number - 1]
            blocks = self.blocks(puzzle, before["marks"], before.get("pencil") or (0,) * grid.size)
            text += f"TrialData({number})\n" + "\n".join(block_lines(grid, blocks)) + "\n"
        variant = variant_of(puzzle)
        return ("" if variant is None else f"v:{variant}\n") + text + _details_text(puzzle)


def _layers(board: FileBoard) -> dict[str, Any]:
    return {"marks": list(board.answer), "pencil": list(board.pencil) or [0] * len(board.answer)}


def _with_details(puzzle: Puzzle, metadata: Any) -> Puzzle:
    """Author and comment; there is no title, so the comment's first line is taken for it."""
    if not isinstance(metadata, Mapping):
        return puzzle
    words = {name: value for name, value in metadata.items() if isinstance(value, str) and value}
    title, _, notes = words.get("comment", "").partition("\n")
    facts = {name: words[name] for name in FACTS if name in words}
    extra = {**puzzle.extra, **({"pzpr": facts} if facts else {})}
    return replace(puzzle, title=title, notes=notes, author=words.get("author", ""), extra=extra)


def _details_text(puzzle: Puzzle) -> str:
    facts = puzzle.extra.get("pzpr")
    kept = {name: facts[name] for name in FACTS if isinstance(facts.get(name), str)} if isinstance(facts, Mapping) else {}
    comment = puzzle.title + ("\n" + puzzle.notes if puzzle.notes else "")
    metadata = {"author": puzzle.author, **kept, "comment": comment}
    metadata = {name: value for name, value in metadata.items() if value}
    return f"\ninfo:{json.dumps({'metadata': metadata}, indent=1, ensure_ascii=False)}" if metadata else ""
