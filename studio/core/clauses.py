"""What a family's clause kernel gives to the shared loops: solve, prove unique, forced cells, clashing clues, carving."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Protocol

from studio.core.puzzle import Answer

Clause = list[int]
Clue = Hashable
"""A cell's number where the clue is a given; another hashable (such as ("tile", 2)) where it is not."""


class Clauses(Protocol):
    """CNF, plus what is enforced lazily, plus how to read a model.

    Literals are DIMACS integers. A model is a sequence of signed literals with variable v at position v-1.

    Optional: `told(answer) -> list[int]`, the literals that are true in an answer and together tell it from all others. Without
    it they are read off `literals`. A kernel needs it where `literals` cannot list them: values are names (`Family.contents`
    differs from the answer), or one literal stands for several values.
    """

    clauses: list[Clause]
    top: int
    literals: list[tuple[int, int, int]]
    """(cell, value, literal): the literal is true iff the answer has this value in this cell.

    Where the answer numbers pieces, one entry per cell of each placement; the value is then 0 and says nothing."""
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

    def decode(self, model: Sequence[int]) -> Answer:
        ...
