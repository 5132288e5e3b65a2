"""The vectors of the exchange formats: what puzz.link, puzzlekit, janko and Filling themselves read and write."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from studio.core import files, registry
from studio.core.codec import Codec
from studio.core.grid import Grid
from studio.core.puzzle import BadPuzzle, Puzzle
from studio.families.evolomino.codecs.pzpr import EvolominoAddress, EvolominoFile
from studio.families.fillomino.codecs.pencilbox import PencilBox
from studio.families.fillomino.codecs.pzpr import FillingId, FillominoAddress, FillominoFile
from studio.families.fillomino.model import ZERO

FILE = Path(__file__).resolve().parents[3] / "shared" / "format-vectors.json"
pytestmark = pytest.mark.skipif(not FILE.exists(), reason="the vectors are not here")


@cache
def vectors(part: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(FILE.read_text())[part] if FILE.exists() else []
    return found


def named(part: str, key: str = "name") -> list[Any]:
    return [pytest.param(vector, id=str(vector[key])) for vector in vectors(part)]


CELLS = {"fillomino": {".": 0, "?": -1, "0": ZERO}, "evolmino": {".": 0, "#": 1, "0": 2}}
REFUSED = {"t then v": "v:"}
"""puzz.link finds no size in this and opens a 10x10 of something else: refused with the reason, as the formats' notes advise"""


def givens(vector: dict[str, Any]) -> tuple[int, ...]:
    rows = vector["clues"] if "clues" in vector else vector["cells"]
    return tuple(CELLS[vector["pid"]].get(word, int(word) if word.isdecimal() else 0) for row in rows for word in row.split())


def codecs(vector: dict[str, Any]) -> tuple[Codec, Codec]:
    return (FillominoAddress(), FillominoFile()) if vector["pid"] == "fillomino" else (EvolominoAddress(), EvolominoFile())


def borders(grid: Grid, listed: list[list[Any]], value: int) -> dict[int, int]:
    found = {}
    for row, col, side, *_ in listed:
        cell = grid.index(row, col)
        found[grid.border_between(cell, cell + (1 if side == "right" else grid.cols))] = value
    return found


def reader(vector: dict[str, Any]) -> Codec:
    return max((*codecs(vector), PencilBox()), key=lambda codec: codec.confidence(vector["text"], ""))


@pytest.mark.parametrize("vector", named("pzpr"))
def test_a_text_of_puzz_link_is_read(vector: dict[str, Any]) -> None:
    if vector["name"] in REFUSED:
        with pytest.raises(BadPuzzle, match=REFUSED[vector["name"]]):
            reader(vector).read(vector["text"], "")
        return
    text = vector["pzpr_file"] if "text_note" in vector else vector["text"]
    codec = codecs(vector)[1] if "text_note" in vector else reader(vector)
    reading = codec.read_all(text, "")
    check(vector, reading.puzzle)
    assert (reading.puzzle.extra.get("pzpr", {}).get("variant")) == vector.get("variant")
    if "variant" in vector or "answer_borders" in vector or "no_border_marks" in vector:
        assert reading.told, "something was dropped silently"
    if "metadata" in vector:
        puzzle = reading.puzzle
        assert (puzzle.author, puzzle.title, puzzle.notes) == ("A. Uthor", "Title", "line 2")
        assert puzzle.extra["pzpr"] == {"source": "here", "hard": "3"}
    if "answer" in vector:
        answer_is_kept(vector, reading.puzzle, reading.player)


def check(vector: dict[str, Any], puzzle: Puzzle) -> None:
    grid = puzzle.grid
    assert (grid.rows, grid.cols) == (vector["rows"], vector["cols"]) and puzzle.givens == givens(vector)
    if vector["pid"] == "fillomino":
        wanted = borders(grid, vector.get("given_borders", []), 3)
        assert bool(puzzle.params["limit"] == 3) is vector["t"]
    else:
        wanted = {border: 1 if each[3] in ("left", "up") else 2 for each in vector["arrow_borders"]
                  for border in borders(grid, [each], 0)}
    assert {border: value for border, value in enumerate(puzzle.borders) if value} == wanted


