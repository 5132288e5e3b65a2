"""Completions of a group: connected sets of exactly its size that contain it, made of cells that may take its number.

A completion that touches another group of the same number takes that group in whole. Without such groups in reach any large
enough room will do, and a flood fill is exact; with them it is a search, exact up to a budget and cautious beyond it.
"""

from __future__ import annotations

from studio.families.fillomino.rules import plain as kernel
from studio.families.fillomino.rules.state import FillominoDeduction

BUDGET = 4000  # partial completions looked at before "perhaps" counts as "yes"


def has_completion(state: FillominoDeduction, p: int, k: int, avoid: int) -> set[int] | None:
    """The cells of some completion of p's group that keeps out of `avoid` (or of a superset of one); None if there is none."""
    s = state.s
    want = s.lo[k]
    met = kernel.reach(s, p, k, avoid, want)
    if met < want:
        return None
    witness = set(s.order[:met])
    if s.lo[k] != s.hi[k] or (met == want and not _touches_others(state, witness, k)):
        return witness
    group = {state.padded[cell] for cell in state.group(kernel.find(s, p))}
    alone = _grow_alone(state, group, k, avoid, want)
    if alone is not None:
        return alone
    search = _Search(state, k, avoid, want)
    found = search.run(frozenset(group))
    if found is None and search.spent > BUDGET:
        return witness
    return None if found is None else set(found)


def _touches_others(state: FillominoDeduction, cells: set[int], k: int) -> bool:
    s = state.s
    return any(s.value[t] == k and t not in cells for q in cells for t in (q - 1, q + 1, q - s.width, q + s.width))


def _grow_alone(state: FillominoDeduction, group: set[int], k: int, avoid: int, want: int) -> set[int] | None:
    """A completion that touches no other group of the number: any connected cells will do."""
    s, base = state.s, k * state.s.cells
    found, queue = set(group), list(group)
    for q in queue:
        for r in (q - 1, q + 1, q - s.width, q + s.width):
            if len(found) >= want:
                return found
            if r in found or r == avoid or not s.poss[base + r]:
                continue
            if any(s.value[t] == k and t not in group for t in (r - 1, r + 1, r - s.width, r + s.width)):
                continue
            found.add(r)
            queue.append(r)
    return found if len(found) >= want else None


class _Search:
    """Depth-first over connected sets; a cell passed over at a branch stays out below it, so that no set is met twice."""

    def __init__(self, state: FillominoDeduction, k: int, avoid: int, want: int) -> None:
        self.state, self.s, self.k, self.want = state, state.s, k, want
        self.avoid = avoid
        self.spent = 0

    def run(self, cells: frozenset[int]) -> frozenset[int] | None:
        return self._extend(cells, frozenset((self.avoid,)))

    def _extend(self, cells: frozenset[int], out: frozenset[int]) -> frozenset[int] | None:
        self.spent += 1
        if len(cells) == self.want:
            return cells
        if self.spent > BUDGET:
            return None
        for r in self._beside(cells):
            if r in out:
                continue
            larger = cells | self._taken(r, cells)
            if len(larger) <= self.want:
                found = self._extend(larger, out)
                if found is not None or self.spent > BUDGET:
                    return found
            out = out | {r}
        return None

    def _beside(self, cells: frozenset[int]) -> list[int]:
        s, base = self.s, self.k * self.s.cells
        return sorted({r for q in cells for r in (q - 1, q + 1, q - s.width, q + s.width)
                       if s.poss[base + r] and r not in cells})

    def _taken(self, r: int, cells: frozenset[int]) -> set[int]:
        """The cell and the groups of the number that it touches."""
        s = self.s
        taken = {r}
        for t in (r - 1, r + 1, r - s.width, r + s.width):
            if s.value[t] == self.k and t not in cells and t not in taken:
                taken.update(self.state.padded[cell] for cell in self.state.group(kernel.find(s, t)))
        return taken
