"""The whole board as shapes, from back to front."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from studio.core.draw import Line, Overlay, Rect, Shape, cell_rect, cell_text, overlay_backs, overlay_fronts, region_lines
from studio.core.grid import Grid
from studio.core.puzzle import Board
from studio.families.tiling.draw import pieces, proof
from studio.families.tiling.draw.tray import tray, words_from
from studio.families.tiling.edit import numbers
from studio.families.tiling.model.convert import INSIDE, known_tiles
from studio.families.tiling.model.given import JOINED, PARTED, given_pieces
from studio.families.tiling.model.shapes import Tile


def draw(board: Board, overlay: Overlay) -> list[Shape]:
    grid = board.grid
    inside = tuple(i for i in grid.cells() if board.givens[i] >= INSIDE)
    ground = _ground(grid, inside)
    shapes: list[Shape] = [Rect(0, 0, grid.cols, grid.rows, fill="outside"), *ground.paper]
    found = proof.proof_of(overlay)
    own = numbers.shown(board, inside) if overlay.proof is None and not overlay.plain else {}
    weights = proof.weights_of(grid, inside, found) if found is not None else own
    shapes += proof.fills(grid, weights)
    shapes += pieces.fills(board)
    shapes += overlay_backs(grid, _without_pieces(overlay))
    shapes += pieces.how(board, overlay)
    shapes += pieces.ghosts(board, overlay)
    wrong = tuple(dict.fromkeys((*overlay.clashing, *overlay.violations, *overlay.conflict)))
    shapes += pieces.fault_grounds(board, wrong)
    shapes += ground.lines
    shapes += pieces.borders(grid, board.marks)
    shapes += _given(board)
    shapes += ground.frame
    shapes += pieces.fault_outline(grid, wrong)
    shapes += [_crossed(grid, i) for i in overlay.excluded]
    shapes += proof.numbers(grid, weights)
    if overlay.proof:
        shapes += proof.step_shapes(grid, overlay.proof)
        low = words_from(board, overlay.aspect)
        shapes += proof.caption(grid, proof.proof_lines(overlay.proof), low)
    if not overlay.alone:
        shapes += tray(board, found, overlay.aspect, overlay.greyed)
    return shapes + overlay_fronts(grid, overlay)


class Ground(NamedTuple):
    """What a board's outline alone says how to draw."""

    paper: tuple[Shape, ...]
    lines: tuple[Shape, ...]
    frame: tuple[Shape, ...]


@lru_cache(maxsize=8)
def _ground(grid: Grid, inside: tuple[int, ...]) -> Ground:
    """The same in every frame of a film: made once for an outline."""
    return Ground(tuple(cell_rect(grid, i, "paper") for i in inside), tuple(_grid_lines(grid, set(inside))),
                  tuple(region_lines(grid, inside, "frame", 0.07)))


def _without_pieces(overlay: Overlay) -> Overlay:
    """What is drawn like in every family; what lies on pieces is drawn so that their colours are still seen."""
    return replace(overlay, deduced={}, guessed={}, trial={}, clashing=(), violations=(), conflict=())


def _grid_lines(grid: Grid, inside: set[int]) -> list[Shape]:
    lines: list[Shape] = []
    for i in inside:
        r, c = grid.rc(i)
        if c + 1 < grid.cols and i + 1 in inside:
            lines.append(Line(((c + 1, r), (c + 1, r + 1)), "grid", 0.02))
        if r + 1 < grid.rows and i + grid.cols in inside:
            lines.append(Line(((c, r + 1), (c + 1, r + 1)), "grid", 0.02))
    return lines


# --- what is given ----------------------------------------------------------------------------------------------------


def _given(board: Board) -> list[Shape]:
    """Borders as thick lines, links as short bars across a border, named cells with the tile's picture."""
    shapes: list[Shape] = []
    whole = {cell for cells in given_pieces(board.grid, board.givens, board.borders) for cell in cells}
    for border, kind in enumerate(board.borders if any(board.borders) else ()):
        a, b = board.grid.border_cells(border)
        (r, c), upright = board.grid.rc(b), b == a + 1
        if kind == PARTED:
            shapes.append(Line(((c, r), (c, r + 1)) if upright else ((c, r), (c + 1, r)), "given", 0.13))
        elif kind == JOINED:
            reach, wide = (0.07, 0.04) if a in whole else (0.18, 0.11)  # a given piece is seen by its outline
            shapes.append(Line(((c - reach, r + 0.5), (c + reach, r + 0.5)) if upright else
                               ((c + 0.5, r - reach), (c + 0.5, r + reach)), "given", wide))
    tiles = known_tiles(board.params)
    for cell, given in enumerate(board.givens):
        if given > INSIDE:
            shapes += _named_cell(board.grid, cell, tiles[given - INSIDE - 1] if given - INSIDE <= len(tiles) else None)
    return shapes


def _named_cell(grid: Grid, cell: int, tile: Tile | None) -> list[Shape]:
    """The tile that covers the cell, in small; a question mark for one that is not in the tray."""
    if tile is None:
        return [cell_text(grid, cell, "?", "violation", size=0.5)]
    row, col = grid.rc(cell)
    high, wide = 1 + max(r for r, _ in tile.cells), 1 + max(c for _, c in tile.cells)
    unit = min(0.2, 0.7 / max(high, wide))
    x, y = col + 0.5 - unit * wide / 2, row + 0.5 - unit * high / 2
    return [Rect(x + unit * c, y + unit * r, unit, unit, fill="given", stroke="paper", width=0.02) for r, c in tile.cells]


def _crossed(grid: Grid, cell: int) -> Line:
    r, c = grid.rc(cell)
    return Line(((c + 0.3, r + 0.3), (c + 0.7, r + 0.7)), "note", 0.05)
