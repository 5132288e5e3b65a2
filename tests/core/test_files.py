from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from studio.core import files, registry
from studio.core.puzzle import BadPuzzle, Puzzle


@pytest.fixture
def puzzle() -> Puzzle:
    return registry.family("_template").samples()[0]


def test_native_round_trip_with_player_and_unknown_fields(tmp_path: Path, puzzle: Puzzle) -> None:
    path = tmp_path / "a.puzzle"
    files.save(path, puzzle, {"marks": [0] * 15 + [2], "seconds": 12.5})
    data = json.loads(path.read_text())
    data["from_the_future"] = {"keep": ["me", 1]}
    path.write_text(json.dumps(data))
    opened = files.load(path)
    assert opened.player["marks"][15] == 2 and opened.player["seconds"] == 12.5
    assert opened.puzzle.extra == {"from_the_future": {"keep": ["me", 1]}}
    files.save(path, opened.puzzle, opened.player)
    assert json.loads(path.read_text())["from_the_future"] == {"keep": ["me", 1]}
    assert files.load(path).puzzle == opened.puzzle


def test_one_board_row_per_line(puzzle: Puzzle) -> None:
    text = files.dumps(puzzle)
    assert sum(line.strip().strip('",').count(" ") == 3 for line in text.splitlines() if line.startswith("    ")) == 4


BAD_TEXTS = {
    "not JSON": "{ nonsense",
    "other JSON": '{"a": 1}',
    "newer version": '{"format": "puzzle-studio", "version": 99}',
    "no version": '{"format": "puzzle-studio"}',
    "unknown family": '{"format": "puzzle-studio", "version": 1, "family": "chess", "size": [2, 2]}',
    "negative size": '{"format": "puzzle-studio", "version": 1, "family": "_template", "size": [-2, 2], "givens": []}',
    "a thousand million cells": '{"format": "puzzle-studio", "version": 1, "family": "_template", "size": [100000, 10000]}',
    "rows missing": '{"format": "puzzle-studio", "version": 1, "family": "_template", "size": [2, 2], "givens": [". ."]}',
    "bad token": '{"format": "puzzle-studio", "version": 1, "family": "_template", "size": [2, 2], "givens": [". ?", ". ."]}',
    "value too large": '{"format": "puzzle-studio", "version": 1, "family": "_template", "size": [1, 1], "givens": ["9"]}',
    "no known format": "hello there",
    "empty": "",
    "deep nesting": "[" * 50_000,
    "deep JSON": '{"a":' * 50_000,
}


@pytest.mark.parametrize("name", BAD_TEXTS)
def test_bad_text_is_one_sentence(name: str) -> None:
    with pytest.raises(BadPuzzle) as caught:
        files.parse(BAD_TEXTS[name], "x.puzzle")
    assert "\n" not in str(caught.value) and len(str(caught.value)) < 300


def test_bad_paths_are_one_sentence(tmp_path: Path) -> None:
    binary = tmp_path / "binary.puzzle"
    binary.write_bytes(bytes(range(256)))
    for path in (tmp_path, tmp_path / "absent.puzzle", binary):
        with pytest.raises(BadPuzzle) as caught:
            files.load(path)
        assert str(path) in str(caught.value)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read everything")
def test_no_permission_is_one_sentence(tmp_path: Path, puzzle: Puzzle) -> None:
    path = tmp_path / "locked.puzzle"
    files.save(path, puzzle)
    path.chmod(0)
    with pytest.raises(BadPuzzle, match="permission"):
        files.load(path)


def test_a_failed_save_loses_nothing(tmp_path: Path, puzzle: Puzzle, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.puzzle"
    files.save(path, puzzle)
    before = path.read_bytes()

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(BadPuzzle, match="No space left"):
        files.save(path, puzzle.with_givens((0,) * 16))
    assert path.read_bytes() == before
    assert [each.name for each in tmp_path.iterdir()] == ["a.puzzle"]


def test_codecs_are_recognised_by_content(puzzle: Puzzle) -> None:
    codec = registry.family("_template").codecs()[0]
    opened = files.parse(codec.write(puzzle), "whatever.dat")
    assert opened.codec is not None and opened.codec.id == codec.id
    assert opened.puzzle.givens == puzzle.givens
