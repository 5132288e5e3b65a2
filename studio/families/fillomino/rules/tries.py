"""Rules that try numbers out: one that refutes itself, what all tries share, and tries within a try.

The kernel's propagation follows a supposition, compiled where it can be, on a copy of the state. Where somebody looks, the
ladder's own rules tell the same story step by step (`solvers/suppose.py`).
"""

from __future__ import annotations

from collections.abc import Iterator

from studio.core.deduction import Contradiction, Fact, Rule, Step
from studio.core.say import marked
from studio.families.fillomino.kernel.basics import decide, undo
from studio.families.fillomino.kernel.probe import probe
from studio.families.fillomino.kernel.settle import propagate
from studio.families.fillomino.rules.state import FillominoDeduction
from studio.solvers.kernels import usual_layout
from studio.solvers.suppose import Tries, conclusions, out

DEEP_TRIES = 60
DEEP_WORK = 4_000_000


class LookAhead:
    """The kernel's propagation after a number, on a copy of the state as the kernels of this process like it best."""

    def __init__(self, state: FillominoDeduction, deep: bool = False) -> None:
        self.state, self.deep = state, deep
        self.s = state.s.copied(usual_layout())

    def what_follows(self, fact: Fact) -> set[Fact] | None:
        """What a number takes away elsewhere; None if it leads to a contradiction. Deep: with further tries on the way."""
        s, state = self.s, self.state
        state.heed()
        k = state.value_index(fact[1])
        assert k is not None
        before = s.trailed
        alive = decide(s, state.padded[fact[0]], k) and propagate(s)
        if alive and self.deep:
            alive = probe(s, DEEP_TRIES, DEEP_WORK) >= 0
        entries = [int(entry) for entry in s.trail[before : s.trailed]] if alive else []
        undo(s, before)
        return state.removals(entries) if alive else None


class _Trying:
    """What the rules below share: the choices that a person would try, cells with few numbers first."""

    name: str
    most = 6
    """numbers of a cell, beyond which nobody tries them all"""
    deep = False

    def __init__(self, below: tuple[Rule, ...]) -> None:
        self.tries = Tries(below)

    def choices(self, state: FillominoDeduction) -> Iterator[list[Fact]]:
        for choice in state.choices():
            if len(choice) > self.most:
                return
            if not choice:
                raise Contradiction(marked("no number is left for this cell"), (), self.name)
            yield choice


class Trial(_Trying):
    """A number that leads to a contradiction is not there."""

    name, title, level = "trial", marked("A number that refutes itself"), 8
    most = 4

    def find(self, state: FillominoDeduction) -> Iterator[Step]:
        look = LookAhead(state)
        for choice in self.choices(state):
            for fact in choice:
                if look.what_follows(fact) is None:
                    yield out(self.tries, state, fact)
                    return


class WhatTriesShare(_Trying):
    """Every number of a cell is tried: what all of those come to that lead to no contradiction is certain."""

    name, title, level = "shared", marked("What all tries share"), 8
    in_search = False

    def find(self, state: FillominoDeduction) -> Iterator[Step]:
        look = LookAhead(state, self.deep)
        for choice in self.choices(state):
            steps = conclusions(self.tries, state, choice, [look.what_follows(fact) for fact in choice])
            first = next(steps, None)
            if first is not None:
                yield first
                yield from steps
                return


class WhicheverExit(WhatTriesShare):
    """A region that lacks cells grows somewhere: every way out is tried, however many numbers those cells have."""

    name, title, level = "whichever-exit", marked("Whichever way a region grows"), 8
    most = 4
    """ways out"""

    def choices(self, state: FillominoDeduction) -> Iterator[list[Fact]]:
        yield from ways_out(state, self.most)


def ways_out(state: FillominoDeduction, most: int) -> list[list[Fact]]:
    """Of every region that lacks cells the cells that it could grow into, of which it takes one at least; few ways first."""
    found = [[(state.cell_of[p], state.numbers[k]) for p in state.around(root, k)]
             for root, k in state.open_groups(set(range(state.s.values)))]
    return sorted((ways for ways in found if 1 < len(ways) <= most), key=len)


class TriesWithinTries(WhatTriesShare):
    """The same, with further tries inside every try."""

    name, title, level = "tries-within", marked("Tries within a try"), 10
    deep = True
    most = 9
    most_ways = 4

    def choices(self, state: FillominoDeduction) -> Iterator[list[Fact]]:
        yield from sorted((*super().choices(state), *ways_out(state, self.most_ways)), key=len)
