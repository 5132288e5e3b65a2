"""Findings as text, CSV, JSON, charts and one page; experiments by the command line, and their options."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path

import pytest

from studio import cli
from studio.core import registry
from studio.core.draw import Circle, Line, Rect, Shape, Text
from studio.core.study import (
    BARS,
    BOXES,
    LINE,
    Axis,
    Column,
    Finding,
    Numbers,
    Plot,
    Series,
    natural,
    quartiles,
    share_interval,
    trend,
)
from studio.lab.axes import NAME_LETTERS, RIGHT, WIDTH, in_lines
from studio.lab.figures import chart_of, charts_of
from studio.lab.findings import Made, as_csv, as_html, as_json, as_text

FINDING = Finding(
    (Column("board"), Column("seconds", 2), Column("seconds", 2, published=True), Column("depth")),
    (("one", 0.125, 3.0, 1), ("two", float("inf"), None, None)),
    (Plot("times", Axis("board", labels=("one", "two")), Axis("time", log=True, seconds=True),
          (Series("ours", ((0, 0.125),), unfinished=((1, 5.0),)), Series("theirs", ((0, 3.0),), published=True)), down=True),
     Plot("boxes", Axis("size", labels=("5", "6")), Axis("s"),
          (Series("ours", tuple((0, v) for v in (1, 2, 3, 4, 50)), BOXES),)),
     Plot("nothing", Axis("x"), Axis("y"), (Series("empty", (), LINE),)),
     Plot("bars", Axis("x", labels=("a",)), Axis("y"), (Series("ours", ((0, 4.0),), BARS, spans=((0, 3.0, 5.0),)),))),
    ("A note.",))


def made() -> Made:
    return Made("fillomino", "figure-0", "A figure", {"sizes": [4, 5]}, FINDING)


def test_text_csv_and_json_tell_the_same() -> None:
    text = as_text(FINDING)
    assert re.search(r"one +0\.12 +3\.00 +1\n", text) and re.search(r"two +∞ +– +–\n", text)
    assert text.endswith("A note.\n* as published\n")
    rows = list(csv.reader(io.StringIO(as_csv(FINDING))))
    assert rows[0] == ["board", "seconds", "seconds (published)", "depth"] and rows[2] == ["two", "inf", "", ""]
    data = json.loads(as_json(made()))
    assert data["rows"] == [["one", 0.125, 3.0, 1], ["two", None, None, None]]
    assert data["command"] == "puzzle-studio lab fillomino figure-0 -o sizes=4,5"


def test_only_plots_with_something_in_them_are_drawn() -> None:
    charts = charts_of(FINDING, "figure-0")
    assert [chart.id for chart in charts] == ["figure-0-a", "figure-0-b", "figure-0-c"]
    page = as_html([made()], lambda shapes, height: f"<svg>{len(shapes)} {height}</svg>")
    assert page.count("<svg>") == 3 and "A note." in page


def drawn(plot: Plot) -> list[Shape]:
    chart, = charts_of(Finding((), (), (plot,)), "one")
    return chart.shapes


def test_runs_that_were_stopped_are_all_seen_and_make_no_box_better() -> None:
    limit = ((0.0, 10.0),)
    names = Axis("size", labels=("5",))
    three = drawn(Plot("t", names, Axis("s"), tuple(Series(name, (), unfinished=limit) for name in "abc")))
    rings = [shape for shape in three if isinstance(shape, Circle) and shape.stroke]
    assert len({(ring.x, ring.y) for ring in rings}) == 4, "three beside each other, and one in the legend"

    def box(fast: int, stopped: int) -> Rect:
        series = Series("here", tuple((0.0, 1.0) for _ in range(fast)), BOXES, unfinished=limit * stopped)
        return next(shape for shape in drawn(Plot("t", names, Axis("s"), (series,))) if isinstance(shape, Rect)
                    and shape.opacity == 0.5)

    assert box(1, 3).h > 0.1 and box(4, 0).h < 0.1


def test_whole_numbers_have_their_own_ticks_and_the_legend_its_marks() -> None:
    series = (Series("ours", ((4, 1.0), (12, 2.0)), LINE), Series("ours, published", ((4, 1.0),), LINE, published=True))
    shapes = drawn(Plot("t", Axis("N", whole=True), Axis("ms"), series))
    assert {str(n) for n in range(4, 13)} <= {shape.text for shape in shapes if isinstance(shape, Text)}
    dashes = [shape for shape in shapes if isinstance(shape, Line) and shape.dashed]
    assert len(dashes) == 2, "the line, and its mark in the legend"


def test_names_below_an_axis_do_not_run_into_each_other() -> None:
    def written(low: int, high: int) -> list[str]:
        sizes = tuple(f"{n}x{n}" for n in range(low, high))
        shapes = drawn(Plot("t", Axis("size", labels=sizes), Axis("s"), (Series("ours", ((0, 1.0),)),)))
        return [shape.text for shape in shapes if isinstance(shape, Text) and shape.text in sizes]

    assert written(5, 13) == [f"{n}x{n}" for n in range(5, 13)] and written(5, 19) == [f"{n}x{n}" for n in range(5, 19, 2)]


def test_long_names_of_a_legend_are_whole() -> None:
    """In several lines where they must be, and on paper that has room for all of them."""
    names = [f"sat_cadical_no-breaker_{each}" for each in ("amo-auto", "amo-seq", "amk-card")] * 6
    axis = Axis("problem", labels=("one",))
    plot = Plot("t", axis, Axis("s"), tuple(Series(f"{name}_{n}", ((0, 1.0),)) for n, name in enumerate(names)), down=True)
    chart = chart_of(plot, "t")
    legend = [shape for shape in chart.shapes if isinstance(shape, Text) and shape.fill == "given" and shape.x > WIDTH - RIGHT]
    assert "".join(shape.text for shape in legend) == "".join(each.name for each in plot.series)
    assert all(len(shape.text) <= NAME_LETTERS for shape in legend)
    assert max(shape.y for shape in legend) < chart.height
    paper = chart.shapes[0]
    assert isinstance(paper, Rect) and paper.h == chart.height


@pytest.mark.parametrize(("text", "lines"), [
    ("two words", ["two words"]), ("several words that go on", ["several words", "that go on"]), ("", [""]),
    ("anendlesswordwithoutaspace", ["anendlesswordw", "ithoutaspace"]), ("日本語の長い名前です", ["日本語の長い名", "前です"])])
def test_lines_break_between_words(text: str, lines: list[str]) -> None:
    assert in_lines(text, 14) == lines


def test_statistics() -> None:
    assert quartiles([1, 2, 3, 4, 5]) == (2, 3, 4) and quartiles([1, float("inf"), float("inf")])[1] == float("inf")
    line = trend([(0, 1), (1, 3), (2, 5)])
    assert line is not None and line == pytest.approx((2, 1, 1))
    assert trend([(0, 1), (0, 2), (0, 3)]) is None
    low, high = share_interval(0, 100)
    assert low == 0 and 3 < high < 4
    assert share_interval(50, 100) == pytest.approx((40.38, 59.62), abs=0.01)
    assert Numbers("sizes", "Sizes", "5-7").parse("5-7") == [5, 6, 7]
    assert sorted(map(Path, ("a/10", "a/9", "b/1")), key=natural) == [Path("a/9"), Path("a/10"), Path("b/1")]


def test_the_command_gives_table_and_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    registry.family("fobidoshi")
    asked = ["lab", "fobidoshi", "own-generator", "-o", "sizes=4", "-o", "puzzles=1", "--save", str(tmp_path / "out"),
             "--report", str(tmp_path / "report.html")]
    assert cli.run(asked) == 0
    assert "valid %" in capsys.readouterr().out
    assert json.loads((tmp_path / "out" / "own-generator.json").read_text("utf-8"))["rows"][0][0] == 4
    assert (tmp_path / "out" / "own-generator.csv").is_file()
    assert "own-generator" in (tmp_path / "report.html").read_text("utf-8")


@pytest.mark.parametrize("wrong", ["sizes=four", "sizes=0", "puzzles=many", "colour=red", "sizes"])
def test_a_wrong_option_is_one_sentence_and_exit_code_2(wrong: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["lab", "fobidoshi", "own-generator", "-o", wrong]) == 2
    told = capsys.readouterr()
    assert not told.out and len(told.err.strip().splitlines()) == 1


def test_files_are_refused_where_they_mean_nothing(tmp_path: Path) -> None:
    assert cli.run(["lab", "fobidoshi", "own-generator", str(tmp_path)]) == 2
