"""Drawing is data: shapes in cell units (x to the right, y down) with a colour *role*, never a colour.

One painter turns them into screen, PNG, SVG, PDF and film frames; a theme is a table from roles to colours.
Roles used by all families: paper, outside, grid, frame, wall, given, mark, note, deduced, guess, conflict, fault, undone,
cause, ghost, forced, differ, clash, violation, cursor, select, cut, accent, shade. A role may carry a number after a colon:
`guess:3` is a guess at depth 3, `tint:5` the fifth of the soft region colours, `tile:2` the second of the strong ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from studio.core.grid import Grid

Point = tuple[float, float]


@dataclass(frozen=True)
class Rect:
    x: float
    y: float
    w: float
    h: float
    fill: str = ""
    stroke: str = ""
    width: float = 0.03
    radius: float = 0.0
    opacity: float = 1.0


@dataclass(frozen=True)
class Line:
    points: tuple[Point, ...]
    stroke: str
    width: float = 0.03
    opacity: float = 1.0
    dashed: bool = False


@dataclass(frozen=True)
class Polygon:
    points: tuple[Point, ...]
    fill: str = ""
    stroke: str = ""
    width: float = 0.03
    opacity: float = 1.0


@dataclass(frozen=True)
class Arrow:
    points: tuple[Point, ...]
    stroke: str
    width: float = 0.06
    head: float = 0.25
    opacity: float = 1.0


@dataclass(frozen=True)
class Circle:
    x: float
    y: float
    r: float
    fill: str = ""
    stroke: str = ""
    width: float = 0.05
    opacity: float = 1.0


@dataclass(frozen=True)
class Text:
    x: float
    y: float
    text: str
    fill: str = "mark"
    size: float = 0.55
    bold: bool = False
    opacity: float = 1.0
    anchor: str = "middle"


Shape = Rect | Line | Polygon | Arrow | Circle | Text


@dataclass(frozen=True)
class Small:
    """What a cell could still be, in small print."""

    places: tuple[tuple[str, bool], ...]
    """everything that it could have been, in order, and whether it is still possible: each has its own place in the cell, and
    what was ruled out is drawn struck out"""
    now: tuple[str, ...] = ()
    """those that the current step rules out"""

    def words(self) -> str:
        return " ".join(text for text, left in self.places if left)


@dataclass
class Overlay:
    """What is laid over a board: the film's state, the setter's findings, the player's cursor. All fields optional."""

    deduced: Mapping[int, int] = field(default_factory=dict)
    guessed: Mapping[int, int] = field(default_factory=dict)
    """cell -> depth of the guess"""
    depths: Mapping[int, int] = field(default_factory=dict)
    """cell -> depth at which a deduced value was set"""
    current: tuple[int, ...] = ()
    excluded: Mapping[int, int] = field(default_factory=dict)
    """cell -> the value that the current step rules out there"""
    conflict: tuple[int, ...] = ()
    undone: tuple[int, ...] = ()
    causes: tuple[int, ...] = ()
    cut: tuple[int, ...] = ()
    ghosts: Mapping[int, int] = field(default_factory=dict)
    """cell -> value shown faintly: forced cells, a hint's move, a tool's preview"""
    differing: tuple[int, ...] = ()
    clashing: tuple[int, ...] = ()
    violations: tuple[int, ...] = ()
    cursor: int | None = None
    trial: Mapping[int, int] = field(default_factory=dict)
    """cell -> trial level of the player's mark"""
    proof: Mapping[str, Any] | None = None
    alone: bool = False
    """the board without what lies beside it (a tray): as in a book's solutions"""
    plain: bool = False
    """only what is given, as it is printed: nothing that follows from it (walls, tints of finished regions)"""
    aspect: float = 0.0
    """the view's width to its height, for what is arranged beside the board (a tray); 0: not known"""
    greyed: tuple[int, ...] = ()
    """entries of a tray that are of no use any more (`Pieces.useless`)"""
    possible: Mapping[int, Small] = field(default_factory=dict)
    """cell -> what it could still be; empty while nobody wants to see it"""
    shades: Mapping[int, float] = field(default_factory=dict)
    """cell -> how far a solver's relaxed solution takes it, 0 to 1"""
    order: Mapping[int, int] = field(default_factory=dict)
    """cell -> which step of a chain decided it: a small number in its corner"""


