"""What a family's clause kernel gives to the shared loops: solve, prove unique, forced cells, clashing clues, carving."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Protocol

from studio.core.puzzle import Answer
from studio.core.trace import Reason

Clause = list[int]
Clue = Hashable
"""A cell's number where the clue is a given; another hashable (such as ("tile", 2)) where it is not."""


@dataclass(frozen=True)
class Why(Reason):
    """The name of a clause or cut: a reason that also knows its rule. It goes wherever a `Reason` goes (films, hints, clashes).

    `text` says the clause in words ("this 3 needs another cell: one of these"), `cells` are those the clause is about.
    """

    rule: str = "clause"
    """The rule of the puzzle that the clause enforces, as films name rules: lower case with hyphens ("no-four")."""


def why(kernel: Clauses, clause: Clause) -> Why | None:
    """What a clause of `kernel.clauses`, or one of its cuts, enforces; None for clauses that the kernel does not know
    (learnt by the solver, added by a shared loop) or a stand-in without names. Costs nothing until somebody asks."""
    reason = getattr(kernel, "reason", None)
    return reason(clause) if reason is not None else None


class Clauses(Protocol):
    """CNF, plus what is enforced lazily, plus how to read a model.

    Literals are DIMACS integers. A model is a sequence of signed literals with variable v at position v-1.

    Optional, where a literal sets several cells at once (a placed tile) and the answer only numbers the pieces:
    `moves: dict[int, sequence of (cell, value)]`, from literal to its cells; it stands beside or instead of `literals`.
    Optional, where one literal stands for several values: `told(answer) -> list[int]`, the literals that are true in an answer
    (or in marks, 0 = open) and together tell it from all others. Without it they are read off `literals` and `moves`.
    """

    clauses: list[Clause]
    top: int
    literals: list[tuple[int, int, int]]
    """(cell, value, literal): the literal is true iff the answer has this value in this cell. A cell that is named neither here
    nor in a move is decided: all solutions agree on it."""
    assumptions: dict[Clue, int]
    """With assume_clues=True: a given holds only while its literal is assumed."""

    def cuts(self, model: Sequence[int]) -> list[Clause]:
        """Clauses that the model breaks and every solution keeps; empty if the model is a solution.

        A cut may use new variables if it raises `top`; cuts must hold whatever clues are assumed.
        """
        ...

    def cut_cells(self, clause: Clause) -> tuple[int, ...]:
        """The region that a cut is about, for the film."""
        ...

    def reason(self, clause: Clause) -> Why | None:
        """The rule that a clause of `clauses` or a cut enforces, in words; None for others (learnt by the solver, added by a
        shared loop). A clause is known by its literals, in whatever order. Ask by `why`."""
        ...

    def decode(self, model: Sequence[int]) -> Answer:
        ...
