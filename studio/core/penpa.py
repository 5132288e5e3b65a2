"""Penpa+ addresses (swaroopg92.github.io/penpa-edit): the parts that all families share.

Text in lines, most of them JSON, deflated and in base64. What lies outside the board (remains of imports) is not looked at,
but for the pieces of a tiling.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
import zlib
from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any
from urllib.parse import unquote

from studio.core import registry
from studio.core.codec import Codec, Reading
from studio.core.family import make_grid
from studio.core.grid import Grid
from studio.core.penpa_sheet import WORDS, Sheet
from studio.core.puzzle import Answer, BadPuzzle, Puzzle
from studio.core.say import marked, say

BASE = "https://swaroopg92.github.io/penpa-edit/#m=solve&p="
MOST_TEXT = 4_000_000
MOST_SIDE = 100
RULES = 18
"""the field of the first line that holds the rules"""
_ADDRESS = re.compile(r"\s*(?:https?://)?[\w./-]*penpa-edit[\w./-]*[#?](m=\S+)\s*", re.ASCII)
WRAPPED = re.compile(r"[#?&]p=(https?(?::|%3A)\S+)", re.IGNORECASE)
"""an address of another site inside one of Penpa+"""
_SHORT = [('"qa"', "z9"), ('"pu_q"', "zQ"), ('"pu_a"', "zA"), ('"grid"', "zG"), ('"edit_mode"', "zM"), ('"surface"', "zS"),
          ('"line"', "zL"), ('"lineE"', "zE"), ('"wall"', "zW"), ('"cage"', "zC"), ('"number"', "zN"), ('"symbol"', "zY"),
          ('"special"', "zP"), ('"board"', "zB"), ('"command_redo"', "zR"), ('"command_undo"', "zU"),
          ('"command_replay"', "z8"),
          ('"numberS"', "z1"), ('"freeline"', "zF"), ('"freelineE"', "z2"), ('"thermo"', "zT"), ('"arrows"', "z3"),
          ('"direction"', "zD"), ('"squareframe"', "z0"), ('"polygon"', "z5"), ('"deletelineE"', "z4"), ('"killercages"', "z6"),
          ('"nobulbthermo"', "z7"), ('"__a"', "z_"), ("null", "zO")]
_MAPS = ("surface", "number", "numberS", "symbol", "line", "lineE", "wall", "cage", "deletelineE")
_LISTS = ("thermo", "arrows", "direction", "squareframe", "polygon", "killercages", "nobulbthermo")
_AND = (
    "surface_exact", "surface", "number", "loopline_exact", "loopline", "ignoreloopline", "loopedge_exact", "loopedge",
    "ignoreborder", "wall", "square", "circle", "tri", "arrow", "math", "battleship", "tent", "star", "akari", "mine",
)
_OR = (
    "surface_exact", "surface", "number", "loopline_exact", "loopline", "loopedge_exact", "loopedge", "wall", "square",
    "circle", "tri", "arrow", "math", "battleship", "tent", "star", "akari", "mine",
)


# --- the address ------------------------------------------------------------------------------------------------------------
@lru_cache(maxsize=8)
def read_sheet(text: str) -> Sheet:
    """The board of an address; BadPuzzle with one sentence if it is none that can be read."""
    match = _ADDRESS.fullmatch(text)
    if match is None:
        raise BadPuzzle(say("this is not a Penpa+ address"))
    parts = dict(part.split("=", 1) for part in match[1].split("&") if "=" in part)
    lines = _expanded(_inflated(parts.get("p", ""))).split("\n")
    head = lines[0].split(",")
    if head[0][:1].isdigit():
        raise BadPuzzle(say("this is a Penpa address of 2019, which is in another format"))
    if head[0] not in ("square", "sudoku", "kakuro"):
        raise BadPuzzle(say("a Penpa+ board of the kind “{kind}” has no square cells", kind=head[0][:30]))
    if len(lines) < 6 or len(head) < 11:
        raise BadPuzzle(say("this Penpa+ address ends too early"))
    sheet = _sized(head, _json(lines[1]), _json(lines[5]))
    sheet.layer, sheet.played = _layer(lines[3]), _layer(lines[4])
    sheet.title, sheet.author = _plain(head, 15, "Title: "), _plain(head, 16, "Author: ")
    sheet.rules = _plain(head, 18, "")
    tags = _json(lines[17]) if len(lines) > 17 else []
    sheet.tags = tuple(tag for tag in tags if isinstance(tag, str)) if isinstance(tags, list) else ()
    sheet.facts = {"source": _plain(head, 17, "").strip(), "message": lines[18].strip() if len(lines) > 18 else ""}
    sheet.either = len(head) > 20 and head[20].strip() == "true"
    answers = _json(_inflated(parts["a"])) if parts.get("a") else []
    listed = answers if isinstance(answers, list) else []
    sheet.answers = [[str(entry) for entry in each] for each in listed if isinstance(each, list) and each]
    return sheet


def _inflated(packed: str) -> str:
    try:
        packed = unquote(packed).rstrip("=")  # some chats encode + and / once more
        raw = base64.b64decode(packed + "=" * (-len(packed) % 4))
        opener = zlib.decompressobj(-15)
        found = opener.decompress(raw, MOST_TEXT)
        if opener.unconsumed_tail:
            raise BadPuzzle(say("this Penpa+ address is too large"))
        return found.decode()
    except BadPuzzle:
        raise
    except (binascii.Error, zlib.error, ValueError):
        raise BadPuzzle(say("this Penpa+ address is broken")) from None


def _expanded(text: str) -> str:
    for long, short in reversed(_SHORT):
        text = text.replace(short, long)
    return text.replace("zZ", "z")


def _json(line: str) -> Any:
    try:
        return json.loads(line) if line.strip() else None
    except (ValueError, RecursionError):
        return None


def _layer(line: str) -> dict[str, Any]:
    found = _json(line)
    return found if isinstance(found, dict) else {}


CODES = ((",", "%2C"), ("\n", "%2D"), ("&", "%2E"), ("=", "%2F"))
"""how the rules are written in a list apart by commas; in title and author only the comma is"""


def _plain(head: Sequence[str], at: int, name: str) -> str:
    text = head[at].removeprefix(name) if len(head) > at else ""
    for sign, code in CODES if at == RULES else CODES[:1]:
        text = text.replace(code, sign)
    return text


def _coded(text: str, rules: bool = False) -> str:
    for sign, code in CODES if rules else CODES[:1]:
        text = text.replace(sign, code)
    return text if rules else text.replace("\n", " ")


def _sized(head: Sequence[str], margins: Any, steps: Any) -> Sheet:
    numbers = [int(word) if re.fullmatch(r"\d{1,4}", word) else 0 for word in head[1:3]]
    listed = [int(each) if re.fullmatch(r"\d{1,3}", str(each)) else -1 for each in margins] if isinstance(margins, list) else []
    if listed and (len(listed) != 4 or min(listed) < 0):
        raise BadPuzzle(say("the margins of this Penpa+ board are broken"))
    top, bottom, left, right = listed or (0, 0, 0, 0)
    if not 0 < min(numbers) <= max(numbers) <= MOST_SIDE:
        raise BadPuzzle(say("this Penpa+ address does not tell the board's size"))
    sheet = Sheet(make_grid(numbers[1] - top - bottom, numbers[0] - left - right), top, left, numbers[0], numbers[1])
    point = 0
    for step in steps if isinstance(steps, list) else []:
        if type(step) is not int or abs(step) > 10**6:
            raise BadPuzzle(say("the cells of this Penpa+ board are broken"))
        point += step
        cell = sheet.cell(point)
        if cell is not None:
            sheet.inside.add(cell)
    return sheet


# --- writing ----------------------------------------------------------------------------------------------------------------
def write_sheet(sheet: Sheet, tool: str, style: list[Any], tabs: list[str], options: Iterable[str]) -> str:
    """The address for solving; with answers Penpa+ itself says when it is solved."""
    chosen = set(options) if sheet.answers else set()
    grid = ["2", "2", "1"]
    mode = {"qa": "pu_a", "grid": grid, "pu_q": _mode("surface", 1, style), "pu_a": _mode(tool, 2, style)}
    points = sorted(sheet.point(cell) for cell in sheet.inside)
    steps = [after - before for before, after in zip([0, *points], points)]
    lines = [_head(sheet, bool(chosen)), _compact(sheet.margins()), f'{_compact(grid)}~"{tool}"~{_compact(style)}',
             _compact(_whole_layer(sheet.layer)), "", _compact(steps), _compact(tabs),
             _compact({f"sol_{name}": False for name in _AND}), '"x"', '"x"', "[3,2,3]", _compact(mode), '"x"', "0",
             _compact(_whole_layer({})), "x", _compact({f"sol_or_{name}": name in chosen for name in _OR}),
             _compact(list(sheet.tags)), sheet.facts.get("message") or "false"]
    text = "\n".join(lines).replace("z", "zZ")
    for long, short in _SHORT:
        text = text.replace(long, short)
    answer = f"&a={_deflated(_compact(sheet.answers))}" if chosen else ""
    return BASE + _deflated(text) + answer + "\n"


def _head(sheet: Sheet, checked: bool) -> str:
    center = str(_center(sheet))
    canvas = [str((sheet.width + 1) * 38), str((sheet.height + 1) * 38)]
    return ",".join(["square", str(sheet.width), str(sheet.height), "38", "0", "1", "1", *canvas, center, center, "0", "0", "0",
                     "0", f"Title: {_coded(sheet.title)}", f"Author: {_coded(sheet.author)}", sheet.facts.get("source", ""),
                     _coded(sheet.rules, True), "OFF", "true" if checked else "false"])


def _compact(data: Any) -> str:
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False)


def _whole_layer(layer: Mapping[str, Any]) -> dict[str, Any]:
    undone: dict[str, Any] = {name: {"__a": []} for name in ("command_redo", "command_undo", "command_replay")}
    return {**undone, **{name: {} for name in _MAPS}, **{name: [] for name in _LISTS}, **layer}


def _mode(tool: str, number: int, style: list[Any]) -> dict[str, Any]:
    line = number + 1
    base = {"edit_mode": tool, "surface": ["", 1], "multicolor": ["", 1], "line": ["1", line], "lineE": ["1", line],
            "wall": ["", line], "cage": ["1", 10], "number": ["1", number],
            "symbol": ["circle_L", 1], "special": ["thermo", ""], "board": ["", ""],
            "move": ["1", ""], "combi": ["battleship", 3], "sudoku": ["1", 1 if number == 1 else 9]}
    return {**base, tool: style} if number == 2 else base


def _center(sheet: Sheet) -> int:
    across, n = sheet.across, sheet.corners
    point = ((sheet.height - 1) // 2 + 2) * across + (sheet.width - 1) // 2 + 2
    odd = sheet.width % 2, sheet.height % 2
    return point + {(1, 1): 0, (0, 0): n, (0, 1): 3 * n, (1, 0): 2 * n}[odd]


def _deflated(text: str) -> str:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return base64.b64encode(packer.compress(text.encode()) + packer.flush()).decode()


class PenpaCodec(Codec):
    """Base of the families' Penpa+ addresses."""

    name = marked("Penpa+ address")
    extensions = (".url", ".txt")
    keeps = ("grid", "borders", "title", "author", "notes")
    """and the solution, where it has anything that is not given"""
    tool, style, tabs = "surface", ["", 1], ["Surface"]
    checks: tuple[str, ...] = ()
    """the lists of an answer, as Penpa+'s options name them"""
    reads: tuple[str, ...] = ()
    """what on a board means something to the family; all else is told and left out"""
    plays: tuple[str, ...] = ()
    """what of a solver's entries becomes marks"""

    @abstractmethod
    def claims(self, sheet: Sheet) -> float:
        """How sure a board is one of the family's."""

    @abstractmethod
    def from_sheet(self, sheet: Sheet) -> Puzzle:
        ...

    @abstractmethod
    def to_sheet(self, puzzle: Puzzle, sheet: Sheet) -> None:
        """Put the givens on the sheet and, where the solution is known, its answers."""

    @abstractmethod
    def solution(self, sheet: Sheet, puzzle: Puzzle, entries: Sequence[str]) -> Answer | None:
        """The answer that a list of the address's check means; None if it means none."""

    def marks(self, sheet: Sheet, puzzle: Puzzle) -> list[int]:
        """What a solver has entered, in the answers' alphabet."""
        return registry.family(puzzle.family).start_marks(puzzle)

    def pencil(self, sheet: Sheet, puzzle: Puzzle) -> list[int]:
        """A solver's candidates, one bit each."""
        return []

    def odd(self, sheet: Sheet) -> set[str]:
        """Layers that mean something, but not all that is on them."""
        return set()

    def told(self, sheet: Sheet, puzzle: Puzzle) -> list[str]:
        left = (sheet.holds() - set(self.reads)) | self.odd(sheet)
        played = sheet.holds("played") - set(self.plays)
        found: list[str] = []
        if left:
            found.append(say("{what} on this Penpa+ board mean nothing here and are left out", what=_in_words(left)))
        if played:
            found.append(say("{what} that a solver has entered are left out", what=_in_words(played)))
        return found

    def confidence(self, text: str, filename: str) -> float:
        if not _ADDRESS.fullmatch(text) or WRAPPED.search(text):
            return 0.0
        try:
            return self.claims(read_sheet(text.strip()))
        except BadPuzzle:
            return 0.01  # so that the fault is told

    def read(self, text: str, filename: str) -> Puzzle:
        return self.read_all(text, filename).puzzle

    def read_all(self, text: str, filename: str) -> Reading:
        sheet = read_sheet(text.strip())
        puzzle = replace(self.from_sheet(sheet), title=sheet.title, author=sheet.author, notes=sheet.rules)
        facts = {name: fact for name, fact in sheet.facts.items() if fact and fact != "false"}
        puzzle = replace(puzzle, extra={**puzzle.extra, "penpa": facts} if facts else puzzle.extra)
        told = self.told(sheet, puzzle)
        solved = self.solved(sheet, puzzle)
        if sheet.answers and solved is None:
            told.append(say("the answer that this Penpa+ address checks is not understood and left out"))
        player = {}
        if sheet.holds("played") & set(self.plays):
            player = {"marks": self.marks(sheet, puzzle), "pencil": self.pencil(sheet, puzzle) or [0] * puzzle.grid.size}
        return Reading(solved or puzzle, player, tuple(told))

    def solved(self, sheet: Sheet, puzzle: Puzzle) -> Puzzle | None:
        """The puzzle with the first answer of the address's check that solves it."""
        family = registry.family(puzzle.family)
        for entries in sheet.answers:
            try:
                answer = self.solution(sheet, puzzle, entries)
                if answer is not None and not family.wrong(puzzle, answer):
                    return replace(puzzle, solution=answer)
            except BadPuzzle:
                continue
        return None

    def write(self, puzzle: Puzzle) -> str:
        grid = puzzle.grid
        if max(grid.rows, grid.cols) > MOST_SIDE:
            raise BadPuzzle(say("Penpa+ has boards of up to {most_side}x{most_side} only", most_side=MOST_SIDE))
        sheet = Sheet(grid, 0, 0, grid.cols, grid.rows, set(grid.cells()))
        sheet.title, sheet.author, sheet.rules = puzzle.title, puzzle.author, puzzle.notes
        facts = puzzle.extra.get("penpa")
        sheet.facts = {name: fact for name, fact in facts.items() if _fits(fact)} if isinstance(facts, Mapping) else {}
        self.to_sheet(puzzle, sheet)
        if not self.claims(sheet):
            raise BadPuzzle(say("nothing on this board would tell Penpa+'s reader what kind of puzzle it is"))
        sheet.answers = [sorted(each) for each in sheet.answers if each]
        return write_sheet(sheet, self.tool, self.style, self.tabs, self.checks)


def whole_board(sheet: Sheet, name: str) -> Grid:
    """The board of a family that knows no missing cells; BadPuzzle if some are."""
    if sheet.inside and len(sheet.inside) < sheet.grid.size:
        raise BadPuzzle(say("this Penpa+ board has holes, which {name} knows nothing of", name=name))
    return sheet.grid


def _fits(fact: Any) -> bool:
    return isinstance(fact, str) and not set(fact) & set(",\n")


def _in_words(names: set[str]) -> str:
    return " and ".join(sorted({WORDS[name] for name in names}))
