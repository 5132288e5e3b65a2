"""The answer checks of Penpa+: its verdicts on the vectors, and that what we write accepts the solution and nothing less."""

from __future__ import annotations

import ast
import json
from typing import Any

import pytest

from studio.core import files, registry
from studio.core.penpa import _deflated, _inflated
from studio.core.puzzle import BadPuzzle, Puzzle
from tests.core.penpa_check import Check
from tests.core.test_vectors import FILE, named

here = pytest.mark.skipif(not FILE.exists(), reason="the vectors are not here")
UPRIGHT, LEVEL = {"44,50": 3, "50,56": 3}, {"49,50": 3, "50,51": 3}
EDGES: dict[str, dict[str, Any]] = {
    "horizontal": {"lineE": LEVEL}, "vertical": {"lineE": UPRIGHT}, "empty": {}, "both": {"lineE": {**LEVEL, **UPRIGHT}},
    "vertical+frame edge": {"lineE": {**UPRIGHT, "43,44": 3}}, "black style": {"lineE": dict.fromkeys(UPRIGHT, 2)},
    "style 21": {"lineE": dict.fromkeys(UPRIGHT, 21)}, "colours": {"surface": {"14": 5, "15": 6, "20": 5, "21": 6}},
}
NUMBERS = {"16": "3", "17": "3", "23": "2", "25": "2"}
STYLES = {"green": (2, "1"), "9": (9, "1"), "10": (10, "1"), "blue8": (8, "1"), "black1": (1, "1"), "grey3": (3, "1"),
          "green size M (5)": (2, "5"), "S 6": (2, "6"), "L 10": (2, "10"), "tapa 4": (2, "4")}


def played(what: str, state: str) -> dict[str, Any]:
    """What a solver did in a state that a vector names."""
    if "loopedge" in what:
        return EDGES[state]
    if "number" in what:
        style = STYLES.get(state, (2, "1"))
        numbers = {key: value for key, value in NUMBERS.items() if state != "without ? cell" or key != "16"}
        return {"number": {key: [int(value) if state == "ints" else value, *style] for key, value in numbers.items()
                           if state != "empty"}}
    if "surface" in what:
        return {"surface": dict.fromkeys(("14", "21"), int(state))}
    number, name = (1, "ox_B") if state == "ox" else ast.literal_eval(state)
    return {"symbol": {key: [number, name, 1] for key in ("14", "21")}}


@here
@pytest.mark.parametrize("vector", named("penpa_answer_checks", "what"))
def test_the_check_says_what_penpa_says(vector: dict[str, Any]) -> None:
    check = Check(vector["url"])
    if vector["what"].startswith("evo"):
        puzzle = files.parse(vector["url"]).puzzle
        assert puzzle.family == "evolomino" and puzzle.solution is not None
        squares = dict.fromkeys(json.loads(check.wanted)[0], 1)
        given = {key: 1 for key, colour in check.given["surface"].items() if colour == 3}
        said = {"exact": check.accepts({"surface": squares}), "empty": check.accepts({}),
                "with_givens": check.accepts({"surface": {**squares, **given}})}
    else:
        said = {state: check.accepts(played(vector["what"], state)) for state in vector["accepted"]}
    assert said == vector["accepted"]


def layers(puzzle: Puzzle, check: Check) -> list[dict[str, Any]]:
    """The solution as a solver enters it, in each way that the address takes."""
    assert puzzle.solution is not None
    grid = puzzle.grid
    point = {cell: str((grid.rc(cell)[0] + 2) * check.across + grid.rc(cell)[1] + 2) for cell in grid.cells()}
    if puzzle.family == "fillomino":
        numbers = {point[cell]: [str(value), 2, "1"] for cell, value in enumerate(puzzle.solution) if puzzle.givens[cell] <= 0}
        return [{"number": numbers}, {"lineE": edges(puzzle, check)}]
    if puzzle.family == "tiling":
        return [{"lineE": edges(puzzle, check)}]
    new = {point[cell]: 1 for cell, value in enumerate(puzzle.solution) if value == 1}
    ways: list[dict[str, Any]] = [{"surface": new}]
    if puzzle.family == "fobidoshi":
        ways.append({"symbol": {point[cell]: [1, "circle_M", 1] for cell, value in enumerate(puzzle.solution)
                                if value == 1 and puzzle.givens[cell] != 1}})
    return ways


def edges(puzzle: Puzzle, check: Check) -> dict[str, int]:
    grid, found = puzzle.grid, {}
    assert puzzle.solution is not None
    for border in range(grid.border_count):
        a, b = grid.border_cells(border)
        if puzzle.solution[a] != puzzle.solution[b] and puzzle.solution[a] and puzzle.solution[b]:
            row, col = grid.rc(a)
            corner = check.corners + (row + 2) * check.across + col + 2
            found[f"{corner - check.across},{corner}" if b == a + 1 else f"{corner - 1},{corner}"] = 3
    return found