def answer_is_kept(vector: dict[str, Any], puzzle: Puzzle, player: Any) -> None:
    marks = player.get("marks") or puzzle.solution or registry.family(puzzle.family).start_marks(puzzle)
    words = [word for row in vector["answer"] for word in row.split()]
    signs = {"0": 1, "+": 2} if vector["pid"] == "evolmino" else {}
    for cell, word in enumerate(words):
        if word != "." and puzzle.givens[cell] not in (1, 2):
            assert marks[cell] == signs.get(word, int(word) if word.isdecimal() else 0), (cell, word, marks)
    if "small_numbers" in vector:
        small = [sum(1 << number for number in numbers if number > 0) for numbers in vector["small_numbers"]]
        assert player["pencil"] == small
    if vector.get("check", {}).get("complete"):
        assert puzzle.solution is not None or "?" in str(vector.get("clues")), "puzz.link calls this answer complete"
    if vector.get("written_with", {}).get("trial"):
        assert [trial["marks"] for trial in player["trials"]] == [[1, 3, 0, 0]]


@pytest.mark.parametrize("vector", named("pzpr"))
def test_what_puzz_link_writes_is_read_and_written_alike(vector: dict[str, Any]) -> None:
    address, file = codecs(vector)
    puzzle = address.read_all(vector["pzpr_url"], "").puzzle
    check(vector, puzzle)
    written = address.write_all(puzzle, {}).strip().removeprefix("https://puzz.link/p?")
    assert written.rstrip("/") == vector["pzpr_url"].rstrip("/")
    whole = file.read_all(vector["pzpr_file"], "")
    check(vector, whole.puzzle)
    if not whole.told and "check" not in vector:
        again = file.write_all(whole.puzzle, whole.player)
        assert file.read_all(again, "") == whole
        if "metadata" not in vector and "+" not in str(vector.get("answer")):
            assert again.split() == vector["pzpr_file"].split()
    for key, codec in (("duplicate_query", file), ("kanpen_url", PencilBox()), ("pencilbox", PencilBox())):
        if key in vector and not ("?" in str(vector.get("clues")) and codec is not file):
            text = "https://puzz.link/p?" + vector[key] if key == "duplicate_query" else vector[key]
            assert codec.confidence(text, "") > 0.5
            assert codec.read(text, "").givens == givens(vector)


def test_a_clue_0_is_kept_and_shown_but_not_solved() -> None:
    """No region has 0 cells; puzz.link can ask for one all the same."""
    text = next(vector["text"] for vector in vectors("pzpr") if vector["name"] == "numbers")
    with pytest.raises(BadPuzzle, match="says 0"):
        files.parse(text)
    drawn = files.parse(text, drawn=True)
    assert drawn.puzzle.givens == (ZERO, 15, 16, 255, 256, 4096, 0, 0)
    assert files.parse(files.dumps(drawn.puzzle), drawn=True).puzzle.givens == drawn.puzzle.givens
    for codec in registry.family("fillomino").codecs():
        try:
            again = codec.read(codec.write(drawn.puzzle), "")
        except BadPuzzle:
            continue
        assert again.givens == drawn.puzzle.givens, codec.id


@pytest.mark.parametrize("vector", named("puzzlekit"))
def test_puzzlekit(vector: dict[str, Any]) -> None:
    if "json" in vector:
        (name, entry), = vector["json"].items()
        opened, = files.parse_all(json.dumps(vector["json"]))
        family = "fobidoshi" if "Fobidoshi" in vector["name"] else "fillomino"
        assert opened.puzzle.family == family and opened.puzzle.title == name
        assert opened.puzzle.solution is not None and opened.puzzle.notes == entry["source"]
    else:
        puzzle = files.parse(vector["text"], family_id="fobidoshi").puzzle
        assert [list(puzzle.grid.rc(cell)) for cell in puzzle.clues()] == vector["circles"]


@pytest.mark.parametrize("vector", named("janko"))
def test_janko(vector: dict[str, Any]) -> None:
    puzzle, expect = files.parse(vector["text"]).puzzle, vector["expect"]
    signs = {"-": 0, ".": 0, "o": 1, "x": 2}
    for field, rows in (("givens", expect["givens"]), ("solution", expect["solution"])):
        words = [signs.get(word, int(word) if word.isdecimal() else 0) for row in rows for word in row.split()]
        if field == "solution" and puzzle.family == "fobidoshi":
            words = [1 if word == 1 else 2 for word in words]
        assert list(getattr(puzzle, field)) == words
    assert puzzle.author == expect.get("author", "")


@pytest.mark.parametrize("vector", named("filling", "id"))
def test_filling(vector: dict[str, Any]) -> None:
    codec = FillingId()
    if not vector["accepted"]:
        if codec.confidence(vector["id"], ""):
            with pytest.raises(BadPuzzle):
                codec.read(vector["id"], "")
        return
    puzzle = codec.read(vector["id"], "")
    if max(puzzle.givens) <= 9 and "0" not in vector["id"].split(":")[1]:
        assert codec.read(codec.write(puzzle), "").givens == puzzle.givens
