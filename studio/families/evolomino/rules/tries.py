"""The ladder's upper rungs: what would follow if a cell held a square, or none."""

from __future__ import annotations

from collections.abc import Iterator

from studio.core.deduction import Rule, Step
from studio.core.say import marked
from studio.families.evolomino.model import IS_SQUARE, NO_SQUARE
from studio.families.evolomino.rules.growth import GROWTH
from studio.families.evolomino.rules.looks import LOOKS
from studio.families.evolomino.rules.state import State
from studio.families.evolomino.rules.ways import ArrowWays
from studio.solvers.suppose import Shared, Tries, going_on, out


class WhatIf:
    """Try a cell with the rules below; a contradiction decides it."""

    name = "what-if"
    title = marked("The other choice leads to a contradiction")
    level = 7

    def __init__(self, below: tuple[Rule, ...]) -> None:
        self.tries = Tries(below)

    def find(self, state: State) -> Iterator[Step]:
        cells = state.worth_trying()
        for cell in going_on(cells, cells, state.left_off):
            for value in (IS_SQUARE, NO_SQUARE):
                if cell not in state.open_cells:
                    break
                if state.witnessed((cell, value)):
                    continue
                if self.tries.what_follows(state, (cell, value)) is None:
                    state.left_off = cell
                    yield out(self.tries, state, (cell, value))
                    break


QUICK: tuple[Rule, ...] = (*LOOKS, *GROWTH)
BELOW: tuple[Rule, ...] = (*QUICK, ArrowWays())
TRIES: tuple[Rule, ...] = (WhatIf(QUICK), Shared(BELOW, "shared", marked("What both tries share"), 8))
LADDER: tuple[Rule, ...] = (*BELOW, *TRIES,
                            Shared((*QUICK, WhatIf(QUICK)), "tries-within", marked("Tries within a try"), 10, 3000),
                            Shared((*BELOW, *TRIES), "deep-tries", marked("Tries of every kind within a try"), 10, 6000))
