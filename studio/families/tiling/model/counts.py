"""How many pieces of each tile a tiling can use, from the areas alone (the bound 1.1 and its refinements)."""

from __future__ import annotations

from functools import lru_cache

from studio.families.tiling.model.problem import Problem


def _reach(sizes: list[tuple[int, int]], area: int) -> int:
    """Bit a is set iff the area a is a sum of at most ``count`` pieces of each (size, count)."""
    full = (1 << (area + 1)) - 1
    reach = 1
    for size, count in sizes:
        count = min(count, area // size)
        step = 1
        while count > 0:  # binary splitting: 1, 2, 4, … pieces at a time
            take = min(step, count)
            reach |= (reach << (size * take)) & full
            count -= take
            step *= 2
    return reach


def _stock(problem: Problem) -> list[tuple[int, int]]:
    """(size, pieces) of what may be used beyond what must be."""
    most = [problem.area // tile.size if tile.count is None else tile.count for tile in problem.tiles]
    return [(tile.size, n - tile.least) for n, tile in zip(most, problem.tiles, strict=True)]


def _rest(problem: Problem) -> int:
    """The area beyond what must be used; below 0 if that is too much already."""
    return problem.area - sum(tile.size * tile.least for tile in problem.tiles)


def enough_area(problem: Problem) -> bool:
    """Inequality 1.1: the pieces have at least the area of the board."""
    if any(tile.count is None for tile in problem.tiles):
        return True
    return problem.area <= sum(tile.size * (tile.count or 0) for tile in problem.tiles)


def area_is_sum(problem: Problem) -> bool:
    """Whether some choice of pieces has exactly the area of the board."""
    rest = _rest(problem)
    return rest >= 0 and bool(_reach(_stock(problem), rest) >> rest & 1)


def forced_counts(problem: Problem) -> tuple[int | None, ...]:
    """For each tile the number of its pieces if the areas allow only one, else None."""
    if _rest(problem) < 0:
        return (None,) * len(problem.tiles)
    more = _forced(tuple(_stock(problem)), _rest(problem))
    return tuple(None if n is None else n + tile.least for n, tile in zip(more, problem.tiles, strict=True))


@lru_cache(maxsize=256)
def _forced(stock: tuple[tuple[int, int], ...], area: int) -> tuple[int | None, ...]:
    if sum(size * count for size, count in stock) == area:
        return tuple(count for _, count in stock)
    if len(stock) == 1:
        size, count = stock[0]
        return (area // size if area % size == 0 else None,)
    if len(stock) > 24 or area > 20_000:
        return (None,) * len(stock)
    result: list[int | None] = []
    for k, (size, count) in enumerate(stock):
        others = _reach([*stock[:k], *stock[k + 1 :]], area)
        top = min(count, area // size)
        fitting = [n for n in range(top + 1) if others >> (area - n * size) & 1]
        result.append(fitting[0] if len(fitting) == 1 else None)
    return tuple(result)


def forced_total(problem: Problem) -> int | None:
    """The number of all pieces together if the areas allow only one (all tiles of one size)."""
    sizes = {tile.size for tile in problem.tiles}
    if len(sizes) == 1:
        size = sizes.pop()
        return problem.area // size if problem.area % size == 0 else None
    forced = forced_counts(problem)
    return None if any(n is None for n in forced) else sum(n or 0 for n in forced)
