from __future__ import annotations

from studio.core.draw import Line, Text, extent, region_lines
from studio.core.grid import Grid


def test_region_lines_surround_a_region_and_not_its_inside() -> None:
    lines = list(region_lines(Grid(3, 3), [0, 1, 3], "cause", 0.1))
    assert len(lines) == 8  # an L of three cells has perimeter 8
    ends = [point for line in lines for point in line.points]
    assert all(ends.count(point) == 2 for point in set(ends))  # a closed curve


def test_extent_grows_with_what_stands_beside_the_board() -> None:
    grid = Grid(2, 2)
    assert extent([], grid, 0.0) == (0, 0, 2, 2)
    x, y, w, h = extent([Line(((-1.0, 0.0), (0.0, 3.0)), "grid"), Text(5, 1, "tray", size=0.5)], grid, 0.0)
    assert x == -1 and y == 0 and h == 3 and x + w > 5
