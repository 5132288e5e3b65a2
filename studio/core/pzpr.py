"""puzz.link (pzpr): the parts of its addresses that all puzzle types share. Its files are in `core/pzpr_file.py`.

An address is `…?<type>/[v:ID/][flags/]<COLS>/<ROWS>/<body>`; `v:` says that other rules apply, which are told elsewhere.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import unquote

from studio.core.codec import Codec, Reading, whole
from studio.core.family import make_grid
from studio.core.grid import Grid
from studio.core.puzzle import BadPuzzle, Puzzle
from studio.core.say import marked, say

BASE = "https://puzz.link/p?"
_ADDRESS = re.compile(r"^\s*(?:(?:https?://[^\s?]+\?|[\w.-]+/p(?:\.html)?\?)(?:type=\w+&)?)?([a-z0-9]+)(?:_edit|_play)?/"
                      r"([^\s#&?]*)(?:[#&?]\S*)?\s*$", re.ASCII)
"""what a site or a chat hangs on behind # & or ? is no part of the puzzle"""
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True)
class Address:
    type: str
    flags: tuple[str, ...]
    grid: Grid
    body: str
    variant: str | None = None
    """the id behind `v:`, which may be empty; None where there is no `v:`"""


def split_address(text: str) -> tuple[str, list[str]] | None:
    """Puzzle type and the parts behind it, or None if the text is no such address."""
    if re.search(r"\?[a-z0-9]{1,40}%2F", text[:2000], re.IGNORECASE):
        text = unquote(text)  # copied out of another address
    match = _ADDRESS.match(text)
    return (match[1], match[2].split("/")) if match else None


def parse_address(text: str) -> Address:
    """Type, flags, size and body. A part before the size that is not a number is a flag."""
    found = split_address(text)
    if found is None:
        raise BadPuzzle(say("this is not a puzz.link address"))
    kind, parts = found
    variant = parts.pop(0)[2:] if parts and parts[0].startswith("v:") else None
    flags = []
    while parts and not parts[0].isdecimal():
        flags.append(parts.pop(0))
    if any(":" in flag for flag in flags):
        raise BadPuzzle(say("the address has its variant (v:) behind other flags, where puzz.link itself does not "
                            "find it"))
    if len(parts) < 2 or not parts[1].isdecimal():
        raise BadPuzzle(say("the address does not tell the board's size"))
    grid = make_grid(whole(parts[1]), whole(parts[0]))
    return Address(kind, tuple(flags), grid, "/".join(parts[2:]).rstrip("/"), variant)


def write_address(kind: str, grid: Grid, body: str, flags: tuple[str, ...] = ()) -> str:
    text = "/".join([kind, *flags, str(grid.cols), str(grid.rows), body])
    return BASE + text + ("" if text[-1].isalnum() else "/")


# --- the border lists of "skip and mark" ------------------------------------------------------------------------------
def read_marks(body: str, start: int, count: int) -> tuple[list[int], int]:
    """Numbers marked in a base-36 list: digit d = skip d, mark the next; z = skip 35. Ends when the number reaches `count`."""
    marked: list[int] = []
    number = 0
    while number < count:
        if start >= len(body):
            break  # a short address: puzz.link, too, takes the rest as empty
        if body[start] not in _DIGITS:
            raise BadPuzzle(say("the address holds {body!r}, which means nothing there", body=body[start]))
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


