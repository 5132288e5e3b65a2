"""Question marks, given borders and the largest region: every engine against plain enumeration, checker, files, strokes."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from random import Random

import pytest

from studio.core import files
from studio.core.draw import Line, Overlay, Text
from studio.core.engine import Cancel, Limits, Options, run_engine
from studio.core.family import Stroke
from studio.core.grid import Grid
from studio.core.puzzle import BadGivens, BadPuzzle, Board, Puzzle
from studio.core.trace import TraceWriter
from studio.core.turn import turned
from studio.families.fillomino import FAMILY
from studio.families.fillomino.codecs.pzpr import FillominoAddress, FillominoFile
from studio.families.fillomino.model import BASIC, BORDER, CHALLENGING, QUESTION, params
from studio.setter.clashes import ClashSearch
from studio.setter.mend import Mender
from tests.data import ROOT
from tests.families.fillomino.brute import fillings, has_clue_everywhere

VECTORS = ROOT.parent / "shared" / "format-vectors.json"
SHAPES = ((2, 3), (3, 3), (2, 5), (3, 4), (1, 7))


def borders(grid: Grid, *pairs: tuple[int, int]) -> tuple[int, ...]:
    found = [0] * grid.border_count
    for a, b in pairs:
        found[grid.border_between(a, b)] = BORDER
    return tuple(found)


def random_board(rng: Random) -> Puzzle:
    """A board with all the kinds of clues at once, right or wrong."""
    rows, cols = rng.choice(SHAPES)
    grid, answer = Grid(rows, cols), rng.choice(fillings(rows, cols))
    share, limit = rng.choice((0.1, 0.3, 0.5)), rng.choice((0, 0, 2, 3, 4))
    givens = [value if rng.random() < share else QUESTION if rng.random() < 0.2 else 0 for value in answer]
    givens = [given if not limit or given <= limit else 0 for given in givens]
    walls = [(a, b) for a, b in grid.adjacent_pairs() if rng.random() < (0.15 if answer[a] != answer[b] else 0.03)]
    return Puzzle("fillomino", grid, tuple(givens), borders(grid, *walls), params(rng.choice((BASIC, CHALLENGING)), limit))


def expected(puzzle: Puzzle) -> set[tuple[int, ...]]:
    """By the rules as puzz.link tells them, not by the checker."""
    grid, limit = puzzle.grid, puzzle.params["limit"]
    walls = [grid.border_cells(border) for border, given in enumerate(puzzle.borders) if given]
    return {answer for answer in fillings(grid.rows, grid.cols)
            if all(given <= 0 or answer[cell] == given for cell, given in enumerate(puzzle.givens))
            and all(answer[a] != answer[b] for a, b in walls) and (not limit or max(answer) <= limit)
            and (puzzle.params["variant"] != BASIC or has_clue_everywhere(grid, answer, puzzle.givens))}


@pytest.mark.parametrize(("engine", "boards"), [("auto", 150), ("rules", 25), ("smt", 6), ("hybrid", 6), ("cpsat", 6)])
def test_every_engine_finds_what_enumeration_finds(engine: str, boards: int) -> None:
    rng = Random(f"kinds {engine}")
    tried = 0
    while tried < boards:
        puzzle = random_board(rng)
        answers = expected(puzzle)
        if len(answers) > (200 if engine == "auto" else 12):
            continue
        tried += 1
        result = run_engine(FAMILY.engine(engine), puzzle, Options(0), Limits(60), TraceWriter(), Cancel(), FAMILY.wrong)
        assert set(result.solutions) == answers, (puzzle.grid, puzzle.givens, puzzle.borders, puzzle.params, result.message)


def test_a_border_across_a_board_of_one_column() -> None:
    """The next cell lies below there, not to the right."""
    grid = Grid(4, 1)
    puzzle = Puzzle("fillomino", grid, (0, 3, 0, 0), borders(grid, (2, 3)))
    result = run_engine(FAMILY.engine("auto"), puzzle, Options(2), Limits(), TraceWriter(), Cancel(), FAMILY.wrong)
    assert result.solutions == [(3, 3, 3, 1)] and result.everything


def test_hidden_regions_on_both_sides_of_a_border_may_both_be_large() -> None:
    grid = Grid(2, 6)
    puzzle = Puzzle("fillomino", grid, (2, 2, 0, 0, 0, 0) + (0,) * 6, borders(grid, (8, 9)), params())
    result = run_engine(FAMILY.engine("auto"), puzzle, Options(0), Limits(60), TraceWriter(), Cancel(), FAMILY.wrong)
    assert set(result.solutions) == {answer for answer in fillings(2, 6)
                                     if answer[:2] == (2, 2) and answer[8] != answer[9]}


def test_the_checker_names_borders_and_the_limit() -> None:
    grid = Grid(1, 4)
    puzzle = Puzzle("fillomino", grid, (0, QUESTION, 0, 0), borders(grid, (0, 1)), params(limit=3))
    assert [fault.rule for fault in FAMILY.check(Board(puzzle, [2, 2, 0, 0]))] == ["across-border"]
    assert [fault.rule for fault in FAMILY.check(Board(puzzle, [0, 0, 0, 4]))] == ["above-limit"]
    assert not FAMILY.wrong(puzzle, (1, 3, 3, 3))
    with pytest.raises(BadGivens, match="largest region"):
        FAMILY.validate(puzzle.with_givens((0, 0, 0, 4)))
    with pytest.raises(BadPuzzle, match="given or not"):
        FAMILY.validate(replace(puzzle, borders=(1, 0, 0)))
    with pytest.raises(BadPuzzle, match="number of cells"):
        FAMILY.validate(puzzle.with_params(limit=-2))


def test_native_files_and_turns_keep_every_kind() -> None:
    rng = Random(5)
    for _ in range(20):
        puzzle = random_board(rng)
        assert files.parse(files.dumps(puzzle)).puzzle == puzzle
        FAMILY.validate(turned(puzzle, "right"))
        assert turned(turned(puzzle, "right"), "left") == puzzle


@pytest.mark.parametrize("codec", [FillominoAddress(), FillominoFile()], ids=lambda codec: codec.id)
def test_puzz_link_keeps_what_it_knows(codec: FillominoAddress | FillominoFile) -> None:
    rng = Random(6)
    for _ in range(40):
        puzzle = replace(random_board(rng), title="")
        puzzle = replace(puzzle, params=params(limit=rng.choice((0, 3))))
        puzzle = puzzle.with_givens(min(given, 3) for given in puzzle.givens)
        assert codec.read(codec.write(puzzle), "x.txt").same_board(puzzle)
    with pytest.raises(BadPuzzle, match="largest region"):
        codec.write(puzzle.with_params(limit=4))


@pytest.mark.skipif(not VECTORS.exists(), reason="no vectors here")
def test_puzz_links_own_addresses_and_files() -> None:
    told = json.loads(VECTORS.read_text())["pzpr"]
    vectors = [case for case in told if case["pid"] == "fillomino" and not re.search(r"v:|[*$@]", case["text"])]
    tried = 0
    for case in vectors:
        if "given_borders" not in case and not case.get("t") and "-" not in str(case["clues"]):
            continue
        tried += 1
        if "pzprv3" in case["text"]:
            continue
        address = FillominoAddress().read(case["text"], "x.url")
        assert FillominoAddress().write(address).strip().endswith(case["pzpr_url"])
        assert (address.params["limit"] == 3) == bool(case.get("t"))
        assert FillominoFile().read(case["pzpr_file"], "x.txt").same_board(address)
        wanted = {(row, col, side) for row, col, side in case.get("given_borders", ())}
        assert sum(map(bool, address.borders)) == len(wanted)
        for row, col, side in wanted:
            a = address.grid.index(row, col)
            b = a + 1 if side == "right" else a + address.grid.cols
            assert address.borders[address.grid.border_between(a, b)]
    assert tried


def test_borders_and_question_marks_are_drawn_and_cleared() -> None:
    board = Board(FAMILY.blank(2, 2))
    state: dict[str, object] = {}
    press = Stroke("press", (0,), x=0.9, y=0.5, state=state)
    board.apply(FAMILY.edit(board, "borders", press))
    board.apply(FAMILY.edit(board, "borders", Stroke("drag", (0, 2), x=0.95, y=1.4, state=state)))
    assert board.borders == [BORDER, BORDER, 0, 0]
    assert FAMILY.preview(board, "borders", Stroke("hover", (0,), x=0.5, y=0.9))
    board.apply(FAMILY.edit(board, "borders", Stroke("press", (1,), x=1.1, y=0.5)))  # the same border from the other side
    board.apply(FAMILY.edit(board, "borders", Stroke("key", (0,), key="s")))
    assert board.borders == [0, BORDER, BORDER, 0]
    assert not FAMILY.edit(board, "borders", Stroke("key", (0,), key="a"))  # the edge of the board is no border
    board.apply(FAMILY.edit(board, "givens", Stroke("key", (3,), key="?")))
    assert board.givens[3] == QUESTION and not FAMILY.edit(board, "marks", Stroke("key", (3,), key="?"))
    board.apply(FAMILY.edit(board, "marks", Stroke("key", (3,), key="3")))
    assert board.marks[3] == 3  # whoever solves it writes on a "?"
    shapes = FAMILY.draw(board, Overlay())
    assert sum(isinstance(shape, Line) and shape.stroke == "given" for shape in shapes) == 2
    assert {shape.text for shape in shapes if isinstance(shape, Text)} == {"?", "3"}
    assert "?" in FAMILY.describe_cell(board, 3) and "border to r2c1" in FAMILY.describe_cell(board, 0)


def test_a_clash_names_the_border() -> None:
    grid = Grid(1, 3)
    puzzle = Puzzle("fillomino", grid, (2, 0, 1), borders(grid, (0, 1)), params())
    found = list(ClashSearch(FAMILY, puzzle, Cancel(), first_seconds=60.0).run())[-1]  # also on a busy machine
    assert set(found.clues) == {0, ("border", 0)}
    assert FAMILY.clue_name(puzzle, ("border", 0)) == "the border between r1c1 and r1c2"


def test_mending_goes_up_from_a_question_mark() -> None:
    puzzle = Puzzle("fillomino", Grid(1, 4), (QUESTION, 0, 0, 0), (0, 0, 0), params())
    mended = Mender(puzzle).make_unique((1, 3, 3, 3))
    assert mended.added and mended.puzzle.solution == (1, 3, 3, 3)
    assert run_engine(FAMILY.engine("auto"), mended.puzzle, Options(2), Limits(9), TraceWriter(), Cancel(),
                      FAMILY.wrong).status.value == "unique"
