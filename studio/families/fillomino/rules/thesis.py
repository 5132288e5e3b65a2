"""The thesis' three strategies (chapter 5): single exit, structurally forced cells, reachability."""

from __future__ import annotations

from collections.abc import Iterator

from studio.core.deduction import Contradiction, Step
from studio.core.say import marked, say
from studio.core.trace import Reason
from studio.families.fillomino.kernel.state import OPEN
from studio.families.fillomino.model import QUESTION
from studio.families.fillomino.rules import plain as kernel
from studio.families.fillomino.rules.completions import has_completion
from studio.families.fillomino.rules.state import FillominoDeduction


class SingleExit:
    """Thesis 5.2, Algorithm 1: an incomplete group with one empty neighbour grows into it."""

    name, title, level = "single-exit", marked("Single exit"), 2

    def find(self, state: FillominoDeduction) -> Iterator[Step]:
        with state.news(self.name) as changed:
            for root, k in state.open_groups(changed):
                exits = state.around(root, k)
                if len(exits) == 1:
                    size, number = state.s.group_size[root], state.number_text(k)
                    text = say("this region of {number} has {size} of its cells and one way to grow: {cell}", number=number,
                               size=size, cell=state.name(exits[0]))
                    yield Step(state.cell_of[exits[0]], state.numbers[k], Reason(text, state.group(root)))


class ForcedCells:
    """Thesis 5.3, Algorithm 2: the cells that belong to every completion of a group.

    A cell is in all completions iff there is none without it; only cells of one completion can be, so each of those is
    tested, and every completion found on the way rules out the cells that it does without.
    """

    name, title, level = "forced-cells", marked("Structurally forced cells"), 5

    def find(self, state: FillominoDeduction) -> Iterator[Step]:
        with state.news(self.name) as changed:
            for p, k in state.open_groups(changed):
                for q in self._forced(state, p, k):
                    root = kernel.find(state.s, p)
                    text = say("every way to complete this region of {number} goes through {cell}",
                               number=state.number_text(k), cell=state.name(q))
                    yield Step(state.cell_of[q], state.numbers[k], Reason(text, state.group(root)))

    def _forced(self, state: FillominoDeduction, p: int, k: int) -> list[int]:
        first = has_completion(state, p, k, -1)
        if first is None:
            raise Contradiction(say("this region of {number} cannot be completed", number=state.number_text(k)),
                                state.group(kernel.find(state.s, p)), self.name)
        candidates = [q for q in first if state.s.value[q] == OPEN]
        forced = []
        while candidates:
            q = candidates.pop()
            other = has_completion(state, p, k, q)
            if other is None:
                forced.append(q)
            else:
                candidates = [c for c in candidates if c in other]
        return forced


class Reachability:
    """Section 5.4 (basic variant): an empty cell that only one number can reach gets it.

    A group reaches a cell if as many expansions as it still needs lead there, through empty cells and through cells of its
    number. Numbers that would make a group too large, or another one impossible to complete, are left out.
    """

    name, title, level = "reachability", marked("Reachability"), 4

    def find(self, state: FillominoDeduction) -> Iterator[Step]:
        if not state.basic or QUESTION in state.givens:  # a "?" may start a region of any size
            return
        with state.news(self.name) as changed:
            if changed:
                yield from self._lonely(state)

    def _lonely(self, state: FillominoDeduction) -> Iterator[Step]:
        """Empty cells with one fitting number."""
        numbers: dict[int, set[int]] = {p: set() for p in state.open_padded()}
        for root, k in state.open_groups(set(range(state.s.values))):
            for q in self._within_reach(state, root, k):
                numbers[q].add(k)
        for q, reaching in numbers.items():
            if state.s.value[q] != OPEN:
                continue
            fitting = [k for k in sorted(reaching) if self._fits(state, q, k)]
            if not fitting:
                raise Contradiction(marked("no given number can reach this cell"), (state.cell_of[q],), self.name)
            if len(fitting) == 1:
                text = say("of all given numbers only {number} can reach {cell}", number=state.numbers[fitting[0]],
                           cell=state.name(q))
                yield Step(state.cell_of[q], state.numbers[fitting[0]], Reason(text, (state.cell_of[q],)))

    def _within_reach(self, state: FillominoDeduction, root: int, k: int) -> list[int]:
        """Empty cells that the group gets to with the cells it still needs (breadth first)."""
        s, base = state.s, k * state.s.cells
        left = s.lo[k] - s.group_size[root]
        level = [state.padded[cell] for cell in state.group(root)]
        seen, found = set(level), []
        while level and left > 0:
            following = []
            for q in level:
                for r in (q - 1, q + 1, q - s.width, q + s.width):
                    if s.poss[base + r] and r not in seen:
                        seen.add(r)
                        following.append(r)
                        if s.value[r] == OPEN:
                            found.append(r)
            level, left = following, left - 1
        return found

    def _fits(self, state: FillominoDeduction, q: int, k: int) -> bool:
        """The exclusions: number k at q neither makes a group too large nor keeps a neighbour from being completed."""
        s = state.s
        if not s.poss[k * s.cells + q]:
            return False
        if kernel.entry_cost(s, q, k, -1) > s.hi[k]:
            return False
        for t in (q - 1, q + 1, q - s.width, q + s.width):
            other = s.value[t]
            if other < 0 or other == k or s.group_size[kernel.find(s, t)] >= s.lo[other]:
                continue
            if kernel.reach(s, t, other, q, s.lo[other]) < s.lo[other]:
                return False
        return True
