from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from studio.core import registry
from studio.core.draw import Circle, Line, Rect, Text, _corners
from studio.core.engine import Limits, Status
from studio.core.grid import Grid
from studio.lab.axes import HEIGHT, WIDTH, Frame, Scale, in_words, log_scale, number
from studio.lab.bench import Bench
from studio.lab.charts import charts, head_to_head, search_effort, solved_over_time, time_by_size
from studio.lab.report import html_report
from studio.lab.runs import Contender, Run
from studio.lab.table import table_rows

A, B = Contender("a"), Contender("b")
SMALL = registry.family("_template").samples()[0]
LARGE = replace(SMALL, grid=Grid(9, 9), givens=(0,) * 81, solution=None)


@pytest.fixture
def bench() -> Bench:
    """Two engines on four boards of two sizes; b gives up on one and is ten times slower on the others."""
    made = Bench([A, B], 2, Limits(20.0))
    for i, puzzle in enumerate((SMALL, SMALL, LARGE, LARGE)):
        made.runs.append(Run(Path(f"board {i}"), puzzle, A, Status.UNIQUE, 0.002 * (i + 1), 10 + i, 2, ""))
        status = Status.TIMEOUT if i == 3 else Status.UNIQUE
        made.runs.append(Run(Path(f"board {i}"), puzzle, B, status, 20.0 if i == 3 else 0.02 * (i + 1), 500, 7, ""))
    return made


def texts(frame: Frame) -> list[str]:
    return [shape.text for shape in frame.shapes if isinstance(shape, Text)]


def test_scales_place_values_between_their_ends() -> None:
    assert Scale(0, 10).part(5) == 0.5
    assert Scale(0.01, 1, True).part(0.1) == pytest.approx(0.5)
    assert Scale(0.01, 1, True).part(5) == 1.0
    assert log_scale([0.003, 0.4]) == Scale(0.001, 1.0, True)
    assert log_scale([]).ticks()
    assert Scale(0, 415).ticks() == [0, 100, 200, 300, 400]
    assert Scale(1, 100, True).ticks() == [1, 2, 5, 10, 20, 50, 100]


def test_numbers_in_words() -> None:
    assert [in_words(value) for value in (2e-5, 0.02, 3.0)] == ["20 µs", "20 ms", "3 s"]
    assert [number(value) for value in (7, 1500, 25_000, 3e6)] == ["7", "1500", "25k", "3M"]


def test_all_charts_lie_on_their_paper(bench: Bench) -> None:
    made = charts(bench)
    assert [chart.id for chart in made] == ["solved", "size", "duel", "effort"]
    for chart in made:
        for shape in chart.shapes:
            points = _corners(shape)
            assert all(0 <= x <= WIDTH and 0 <= y <= HEIGHT for x, y in points), shape


def test_the_curve_rises_to_what_was_solved(bench: Bench) -> None:
    frame = solved_over_time(bench)
    assert frame is not None
    curves = {shape.stroke: shape.points for shape in frame.shapes if isinstance(shape, Line) and "series" in shape.stroke}
    assert curves["series:0"][-1][1] == frame.at(1, 4)[1]
    assert curves["series:1"][-1][1] == frame.at(1, 3)[1]
    assert "3 of 4" in texts(frame)


def test_an_unanswered_board_is_hollow_and_counts_with_the_limit(bench: Bench) -> None:
    frame = head_to_head(bench)
    assert frame is not None
    hollow = [shape for shape in frame.shapes if isinstance(shape, Circle) and shape.fill == "paper"]
    assert [(shape.x, shape.y) for shape in hollow] == [frame.at(0.008, 20.0)]
    assert "a faster on 4" in texts(frame) and "10×" in texts(frame)


def test_sizes_and_effort(bench: Bench) -> None:
    by_size, effort = time_by_size(bench), search_effort(bench)
    assert by_size is not None and effort is not None
    assert {"4×4", "9×9"} <= set(texts(by_size))
    assert {"deepest 2", "deepest 7", "1 ↑"} <= set(texts(effort))
    assert sum(isinstance(shape, Rect) and shape.opacity < 1 for shape in effort.shapes) == 2


def test_an_unfinished_run_is_censored_and_the_median_is_that_of_the_table(bench: Bench) -> None:
    bench.runs[-1] = Run(Path("board 3"), LARGE, B, Status.MULTIPLE, 20.0, 9000, 9, "", complete=False, stopped="timeout")
    bench.runs.append(Run(Path("board 4"), LARGE, B, Status.UNIQUE, 0.1, 700, 7, ""))
    effort = search_effort(bench)
    assert effort is not None
    hollow = [shape for shape in effort.shapes if isinstance(shape, Circle) and shape.fill == "paper"]
    assert [shape.y for shape in hollow] == [effort.at(0, 9000)[1]]
    header, *rows = table_rows(bench)
    table = {row[header.index("engine")]: row[header.index("nodes")] for row in rows}
    assert table["b"] == "500" and number(500) in texts(effort)
    assert table["a"] == "12" and number(11.5) in texts(effort)


def test_charts_without_data_are_left_out() -> None:
    alone = Bench([A], 1, Limits(1.0))
    assert charts(alone) == []
    alone.runs.append(Run(Path("x"), SMALL, A, Status.TIMEOUT, 1.0, 0, 0, ""))
    assert charts(alone) == []


def test_the_report_holds_table_charts_runs_and_faults(bench: Bench) -> None:
    bench.runs.append(Run(Path("<odd>"), SMALL, A, Status.ERROR, 0.1, 0, 0, "it <broke>"))
    page = html_report(bench, "Engines & boards", lambda shapes, height: f"<svg>{len(shapes)}</svg>")
    assert page.count("<svg>") == 4 and "Engines &amp; boards" in page
    assert "&lt;odd&gt;: a: error: it &lt;broke&gt;" in page and "<broke>" not in page
    assert page.count("<tr>") == 1 + 2 + 1 + len(bench.runs)
