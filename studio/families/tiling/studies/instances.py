"""The tiling thesis' instances by recipe (section 3.1), under the names of its files.

Tiler writes sizes as width x height, so `06x21` is six columns and 21 rows: it matters, for simple backtracking fills row by
row. A name ends in `_s` (solvable) or `_u` (unsolvable); a quote means that pieces may be flipped. The boards are known figures
(most of the pentomino boards are Golomb's); only the snakes and the mess are drawn anew, in the study's manner.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from studio.core.puzzle import Puzzle
from studio.families.tiling.model.convert import puzzle_of
from studio.families.tiling.model.problem import BoolGrid, Problem, board_from_picture, rectangle_board
from studio.families.tiling.model.shapes import NAMED, Cell, Shape, Tile, is_connected, normalise, variants

ONE_SIDED = ("2", "3I", "3L", "4I", "4J", "4L", "4O", "4S", "4T", "4Z", "5A", "5F", "5G", "5J", "5P", "5S", "5Y", "5R", "5N",
             "5L", "5Q", "5Z", "5I", "5T", "5U", "5V", "5W", "5X")
"""All shapes from the domino on, in the order in which the study's files list them."""
FREE = ("4I", "4J", "4O", "4S", "4T", "5A", "5F", "5G", "5J", "5P", "5S", "5I", "5T", "5U", "5V", "5W", "5X")
"""One of each pair of mirror images, in the same order."""


@dataclass(frozen=True)
class Instance:
    """A problem under the study's name, such as `many-unique/2-3-4-5-06x21_s`."""

    name: str
    problem: Problem
    file: Puzzle | None = None
    """as it was read, with whatever else it gives"""

    @property
    def puzzle(self) -> Puzzle:
        return self.file or puzzle_of(self.problem.board, self.problem.tiles, self.problem.reflections, self.name)

    @property
    def group(self) -> str:
        """The study's folder."""
        return self.name.partition("/")[0]

    @property
    def family(self) -> str:
        """The name without its size: boards of one family grow, so that times make a curve."""
        stem = self.name.rpartition("_")[0].rstrip("'")
        head, _, tail = stem.rpartition("-")
        if tail[:1].isdigit() and head:
            return head
        folder, _, file = stem.partition("/")
        return folder if file[:1].isdigit() else stem

    @property
    def solvable(self) -> bool | None:
        """What the name says."""
        return {"s": True, "u": False}.get(self.name.rpartition("_")[2])


def _tiles(names: Iterable[str], count: int | None = 1) -> list[Tile]:
    return [Tile(NAMED[name], count, name) for name in names]


def _make(name: str, board: BoolGrid, tiles: Sequence[Tile]) -> Instance:
    return Instance(name, Problem(board, tuple(tiles), "'" in name))


def _box(width: int, height: int) -> BoolGrid:
    return rectangle_board(height, width)


def _sized(prefix: str, sizes: Iterable[tuple[int, int]], suffix: str, tiles: Sequence[Tile],
           board: Callable[[int, int], BoolGrid] = _box) -> list[Instance]:
    return [_make(f"{prefix}{w:02}x{h:02}{suffix}", board(w, h), tiles) for w, h in sizes]


# --- boards ------------------------------------------------------------------------------------------------------------------


def corners(width: int, height: int) -> BoolGrid:
    """A rectangle without two opposite corners (the mutilated chessboard)."""
    board = _box(width, height)
    board[0, 0] = board[-1, -1] = False
    return board


def angle(arm: int, length: int) -> BoolGrid:
    """An L with both arms `arm` wide and `length` long."""
    board = _box(length, length)
    board[: length - arm, arm:] = False
    return board


def skewed(width: int, height: int) -> BoolGrid:
    """A rectangle whose columns slide down by one each: top and bottom are slanted."""
    board = np.zeros((height + width - 1, width), dtype=np.bool_)
    for col in range(width):
        board[col : col + height, col] = True
    return board


def slanted(width: int, height: int) -> BoolGrid:
    """A rectangle whose rows slide right by one each."""
    return skewed(height, width).T.copy()


