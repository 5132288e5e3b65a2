"""Rules beyond the thesis, which make the challenging variant solvable by deduction: each small, named and sound."""

from __future__ import annotations

from collections.abc import Iterator

from studio.core.deduction import Contradiction, Step
from studio.core.say import marked, say, say_n
from studio.core.trace import Reason
from studio.families.fillomino.kernel.state import OPEN
from studio.families.fillomino.rules import plain as kernel
from studio.families.fillomino.rules.state import FillominoDeduction


class OnlyNumber:
    """A cell with one number left gets it."""

    name, title, level = "only-number", marked("Only number left"), 1

    def find(self, state: FillominoDeduction) -> Iterator[Step]:
        for cell, done in enumerate(state.written):
            k = state.s.value[state.padded[cell]]
            if not done and not state.s.count[state.padded[cell]]:
                raise Contradiction(marked("no number is left for this cell"), (cell,), self.name)
            if not done and k >= 0:
                text = say("{number} is the only number left for {cell}", number=state.number_text(k),
                           cell=state.grid.cell_name(cell))
                yield Step(cell, state.numbers[k], Reason(text, (cell,)))


class CompleteRegion:
    """A complete region closes its border."""

    name, title, level = "complete", marked("Complete regions close"), 1

    def find(self, state: FillominoDeduction) -> Iterator[Step]:
        with state.news(self.name) as changed:
            for p, k in state.groups():
                root = kernel.find(state.s, p)
                if root != p or k not in changed or state.s.group_size[root] != state.s.hi[k]:
                    continue
                for q in state.around(root, k):
                    text = say("this region of {number} is complete, so {cell} is not {number}", number=state.numbers[k],
                               cell=state.name(q))
                    yield Step(state.cell_of[q], -state.numbers[k], Reason(text, state.group(root)))


class GivenBorder:
    """The numbers on the two sides of a given border differ."""

    name, title, level = "border", marked("Given borders"), 1

    def find(self, state: FillominoDeduction) -> Iterator[Step]:
        s = state.s
        for a, b in state.terms.walls:
            for p, q in ((state.padded[a], state.padded[b]), (state.padded[b], state.padded[a])):
                k = s.value[p]
                if k >= 0 and s.lo[k] == s.hi[k] and s.poss[k * s.cells + q]:
                    number = state.numbers[k]
                    text = say("a given border separates {cell} from this {number}", cell=state.name(q), number=number)
                    yield Step(state.cell_of[q], -number, Reason(text, (state.cell_of[p],)))


class TooLarge:
    """A number that would join groups to more cells than it says."""

    name, title, level = "too-large", marked("Would join too many cells"), 2

    def find(self, state: FillominoDeduction) -> Iterator[Step]:
        s = state.s
        with state.news(self.name) as changed:
            for root, k in state.open_groups(changed):
                for q in state.around(root, k):
                    cells = kernel.entry_cost(s, q, k, -1)
                    if cells > s.hi[k]:
                        text = say("{number} in {cell} would make a region of {cells} cells", number=state.numbers[k],
                                   cell=state.name(q), cells=cells)
                        beside = [t for t in (q - 1, q + 1, q - s.width, q + s.width) if s.value[t] == k]
                        yield Step(state.cell_of[q], -state.numbers[k], Reason(text, state.cells(beside)))


class NoRoom:
    """A number for which the cell's surroundings have no room: flood fill through cells that could still hold it, where
    touching a group of the number costs its whole size (basic variant: a given number must be in reach, too)."""

    name, title, level = "no-room", marked("No room for the number"), 3

    def find(self, state: FillominoDeduction) -> Iterator[Step]:
        s = state.s
        for k in range(s.values):
            if not s.event_count[k]:
                continue
            for p in s.todo[: kernel.surroundings(s, k)]:
                if not s.poss[k * s.cells + p]:
                    continue
                if s.value[p] == k:
                    state.must_fit(p)
                elif kernel.reach(s, p, k, -1, s.lo[k]) < s.lo[k]:
                    yield Step(state.cell_of[p], -state.numbers[k], self._reason(state, p, k))

    def _reason(self, state: FillominoDeduction, p: int, k: int) -> Reason:
        s, number = state.s, state.number_text(k)
        met = kernel.reach(s, p, k, -1, s.cells)
        cells = state.cells(list(s.order[:met])) if met > 0 else (state.cell_of[p],)
        if met >= s.lo[k] or (met == 0 and state.basic):
            text = say("no given {number} can reach {cell}", number=number, cell=state.name(p))
        elif met < 0:
            text = say("{number} in {cell} would join too many cells", number=number, cell=state.name(p))
        else:
            text = say_n("a region of {number} through {cell} finds only {n} cell",
                         "a region of {number} through {cell} finds only {n} cells", n=met, number=number, cell=state.name(p))
        return Reason(text, cells)


class OneRegion:
    """Where the cells left for a number have room for one region only, the written ones all belong to it: cells out of
    their reach are not the number, and cells without which they cannot meet are."""

    name, title, level = "one-region", marked("Room for one region only"), 6

    def find(self, state: FillominoDeduction) -> Iterator[Step]:
        s = state.s
        with state.news(self.name) as changed:
            for k in sorted(changed):
                if s.lo[k] != s.hi[k] or s.lo[k] < 3:
                    continue
                for cells in self._components(state, k):
                    if len(cells) < 2 * s.lo[k]:
                        yield from self._together(state, k, cells)

    def _components(self, state: FillominoDeduction, k: int) -> list[list[int]]:
        """Connected cells that may hold the value, those with a decided one."""
        s, base = state.s, k * state.s.cells
        left = {p for p in state.padded if s.poss[base + p]}
        found = []
        while left:
            start = left.pop()
            part = [start]
            for q in part:
                for r in (q - 1, q + 1, q - s.width, q + s.width):
                    if r in left:
                        left.discard(r)
                        part.append(r)
            if any(s.value[q] == k for q in part):
                found.append(sorted(part))
        return found

    def _together(self, state: FillominoDeduction, k: int, cells: list[int]) -> Iterator[Step]:
        s, number = state.s, state.numbers[k]
        decided = [q for q in cells if s.value[q] == k]
        causes = state.cells(decided)
        met = set(s.order[: kernel.reach(s, decided[0], k, -1, s.cells)])
        if any(q not in met for q in decided):
            raise Contradiction(say("these {number}s cannot meet, and there is room for one region only", number=number),
                                causes, self.name)
        for q in cells:
            if q not in met:
                text = say("there is room for one region of {number} here, and it cannot reach {cell}", number=number,
                           cell=state.name(q))
                yield Step(state.cell_of[q], -number, Reason(text, causes))
        if s.group_size[kernel.find(s, decided[0])] == len(decided):
            return
        for q in cells:
            if s.value[q] == OPEN and s.poss[k * s.cells + q]:
                without = set(s.order[: max(0, kernel.reach(s, decided[0], k, q, s.cells))])
                if any(d not in without for d in decided):
                    text = say("there is room for one region of {number} here, and it cannot be joined without {cell}",
                               number=number, cell=state.name(q))
                    yield Step(state.cell_of[q], number, Reason(text, causes))
