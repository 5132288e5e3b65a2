"""All solutions of a small board by plain enumeration, from the family's checker alone: no idea in common with its engines."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from studio.core.family import Family
from studio.core.puzzle import Answer, Board, Puzzle

NODES = 8000
"""Marks that are tried before a board counts as too large for this."""


class TooLarge(Exception):
    """More marks would have to be tried than anybody wants to wait for."""


def solutions(family: Family, puzzle: Puzzle, nodes: int = NODES, blindly: bool = False) -> list[Answer]:
    """Every answer that the checker accepts. A partial board that it blames is not filled further, unless `blindly`: then the
    checker sees full boards only, and what it says of partial ones does not matter."""
    return _Enumeration(family, puzzle, nodes, blindly).run()


class _Enumeration:
    def __init__(self, family: Family, puzzle: Puzzle, nodes: int, blindly: bool) -> None:
        assert family.trials is not None, f"{family.id} has no trials"
        self.family, self.puzzle, self.nodes, self.blindly = family, puzzle, nodes, blindly
        self.values: Sequence[Sequence[int]] = family.trials.values(puzzle)
        self.board = Board(puzzle, family.start_marks(puzzle))
        self.todo = [cell for cell in puzzle.grid.cells() if not self.board.marks[cell] and len(self.values[cell])]
        self.found: list[Answer] = []

    def run(self) -> list[Answer]:
        self._fill(0)
        return self.found

    def _fill(self, number: int) -> None:
        if number == len(self.todo):
            answer = tuple(self.board.marks)
            if not self.family.wrong(self.puzzle, answer):
                self.found.append(answer)
            return
        cell, marks = self.todo[number], self.board.marks
        newest = None if self.family.pieces is None else max(marks) + 1
        for value in self.values[cell]:
            if newest is not None and value > newest:  # numbers are only names: one new one is like another
                break
            self.nodes -= 1
            if self.nodes < 0:
                raise TooLarge
            marks[cell] = value
            if self.blindly or not self.family.check(self.board):
                self._fill(number + 1)
        marks[cell] = 0


def told(family: Family, puzzle: Puzzle, answers: Sequence[Answer]) -> set[tuple[Hashable, ...]]:
    """Answers free of arbitrary names, to be compared."""
    return {tuple(family.contents(puzzle, answer)) for answer in answers}
