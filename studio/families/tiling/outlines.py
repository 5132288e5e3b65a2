"""Board shapes for new puzzles: rectangles, holes, symmetric shapes, blobs, letters, or what the maker drew."""

from __future__ import annotations

from random import Random

from studio.core.grid import Grid
from studio.core.puzzle import BadPuzzle
from studio.core.say import marked, say
from studio.families.tiling.model.problem import board_from_picture

RECTANGLE, GROWN = marked("rectangle"), marked("any shape")
OUTLINES = (RECTANGLE, GROWN, marked("holes"), marked("symmetric"), marked("blob"), marked("letter"), marked("drawn"))
SHARE = {"blob": 0.7, "symmetric": 0.75, "holes": 0.92}
"""How much of the grid such a board has."""

_LETTERS = {
    "A": ".xx./x..x/xxxx/x..x/x..x", "C": "xxxx/x.../x.../x.../xxxx", "E": "xxxx/x.../xxx./x.../xxxx",
    "F": "xxxx/x.../xxx./x.../x...", "H": "x..x/x..x/xxxx/x..x/x..x", "I": "xxx/.x./.x./.x./xxx",
    "L": "x.../x.../x.../x.../xxxx",
    "O": "xxxx/x..x/x..x/x..x/xxxx", "P": "xxxx/x..x/xxxx/x.../x...", "S": "xxxx/x.../xxxx/...x/xxxx",
    "T": "xxx/.x./.x./.x./.x.",
    "U": "x..x/x..x/x..x/x..x/xxxx", "X": "x.x/xxx/.x./xxx/x.x", "Z": "xxxx/..xx/.xx./xx../xxxx",
}


def outline(kind: str, rows: int, cols: int, word: str, rng: Random) -> frozenset[int]:
    """The cells of a board; `word` is the letter, or the picture that the maker drew (rows of x and . divided by /)."""
    grid = Grid(rows, cols)
    if kind in (RECTANGLE, GROWN):
        return frozenset(grid.cells())
    if kind == "letter":
        return _letter(grid, word or rng.choice(sorted(_LETTERS)))
    if kind == "drawn":
        return _drawn(grid, word)
    wanted = max(4, round(SHARE[kind] * grid.size))
    if kind == "holes":
        return _holes(grid, wanted, rng)
    return _blob(grid, wanted, rng, "half-turn" if kind == "symmetric" else "none")


def _letter(grid: Grid, letter: str) -> frozenset[int]:
    picture = _LETTERS.get(letter.strip().upper()[:1])
    if picture is None:
        raise BadPuzzle(say("there are boards in the shape of {letters}, not of {letter}", letters=" ".join(sorted(_LETTERS)),
                            letter=letter))
    drawn = picture.split("/")
    high, wide = len(drawn), len(drawn[0])
    return frozenset(cell for cell in grid.cells() for r, c in [grid.rc(cell)]
                     if drawn[r * high // grid.rows][c * wide // grid.cols] == "x")


def _drawn(grid: Grid, picture: str) -> frozenset[int]:
    board = board_from_picture(picture.replace("/", "\n"))
    if board.shape[0] > grid.rows or board.shape[1] > grid.cols or not board.any():
        raise BadPuzzle(say("the drawn board has no cell, or does not fit into {rows}x{cols}", rows=grid.rows, cols=grid.cols))
    return frozenset(grid.index(r, c) for r in range(board.shape[0]) for c in range(board.shape[1]) if board[r, c])


def _holes(grid: Grid, wanted: int, rng: Random) -> frozenset[int]:
    """Cells taken out one by one where the rest stays connected."""
    cells = set(grid.cells())
    for cell in rng.sample(list(grid.cells()), grid.size):
        if len(cells) <= wanted:
            break
        if len(grid.components(cells - {cell})) == 1:
            cells.discard(cell)
    return frozenset(cells)


def _blob(grid: Grid, wanted: int, rng: Random, symmetry: str) -> frozenset[int]:
    """Grown from the middle, cell by cell, with images where it is to be symmetric."""
    start = grid.index(grid.rows // 2, grid.cols // 2)
    cells = set(grid.images(symmetry, start))
    while len(cells) < wanted or len(grid.components(cells)) > 1:
        edge = sorted({near for cell in cells for near in grid.neighbours(cell) if near not in cells})
        if not edge:
            break
        # cells with many neighbours inside first: a blob, not a coral
        cell = max(rng.sample(edge, min(3, len(edge))), key=lambda i: sum(near in cells for near in grid.neighbours(i)))
        cells.update(grid.images(symmetry, cell))
    return frozenset(cells)
