"""Generator: a board and a tile set with exactly one tiling, up to the symmetries of the board. Where pieces are given
afterwards (by the setter, for a difficulty or for several solutions), a random tiling of the board is enough.

A rectangle is cut into random pieces; the pieces are the tile set. As long as another tiling exists, two neighbouring
pieces are cut anew, keeping what has no more tilings than before. A board of any shape grows piece by piece, and every
piece must leave the tiling unique: that works with small pieces, too.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

import numpy as np

from studio.core.engine import Cancel, Option
from studio.core.making import diary_of
from studio.core.parts import GenerateRequest, Progress
from studio.core.puzzle import BadPuzzle, Puzzle
from studio.core.say import listed, marked, say, say_n
from studio.families.tiling.kernel.searching import Collector, advance
from studio.families.tiling.making import SEEN_TILINGS, Account, Parts
from studio.families.tiling.model.convert import answer_of_pieces, puzzle_of, tiles_from_words
from studio.families.tiling.model.problem import BoolGrid, Problem
from studio.families.tiling.model.shapes import Shape, Tile, canonical, is_connected, name_of, normalise, variants
from studio.families.tiling.model.symmetry import board_symmetries, canonical_answer
from studio.families.tiling.model.words import either
from studio.families.tiling.outlines import GROWN, OUTLINES, RECTANGLE, outline

OPTIONS = (
    Option("board", "Board", RECTANGLE, OUTLINES,
           "the whole grid, a shape that grows piece by piece, with holes, symmetric, a blob, a letter, or as drawn"),
    Option("outline", "Letter or drawing", "", help="a letter such as T; or rows of x and . divided by / for a drawn board",
           expert=True),
    Option("solutions", "Solutions", "one", (marked("one"), marked("few"), marked("many")),
           "few: two to nine; many: nothing is given"),
    Option("pieces", "Pieces", 0, help="how many; 0: as many as fit", low=0, high=60, expert=True),
    Option("smallest", "Smallest piece", 4, low=1, high=9, expert=True),
    Option("largest", "Largest piece", 0, help="0: by the size of the board; large pieces make unique boards likelier",
           low=0, high=16, expert=True),
    Option("shapes", "Allowed shapes", "", help="names such as 5F 5I, or tetrominoes, pentominoes; empty: any of these sizes",
           expert=True),
    Option("different", "All different", True, help="no shape twice, where that is possible"),
    Option("reflections", "Reflections", False, help="pieces may be flipped over"),
)
MAX_AREA = 150
EASED = ("easy", "medium", "hard")
"""Difficulties for which the setter gives pieces until rules of that level do."""
SETS = {"tetrominoes": "4I 4L 4J 4O 4S 4Z 4T", "trominoes": "3I 3L",
        "pentominoes": "5F 5R 5I 5L 5J 5N 5G 5P 5Q 5T 5U 5V 5W 5X 5Y 5A 5Z 5S"}
"""With mirror images; where reflections are allowed these are the same tiles."""
SEEN_NODES, PATIENT_NODES = 60_000, 4_000_000
ROUNDS = 100
RESTARTS = 60
WORK, WORK_PER_LOOK, WORK_PER_TILING, WORK_PER_CUT = 9_000_000, 5000, 100, 1500
"""How many nodes everything may take together before it is given up, and how many the rest of the work is worth."""
GROWTH_TRIES = 40
"""Pieces tried in vain, one after the other, before a growing board is full."""


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
    cells: frozenset[int]
    """of the board, unless it grows"""
    clues_follow: bool
    """whether the setter gives pieces afterwards, so that one tiling need not be the only one"""

    @classmethod
    def of(cls, request: GenerateRequest) -> Wish:
        reflections = bool(request.get("reflections", False))
        shapes = frozenset(canonical(t.cells, reflections) for t in tiles_from_words(_words(str(request.get("shapes", "")))))
        sizes = [len(shape) for shape in shapes]
        low = min(sizes, default=int(request.get("smallest", 4)))
        kind = str(request.get("board", RECTANGLE))
        if kind not in OUTLINES:
            raise BadPuzzle(say("the board is one of {names}, not {kind!r}", names=listed(OUTLINES), kind=kind))
        follow = request.difficulty in EASED or request.get("solutions", "one") != "one" or kind not in (RECTANGLE, GROWN)
        whole = kind != GROWN or follow
        cells = outline("blob" if kind == GROWN else kind, request.rows, request.cols, str(request.get("outline", "")),
                        Random(f"outline {request.seed}"))
        fitting = max(6, min(16, -(-request.rows * request.cols // 8))) if whole else 6
        high = max(sizes, default=int(request.get("largest", 0)) or fitting)
        wish = cls(request.rows, request.cols, whole, int(request.get("pieces", 0)), low, max(low, high), shapes,
                   bool(request.get("different", True)), reflections, cells, follow)
        wish.check()
        return wish

    def check(self) -> None:
        area = len(self.cells) if self.whole else self.rows * self.cols
        if self.whole and area > MAX_AREA:
            raise BadPuzzle(say("a generated rectangle has at most {most} cells, not {area}", most=MAX_AREA, area=area))
        if self.whole and self.pieces and not self.pieces * self.smallest <= area <= self.pieces * self.largest:
            raise BadPuzzle(say("{pieces} pieces of {smallest} to {largest} cells do not make {area} cells",
                                pieces=self.pieces, smallest=self.smallest, largest=self.largest, area=area))
        if area < self.smallest:
            raise BadPuzzle(say("the board is smaller than the smallest piece"))
        sizes = {len(shape) for shape in self.shapes} or set(range(self.smallest, self.largest + 1))
        if self.whole and not good_area(sizes, area):
            raise BadPuzzle(say("no pieces of {sizes} cells make the {area} cells of the board; try the board 'any shape'",
                                sizes=either(map(str, sorted(sizes))), area=area))

    def hopeless(self) -> BadPuzzle:
        """Why nothing was found, in one sentence."""
        sizes = (say("{smallest} to {largest} cells", smallest=self.smallest, largest=self.largest)
                 if self.smallest < self.largest else say_n("{n} cell", "{n} cells", n=self.smallest))
        if self.whole:
            return BadPuzzle(say("pieces of {sizes} seem to cover {rows}x{cols} in many ways or not at all: try larger pieces, "
                                 "or the board 'any shape'", sizes=sizes, rows=self.rows, cols=self.cols))
        pieces = say_n("{n} piece of {sizes}", "{n} pieces of {sizes}", n=self.pieces, sizes=sizes) if self.pieces else say(
            "pieces of {sizes}", sizes=sizes)
        return BadPuzzle(say("no board with exactly one tiling grew from {pieces}: try fewer or larger pieces, or more room",
                             pieces=pieces))


def _words(text: str) -> str:
    return " ".join(SETS.get(word.lower(), word) for word in text.replace(",", " ").split())


def good_area(sizes: set[int], area: int) -> bool:
    """Whether the area is a sum of piece sizes."""
    reach = {0}
    for _ in range(area):
        reach |= {n + size for n in reach for size in sizes if n + size <= area}
        if area in reach:
            return True
    return False


class Patience:
    """Counts the work of all looks; the clock plays no part, so that a seed always gives the same puzzle."""

    def __init__(self, cancel: Cancel) -> None:
        self._cancel = cancel
        self._left = WORK

    def spend(self, nodes: int) -> None:
        self._left -= nodes

    @property
    def over(self) -> bool:
        self._cancel.check()
        return self._left <= 0


def generate(request: GenerateRequest, progress: Progress, cancel: Cancel) -> Puzzle:
    """The same request gives the same puzzle: all chance comes from the seed, nothing from the clock."""
    wish = Wish.of(request)
    rng, patience = Random(request.seed), Patience(cancel)
    diary = diary_of(progress)
    for restart in range(RESTARTS):
        progress(restart / RESTARTS, say("try {number}", number=restart + 1))
        account = Account(diary, lambda parts: _puzzle(wish, parts, ""))
        parts = (_partition(wish, rng, cancel) if wish.clues_follow else
                 _cut_until_unique(wish, rng, patience, cancel, account) if wish.whole else
                 _grow_unique(wish, rng, patience, cancel, account))
        if parts is not None and wish.clues_follow:
            account.cut(parts)
        if parts is not None:
            return _puzzle(wish, parts, f"{len(parts)} pieces")
        if patience.over:
            break
    raise wish.hopeless()


def _cut_until_unique(wish: Wish, rng: Random, patience: Patience, cancel: Cancel, account: Account) -> Parts | None:
    """A rectangle cut into pieces, cut anew until there is only one tiling."""
    parts = _partition(wish, rng, cancel)
    if parts is None:
        return None
    tilings = _tilings(wish, parts, patience)
    account.cut(parts, tilings)
    for _ in range(ROUNDS):
        if tilings == 1:
            return parts
        if patience.over:
            return None
        before = tilings
        parts, tilings = _better(wish, parts, tilings, rng, patience)
        account.cut(parts, tilings, before)
    return None


def _better(wish: Wish, parts: Parts, tilings: float, rng: Random, patience: Patience) -> tuple[Parts, float]:
    """A neighbouring partition with no more tilings; after some failures any neighbour, to get out of a hollow."""
    recut: Parts | None = None
    for _ in range(12):
        if patience.over:
            break
        recut = _recut(wish, parts, rng)
        patience.spend(WORK_PER_CUT)
        if recut is None:
            continue
        found = _tilings(wish, recut, patience)
        if found <= tilings:
            return recut, found
    return (recut, found) if recut is not None else (parts, tilings)


# --- growth ---------------------------------------------------------------------------------------------------------


def _grow_unique(wish: Wish, rng: Random, patience: Patience, cancel: Cancel, account: Account) -> Parts | None:
    """Pieces added one by one, each only if the tiling stays the only one."""
    sizes = [len(shape) for shape in wish.shapes] or [wish.smallest, wish.largest]
    aim = wish.pieces or max(2, int(0.6 * wish.rows * wish.cols / (sum(sizes) / len(sizes))))
    parts: Parts = []
    tries = 0
    while len(parts) < aim and tries < GROWTH_TRIES:
        cancel.check()
        tries += 1
        part = _another(wish, parts, rng)
        picky = wish.different and tries < GROWTH_TRIES // 2
        if part is None or (picky and _repeats([*parts, part], wish) > _repeats(parts, wish)):
            continue
        unique = _tilings(wish, [*parts, part], patience, 2) == 1
        account.grown(parts, part, unique)
        if unique:
            parts.append(part)
            tries = 0
        if patience.over:
            return None
    enough = len(parts) == wish.pieces if wish.pieces else len(parts) >= max(2, aim // 2)
    return parts if enough else None


def _another(wish: Wish, parts: Parts, rng: Random) -> frozenset[int] | None:
    """A piece beside the others (the first one anywhere)."""
    free = set(range(wish.rows * wish.cols)).difference(*parts)
    border = sorted({j for part in parts for i in part for j in _near(wish, i) if j in free} or free)
    seed = rng.choice(border) if border else None
    if seed is None:
        return None
    if not wish.shapes:
        part = frozenset(_grow(wish, seed, free, rng))
        return part if _allowed(wish, part) else None
    shape = rng.choice(variants(rng.choice(sorted(wish.shapes)), wish.reflections))
    r0, c0 = rng.choice(shape)
    row, col = divmod(seed, wish.cols)
    spots = [(row + r - r0, col + c - c0) for r, c in shape]
    if any(not 0 <= r < wish.rows or not 0 <= c < wish.cols for r, c in spots):
        return None
    part = frozenset(r * wish.cols + c for r, c in spots)
    return part if part <= free else None


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
    """Pieces grown one after the other from the narrowest places; leftovers join a neighbour if it does not get too large."""
    free = set(wish.cells)
    parts: Parts = []
    while free:
        seed = min(free, key=lambda i: (sum(j in free for j in _near(wish, i)), rng.random()))
        part = _grow(wish, seed, free, rng)
        free -= part
        parts.append(frozenset(part))
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
        near = [p for p in parts if len(p) + len(small) <= wish.largest and any(j in p for i in small for j in _near(wish, i))]
        if not near:
            return None
        host = rng.choice(sorted(near, key=min))
        parts.remove(host)
        parts.append(host | small)


def _partition_by_search(wish: Wish, rng: Random, cancel: Cancel) -> Parts | None:
    """A random tiling by the allowed shapes."""
    from studio.families.tiling.kernel.mrv import MrvSearch
    from studio.families.tiling.model.placements import find_placements

    board, area = _board(wish, [wish.cells]), len(wish.cells)
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
        advance(search, collector, 2000)
        if collector.enough:
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


def _tilings(wish: Wish, parts: Parts, patience: Patience, seen: int = SEEN_TILINGS) -> float:
    """How many different tilings there are up to symmetry; beyond ``seen`` only a rough measure."""
    from studio.families.tiling.kernel.mrv import MrvSearch
    from studio.families.tiling.kernel.table import TableSearch, usable
    from studio.families.tiling.model.placements import find_placements

    problem = Problem(_board(wish, parts), _tiles(wish, parts), wish.reflections)
    symmetries = board_symmetries(problem)
    search = TableSearch(problem, 12) if usable(problem) else MrvSearch(problem, find_placements(problem), 12)
    collector = Collector(problem, seen * len(symmetries))
    budget = SEEN_NODES
    while not collector.enough and search.positions < budget and not patience.over:
        advance(search, collector, 20_000)
        if search.positions >= budget and len(collector.found) <= len(symmetries):
            budget = PATIENT_NODES  # it may be the one: look to the end
    patience.spend(search.positions + WORK_PER_LOOK + WORK_PER_TILING * len(collector.found))
    if collector.exhausted or not collector.enough:
        found = len({canonical_answer(answer, symmetries) for answer in collector.found})
        return found if collector.exhausted else found + 2
    # too many to see: more work for each tiling means that they lie less close together, which is better
    return seen + 1e6 * len(collector.found) / search.positions


def _puzzle(wish: Wish, parts: Parts, title: str) -> Puzzle:
    solution = answer_of_pieces(wish.rows * wish.cols, [sorted(part) for part in parts])
    return puzzle_of(_board(wish, parts), _tiles(wish, parts), wish.reflections, title, solution)
