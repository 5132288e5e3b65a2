"""What people paste: addresses inside other text, boards without any header, datasets of other programs.

`core/files.py` comes here with a text that no format recognises as it stands. What could be of two families is asked about.
"""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import unquote

from studio.core import registry
from studio.core.codec import Reading
from studio.core.family import Family, make_grid
from studio.core.pasted_grid import MOST_TEXT, PastedGrid, grids_in
from studio.core.penpa import WRAPPED
from studio.core.puzzle import BadPuzzle, Puzzle
from studio.core.say import say

MOST_PUZZLES = 5000
_ADDRESS = re.compile(r"(?:https?://|www\.)[^\s<>\"'`|\\^{}\]]+"
                      r"|(?<![\w/.])[a-z]{2,30}\d{0,4}(?:_edit|_play)?/(?:[a-z]{1,9}:?\w{0,40}/){0,4}"
                      r"\d{1,9}/\d{1,9}/?[^\s<>\"'`)\]]*", re.ASCII)
_SHORTENED = re.compile(r"https?://(?:www\.)?(?:tinyurl\.com|bit\.ly|t\.co|is\.gd)/\S+")


class Ambiguous(BadPuzzle):
    """A text that could be of several families; `families` are their ids."""

    def __init__(self, families: Sequence[Family]) -> None:
        names = " or ".join(family.name for family in families)
        super().__init__(say("this could be a board of {names}: say which (--family)", names=names))
        self.families = tuple(family.id for family in families)


class Entry(NamedTuple):
    """One puzzle of a dataset: what it is called, its text, its solution's, where it comes from."""

    title: str
    problem: str
    solution: str = ""
    source: str = ""


# --- addresses inside other text -----------------------------------------------------------------------------------------
def addresses_in(text: str) -> list[str]:
    """Every address in a text (a chat, Markdown, angle brackets, a `.url` file), without what the sentence put behind it."""
    found = (match[0] for match in _ADDRESS.finditer(text[:MOST_TEXT]))
    return list(dict.fromkeys(_unwrapped(_trimmed(address)) for address in found if "/" in address))


def _unwrapped(address: str) -> str:
    """The address that one of Penpa+ wraps, if it does."""
    inner = WRAPPED.search(address) if "penpa" in address else None
    return unquote(inner[1]) if inner else address


def _trimmed(address: str) -> str:
    while address[-1] in ".,;:!?)*_~" and not address.endswith("_/"):
        if address[-1] == ")" and "(" in address:
            break
        address = address[:-1]
    return address


def about_address(address: str) -> str:
    """Why an address that no format recognises is none: a sentence that names the fault; "" for what looks like no puzzle."""
    if _SHORTENED.match(address):
        return say("{address} is a shortened address, which only its site can look up: open it and copy the long one",
                   address=address)
    kind = re.search(r"(?:[?/]|^)([a-z][a-z0-9]{1,40})(?:_edit|_play)?/(?:[a-z]{1,9}:?\w{0,40}/){0,4}-?\d{1,9}(?:/|$)",
                     address[:5000])
    if kind is None:
        return ""
    names = ", ".join(family.name for family in registry.families())
    return say("the studio does not know puzzles of the kind “{kind}”; it has {names}", kind=kind[1], names=names)


# --- datasets -------------------------------------------------------------------------------------------------------------
def dataset(data: Any) -> list[Entry] | None:
    """The puzzles of a puzzlekit dataset, of its `data` alone or of one of its entries; None if it is no such thing."""
    if not isinstance(data, dict):
        return None
    inner = data.get("data", data)
    if isinstance(inner, dict) and isinstance(inner.get("problem"), str):
        inner = {"": inner}
    if not isinstance(inner, dict) or not inner:
        return None
    if not all(isinstance(each, dict) and isinstance(each.get("problem"), str) for each in inner.values()):
        return None
    if len(inner) > MOST_PUZZLES:
        raise BadPuzzle(say("{count} puzzles in one file are too many (at most {most})", count=len(inner), most=MOST_PUZZLES))
    return [Entry(str(name), each["problem"], _text(each, "solution"), _text(each, "source")) for name, each in inner.items()]


def _text(entry: dict[str, Any], name: str) -> str:
    return entry[name] if isinstance(entry.get(name), str) else ""


def read_entry(entry: Entry, hints: Iterable[str], family_id: str | None) -> Reading:
    """One puzzle of a dataset; in its solution everything that is no value is an empty cell."""
    reading = read_board(entry.problem, hints, family_id)
    puzzle = replace(reading.puzzle, title=entry.title, notes=entry.source)
    grids = grids_in(entry.solution) if entry.solution else []
    solution = _solution(registry.family(puzzle.family), puzzle, grids[0]) if grids else None
    told = () if solution is not None or not entry.solution else (
        say("the solution of {title} solves it not and is left out", title=entry.title or say("the puzzle")),)
    return Reading(replace(puzzle, solution=solution), told=(*reading.told, *told))


