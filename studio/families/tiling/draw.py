"""Drawing: board, pieces in colours that differ between neighbours, the tray, and a colouring proof with its caption."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from typing import Any

from studio.core.draw import (
    Line,
    Overlay,
    Rect,
    Shape,
    Text,
    cell_rect,
    cell_text,
    overlay_backs,
    overlay_fronts,
    region_lines,
)
from studio.core.grid import Grid
from studio.core.puzzle import BadPuzzle, Board
from studio.core.say import say
from studio.families.tiling.edit.tray import GAP, SCALE, layout, used_tiles
from studio.families.tiling.model.convert import INSIDE, known_tiles, pieces_of_answer, tiles_of
from studio.families.tiling.model.given import JOINED, PARTED, given_pieces
from studio.families.tiling.model.problem import merge_tiles
from studio.families.tiling.model.shapes import Tile, normalise
from studio.families.tiling.proofs.proof import ColouringProof

COLOURS = 8
WHOLE_ACCOUNT = 12
"""A proof of more steps is told in short under its picture; a film tells them all."""
WHOLE_EXAMPLES = 2


def draw(board: Board, overlay: Overlay) -> list[Shape]:
    grid = board.grid
    inside = [i for i in grid.cells() if board.givens[i] >= INSIDE]
    shapes: list[Shape] = [Rect(0, 0, grid.cols, grid.rows, fill="outside")]
    shapes += [cell_rect(grid, i, "paper") for i in inside]
    proof = _proof(overlay)
    if proof is not None:
        shapes += _proof_fills(grid, inside, proof)
    filmed = set(overlay.deduced) | set(overlay.guessed)
    shapes += _piece_fills(board, filmed)
    shapes += overlay_backs(grid, overlay)
    shapes += _ghosts(grid, overlay)
    shapes += _grid_lines(grid, set(inside))
    shapes += _piece_borders(grid, board.marks)
    shapes += _given(board)
    shapes += region_lines(grid, inside, "frame", 0.07)
    shapes += [_crossed(grid, i) for i in overlay.excluded]
    if proof is not None:
        shapes += _proof_numbers(grid, inside, proof)
    if overlay.proof:
        shapes += _step_shapes(grid, overlay.proof)
        shapes += _caption(grid, proof_lines(overlay.proof))
    shapes += _tray(board, proof)
    return shapes + overlay_fronts(grid, overlay)


def _grid_lines(grid: Grid, inside: set[int]) -> list[Shape]:
    lines: list[Shape] = []
    for i in inside:
        r, c = grid.rc(i)
        if c + 1 < grid.cols and i + 1 in inside:
            lines.append(Line(((c + 1, r), (c + 1, r + 1)), "grid", 0.02))
        if r + 1 < grid.rows and i + grid.cols in inside:
            lines.append(Line(((c, r + 1), (c + 1, r + 1)), "grid", 0.02))
    return lines


# --- pieces -----------------------------------------------------------------------------------------------------------


def piece_colours(board: Board) -> dict[int, int]:
    """Number -> colour: each tile's own colour where no neighbour has it, else the next that is free."""
    grid, marks = board.grid, board.marks
    reflections = bool(board.params.get("reflections", False))
    wish = _wishes(board.params, reflections)
    pieces = pieces_of_answer(marks)
    near: dict[int, set[int]] = {number: set() for number in pieces}
    for a, b in grid.adjacent_pairs():
        if marks[a] and marks[b] and marks[a] != marks[b]:
            near[marks[a]].add(marks[b])
            near[marks[b]].add(marks[a])
    colours: dict[int, int] = {}
    for number, cells in sorted(pieces.items(), key=lambda item: item[1][0]):
        taken = {colours[other] for other in near[number] if other in colours}
        colour = wish.get(normalise(grid.rc(i) for i in cells), 0)
        while colour in taken:
            colour = (colour + 1) % max(COLOURS, len(taken) + 1)
        colours[number] = colour
    return colours


def _wishes(params: Mapping[str, Any], reflections: bool) -> dict[Any, int]:
    try:
        tiles = merge_tiles(tiles_of(params), reflections)
    except BadPuzzle:
        return {}
    return {shape: k % COLOURS for k, tile in enumerate(tiles) for shape in tile.variants(reflections)}


def _piece_fills(board: Board, filmed: set[int]) -> list[Shape]:
    colours = piece_colours(board)
    return [cell_rect(board.grid, i, f"tile:{colours[mark]}") for i, mark in enumerate(board.marks) if mark and i not in filmed]


def _piece_borders(grid: Grid, marks: Sequence[int]) -> list[Shape]:
    lines: list[Shape] = []
    for a, b in grid.adjacent_pairs():
        if marks[a] != marks[b]:
            r, c = grid.rc(b)
            ends = ((c, r), (c, r + 1)) if b == a + 1 else ((c, r), (c + 1, r))
            lines.append(Line(ends, "wall", 0.06))
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


def _ghosts(grid: Grid, overlay: Overlay) -> list[Shape]:
    shapes: list[Shape] = [cell_rect(grid, i, "ghost", 0.35) for i in overlay.ghosts]
    for cells in pieces_of_answer([overlay.ghosts.get(i, 0) for i in grid.cells()]).values():
        shapes += region_lines(grid, cells, "ghost", 0.07, 0.05)
    return shapes


def _crossed(grid: Grid, cell: int) -> Line:
    r, c = grid.rc(cell)
    return Line(((c + 0.3, r + 0.3), (c + 0.7, r + 0.7)), "note", 0.05)


# --- the tray ---------------------------------------------------------------------------------------------------------


