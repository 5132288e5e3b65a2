"""What each cell could hold: all sizes that a region of this board could have, told apart as far as the engines tell them."""

from __future__ import annotations

from studio.core.possible import Slate, ValueSlate
from studio.core.puzzle import Puzzle
from studio.families.fillomino.engines.hidden import exact_state
from studio.families.fillomino.kernel.clauses import has_anonymous, propagated


def slate(puzzle: Puzzle) -> Slate | None:
    """None where the board has no solution: then nothing is possible, and the verdict says so.

    Regions beyond the sizes that are told apart are one entry, "n and more", unless the board has no room for them.
    """
    board = propagated(puzzle)
    if board is None:
        return None
    state = exact_state(puzzle)
    hidden = state.numbers[-1] if state.values.anonymous else 0
    beyond = hidden if hidden and has_anonymous(board) else 0
    start = [[number for number in state.candidates(cell) if number != hidden or beyond] for cell in puzzle.grid.cells()]
    return ValueSlate(start, str, beyond)
