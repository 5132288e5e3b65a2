"""Boards as files: PNG, SVG and PDF. Needs an application object, but no screen."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QGuiApplication, QImage, QPageLayout, QPageSize, QPainter, QPdfWriter

from studio.core.draw import Overlay, Shape, extent
from studio.core.family import Family
from studio.core.files import write_atomically
from studio.core.grid import Grid
from studio.core.puzzle import BadPuzzle, Board
from studio.core.say import say
from studio.share.painter import paint
from studio.share.theme import LIGHT, Theme

CELL_PIXELS = 48
LARGE_GRID = 2500
"""cells from which on a picture's are half as large, unless somebody says how large"""
MILLIMETRES_PER_CELL = 9.0
FORMATS = (".png", ".svg", ".pdf")
application_kind: type[QGuiApplication] = QGuiApplication
"""the tests make one with widgets, as the window's tests may run later in the same process"""


def ensure_application() -> QGuiApplication:
    """Fonts need an application object; the command line has none and gets one without a screen. A process has one for good:
    whoever will want a window later makes its own first."""
    running = QGuiApplication.instance()
    if isinstance(running, QGuiApplication):
        return running
    return application_kind([sys.argv[0], "-platform", "offscreen"])


def board_image(family: Family, board: Board, overlay: Overlay | None = None, theme: Theme = LIGHT,
                cell_pixels: float = CELL_PIXELS, ratio: float = 1.0) -> QImage:
    """A board as a picture, with whatever lies beside it."""
    shapes = family.draw(board, overlay or Overlay())
    return shapes_image(shapes, board.grid, theme, cell_pixels, ratio)


def shapes_image(shapes: list[Shape], grid: Grid, theme: Theme, cell_pixels: float, ratio: float = 1.0,
                 clear: bool = False) -> QImage:
    """Shapes on paper, or with `clear` on nothing."""
    ensure_application()
    x, y, w, h = extent(shapes, grid)
    image = QImage(max(1, round(w * cell_pixels * ratio)), max(1, round(h * cell_pixels * ratio)),
                   QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(ratio)
    image.fill(Qt.GlobalColor.transparent if clear else theme.color("paper"))
    painter = QPainter(image)
    painter.scale(cell_pixels, cell_pixels)
    painter.translate(-x, -y)
    paint(painter, shapes, theme)
    painter.end()
    return image


def thumbnail(family: Family, board: Board, theme: Theme, width: int, height: int, ratio: float = 1.0) -> QImage:
    """A board fitted into a box, for the library and the recent list."""
    shapes = family.draw(board, Overlay())
    _, _, w, h = extent(shapes, board.grid)
    cell = min(width / w, height / h, 40.0)
    return shapes_image(shapes, board.grid, theme, cell, ratio, clear=True)


def render_board(family: Family, board: Board, overlay: Overlay | None, path: str | Path, theme: Theme = LIGHT) -> None:
    """Write a board as .png, .svg or .pdf; BadPuzzle with one sentence if that cannot be done."""
    render_shapes(family.draw(board, overlay or Overlay()), board.grid, path, theme)


def render_shapes(shapes: list[Shape], grid: Grid, path: str | Path, theme: Theme = LIGHT,
                  cell_pixels: float = 0) -> None:
    """The same for any drawing, such as a chart; `grid` tells its least size. `cell_pixels`: of a .png; 0: as usual."""
    path = Path(path)
    png = partial(_png, cell=cell_pixels)
    makers: dict[str, Callable[[list[Shape], Grid, Theme], bytes]] = {".png": png, ".svg": svg_bytes, ".pdf": _pdf}
    maker = makers.get(path.suffix.lower())
    if maker is None:
        raise BadPuzzle(say("a picture can be drawn as {formats}, not as {suffix!r}", formats=', '.join(FORMATS),
                            suffix=path.suffix or path.name))
    ensure_application()
    write_atomically(path, maker(shapes, grid, theme))


def usual_pixels(grid: Grid) -> int:
    """How large a cell of a picture is if nobody says: sharp in print, but not a wall of a large board."""
    return 2 * CELL_PIXELS if grid.size <= LARGE_GRID else CELL_PIXELS


def _png(shapes: list[Shape], grid: Grid, theme: Theme, cell: float = 0) -> bytes:
    return png_bytes(shapes_image(shapes, grid, theme, cell or usual_pixels(grid)))


def svg_bytes(shapes: list[Shape], grid: Grid, theme: Theme = LIGHT) -> bytes:
    """A drawing as SVG, for files and for reports that hold it inline."""
    from PySide6.QtSvg import QSvgGenerator

    ensure_application()
    x, y, w, h = extent(shapes, grid)
    buffer = QBuffer()
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setTitle("Puzzle Studio")
    generator.setSize(QSize(round(w * CELL_PIXELS), round(h * CELL_PIXELS)))
    generator.setViewBox(QRectF(0, 0, w * CELL_PIXELS, h * CELL_PIXELS))
    painter = QPainter(generator)
    _vector(painter, shapes, theme, (x, y, w, h), CELL_PIXELS)
    return bytes(buffer.data().data())


def _pdf(shapes: list[Shape], grid: Grid, theme: Theme) -> bytes:
    x, y, w, h = extent(shapes, grid)
    size = QPageSize(QSizeF(w * MILLIMETRES_PER_CELL, h * MILLIMETRES_PER_CELL), QPageSize.Unit.Millimeter)

    def draw(painter: QPainter, writer: QPdfWriter) -> None:
        _vector(painter, shapes, theme, (x, y, w, h), min(writer.width() / w, writer.height() / h))

    return pdf_bytes(size, "Puzzle Studio", draw)


def pdf_bytes(size: QPageSize, title: str, draw: Callable[[QPainter, QPdfWriter], None]) -> bytes:
    """A PDF in memory: Qt's writer does not tell when a disk is full, so it is not let near one."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setTitle(title)
    writer.setPageLayout(QPageLayout(size, QPageLayout.Orientation.Portrait, QMarginsF()))
    painter = QPainter()
    if not painter.begin(writer):
        raise BadPuzzle(say("the PDF cannot be drawn"))
    draw(painter, writer)
    if painter.isActive():
        painter.end()
    return bytes(buffer.data().data())


def _vector(painter: QPainter, shapes: list[Shape], theme: Theme, box: tuple[float, float, float, float], cell: float) -> None:
    x, y, w, h = box
    painter.fillRect(QRectF(0, 0, w * cell, h * cell), theme.color("paper"))
    painter.scale(cell, cell)
    painter.translate(-x, -y)
    paint(painter, shapes, theme, vector=True)
    painter.end()


def png_bytes(image: QImage) -> bytes:
    """A picture as PNG data, for the clipboard and reports."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]
    return bytes(buffer.data().data())
