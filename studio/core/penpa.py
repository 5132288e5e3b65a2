"""Penpa+ addresses (swaroopg92.github.io/penpa-edit): the parts that all families share.

Text in lines, most of them JSON, deflated and in base64. Points are numbered on a board with two cells more on every side:
cells from 0, corners from N, N = all of them. What lies outside the board (a legend, remains of imports) is not looked at.
"""

from __future__ import annotations

import base64
import binascii
import itertools
import json
import re
import zlib
from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from studio.core import registry
from studio.core.codec import Codec, Reading
from studio.core.family import make_grid
from studio.core.grid import Grid
from studio.core.puzzle import Answer, BadPuzzle, Puzzle
from studio.core.say import say

BASE = "https://swaroopg92.github.io/penpa-edit/#m=solve&p="
MOST_TEXT = 4_000_000
MOST_SIDE = 100
SHADES = (1, 3, 4, 8)
_ADDRESS = re.compile(r"\s*(?:https?://)?[\w./-]*penpa-edit[\w./-]*[#?](m=\S+)\s*", re.ASCII)
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


@dataclass
class Sheet:
    """A Penpa+ board: its rectangle, which cells are there, what lies on them, and what the answer's lists hold."""

    grid: Grid
    top: int = 0
    left: int = 0
    width: int = 0
    height: int = 0
    inside: set[int] = field(default_factory=set)
    layer: dict[str, Any] = field(default_factory=dict)
    played: dict[str, Any] = field(default_factory=dict)
    title: str = ""
    author: str = ""
    rules: str = ""
    tags: tuple[str, ...] = ()
    answers: list[list[str]] = field(default_factory=list)

    @property
    def across(self) -> int:
        return self.width + 4

    @property
    def corners(self) -> int:
        return self.across * (self.height + 4)

    def point(self, cell: int) -> int:
        row, col = self.grid.rc(cell)
        return (row + 2 + self.top) * self.across + col + 2 + self.left

    def cell(self, point: int) -> int | None:
        """The cell of a point, None beside the board."""
        row, col = point // self.across - 2 - self.top, point % self.across - 2 - self.left
        return self.grid.index(row, col) if self.grid.contains(row, col) and 0 <= point < self.corners else None

    def edge(self, border: int) -> str:
        """The key of an inner border: its two corners."""
        a, b = self.grid.border_cells(border)
        point = self.point(a)
        end = self.corners + point
        return f"{end - self.across},{end}" if b == a + 1 else f"{end - 1},{end}"

    def cells_of(self, name: str, layer: str = "layer") -> dict[int, Any]:
        """What a map of a layer holds on the board, by cell."""
        found = {}
        for key, value in _map(getattr(self, layer), name).items():
            cell = self.cell(int(key)) if key.isdecimal() and len(key) < 9 else None
            if cell is not None:
                found[cell] = value
        return found

    def borders_of(self, styles: Sequence[int]) -> set[int]:
        drawn = {key for key, style in _map(self.layer, "lineE").items() if style in styles}
        return {border for border in range(self.grid.border_count) if self.edge(border) in drawn}

    def paths(self) -> list[list[int]]:
        """The arrows as cells from tail to head; a path that leaves the board or goes askew is refused."""
        found = []
        for path in [*_list(self.layer, "direction"), *_list(self.layer, "arrows")]:
            cells = [self.cell(point) if isinstance(point, int) else None for point in path] if isinstance(path, list) else []
            if not cells:
                continue
            steps = itertools.pairwise(cells)
            if None in cells or any(a is None or b not in self.grid.adjacency[a] for a, b in steps):
                raise BadPuzzle("an arrow of this Penpa+ board goes askew or leaves the board")
            found.append([cell for cell in cells if cell is not None])
        return found


