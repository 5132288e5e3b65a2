"""The clause kernel of the template: one variable per cell and value, built by the constraint kit (`solvers.constraints`)."""

from __future__ import annotations

from studio.core.puzzle import Puzzle
from studio.core.say import marked, say
from studio.solvers.constraints import Constraints, Name

ONE_NUMBER = Name("one-number", say("every cell holds exactly one number"))
ROW = Name("row", say("every row holds each number exactly once"))
COLUMN = Name("column", say("every column holds each number exactly once"))
GIVEN = Name("given", say("this number is given"))
RULE_NAMES = (marked("one number"), marked("row"), marked("column"), marked("given"))
"""rules as a log shows them, where the ladder has no title for them"""


class LatinClauses(Constraints):
    def __init__(self, puzzle: Puzzle, assume_clues: bool = False) -> None:
        super().__init__(puzzle.grid, assume_clues)
        size = puzzle.grid.rows
        numbers = range(1, size + 1)
        holds = {value: self.cells(say("this cell holds {value}", value=value)) for value in numbers}
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
