"""A benchmark as one HTML page that needs nothing else: what was asked, the table, the charts, every single run."""

from __future__ import annotations

import platform
from collections.abc import Callable, Sequence

from studio.core.draw import Shape
from studio.core.say import marked, say
from studio.lab.bench import Bench
from studio.lab.charts import charts
from studio.lab.markup import page_head, words
from studio.lab.table import table_rows

Draw = Callable[[list[Shape], float], str]
"""Shapes on paper of this height to inline SVG; the painter lives in a room that this one does not know."""

RUN_HEADS = (marked("puzzle"), marked("size"), marked("engine"), marked("answer"), marked("seconds"), marked("nodes"),
             marked("deepest"), marked("message"))
WORDS = frozenset({"", "engine", "puzzle", "size", "answer", "message"})


def html_report(bench: Bench, title: str, draw: Draw, by: str = "none", base: str | None = None) -> str:
    rows = table_rows(bench, base, by)
    parts = [f"<h1>{words(title)}</h1>",
             f"<p class=note>{words(_about(bench))}</p>",
             _table(rows[0], rows[1:])]
    faults = bench.complaints()
    if faults:
        parts.append(f"<h2>{words(say('What went wrong'))}</h2>")
        parts += [f"<p class=fault>{words(fault)}</p>" for fault in faults]
    for chart in charts(bench):
        parts.append(f"<h2>{words(chart.title)}</h2>{draw(chart.shapes, chart.height)}")
    parts.append(f"<details><summary>{words(say('Every single run'))}</summary>{_runs(bench)}</details>")
    return page_head(title) + "\n".join(parts) + "</html>\n"


def _about(bench: Bench) -> str:
    boards = len({run.path for run in bench.runs})
    asked = say("the proof that a solution is the only one") if bench.solutions > 1 else say("one solution")
    limit = say("at most {seconds:g} s each", seconds=bench.limits.seconds) if bench.limits.seconds else say("no time limit")
    return say("{boards} boards, {engines} engines; asked for {asked}, {limit}; encoding included, every answer checked. "
               "Python {python} on {machine}. A ratio is the median over the boards of an engine's time over the first one's.",
               boards=boards, engines=len(bench.contenders), asked=asked, limit=limit, python=platform.python_version(),
               machine=platform.machine())


def _runs(bench: Bench) -> str:
    rows = [(run.path.name, f"{run.puzzle.grid.rows}×{run.puzzle.grid.cols}", run.contender.label, run.status.value,
             f"{run.seconds:.4f}", _or_dash(run.nodes), _or_dash(run.max_depth), run.message) for run in bench.runs]
    return _table(RUN_HEADS, rows)


def _or_dash(number: int | None) -> str:
    return "-" if number is None else str(number)


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    kinds = [" class=word" if head in WORDS else "" for head in heads]
    top = "".join(f"<th{kind}>{words(head)}</th>" for kind, head in zip(kinds, heads))
    body = ["".join(f"<td{kind}>{words(cell)}</td>" for kind, cell in zip(kinds, row)) for row in rows]
    return f"<table><tr>{top}</tr>{''.join(f'<tr>{row}</tr>' for row in body)}</table>"
