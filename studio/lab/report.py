"""A benchmark as one HTML page that needs nothing else: what was asked, the table, the charts, every single run."""

from __future__ import annotations

import platform
from collections.abc import Callable, Sequence
from html import escape

from studio.core.draw import Shape
from studio.lab.bench import Bench
from studio.lab.charts import charts
from studio.lab.table import table_rows

Draw = Callable[[list[Shape], float], str]
"""Shapes on paper of this height to inline SVG; the painter lives in a room that this one does not know."""

STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; margin: 2.5rem auto; max-width: 62rem; padding: 0 1rem; color: #1d2026 }
body { background: #fbfaf8 } h1 { font-size: 1.6rem; margin-bottom: .2rem } h2 { font-size: 1.15rem; margin-top: 2.2rem }
p.note { color: #646a75; margin-top: 0 } .fault { color: #b3322a }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; background: #fff }
th, td { padding: .25rem .7rem; text-align: right } th.word, td.word { text-align: left }
th { color: #646a75; font-weight: 500; border-bottom: 1px solid #2b2e35 } td { border-bottom: 1px solid #eceae5 }
svg { width: 100%; height: auto; border: 1px solid #eceae5; border-radius: 6px }
div.wide { overflow-x: auto } code { font-size: .85em }
details summary { cursor: pointer; color: #3457d5; margin-top: 2rem }
"""
RUN_HEADS = ("puzzle", "size", "engine", "answer", "seconds", "nodes", "deepest", "message")
WORDS = frozenset({"", "engine", "puzzle", "size", "answer", "message"})


def html_report(bench: Bench, title: str, draw: Draw, by: str = "none", base: str | None = None) -> str:
    boards = len({run.path for run in bench.runs})
    asked = "the proof that a solution is the only one" if bench.solutions > 1 else "one solution"
    limit = f"at most {bench.limits.seconds:g} s each" if bench.limits.seconds else "no time limit"
    rows = table_rows(bench, base, by)
    parts = [f"<h1>{escape(title)}</h1>",
             f"<p class=note>{boards} boards, {len(bench.contenders)} engines; asked for {asked}, {limit}; encoding included, "
             f"every answer checked. Python {platform.python_version()} on {escape(platform.machine())}. A ratio is the median "
             "over the boards of an engine's time over the first one's.</p>",
             _table(rows[0], rows[1:])]
    faults = bench.complaints()
    if faults:
        parts.append("<h2>What went wrong</h2>" + "".join(f"<p class=fault>{escape(fault)}</p>" for fault in faults))
    for chart in charts(bench):
        parts.append(f"<h2>{escape(chart.title)}</h2>{draw(chart.shapes, chart.height)}")
    parts.append(f"<details><summary>Every single run</summary>{_runs(bench)}</details>")
    head = f"<!doctype html><html lang=en><meta charset=utf-8><title>{escape(title)}</title><style>{STYLE}</style>"
    return head + "\n".join(parts) + "</html>\n"


def _runs(bench: Bench) -> str:
    rows = [(run.path.name, f"{run.puzzle.grid.rows}×{run.puzzle.grid.cols}", run.contender.label, run.status.value,
             f"{run.seconds:.4f}", _or_dash(run.nodes), _or_dash(run.max_depth), run.message) for run in bench.runs]
    return _table(RUN_HEADS, rows)


def _or_dash(number: int | None) -> str:
    return "-" if number is None else str(number)


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    kinds = [" class=word" if head in WORDS else "" for head in heads]
    top = "".join(f"<th{kind}>{escape(head)}</th>" for kind, head in zip(kinds, heads))
    body = ["".join(f"<td{kind}>{escape(cell)}</td>" for kind, cell in zip(kinds, row)) for row in rows]
    return f"<table><tr>{top}</tr>{''.join(f'<tr>{row}</tr>' for row in body)}</table>"
