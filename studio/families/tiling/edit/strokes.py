"""The tools of Draw and Play, and who answers their strokes."""

from __future__ import annotations

from studio.core.family import Stroke, Tool
from studio.core.puzzle import Board, Change
from studio.families.tiling.edit import filling, giving, numbers, play, shaping
from studio.families.tiling.edit.preview import BESIDE

# shortcuts are letters of no tile's name, so that names can be typed into the tray
TOOLS = (
    *shaping.TOOLS,
    Tool("tray", "Tile tray", "draw",
         "Click a tile: one more; right: one less; double click: unlimited; drag it onto the board: a given piece. "
         "Keys: Space the next tile, + − * how many, ] [ how many must be used, R how it turns, Delete; or a name such as 4L",
         "tile", "K"),
    Tool("own", "Own tile", "draw", "Drag over cells to draw a new tile; it goes to the tray when you let go", "shape", "D"),
    Tool("piece", "Given piece", "draw",
         "Drag over cells: a piece that lies there from the start. Click it, or right button: away", "givens", "H"),
    Tool("border", "Borders and links", "draw",
         "Click between two cells: two pieces meet here; again: one piece lies across; again: nothing. "
         "Keys: W A S D, or 8 4 2 6, for a side of the cell", "border"),
    Tool("name", "Name the tile", "draw", "Click a cell to say which tile covers it; again: the next; right button: none",
         "number"),
    Tool("place", "Place pieces", "play",
         "Take a tile from the tray and lay it down; R or the wheel turns, F flips it; click a piece: take back; drag: move. "
         "Keys: Space or a digit takes a tile, Enter lays it down", "move", "M"),
    Tool("take", "Take back", "play", "Click a piece to take it off the board", "eraser", "E"),
    *numbers.TOOLS,
)


HANDLERS = {"cells": shaping.cells, "rectangle": shaping.rectangle, "outline": shaping.outline, "lines": shaping.lines,
            "flood": shaping.flood, "tray": filling.tray, "own": filling.own, "piece": giving.piece, "border": giving.border,
            "name": giving.name, "place": play.place, "take": play.take, "number": numbers.number, "repeat": numbers.repeat}


def edit(board: Board, tool: str, stroke: Stroke) -> list[Change]:
    handler = HANDLERS.get(tool)
    if tool in BESIDE and (stroke.state.get("held") or (stroke.kind != "key" and not stroke.cells)):
        handler = filling.tray
    return handler(board, stroke) if handler is not None else []