def ring_diamond(radius: int) -> BoolGrid:
    """All cells up to `radius` steps from the middle, but the middle itself."""
    at = np.abs(np.arange(-radius, radius + 1))
    far = at[:, None] + at[None, :]
    return np.asarray((far <= radius) & (far > 0))


def sideways() -> BoolGrid:
    """A diamond drawn out downwards to the right: each row one further, up to seven cells long."""
    wide = [1, 3, 5, 7, 7, 7, 7, 7, 7, 5, 3, 1]
    left = [3, 2, 1, 0, 1, 2, 3, 4, 5, 6, 7, 8]
    board = np.zeros((12, 12), dtype=np.bool_)
    for row, (start, cells) in enumerate(zip(left, wide, strict=True)):
        board[row, start : start + cells] = True
    return board


def holed_plus() -> BoolGrid:
    """A cross with arms four wide on 10x10, without its middle."""
    board = np.zeros((10, 10), dtype=np.bool_)
    board[3:7, :] = board[:, 3:7] = True
    board[4:6, 4:6] = False
    return board


def letter_h() -> BoolGrid:
    """8 columns and 9 rows; of the first and the last row only the ends."""
    board = _box(8, 9)
    board[0, 1:-1] = board[-1, 1:-1] = False
    return board


FCR = """\
...xx.....
...xx.....
...xxx.xx.
...xxxxxx.
xxxxxxxxx.
.xxxxxxxxx
xxxxxxx...
.xxx.xx...
.....xx...
.....xxxx.
.....xxxx.
......xxx.
.....xx...
"""
"""Golomb's, of sixty cells."""


def snake(names: Sequence[str]) -> BoolGrid:
    """The shapes one after the other: each begins right of the last cell of the one before, or below it to avoid an overlap."""
    cells: list[Cell] = []
    for name in names:
        shape = NAMED[name]
        for step in ((0, 1), (1, 0)):
            row, col = (cells[-1][0] + step[0], cells[-1][1] + step[1]) if cells else (0, 0)
            piece = [(row + r, col + c - shape[0][1]) for r, c in shape]
            if not set(piece) & set(cells):
                break
        cells += sorted(piece)
    return _board(cells)


def mess(names: Sequence[str], seed: int) -> BoolGrid:
    """Pieces thrown side by side at random, so that there is a tiling and the board has holes and bays."""
    dice = random.Random(seed)
    taken: set[Cell] = set()
    for name in names:
        shape = dice.choice(variants(NAMED[name], False))
        spots = sorted((r, c) for r in range(-6, 10) for c in range(-8, 14))
        dice.shuffle(spots)
        fitting = (piece for piece in (_at(shape, spot) for spot in spots) if not taken & piece and _joins(piece, taken))
        taken |= next(fitting)
    return _board(taken)


def _at(shape: Shape, spot: Cell) -> set[Cell]:
    return {(spot[0] + r, spot[1] + c) for r, c in shape}


def _joins(piece: set[Cell], taken: set[Cell]) -> bool:
    return not taken or is_connected(piece | taken)


def _board(cells: Iterable[Cell]) -> BoolGrid:
    shape = normalise(cells)
    board = np.zeros((1 + max(r for r, _ in shape), 1 + max(c for _, c in shape)), dtype=np.bool_)
    for row, col in shape:
        board[row, col] = True
    return board


# --- the classes of 3.1 -------------------------------------------------------------------------------------------------------


def monomino() -> list[Instance]:
    """Trivial: any board by the single square."""
    tiles = _tiles("1", None)
    return [*_sized("1/", ((w, n) for w in (1, 2) for n in range(4, 13)), "_s", tiles),
            *_sized("1/square-", ((n, n) for n in range(4, 13)), "_s", tiles)]


def domino() -> list[Instance]:
    tiles, even = _tiles("2", None), range(4, 21, 2)
    return [*_sized("2/", ((1, n) for n in even), "_s", tiles), *_sized("2/", ((2, n) for n in even), "_s", tiles),
            *mutilated(((4, 4), (4, 6), (6, 6), (6, 8), (8, 8), (8, 10), (10, 10))),
            *domino_squares(even)]


def mutilated(sizes: Iterable[tuple[int, int]]) -> list[Instance]:
    return _sized("2/corners-", sizes, "_u", _tiles("2", None), corners)


