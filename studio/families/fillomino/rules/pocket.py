"""Pockets: a few empty cells shut off from the other empty ones have to be filled among themselves and their neighbours."""

from __future__ import annotations

from collections.abc import Iterator

from studio.core.deduction import Contradiction, Step
from studio.core.say import marked, say
from studio.core.trace import Reason
from studio.families.fillomino.kernel.state import OPEN
from studio.families.fillomino.rules import plain as kernel
from studio.families.fillomino.rules.state import FillominoDeduction

MOST_CELLS = 6
MOST_FILLINGS = 1500


class Pocket:
    """Every filling of a pocket of at most six cells is tried; numbers that stand in none of them go.

    In a filling every region that touches the pocket must not be too large, and must be complete if it has no other way out.
    """

    name, title, level = "pocket", marked("Pockets of empty cells"), 7

    def find(self, state: FillominoDeduction) -> Iterator[Step]:
        with state.news(self.name) as changed:
            if not changed:
                return
            for cells in state.grid.components(state.cell_of[p] for p in state.open_padded()):
                if len(cells) <= MOST_CELLS:
                    yield from self._pocket(state, [state.padded[cell] for cell in cells])

    def _pocket(self, state: FillominoDeduction, cells: list[int]) -> Iterator[Step]:
        s = state.s
        choices = [[k for k in range(s.values) if s.poss[k * s.cells + p]] for p in cells]
        product = 1
        for choice in choices:
            product *= len(choice)
        if product > MOST_FILLINGS:
            return
        stand: list[set[int]] = [set() for _ in cells]
        for filling in _fillings(choices):
            if all(k in stand[i] for i, k in enumerate(filling)):
                continue
            if _Filling(state, dict(zip(cells, filling))).stands():
                for i, k in enumerate(filling):
                    stand[i].add(k)
        named = state.cells(cells)
        if not all(stand):
            raise Contradiction(marked("this pocket of empty cells cannot be filled"), named, self.name)
        for p, choice, kept in zip(cells, choices, stand):
            for k in choice:
                if k not in kept:
                    text = say("with {number} in {cell} this pocket of {count} cells cannot be filled",
                               number=state.number_text(k), cell=state.name(p), count=len(cells))
                    yield Step(state.cell_of[p], -state.numbers[k], Reason(text, named))


def _fillings(choices: list[list[int]]) -> Iterator[tuple[int, ...]]:
    from itertools import product

    return iter(product(*choices))


class _Filling:
    """One way to fill a pocket."""

    def __init__(self, state: FillominoDeduction, numbers: dict[int, int]) -> None:
        self.state, self.s, self.numbers = state, state.s, numbers

    def stands(self) -> bool:
        """No region that the filling touches is too large, or closed and too small; none beside it is choked."""
        done: set[int] = set()
        for p, k in self.numbers.items():
            if p not in done:
                region = self._region(p, k)
                done |= region
                if not self._fits(region, k):
                    return False
        return self._neighbours_live()

    def _region(self, p: int, k: int) -> set[int]:
        s, region, queue = self.s, {p}, [p]
        for q in queue:
            for r in (q - 1, q + 1, q - s.width, q + s.width):
                if r not in region and (self.numbers.get(r, -1) == k or s.value[r] == k):
                    region.add(r)
                    queue.append(r)
        return region

    def _fits(self, region: set[int], k: int) -> bool:
        s = self.s
        if len(region) > s.hi[k]:
            return False
        return len(region) >= s.lo[k] or self._has_exit(region, k)

    def _has_exit(self, region: set[int], k: int) -> bool:
        """May the region still grow into a cell outside the pocket?"""
        s = self.s
        return any(s.value[r] == OPEN and r not in self.numbers and s.poss[k * s.cells + r]
                   for q in region for r in (q - 1, q + 1, q - s.width, q + s.width))

    def _neighbours_live(self) -> bool:
        """Incomplete groups beside the pocket that did not grow into it still have a way out."""
        s = self.s
        for p in self.numbers:
            for t in (p - 1, p + 1, p - s.width, p + s.width):
                k = s.value[t]
                if k >= 0 and s.group_size[kernel.find(s, t)] < s.lo[k]:
                    region = self._region(t, k)
                    if len(region) < s.lo[k] and not self._has_exit(region, k):
                        return False
        return True
