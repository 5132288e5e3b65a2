"""Penpa+ addresses: those of Penpa+ itself and of a reference writer are read, ours come back whole."""

from __future__ import annotations

import json
import random
from itertools import pairwise
from typing import Any

import pytest

from studio.core import files, registry
from studio.core.penpa import RULES, _deflated, _expanded, _inflated, read_sheet
from studio.core.puzzle import BadPuzzle, Puzzle
from studio.lab import spoil
from tests.core.test_vectors import FILE, named

here = pytest.mark.skipif(not FILE.exists(), reason="the vectors are not here")
SPOILED = 300
SIGNS = {"fillomino": {".": 0, "?": -1}, "fobidoshi": {"-": 0, "o": 1, "x": 2}, "evolomino": {".": 0, "#": 1, "0": 2},
         "tiling": {".": 0, "x": 1}}


def check(puzzle: Puzzle, expect: dict[str, Any]) -> None:
    grid = puzzle.grid
    assert (grid.rows, grid.cols) == (expect["rows"], expect["cols"])
    signs = SIGNS[puzzle.family]
    rows = expect["givens"] if "givens" in expect else expect["board"]
    assert list(puzzle.givens) == [signs[word] if word in signs else int(word) for row in rows for word in row]
    if "borders" in expect:
        wanted = {grid.border_between(cell, cell + (1 if side == "right" else grid.cols))
                  for row, col, side in expect["borders"] for cell in [grid.index(row, col)]}
        assert {border for border, value in enumerate(puzzle.borders) if value} == wanted
    if "arrows" in expect:
        drawn = {(grid.index(*a), grid.index(*b)) for arrow in expect["arrows"] for a, b in pairwise(arrow)}
        ours = {pair if value == 2 else pair[::-1] for border, value in enumerate(puzzle.borders) if value
                for pair in [grid.border_cells(border)]}
        assert ours == drawn


@here
@pytest.mark.parametrize("vector", named("penpa_written", "id"))
def test_a_reference_address(vector: dict[str, Any]) -> None:
    opened, expect = files.parse(vector["url"], family_id=vector["family"]), vector["expect"]
    puzzle = opened.puzzle
    check(puzzle, expect)
    assert (puzzle.title, puzzle.author) == (expect["title"], expect["author"])
    assert puzzle.solution is not None, opened.told
    if puzzle.family == "tiling":
        check_pieces(puzzle, vector)
    else:
        assert puzzle.notes == expect["rules"]
        signs = {"fillomino": {}, "fobidoshi": {"o": 1, "x": 2}, "evolomino": {"0": 1, "-": 2}}[puzzle.family]
        assert list(puzzle.solution) == [signs[w] if w in signs else int(w) for row in expect["solution"] for w in row]
    codec = next(each for each in registry.family(puzzle.family).codecs() if each.id.endswith("-penpa"))
    again = read_sheet(codec.write(puzzle).strip())
    if any(vector["expect"].get("space", ())):
        return  # the legend of the reference shifts every point; ours is only drawn where a piece has no name
    assert sorted(map(sorted, again.answers)) == sorted(map(sorted, vector["answer"])), "Penpa+ would check another answer"
    if "lines" in vector:
        ours = _expanded(_inflated(codec.write(puzzle).strip().split("&p=")[1].split("&a=")[0])).split("\n")
        for number in (3, 7, 14, 16, 17):
            assert json.loads(ours[number]) == json.loads(vector["lines"][number]), f"line {number}"
        assert ours[5] == vector["lines"][5] and ours[0].split(",")[:15] == vector["lines"][0].split(",")[:15]


def check_pieces(puzzle: Puzzle, vector: dict[str, Any]) -> None:
    """The pieces that rules and legend tell, and the tiling that is checked."""
    expect = vector["expect"]
    tiles = [(tile["cells"], tile["count"]) for tile in puzzle.params["tiles"]]
    if expect["legend"]:
        assert [cells for cells, _ in tiles] == [piece["cells"] for piece in expect["legend"]]
    words = [("" if tile["count"] is None else f"{tile['count']}x") + tile["name"] for tile in puzzle.params["tiles"]]
    assert "Pieces: " + " ".join(words) == expect["rules"]
    pieces: dict[str, set[int]] = {}
    for cell, word in enumerate(word for row in expect["solution"] for word in row):
        pieces.setdefault(word, set()).add(cell)
    ours: dict[int, set[int]] = {}
    assert puzzle.solution is not None
    for cell, number in enumerate(puzzle.solution):
        ours.setdefault(number, set()).add(cell)
    pieces.pop(".", None), ours.pop(0, None)
    assert sorted(map(sorted, ours.values())) == sorted(map(sorted, pieces.values()))