def as_dataset(text: str) -> list[Entry] | None:
    if not text.lstrip().startswith("{"):
        return None
    with contextlib.suppress(ValueError, RecursionError):
        return dataset(json.loads(text))
    return None


# --- boards without a header ----------------------------------------------------------------------------------------------
def read_board(text: str, hints: Iterable[str] = (), family_id: str | None = None) -> Reading:
    """The board in a text. `hints`: names (of file, folder, dataset) in which a family may be named."""
    grids = grids_in(text)
    if not grids:
        raise BadPuzzle(say("there is no puzzle in this text that the studio can read"))
    grid = grids[0]
    known = [registry.family(family_id)] if family_id else registry.families()
    fitting = [(family, puzzle) for family in known if (puzzle := _puzzle(family, grid)) is not None]
    if not fitting:
        raise BadPuzzle(_misfit(grid, known))
    named = [each for each in fitting if _named(each[0], (*grid.above, *grid.below, *hints))]
    if len(fitting) > 1 and len(named) != 1:
        raise Ambiguous([family for family, _ in fitting])
    family, puzzle = (named or fitting)[0] if len(named or fitting) == 1 else fitting[0]
    return _with_the_rest(family, puzzle, grid, grids[1:])


def _named(family: Family, texts: Iterable[str]) -> bool:
    return any(family.id in text.lower() or family.name.lower() in text.lower() for text in texts)


def _puzzle(family: Family, grid: PastedGrid) -> Puzzle | None:
    """The board as one of the family; None if its words are no givens there."""
    rows, cols = grid.shape
    values = _values(family, grid.words())
    if values is None:
        return None
    blank = family.blank(rows, cols)
    empty = {sign: value for value, sign in family.notation.givens.items()}.get(".", 0)
    puzzle = replace(blank, givens=tuple(values[word] if word else empty for row in grid.rows for word in row))
    try:
        make_grid(rows, cols)
        family.validate(puzzle)
    except BadPuzzle:
        return None
    return puzzle


def _values(family: Family, words: frozenset[str]) -> dict[str, int] | None:
    """What each word means; None if one means nothing. A family without signs of its own has numbers; where signs are usual, a
    board of ones alone can mean the first of them."""
    signs = {sign: value for value, sign in family.notation.givens.items() if sign not in (".", "-")}
    if words <= signs.keys():
        return {word: signs[word] for word in words}
    if 1 not in signs.values() and all(word.isdecimal() or word in signs for word in words):
        return {word: signs[word] if word in signs else int(word) for word in words}
    return {"1": 1} if words == {"1"} and 1 in signs.values() else None


def _with_the_rest(family: Family, puzzle: Puzzle, grid: PastedGrid, others: Sequence[PastedGrid]) -> Reading:
    """A line above is the title, other lines are notes, a second board may be the solution."""
    solution = _solution(family, puzzle, others[0]) if others else None
    lines = [line for each in (grid, *others) for line in map(_bare, (*each.above, *each.below)) if line]
    title = lines[0] if grid.above and lines and len(lines[0]) <= 100 else ""
    notes = "\n".join(lines[1:] if title else lines)
    left = len(others) - (solution is not None)
    told = [say("there are {n} more boards in the text, which are left out", n=left)] if left else []
    if family.borders_hold:
        told.append(say("the text tells no {what}: draw them", what=family.borders_hold))
    return Reading(replace(puzzle, title=title, notes=notes, solution=solution), told=tuple(told))


def _bare(line: str) -> str:
    return line.strip().strip("#*`_= ").removesuffix(":").strip()


def _solution(family: Family, puzzle: Puzzle, grid: PastedGrid) -> tuple[int, ...] | None:
    """A second board, if it solves the first."""
    if grid.shape != (puzzle.grid.rows, puzzle.grid.cols):
        return None
    signs = {sign: value for value, sign in family.notation.marks.items() if value}
    words = [word for row in grid.rows for word in row]
    if not all(word in signs or word.isdecimal() or not word for word in words):
        return None
    rest = max(signs.values(), default=0)
    answer = tuple(signs[word] if word in signs else int(word) if word else rest for word in words)
    return answer if not family.wrong(puzzle, answer) else None


def _misfit(grid: PastedGrid, known: Sequence[Family]) -> str:
    rows, cols = grid.shape
    words = ", ".join(f"“{word}”" for word in sorted(grid.words())[:6])
    names = " or ".join(family.name for family in known)
    return say("a board of {rows}x{cols} with {words} is no {names}", rows=rows, cols=cols, names=names,
               words=words or "nothing")


def hints_of(filename: str) -> Iterator[str]:
    """Names in a path that may tell the family, the file's own first."""
    yield from reversed(Path(filename).parts)