# --- borders as bits: five to a character, those to the right of a cell first, then those below one ---------------------------
def read_bits(body: str, grid: Grid) -> list[int]:
    """1 for every border that is set, numbered as in `Grid`."""
    found: list[int] = []
    for count in ((grid.cols - 1) * grid.rows, grid.cols * (grid.rows - 1)):
        length = -(-count // 5)
        part, body = body[:length], body[length:]
        if any(sign not in _DIGITS[:32] for sign in part):
            raise BadPuzzle(say("the address holds broken borders"))
        bits = "".join(f"{_DIGITS.index(sign):05b}" for sign in part.ljust(length, "0"))  # what is left out is no border
        found += [int(bit) for bit in bits[:count]]
    return found


def write_bits(borders: Sequence[int], grid: Grid) -> str:
    upright = (grid.cols - 1) * grid.rows
    text = ""
    for part in (borders[:upright], borders[upright:]):
        bits = "".join("1" if given else "0" for given in part)
        bits += "0" * (-len(bits) % 5)
        text += "".join(_DIGITS[int(bits[start : start + 5], 2)] for start in range(0, len(bits), 5))
    return text


# --- the numbers of clues ---------------------------------------------------------------------------------------------
_LONG = {"-": (2, 0), "+": (3, 0), "=": (3, 4096), "%": (3, 8192), "@": (3, 8192), "*": (4, 12240), "$": (5, 77776)}
"""prefix -> how many hexadecimal digits follow, and what is added to them"""


def read_numbers(body: str, count: int, unknown: int = 0, zero: int = 0) -> tuple[list[int], int]:
    """The clue numbers of an address and where they end: one digit, prefixed longer ones, letters for empty stretches, and a
    dot for "?", which becomes `unknown`; a written 0 becomes `zero`. In a short address the rest is empty."""
    values, at = _numbers(body, count, unknown, zero)
    return [*values, *[0] * (count - len(values))][:count], at


def numbers_end_early(body: str, count: int) -> bool:
    """There are numbers or gaps for fewer cells than the board has."""
    return len(_numbers(body, count, 0, 0)[0]) < count


def _numbers(body: str, count: int, unknown: int, zero: int) -> tuple[list[int], int]:
    values: list[int] = []
    at = 0
    while len(values) < count and at < len(body):
        sign = body[at]
        if sign in _LONG:
            length, base = _LONG[sign]
            digits = re.match(rf"[0-9a-fA-F]{{{1 if sign == '%' else length},{length}}}", body[at + 1 : at + 1 + length])
            if digits is None:
                raise BadPuzzle(say("the address holds a broken number"))
            values.append(int(digits[0], 16) + base)  # puzz.link itself reads its old % as far as there are digits
            at += 1 + length
            continue
        if sign in "0123456789abcdef":
            values.append(int(sign, 16) or zero)
        elif sign == ".":
            values.append(unknown)
        elif "g" <= sign <= "z":
            values += [0] * (ord(sign) - ord("g") + 1)
        else:
            raise BadPuzzle(say("the address holds {sign!r}, which means nothing there", sign=sign))
        at += 1
    return values, at


def write_numbers(values: Sequence[int], unknown: int | None = None, zero: int | None = None) -> str:
    """The same backwards; 0 is an empty cell, `zero` a written 0."""
    text, gap = "", 0
    for value in (*values, None):
        if value == 0 and gap < 20:
            gap += 1
            continue
        if gap:
            text += chr(ord("g") + gap - 1)
        gap = 1 if value == 0 else 0
        if value:
            text += "." if value == unknown else "0" if value == zero else _number(value)
    return text


def _number(value: int) -> str:
    if value < 16:
        return f"{value:x}"
    if value < 256:
        return f"-{value:02x}"
    sign, length, base = next(each for each in _LARGE if value >= each[2])
    return f"{sign}{value - base:0{length}x}"


_LARGE = (("$", 5, 77776), ("*", 4, 12240), ("@", 3, 8192), ("=", 3, 4096), ("+", 3, 0))


# --- rules that are told elsewhere ------------------------------------------------------------------------------------
def with_variant(puzzle: Puzzle, variant: str | None) -> Reading:
    """The puzzle with the id of its other rules, and a sentence that the studio does not know them."""
    if variant is None:
        return Reading(puzzle)
    kept = {**puzzle.extra, "pzpr": {**puzzle.extra.get("pzpr", {}), "variant": variant}}
    told = say("other rules apply to this puzzle, which its address does not tell")
    return Reading(replace(puzzle, extra=kept), told=(told,))


def variant_of(puzzle: Puzzle) -> str | None:
    facts = puzzle.extra.get("pzpr")
    variant = facts.get("variant") if isinstance(facts, Mapping) else None
    return variant if isinstance(variant, str) and re.fullmatch(r"[\w.-]{0,80}", variant) else None


class AddressCodec(Codec):
    """Base of the families' puzz.link addresses."""

    name = marked("puzz.link address")
    extensions = (".url", ".txt")
    kinds: tuple[str, ...]
    """The type names that mean this family; the first is written."""

    def confidence(self, text: str, filename: str) -> float:
        if len(text.split()) != 1:
            return 0.0
        found = split_address(text)
        return 1.0 if found and found[0] in self.kinds else 0.0

    def read(self, text: str, filename: str) -> Puzzle:
        return self.read_all(text, filename).puzzle

    def read_all(self, text: str, filename: str) -> Reading:
        address = parse_address(text)
        reading = with_variant(self.from_address(address), address.variant)
        if not self.ends_early(address):
            return reading
        told = say("the address ends before the board does; the rest of the board is left empty, as puzz.link does")
        return replace(reading, told=(*reading.told, told))

    def ends_early(self, address: Address) -> bool:
        """Something was lost on the way: the address does not speak of all cells."""
        return False

    def write_all(self, puzzle: Puzzle, player: Mapping[str, Any]) -> str:
        variant = variant_of(puzzle)
        text = self.write(puzzle)
        return text if variant is None else re.sub(r"\?(\w+)/", lambda match: f"?{match[1]}/v:{variant}/", text, count=1)

    @abstractmethod
    def from_address(self, address: Address) -> Puzzle:
        ...
