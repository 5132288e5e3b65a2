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

    def decode(self, model: Sequence[int]) -> Answer:
        ...
