"""What all solutions of a board share, where there are many: counterexamples from the best engine, proofs from the rules.

The clause kernel is asked only about what neither settles: on a board with few clues it can take very long to find a solution.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from random import Random

from studio.core.deduction import Contradiction
from studio.core.engine import Cancel, Cancelled
from studio.core.family import Family
from studio.core.parts import Clues
from studio.core.puzzle import Answer, Puzzle
from studio.setter.ask import ask_best, shorter
from studio.solvers.search import Ladder

HUNT_SECONDS = 6.0
RULE_SECONDS = 1.0
QUESTION_SECONDS = 1.0
TRIES = 4
"""Other values that are tried in a cell."""
QUICK_RULES = 5
"""The hardest rules that are asked for proofs: what is harder takes longer than the clause kernel."""


def counterexamples(family: Family, puzzle: Puzzle, known: Sequence[Answer], settled: AbstractSet[int],
                    cancel: Cancel, met: Callable[[Answer], object] = lambda answer: None) -> list[Answer]:
    """More solutions, each of which differs from all the known ones in a cell on which they agree (but the settled ones).
    `met` is told each of them at once."""
    found: list[Answer] = []
    if family.clues is None or not family.clues.about_cells:
        return found
    clock = shorter(cancel, HUNT_SECONDS)
    open_cells = [cell for cell in puzzle.grid.cells() if known[0][cell] and cell not in settled and not puzzle.givens[cell]]
    Random(0).shuffle(open_cells)
    try:
        for cell in open_cells:
            if len({answer[cell] for answer in (*known, *found)}) == 1:
                for answer in _other(family, family.clues, puzzle, known[0], cell, clock):
                    found.append(answer)
                    met(answer)
    except Cancelled:
        cancel.check()
    return found


def _other(family: Family, clues: Clues, puzzle: Puzzle, solution: Answer, cell: int, clock: Cancel) -> list[Answer]:
    """A solution that has something else in this cell, if a few tries find one."""
    for value in _other_values(puzzle, solution, cell):
        clock.check()
        wanted = tuple(value if other == cell else old for other, old in enumerate(solution))
        full = clues.full(puzzle, wanted)
        if not full[cell]:
            continue
        changed = puzzle.with_givens(full[cell] if other == cell else given for other, given in enumerate(puzzle.givens))
        result = ask_best(changed, 1, shorter(clock, QUESTION_SECONDS))
        fitting = [answer for answer in result.solutions if not family.wrong(puzzle, answer)]
        if fitting:
            return fitting
    return []


def _other_values(puzzle: Puzzle, solution: Answer, cell: int) -> list[int]:
    """Values of the solution, those next to the cell first."""
    near = [solution[other] for other in puzzle.grid.neighbours(cell)]
    values = dict.fromkeys([*near, *sorted(set(solution))])
    return [value for value in values if value and value != solution[cell]][:TRIES]


def proven(family: Family, puzzle: Puzzle, cancel: Cancel) -> set[int]:
    """Cells that the easier rules settle: they are the same in all solutions."""
    if family.rulebook is None:
        return set()
    state = family.rulebook.state(puzzle)
    clock = shorter(cancel, RULE_SECONDS)
    try:
        for _ in Ladder(family.rulebook.rules).conclusions(state, limit_level=QUICK_RULES):
            clock.check()
    except Contradiction:
        return set()  # a board with solutions has none: nothing is believed of a rule that says so
    except Cancelled:
        cancel.check()
    return {cell for cell, mark in enumerate(state.marks()) if mark}

