"""How the search tree is drawn: node by node while they are few, as a picture when they are many."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QImage, QPainter, QPen, QPolygonF

from studio.share.theme import Theme, mix
from studio.share.tree_data import ABANDONED, FAILED, OPEN, SOLVED
from studio.share.tree_layout import Layout
from studio.share.words import claim
from studio.ui.look import look
from studio.ui.watch.tree_raster import (
    COLOURS,
    FIRST_SHADE,
    FIRST_STATE,
    FOLDED,
    SHADES,
    SPREAD,
    SPREAD_SOLVED,
    raster,
    visible,
)

if TYPE_CHECKING:
    from studio.ui.watch.tree_view import TreeView

ONE_BY_ONE = 700
"""Up to this many visible nodes are drawn as shapes."""
LABEL_HEIGHT = 18.0
"""Pixels that a level needs for words over its nodes."""
LONGEST_LABEL = 96.0
TOP_LEVELS = 6
"""Levels of a picture that are looked at for labels."""
MOST_LABELS = 60
"""A level of more nodes is never wide enough."""


def state_color(theme: Theme, state: int) -> QColor:
    if state == FAILED:
        return theme.color("bad")
    if state == SOLVED:
        return theme.color("good")
    if state == OPEN:
        return theme.color("primary")
    return mix(theme.color("muted"), theme.color("base"), 0.35)


def empty_words(view: TreeView) -> str:
    """What stands where there is no tree."""
    film = view.film
    if film is None:
        return view.tr("The tree of guesses grows here.")
    if film.result is None:
        return view.tr("No guess yet.")
    if film.log.drafts:
        return view.tr("A puzzle is made here; nothing is searched.")
    if film.log.proof is not None:
        return view.tr("A proof settles it.")
    if film.log.stats.filmed("deductions"):
        return view.tr("No guess was needed: everything follows.")
    return view.tr("This engine does not show its search.")


def paint_tree(view: TreeView) -> None:
    painter = QPainter(view)
    theme, layout = look().theme, view.layout_
    painter.fillRect(view.rect(), theme.color("base"))
    if layout is None or len(layout.nodes) <= 1:
        painter.setPen(theme.color("muted"))
        painter.drawText(view.rect(), Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, empty_words(view))
        painter.end()
        return
    first = math.floor(-view.origin.y() / view.level_pixels) - 1
    last = math.ceil((view.height() - view.origin.y()) / view.level_pixels) + 1
    left = -view.origin.x() / view.leaf_pixels
    right = left + view.width() / view.leaf_pixels
    shown = visible(layout, first, last, left - 1, right + 1)
    if len(shown) <= ONE_BY_ONE or view.leaf_pixels > 16:
        _paint_nodes(painter, view, layout, shown, theme)
    else:
        _paint_picture(painter, view, layout, shown, theme, max(0, first), left)
    _paint_current(painter, view, theme)
    if view.hasFocus():
        painter.setPen(QPen(theme.color("primary"), 2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(QRectF(view.rect()).adjusted(1, 1, -1, -1))
    painter.end()


def _paint_nodes(painter: QPainter, view: TreeView, layout: Layout, shown: NDArray[np.int64], theme: Theme) -> None:
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    size = min(7.0, max(2.2, min(view.leaf_pixels * 0.3, view.level_pixels * 0.24)))
    _paint_edges(painter, view, layout, shown, theme)
    for state in (ABANDONED, FAILED, OPEN, SOLVED):
        color = state_color(theme, state)
        painter.setPen(QPen(mix(color, theme.color("text"), 0.25), 1))
        painter.setBrush(color)
        for index in shown[layout.states[shown] == state].tolist():
            place = view.point(float(layout.at[index]), int(layout.depths[index]))
            weight = int(layout.hidden_below[index]) if layout.folded[index] else 0
            _shape(painter, place, size * heaviness(weight), state, bool(weight))
    _paint_labels(painter, view, layout, range(layout.levels), theme)


def heaviness(nodes: int) -> float:
    """How much larger a triangle is that stands for so many nodes: one step for every factor of ten."""
    return 1.0 + 0.22 * math.log10(nodes) if nodes > 1 else 1.0


def _shape(painter: QPainter, at: QPointF, size: float, state: int, folded: bool) -> None:
    x, y = at.x(), at.y()
    if folded:
        painter.drawPolygon(QPolygonF([QPointF(x, y - size), QPointF(x + 1.7 * size, y + 2.2 * size),
                                       QPointF(x - 1.7 * size, y + 2.2 * size)]))
    elif state == FAILED:
        painter.drawRect(QRectF(x - size * 0.85, y - size * 0.85, 1.7 * size, 1.7 * size))
    elif state == SOLVED:
        painter.drawPolygon(QPolygonF([QPointF(x, y - 1.25 * size), QPointF(x + 1.25 * size, y), QPointF(x, y + 1.25 * size),
                                       QPointF(x - 1.25 * size, y)]))
    else:
        painter.drawEllipse(at, size, size)


def _paint_edges(painter: QPainter, view: TreeView, layout: Layout, shown: NDArray[np.int64], theme: Theme) -> None:
    assert view.tree is not None
    parents = view.tree.parents
    lines: dict[int, list[QLineF]] = {}
    for index in shown.tolist():
        node = int(layout.nodes[index])
        above = layout.index_of(int(parents[node])) if node else None
        if above is not None:
            lines.setdefault(int(layout.states[index]), []).append(
                QLineF(view.point(float(layout.at[above]), int(layout.depths[above])),
                       view.point(float(layout.at[index]), int(layout.depths[index]))))
    for state in (ABANDONED, FAILED, OPEN, SOLVED):
        if state in lines:
            strong = state in (OPEN, SOLVED)
            color = mix(state_color(theme, state), theme.color("base"), 0.0 if strong else 0.55)
            painter.setPen(QPen(color, 2.4 if strong else 1.1))
            painter.drawLines(lines[state])


def _in_view(view: TreeView, layout: Layout, level: int) -> NDArray[np.int64]:
    """The nodes of a level that are seen, from left to right; found without looking at the others."""
    y = view.origin.y() + level * view.level_pixels
    if not -LABEL_HEIGHT <= y <= view.height() + 2 * LABEL_HEIGHT:
        return layout.order[:0]
    row = layout.order[layout.starts[level] : layout.starts[level + 1]]
    left = -view.origin.x() / view.leaf_pixels
    first, last = np.searchsorted(layout.at[row], (left - 1, left + view.width() / view.leaf_pixels + 1))
    return row[first:last]


def _paint_labels(painter: QPainter, view: TreeView, layout: Layout, levels: range, theme: Theme) -> None:
    """Words on every level on which they fit: the first level first, and nothing over anything else."""
    if view.film is None or view.tree is None or view.level_pixels < LABEL_HEIGHT:
        return
    font = QFont(view.font())
    font.setPointSizeF(max(6.5, font.pointSizeF() * 0.78))
    painter.setFont(font)
    painter.setPen(theme.color("text"))
    metrics = QFontMetricsF(font)
    for level in range(levels.start, min(levels.stop, layout.levels)):
        row = _in_view(view, layout, level)
        if not len(row) or len(row) > MOST_LABELS:
            continue
        told = [(index, claim(view.film, int(view.tree.events[layout.nodes[index]])) if layout.nodes[index] else "")
                for index in row.tolist()]
        words = [(index, metrics.elidedText(text, Qt.TextElideMode.ElideRight, LONGEST_LABEL)) for index, text in told]
        boxes = [(_label_box(view, layout, index, metrics.horizontalAdvance(text)), text) for index, text in words if text]
        if all(one.right() < other.left() for (one, _), (other, _) in pairwise(boxes)):
            for box, text in boxes:
                painter.fillRect(box, mix(theme.color("base"), theme.color("text"), 0.04))
                painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)
        _paint_weights(painter, view, layout, row, metrics)


def _label_box(view: TreeView, layout: Layout, index: int, wide: float) -> QRectF:
    """Where a node's words stand: over it, and inside the view as long as the node is."""
    place = view.point(float(layout.at[index]), int(layout.depths[index]))
    left = place.x() - wide / 2 - 2
    if 0 <= place.x() <= view.width():
        left = min(max(left, 2.0), view.width() - wide - 6)
    return QRectF(left, place.y() - 22, wide + 4, 14)


