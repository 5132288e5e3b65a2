"""Files made from boards and films, and the painter behind them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

from studio.core import registry
from studio.core.draw import Arrow, Circle, Line, Overlay, Polygon, Rect, Text
from studio.core.puzzle import BadPuzzle, Board
from studio.share import render
from studio.share.painter import paint
from studio.share.theme import LIGHT, SAFE

FAMILY = registry.family("_template")


def board() -> Board:
    return Board(FAMILY.samples()[0])


@pytest.mark.parametrize("ratio", (1.0, 1.25, 1.5, 2.0))
@pytest.mark.parametrize("scale", (7.0, 13.5, 32.0, 71.25))
def test_lines_are_crisp_at_any_scale(qapp: Any, scale: float, ratio: float) -> None:
    image = QImage(400, 400, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(ratio)
    image.fill(LIGHT.color("paper"))
    painter = QPainter(image)
    painter.translate(3.3, 2.7)
    painter.scale(scale, scale)
    shapes = [Line(((1, 0), (1, 4)), "wall", 0.05), Rect(2, 1, 1, 1, fill="accent"), Rect(2, 2, 1, 1, stroke="frame")]
    paint(painter, shapes, LIGHT)
    painter.end()
    inks = {LIGHT.color(role).rgb() for role in ("paper", "wall", "accent", "frame")}
    seen = {image.pixel(x, y) for x in range(400) for y in range(0, 400, 3)}
    assert seen <= inks
    assert LIGHT.color("wall").rgb() in seen


def test_all_shapes_leave_ink(qapp: Any) -> None:
    shapes = [Rect(0, 0, 1, 1, fill="conflict", radius=0.2), Line(((0, 0), (1, 1)), "cut", dashed=True),
              Polygon(((0, 0), (1, 0), (0, 1)), fill="accent"), Arrow(((0, 0), (0, 0.9)), "wall"),
              Circle(0.5, 0.5, 0.3, stroke="mark"), Text(0.5, 0.5, "7", "given"), Rect(0, 0, 1, 1, fill="clash")]
    for shape in shapes:
        for theme in (LIGHT, SAFE):
            image = QImage(60, 60, QImage.Format.Format_RGB32)
            image.fill(theme.color("paper"))
            painter = QPainter(image)
            painter.scale(60, 60)
            paint(painter, [shape], theme)
            painter.end()
            assert any(image.pixel(x, y) != theme.color("paper").rgb() for x in range(60) for y in range(60)), shape


@pytest.mark.parametrize("scale", (9.0, 31.7, 60.0))
@pytest.mark.parametrize("opacity", (1.0, 0.6))
def test_a_stamped_shape_lies_where_the_exact_one_does(qapp: Any, scale: float, opacity: float) -> None:
    """Small boxes, strokes and circles are stamped, on quarters of a pixel; only their edges may look a shade different."""
    shapes = [Rect(0.2, 0.3, 0.6, 0.6, stroke="mark", width=0.07, radius=0.04, opacity=opacity),
              Rect(2.1, 0.2, 0.7, 1.3, fill="accent", radius=0.2, opacity=opacity),
              Line(((0.3, 1.7), (0.8, 1.2)), "cut", 0.06, opacity), Line(((1.1, 1.1), (1.9, 1.9)), "wall", 0.08, opacity),
              Circle(1.5, 0.6, 0.3, stroke="mark", width=0.07, opacity=opacity)]
    for shape in shapes:
        exact, first, again = (drawn(shape, scale, vector) for vector in (True, False, False))
        assert first == again
        assert max(abs(a - b) for a, b in zip(exact, first)) <= 80, shape  # a quarter of a pixel, not a whole one
        assert sum(exact) == pytest.approx(sum(first), rel=0.002), shape


def drawn(shape: Rect | Line | Circle, scale: float, vector: bool) -> list[int]:
    """The grey values of a picture of one shape, at no whole pixel."""
    image = QImage(200, 130, QImage.Format.Format_RGB32)
    image.fill(LIGHT.color("paper"))
    painter = QPainter(image)
    painter.translate(3.3, 2.6)
    painter.scale(scale, scale)
    paint(painter, [shape], LIGHT, vector)
    painter.end()
    return [QColor(image.pixel(x, y)).lightness() for x in range(200) for y in range(130)]


def test_conflicts_are_hatched_where_colour_must_not_tell_alone(qapp: Any) -> None:
    image = render.shapes_image([Rect(0, 0, 1, 1, fill="conflict")], board().grid, SAFE, 60)
    inside = {image.pixel(x, y) for x in range(20, 60) for y in range(20, 60)}
    assert len(inside) > 2


@pytest.mark.parametrize("suffix", render.FORMATS)
def test_a_board_as_a_file(tmp_path: Path, qapp: Any, suffix: str) -> None:
    path = tmp_path / f"board{suffix}"
    render.render_board(FAMILY, board(), Overlay(guessed={3: 2}), path)
    head = path.read_bytes()[:400]
    assert {".png": b"\x89PNG", ".svg": b"<svg", ".pdf": b"%PDF"}[suffix] in head


def test_the_svg_draws_the_same_board(tmp_path: Path, qapp: Any) -> None:
    render.render_board(FAMILY, board(), None, tmp_path / "board.svg")
    renderer = QSvgRenderer(str(tmp_path / "board.svg"))
    assert renderer.isValid()
    image = QImage(450, 450, QImage.Format.Format_RGB32)
    image.fill(0)
    painter = QPainter(image)
    renderer.render(painter, QRectF(0, 0, 450, 450))
    painter.end()
    assert image.pixel(225, 30) != image.pixel(5, 5)  # the frame's upper bar against the margin
    assert image.pixel(5, 5) == LIGHT.color("paper").rgb()


def test_unknown_formats_and_bad_places_are_refused_in_one_sentence(tmp_path: Path, qapp: Any) -> None:
    with pytest.raises(BadPuzzle, match=r"\.png"):
        render.render_board(FAMILY, board(), None, tmp_path / "board.bmp")
    with pytest.raises(BadPuzzle, match="cannot be written"):
        render.render_board(FAMILY, board(), None, tmp_path / "nowhere" / "board.png")
