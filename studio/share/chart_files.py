"""The lab's charts as files, drawn by the one painter."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path

from studio.core.draw import Shape
from studio.core.files import write_atomically
from studio.core.grid import Grid
from studio.core.puzzle import BadPuzzle
from studio.core.say import say
from studio.lab.axes import HEIGHT, WIDTH
from studio.lab.bench import Bench
from studio.lab.charts import Chart, charts
from studio.lab.figures import charts_of
from studio.lab.findings import Made, as_csv, as_html, as_json, as_text
from studio.lab.report import html_report
from studio.share.render import render_shapes, svg_bytes
from studio.share.theme import LIGHT, Theme


def paper(height: float = HEIGHT) -> Grid:
    return Grid(math.ceil(height), WIDTH)


def inline_svg(shapes: list[Shape], height: float = HEIGHT, theme: Theme = LIGHT) -> str:
    """The drawing without the XML prologue, as HTML wants it."""
    text = svg_bytes(shapes, paper(height), theme).decode()
    return text[text.index("<svg"):]


def write_report(bench: Bench, path: Path, title: str, by: str = "none", base: str | None = None) -> None:
    write_atomically(path, html_report(bench, title, inline_svg, by, base))


def write_charts(bench: Bench, folder: Path, theme: Theme = LIGHT) -> list[Path]:
    """Each chart as SVG and PNG."""
    return draw_charts(charts(bench), folder, theme)


def draw_charts(made: Sequence[Chart], folder: Path, theme: Theme = LIGHT) -> list[Path]:
    """Charts as SVG and PNG files, named after them."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise BadPuzzle(say("{folder} cannot be made: {fault}", folder=folder, fault=fault.strerror or fault)) from None
    written = []
    for chart in made:
        for ending in (".svg", ".png"):
            written.append(folder / f"{chart.id}{ending}")
            render_shapes(chart.shapes, paper(chart.height), written[-1], theme)
    return written


def write_findings(findings: Sequence[Made], folder: Path) -> list[Path]:
    """Each finding as CSV and JSON, its charts as SVG and PNG."""
    written = []
    for each in findings:
        written += draw_charts(charts_of(each.finding, each.experiment), folder)
        for ending, text in ((".csv", as_csv(each.finding)), (".json", as_json(each))):
            written.append(folder / f"{each.experiment}{ending}")
            write_atomically(written[-1], text)
    return written


def write_finding(made: Made, path: Path) -> list[Path]:
    """One finding as its file's ending says; several charts get a letter each."""
    ending = path.suffix.lower()
    texts = {".csv": lambda: as_csv(made.finding), ".json": lambda: as_json(made), ".txt": lambda: as_text(made.finding),
             ".html": lambda: as_html([made], inline_svg)}
    if ending in texts:
        write_atomically(path, texts[ending]())
        return [path]
    charts_made = charts_of(made.finding, made.experiment)
    if not charts_made:
        raise BadPuzzle(say("{experiment} has no chart", experiment=made.experiment))
    letters = [chart.id.removeprefix(made.experiment) for chart in charts_made]
    written = [path.with_name(path.stem + letter + path.suffix) for letter in letters]
    for chart, each in zip(charts_made, written, strict=True):
        render_shapes(chart.shapes, paper(chart.height), each)
    return written


def write_finding_report(findings: Sequence[Made], path: Path) -> None:
    write_atomically(path, as_html(findings, inline_svg))
