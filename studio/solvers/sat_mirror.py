"""What a SAT solver does, done again beside it: the clause that made a literal true, and what a contradiction teaches.

A propagator hears which literals become true, in their order, but not why, and nothing at all of the propagation that ends in
a conflict. The mirror holds the same clauses. It finds the clause that became unit when somebody asks; it plays a failed
propagation again from the position that the solver reported; and it resolves the clash back to the first unique implication
point (1-UIP), as solvers do. What the solver learnt and the mirror did not is unknown to it: then it finds no reason.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from studio.core.clauses import Clause

SHORT = 3
"""A clause of so few literals is reason enough: no shorter one is looked for."""
MOST_LEARNT = 300
"""Clauses that the mirror remembers from conflicts, the newest."""
MOST_WORK = 1_000_000
"""Literals that it plays again in one film: some thousands of conflicts, half a minute."""


@dataclass
class Clash:
    """A contradiction, resolved. `learnt` holds in every solution; `asserts` is its one literal of the deepest level, if it has
    just one, and `level` the deepest of the others."""

    broken: Clause
    learnt: Clause
    asserts: int
    level: int
    steps: list[tuple[int, Clause | None]] = field(default_factory=list)
    """the implication graph: literals that became true, in order, and the clause of each (None: guessed, or stood before)"""
    levels: dict[int, int] = field(default_factory=dict)
    """the decision level of each variable in it"""


class Mirror:
    """The clauses, the reported trail, and a propagation of its own on top of it."""

    def __init__(self, clauses: Iterable[Clause], top: int) -> None:
        self._with: defaultdict[int, list[Clause]] = defaultdict(list)
        self._pairs: defaultdict[int, list[tuple[int, Clause]]] = defaultdict(list)
        """clauses of two literals apart: from each to the other"""
        self._learnt: list[Clause] = []
        self._learnt_ids: set[int] = set()
        self._fresh: list[Clause] = []
        """clauses that came since the solver was last at rest: they may be unit already"""
        self._work = 0
        self._room = 0
        self._value: list[int] = []
        self._place: dict[int, int] = {}
        self._level: dict[int, int] = {}
        self.trail: list[int] = []
        self._starts: list[int] = [0]
        """where each level begins on the trail"""
        self._grow(top)
        for clause in clauses:
            self._index(clause)

    def _grow(self, top: int) -> None:
        """Values by literal: a negative one counts from the end, so that one list serves both signs."""
        self._room = top + top // 4 + 64
        self._value = [0] * (2 * self._room + 1)
        for literal in self.trail:
            self._value[literal], self._value[-literal] = 1, -1

    def _index(self, clause: Clause) -> None:
        if len(clause) == 2:
            one, other = clause
            self._pairs[one].append((other, clause))
            self._pairs[other].append((one, clause))
            return
        for literal in clause:
            self._with[literal].append(clause)

    def add(self, clause: Clause) -> None:
        """A clause that the solver gets from now on."""
        clause = list(clause)
        top = max(map(abs, clause), default=0)
        if top > self._room:
            self._grow(top)
        self._index(clause)
        self._fresh.append(clause)

    def learn(self, clause: Clause) -> None:
        """What a conflict taught; the oldest are forgotten."""
        if len(self._learnt) >= MOST_LEARNT:
            for old in self._learnt[: MOST_LEARNT // 2]:
                self._forget(old)
            del self._learnt[: MOST_LEARNT // 2]
        self.add(clause)
        self._learnt.append(self._fresh[-1])
        self._learnt_ids.add(id(self._fresh[-1]))

    def _forget(self, old: Clause) -> None:
        self._learnt_ids.discard(id(old))
        for literal in old:
            if len(old) == 2:
                self._pairs[literal] = [pair for pair in self._pairs[literal] if pair[1] is not old]
            else:
                self._with[literal] = [other for other in self._with[literal] if other is not old]

    def is_learnt(self, clause: Clause) -> bool:
        return id(clause) in self._learnt_ids

    # --- the trail --------------------------------------------------------------------------------------------------------
    def assign(self, literal: int, level: int) -> None:
        if abs(literal) > self._room:
            self._grow(abs(literal))
        self._value[literal], self._value[-literal] = 1, -1
        while len(self._starts) <= level:
            self._starts.append(len(self.trail))
        self._place[abs(literal)], self._level[abs(literal)] = len(self.trail), level
        self.trail.append(literal)

    def rest(self) -> None:
        """Propagation ended without a conflict."""
        self._fresh.clear()

    def back(self, level: int) -> None:
        """Everything deeper is undone; what was fixed for good meanwhile stays."""
        if level + 1 >= len(self._starts):
            return
        start = self._starts[level + 1]
        gone = self.trail[start:]
        del self.trail[start:], self._starts[level + 1 :]
        for literal in gone:
            variable = abs(literal)
            if self._level[variable] <= level:
                self._place[variable] = len(self.trail)
                self.trail.append(literal)
            else:
                self._value[literal] = self._value[-literal] = 0
                del self._place[variable], self._level[variable]

    @property
    def tired(self) -> bool:
        """A long search is not played again for ever: counted, not timed, so that equal searches make equal films."""
        return self._work > MOST_WORK

    def holds(self, literal: int) -> bool:
        return abs(literal) <= self._room and self._value[literal] > 0

    # --- reasons ----------------------------------------------------------------------------------------------------------
    def forcing(self, literal: int) -> Clause | None:
        """The clause that left only this literal when it came (or leaves it now): rules before what was learnt."""
        value, place = self._value, self._place
        limit = place.get(abs(literal), len(self.trail))
        found: Clause | None = None
        learnt: Clause | None = None
        for other, clause in self._pairs.get(literal, ()):
            if value[other] < 0 and place[abs(other)] < limit:
                if id(clause) not in self._learnt_ids:
                    return clause
                learnt = clause
        for clause in self._with.get(literal, ()):
            if found is not None and len(clause) >= len(found):
                continue
            for other in clause:
                if other != literal and (value[other] >= 0 or place[abs(other)] > limit):
                    break
            else:
                if id(clause) in self._learnt_ids:
                    learnt = clause
                else:
                    found = clause
                    if len(clause) <= SHORT:
                        break
        return found or learnt

    # --- playing again ----------------------------------------------------------------------------------------------------
    def clash(self, tried: int | None, level: int) -> Clash | None:
        """The contradiction that a literal tried on this level runs into (None: what is there, with the new clauses)."""
        if self.tired:
            return None
        start = len(self.trail)
        because: dict[int, Clause | None] = {}
        broken = self._play(tried, level, because, start)
        if broken is None and tried is None:  # the solver was not at rest: look at all that its last level touches
            broken = self._play(None, level, because, self._starts[min(level, len(self._starts) - 1)])
        found = self._resolve(broken, because) if broken is not None else None
        self._work += len(self.trail) - start
        for literal in self.trail[start:]:
            self._value[literal] = self._value[-literal] = 0
            del self._place[abs(literal)], self._level[abs(literal)]
        del self.trail[start:]
        self._starts = [each for each in self._starts if each < start] or [0]
        return found

    def _play(self, tried: int | None, level: int, because: dict[int, Clause | None], head: int) -> Clause | None:
        """Unit propagation, beginning with what stands on the trail from `head` on; the clause that it breaks."""
        value, with_, pairs, trail = self._value, self._with, self._pairs, self.trail
        if tried is not None:
            self.assign(tried, level)
            because[abs(tried)] = None
        for clause in self._fresh:
            if self._look(clause, level, because):
                return clause
        while head < len(trail):
            gone = -trail[head]
            head += 1
            for other, clause in pairs.get(gone, ()):
                said = value[other]
                if said < 0:
                    return clause
                if not said:
                    self.assign(other, level)
                    because[abs(other)] = clause
            for clause in with_.get(gone, ()):
                free = 0
                for literal in clause:
                    said = value[literal]
                    if said > 0:
                        break
                    if not said:
                        if free:
                            break
                        free = literal
                else:
                    if not free:
                        return clause
                    self.assign(free, level)
                    because[abs(free)] = clause
        return None

    def _look(self, clause: Clause, level: int, because: dict[int, Clause | None]) -> bool:
        """Use a clause that may be unit; True if it is broken."""
        if any(self._value[literal] > 0 for literal in clause):
            return False
        free = [literal for literal in clause if not self._value[literal]]
        if len(free) == 1:
            self.assign(free[0], level)
            because[abs(free[0])] = clause
        return not free

    def _resolve(self, broken: Clause, because: dict[int, Clause | None]) -> Clash:
        """Resolve the broken clause with the reasons of its deepest literals until one of them is left."""
        deepest = max((self._level[abs(literal)] for literal in broken), default=0)
        open_, used = set(broken), list[tuple[int, Clause | None]]()
        waiting = {abs(literal) for literal in broken if self._level[abs(literal)] == deepest}
        seen = {abs(literal) for literal in broken}
        stuck: list[int] = []
        while waiting and len(waiting) + len(stuck) > 1:
            variable = max(waiting, key=lambda each: self._place[each])
            waiting.discard(variable)
            literal = variable if self._value[variable] > 0 else -variable
            reason = because[variable] if variable in because else self.forcing(literal)
            if reason is None:
                stuck.append(literal)
                continue
            used.append((literal, reason))
            open_.discard(-literal)
            for other in reason:
                if abs(other) not in seen and other != literal:
                    seen.add(abs(other))
                    open_.add(other)
                    if self._level[abs(other)] == deepest:
                        waiting.add(abs(other))
        learnt = [literal for literal in open_ if self._level[abs(literal)] > 0]
        top = [literal for literal in learnt if self._level[abs(literal)] == deepest]
        below = max((self._level[abs(literal)] for literal in learnt if literal not in top), default=0)
        leaves = sorted((-literal for literal in open_), key=lambda each: self._place[abs(each)])
        steps: list[tuple[int, Clause | None]] = [(literal, None) for literal in leaves]
        steps += sorted(used, key=lambda each: self._place[abs(each[0])])
        learnt.sort(key=lambda literal: self._place[abs(literal)])
        levels = {abs(literal): self._level[abs(literal)] for literal, _ in steps}
        return Clash(broken, learnt, top[0] if len(top) == 1 else 0, below, steps, levels)
