"""Which rule a clause of the kernel enforces, in words: read off the clause itself, as the compiled writers keep no names."""

from __future__ import annotations

from collections.abc import Callable, Container

from studio.core.clauses import Clause, Why
from studio.core.say import marked, say
from studio.families.fillomino.model import Pair

Meaning = Callable[[int], tuple[int, int] | None]
"""From a variable to (cell, number); 0 = a number larger than those told apart; None: the variable stands for no number."""
RULE_NAMES = (marked("one number"), marked("too small"), marked("too large"), marked("given"), marked("clued"),
              marked("crossing"), marked("border"), marked("presolve"), marked("look ahead"), marked("refuted"),
              marked("no number"), marked("hidden region"), marked("single exit"), marked("forced"))
"""rules of clauses, of the kernel and of the thesis' program as a log shows them, where the ladder has no title for them"""


def _a(number: int) -> str:
    return f"{number}" if number else marked("hidden number")


def number_words(cell: str, number: int, most: int, holds: bool) -> str:
    """What a literal says: "r1c2 3", "r1c2 not 3"; 0 is any number above those told apart (`most`)."""
    if number:
        return (say("{cell} {number}", cell=cell, number=number) if holds
                else say("{cell} not {number}", cell=cell, number=number))
    return (say("{cell} a number above {most}", cell=cell, most=most) if holds
            else say("{cell} no number above {most}", cell=cell, most=most))


def why_clause(clause: Clause, meaning: Meaning, clued: Callable[[int], int | None], walls: Container[Pair] = ()) -> Why:
    """The clauses of `cnf.py` and `cuts.py` by their form. `clued`: the cell of a variable that says "this clue holds"."""
    said = {lit: meaning(abs(lit)) for lit in clause}
    given = tuple(cell for lit in clause for cell in [clued(abs(lit))] if cell is not None)
    named = [(lit, *about) for lit, about in said.items() if about is not None]
    cells = tuple(dict.fromkeys([*(cell for _, cell, _ in named), *given]))
    numbers = {number for _, _, number in named}
    more = any(lit > 0 for lit, _, _ in named)
    held = any(lit < 0 for lit, _, _ in named)
    if given and not held:
        return Why(marked("this number is given"), cells, "given")
    if given:
        return Why(marked("in the basic variant every region holds a given number: it must reach one of these cells"), cells,
                   "clued")
    if not named or (len({cell for _, cell, _ in named}) == 1 and (len(numbers) > 1 or len(named) < len(clause))):
        return Why(marked("a cell holds exactly one number"), cells, "one-number")
    if len(numbers) > 1:
        return Why(marked("two regions cannot cross here"), cells, "crossing")
    number = _a(*numbers)
    if len(cells) == 2 and not more and tuple(sorted(cells)) in walls:
        return Why(say("a given border lies between these cells: they are not both {number}", number=number), cells, "border")
    if more and held:
        return Why(say("this {number} needs another cell: one of these", number=number), cells, "too-small")
    if more:
        return Why(say("the region of {number} beside these cells needs another cell: one of these", number=number), cells,
                   "too-small")
    return Why(say("if these cells were all {number}, their region would have too many cells", number=number), cells,
               "too-large")
