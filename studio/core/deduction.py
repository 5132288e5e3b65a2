"""Deduction as data: what a rule concludes and why, and what the shared search driver needs of a family's state."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Any, Protocol

from studio.core.puzzle import EMPTY, Answer
from studio.core.say import marked, say
from studio.core.trace import Reason


@dataclass(frozen=True)
class Step:
    """One conclusion: cell = value, or, with value < 0, cell is not |value|.

    `cell` <= -2 names one of the state's `moves` (several cells at once): value 1 = it is made, -1 = it is ruled out.
    """

    cell: int
    value: int
    reason: Reason


Fact = tuple[int, int]
"""What a step says, without its reason: (cell, value), coded as in `Step`."""


NO_CANDIDATE = marked("no candidate")


class Contradiction(Exception):
    """No solution from here; says why in words, with the cells that show it."""

    def __init__(self, text: str, cells: Iterable[int] = (), rule: str = "contradiction") -> None:
        super().__init__(text)
        self.reason = Reason(text, tuple(cells))
        self.rule = rule


def _no_one() -> None:
    """Nobody is in a hurry."""


class Deduction(ABC):
    """A family's state for the search driver: what is known, and how to take it back."""

    moves: Sequence[tuple[tuple[int, int], ...]] = ()
    telling: bool = False
    """True while somebody looks: then rules that try something out tell their trials, too"""
    told_trials: int = 0
    left_off: int = -1
    """the cell at which a try told something last: the next tries go on from there, for what the cells before it did not tell
    then they hardly tell now"""
    suppositions: int = 0
    """how many have been tried so far, those within others included"""
    heed: Callable[[], None] = staticmethod(_no_one)
    """called whenever a rule looks over the board, and at every try: raises Cancelled when nobody wants to wait any longer"""
    filming: Callable[[], AbstractContextManager[None]] = nullcontext
    """wraps what is done for whoever looks: that is not the search's time"""
    doubtful: Sequence[Sequence[int]] = ()
    """where a state takes some values for one: groups of cells of an answer that other values could fill as well"""

    def in_doubt(self) -> bool:
        """True when all is written, but other values could fill the answer as well: then nothing is solved."""
        if self.solved():
            self.answer()
        return bool(self.doubtful)

    @abstractmethod
    def known(self, cell: int, value: int) -> bool:
        """True when a conclusion says nothing new."""

    @abstractmethod
    def conclude(self, cell: int, value: int) -> None:
        """Enter a conclusion or a guess (same coding as Step); raise Contradiction if it cannot be."""

    def start(self) -> None:
        """Called once before a search: raise Contradiction if the givens clash all by themselves."""

    @abstractmethod
    def solved(self) -> bool:
        ...

    @abstractmethod
    def answer(self) -> Answer:
        ...

    @abstractmethod
    def choose(self, order: str) -> tuple[int, int]:
        """The next guess (cell, value) under a named order: "first" empty cell, "fewest" candidates, or the family's own.
        Contradiction if nothing is left to guess."""

    @abstractmethod
    def mark(self) -> int:
        """A point to come back to."""

    @abstractmethod
    def undo(self, mark: int) -> None:
        """Back to a marked point."""

    def enter(self, cells: Sequence[int], marks: Sequence[int]) -> None:
        """Take over some cells of a player's marks that are known to be right."""
        for cell in cells:
            if not self.known(cell, marks[cell]):
                self.conclude(cell, marks[cell])

    def holds(self, cell: int, value: int, answer: Sequence[int]) -> bool:
        """True when a conclusion (coded as in Step) agrees with an answer."""
        if cell >= 0:
            return answer[cell] == value if value > 0 else answer[cell] != -value
        return self.made(self.moves[-2 - cell], answer) == (value > 0)

    def made(self, move: tuple[tuple[int, int], ...], answer: Sequence[int]) -> bool:
        """True when an answer makes a move; to be overridden where the move's values are names (numbers of pieces)."""
        return all(answer[cell] == value for cell, value in move)

    # --- for rules that try something out (`solvers/suppose.py`) ----------------------------------------------------------
    def alternatives(self, fact: Fact, order: str) -> Sequence[Fact]:
        """The options of which a guess is one, itself among them."""
        return (fact, (fact[0], -fact[1]))

    def order_words(self, order: str) -> str:
        """Why `choose` came to its cell, in words."""
        told = {"first": say("it is the first open cell"), "fewest": say("no open cell has fewer")}
        return told.get(order, say("the order is “{order}”", order=order))

    def choices(self) -> Iterable[Sequence[Fact]]:
        """Facts of which one must hold, choices between few cases first. Only what a person would think of trying."""
        return ()

    def since(self, mark: int) -> set[Fact]:
        """The facts that became known after a mark."""
        return set()

    def witnessed(self, fact: Fact) -> bool | None:
        """Is this fact so in a solution at hand that agrees with all that is known? None where there is no such solution.
        No sound rule refutes what one holds: so this saves tries, and changes no conclusion."""
        return None

    def fact_text(self, fact: Fact) -> str:
        """A fact in a sentence: "r1c2 is 3"."""
        return f"{fact}"

    def fact_cells(self, fact: Fact) -> tuple[int, ...]:
        """Where a fact is seen on the board."""
        return (fact[0],) if fact[0] >= 0 else tuple(cell for cell, _ in self.moves[-2 - fact[0]])

    def settled_value(self, cell: int) -> int:
        """The value that a cell has come to, 0 if open: a film shows it when exclusions have left only one."""
        return EMPTY

    def values_left(self, cell: int) -> Sequence[int]:
        """The values that a cell could still have; nothing where a state does not know cells by their values."""
        return ()

    def marks(self) -> list[int]:
        """The decided cells as board marks, 0 elsewhere."""
        return list(self.answer())