@here
@pytest.mark.parametrize("vector", named("penpa_made", "id"))
@pytest.mark.parametrize("kind", ["edit_url", "solve_url"])
def test_an_address_of_penpa_itself(vector: dict[str, Any], kind: str) -> None:
    if vector["family"] == "any":  # of no family of ours: only its parts are looked at
        sheet = read_sheet(vector[kind])
        cages = [[list(sheet.grid.rc(sheet.cell(point) or 0)) for point in cage] for cage in sheet.layer["killercages"]]
        assert cages == vector["expect"]["cages"] and "killercages" in sheet.holds()
        return
    opened = files.parse(vector[kind], family_id=vector["family"], drawn=True)
    check(opened.puzzle, vector["expect"])


@here
@pytest.mark.parametrize("vector", named("penpa_header_variants", "what"))
def test_old_and_short_addresses(vector: dict[str, Any]) -> None:
    sheet = read_sheet(vector["url"])
    if "loaded_numbers" in vector:
        assert len(sheet.cells_of("number")) == vector["loaded_numbers"]
    else:  # an unfinished answer is the player's
        marks = files.parse(vector["url"]).player["marks"]
        for cell, entry in sheet.cells_of("number", "played").items():
            assert marks[cell] == int(entry[0])


@pytest.mark.parametrize("family_id", ["fillomino", "fobidoshi", "evolomino", "tiling"])
def test_ours_come_back(family_id: str) -> None:
    family = registry.family(family_id)
    codec = next(each for each in family.codecs() if each.id == f"{family_id}-penpa")
    written = 0
    for puzzle in family.samples():
        try:
            text = codec.write(puzzle)
        except BadPuzzle:
            continue
        written += 1
        opened = files.parse(text)
        assert opened.puzzle.family == family_id and opened.puzzle.givens == puzzle.givens
        lost = {loss.name for loss in codec.lost(puzzle) if loss.field != "extra"}
        assert lost <= {"variant (basic)"}
    assert written


@pytest.mark.parametrize("text", ["#m=edit&p=", "#m=solve&p=AAAA", "?m=edit&p=!!!!"])
def test_broken_ones_name_the_fault(text: str) -> None:
    with pytest.raises(BadPuzzle, match="Penpa"):
        files.parse("https://swaroopg92.github.io/penpa-edit/" + text)



@pytest.mark.parametrize("family_id", ["fillomino", "fobidoshi", "evolomino", "tiling"])
def test_spoiled_inside_and_packed_again(family_id: str) -> None:
    """Spoiled base64 hardly ever unpacks; so the text itself is spoiled before it is packed."""
    family = registry.family(family_id)
    codec = next(each for each in family.codecs() if each.id == f"{family_id}-penpa")
    puzzle = min((each for each in family.samples() if not _refuses(codec, each)), key=lambda each: each.grid.size)
    address = codec.write(puzzle).strip()
    packed = address.split("&p=")[1].split("&a=")[0]
    inner, rng = _inflated(packed), random.Random(5)
    for _ in range(SPOILED):
        trouble = spoil.read(address.replace(packed, _deflated(spoil.spoiled(inner, rng))), "a.url")
        assert trouble is None, trouble


def _refuses(codec: Any, puzzle: Puzzle) -> bool:
    try:
        codec.write(puzzle)
    except BadPuzzle:
        return True
    return False


@pytest.mark.parametrize("rules", ["Pieces: 1x4L 1x" + " " * 300_000 + "(", "Pieces: " * 60_000 + "(",
                                   "Pieces: " + "9" * 300_000,
                                   "Pieces:" + " " * 300_000 + "x"])
def test_rules_of_blanks_are_passed_over_once(rules: str) -> None:
    """A pattern that looks at them again and again needs hours for these."""
    tiling = registry.family("tiling")
    address = next(codec for codec in tiling.codecs() if codec.id == "tiling-penpa").write(tiling.blank(2, 2))
    head, _, packed = address.strip().partition("&p=")
    lines = _inflated(packed.partition("&a=")[0]).split("\n")
    fields = lines[0].split(",")
    fields[RULES] = rules
    trouble = spoil.read(f"{head}&p={_deflated(chr(10).join([','.join(fields), *lines[1:]]))}", "a.url")
    assert trouble is None, trouble.what
