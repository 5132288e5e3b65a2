"""What one cell could still be, in words and as shapes: how often each piece could cover it, and where those would lie."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from studio.core.draw import Shape, cell_rect
from studio.core.grid import Grid
from studio.core.possible import Choice
from studio.core.say import say, say_n

MOST_NAMED = 8


def choice_words(grid: Grid, cell: int, choices: Sequence[Choice]) -> str:
    """"r1c2 could be 1, 3 or 5", or "14 placements could cover r1c2: 3 × F, 2 × I"."""
    name = grid.cell_name(cell)
    if not choices:
        return say("nothing is left for {cell}", cell=name)
    if all(len(choice.cells) == 1 for choice in choices):
        words = [choice.words for choice in choices]
        listed = " or ".join(filter(None, (", ".join(words[:-1]), words[-1])))
        return say("{cell} could be {values}", cell=name, values=listed)
    counted = Counter(choice.words for choice in choices).most_common()
    named = ", ".join(f"{count} × {word}" for word, count in counted[:MOST_NAMED]) + (" …" if len(counted) > MOST_NAMED else "")
    return say_n("{n} placement could cover {cell}: {pieces}", "{n} placements could cover {cell}: {pieces}", n=len(choices),
                 cell=name, pieces=named)


def choice_shapes(grid: Grid, choices: Sequence[Choice]) -> list[Shape]:
    """The cells that these would take, the stronger the more of them take it; nothing for values of a single cell."""
    if all(len(choice.cells) == 1 for choice in choices):
        return []
    covered = Counter(cell for choice in choices for cell in choice.cells)
    return [cell_rect(grid, cell, "select", 0.08 + 0.42 * count / len(choices)) for cell, count in covered.items()]