def _tray(board: Board, proof: ColouringProof | None) -> list[Shape]:
    tiles = known_tiles(board.params)
    used = used_tiles(board, tiles)
    shapes: list[Shape] = []
    for slot in layout(board.grid, tiles):
        tile = tiles[slot.tile]
        left = None if tile.count is None else tile.count - used[slot.tile]
        faded = 0.35 if left is not None and left <= 0 else 1.0
        for r, c in tile.cells:
            shapes.append(Rect(slot.x + SCALE * c, slot.y + SCALE * r, SCALE, SCALE, fill=f"tile:{slot.tile % COLOURS}",
                               stroke="wall", width=0.03, opacity=faded))
        wide = SCALE * (1 + max(c for _, c in tile.cells))
        text = "∞" if left is None else f"×{left}"
        if proof is not None:
            text += f"  {_value_text(board, tile, proof)}"
        role = "violation" if left is not None and left < 0 else "mark"
        shapes.append(Text(slot.x + wide + 0.15, slot.y + slot.h / 2, text, role, 0.4, anchor="start"))
    return shapes + _totals(board, tiles)


def _totals(board: Board, tiles: Sequence[Tile]) -> list[Shape]:
    """The board's area against that of all pieces, where they are counted and do not agree: a maker's first question."""
    area = sum(map(bool, board.givens))
    pieces = sum(tile.size * tile.count for tile in tiles if tile.count is not None)
    if not tiles or any(tile.count is None for tile in tiles) or pieces == area:
        return []
    low = max((slot.y + slot.h for slot in layout(board.grid, tiles)), default=0.0)
    text = say("{cells} cells, pieces for {pieces}", cells=area, pieces=pieces)
    return [Text(board.grid.cols + GAP, low + 0.5, text, "violation" if pieces < area else "note", 0.4, anchor="start")]


def _value_text(board: Board, tile: Tile, proof: ColouringProof) -> str:
    """What a tile covers in the proof, beside it in the tray."""
    reflections = bool(board.params.get("reflections", False))
    merged = merge_tiles(tiles_of(board.params), reflections)
    keys = [known.key(reflections) for known in merged]
    if tile.key(reflections) not in keys:
        return ""
    value = str(proof.tile_value(keys.index(tile.key(reflections)))).replace("-", "−")
    return f"≡ {value}" if proof.modulus else f"= {value}" if proof.exact else f"≥ {value}"


# --- colouring proofs -------------------------------------------------------------------------------------------------


def _proof(overlay: Overlay) -> ColouringProof | None:
    proof = _part(overlay.proof) if overlay.proof else None
    return ColouringProof.from_json(proof) if proof and proof.get("kind") == "colouring" else None


def _part(proof: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """Of a proof by cases the colouring of the step at hand, or the last one."""
    if proof.get("kind") != "cases":
        return proof
    steps, number = proof.get("steps", ()), int(proof.get("step", 0))
    step = steps[number - 1] if 0 < number <= len(steps) else {"part": len(proof["parts"]) - 1}
    return proof["parts"][step["part"]] if step.get("part") is not None and proof["parts"] else None


def _proof_fills(grid: Grid, inside: Sequence[int], proof: ColouringProof) -> list[Shape]:
    """One tint per number; 0 stays paper."""
    values = sorted({proof.weight(*grid.rc(i)) for i in inside} - {0}, key=lambda v: (abs(v), v))
    tint = {value: k for k, value in enumerate(values)}
    fills: list[Shape] = []
    for i in inside:
        value = proof.weight(*grid.rc(i))
        if value:
            fills.append(cell_rect(grid, i, f"tile:{tint[value]}", 0.8))
    return fills


def _proof_numbers(grid: Grid, inside: Sequence[int], proof: ColouringProof) -> list[Shape]:
    texts: list[Shape] = []
    for i in inside:
        value = proof.weight(*grid.rc(i))
        texts.append(cell_text(grid, i, str(value).replace("-", "−"), "given" if value else "note", size=0.42))
    return texts


def _step_shapes(grid: Grid, proof: Mapping[str, Any]) -> list[Shape]:
    """What the step at hand points at: an example of a piece, and the cell that it leaves bare. Of the whole proof: all of it,
    where that is little."""
    steps, number = proof.get("steps", ()), int(proof.get("step", 0))
    shown = [step for step in steps if step.get("cells")] if not number else steps[number - 1 : number]
    shapes: list[Shape] = []
    for step in shown if len(shown) <= WHOLE_EXAMPLES else ():
        shapes += region_lines(grid, step.get("cells", ()), "cause", 0.1, 0.05)
        shapes += region_lines(grid, step.get("witness", ()), "violation", 0.1, 0.08)
    return shapes


def proof_lines(proof: Mapping[str, Any]) -> list[str]:
    """The sentences under the board: the step at hand, or the whole account, numbered; where there are many tiles, in short."""
    steps, number = proof.get("steps", ()), int(proof.get("step", 0))
    if number and number <= len(steps):
        return [f"{number} of {len(steps)}: {steps[number - 1]['text']}"]
    if 1 < len(steps) <= WHOLE_ACCOUNT:
        return [f"{k}. {step['text']}" for k, step in enumerate(steps, 1)]
    return [str(proof.get("caption", ""))]


def _caption(grid: Grid, sentences: Sequence[str]) -> list[Shape]:
    size = max(0.32, min(0.5, grid.cols / 24))
    lines = [line for sentence in sentences for line in textwrap.wrap(sentence, max(24, int(grid.cols / size / 0.52)))]
    return [Text(0.0, grid.rows + 0.6 + k * size * 1.35, line, "given", size, anchor="start") for k, line in enumerate(lines)]
