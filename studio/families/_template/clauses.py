"""The clause kernel of the template: one variable per cell and value, built by the constraint kit (`solvers.constraints`)."""

from __future__ import annotations

from studio.core.puzzle import Puzzle
from studio.solvers.constraints import Constraints, Name

ONE_NUMBER = Name("one-number", "every cell holds exactly one number")
ROW = Name("row", "every row holds each number exactly once")
COLUMN = Name("column", "every column holds each number exactly once")
GIVEN = Name("given", "this number is given")


class LatinClauses(Constraints):
    def __init__(self, puzzle: Puzzle, assume_clues: bool = False) -> None:
        super().__init__(puzzle.grid, assume_clues)
        size = puzzle.grid.rows
        numbers = range(1, size + 1)
        holds = {value: self.cells(f"this cell holds {value}") for value in numbers}
        for value in numbers:
            self.answer(holds[value], yes=value)
        for cell in puzzle.grid.cells():
            self.exactly(1, [holds[value][cell] for value in numbers], ONE_NUMBER)
        for value in numbers:
            for line in range(size):
                self.exactly(1, [holds[value][line * size + at] for at in range(size)], ROW)
                self.exactly(1, [holds[value][at * size + line] for at in range(size)], COLUMN)
        for cell in puzzle.clues():
            given = holds[puzzle.givens[cell]][cell]
            if assume_clues:
                self.assumptions[cell] = given
            else:
                self.add([given], GIVEN)
