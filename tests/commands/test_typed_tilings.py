"""Tiler's command line: a problem typed out, placed pieces, names of tiles, and the study's boards as files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from studio import cli
from studio.core import files
from studio.families.tiling.codecs.tiler import TilerCodec
from studio.families.tiling.model.shapes import NAMED


def test_a_tiling_is_typed_out(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["solve", "11x7", "4T", "3:3I", "--json", "--pieces"]) == 0
    told = json.loads(capsys.readouterr().out)
    pieces = told["pieces"][0]
    assert told["file"] == "11x7 4T 3:3I" and len(told["solutions"][0]) == 7 and len(told["solutions"][0][0]) == 11
    assert [piece["tile"] for piece in pieces].count("3I") == 3 and len(pieces) == 20
    covered = sorted(tuple(cell) for piece in pieces for cell in piece["cells"])
    assert covered == [(r, c) for r in range(1, 8) for c in range(1, 12)]
    assert all([piece["row"], piece["column"]] == piece["cells"][0] for piece in pieces)


def test_pieces_are_named_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["solve", "3x2", "DDRRULUL", "--pieces"]) == 0
    assert "3L at row 1, column 1: (1,1) (2,1) (2,2)" in capsys.readouterr().out


def test_flipping_is_a_parameter(capsys: pytest.CaptureFixture[str]) -> None:
    for flips, status in (("off", "none"), ("on", "solved")):
        assert cli.run(["solve", "4x2", "1:4L", "1:4J", "--json", "--param", f"reflections={flips}"]) == 0
        assert json.loads(capsys.readouterr().out)["status"] == status
    assert cli.run(["solve", "4x2", "2:4L", "--json", "--param", "reflections=maybe"]) == 2
    assert cli.run(["solve", "4x2", "2:4L", "--json", "--param", "colour=red"]) == 2


@pytest.mark.parametrize("words", [["11x7"], ["3:11x7", "4T"], ["11x7", "4Q"], ["11x7", "x:4T"], ["puzzles", "4T"]])
def test_other_words_are_files(words: list[str]) -> None:
    assert TilerCodec().from_words(words) is None


def test_all_tiles_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["shapes", "--plain"]) == 0
    assert capsys.readouterr().out.split() == list(NAMED) and len(NAMED) == 29
    assert cli.run(["shapes"]) == 0
    drawn = capsys.readouterr().out
    assert all(name in drawn.split() for name in NAMED) and drawn.count("x") == sum(map(len, NAMED.values()))


def test_the_boards_of_the_study_as_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["instances", "tiling"]) == 0
    assert "many-unique            35" in capsys.readouterr().out
    for wanted in ([], ["--to", "tiler"]):
        assert cli.run(["instances", "tiling", "mixed", "--out", str(tmp_path / "out"), *wanted]) == 0
    written = sorted((tmp_path / "out" / "mixed").iterdir())
    assert len(written) == 36
    native, foreign = (files.load(tmp_path / "out" / "mixed" / f"3L-4J-10x14_s{end}").puzzle for end in (".puzzle", ".problem"))
    assert native.givens == foreign.givens and (native.grid.rows, native.grid.cols) == (14, 10)
    assert cli.run(["instances", "tiling", "nothing"]) == 2 and cli.run(["instances", "fillomino"]) == 2
    assert cli.run(["instances", "tiling", "mixed", "--to", "nothing"]) == 2