@pytest.mark.parametrize("family_id", ["fillomino", "fobidoshi", "evolomino", "tiling"])
def test_what_we_write_accepts_the_solution_and_nothing_less(family_id: str) -> None:
    family = registry.family(family_id)
    codec = next(each for each in family.codecs() if each.id.endswith("-penpa"))
    tried = 0
    for puzzle in solved_boards(family_id):
        try:
            address = codec.write(puzzle)
        except BadPuzzle:
            continue
        check = Check(address)
        if not check.wanted:
            continue
        assert codec.read(address, "").solution is not None
        assert not check.accepts({})
        for layer in layers(puzzle, check):
            (name, entries), = layer.items()
            assert check.accepts(layer), (puzzle.title, name)
            given = check.given.get("surface", {})
            needed = [key for key in entries if key not in given and key not in check.given.get("lineE", {})]
            for key in needed[:3]:
                assert not check.accepts({name: {other: value for other, value in entries.items() if other != key}})
        tried += 1
    assert tried >= 5


def solved_boards(family_id: str) -> list[Puzzle]:
    paths = sorted((files.library_folder() / family_id).glob("*.puzzle"))
    puzzles = [files.load(path).puzzle for path in paths]
    return [puzzle for puzzle in puzzles if puzzle.solution is not None and puzzle.grid.size < 150][:15]


def changed(address: str, edit: Any) -> str:
    head, _, rest = address.strip().partition("&p=")
    packed, answer, checked = rest.partition("&a=")
    return f"{head}&p={_deflated(edit(_inflated(packed)))}{answer}{checked}"


def test_margins_that_are_broken_are_told_and_margins_as_words_are_read() -> None:
    address = next(codec for codec in registry.family("fillomino").codecs() if codec.id.endswith("penpa")).write(
        files.parse("fillomino/3/3/3g1i2g2").puzzle)
    with pytest.raises(BadPuzzle, match="margins"):
        files.parse(changed(address, lambda text: text.replace("\n[0,0,0,0]\n", "\n[-1,0,0,0]\n", 1)))
    shown = files.parse(changed(address, lambda text: text.replace("\n[0,0,0,0]\n", '\n["0","0","0","0"]\n', 1)))
    assert shown.puzzle.givens == files.parse(address).puzzle.givens


def test_a_wrapped_address_is_read() -> None:
    for inner in ("https://puzz.link/p?fillomino/3/3/3g1i2g2", "https%3A%2F%2Fpuzz.link%2Fp%3Ffillomino%2F3%2F3%2F3g1i2g2"):
        opened = files.parse(f"https://swaroopg92.github.io/penpa-edit/#m=solve&p={inner}")
        assert opened.puzzle.givens == files.parse("fillomino/3/3/3g1i2g2").puzzle.givens


def test_what_means_nothing_is_told() -> None:
    address = next(codec for codec in registry.family("fillomino").codecs() if codec.id.endswith("penpa")).write(
        files.parse("fillomino/3/3/3g1i2g2").puzzle)
    told = files.parse(changed(address, lambda text: text.replace("zY:{}", 'zY:{"16":[1,"circle_M",1]}', 1))).told
    assert any("symbols" in sentence for sentence in told), told


def test_holes_are_refused_where_a_family_has_none() -> None:
    address = next(codec for codec in registry.family("fillomino").codecs() if codec.id.endswith("penpa")).write(
        files.parse("fillomino/3/3/3g1i2g2").puzzle)
    with pytest.raises(BadPuzzle, match="holes"):
        files.parse(changed(address, lambda text: text.replace(",1,1,5,", ",1,6,", 1)))


def test_tiles_without_a_name_are_drawn_in_the_margin() -> None:
    family = registry.family("tiling")
    odd = {"name": "stairs", "cells": [[0, 0], [1, 0], [1, 1], [2, 1], [2, 2], [3, 2]], "count": 2}
    more = {"name": "2x3", "cells": [[0, 0], [0, 1], [1, 0], [1, 1], [2, 0], [2, 1]], "count": None}
    blank = family.blank(4, 6)
    puzzle = Puzzle("tiling", blank.grid, blank.givens, blank.borders, {"reflections": True, "tiles": [odd, more]},
                    title="A & B, C")
    codec = next(each for each in family.codecs() if each.id.endswith("penpa"))
    again = codec.read(codec.write(puzzle), "")
    assert [(tile["cells"], tile["count"]) for tile in again.params["tiles"]] == [
        (tile["cells"], tile["count"]) for tile in (odd, more)]
    assert again.params["reflections"] and again.title == puzzle.title and again.givens == puzzle.givens
