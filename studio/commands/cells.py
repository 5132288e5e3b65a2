"""Cells as people write them on the command line: `r1c1`, `r2c1-r4c6` for a rectangle, several with commas between."""

from __future__ import annotations

import argparse
import re

from studio.core.grid import Grid
from studio.core.puzzle import BadPuzzle
from studio.core.say import say

_PLACE = re.compile(r"r(\d+)c(\d+)(?:-r(\d+)c(\d+))?", re.IGNORECASE)


def add_only(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--only", metavar="CELLS", help="cells that may get a clue, such as r1c1,r2c1-r4c6 (all)")


def cells_named(grid: Grid, text: str | None) -> frozenset[int] | None:
    """The cells that a text names; None where there is none. BadPuzzle with one sentence if it names no cells of this board."""
    if text is None:
        return None
    found: set[int] = set()
    for part in text.split(","):
        match = _PLACE.fullmatch(part.strip())
        numbers = [int(each) - 1 for each in match.groups() if each is not None] if match is not None else []
        corners = [(numbers[at], numbers[at + 1]) for at in range(0, len(numbers), 2)]
        if not corners or not all(grid.contains(row, col) for row, col in corners):
            raise BadPuzzle(say("cells are written r1c1 or r2c1-r4c6 and lie on the board, unlike {text!r}", text=part.strip()))
        rows, cols = [row for row, _ in corners], [col for _, col in corners]
        found |= {grid.index(row, col) for row in range(min(rows), max(rows) + 1) for col in range(min(cols), max(cols) + 1)}
    return frozenset(found)