def _map(layer: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    found = layer.get(name)
    return found if isinstance(found, Mapping) else {}


def _list(layer: Mapping[str, Any], name: str) -> list[Any]:
    found = layer.get(name)
    return found if isinstance(found, list) else []


# --- the address ------------------------------------------------------------------------------------------------------------
@lru_cache(maxsize=8)
def read_sheet(text: str) -> Sheet:
    """The board of an address; BadPuzzle with one sentence if it is none that can be read."""
    match = _ADDRESS.fullmatch(text)
    if match is None:
        raise BadPuzzle("this is not a Penpa+ address")
    parts = dict(part.split("=", 1) for part in match[1].split("&") if "=" in part)
    packed = parts.get("p", "")
    if packed.startswith("http"):
        raise BadPuzzle("this Penpa+ address wraps another one: open that")
    lines = _expanded(_inflated(packed)).split("\n")
    head = lines[0].split(",")
    if head[0][:1].isdigit():
        raise BadPuzzle("this is a Penpa address of 2019, which is in another format")
    if head[0] not in ("square", "sudoku", "kakuro"):
        raise BadPuzzle(say("a Penpa+ board of the kind “{kind}” has no square cells", kind=head[0][:30]))
    if len(lines) < 6 or len(head) < 11:
        raise BadPuzzle("this Penpa+ address ends too early")
    sheet = _sized(head, _json(lines[1]), _json(lines[5]))
    sheet.layer, sheet.played = _layer(lines[3]), _layer(lines[4])
    sheet.title, sheet.author = _plain(head, 15, "Title: "), _plain(head, 16, "Author: ")
    sheet.rules = _plain(head, 18, "")
    tags = _json(lines[17]) if len(lines) > 17 else []
    sheet.tags = tuple(tag for tag in tags if isinstance(tag, str)) if isinstance(tags, list) else ()
    answers = _json(_inflated(parts["a"])) if parts.get("a") else []
    listed = answers if isinstance(answers, list) else []
    sheet.answers = [[str(entry) for entry in each] for each in listed if isinstance(each, list)]
    return sheet


def _inflated(packed: str) -> str:
    try:
        raw = base64.b64decode(packed + "=" * (-len(packed) % 4))
        opener = zlib.decompressobj(-15)
        found = opener.decompress(raw, MOST_TEXT)
        if opener.unconsumed_tail:
            raise BadPuzzle("this Penpa+ address is too large")
        return found.decode()
    except BadPuzzle:
        raise
    except (binascii.Error, zlib.error, ValueError):
        raise BadPuzzle("this Penpa+ address is broken") from None


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


def _plain(head: Sequence[str], at: int, name: str) -> str:
    text = head[at].removeprefix(name) if len(head) > at else ""
    for code, sign in (("%2C", ","), ("%2D", "\n"), ("%2E", "&"), ("%2F", "=")):
        text = text.replace(code, sign)
    return text


def _sized(head: Sequence[str], margins: Any, steps: Any) -> Sheet:
    numbers = [int(word) if re.fullmatch(r"\d{1,4}", word) else 0 for word in head[1:3]]
    listed = margins if isinstance(margins, list) else []
    good = len(listed) == 4 and all(type(each) is int and 0 <= each < MOST_SIDE for each in listed)
    top, bottom, left, right = margins if good else (0, 0, 0, 0)
    if not 0 < max(numbers) <= MOST_SIDE:
        raise BadPuzzle("this Penpa+ address does not tell the board's size")
    sheet = Sheet(make_grid(numbers[1] - top - bottom, numbers[0] - left - right), top, left, numbers[0], numbers[1])
    point = 0
    for step in steps if isinstance(steps, list) else []:
        if type(step) is not int or abs(step) > 10**6:
            raise BadPuzzle("the cells of this Penpa+ board are broken")
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
    layer = _whole_layer(sheet.layer)
    mode = {"qa": "pu_a", "grid": grid, "pu_q": _mode("surface", 1, style), "pu_a": _mode(tool, 2, style)}
    points = sorted(sheet.point(cell) for cell in sheet.inside)
    steps = [after - before for before, after in zip([0, *points], points)]
    center = _center(sheet)
    head = ["square", str(sheet.width), str(sheet.height), "38", "0", "1", "1", str((sheet.width + 1) * 38),
            str((sheet.height + 1) * 38), str(center), str(center), "0", "0", "0", "0", f"Title: {_coded(sheet.title)}",
            f"Author: {_coded(sheet.author)}", "", _coded(sheet.rules), "OFF", "true" if chosen else "false"]
    compact = {"separators": (",", ":"), "ensure_ascii": False}
    lines = [",".join(head), "[0,0,0,0]", f'{json.dumps(grid, **compact)}~"{tool}"~{json.dumps(style, **compact)}',  # type: ignore[arg-type]
             json.dumps(layer, **compact), "", json.dumps(steps, **compact), json.dumps(tabs, **compact),  # type: ignore[arg-type]
             json.dumps({f"sol_{name}": False for name in _AND}, **compact), '"x"', '"x"', "[3,2,3]",  # type: ignore[arg-type]
             json.dumps(mode, **compact), '"x"', "0", json.dumps(_whole_layer({}), **compact), "x",  # type: ignore[arg-type]
             json.dumps({f"sol_or_{name}": name in chosen for name in _OR}, **compact),  # type: ignore[arg-type]
             json.dumps(list(sheet.tags), **compact), "false"]  # type: ignore[arg-type]
    text = "\n".join(lines).replace("z", "zZ")
    for long, short in _SHORT:
        text = text.replace(long, short)
    answer = f"&a={_deflated(json.dumps(sheet.answers, **compact))}" if chosen else ""  # type: ignore[arg-type]
    return BASE + _deflated(text) + answer + "\n"


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


def _coded(text: str) -> str:
    for sign, code in ((",", "%2C"), ("\n", "%2D"), ("&", "%2E"), ("=", "%2F")):
        text = text.replace(sign, code)
    return text


def _deflated(text: str) -> str:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return base64.b64encode(packer.compress(text.encode()) + packer.flush()).decode()


class PenpaCodec(Codec):
    """Base of the families' Penpa+ addresses."""

    name = "Penpa+ address"
    extensions = (".url", ".txt")
    keeps = ("grid", "borders", "title", "author", "notes")
    """and the solution, where it has anything that is not given"""
    tool, style, tabs = "surface", ["", 1], ["Surface"]
    checks: tuple[str, ...] = ()
    """the lists of an answer, as Penpa+'s options name them"""

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
    def solution(self, sheet: Sheet, puzzle: Puzzle) -> Answer | None:
        """The answer that the address itself checks."""

    def marks(self, sheet: Sheet, puzzle: Puzzle) -> list[int] | None:
        """What a solver has entered, in the answers' alphabet; None where that is not understood."""
        return None

    def told(self, sheet: Sheet, puzzle: Puzzle) -> list[str]:
        return []

    def confidence(self, text: str, filename: str) -> float:
        if not _ADDRESS.fullmatch(text):
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
        told = self.told(sheet, puzzle)
        marks = self.marks(sheet, puzzle)
        entered = any(_map(sheet.played, name) for name in ("number", "symbol", "surface", "lineE"))
        if entered and marks is None:
            told.append(say("what a solver has entered in this Penpa+ address is left out"))
        family = registry.family(puzzle.family)
        answer = self.solution(sheet, puzzle) if sheet.answers else None
        try:
            known = answer if answer is not None and not family.wrong(puzzle, answer) else None
        except BadPuzzle:
            known = None
        if sheet.answers and known is None:
            told.append(say("the answer that this Penpa+ address checks is not understood and left out"))
        return Reading(replace(puzzle, solution=known), {"marks": marks} if entered and marks else {}, tuple(told))

    def write(self, puzzle: Puzzle) -> str:
        grid = puzzle.grid
        if max(grid.rows, grid.cols) > MOST_SIDE:
            raise BadPuzzle(f"Penpa+ has boards of up to {MOST_SIDE}x{MOST_SIDE} only")
        sheet = Sheet(grid, 0, 0, grid.cols, grid.rows, set(grid.cells()))
        sheet.title, sheet.author, sheet.rules = puzzle.title, puzzle.author, puzzle.notes
        self.to_sheet(puzzle, sheet)
        if not self.claims(sheet):
            raise BadPuzzle("nothing on this board would tell Penpa+'s reader what kind of puzzle it is")
        sheet.answers = [sorted(each) for each in sheet.answers if each]
        return write_sheet(sheet, self.tool, self.style, self.tabs, self.checks)
