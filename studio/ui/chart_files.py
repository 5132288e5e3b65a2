"""The lab's charts as files, drawn by the one painter."""

from __future__ import annotations

from pathlib import Path

from studio.core.draw import Shape
from studio.core.files import write_atomically
from studio.core.grid import Grid
from studio.core.puzzle import BadPuzzle
from studio.lab.axes import HEIGHT, WIDTH
from studio.lab.bench import Bench
from studio.lab.charts import charts
from studio.lab.report import html_report
from studio.ui.render import render_shapes, svg_bytes
from studio.ui.theme import LIGHT, Theme

PAPER = Grid(HEIGHT, WIDTH)


def inline_svg(shapes: list[Shape], theme: Theme = LIGHT) -> str:
    """The drawing without the XML prologue, as HTML wants it."""
    text = svg_bytes(shapes, PAPER, theme).decode()
    return text[text.index("<svg"):]


def write_report(bench: Bench, path: Path, title: str, by: str = "none", base: str | None = None) -> None:
    write_atomically(path, html_report(bench, title, inline_svg, by, base))


def write_charts(bench: Bench, folder: Path, theme: Theme = LIGHT) -> list[Path]:
    """Each chart as SVG and PNG."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise BadPuzzle(f"{folder} cannot be made: {fault.strerror or fault}") from None
    written = []
    for chart in charts(bench):
        for ending in (".svg", ".png"):
            written.append(folder / f"{chart.id}{ending}")
            render_shapes(chart.shapes, PAPER, written[-1], theme)
    return written