def region_lines(grid: Grid, cells: Iterable[int], stroke: str, width: float, inset: float = 0.0) -> Iterator[Line]:
    """Unit lines around a set of cells, drawn `inset` inside its boundary; they meet at inner corners, too."""
    members = set(cells)

    def member(row: int, col: int) -> bool:
        return grid.contains(row, col) and grid.index(row, col) in members

    for cell in sorted(members):
        row, col = grid.rc(cell)
        for down, right in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            if member(row + down, col + right):
                continue
            ends = []
            for side in (-1, 1):  # towards the two ends of this edge: outer corner, straight on, or inner corner
                beside = member(row + side * abs(right), col + side * abs(down))
                beyond = member(row + down + side * abs(right), col + right + side * abs(down))
                reach = side * (0.5 + (inset if beside and beyond else 0.0 if beside else -inset))
                ends.append((col + 0.5 + right * (0.5 - inset) + reach * abs(down),
                             row + 0.5 + down * (0.5 - inset) + reach * abs(right)))
            yield Line((ends[0], ends[1]), stroke, width)


def paper(grid: Grid) -> list[Shape]:
    return [Rect(0, 0, grid.cols, grid.rows, fill="paper")]


def grid_lines(grid: Grid) -> list[Shape]:
    """Thin inner lines and the frame."""
    return list(_grid_lines(grid))


@lru_cache(maxsize=8)
def _grid_lines(grid: Grid) -> tuple[Shape, ...]:
    """The same in every frame of a film."""
    lines: list[Shape] = [Line(((c, 0), (c, grid.rows)), "grid", 0.02) for c in range(1, grid.cols)]
    lines += [Line(((0, r), (grid.cols, r)), "grid", 0.02) for r in range(1, grid.rows)]
    lines.append(Rect(0, 0, grid.cols, grid.rows, stroke="frame", width=0.08))
    return tuple(lines)


CELL_SHAPES = 20_000
"""Shapes of cells kept from frame to frame: most cells look as they did in the frame before, and a look-up costs a tenth."""


@lru_cache(maxsize=CELL_SHAPES)
def cell_rect(grid: Grid, cell: int, fill: str, opacity: float = 1.0, inset: float = 0.0) -> Rect:
    r, c = grid.rc(cell)
    return Rect(c + inset, r + inset, 1 - 2 * inset, 1 - 2 * inset, fill=fill, opacity=opacity)


@lru_cache(maxsize=CELL_SHAPES)
def cell_text(grid: Grid, cell: int, text: str, role: str, bold: bool = False, size: float = 0.0) -> Text:
    r, c = grid.rc(cell)
    return Text(c + 0.5, r + 0.5, text, role, size or (0.55, 0.55, 0.46, 0.36)[min(len(text), 3)], bold)


def overlay_backs(grid: Grid, overlay: Overlay) -> list[Shape]:
    """Soft fills under the family's own marks: how each cell came to its value, and what is wrong."""
    shapes: list[Shape] = []
    for cell in overlay.deduced:
        depth = overlay.depths.get(cell, 0)
        shapes.append(cell_rect(grid, cell, f"deduced:{depth}", 0.9))
    for cell, depth in overlay.guessed.items():
        shapes.append(cell_rect(grid, cell, f"guess:{depth}"))
    shapes += [cell_rect(grid, cell, f"trial:{level}", 0.6) for cell, level in overlay.trial.items()]
    shapes += [cell_rect(grid, cell, "shaded", share) for cell, share in overlay.shades.items() if share > 0]
    shapes += [cell_rect(grid, cell, "undone", 0.7) for cell in overlay.undone]
    shapes += [cell_rect(grid, cell, "differ", 0.6) for cell in overlay.differing]
    shapes += [cell_rect(grid, cell, "clash", 0.55) for cell in overlay.clashing]
    shapes += [cell_rect(grid, cell, "violation", 0.45) for cell in overlay.violations]
    shapes += [cell_rect(grid, cell, "conflict", 0.8) for cell in overlay.conflict]
    return shapes


def overlay_fronts(grid: Grid, overlay: Overlay) -> list[Shape]:
    """What is possible in small print; above everything the outlines of causes, cuts, the current cells and the cursor."""
    shapes: list[Shape] = [shape for cell, small in overlay.possible.items() for shape in small_print(grid, cell, small)]
    shapes += [shape for cell, number in overlay.order.items() for shape in step_number(grid, cell, number)]
    shapes += region_lines(grid, overlay.cut, "cut", 0.09, 0.04)
    shapes += region_lines(grid, overlay.conflict, "fault", 0.1, 0.05)
    shapes += region_lines(grid, overlay.causes, "cause", 0.07, 0.06)
    shapes += region_lines(grid, overlay.current, "select", 0.09, 0.03)
    if overlay.cursor is not None:
        shapes += region_lines(grid, [overlay.cursor], "cursor", 0.08, 0.05)
    return shapes


