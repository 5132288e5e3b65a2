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


def test_region_outlines_close_at_inner_corners() -> None:
    """Every end of a line is the end of exactly one other: the outline has no notch and no loose end."""
    grid = Grid(4, 4)
    ends: dict[tuple[float, float], int] = {}
    for line in region_lines(grid, [0, 1, 2, 4, 6, 8, 9, 10, 14], "cut", 0.05, 0.1):
        for x, y in line.points:
            ends[round(x, 6), round(y, 6)] = ends.get((round(x, 6), round(y, 6)), 0) + 1
    assert set(ends.values()) == {2}
