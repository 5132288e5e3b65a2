from __future__ import annotations

import pytest

from studio.core.grid import Grid


def test_neighbours_are_the_edge_neighbours() -> None:
    grid = Grid(3, 4)
    assert grid.neighbours(0) == (1, 4)
    assert grid.neighbours(5) == (1, 4, 6, 9)
    assert len(list(grid.adjacent_pairs())) == grid.border_count == 3 * 3 + 2 * 4


def test_borders_are_numbered_as_puzz_link_does() -> None:
    grid = Grid(3, 4)
    assert grid.border_between(grid.index(1, 2), grid.index(1, 3)) == 1 * 3 + 2
    assert grid.border_between(grid.index(1, 2), grid.index(2, 2)) == 3 * 3 + 1 * 4 + 2
    for border in range(grid.border_count):
        assert grid.border_between(*grid.border_cells(border)) == border
    with pytest.raises(ValueError):
        grid.border_between(3, 4)  # end of one row, start of the next


def test_flood_and_components() -> None:
    grid = Grid(3, 3)
    assert sorted(grid.flood(0, {0, 1, 4, 8}.__contains__)) == [0, 1, 4]
    assert grid.components([8, 0, 1, 4]) == [[0, 1, 4], [8]]


@pytest.mark.parametrize(("rows", "cols"), [(0, 3), (-1, 5), (10**5, 10**4)])
def test_impossible_sizes_are_refused(rows: int, cols: int) -> None:
    with pytest.raises(ValueError):
        Grid(rows, cols)


def test_cell_names_count_from_one() -> None:
    assert Grid(3, 4).cell_names([0, 7]) == "r1c1, r2c4"