CROSSED = 0.75
"""how strongly what is ruled out is written: fainter, and still to be read"""
SMALL_SIZES = {1: 0.3, 2: 0.26, 3: 0.24, 4: 0.19}
MOST_SMALL = 16
"""More values than that are told as ranges: nobody could read them."""
LINE_LENGTH, MOST_LINES = 7, 3


def small_print(grid: Grid, cell: int, small: Small) -> list[Shape]:
    """What a cell could be: every value in a place of its own, struck out once it is ruled out."""
    row, col = grid.rc(cell)
    if len(small.places) > MOST_SMALL:
        lines = _ranges([text for text, left in small.places if left])
        top = 0.5 - 0.13 * (len(lines) - 1)
        return [Text(col + 0.5, row + top + 0.26 * line, text, "note", 0.22) for line, text in enumerate(lines)]
    side = next(side for side in SMALL_SIZES if side * side >= len(small.places))
    size, shapes = SMALL_SIZES[side], list[Shape]()
    for number, (text, left) in enumerate(small.places):
        x, y = (at + 0.06 + 0.88 * (place + 0.5) / side for at, place in ((col, number % side), (row, number // side)))
        if len(small.places) <= side * (side - 1):
            y += 0.44 / side
        if left:
            shapes.append(Text(x, y, text, "note", size))
        else:
            role, faint = ("fault", 1.0) if text in small.now else ("note", CROSSED)
            shapes.append(Text(x, y, text, role, size, opacity=faint))
            shapes.append(Line(((x - size * 0.45, y + size * 0.4), (x + size * 0.45, y - size * 0.4)), role, 0.025, faint))
    return shapes


def _ranges(texts: Sequence[str]) -> list[str]:
    """Many numbers in few lines: 1–7 9 12–20; how many there are where even that is too long."""
    runs: list[list[str]] = []
    for text in texts:
        last = runs[-1][-1] if runs else ""
        if text.isdecimal() and last.isdecimal() and int(text) == int(last) + 1:
            runs[-1].append(text)
        else:
            runs.append([text])
    words = [run[0] if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in runs]
    lines = [""]
    for word in words:
        if lines[-1] and len(lines[-1]) + 1 + len(word) > LINE_LENGTH:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines if len(lines) <= MOST_LINES else [f"{len(texts)}×"]


def step_number(grid: Grid, cell: int, number: int) -> list[Shape]:
    """Which step of a chain a cell belongs to, in its upper left corner."""
    row, col = grid.rc(cell)
    wide = 0.2 + 0.11 * (len(str(number)) - 1)
    return [Rect(col + 0.05, row + 0.05, wide, 0.24, fill="accent", radius=0.06),
            Text(col + 0.05 + wide / 2, row + 0.17, str(number), "paper", 0.2, bold=True)]


def moved(shape: Shape, dx: float, dy: float) -> Shape:
    """The same shape elsewhere."""
    if isinstance(shape, Line | Polygon | Arrow):
        return replace(shape, points=tuple((x + dx, y + dy) for x, y in shape.points))
    return replace(shape, x=shape.x + dx, y=shape.y + dy)


def extent(shapes: Sequence[Shape], grid: Grid, margin: float = 0.25) -> tuple[float, float, float, float]:
    """The rectangle (x, y, w, h) that shows a board with everything drawn beside it, such as a tile tray."""
    x0, y0, x1, y1 = 0.0, 0.0, float(grid.cols), float(grid.rows)
    for shape in shapes:
        for x, y in _corners(shape):
            x0, y0, x1, y1 = min(x0, x), min(y0, y), max(x1, x), max(y1, y)
    return x0 - margin, y0 - margin, x1 - x0 + 2 * margin, y1 - y0 + 2 * margin


def _corners(shape: Shape) -> Sequence[Point]:
    if isinstance(shape, Rect):
        return ((shape.x, shape.y), (shape.x + shape.w, shape.y + shape.h))
    if isinstance(shape, Circle):
        return ((shape.x - shape.r, shape.y - shape.r), (shape.x + shape.r, shape.y + shape.r))
    if isinstance(shape, Text):
        half = len(shape.text) * shape.size * 0.3
        left = {"middle": shape.x - half, "start": shape.x, "end": shape.x - 2 * half}[shape.anchor]
        return ((left, shape.y - shape.size / 2), (left + 2 * half, shape.y + shape.size / 2))
    return shape.points
