"""Nurikabe on the kit in one page, and by brute force: the example on which connectivity is tested and measured."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product

from studio.core.grid import Grid
from studio.solvers.constraints import Constraints, Name, regions

SEA, LAND = 1, 2
SEA_CONNECTED = Name("sea-connected", "the sea must stay connected: one of these cells joins its parts")
NO_POOL = Name("no-pool", "these four cells must not all be sea")


def rules_of(grid: Grid, clues: Mapping[int, int | None], assume_clues: bool = False) -> Constraints:
    """A clue None is a "?"."""
    rules = Constraints(grid, assume_clues)
    sea = rules.cells("this cell is sea")
    rules.answer(sea, SEA, LAND)
    rules.no_block(sea, 2, 2, NO_POOL)
    rules.connected(sea, SEA_CONNECTED)
    land = {cell: -literal for cell, literal in sea.items()}
    regions(rules, land, clues, {cell: rules.clue(cell) for cell in clues}, "island", "island")
    return rules


def is_solution(grid: Grid, clues: Mapping[int, int | None], answer: tuple[int, ...]) -> bool:
    sea = [cell for cell in grid.cells() if answer[cell] == SEA]
    if len(grid.components(sea)) > 1:
        return False
    for row in range(grid.rows - 1):
        for col in range(grid.cols - 1):
            if all(answer[grid.index(row + r, col + c)] == SEA for r in (0, 1) for c in (0, 1)):
                return False
    for island in grid.components(cell for cell in grid.cells() if answer[cell] == LAND):
        given = [clues[cell] for cell in island if cell in clues]
        if len(given) != 1 or given[0] not in (None, len(island)):
            return False
    return all(answer[cell] == LAND for cell in clues)


def brute_force(grid: Grid, clues: Mapping[int, int | None]) -> set[tuple[int, ...]]:
    return {answer for answer in product((SEA, LAND), repeat=grid.size) if is_solution(grid, clues, answer)}
