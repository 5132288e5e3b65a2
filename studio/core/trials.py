"""What a family gives to those who try it: small random puzzles, and what a cell of an answer can hold.

From these two and the checker alone, the conformance kit (`tests/families/conformance.py`) enumerates all solutions of small
boards and compares with them everything else that the family says.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from random import Random

from studio.core.puzzle import Puzzle


class Trials(ABC):
    """A family's small boards. All chance comes from `rng`."""

    @abstractmethod
    def random_puzzle(self, rng: Random, size: int) -> Puzzle:
        """A random board of at most `size` cells, with every kind of clue and parameter that the family has. Boards with no
        solution, with one and with several should all occur."""

    @abstractmethod
    def values(self, puzzle: Puzzle) -> Sequence[Sequence[int]]:
        """For every cell, the values that an answer can have there; () where the cell is no part of it (and stays 0).

        Where answers only number their pieces: the numbers; a new piece is taken to have the lowest number not used before it.
        """


def random_shape(rng: Random, size: int, longest: int = 6) -> tuple[int, int]:
    """Rows and columns of a board of more than a third of `size` cells, up to all of them; thin ones are rare, because little
    happens on them."""
    shapes = [(rows, cols) for rows in range(1, longest + 1) for cols in range(1, longest + 1)
              if size < 3 * rows * cols <= 3 * size]
    return rng.choices(shapes, [min(shape) ** 3 for shape in shapes])[0]
