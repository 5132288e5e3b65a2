"""Random divisions of a board into regions of which no two of the same size touch: grown at random, then mended."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from studio.core.engine import Cancel
from studio.core.grid import Grid
from studio.core.making import Diary
from studio.core.puzzle import Answer, BadPuzzle, Puzzle
from studio.core.say import say, say_n
from studio.families.fillomino.model import no_borders

PASSES = 300
RANDOM_MOVE = 0.08


def random_division(grid: Grid, largest: int, rng: Random, cancel: Cancel, diary: Diary | None = None) -> Answer:
    """A solved board: the size of its region in every cell."""
    if largest < 2 and grid.size > 1:
        raise BadPuzzle(say("regions of one cell would touch: the largest region needs at least 2 cells"))
    division = Division(grid, largest, rng, diary if diary is not None and diary.watched else None)
    for turn in range(PASSES):
        if turn % 10 == 0:
            cancel.check()
        clashes = division.clashes()
        if not clashes:
            return division.numbers()
        rng.shuffle(clashes)
        for a, b in clashes:
            division.mend(a, b)
    if diary is not None:
        diary.remark(say("small regions leave moves no freedom: the division comes from the clause solver"))
    return _division_by_clauses(grid, largest, rng, cancel)  # where small regions leave moves no freedom


def _division_by_clauses(grid: Grid, largest: int, rng: Random, cancel: Cancel) -> Answer:
    """A division from the clause kernel of an empty board, with random preferences."""
    from studio.families.fillomino.kernel.board import KernelBoard
    from studio.families.fillomino.kernel.clauses import BoardClauses
    from studio.families.fillomino.kernel.state import Values
    from studio.families.fillomino.model import Terms
    from studio.solvers.sat import LazySat

    values = Values(tuple(range(1, largest + 1)), largest, False)
    board = KernelBoard(grid.rows, grid.cols, (0,) * grid.size, Terms(), values)
    kernel = BoardClauses(board)
    with LazySat(kernel, cancel) as sat:
        sat.prefer(literal if rng.random() < 0.5 else -literal for _, _, literal in kernel.literals)
        answer = sat.solve()
    if answer is None:
        raise BadPuzzle(say("a board of {rows}x{cols} has no division into regions of at most {largest} cells", rows=grid.rows,
                            cols=grid.cols, largest=largest))
    return answer


class Division:
    """Regions as sets of cells. A move passes cells between two touching regions, or joins them."""

    def __init__(self, grid: Grid, largest: int, rng: Random, diary: Diary | None = None) -> None:
        self.grid, self.largest, self.rng, self.diary = grid, largest, rng, diary
        self.region: list[int] = [-1] * grid.size
        self.members: dict[int, set[int]] = {}
        for start in rng.sample(range(grid.size), grid.size):
            if self.region[start] < 0:
                self._grow(start)

    def _grow(self, start: int) -> None:
        """A region of random size from an unused cell, as far as there is room. Sizes in the middle are the commonest."""
        wanted = max(self.rng.randint(1, self.largest), self.rng.randint(1, self.largest))
        cells, edge = {start}, [start]
        while edge and len(cells) < wanted:
            cell = self.rng.choice(edge)
            free = [other for other in self.grid.neighbours(cell) if self.region[other] < 0 and other not in cells]
            if not free:
                edge.remove(cell)
                continue
            taken = self.rng.choice(free)
            cells.add(taken)
            edge.append(taken)
        self._put(start, cells)
        if self.diary is not None:
            self._tell(cells, say_n("a region of {n} cell grows", "a region of {n} cells grows", n=len(cells)))

    def _tell(self, cells: Iterable[int], text: str) -> None:
        assert self.diary is not None
        numbers = tuple(self.size(cell) if self.region[cell] >= 0 else 0 for cell in self.grid.cells())
        blank = Puzzle("fillomino", self.grid, (0,) * self.grid.size, no_borders(self.grid))
        self.diary.put(blank, sorted(cells), text, numbers)

    def _put(self, name: int, cells: set[int]) -> None:
        self.members[name] = cells
        for cell in cells:
            self.region[cell] = name

    def size(self, cell: int) -> int:
        return len(self.members[self.region[cell]])

    def numbers(self) -> Answer:
        return tuple(self.size(cell) for cell in self.grid.cells())

    def clashes(self) -> list[tuple[int, int]]:
        """Neighbouring cells of different regions of the same size."""
        return [(a, b) for a, b in self.grid.adjacent_pairs() if self._clash(a, b)]

    def _clash(self, a: int, b: int) -> bool:
        return self.region[a] != self.region[b] and self.size(a) == self.size(b)

    def mend(self, a: int, b: int) -> None:
        """If two cells still clash: the move around them that leaves the fewest clashes, or sometimes a random one."""
        if not self._clash(a, b):
            return
        moves = self._moves(a) + self._moves(b)
        if not moves:
            return
        size = self.size(a)
        if self.rng.random() < RANDOM_MOVE:
            self._apply(move := self.rng.choice(moves))
        else:
            scored = [(self._score(move), self.rng.random(), number) for number, move in enumerate(moves)]
            self._apply(move := moves[min(scored)[2]])
        if self.diary is not None:
            self._tell(move[2], say("two regions of size {size} touch in {a} and {b}: {cells} change hands", size=size,
                                    a=self.grid.cell_name(a), b=self.grid.cell_name(b),
                                    cells=self.grid.cell_names(sorted(move[2]))))

    def _moves(self, cell: int) -> list[tuple[int, int, frozenset[int]]]:
        """(from, to, cells): cells of one region that a touching one could take over."""
        found = []
        giver = self.region[cell]
        near = sorted(self.members[giver])
        for c in near:
            for other in self.grid.neighbours(c):
                taker = self.region[other]
                if taker == giver:
                    continue
                if len(self.members[taker]) < self.largest and self._stays_whole(giver, c):
                    found.append((giver, taker, frozenset((c,))))
                if len(self.members[giver]) < self.largest and self._stays_whole(taker, other):
                    found.append((taker, giver, frozenset((other,))))
                if len(self.members[taker]) + len(near) <= self.largest:
                    found.append((giver, taker, frozenset(near)))
        return list(dict.fromkeys(found))

    def _stays_whole(self, name: int, without: int) -> bool:
        """Would the region still be connected (or gone) without this cell?"""
        rest = self.members[name] - {without}
        if not rest:
            return True
        return len(self.grid.flood(next(iter(rest)), rest.__contains__)) == len(rest)

    def _score(self, move: tuple[int, int, frozenset[int]]) -> int:
        giver, taker, _ = move
        before = self._count((giver, taker))
        self._apply(move)
        after = self._count(tuple(name for name in (giver, taker) if name in self.members))
        self._take_back(move)
        return after - before

    def _apply(self, move: tuple[int, int, frozenset[int]]) -> None:
        giver, taker, cells = move
        self.members[giver] -= cells
        self.members[taker] |= cells
        for cell in cells:
            self.region[cell] = taker
        if not self.members[giver]:
            del self.members[giver]

    def _take_back(self, move: tuple[int, int, frozenset[int]]) -> None:
        giver, taker, cells = move
        self.members[taker] -= cells
        self.members.setdefault(giver, set()).update(cells)
        for cell in cells:
            self.region[cell] = giver

    def _count(self, names: tuple[int, ...]) -> int:
        """Touching regions of equal size around some regions."""
        found = set()
        for name in names:
            size = len(self.members[name])
            for cell in self.members[name]:
                for other in self.grid.neighbours(cell):
                    rival = self.region[other]
                    if rival != name and len(self.members[rival]) == size:
                        found.add((min(name, rival), max(name, rival)))
        return len(found)
