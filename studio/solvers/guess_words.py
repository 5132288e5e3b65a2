"""Why this guess: the cell, how many options it had, which were the others, and by which order it came first."""

from __future__ import annotations

from studio.core.deduction import Deduction, Fact
from studio.core.family import Family
from studio.core.puzzle import Puzzle
from studio.core.say import say
from studio.core.trace import Reason

FEW = 6
"""options that are named; more are counted"""


def guess_reason(family: Family, puzzle: Puzzle, state: Deduction, order: str, fact: Fact) -> Reason:
    """A guess in words, told before it is entered."""
    cell, value = fact
    options = list(state.alternatives(fact, order))
    why = state.order_words(order)
    if cell < 0:
        about = state.fact_cells(fact)
        where = puzzle.grid.cell_names(about[:FEW])
        text = say("nothing more follows; this is one of {n} ways to go on here ({why}): a piece on {where}", n=len(options),
                   why=why, where=where)
        return Reason(text, about)
    words = [family.notation.word(abs(other)) for _, other in options]
    named = ", ".join(words[:FEW]) + (" …" if len(words) > FEW else "")
    text = say("nothing more follows; {cell} has {n} options ({named}), and {why}; {value} is tried first",
               cell=puzzle.grid.cell_name(cell), n=len(options), named=named, why=why, value=family.notation.word(abs(value)))
    return Reason(text, (cell,))