class Rule(Protocol):
    """One named way to conclude something. Rules are stateless; `level` orders the ladder and rates puzzles (1 easy … 10)."""

    name: str
    title: str
    level: int

    def find(self, state: Any) -> Iterable[Step]:
        """Conclusions from the state, lazily; may raise Contradiction. The driver enters each before asking for the next,
        so a rule that works on a snapshot must only yield what stays true when more becomes known."""
        ...


def bit_values(domain: int) -> list[int]:
    found = []
    while domain:
        low = domain & -domain
        found.append(low.bit_length() - 1)
        domain ^= low
    return found


class Candidates(Deduction):
    """The usual state: a set of candidate values per cell as a bit mask (bit v = value v), with a trail."""

    def __init__(self, domains: Sequence[int]) -> None:
        self.domains: list[int] = list(domains)
        self._trail: list[tuple[int, int]] = []
        self.open_cells: set[int] = {cell for cell, domain in enumerate(self.domains) if domain & (domain - 1)}

    def value(self, cell: int) -> int:
        """The decided value, 0 while several are possible."""
        domain = self.domains[cell]
        return domain.bit_length() - 1 if domain and not domain & (domain - 1) else EMPTY

    def settled_value(self, cell: int) -> int:
        return self.value(cell)

    def can_be(self, cell: int, value: int) -> bool:
        return bool(self.domains[cell] >> value & 1)

    def values(self, cell: int) -> list[int]:
        return bit_values(self.domains[cell])

    def values_left(self, cell: int) -> Sequence[int]:
        return self.values(cell)

    def known(self, cell: int, value: int) -> bool:
        if value > 0:
            return self.domains[cell] == 1 << value
        return not self.domains[cell] >> -value & 1

    def conclude(self, cell: int, value: int) -> None:
        old = self.domains[cell]
        new = old & (1 << value) if value > 0 else old & ~(1 << -value)
        if new == old:
            return
        if not new:
            raise Contradiction(say("no value is left for this cell"), (cell,), NO_CANDIDATE)
        self._trail.append((cell, old))
        self.domains[cell] = new
        if not new & (new - 1):
            self.open_cells.discard(cell)
            self.decided(cell, new.bit_length() - 1)

    def decided(self, cell: int, value: int) -> None:
        """Hook: a cell has just got its value."""

    def reopened(self, cell: int, value: int) -> None:
        """Hook: a decided cell is open again (called while undoing, newest first)."""

    def solved(self) -> bool:
        return not self.open_cells

    def answer(self) -> Answer:
        return tuple(self.value(cell) for cell in range(len(self.domains)))

    def choose(self, order: str) -> tuple[int, int]:
        if order == "fewest":
            cell = min(self.open_cells, key=lambda c: (self.domains[c].bit_count(), c))
        else:
            cell = min(self.open_cells)
        return cell, self.values(cell)[0]

    def alternatives(self, fact: Fact, order: str) -> Sequence[Fact]:
        return [(fact[0], value) for value in self.values(fact[0])]

    def choices(self) -> Iterator[Sequence[Fact]]:
        for cell in sorted(self.open_cells, key=lambda c: (self.domains[c].bit_count(), c)):
            yield [(cell, value) for value in self.values(cell)]

    def since(self, mark: int) -> set[Fact]:
        found: set[Fact] = set()
        for cell, old in self._trail[mark:]:
            gone = old & ~self.domains[cell]
            found.update((cell, -value) for value in bit_values(gone))
        return found

    def mark(self) -> int:
        return len(self._trail)

    def undo(self, mark: int) -> None:
        while len(self._trail) > mark:
            cell, old = self._trail.pop()
            now = self.domains[cell]
            self.domains[cell] = old
            if not now & (now - 1):
                self.open_cells.add(cell)
                self.reopened(cell, now.bit_length() - 1)