def _paint_weights(painter: QPainter, view: TreeView, layout: Layout, row: NDArray[np.int64], metrics: QFontMetricsF) -> None:
    """Under a triangle how many nodes it stands for; of neighbours that have no room the heavier one is told."""
    taken: list[tuple[float, float]] = []
    for index in sorted((i for i in row.tolist() if layout.folded[i]), key=lambda i: -int(layout.hidden_below[i])):
        place = view.point(float(layout.at[index]), int(layout.depths[index]))
        text = f"+{int(layout.hidden_below[index]):,}"
        wide = metrics.horizontalAdvance(text) + 4
        span = (place.x() - wide / 2, place.x() + wide / 2)
        if all(span[1] < left or span[0] > right for left, right in taken):
            taken.append(span)
            painter.drawText(QRectF(span[0], place.y() + 17, wide, 13), Qt.AlignmentFlag.AlignCenter, text)


def _paint_picture(painter: QPainter, view: TreeView, layout: Layout, shown: NDArray[np.int64], theme: Theme, first: int,
                   left: float) -> None:
    """Levels as bands of pixels, scaled up without smoothing so that single nodes stay visible."""
    ratio = view.devicePixelRatioF()
    width = round(view.width() * ratio)
    levels = min(layout.levels - first, math.ceil((view.height() - view.origin.y()) / view.level_pixels) - first + 2)
    if levels <= 0:
        return
    numbers = raster(layout, shown, first, levels, left, view.leaf_pixels * ratio, width, ratio)
    height = max(2, round(view.level_pixels * ratio))
    node_part = max(1, round(height * 0.55))
    rows = np.repeat(numbers, np.tile([node_part, height - node_part], levels), axis=0)
    padded = np.zeros((rows.shape[0], (width + 3) // 4 * 4), np.uint8)
    padded[:, :width] = rows
    image = QImage(padded.data, width, padded.shape[0], padded.shape[1], QImage.Format.Format_Indexed8)
    image.setColorTable(_palette(theme))
    top = view.origin.y() + first * view.level_pixels - view.level_pixels * 0.275
    painter.drawImage(QRectF(0, top, view.width(), levels * view.level_pixels), image)
    _paint_labels(painter, view, layout, range(first, first + TOP_LEVELS), theme)


def _palette(theme: Theme) -> list[int]:
    table = [theme.color("base").rgb()] * COLOURS
    table[SPREAD] = mix(theme.color("bad"), theme.color("base"), 0.78).rgb()
    table[SPREAD_SOLVED] = mix(theme.color("good"), theme.color("base"), 0.45).rgb()
    for state in (OPEN, FAILED, SOLVED, ABANDONED):
        table[FIRST_STATE + state] = state_color(theme, state).rgb()
    for state, first in FIRST_SHADE.items():
        for step in range(SHADES):
            table[first + step] = mix(state_color(theme, state), theme.color("base"), 0.62 * (1 - (step + 1) / SHADES)).rgb()
    table[FOLDED] = mix(theme.color("bad"), theme.color("text"), 0.3).rgb()
    return table


def _paint_current(painter: QPainter, view: TreeView, theme: Theme) -> None:
    place = view.place_of(view.current)
    if place is None:
        return
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(theme.color("base"), 5))
    painter.drawEllipse(place, 9, 9)
    painter.setPen(QPen(theme.color("select"), 2.6))
    painter.drawEllipse(place, 9, 9)