def tromino(name: str) -> list[Instance]:
    """Strips of width 3 and 5, and narrow angles, which the straight tromino cannot cover."""
    tiles = _tiles([name], None)
    found = _sized(f"{name}/", [(3, n) for n in range(4, 21, 2)] + [(5, n) for n in range(6, 22, 3)], "_s", tiles)
    return found + _sized(f"{name}/L-", ((2, n) for n in range(4, 32, 3)), "_u" if name == "3I" else "_s", tiles, angle)


def wide_angles(arms: Iterable[int]) -> list[Instance]:
    """Angles with arms twice as long as wide: three colours along the diagonals forbid them unless 3 divides the width."""
    return _sized("3I/L-square-", ((n, 2 * n) for n in arms), "_u", _tiles(["3I"], None), angle)


def forbidden(name: str, sizes: Iterable[tuple[int, int]]) -> list[Instance]:
    """Rectangles that a tetromino cannot cover though their area would do."""
    return _sized(f"{name}/", sizes, "_u", _tiles([name], None))


def square_tetromino() -> list[Instance]:
    tiles = _tiles(["4O"], None)
    found = _sized("4O/", [(w, n) for w in (2, 4) for n in range(8, 25, 2)], "_s", tiles)
    found += _sized("4O/", ((5, n) for n in range(8, 29, 2)), "_u", tiles)
    return found + _sized("4O/square-", ((n, n) for n in range(8, 25, 2)), "_s", tiles)


def many_unique() -> list[Instance]:
    """The 25 instances of Figure 3.2: every shape once, on rectangles, slanted ones and other figures."""
    every = _tiles(ONE_SIDED)
    five = [tile for tile in every if tile.size == 5]
    free, free_five = _tiles(FREE), _tiles(name for name in FREE if name[0] == "5")
    found = _sized("many-unique/2-3-4-5-", ((3, 42), (6, 21), (7, 18), (9, 14)), "_s", every)
    found += _sized("many-unique/4r-5r-", ((4, 20), (5, 16), (8, 10)), "'_s", free)
    found += _sized("many-unique/5-", ((3, 30), (5, 18), (6, 15), (9, 10)), "_s", five)
    found += _sized("many-unique/5r-", ((3, 20), (4, 15), (5, 12), (6, 10)), "'_s", free_five)
    figures = {"H-08x09'_s": letter_h(), "diamond'_u": ring_diamond(5), "fcr'_s": board_from_picture(FCR),
               "hskew-06x10'_u": slanted(6, 10), "plus'_u": holed_plus(), "sideways'_u": sideways()}
    found += [_make(f"many-unique/5r-{name}", board, free_five) for name, board in figures.items()]
    return found + _sized("many-unique/5r-skew-", ((3, 20), (4, 15), (5, 12), (6, 10)), "'_s", free_five, skewed)


def snakes() -> list[Instance]:
    """One thin board, its pieces named from its head or from its tail; drawn anew."""
    found = []
    for number in range(5, 26, 5):
        names = ("1", *ONE_SIDED)[:number]
        found.append(_make(f"many-unique/snake-ord-{number:02}_s", snake(names), _tiles(names)))
        found.append(_make(f"many-unique/snake-rev-{number:02}_s", snake(names), _tiles(reversed(names))))
    return sorted(found, key=lambda each: each.name)


def intricate() -> list[Instance]:
    """Boards without any order, and tiles for just this board; the first and the third are ours, by seed."""
    pieces = ("1", "3I", "3L", "4J", "4L", "4O", "4T", "4Z", "5F", "5Y", "5N", "5Q", "5U")
    small, notched = _tiles(("4L", "3L", "3I", "4O", "1")), board_from_picture("xxxx.\nxxxxx\nxxxxx\nxxxxx\nxxxx.\n")
    ad_hoc = [*_tiles(("3L", "4L")), *_tiles(["4Z"], 4)]
    return [_make("many-unique/mess-01_s", mess(pieces, 1), _tiles(pieces)),
            _make("misc/01'_s", _box(3, 5), small), _make("misc/01_s", _box(3, 5), small),
            _make("misc/02'_s", notched, ad_hoc), _make("misc/02_u", notched, ad_hoc),
            _make("misc/03_s", _box(10, 10), [*_tiles(("4L", "4J"), 12), *_tiles("1", 4)])]


