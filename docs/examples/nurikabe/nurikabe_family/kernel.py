"""The rules as named clauses: `regions` and `connected` of the studio's constraint kit do nearly all of it."""

from __future__ import annotations

from nurikabe_family.check import LAND, SEA, UNKNOWN
from studio.core.puzzle import Puzzle
from studio.core.say import say
from studio.solvers.constraints import Constraints, Name, regions

SEA_CONNECTED = Name("sea-apart", say("the sea must stay connected: one of these cells joins its parts"))
NO_POOL = Name("pool", say("these four cells must not all be sea"))
TOO_DRY = Name("too-little-land",
               say("these islands are too small to break every square of sea: n cells lie in at most 2n + 2"))


def clauses(puzzle: Puzzle, assume_clues: bool) -> Constraints:
    """A clue that is not assumed is a "?": its island is there, but may have any size."""
    rules = Constraints(puzzle.grid, assume_clues)
    sea = rules.cells(say("this cell is sea"))
    rules.answer(sea, SEA, LAND)
    rules.no_block(sea, 2, 2, NO_POOL)
    rules.connected(sea, SEA_CONNECTED)
    sizes = {cell: None if puzzle.givens[cell] == UNKNOWN else puzzle.givens[cell] for cell in puzzle.clues()}
    known = dict.fromkeys(sizes) if assume_clues else sizes
    islands = regions(rules, {cell: -lit for cell, lit in sea.items()}, known, rule="island", noun="island")
    for cell, size in sizes.items():
        if assume_clues and size is not None:
            with rules.under(rules.clue(cell)):
                words = say("the island of {cell} has {size} cells", cell=puzzle.grid.cell_name(cell), size=size)
                rules.exactly(size, islands.of(cell).values(), Name("island-size", words))
    squares = (puzzle.grid.rows - 1) * (puzzle.grid.cols - 1)
    if sum(2 * size + 2 if size else squares for size in sizes.values()) < squares:
        rules.add([-literal for literal in rules.assumptions.values()], TOO_DRY)
    return rules
