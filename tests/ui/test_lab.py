"""The lab's window: boards and engines are chosen, compared in the background, shown and saved."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QLineEdit
from pytestqt.qtbot import QtBot

from studio.core import files, registry
from studio.core.engine import Limits, Status
from studio.lab.bench import Bench
from studio.lab.runs import Run, parse_contender
from studio.ui.lab.compare_page import ComparePage
from studio.ui.lab.runs_model import SORT
from studio.ui.lab.window import LabWindow
from studio.ui.main_window import MainWindow


@pytest.fixture
def lab(qtbot: QtBot, tmp_path: Path) -> Iterator[ComparePage]:
    """On two small boards in files, one file that is no puzzle and one of another family."""
    fobidoshi, fillomino = registry.family("fobidoshi"), registry.family("fillomino")
    for number, puzzle in enumerate(sorted(fobidoshi.samples(), key=lambda sample: sample.grid.size)[:2]):
        files.save(tmp_path / f"{number}.puzzle", puzzle)
    files.save(tmp_path / "other.puzzle", fillomino.samples()[0])
    (tmp_path / "notes.txt").write_text("no puzzle at all")
    window = LabWindow()
    qtbot.addWidget(window)
    window.choose_family("fobidoshi")
    window.compare.setup._use([tmp_path])
    yield window.compare  # the window lives as long as the test


def tick(lab: ComparePage, *engines: str) -> None:
    for number in range(lab.setup.engines.count()):
        item = lab.setup.engines.item(number)
        chosen = item.data(Qt.ItemDataRole.UserRole) in engines
        item.setCheckState(Qt.CheckState.Checked if chosen else Qt.CheckState.Unchecked)


def test_two_engines_on_a_folder(lab: ComparePage, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tick(lab, "auto", "backtrack")
    with qtbot.waitSignal(lab.comparison.finished, timeout=60_000):
        lab.compare()
    bench = lab.comparison.bench
    assert bench is not None and len(bench.runs) == 4 and bench.all_answered()
    assert len(lab.comparison.left_out) == 2
    assert "2 boards" in lab.message.text() and "2 files left out" in lab.message.text()
    assert lab.results.table.rowCount() == 2
    assert [view.chart is not None for view in lab.results.views][:2] == [True, True]
    lab.results.views[1].chosen.emit()
    assert [view.isHidden() for view in lab.results.views] == [True, False, True, True]
    lab.results.views[1].chosen.emit()
    assert not any(view.isHidden() for view in lab.results.views)
    first = lab.results.model.index(0, 4)
    assert first.data(SORT) == bench.runs[0].seconds

    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "out" / "report.html"), ""))
    lab.save_report()
    assert "<svg" in (tmp_path / "out" / "report.html").read_text("utf-8")
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(tmp_path / "out"))
    lab.save_charts()
    assert (tmp_path / "out" / "solved.svg").is_file()

    with qtbot.waitSignal(lab.opened) as opened:
        lab.results.runs.activated.emit(lab.results.runs.model().index(0, 0))
    assert opened.args is not None and opened.args[0].path.parent == tmp_path and opened.args[1] is bench


def test_stopping_keeps_what_is_done(lab: ComparePage, qtbot: QtBot) -> None:
    tick(lab, "smt")
    lab.setup.repeat.setValue(99)
    with qtbot.waitSignal(lab.comparison.finished, timeout=60_000):
        lab.compare()
        assert lab.comparison.running and not lab.setup.isEnabled()
        qtbot.wait(300)
        lab.stop()
    assert not lab.comparison.running and lab.setup.isEnabled()


def test_bad_wishes_are_told_in_one_sentence(lab: ComparePage) -> None:
    tick(lab)
    lab.compare()
    assert lab.message.text() == "Tick at least one engine."
    lab.setup.variants.setText("backtrack[barrier")
    lab.compare()
    assert "brackets" in lab.message.text()
    lab.setup.variants.setText("nobody")
    lab.compare()
    assert "nobody" in lab.message.text() and not lab.comparison.running


def test_variants_are_compared_like_engines(lab: ComparePage) -> None:
    tick(lab, "auto")
    lab.setup.variants.setText("backtrack[barrier=off], auto")
    assert [each.label for each in lab.setup.contenders()] == ["auto", "backtrack[barrier=off]"]


def test_a_table_of_a_study(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    window = LabWindow()
    qtbot.addWidget(window)
    studies = window.studies
    studies.choose("fobidoshi", "own-generator")
    assert studies.title.text()
    sizes = studies.options.control("sizes")
    assert isinstance(sizes, QLineEdit)
    sizes.setText("four")
    studies.run()
    assert "sizes" in studies.message.text() and not studies._watcher.running
    studies.options.load({"sizes": "4", "puzzles": 2})
    with qtbot.waitSignal(studies.finished, timeout=60_000):
        studies.run()
    assert studies.output.table.rowCount() == 1 and studies.output.made is not None
    for ending in ("html", "csv", "json", "txt"):
        path = tmp_path / f"table.{ending}"
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_, path=path: (str(path), KINDS[path.suffix]))
        studies.save()
        assert path.read_text("utf-8").strip(), studies.message.text()


def test_a_table_grows_while_it_is_made(qtbot: QtBot) -> None:
    """The runs so far and their chart; whoever looks at the chart goes on looking, and the finding comes in their place."""
    window = LabWindow()
    qtbot.addWidget(window)
    studies = window.studies
    studies.choose("fobidoshi", "figure-15")
    studies.options.load({"sizes": "4-6", "puzzles": 8})
    heads: list[str] = []

    def look(_value: object) -> None:
        head = studies.output.table.horizontalHeaderItem(0)
        heads.append(head.text() if head is not None else "")
        assert not studies.keep.isEnabled(), "what is not done is not saved"

    studies._watcher.partial.connect(look)
    with qtbot.waitSignal(studies.finished, timeout=120_000):
        studies.run()
    assert heads and set(heads) == {"run"} and studies.output.made is not None
    assert studies.output.table.horizontalHeaderItem(0).text() == "N" and len(studies.output.views) == 3


KINDS = {".html": "Report (*.html)", ".csv": "Table (*.csv)", ".json": "All data (*.json)", ".txt": "Text (*.txt)"}


def test_a_run_is_watched_as_it_was_measured(window: MainWindow, tmp_path: Path) -> None:
    """Its engine, its options, its question and its limits; also where no file is left."""
    puzzle = registry.family("_template").samples()[0]
    contender = parse_contender("auto[order=first;only-place=off]")
    bench = Bench([contender], 2, Limits(7.0))
    window.puzzling._open_from_lab(Run(tmp_path / "gone.puzzle", puzzle, contender, Status.SOLVED, 0.1, 1, 0, ""), bench)
    page = window.page()
    assert page is not None and page.mode == "watch" and page.document.puzzle.same_board(puzzle)
    film = page.watch.film
    assert film is not None and film.filmed and film.engine.id == "auto" and film.options.solutions == 2
    assert film.options.values["order"] == "first" and film.options.values["only-place"] is False
    assert page.watch.lanes[0].bar.limits().seconds == 7.0