def mixed() -> list[Instance]:
    """Two shapes: one rare and one common, in both orders; and tetrominoes whose colours do not add up."""
    found: list[Instance] = []
    one, bar = _tiles("1"), _tiles(["3I"], None)
    sizes = [(n, n) for n in (4, 5, 7, 8, 10, 11)]
    found += _sized("mixed/1-3I-", sizes, "_s", one + bar) + _sized("mixed/3I-1-", sizes, "_s", bar + one)
    found.append(_make("mixed/3L-4J-10x14_s", _box(10, 14), _tiles(("3L", "4J"), 20)))
    for n, tees in ((4, 3), (6, 8)):
        square, tee = _tiles(["4O"]), _tiles(["4T"], tees)
        found += _sized("mixed/4Os-4T-", [(n, n)], "_u", square + tee) + _sized("mixed/4T-4Os-", [(n, n)], "_u", tee + square)
    plus = np.zeros((9, 9), dtype=np.bool_)
    plus[3:6, :] = plus[:, 3:6] = True
    return [*found, _make("mixed/5Q-4L-plus-03x09_s", plus, _tiles(("5Q", "4L"), 5))]


CLASSES: dict[str, Callable[[], list[Instance]]] = {
    "monomino": monomino,
    "domino": domino,
    "straight-tromino": lambda: tromino("3I") + wide_angles((4, 5)),
    "bent-tromino": lambda: tromino("3L"),
    "straight-tetromino": lambda: forbidden("4I", ((2, 2), (2, 6), (2, 10), (6, 6), (6, 10), (10, 10), (10, 14), (14, 14))),
    "l-tetromino": lambda: forbidden("4L", ((2, 2), (2, 6), (2, 10), (6, 6), (6, 10), (10, 10))),
    "square-tetromino": square_tetromino,
    "many-unique": lambda: many_unique() + snakes(),
    "mixed": mixed,
    "intricate": intricate,
}
"""The classes of 3.1: trivial, scaled boards of one shape, many shapes, ad-hoc boards, boards with a proof and without."""


def collection(classes: Iterable[str] = CLASSES) -> Iterator[Instance]:
    """All instances of these classes, smallest first within a family."""
    for name in classes:
        yield from CLASSES[name]()


def colouring_families(largest: int = 14) -> list[Instance]:
    """The four families of Figure 3.4 with the study's sizes and larger ones of the same kind, up to a side of `largest`."""
    square = (14, 22, 30, 50, 98, 100, 102)
    found = [*mutilated((n, n) for n in (4, 6, 8, 10, 14, 22, 30, 50, 100) if n <= largest)]
    found += wide_angles(n for n in (4, 5, 7, 11, 25, 50) if 2 * n <= largest or n < 6)
    for name in ("4I", "4L"):
        sizes = [(6, 6), (6, 10), (10, 10), (10, 14), *((n, n) for n in square)]
        found += forbidden(name, (each for each in sizes if max(each) <= largest and each[0] * each[1] % 8 == 4))
    return found


def csp_example() -> Instance:
    """The example of 3.2.4: a board of 3x12 with ten small tiles."""
    return _make("csp-demo/03x12_s", _box(3, 12), _tiles(ONE_SIDED[:10]))


def smaller(instances: Iterable[Instance], cells: int) -> list[Instance]:
    """Those on boards of at most so many cells."""
    return [each for each in instances if each.problem.area <= cells]


def boards_by_class() -> dict[str, Callable[[], list[Puzzle]]]:
    """For `puzzle-studio instances tiling`."""

    def maker(make: Callable[[], list[Instance]]) -> Callable[[], list[Puzzle]]:
        return lambda: [each.puzzle for each in make()]

    larger = {"colouring-large": lambda: colouring_families(100)}
    return {name: maker(make) for name, make in {**CLASSES, **larger}.items()}


def domino_squares(sides: Iterable[int]) -> list[Instance]:
    return _sized("2/square-", ((n, n) for n in sides), "_s", _tiles("2", None))
