"""One frame of a film as a picture: the board, and, where the look wants them, the step in words, the depth and the tree."""

from __future__ import annotations

from bisect import bisect_left

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QImage, QPainter, QPen, QPolygonF

from studio.core.draw import Shape, extent
from studio.core.events import DEPTH
from studio.core.grid import Grid
from studio.core.language import told
from studio.core.say import say
from studio.share.film import Film
from studio.share.film_frames import film_frame
from studio.share.film_look import FilmLook, about
from studio.share.painter import paint
from studio.share.render import ensure_application
from studio.share.theme import Theme
from studio.share.tree_data import FAILED, OPEN, SOLVED
from studio.share.tree_layout import Layout, lay_out
from studio.share.words import KIND_ROLES, Step, kind_name, step_words

CELL = 28
CAPTION, STRIP, SIDE = 92, 64, 300
GAP = 12
NARROWEST = 320
MOST_NODES = 4000
"""A larger tree is drawn without lines, as points."""


class FilmPainter:
    """Paints positions of one film, all in the same size (even numbers of pixels, as encoders want them)."""

    def __init__(self, film: Film, look: FilmLook) -> None:
        ensure_application()
        self.film, self.look = film, look
        film.grow_tree()
        self._layout: Layout | None = lay_out(film.tree, set()) if look.layout == "full" and film.tree.size > 1 else None
        shapes, grid = self._shapes(look.first)[0], film.puzzle.grid
        self.extent = self._widest(shapes, grid)
        _, _, wide, high = self.extent
        self.cell = look.height / high if look.height else CELL
        board = (wide * self.cell, high * self.cell)
        below = {"board": 0, "caption": CAPTION, "full": CAPTION + STRIP}[look.layout]
        width = board[0] if look.layout == "board" else max(board[0], NARROWEST)
        self.column = width
        side = SIDE + GAP if self._layout is not None else 0
        self.size = (_even(width + side), _even(board[1] + below))
        self.board_at = ((width - board[0]) / 2, 0.0)
        self.below = board[1]
        self._depths = self._curve()

    def _widest(self, shapes: list[Shape], grid: Grid) -> tuple[float, float, float, float]:
        """What lies beside a board may grow during a film (a tray, a proof's words): its end counts, too."""
        boxes = [extent(shapes, grid), extent(self._shapes(self.look.last or len(self.film))[0], grid)]
        left, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
        return left, top, max(box[0] + box[2] for box in boxes) - left, max(box[1] + box[3] for box in boxes) - top

    def _shapes(self, position: int) -> tuple[list[Shape], Step]:
        film = self.film
        board, overlay, seen = film_frame(film.family, film.puzzle, film.log, position)
        return film.family.draw(board, overlay), step_words(film, position, len(overlay.undone), seen)

    def picture(self, position: int) -> QImage:
        theme = self.look.theme
        image = QImage(*self.size, QImage.Format.Format_RGB888)
        image.fill(theme.color("paper"))
        shapes, step = self._shapes(position)
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.save()
        painter.translate(*self.board_at)
        painter.scale(self.cell, self.cell)
        painter.translate(-self.extent[0], -self.extent[1])
        paint(painter, shapes, theme)
        painter.restore()
        if self.look.layout != "board":
            self._caption(painter, theme, step)
        if self.look.layout == "full":
            self._strip(painter, theme, position)
            self._tree(painter, theme, position)
        painter.end()
        return image

    # --- beside the board -----------------------------------------------------------------------------------------------
    def _caption(self, painter: QPainter, theme: Theme, step: Step) -> None:
        left, top, width = float(GAP), self.below, self.column - 2 * GAP
        head = QFont()
        head.setPixelSize(15)
        head.setWeight(QFont.Weight.DemiBold)
        small = QFont()
        small.setPixelSize(12)
        what, words, tags = step.what or about(self.film), QFontMetricsF(head), QFontMetricsF(small)
        free = width - GAP - words.horizontalAdvance(what)
        tag = next((each for each in _tags(step) if tags.horizontalAdvance(each) <= free), _tags(step)[-1])
        painter.setFont(small)
        painter.setPen(theme.color(KIND_ROLES[step.kind] if step.kind is not None else "muted"))
        painter.drawText(QRectF(left, top, width, 22), Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, tag)
        painter.setFont(head)
        painter.setPen(theme.color("text"))
        room = width - (GAP + tags.horizontalAdvance(tag) if tag else 0)
        shown = words.elidedText(what, Qt.TextElideMode.ElideRight, room)
        painter.drawText(QRectF(left, top, width, 22), Qt.AlignmentFlag.AlignVCenter, shown)
        painter.setFont(small)
        painter.setPen(theme.color("muted"))
        room_below = QRectF(left, top + 24, width, CAPTION - 28)
        painter.drawText(room_below, int(Qt.TextFlag.TextWordWrap), _fitting(step.why, room_below, tags))

    def _curve(self) -> np.ndarray:
        """The highest depth of each of a few hundred stretches of the part that is shown."""
        first, last = self.look.first, len(self.film) if self.look.last is None else min(self.look.last, len(self.film))
        depths = self.film.log.rows[first:last, DEPTH]
        parts = np.array_split(depths, min(300, max(1, len(depths)))) if len(depths) else []
        return np.array([part.max() for part in parts if len(part)] or [0])

    def _strip(self, painter: QPainter, theme: Theme, position: int) -> None:
        left, top, width, high = float(GAP), self.below + CAPTION, self.column - 2 * GAP, STRIP - 20.0
        most = max(1, int(self._depths.max()))
        painter.setPen(QPen(theme.color("line"), 1))
        painter.drawLine(QLineF(left, top + high, left + width, top + high))
        count = max(1, len(self._depths) - 1)
        curve = QPolygonF([QPointF(left + width * i / count, top + high * (1 - depth / most))
                           for i, depth in enumerate(self._depths.tolist())])
        painter.setPen(QPen(theme.color("primary"), 1.5))
        painter.drawPolyline(curve)
        first, last = self.look.first, len(self.film) if self.look.last is None else self.look.last
        at = left + width * (position - first) / max(1, last - first)
        painter.setPen(QPen(theme.color("bad"), 1.5))
        painter.drawLine(QLineF(at, top, at, top + high))
        small = QFont()
        small.setPixelSize(11)
        painter.setFont(small)
        painter.setPen(theme.color("muted"))
        words = told(say("depth, up to {words} · event {position:,} of {count:,}", words=most if self._depths.max() else 0,
                         position=position, count=len(self.film)))
        painter.drawText(QRectF(left, top + high + 2, width, 16), Qt.AlignmentFlag.AlignVCenter, words)

    def _tree(self, painter: QPainter, theme: Theme, position: int) -> None:
        layout, tree = self._layout, self.film.tree
        if layout is None:
            return
        box = QRectF(self.column + GAP, GAP, SIDE - GAP, self.size[1] - 2 * GAP)
        step_x = box.width() / max(1, layout.leaves)
        step_y = min(26.0, box.height() / max(1, layout.levels))
        x = box.left() + (layout.at + 0.5) * step_x
        y = box.top() + (layout.depths + 0.5) * step_y
        reached = int(np.searchsorted(tree.events[1:], position)) + 1
        if tree.size <= MOST_NODES:
            painter.setPen(QPen(theme.color("line"), 1))
            for node in range(1, reached):
                above = int(tree.parents[node])
                painter.drawLine(QLineF(x[above], y[above], x[node], y[node]))
        colours = {OPEN: theme.color("primary"), FAILED: theme.color("bad"), SOLVED: theme.color("good")}
        radius = max(0.8, min(4.0, step_x / 2))
        painter.setPen(Qt.PenStyle.NoPen)
        path = set(tree.path(tree.node_at(position, self.film.log.rows)))
        for node in range(reached):
            color = colours.get(int(layout.states[node]), theme.color("muted"))
            painter.setBrush(theme.color("primary") if node in path else color)
            size = radius * 1.5 if node in path else radius
            painter.drawEllipse(QPointF(x[node], y[node]), size, size)


def _even(pixels: float) -> int:
    return max(2, 2 * round(pixels / 2))


def _fitting(text: str, room: QRectF, metrics: QFontMetricsF) -> str:
    """The text, or as much of it as has room, and then dots: no line is cut through its middle."""

    def too_high(count: int) -> bool:
        shown = text if count == len(text) else text[:count] + "…"
        return metrics.boundingRect(room, int(Qt.TextFlag.TextWordWrap), shown).height() > room.height()

    if not too_high(len(text)):
        return text
    return text[:max(0, bisect_left(range(len(text)), True, key=too_high) - 1)].rstrip() + "…"


def _tags(step: Step) -> list[str]:
    """Kind and depth, in full and shorter: what the step says matters more, and its colour tells the kind."""
    if step.kind is None:
        return [""]
    kind, depth = kind_name(step.kind), told(say("depth {n}", n=step.depth)) if step.depth else ""
    return [f"{kind} · {depth}", depth] if depth else [kind, ""]
