from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from studio.core import registry
from studio.core.engine import Limits, Status
from studio.core.puzzle import BadPuzzle
from studio.lab.bench import Bench
from studio.lab.runs import Contender, Run
from studio.share.chart_files import write_charts, write_report


@pytest.fixture
def bench() -> Bench:
    engines = [Contender("a"), Contender("b")]
    made = Bench(engines, 1, Limits(5.0))
    puzzle = registry.family("_template").samples()[0]
    made.runs = [Run(Path(str(i)), puzzle, each, Status.SOLVED, 0.01 * (i + 1), 5, 1, "") for i in range(3) for each in engines]
    return made


def test_charts_become_pictures(bench: Bench, tmp_path: Path, qapp: object) -> None:
    written = write_charts(bench, tmp_path / "charts")
    assert {path.stem for path in written} == {"solved", "duel", "effort"} and len(written) == 6
    for path in written:
        if path.suffix == ".svg":
            assert ElementTree.parse(path).getroot().tag.endswith("svg")
        else:
            assert path.read_bytes().startswith(b"\x89PNG")


def test_a_report_is_one_page_with_its_charts_inside(bench: Bench, tmp_path: Path, qapp: object) -> None:
    write_report(bench, tmp_path / "report.html", "A comparison")
    text = (tmp_path / "report.html").read_text("utf-8")
    assert text.count("<svg") == 3 and "<?xml" not in text


def test_a_folder_that_cannot_be_made_is_told_in_one_sentence(bench: Bench, tmp_path: Path, qapp: object) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(BadPuzzle, match="cannot be made"):
        write_charts(bench, tmp_path / "file" / "charts")
