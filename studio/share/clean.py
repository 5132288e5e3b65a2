"""A clean picture of a puzzle: what is given and nothing that follows from it; its title, its solution beside it, if wanted."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import ceil
from pathlib import Path

from studio.core import own_marks, registry
from studio.core.draw import Overlay, Shape, Text, extent, moved
from studio.core.grid import Grid
from studio.core.puzzle import Answer, BadPuzzle, Board
from studio.core.say import say
from studio.share.render import render_shapes, shapes_image, usual_pixels
from studio.share.theme import LIGHT, Theme

GAP = 1.0


@dataclass(frozen=True)
class Wanted:
    """What a picture shows. `solution` is drawn beside the puzzle."""

    cell_pixels: int = 0
    """of a .png or on the clipboard; 0: as usual for a board of its size"""
    title: bool = False
    marks: bool = False
    solution: Answer | None = None
    theme: Theme = field(default_factory=lambda: LIGHT)


def picture_shapes(board: Board, wanted: Wanted) -> tuple[list[Shape], Grid]:
    """The drawing, and a grid of its least size."""
    family, puzzle = registry.family(board.family), board.puzzle()
    shown = board if wanted.marks else Board(puzzle, family.start_marks(puzzle))
    shapes = family.draw(shown, Overlay(plain=not wanted.marks))
    shapes += own_marks.shapes(board) if wanted.marks else []
    right = float(board.grid.cols)
    if wanted.solution is not None:
        if family.wrong(puzzle, wanted.solution):
            raise BadPuzzle(say("the solution to draw does not solve this puzzle"))
        x, _, w, _ = extent(shapes, board.grid, 0.0)
        solved = family.draw(Board(puzzle, wanted.solution), Overlay())
        left = -min(extent(solved, board.grid, 0.0)[0], 0.0)
        shapes += [moved(shape, x + w + GAP + left, 0) for shape in solved]
        right = x + w + GAP + left + board.grid.cols
    if wanted.title and puzzle.title:
        shapes.append(Text(right / 2, -0.75, puzzle.title, "given", 0.6, bold=True))
        if puzzle.author:
            shapes.append(Text(right / 2, -0.25, puzzle.author, "note", 0.3))
    return shapes, Grid(board.grid.rows, ceil(right))


def write_picture(board: Board, path: str | Path, wanted: Wanted = Wanted()) -> None:  # noqa: B008
    """As .png, .svg or .pdf; BadPuzzle with one sentence if that cannot be done."""
    shapes, grid = picture_shapes(board, wanted)
    render_shapes(shapes, grid, path, wanted.theme, wanted.cell_pixels or usual_pixels(board.grid))


def picture_image(board: Board, wanted: Wanted = Wanted()):  # type: ignore[no-untyped-def]  # noqa: B008
    """The same for the clipboard."""
    shapes, grid = picture_shapes(board, wanted)
    return shapes_image(shapes, grid, wanted.theme, wanted.cell_pixels or usual_pixels(board.grid))


def picture_size(board: Board, wanted: Wanted) -> tuple[int, int]:
    """Width and height in pixels that it will have."""
    shapes, grid = picture_shapes(board, wanted)
    _, _, wide, high = extent(shapes, grid)
    cell = wanted.cell_pixels or usual_pixels(board.grid)
    return max(1, round(wide * cell)), max(1, round(high * cell))
