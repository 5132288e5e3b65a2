"""What the deduction ladder knows about a board: numbers written, numbers still possible, groups, and how to take it back.

It wraps the clause kernel's state (of lists: rules are Python and look at single cells): the same union-find groups, trail
and `reach`, so that the rules that explain themselves and the kernel that does not agree on what they test. A cell whose
candidates shrink to one is decided for the tests at once, but *written* only by a step of its own, so that every number on
the board has its reason.

A hidden region larger than every clue is one candidate, "m0 + 1 or more" (see `kernel.state`); its number is told at the end.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from studio.core.deduction import Contradiction, Deduction, Fact
from studio.core.puzzle import Answer, Puzzle
from studio.core.say import marked, say
from studio.families.fillomino.kernel.state import OPEN, Values, make_state
from studio.families.fillomino.model import Terms
from studio.families.fillomino.rules import plain as kernel
from studio.solvers.kernels import Kernels

NO_CANDIDATE, HIDDEN_REGION, TOO_LARGE, NO_ROOM = (marked("no candidate"), marked("hidden region"), marked("too large"),
                                                   marked("no room"))
"""the rules that a step can break at once, as films name them"""


class FillominoDeduction(Deduction):
    """State of the ladder. Rules use padded cell numbers and value indices of `self.s`; steps use cells and numbers."""

    def __init__(self, puzzle: Puzzle, at_least: int = 0) -> None:
        self.grid, self.givens, self.terms = puzzle.grid, puzzle.givens, Terms.of(puzzle)
        self.basic = self.terms.basic
        self.values = Values.of(puzzle.givens, self.terms, at_least)
        self.s = make_state(self.grid.rows, self.grid.cols, puzzle.givens, self.terms, self.values, Kernels.PLAIN)
        kernel.load(self.s)
        width, cols = self.s.width, self.grid.cols
        self.padded = [(r + 1) * width + c for r in range(self.grid.rows) for c in range(cols)]
        self.cell_of = {p: cell for cell, p in enumerate(self.padded)}
        self.numbers = [self.s.lo[k] for k in range(self.s.values)]
        self.index = {number: k for k, number in enumerate(self.numbers)}
        self.written = [given > 0 for given in puzzle.givens]
        self._writing: list[int] = []
        self._marks: list[tuple[int, int, dict[str, int], bool]] = []
        self.doubtful: list[list[int]] = []
        self.seen: dict[str, int] = {}
        """How much of the trail a rule has looked at; taken back with it."""

    # --- the search driver's side -----------------------------------------------------------------------------------
    def value_index(self, number: int) -> int | None:
        """A number's value index; hidden regions share one, whatever their number."""
        k = self.index.get(number)
        return self.s.values - 1 if k is None and self.values.anonymous and number > self.values.m0 else k

    def holds(self, cell: int, value: int, answer: Sequence[int]) -> bool:
        return (self.value_index(answer[cell]) == self.value_index(abs(value))) == (value > 0)

    def known(self, cell: int, value: int) -> bool:
        k = self.value_index(abs(value))
        if value > 0:
            return self.written[cell] and (k is None or self.s.value[self.padded[cell]] == k)
        return k is None or not self.s.poss[k * self.s.cells + self.padded[cell]]

    def conclude(self, cell: int, value: int) -> None:
        p, k = self.padded[cell], self.value_index(abs(value))
        if k is None:
            raise Contradiction(say("no region can have {value} cells", value=abs(value)), (cell,), NO_CANDIDATE)
        if value < 0:
            if not kernel.remove(self.s, p, k):
                raise Contradiction(marked("no number is left for this cell"), (cell,), NO_CANDIDATE)
            return
        if not kernel.decide(self.s, p, k):
            raise Contradiction(say("{value} is not possible here any more", value=value), (cell,), NO_CANDIDATE)
        if not self.written[cell]:
            self.written[cell] = True
            self._writing.append(cell)
        self._keep_rules(p, k)

    def start(self) -> None:
        """Givens that touch may already make a region too large, or one that cannot be completed."""
        if not self.s.values:
            raise Contradiction(marked("every region holds a given number, and there is none"), (), HIDDEN_REGION)
        for cell, given in enumerate(self.givens):
            if given > 0:
                self._keep_rules(self.padded[cell], self.s.value[self.padded[cell]])

    def _keep_rules(self, p: int, k: int) -> None:
        """The thesis' constraint test of a placed number (section 6.1): no group too large, none that cannot be completed."""
        s = self.s
        root = kernel.find(s, p)
        shut = [q for q in self.across(p) if s.value[q] == k and s.lo[k] == s.hi[k]]
        if shut:
            both = say("{number} on both sides of a given border", number=self.numbers[k])
            raise Contradiction(both, self.cells([p, *shut]), "border")
        if s.group_size[root] > s.hi[k]:
            text = say("a region of {number}s would have {count} cells", number=self.numbers[k],
                       count=s.group_size[root])
            raise Contradiction(text, self.group(root), TOO_LARGE)
        for q in (p, p - 1, p + 1, p - s.width, p + s.width):
            if s.value[q] >= 0:
                self.must_fit(q)

    def must_fit(self, p: int) -> None:
        """The group of the decided cell p can still be completed."""
        s, k = self.s, self.s.value[p]
        root = kernel.find(s, p)
        if s.group_size[root] < s.hi[k]:
            wanting = s.group_size[root] < s.lo[k] or (self.basic and not s.group_clues[root])
            if wanting and kernel.reach(s, p, k, -1, s.lo[k]) < s.lo[k]:
                text = say("this region of {number} cannot be completed any more", number=self.number_text(k))
                raise Contradiction(text, self.group(root), NO_ROOM)
        elif self.basic and not s.group_clues[root]:
            raise Contradiction(say("this region of {number}s holds no given number", number=self.numbers[k]), self.group(root),
                                HIDDEN_REGION)

    def solved(self) -> bool:
        return all(self.written)

    def answer(self) -> Answer:
        """Numbers of the written cells; a hidden region "m0 + 1 or more" gets the number of its cells when all is written."""
        found = [self.numbers[self.s.value[p]] if done else 0 for p, done in zip(self.padded, self.written)]
        if self.values.anonymous and self.solved():
            self._name_hidden(found)
        return tuple(found)

    def _name_hidden(self, numbers: list[int]) -> None:
        last = self.s.values - 1
        cells = [cell for cell, p in enumerate(self.padded) if self.s.value[p] == last]
        for region in self.grid.components(cells):
            if len(region) >= 2 * self.values.m0 + 3 or len(region) in self.values.larger():
                self.doubtful.append(region)
            for cell in region:
                numbers[cell] = len(region)

    def choose(self, order: str) -> tuple[int, int]:
        """"first": row by row as the thesis does; "fewest": the cell with the fewest candidates. Smallest number first."""
        open_cells = [cell for cell, done in enumerate(self.written) if not done]
        cell = open_cells[0]
        if order == "fewest":
            cell = min(open_cells, key=lambda c: self.s.count[self.padded[c]])
        numbers = self.candidates(cell)
        if not numbers:
            raise Contradiction(marked("no number is left for this cell"), (cell,), NO_CANDIDATE)
        return cell, numbers[0]

    def alternatives(self, fact: Fact, order: str) -> Sequence[Fact]:
        return [(fact[0], number) for number in self.candidates(fact[0])]

    def mark(self) -> int:
        self._marks.append((self.s.trailed, len(self._writing), dict(self.seen), self.s.pending > 0))
        return len(self._marks) - 1

    def undo(self, mark: int) -> None:
        trail, written, self.seen, waiting = self._marks[mark]  # what a rule saw later, it has to be able to say again
        del self._marks[mark:]
        kernel.undo(self.s, trail)
        if waiting:  # the board had not been looked at then
            for k in range(self.s.values):
                for p in self.padded:
                    kernel.raise_event(self.s, p, k)
        for cell in self._writing[written:]:
            self.written[cell] = False
        del self._writing[written:]

    def marks(self) -> list[int]:
        return [self.numbers[self.s.value[p]] if done else 0 for p, done in zip(self.padded, self.written)]

    def exact_numbers(self) -> dict[int, int]:
        """The written cells whose number is known exactly (not only "m0 + 1 or more")."""
        exact = len(self.values.sizes)
        return {cell: self.numbers[self.s.value[p]] for cell, p in enumerate(self.padded)
                if self.written[cell] and self.s.value[p] < exact}

    def values_left(self, cell: int) -> Sequence[int]:
        return self.candidates(cell)

    # --- for rules that try something out -----------------------------------------------------------------------------
    def choices(self) -> Iterator[list[Fact]]:
        for p in sorted(self.open_padded(), key=lambda p: self.s.count[p]):
            cell = self.cell_of[p]
            yield [(cell, number) for number in self.candidates(cell)]

    def since(self, mark: int) -> set[Fact]:
        return self.removals(self.s.trail[self._marks[mark][0] : self.s.trailed])

    def removals(self, entries: Iterable[int]) -> set[Fact]:
        """Entries of the trail as facts: numbers that went."""
        cells, numbers = self.s.cells, self.s.values * self.s.cells
        return {(self.cell_of[entry % cells], -self.numbers[entry // cells]) for entry in entries if entry < numbers}

    def fact_text(self, fact: Fact) -> str:
        k = self.value_index(abs(fact[1]))
        number = self.number_text(k) if k is not None else str(abs(fact[1]))
        cell = self.grid.cell_name(fact[0])
        return say("{value} in {cell}", cell=cell, value=number) if fact[1] > 0 else say("no {value} in {cell}", cell=cell,
                                                                                     value=number)

    def across(self, p: int) -> list[int]:
        """The cells on the other side of the given borders of a cell."""
        if not self.s.walls:
            return []
        width = self.s.width
        return [q for q in (p - width, p - 1, p + 1, p + width) if q in self.cell_of and kernel.walled(self.s, p, q)]

    # --- the rules' side --------------------------------------------------------------------------------------------
    def candidates(self, cell: int) -> list[int]:
        """The numbers still possible in a cell."""
        s, p = self.s, self.padded[cell]
        return [self.numbers[k] for k in range(s.values) if s.poss[k * s.cells + p]]

    def group(self, root: int) -> tuple[int, ...]:
        """The cells of the group with this root."""
        found = [self.cell_of[root]]
        q = self.s.member[root]
        while q != root:
            found.append(self.cell_of[q])
            q = self.s.member[q]
        return tuple(found)

    def groups(self) -> list[tuple[int, int]]:
        """(root, value index) of every group."""
        s = self.s
        return [(p, s.value[p]) for p in self.padded if s.value[p] >= 0 and s.parent[p] == p]

    def open_groups(self, values: set[int]) -> Iterator[tuple[int, int]]:
        """(root, value index) of the groups of some values that are not complete, also while the board changes."""
        s = self.s
        for p, k in self.groups():
            root = kernel.find(s, p)
            if k in values and s.group_size[root] < s.lo[k] and root == p:
                yield root, k

    def around(self, root: int, k: int) -> list[int]:
        """The open cells beside a group that may take its number, each once."""
        s, base = self.s, k * self.s.cells
        found: dict[int, None] = {}
        q = root
        while True:
            for r in (q - 1, q + 1, q - s.width, q + s.width):
                if s.poss[base + r] and s.value[r] == OPEN:
                    found[r] = None
            q = s.member[q]
            if q == root:
                return list(found)

    @contextmanager
    def news(self, rule: str) -> Iterator[set[int]]:
        """The value indices about which something has become known since the rule last finished; all at the first time."""
        s, end = self.s, self.s.trailed
        start = self.seen.get(rule, -1)
        if start < 0:
            yield set(range(s.values))
        else:
            yield self._values_since(start, end)
        self.seen[rule] = end  # only if the rule was asked to its end

    def _values_since(self, start: int, end: int) -> set[int]:
        s, found = self.s, set[int]()
        for entry in s.trail[start:end]:
            if entry < s.values * s.cells:
                found.add(entry // s.cells)
                decided = s.value[entry % s.cells]
                if decided >= 0:
                    found.add(decided)
        return found

    def name(self, p: int) -> str:
        return self.grid.cell_name(self.cell_of[p])

    def cells(self, padded: Sequence[int]) -> tuple[int, ...]:
        return tuple(self.cell_of[p] for p in padded)

    def number_text(self, k: int) -> str:
        """A value index in words."""
        anonymous = self.values.anonymous and k == self.s.values - 1
        return say("{number} or more", number=self.numbers[k]) if anonymous else str(self.numbers[k])

    def is_hidden(self, number: int) -> bool:
        """Does this number stand for hidden regions "of that size or more"?"""
        return self.values.anonymous and number == self.numbers[-1]

    def open_padded(self) -> Iterator[int]:
        for p in self.padded:
            if self.s.value[p] == OPEN:
                yield p
