"""Generator: a board and a tile set with exactly one tiling, up to the symmetries of the board.

A random partition of the board into pieces; the pieces are the tile set. As long as another tiling exists, two
neighbouring pieces are cut anew, keeping what has no more tilings than before.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

import numpy as np

from studio.core.engine import Cancel, Option
from studio.core.family import GenerateRequest, Progress
from studio.core.puzzle import BadPuzzle, Puzzle

from .convert import answer_of_pieces, puzzle_of, tiles_from_words
from .problem import BoolGrid, Problem
from .searching import Collector, advance
from .shapes import Shape, Tile, canonical, is_connected, name_of, normalise
from .symmetry import board_symmetries, canonical_answer

OPTIONS = (
    Option("board", "Board", "rectangle", ("rectangle", "any shape"), "the whole grid, or a shape that grows piece by piece"),
    Option("pieces", "Pieces", 0, help="how many; 0: as many as fit", low=0, high=60, expert=True),
    Option("smallest", "Smallest piece", 4, low=1, high=9, expert=True),
    Option("largest", "Largest piece", 0, help="0: by the size of the board; large pieces make unique boards likelier",
           low=0, high=16, expert=True),
    Option("shapes", "Allowed shapes", "", help="names such as 5F 5I 5L; empty: any shape of these sizes", expert=True),
    Option("different", "All different", True, help="no shape twice, where that is possible"),
    Option("reflections", "Reflections", False, help="pieces may be flipped over"),
)
MAX_AREA = 150
SEEN_TILINGS = 100
SEEN_NODES, PATIENT_NODES = 60_000, 4_000_000
ROUNDS = 300
RESTARTS = 20

Parts = list[frozenset[int]]


@dataclass(frozen=True)
class Wish:
    rows: int
    cols: int
    whole: bool
    pieces: int
    smallest: int
    largest: int
    shapes: frozenset[Shape]
    different: bool
    reflections: bool

    @classmethod
    def of(cls, request: GenerateRequest) -> Wish:
        reflections = bool(request.get("reflections", False))
        shapes = frozenset(canonical(t.cells, reflections) for t in tiles_from_words(str(request.get("shapes", ""))))
        sizes = [len(shape) for shape in shapes]
        low = min(sizes, default=int(request.get("smallest", 4)))
        whole = request.get("board", "rectangle") == "rectangle"
        fitting = max(6, min(16, -(-request.rows * request.cols // 8))) if whole else 6
        high = max(sizes, default=int(request.get("largest", 0)) or fitting)
        wish = cls(request.rows, request.cols, whole, int(request.get("pieces", 0)), low, max(low, high), shapes,
                   bool(request.get("different", True)), reflections)
        wish.check()
        return wish

    def check(self) -> None:
        area = self.rows * self.cols
        if self.whole and area > MAX_AREA:
            raise BadPuzzle(f"a generated rectangle has at most {MAX_AREA} cells, not {area}")
        if self.whole and self.pieces and not self.pieces * self.smallest <= area <= self.pieces * self.largest:
            raise BadPuzzle(f"{self.pieces} pieces of {self.smallest} to {self.largest} cells do not make {area} cells")
        if area < self.smallest:
            raise BadPuzzle("the board is smaller than the smallest piece")


def generate(request: GenerateRequest, progress: Progress, cancel: Cancel) -> Puzzle:
    """The same request gives the same puzzle: all chance comes from the seed, nothing from the clock."""
    wish = Wish.of(request)
    rng = Random(request.seed)
    for restart in range(RESTARTS):
        parts = _partition(wish, rng, cancel)
        if parts is None:
            continue
        for step in range(ROUNDS):
            cancel.check()
            if step % 10 == 0:
                progress((restart + step / ROUNDS) / RESTARTS, f"try {restart + 1}, {step} cuts")
            others = _tilings(wish, parts, cancel)
            if others == 1:
                return _puzzle(wish, parts, f"{len(parts)} pieces")
            parts = _better(wish, parts, others, rng, cancel)
    raise BadPuzzle("no board with exactly one tiling was found; try larger or other pieces")


def _better(wish: Wish, parts: Parts, tilings: float, rng: Random, cancel: Cancel) -> Parts:
    """A neighbouring partition with no more tilings; after some failures any neighbour, to get out of a hollow."""
    for _ in range(12):
        recut = _recut(wish, parts, rng)
        if recut is None:
            continue
        if _tilings(wish, recut, cancel) <= tilings:
            return recut
    return _recut(wish, parts, rng) or parts


# --- partitions -----------------------------------------------------------------------------------------------------


def _near(wish: Wish, cell: int) -> list[int]:
    r, c = divmod(cell, wish.cols)
    around = ((r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c))
    return [y * wish.cols + x for y, x in around if 0 <= y < wish.rows and 0 <= x < wish.cols]


def _shape(wish: Wish, part: frozenset[int]) -> Shape:
    return canonical(normalise(divmod(i, wish.cols) for i in part), wish.reflections)


def _allowed(wish: Wish, part: frozenset[int]) -> bool:
    if not wish.smallest <= len(part) <= wish.largest:
        return False
    return not wish.shapes or _shape(wish, part) in wish.shapes


def _partition(wish: Wish, rng: Random, cancel: Cancel) -> Parts | None:
    if wish.shapes:
        return _partition_by_search(wish, rng, cancel)
    for _ in range(200):
        cancel.check()
        parts = _grow_partition(wish, rng)
        if parts is not None and (not wish.pieces or len(parts) == wish.pieces):
            return parts
    return None


def _grow_partition(wish: Wish, rng: Random) -> Parts | None:
    """Pieces grown one after the other; on a rectangle leftovers join a neighbour if it does not get too large."""
    free = set(range(wish.rows * wish.cols))
    parts: Parts = []
    aim = wish.pieces or max(2, len(free) // wish.largest)
    border: set[int] = {rng.choice(sorted(free))}
    while free and border and (wish.whole or len(parts) < aim):
        if wish.whole:
            seed = min(free, key=lambda i: (sum(j in free for j in _near(wish, i)), rng.random()))
        else:
            seed = rng.choice(sorted(border))
        part = _grow(wish, seed, free, rng)
        free -= part
        parts.append(frozenset(part))
        border = {j for p in parts for i in p for j in _near(wish, i) if j in free}
    return _mend(wish, parts, rng)


def _grow(wish: Wish, seed: int, free: set[int], rng: Random) -> set[int]:
    size = max(rng.randint(wish.smallest, wish.largest), rng.randint(wish.smallest, wish.largest))
    if wish.pieces and wish.whole:
        mean = wish.rows * wish.cols / wish.pieces
        size = min(wish.largest, max(wish.smallest, round(mean) + rng.choice((-1, 0, 0, 1))))
    part = {seed}
    while len(part) < size:
        edge = sorted({j for i in part for j in _near(wish, i) if j in free and j not in part})
        if not edge:
            break
        part.add(rng.choice(edge))
    return part


def _mend(wish: Wish, parts: Parts, rng: Random) -> Parts | None:
    """Parts that are too small are given to neighbours; None if that cannot be."""
    parts = list(parts)
    while True:
        small = next((p for p in parts if len(p) < wish.smallest), None)
        if small is None:
            return parts
        parts.remove(small)
        if not wish.whole:
            continue
        near = [p for p in parts if len(p) + len(small) <= wish.largest and any(j in p for i in small for j in _near(wish, i))]
        if not near:
            return None
        host = rng.choice(sorted(near, key=min))
        parts.remove(host)
        parts.append(host | small)


def _partition_by_search(wish: Wish, rng: Random, cancel: Cancel) -> Parts | None:
    """A random tiling by the allowed shapes."""
    from .mrv import MrvSearch
    from .placements import find_placements

    board = np.ones((wish.rows, wish.cols), dtype=np.bool_)
    if not wish.whole:
        grown = None
        for _ in range(50):
            grown = _grow_partition(Wish(**{**wish.__dict__, "shapes": frozenset()}), rng)
            if grown:
                break
        if not grown:
            return None
        board[:] = False
        board.ravel()[[i for part in grown for i in part]] = True
    area = int(board.sum())
    # all shapes once would leave no choice of the set; then repetitions are allowed
    count = 1 if wish.different and sum(len(shape) for shape in wish.shapes) > area else None
    problem = Problem(board, tuple(Tile(shape, count) for shape in sorted(wish.shapes)), wish.reflections)
    placements = find_placements(problem)
    if not len(placements):
        return None
    order = np.array(rng.sample(range(len(placements)), len(placements)))
    search = MrvSearch(problem, placements, 16, order)
    for _ in range(50):
        cancel.check()
        collector = Collector(problem, 1)
        if advance(search, collector, 2000):
            return [frozenset(cells) for cells in search.pieces()] if collector.found else None
    return None


def _recut(wish: Wish, parts: Parts, rng: Random) -> Parts | None:
    """Two neighbouring pieces cut anew."""
    for _ in range(30):
        first = rng.choice(parts)
        near = [p for p in parts if p is not first and any(j in p for i in first for j in _near(wish, i))]
        if not near:
            continue
        second = rng.choice(near)
        both = set(first | second)
        part = _grow(Wish(**{**wish.__dict__, "pieces": 0}), rng.choice(sorted(both)), both, rng)
        rest = frozenset(both - part)
        new = frozenset(part)
        if not rest or new in (first, second) or not (_allowed(wish, new) and _allowed(wish, rest)):
            continue
        if is_connected(divmod(i, wish.cols) for i in rest):
            kept = [p for p in parts if p is not first and p is not second]
            if wish.different and not wish.shapes and _repeats([*kept, new, rest], wish) > _repeats(parts, wish):
                continue
            return [*kept, new, rest]
    return None


def _repeats(parts: Parts, wish: Wish) -> int:
    return len(parts) - len({_shape(wish, part) for part in parts})


# --- the puzzle -----------------------------------------------------------------------------------------------------


def _board(wish: Wish, parts: Parts) -> BoolGrid:
    board = np.zeros(wish.rows * wish.cols, dtype=np.bool_)
    board[[i for part in parts for i in part]] = True
    return board.reshape(wish.rows, wish.cols)


def _tiles(wish: Wish, parts: Parts) -> tuple[Tile, ...]:
    counts: dict[Shape, int] = {}
    for part in parts:
        shape = _shape(wish, part)
        counts[shape] = counts.get(shape, 0) + 1
    ordered = sorted(counts.items(), key=lambda item: (len(item[0]), item[0]))
    return tuple(Tile(shape, n, name_of(shape)) for shape, n in ordered)


def _tilings(wish: Wish, parts: Parts, cancel: Cancel) -> float:
    """How many different tilings there are up to symmetry; beyond SEEN_TILINGS only a rough measure."""
    from .mrv import MrvSearch
    from .placements import find_placements
    from .table_search import TableSearch, usable

    problem = Problem(_board(wish, parts), _tiles(wish, parts), wish.reflections)
    symmetries = board_symmetries(problem)
    search = TableSearch(problem, 14) if usable(problem) else MrvSearch(problem, find_placements(problem), 14)
    collector = Collector(problem, SEEN_TILINGS * len(symmetries))
    budget = SEEN_NODES
    while not collector.enough and search.totals()["nodes"] < budget:
        cancel.check()
        advance(search, collector, 20_000)
        if search.totals()["nodes"] >= budget and len(collector.found) <= len(symmetries):
            budget = PATIENT_NODES  # it may be the one: look to the end
    found = len({canonical_answer(answer, symmetries) for answer in collector.found})
    if collector.exhausted:
        return found
    if not collector.enough:
        return found + 2
    # too many to see: more work for each tiling means that they lie less close together, which is better
    return SEEN_TILINGS + 1e6 * len(collector.found) / search.totals()["nodes"]


def _puzzle(wish: Wish, parts: Parts, title: str) -> Puzzle:
    solution = answer_of_pieces(wish.rows * wish.cols, [sorted(part) for part in parts])
    return puzzle_of(_board(wish, parts), _tiles(wish, parts), wish.reflections, title, solution)
