"""The tables: small runs with every row and column."""

from __future__ import annotations

from pathlib import Path

import pytest

from studio.core import registry
from studio.core.puzzle import BadPuzzle
from tests.data import shared_data
from tests.families.studying import study

FILLOMINO = registry.family("fillomino")


def test_rule_combinations_has_nine_rows() -> None:
    found = study("fillomino", "rules", seconds=0.5, boards=1)
    assert len(found.rows) == 9 and found.rows[0][0] == "none"
    assert "single_exit + forced + reachability" in found.column("strategies")
    assert any("seeds 1 to 1" in note for note in found.notes)


@pytest.mark.parametrize("name", ["figure-9", "figure-10", "figure-11", "figure-12", "figure-13", "chapter-16", "section-5.4"])
def test_every_figure_by_one_command(name: str) -> None:
    options = {"seconds": 2} if name == "chapter-16" else {"seconds": 0.5 if name == "figure-11" else 2, "boards": 1}
    if name in ("figure-12", "section-5.4"):
        folder = shared_data("fillomino") / "baron"
        options["boards"] = 2
        found = study("fillomino", name, [folder / f"{each}.txt" for each in ("5x10PB1", "5x10PB3", "10x10PB3")], **options)
        assert name != "figure-12" or found.column("SMT s (published)")[0] == 0.263
    else:
        found = study("fillomino", name, **options)
    assert found.plots


def test_published_depths_stand_beside_ours() -> None:
    folder = shared_data("fillomino") / "baron"
    found = study("fillomino", "figure-9", [folder / "10x10PB7.txt", folder / "10x10PB9.txt"], seconds=5)
    assert found.column("max depth") == [0, 5] and found.column("max depth (published)") == [0, 6]
    assert any("1 of 2 (published: 1 of 2)" in note for note in found.notes)


def test_boards_without_a_guess_and_the_four_others() -> None:
    folder = shared_data("fillomino") / "baron"
    found = study("fillomino", "section-6.2", [folder / f"{each}.txt" for each in ("5x10PB1", "10x10PB9", "15x20PB5")])
    absent = "the board is not among the files"
    assert [tuple(row) for row in found.rows] == [
        ("10x10PB9", 5, 16, 6, ""), ("15x20PB5", 1, 1, 1, ""), ("20x20PB4", None, None, 11, absent),
        ("20x20PB6", None, None, 17, absent)]
    assert "1 of 3 boards; published: 1 of these 3" in found.notes[0]


def test_archive_reads_folders(tmp_path: Path) -> None:
    codec = FILLOMINO.codecs()[0]
    for number, puzzle in enumerate(FILLOMINO.samples()):
        (tmp_path / f"{number}.txt").write_text(codec.write(puzzle))
    found = study("fillomino", "archive", [tmp_path], engine="rules")
    row = found.row("all")
    assert row["boards"] == row["unique"] == len(FILLOMINO.samples())
    (tmp_path / "no puzzle.txt").write_text("nothing of the kind")
    assert any("no puzzle.txt" in note for note in study("fillomino", "archive", [tmp_path], engine="rules").notes)


@pytest.mark.parametrize("wrong", [{"seconds": "soon"}, {"order": "last"}, {"colour": "red"}])
def test_a_wrong_option_is_one_sentence(wrong: dict[str, str]) -> None:
    with pytest.raises(BadPuzzle, match=r"^[^\n]+$"):
        study("fillomino", "rules", **wrong)
