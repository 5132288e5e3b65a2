"""puzz.link addresses and files, against the examples of the exchange formats."""

from __future__ import annotations

import itertools
import random

import pytest

from studio.core import files
from studio.core.grid import Grid
from studio.core.puzzle import BadPuzzle, Puzzle
from studio.core.pzpr import parse_address, read_marks, write_marks
from studio.families.evolomino.codecs.pzpr import EvolominoAddress, EvolominoFile
from studio.families.fillomino.codecs.pzpr import FillingId, FillominoAddress, FillominoFile


def rows(text: str) -> tuple[int, ...]:
    return tuple(0 if sign == "." else int(sign) for sign in text.replace(" / ", ""))


@pytest.mark.parametrize(("body", "board"), [
    ("fillomino/6/6/h4j53g2k5233k2g14j3h", "..4... / .53.2. / ....52 / 33.... / .2.14. / ...3.."),
    ("fillomino/5/5/g1k34g2h5h4n", ".1... / ..34. / 2..5. / .4... / ....."),
])
def test_fillomino_examples(body: str, board: str) -> None:
    codec = FillominoAddress()
    for prefix in ("https://puzz.link/p?", "http://pzv.jp/p.html?", "pzprxs.vercel.app/p?", ""):
        assert codec.confidence(prefix + body, "") == 1.0
        assert codec.read(prefix + body, "").givens == rows(board)
    assert codec.write(codec.read(body, "")).strip() == "https://puzz.link/p?" + body


def arrows(puzzle: Puzzle) -> set[tuple[int, int]]:
    """Segments as (from, to)."""
    found = set()
    for border, direction in enumerate(puzzle.borders):
        a, b = puzzle.grid.border_cells(border)
        if direction:
            found.add((a, b) if direction == 2 else (b, a))
    return found


def path(grid: Grid, *cells: tuple[int, int]) -> set[tuple[int, int]]:
    numbers = [grid.index(*cell) for cell in cells]
    return set(itertools.pairwise(numbers))


def test_evolomino_examples() -> None:
    codec = EvolominoAddress()
    first = codec.read("evolmino/5/5/i71027000222k44j23344", "")
    grid = first.grid
    shown = "".join(".#0"[value] for value in first.givens)
    assert shown == "0...0#..#.....0.0#......."
    assert arrows(first) == path(grid, (0, 3), (0, 2), (1, 2), (1, 1), (2, 1), (2, 0), (3, 0), (4, 0)) | path(
        grid, (4, 3), (4, 4), (3, 4), (2, 4), (1, 4))
    second = codec.read("https://puzz.link/p?evolmino/6/7/i6900910k00005zz1p0008222o", "")
    grid = second.grid
    assert (grid.rows, grid.cols) == (7, 6)
    assert arrows(second) == path(grid, (0, 2), (1, 2), (2, 2)) | path(grid, (0, 5), (1, 5), (2, 5)) | path(
        grid, (5, 0), (5, 1), (5, 2), (5, 3), (5, 4))
    for puzzle in (first, second):
        again = codec.read(codec.write(puzzle), "")
        assert (again.givens, again.borders) == (puzzle.givens, puzzle.borders)
    assert codec.write(second).strip().endswith("evolmino/6/7/i6900910k00005zz1p0008222o")


def test_random_boards_survive_every_format() -> None:
    rng = random.Random(3)
    for _ in range(50):
        grid = Grid(rng.randint(1, 9), rng.randint(1, 9))
        numbers = tuple(rng.choice((0, 0, 0, 1, 5, 9, 15, 16, 200, 255, 256, 4095, 4096)) for _ in grid.cells())
        board = Puzzle("fillomino", grid, numbers)
        for codec in (FillominoAddress(), FillominoFile()):
            assert codec.read(codec.write(board), "").givens == numbers
        small = Puzzle("fillomino", grid, tuple(min(value, 9, max(grid.rows, grid.cols, 3)) for value in numbers))
        assert FillingId().read(FillingId().write(small), "").givens == small.givens
        field = Puzzle("evolomino", grid, tuple(rng.randint(0, 2) for _ in grid.cells()),
                       tuple(rng.choice((0, 0, 0, 0, 1, 2)) for _ in range(grid.border_count)))
        for other in (EvolominoAddress(), EvolominoFile()):
            again = other.read(other.write(field), "")
            assert (again.grid, again.givens, again.borders) == (grid, field.givens, field.borders)


@pytest.mark.parametrize("marked", [set(), {0}, {34}, {35}, {36, 71, 99}, {99}, set(range(100))])
def test_border_lists(marked: set[int]) -> None:
    text = write_marks(marked, 100)
    assert read_marks(text, 0, 100) == (sorted(marked), len(text))


@pytest.mark.parametrize("text", [
    "fillomino/6", "fillomino/0/5/g", "fillomino/99999/99999/g", "fillomino/3/3/-zz", "fillomino/3/3/!", "evolmino/3/3/zzz000",
    "evolmino/3/3/000*", "nothing at all",
])
def test_broken_addresses_are_one_sentence(text: str) -> None:
    codec = EvolominoAddress() if text.startswith("evol") else FillominoAddress()
    with pytest.raises(BadPuzzle) as caught:
        codec.read(text, "")
    assert "\n" not in str(caught.value)


def test_flags_come_before_the_size() -> None:
    address = parse_address("https://puzz.link/p?fillomino_edit/v:/t/3/2/123456")
    assert address.variant == "" and address.flags == ("t",) and address.grid == Grid(2, 3) and address.body == "123456"


@pytest.mark.parametrize("text", ["evolmino/3/2", "evolmino/3/2/", "evolmino/3/2/0", "evolmino/3/2/00"])
def test_the_rest_of_a_short_address_is_empty(text: str) -> None:
    puzzle = EvolominoAddress().read(text, "")
    assert (puzzle.grid.rows, puzzle.grid.cols) == (2, 3) and not any(puzzle.givens) and not any(puzzle.borders)


@pytest.mark.parametrize("text", ["https://puzz.link/p?fillomino/3/3/i3k#", "https://puzz.link/p?fillomino/3/3/i3k&utm_source=x",
                                  "https://puzz.link/p?type=editor&fillomino/3/3/i3k", "https://puzz.link/p?fillomino%2F3%2F3%2Fi3k",
                                  "puzz.link/p?fillomino_edit/3/3/i3k?x=1"])
def test_what_hangs_on_an_address_is_no_part_of_it(text: str) -> None:
    assert files.parse(text).puzzle.givens == (0, 0, 0, 3, 0, 0, 0, 0, 0)


@pytest.mark.parametrize(("address", "short"), [
    ("fillomino/3/2/1g3i", False), ("fillomino/3/2/1g3", True), ("fillomino/3/2/1g", True), ("fillomino/4/4/-10g3s", False),
    ("fillomino/4/4/-10g3", True), ("evolmino/3/2/00", False), ("evolmino/3/2/0", True)])
def test_an_address_that_ends_early_is_read_and_told(address: str, short: bool) -> None:
    """puzz.link takes it, so it is read; but it may have been cut off on its way."""
    opened = files.parse("https://puzz.link/p?" + address)
    assert any("ends before the board does" in sentence for sentence in opened.told) == short
