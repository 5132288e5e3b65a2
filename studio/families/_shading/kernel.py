"""The rules as named clauses, from the constraint kit; that white cells hang together is enforced by cuts."""

from __future__ import annotations

from studio.core.puzzle import Puzzle
from studio.core.say import marked, say
from studio.families._shading.model import SHADED, WHITE, rays
from studio.solvers.constraints import Constraints, Name

TOUCHING = Name("no-touching", say("these two cells must not both be shaded"))
CONNECTED = Name("only-way", say("the white cells must stay connected: one of these joins their parts"))
NUMBER = Name("number", say("a number is never shaded"))
SIGHT = Name("sight", say("what a number sees ends at the first shaded cell"))
RULE_NAMES = (marked("no touching"), marked("only way"), marked("number"), marked("sight"), marked("count"))
"""rules as a log shows them, where the ladder has no title for them"""


def clauses(puzzle: Puzzle, assume_clues: bool) -> Constraints:
    rules = Constraints(puzzle.grid, assume_clues)
    white = rules.cells(say("this cell is white"))
    rules.answer(white, WHITE, SHADED)
    rules.extend(([white[one], white[other]] for one, other in puzzle.grid.adjacent_pairs()), TOUCHING)
    rules.connected(white, CONNECTED)
    for cell in puzzle.clues():
        with rules.under(rules.clue(cell)):
            rules.add([white[cell]], NUMBER)
            _sees(rules, white, cell, puzzle.givens[cell])
    return rules


def _sees(rules: Constraints, white: dict[int, int], cell: int, number: int) -> None:
    """A variable for every cell in sight: it is seen if it is white and the one before it is seen."""
    sights = []
    for ray in rays(rules.grid, cell):
        before = white[cell]
        for other in ray:
            sight = rules.variable(say("seen from {cell}", cell=rules.grid.cell_name(cell)), (other,))
            rules.extend([[-sight, before], [-sight, white[other]], [sight, -before, -white[other]]], SIGHT)
            sights.append(sight)
            before = sight
    rules.exactly(number - 1, sights, Name("count", say("the {number} at {cell} counts what it sees", number=number,
                                                        cell=rules.grid.cell_name(cell))))
