"""A benchmark as a table that does not flatter: an engine that gave no answer counts with the whole time limit."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from pathlib import Path

from studio.core.engine import Status
from studio.core.language import told
from studio.core.puzzle import Puzzle
from studio.core.say import marked
from studio.lab.bench import Bench
from studio.lab.runs import Contender, Run

HEADS = ("", marked("engine"), marked("solved"), marked("unique"), marked("several"), marked("none"), marked("median s"),
         marked("95% s"), marked("max s"), marked("total s"), marked("PAR2 s"), marked("nodes"), marked("ratio"))
"""PAR2: the mean time, a run without an answer counted as twice the limit, as in solver competitions."""


def table(bench: Bench, base: str | None = None, by: str = "none") -> str:
    """The rows as text, columns aligned."""
    return aligned(table_rows(bench, base, by))


def table_rows(bench: Bench, base: str | None = None, by: str = "none") -> list[tuple[str, ...]]:
    """Per engine: boards answered, times over **all** its boards, and the median of its times over the base's."""
    base_label = base or bench.contenders[0].label
    rows: list[tuple[str, ...]] = [HEADS]
    for group in sorted({_group(run, by) for run in bench.runs}, key=natural):
        for contender in bench.contenders:
            mine = [run for run in bench.runs if run.contender == contender and _group(run, by) == group]
            if mine:
                rows.append((group, *_row(bench, contender, mine, base_label)))
    used = [i for i in range(len(rows[0])) if i == 1 or any(row[i] for row in rows[1:])]
    return [tuple(row[i] for i in used) for row in rows]


def group_of(path: Path, puzzle: Puzzle, by: str) -> str:
    """What the rows of a table are grouped by: size, folder or nothing."""
    return {"size": f"{puzzle.grid.rows}x{puzzle.grid.cols}", "folder": path.parent.name, "none": ""}[by]


def _group(run: Run, by: str) -> str:
    return group_of(run.path, run.puzzle, by)


def _row(bench: Bench, contender: Contender, mine: list[Run], base: str) -> tuple[str, ...]:
    count = {status: sum(run.status is status for run in mine) for status in Status}
    counted = [run.nodes for run in mine if run.answered and run.nodes is not None]
    nodes = f"{statistics.median(counted):.0f}" if counted else "-"
    return (contender.label, f"{sum(run.answered for run in mine)}/{len(mine)}", str(count[Status.UNIQUE]),
            str(count[Status.MULTIPLE]), str(count[Status.NONE]), *_times(bench, mine), nodes, _ratio(bench, mine, base))


def _times(bench: Bench, mine: list[Run]) -> tuple[str, str, str, str, str]:
    """Median, 95 %, maximum, total and PAR2. A time that an unanswered run decides is a lower bound, and says so with ">"."""
    limit = bench.limits.seconds
    spent = sorted((max(run.seconds, limit or 0.0) if not run.answered else run.seconds, not run.answered) for run in mine)
    unanswered = any(cut for _, cut in spent)

    def at(index: int, digits: int) -> str:
        seconds, cut = spent[index]
        return f"{'>' if cut else ''}{seconds:.{digits}f}"

    total = f"{'>' if unanswered else ''}{sum(seconds for seconds, _ in spent):.2f}"
    par2 = "-" if unanswered and limit is None else f"{statistics.fmean(s * (2 if cut else 1) for s, cut in spent):.4f}"
    high = min(len(spent) - 1, math.ceil(0.95 * len(spent)) - 1)
    middle = at(len(spent) // 2, 4) if unanswered else f"{statistics.median(s for s, _ in spent):.4f}"
    return middle, at(high, 4), at(-1, 3), total, par2


def _ratio(bench: Bench, mine: list[Run], base: str) -> str:
    """Median over the puzzles of this engine's time / the base's; an unanswered run counts with the time it used."""
    reference = {run.path: run.seconds for run in bench.runs if run.contender.label == base}
    ratios = [run.seconds / reference[run.path] for run in mine if reference.get(run.path)]
    return f"{statistics.median(ratios):.3g}x" if ratios else "-"


def natural(text: str) -> tuple[float, str]:
    """Sizes in the order of their rows, names by the alphabet."""
    head = text.split("x")[0]
    return (float(head), text) if head.isdecimal() else (0.0, text)


def aligned(rows: Sequence[tuple[str, ...]]) -> str:
    """Columns aligned: words to the left, figures to the right; the heads in the user's language."""
    names = rows[0].index("engine") + 1
    rows = [tuple(map(told, rows[0])), *rows[1:]]
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return "\n".join("  ".join(cell.ljust(wide) if i < names else cell.rjust(wide) for i, (cell, wide) in
                               enumerate(zip(row, widths))) for row in rows)
