"""A tree too dense to draw node by node, as a picture: one numpy pass over the visible nodes, whatever their number.

Each level is a band: its upper part shows the nodes, its lower part the stretches over which their children spread.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from studio.share.tree_data import ABANDONED, FAILED, OPEN, SOLVED
from studio.share.tree_layout import Layout

BACKGROUND, SPREAD, SPREAD_SOLVED = 0, 1, 2
FIRST_STATE = 3
"""Colour numbers: 0 background, 1-2 spreads, then one per node state, then folded."""
FOLDED = FIRST_STATE + 4
SHADES = 5
"""Steps of a crowd's colour: where a pixel stands for many nodes it is stronger than where it stands for few."""
FIRST_SHADE = {FAILED: FOLDED + 1, ABANDONED: FOLDED + 1 + SHADES}
COLOURS = FOLDED + 1 + 2 * SHADES
PAINT_ORDER = (ABANDONED, FAILED, OPEN, SOLVED)
"""What is rare and matters is painted last."""


def visible(layout: Layout, first_level: int, last_level: int, left: float, right: float) -> NDArray[np.int64]:
    """Indices of the nodes whose own place or children's stretch lies inside the window, level by level."""
    first_level, last_level = max(0, first_level), min(layout.levels - 1, last_level)
    if first_level > last_level:
        return np.zeros(0, np.int64)
    part = layout.order[layout.starts[first_level] : layout.starts[last_level + 1]]
    return part[(layout.right[part] >= left) & (layout.left[part] <= right)]


def raster(layout: Layout, shown: NDArray[np.int64], first_level: int, levels: int, left: float, scale: float,
           width: int, ratio: float = 1.0) -> NDArray[np.uint8]:
    """Two rows a level (nodes, spreads) of colour numbers; `scale` is device pixels per leaf, `ratio` those of a pixel."""
    pen = max(1, round(ratio))
    picture = np.zeros((2 * levels, width), np.uint8)
    depth = layout.depths[shown] - first_level
    column = ((layout.at[shown] - left) * scale).astype(np.int64)
    low = np.clip(((layout.left[shown] - left) * scale).astype(np.int64), 0, width - 1)
    high = np.clip(((layout.right[shown] - left) * scale).astype(np.int64), 0, width - 1)
    states, folded = layout.states[shown], layout.folded[shown]
    spreading = (layout.right[shown] > layout.left[shown]) & ~folded
    _spread(picture, depth[spreading], low[spreading], high[spreading], SPREAD)
    solved = spreading & (states == SOLVED)
    _spread(picture, depth[solved], low[solved], high[solved], SPREAD_SOLVED)
    inside = (column >= 0) & (column < width)
    for state in PAINT_ORDER:
        chosen = inside & (states == state)
        wide = 2 * pen if state == SOLVED or scale >= 3 * pen else pen
        colour = _crowd(depth[chosen], column[chosen], levels, width, state)
        for shift in range(wide):
            at = np.minimum(column[chosen] + shift, width - 1)
            picture[2 * depth[chosen], at] = colour
            hangs = depth[chosen] > 0  # a tick up to the stretch of its parent, so that chains are lines
            picture[2 * depth[chosen][hangs] - 1, at[hangs]] = colour[hangs]
        closed = chosen & folded
        picture[2 * depth[closed], column[closed]] = FOLDED if state == FAILED else FIRST_STATE + state
    return picture


def _crowd(depth: NDArray[np.int32], column: NDArray[np.int64], levels: int, width: int, state: int) -> NDArray[np.uint8]:
    """The colour number of each node: by how many nodes share its pixel, on a logarithmic scale; plain where none do."""
    plain = np.full(len(depth), FIRST_STATE + state, np.uint8)
    if state not in FIRST_SHADE or not len(depth):
        return plain
    pixel = depth.astype(np.int64) * width + column
    crowd = np.bincount(pixel, minlength=levels * width)
    most = int(crowd.max())
    if most <= 2:
        return plain
    shade = np.ceil(np.log1p(crowd[pixel]) / np.log1p(most) * SHADES).astype(np.uint8)
    return (FIRST_SHADE[state] - 1 + shade).astype(np.uint8)


def _spread(picture: NDArray[np.uint8], depth: NDArray[np.int32], low: NDArray[np.int64], high: NDArray[np.int64],
            colour: int) -> None:
    """Paint many horizontal stretches at once: +1 where one begins, -1 behind its end; the running sum is what is covered."""
    if not len(depth):
        return
    rows, width = picture.shape
    line = depth.astype(np.int64) * (width + 1)
    size = rows // 2 * (width + 1)
    edges = np.bincount(line + low, minlength=size) - np.bincount(line + high + 1, minlength=size)
    covered = np.cumsum(edges.reshape(rows // 2, width + 1)[:, :-1], axis=1) > 0
    picture[1::2][covered] = colour
