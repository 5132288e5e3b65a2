"""Every solution of a small board by plain enumeration: slow, and with no idea in common with the engines under test."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import cache

from studio.core.grid import Grid


@cache
def fillings(rows: int, cols: int) -> tuple[tuple[int, ...], ...]:
    """All complete boards of a size that keep the rule of regions, whatever the clues."""
    grid = Grid(rows, cols)
    return tuple(_partitions(grid, [0] * grid.size))


def _partitions(grid: Grid, values: list[int]) -> Iterator[tuple[int, ...]]:
    """The first empty cell belongs to some polyomino of empty cells that touches no other one of its size."""
    if 0 not in values:
        yield tuple(values)
        return
    for region in _polyominoes(grid, values.index(0), values):
        size = len(region)
        if any(values[other] == size for cell in region for other in grid.neighbours(cell)):
            continue
        for cell in region:
            values[cell] = size
        yield from _partitions(grid, values)
        for cell in region:
            values[cell] = 0


def _polyominoes(grid: Grid, first: int, values: list[int]) -> Iterator[frozenset[int]]:
    """Every connected set of empty cells that contains `first`, once."""
    seen = {frozenset([first])}
    queue = [frozenset([first])]
    for region in queue:
        yield region
        for cell in region:
            for other in grid.neighbours(cell):
                if other not in region and not values[other]:
                    larger = region | {other}
                    if larger not in seen:
                        seen.add(larger)
                        queue.append(larger)


def has_clue_everywhere(grid: Grid, answer: Sequence[int], givens: Sequence[int]) -> bool:
    """Basic variant: every region of the answer holds a clue."""
    for value in set(answer):
        for region in grid.components(cell for cell in grid.cells() if answer[cell] == value):
            if not any(givens[cell] for cell in region):
                return False
    return True


def solutions(rows: int, cols: int, givens: Sequence[int], basic: bool) -> list[tuple[int, ...]]:
    """All solutions of a board."""
    grid = Grid(rows, cols)
    clues = [(cell, given) for cell, given in enumerate(givens) if given]
    found = [answer for answer in fillings(rows, cols) if all(answer[cell] == given for cell, given in clues)]
    return [answer for answer in found if not basic or has_clue_everywhere(grid, answer, givens)]


def random_givens(rng: random.Random, rows: int, cols: int) -> list[int]:
    """Clues of a random solution, sometimes with a wrong one: unique, ambiguous and unsolvable boards all occur."""
    answer = rng.choice(fillings(rows, cols))
    share = rng.choice((0.15, 0.3, 0.5, 0.7))
    givens = [value if rng.random() < share else 0 for value in answer]
    if rng.random() < 0.3:
        givens[rng.randrange(len(givens))] = rng.randint(1, min(rows * cols + 1, 9))
    return givens
