"""Shapes, names and Tiler's files."""

from __future__ import annotations

import random

import pytest

from studio.core.puzzle import BadPuzzle
from studio.families.tiling import FAMILY
from studio.families.tiling.codecs.tiler import TilerCodec
from studio.families.tiling.codecs.tiler_text import FormatError, load, read_problem
from studio.families.tiling.model.convert import tiles_from_words, tiles_of
from studio.families.tiling.model.placements import find_placements
from studio.families.tiling.model.shapes import NAMED, canonical, flip, from_picture, name_of, rotate, variants
from tests.data import shared_data
from tests.families.tiling.instances import as_puzzle, instances

ONE_SIDED = {1: 1, 2: 1, 3: 2, 4: 7, 5: 18}
FREE = {1: 1, 2: 1, 3: 2, 4: 5, 5: 12}
FIXED = {1: 1, 2: 2, 3: 6, 4: 19, 5: 63}


@pytest.mark.parametrize("size", range(1, 6))
def test_the_names_are_all_polyominoes(size: int) -> None:
    named = [shape for shape in NAMED.values() if len(shape) == size]
    assert len(named) == ONE_SIDED[size] == len({canonical(shape, False) for shape in named})
    assert len({canonical(shape, True) for shape in named}) == FREE[size]
    assert len({v for shape in named for v in variants(shape, True)}) == FIXED[size]


def test_turning_four_times_and_flipping_twice_changes_nothing() -> None:
    for shape in NAMED.values():
        assert rotate(rotate(rotate(rotate(shape)))) == shape == flip(flip(shape))


def test_names_are_found_again_in_any_position() -> None:
    for name, shape in NAMED.items():
        assert all(name_of(turned) == name for turned in variants(shape, False))


@pytest.mark.parametrize(("text", "rows", "cols", "area"), [
    ("3x2\n\n1\n", 2, 3, 6),
    (" x\nxx\n\n2:2\n", 2, 2, 3),
    ("RRDLDLUU\n\n1", 2, 2, 3),
    ("5X\n\n1\n", 3, 3, 5),
    ("xxx\nx x\nxxx\n\n4:\nx\nx\n", 3, 3, 8),
])
def test_boards_in_every_notation(text: str, rows: int, cols: int, area: int) -> None:
    board, tiles, _ = read_problem(text)
    assert board.shape == (rows, cols) and board.sum() == area and len(tiles) == 1


def test_counts_and_walks_and_maps_of_tiles() -> None:
    _, tiles, _ = read_problem("4x4\n\n3:4L\n\n2:\n xx\nxx\n\n2x3\n\nRDLU\n")
    assert [tile.count for tile in tiles] == [3, 2, None, None]
    assert [name_of(tile.cells) for tile in tiles] == ["4L", "4S", "2x3", "1"]


@pytest.mark.parametrize("text", ["", "0x4\n\n1", "99999x3\n\n1", "4x4\n\n7Q", "RRD\n\n1", "4x4\n\n1:"])
def test_broken_files_say_so(text: str) -> None:
    with pytest.raises(FormatError):
        read_problem(text)


def test_a_quote_in_the_file_name_means_reflections() -> None:
    codec = TilerCodec()
    flipped, plain = codec.read("2x2\n\n2", "a'_s"), codec.read("2x2\n\n2", "a_s")
    assert flipped.params["reflections"] is True and plain.params["reflections"] is False
    assert codec.filename(flipped, "a") == "a'.problem" and codec.filename(plain, "a") == "a.problem"


def test_the_codec_reads_what_it_writes() -> None:
    codec = TilerCodec()
    for problem in instances(60, 3):
        puzzle = as_puzzle(problem)
        again = codec.read(codec.write(puzzle), codec.filename(puzzle, "x"))
        rows, cols = problem.board.any(axis=1).nonzero()[0], problem.board.any(axis=0).nonzero()[0]
        assert again.grid.rows == rows[-1] - rows[0] + 1 and again.grid.cols == cols[-1] - cols[0] + 1
        assert sum(again.givens) == problem.area and again.params["reflections"] == problem.reflections
        assert [(canonical(t.cells, False), t.count) for t in tiles_of(again.params)] == [
            (canonical(t.cells, False), t.count) for t in problem.tiles]


def test_every_problem_of_the_collection_is_read() -> None:
    files = sorted(shared_data("tiling").rglob("*_[su]"))
    assert len(files) == 138
    for file in files:
        assert load(file).area > 0
        assert TilerCodec().confidence(file.read_text(), file.name) > 0.5


def test_short_words_for_tiles() -> None:
    tiles = tiles_from_words("3:4L, 5P 2x3")
    assert [(tile.label, tile.count) for tile in tiles] == [("4L", 3), ("5P", None), ("2x3", None)]
    with pytest.raises(BadPuzzle):
        tiles_from_words("3:9Q")


@pytest.mark.parametrize("tiles", [
    "nonsense", 5, [5], [{"cells": []}], [{"cells": [[0, 0], [2, 2]]}], [{"cells": [[0, 0], [0, 0]]}],
    [{"cells": [[0, 0]], "count": -1}], [{"cells": [[0, 0]], "count": "many"}], [{"cells": [["a", 0]]}],
])
def test_odd_tiles_are_refused_with_a_sentence(tiles: object) -> None:
    puzzle = FAMILY.blank(3, 3).with_params(tiles=tiles)
    with pytest.raises(BadPuzzle):
        FAMILY.validate(puzzle)


def test_placements_are_all_positions() -> None:
    """Against plain sliding."""
    rng = random.Random(4)
    for problem in instances(40, rng.randrange(999)):
        found = find_placements(problem)
        got = {(int(found.tile[p]), frozenset(found.of(p))) for p in range(len(found))}
        want = set()
        for t, tile in enumerate(problem.tiles):
            for shape in variants(tile.cells, problem.reflections):
                for r0 in range(problem.rows):
                    for c0 in range(problem.cols):
                        cells = [(r0 + r, c0 + c) for r, c in shape]
                        if all(r < problem.rows and c < problem.cols and problem.board[r, c] for r, c in cells):
                            want.add((t, frozenset(r * problem.cols + c for r, c in cells)))
        assert got == want and len(found) == len(want)


def test_a_picture_is_read_and_empty_ones_are_refused() -> None:
    assert from_picture("x./xx") == NAMED["3L"]
    with pytest.raises(ValueError, match="no cell"):
        from_picture("...")
