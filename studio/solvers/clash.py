"""Why a board has no solution: small sets of clues that clash, over the assumption literals of a clause kernel.

`clash` gives a set from which nothing can be left out. `Clash` looks on for smaller ones, and ends with the smallest there is
if time allows (the hitting-set duality between clashing sets and sets whose removal mends the board).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from studio.core.clauses import Clue
from studio.core.puzzle import Answer
from studio.solvers.sat import LazySat

SHUFFLES = 8
Near = Callable[[Any, Any], float]
"""How far two members of a clash are from each other."""
GROWTH = 6
"""How many clues are tried one by one to make a solvable set larger before the rest counts as what must be mended."""


def clash(sat: LazySat, literals: Sequence[int], first_ones: bool = False) -> list[int] | None:
    """A minimal unsatisfiable subset of assumption literals; None if all of them hold together.

    Deletion: drop one after another, and after every "still unsolvable" keep only what the solver blames. With `first_ones`
    the first 2, 6, 18 … are asked about before all of them: they matter more.
    """
    some = 2
    while first_ones and some < len(literals) and sat.model(literals[:some]) is not None:
        some *= 3
    if sat.model(literals[:some] if first_ones else literals) is not None:
        return None
    blamed = set(sat.core())
    core = [lit for lit in literals if lit in blamed]
    needed: list[int] = []
    while core:
        candidate = core.pop()
        if sat.model([*needed, *core]) is not None:
            needed.append(candidate)
        else:
            blamed = set(sat.core())
            core = [lit for lit in core if lit in blamed]
    return sorted(needed, key=literals.index)


class Clash:
    """A search for the smallest clash. `best` is always minimal; `smallest` is True once no smaller one exists.

    This one works on the assumption literals of a clause kernel; `EngineClash` on anything that can be asked.
    """

    def __init__(self, sat: LazySat, literals: Sequence[int], seed: int = 0, near: Near | None = None,
                 first_ones: bool = False) -> None:
        self.sat = sat
        self._first_ones = first_ones
        self._begin(literals, seed, near)
        sat.prefer(self.literals)  # from now on: solutions that keep many clues teach more

    def _begin(self, members: Sequence[Any], seed: int, near: Near | None) -> None:
        self.literals = list(members)
        self._near = near
        self._rng = random.Random(seed)
        self.best = self._minimal(self.literals)
        self.smallest = self.best is not None and len(self.best) <= 1

    def _minimal(self, order: Sequence[Any]) -> list[Any] | None:
        return clash(self.sat, order, self._first_ones)

    def _holding(self, chosen: Sequence[Any]) -> set[Any] | None:
        """All members that hold in some solution with these; None if there is no such solution."""
        model = self.sat.model(chosen)
        if model is None:
            return None
        return {lit for lit in self.literals if lit in chosen or (abs(lit) <= len(model) and model[abs(lit) - 1] == lit)}

    def improve(self) -> Iterator[list[Any]]:
        """Yields every smaller clash as it is found, and the last one again when it is proved the smallest."""
        if self.best is None or self.smallest:
            return
        for _ in range(SHUFFLES):
            yield from self._take(self._minimal(self._another_order()))
        yield from self._prove()

    def _another_order(self) -> list[Any]:
        """What lies round a member of the best clash comes first: small clashes are mostly local."""
        order = self._rng.sample(self.literals, len(self.literals))
        if self._near is None or not self.best:
            return order
        centre, near = self._rng.choice(self.best), self._near
        return sorted(order, key=lambda member: near(centre, member))

    def _take(self, found: list[Any] | None) -> Iterator[list[Any]]:
        if found is not None and self.best is not None and len(found) < len(self.best):
            self.best = sorted(found, key=self.literals.index)
            yield self.best

    def _prove(self) -> Iterator[list[Any]]:
        """Smallest hitting sets of the known corrections: the first that is unsolvable is a smallest clash."""
        from pysat.examples.hitman import Hitman

        assert self.best is not None
        with Hitman(bootstrap_with=[self.literals], solver="g4", htype="sorted") as hitting:
            while (guess := hitting.get()) is not None and len(guess) < len(self.best):
                holding = self._holding(guess)
                if holding is None:
                    yield from self._take(self._minimal(guess))
                    break
                hitting.hit(self._correction(holding))
        self.smallest = True
        yield self.best

    def _correction(self, kept: set[Any]) -> list[Any]:
        """Members of which every clash has at least one: all that a large solvable set leaves out."""
        for member in self._rng.sample(self.literals, len(self.literals))[:GROWTH]:
            if member not in kept:
                kept = self._holding([*kept, member]) or kept
        return [member for member in self.literals if member not in kept]


class EngineClash(Clash):
    """The same on clues, with an engine as the judge; earlier clues are preferred to later ones.

    `solve(clues)` gives a solution of the board with these clues alone, or None; `holds(clue, solution)` says whether a clue is
    kept by one. `judge` may be shared by several searches: it remembers every answer.
    """

    def __init__(self, judge: Judge, seed: int = 0, near: Near | None = None) -> None:
        self.judge = judge
        self._begin(judge.clues, seed, near)

    def _minimal(self, order: Sequence[Clue]) -> list[Clue] | None:
        return quick_clash(order, self.judge.fails)

    def _holding(self, chosen: Sequence[Clue]) -> set[Clue] | None:
        return self.judge.holding(chosen)


class Judge:
    """Asks an engine which clues hold together, never twice: what holds in a solution that was seen needs no asking."""

    def __init__(self, clues: Sequence[Clue], solve: Callable[[Sequence[Clue]], Answer | None],
                 holds: Callable[[Clue, Answer], bool]) -> None:
        self.clues = list(clues)
        self.failing = list(clues)
        """the smallest set that is known to fail, once `fails` has been asked about all of them"""
        self._solve = solve
        self._holds = holds
        self._seen: list[set[Clue]] = []

    def fails(self, chosen: Sequence[Clue]) -> bool:
        return self.holding(chosen) is None

    def holding(self, chosen: Sequence[Clue]) -> set[Clue] | None:
        """All clues that hold in some solution with these; None if there is no such solution."""
        wanted = set(chosen)
        for kept in self._seen:
            if wanted <= kept:
                return kept
        solution = self._solve(chosen)
        if solution is None:
            if len(chosen) < len(self.failing):
                self.failing = list(chosen)
            return None
        kept = wanted | {clue for clue in self.clues if self._holds(clue, solution)}
        self._seen.append(kept)
        return set(kept)


def quick_clash(members: Sequence[Any], fails: Callable[[Sequence[Any]], bool]) -> list[Any] | None:
    """QuickXplain (Junker, 2004): halves instead of single members, where no solver tells what is to blame."""
    if not fails(members):
        return None

    def explain(base: list[Any], grown: bool, part: list[Any]) -> list[Any]:
        if grown and fails(base):
            return []
        if len(part) == 1:
            return part
        left, right = part[: len(part) // 2], part[len(part) // 2 :]
        second = explain(base + left, bool(left), right)
        first = explain(base + second, bool(second), left)
        return first + second

    return [] if fails([]) else explain([], False, list(members))
