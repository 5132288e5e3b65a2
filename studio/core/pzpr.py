"""puzz.link (pzpr): the parts of its addresses and files that all puzzle types share.

An address is `…?<type>/[flags/]<COLS>/<ROWS>/<body>`; a file is `pzprv3`, type, rows, columns and rows of tokens, with newlines
and slashes interchangeable.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

from studio.core.codec import Codec, whole
from studio.core.family import make_grid
from studio.core.grid import Grid
from studio.core.puzzle import BadPuzzle, Puzzle

BASE = "https://puzz.link/p?"
_ADDRESS = re.compile(r"^\s*(?:https?://[^\s?]+\?|[\w.-]+/p(?:\.html)?\?)?([a-z0-9]+)(?:_edit|_play)?/(\S*)\s*$", re.ASCII)
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True)
class Address:
    type: str
    flags: tuple[str, ...]
    grid: Grid
    body: str


def split_address(text: str) -> tuple[str, list[str]] | None:
    """Puzzle type and the parts behind it, or None if the text is no such address."""
    match = _ADDRESS.match(text)
    return (match[1], match[2].split("/")) if match else None


def parse_address(text: str) -> Address:
    """Type, flags, size and body. A part before the size that is not a number is a flag."""
    found = split_address(text)
    if found is None:
        raise BadPuzzle("this is not a puzz.link address")
    kind, parts = found
    flags = []
    while parts and not parts[0].isdecimal():
        flags.append(parts.pop(0))
    if len(parts) < 2 or not parts[1].isdecimal():
        raise BadPuzzle("the address does not tell the board's size")
    return Address(kind, tuple(flags), make_grid(whole(parts[1]), whole(parts[0])), "/".join(parts[2:]).rstrip("/"))


def write_address(kind: str, grid: Grid, body: str, flags: tuple[str, ...] = ()) -> str:
    text = "/".join([kind, *flags, str(grid.cols), str(grid.rows), body])
    return BASE + text + ("" if text[-1].isalnum() else "/")


# --- the border lists of "skip and mark" ------------------------------------------------------------------------------
def read_marks(body: str, start: int, count: int) -> tuple[list[int], int]:
    """Numbers marked in a base-36 list: digit d = skip d, mark the next; z = skip 35. Ends when the number reaches `count`."""
    marked: list[int] = []
    number = 0
    while number < count:
        if start >= len(body) or body[start] not in _DIGITS:
            raise BadPuzzle("the address ends in the middle of its borders")
        digit = _DIGITS.index(body[start])
        start += 1
        number += digit
        if digit < 35:
            if number < count:
                marked.append(number)
            number += 1
    return marked, start


def write_marks(marked: set[int], count: int) -> str:
    text, skip = "", 0
    for number in range(count):
        if number in marked:
            text += _DIGITS[skip]
            skip = 0
        elif skip == 34:
            text += "z"
            skip = 0
        else:
            skip += 1
    return text + (_DIGITS[skip] if skip else "")


# --- the numbers of clues ---------------------------------------------------------------------------------------------
_LONG = {"-": (2, 0), "+": (3, 0), "=": (3, 4096), "%": (3, 8192)}
"""prefix -> how many hexadecimal digits follow, and what is added to them"""


def read_numbers(body: str, count: int, unknown: int = 0) -> tuple[list[int], int]:
    """The clue numbers of an address and where they end: one digit, prefixed longer ones, letters for empty stretches, and a
    dot for "?", which becomes `unknown`."""
    values: list[int] = []
    at = 0
    while len(values) < count and at < len(body):
        sign = body[at]
        if sign in _LONG:
            length, base = _LONG[sign]
            digits = body[at + 1 : at + 1 + length]
            if not re.fullmatch(f"[0-9a-f]{{{length}}}", digits):
                raise BadPuzzle("the address holds a broken number")
            values.append(int(digits, 16) + base)
            at += 1 + length
            continue
        if sign in "0123456789abcdef":
            values.append(int(sign, 16))
        elif sign == ".":
            values.append(unknown)
        elif "g" <= sign <= "z":
            values += [0] * (ord(sign) - ord("g") + 1)
        else:
            raise BadPuzzle(f"the address holds {sign!r}, which means nothing there")
        at += 1
    return [*values, *[0] * (count - len(values))][:count], at


def write_numbers(values: Sequence[int], unknown: int | None = None) -> str:
    """The same backwards; 0 is an empty cell."""
    text, gap = "", 0
    for value in (*values, None):
        if value == 0 and gap < 20:
            gap += 1
            continue
        if gap:
            text += chr(ord("g") + gap - 1)
        gap = 1 if value == 0 else 0
        if value:
            text += "." if value == unknown else _number(value)
    return text


def _number(value: int) -> str:
    if value < 16:
        return f"{value:x}"
    if value < 256:
        return f"-{value:02x}"
    return f"+{value:03x}" if value < 4096 else f"={value - 4096:03x}" if value < 8192 else f"%{value - 8192:03x}"


# --- files ------------------------------------------------------------------------------------------------------------
class FileRows:
    """The rows of a pzprv3 file, one after the other."""

    def __init__(self, text: str, kinds: tuple[str, ...]) -> None:
        lines = [line.strip() for line in re.split(r"[\n/]", text.replace("\r", ""))]
        self._lines = [line for line in lines if line]
        if len(self._lines) < 4 or not self._lines[0].startswith("pzprv3") or self._lines[1] not in kinds:
            raise BadPuzzle(f"this is not a pzprv3 file of {kinds[0]}")
        if not (self._lines[2].isdecimal() and self._lines[3].isdecimal()):
            raise BadPuzzle("the pzprv3 file does not tell the board's size")
        self.grid = make_grid(whole(self._lines[2]), whole(self._lines[3]))
        self._next = 4

    def flag(self, word: str) -> bool:
        """True and skipped if the next line is just this word."""
        if self._next < len(self._lines) and self._lines[self._next] == word:
            self._next += 1
            return True
        return False

    def more(self) -> bool:
        return self._next < len(self._lines) and ":" not in self._lines[self._next]

    def rows(self, count: int, width: int) -> list[str]:
        """The tokens of the next `count` rows; rows of no width are not in the file."""
        tokens: list[str] = []
        for _ in range(count if width else 0):
            row = self._lines[self._next].split() if self._next < len(self._lines) else []
            if len(row) != width:
                raise BadPuzzle(f"a row of the pzprv3 file has {len(row)} entries instead of {width}")
            tokens += row
            self._next += 1
        return tokens


def is_file(text: str, kinds: tuple[str, ...]) -> bool:
    head = re.split(r"[\n/]", text[:200].replace("\r", ""))
    return len(head) > 2 and head[0].strip().startswith("pzprv3") and head[1].strip() in kinds


def file_text(kind: str, grid: Grid, blocks: list[tuple[int, list[str]]]) -> str:
    """A pzprv3 file from blocks of (row width, tokens)."""
    lines = ["pzprv3", kind, str(grid.rows), str(grid.cols)]
    for width, tokens in blocks:
        if width:
            lines += [" ".join(tokens[start : start + width]) + " " for start in range(0, len(tokens), width)]
    return "\n".join(lines) + "\n"


class AddressCodec(Codec):
    """Base of the families' puzz.link addresses."""

    name = "puzz.link address"
    extensions = (".url", ".txt")
    kinds: tuple[str, ...]
    """The type names that mean this family; the first is written."""

    def confidence(self, text: str, filename: str) -> float:
        if len(text.split()) != 1:
            return 0.0
        found = split_address(text)
        return 1.0 if found and found[0] in self.kinds else 0.0

    def read(self, text: str, filename: str) -> Puzzle:
        return self.from_address(parse_address(text))

    @abstractmethod
    def from_address(self, address: Address) -> Puzzle:
        ...


class FileCodec(Codec):
    """Base of the families' pzprv3 files."""

    name = "pzprv3 file"
    kinds: tuple[str, ...]

    def confidence(self, text: str, filename: str) -> float:
        return 1.0 if is_file(text, self.kinds) else 0.0

    def read(self, text: str, filename: str) -> Puzzle:
        return self.from_rows(FileRows(text, self.kinds))

    @abstractmethod
    def from_rows(self, rows: FileRows) -> Puzzle:
        ...
