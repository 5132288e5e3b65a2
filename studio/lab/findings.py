"""What an experiment found, as text, CSV and JSON, and several findings as one HTML page. The same for every family."""

from __future__ import annotations

import csv
import io
import json
import platform
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from studio import __version__
from studio.core.language import told
from studio.core.say import say
from studio.core.study import Experiment, Finding, StudyRun, Value
from studio.lab.figures import charts_of
from studio.lab.markup import page_head, words
from studio.lab.report import Draw


@dataclass(frozen=True)
class Made:
    """A finding with all that is needed to cite it and to make it again."""

    family: str
    experiment: str
    title: str
    options: Mapping[str, Any]
    finding: Finding
    runs: Sequence[StudyRun] = ()
    seconds: float = 0.0
    about: Mapping[str, str] = field(default_factory=dict)

    @property
    def command(self) -> str:
        words = " ".join(f"-o {name}={_written(value)}" for name, value in self.options.items())
        return f"puzzle-studio lab {self.family} {self.experiment} {words}".rstrip()


def about_this_machine() -> dict[str, str]:
    """Date, program and machine: what stands below every table."""
    return {"date": time.strftime("%Y-%m-%d"), "version": __version__, "python": platform.python_version(),
            "machine": f"{platform.system()} {platform.machine()}"}


def made(family: str, experiment: Experiment, options: Mapping[str, Any], finding: Finding, runs: Sequence[StudyRun],
         seconds: float) -> Made:
    return Made(family, experiment.id, experiment.title, options, finding, list(runs), seconds, about_this_machine())


def _written(value: Any) -> str:
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)


# --- text ----------------------------------------------------------------------------------------------------------------
def cells(finding: Finding) -> tuple[list[str], list[list[str]]]:
    """Head and rows as people read them; published columns are marked by an asterisk."""
    head = [column.name + "*" * column.published for column in finding.columns]
    return head, [[column.text(value) for column, value in zip(finding.columns, row, strict=True)] for row in finding.rows]


def wordy(finding: Finding, place: int) -> bool:
    """True for a column of words, which stand to the left."""
    return any(isinstance(row[place], str) for row in finding.rows)


def as_text(finding: Finding) -> str:
    """Aligned columns under a ruled head, then the notes."""
    head, rows = cells(finding)
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    left = [wordy(finding, place) for place in range(len(head))]
    lines = ["  ".join(cell.ljust(wide) if words else cell.rjust(wide) for cell, wide, words in
                       zip(line, widths, left, strict=True)).rstrip() for line in (head, *rows)]  # fmt: skip
    notes = list(finding.notes)
    if any(column.published for column in finding.columns):
        notes.append("* as published")
    return "\n".join([lines[0], "-" * (sum(widths) + 2 * len(widths) - 2), *lines[1:], *notes]) + "\n"


# --- files ---------------------------------------------------------------------------------------------------------------
def as_csv(finding: Finding) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([column.full_name for column in finding.columns])
    writer.writerows([["" if value is None else value for value in row] for row in finding.rows])
    return text.getvalue()


def as_json(made: Made) -> str:
    """Everything: the table, the plots' data, the notes, every single run, and how to make it again."""
    finding = made.finding
    names = [column.full_name for column in finding.columns]
    data = {
        "family": made.family, "experiment": made.experiment, "title": made.title, "command": made.command,
        "options": dict(made.options), **made.about, "seconds": round(made.seconds, 3),
        "columns": names, "rows": [[_plain(value) for value in row] for row in finding.rows], "notes": list(finding.notes),
        "plots": [{"title": plot.title, "x": plot.x.title, "y": plot.y.title, "labels": list(plot.x.labels), "series": [
            {"name": each.name, "published": each.published, "points": [[_plain(x), _plain(y)] for x, y in each.points],
             "unfinished": [list(point) for point in each.unfinished], "intervals": [list(span) for span in each.spans]}
            for each in plot.series]} for plot in finding.plots],
        "runs": [_run(run) for run in made.runs],
    }  # fmt: skip
    return json.dumps(data, indent=1, ensure_ascii=False, allow_nan=False) + "\n"


def _plain(value: Value) -> Value:
    """JSON knows no infinity and no NaN: an unfinished or unknown time is null."""
    return None if isinstance(value, float) and (value != value or abs(value) == float("inf")) else value


def _run(run: StudyRun) -> dict[str, Any]:
    result = run.result
    grid = run.puzzle.grid
    return {"puzzle": run.puzzle.title, "rows": grid.rows, "cols": grid.cols, "clues": len(run.puzzle.clues()),
            "engine": run.engine, "options": dict(run.values), "solutions_wanted": run.solutions, "limit": run.limit,
            "status": result.status.value, "complete": result.complete, "seconds": round(result.seconds, 6),
            "stats": {name: value for name, value in result.stats.items() if isinstance(value, int | float | str)}}


def as_html(findings: Sequence[Made], draw: Draw, title: str = "") -> str:
    """One page that needs nothing else: every finding with its table, charts and notes."""
    names = ", ".join(f"{each.family} {each.experiment}" for each in findings)
    title = title or told(say("The studies made again: {names}", names=names))
    parts = [f"<h1>{words(title)}</h1>"]
    for each in findings:
        about = ", ".join(f"{name} {value}" for name, value in each.about.items())
        parts.append(f"<h2>{words(each.title)}</h2><p class=note><code>{words(each.command)}</code><br>{words(about)}, "
                     f"{each.seconds:.0f} s</p>")
        parts += [draw(chart.shapes, chart.height) for chart in charts_of(each.finding, each.experiment)]
        parts.append(_html_table(each.finding))
        parts += [f"<p class=note>{words(note)}</p>" for note in each.finding.notes]
    head = page_head(title)
    return head + "\n".join(parts) + "</html>\n"


def _html_table(finding: Finding) -> str:
    head, rows = cells(finding)
    kinds = [" class=word" if wordy(finding, place) else "" for place in range(len(head))]
    top = "".join(f"<th{kind}>{words(name)}</th>" for kind, name in zip(kinds, head, strict=True))
    body = "".join("<tr>" + "".join(f"<td{kind}>{words(cell)}</td>" for kind, cell in zip(kinds, row, strict=True)) + "</tr>"
                   for row in rows)
    published = any(column.published for column in finding.columns)
    marked = f"<p class=note>* {words(say('as published'))}</p>" if published else ""
    return f"<div class=wide><table><tr>{top}</tr>{body}</table></div>{marked}"
