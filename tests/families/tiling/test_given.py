"""What a maker gives: pieces, borders, links, cells that name their tile. Every engine keeps it, and so do files, turns and
clues."""

from __future__ import annotations

import random
import shutil
from dataclasses import replace
from functools import cache

import pytest

from studio.core import files
from studio.core.family import Stroke
from studio.core.puzzle import Answer, BadPuzzle, Board, Puzzle
from studio.core.turn import TURNS, moved, target, turned
from studio.families.tiling import FAMILY
from studio.families.tiling.codecs.tiler import TilerCodec
from studio.families.tiling.model.convert import pieces_of_answer, problem_of, puzzle_of
from studio.families.tiling.model.given import INSIDE, JOINED, PARTED, fence, given_pieces
from studio.families.tiling.model.placements import find_placements
from studio.families.tiling.model.problem import Problem, rectangle_board
from studio.families.tiling.model.shapes import NAMED, Tile
from studio.families.tiling.model.symmetry import board_symmetries
from studio.setter.analysis import analyse
from studio.setter.mend import Mender
from tests.families.tiling.instances import as_puzzle, instances, solve

BOARDS = 200
QUICK = 40
MANY = 200
ENGINES: dict[str, list[dict[str, object]]] = {
    "auto": [{}], "table": [{}], "mrv": [{}, {"memo": False}], "simple": [{}, {"order": "fill top row"}],
    "dlx": [{}, {"pieces": "counters"}],
    "sat": [{}, {"translation": "amo", "symmetry": "all"}, {"translation": "amo-ordered", "symmetry": "board"},
            {"amk": "auto", "cover": "at least one"}],
    "ilp": [{"solver": "cpsat"}, {"solver": "highs"}], "csp": [{}, {"order": False}, {"model": "regular"}], "rules": [{}],
}
SLOW = ("ilp", "csp", "rules", "sat")


def random_given(rng: random.Random, puzzle: Puzzle, answer: Answer | None) -> Puzzle:
    """Some clues, true of an answer where there is one, and now and then a false one."""
    givens, borders = list(puzzle.givens), [0] * puzzle.grid.border_count
    problem = problem_of(puzzle)
    pieces = pieces_of_answer(answer or ())
    for border in range(len(borders)):
        a, b = puzzle.grid.border_cells(border)
        if givens[a] and givens[b] and rng.random() < 0.15:
            same = answer[a] == answer[b] if answer and rng.random() < 0.9 else rng.random() < 0.5
            borders[border] = JOINED if same else PARTED
    for cell, given in enumerate(puzzle.givens):
        if given and rng.random() < 0.1:
            tile = problem.tile_of(pieces[answer[cell]]) if answer and rng.random() < 0.9 else rng.randrange(len(problem.tiles))
            givens[cell] = INSIDE + 1 + (tile or 0)
    if pieces and rng.random() < 0.5:
        for border, kind in fence(puzzle.grid, puzzle.givens, rng.choice(list(pieces.values()))).items():
            borders[border] = kind
    return replace(puzzle, givens=tuple(givens), borders=tuple(borders))


@cache
def boards() -> list[tuple[Puzzle, frozenset[Answer]]]:
    """Random boards with random clues, and all their tilings: those of the bare board that the checker accepts."""
    rng = random.Random(18)
    found: list[tuple[Puzzle, frozenset[Answer]]] = []
    for problem in instances(4 * BOARDS, 77):
        bare = as_puzzle(problem)
        every = solve(bare, "simple", MANY + 1).solutions
        if len(every) > MANY or (not every and rng.random() < 0.8):
            continue
        puzzle = random_given(rng, bare, rng.choice(every) if every else None)
        FAMILY.validate(puzzle)
        if puzzle == bare:
            continue
        found.append((puzzle, frozenset(answer for answer in every if not FAMILY.wrong(puzzle, answer))))
        if len(found) == BOARDS:
            break
    return found


def test_the_boards_are_of_all_kinds() -> None:
    numbers = [len(every) for _, every in boards()]
    assert len(numbers) == BOARDS and numbers.count(0) > 20 and numbers.count(1) > 40 and sum(n > 1 for n in numbers) > 30
    assert sum(JOINED in puzzle.borders for puzzle, _ in boards()) > 80
    assert sum(PARTED in puzzle.borders for puzzle, _ in boards()) > 80
    assert sum(max(puzzle.givens) > INSIDE for puzzle, _ in boards()) > 80
    assert sum(bool(given_pieces(puzzle.grid, puzzle.givens, puzzle.borders)) for puzzle, _ in boards()) > 50


@pytest.mark.parametrize("number", [QUICK, pytest.param(BOARDS, marks=pytest.mark.slow)])
@pytest.mark.parametrize("engine", ENGINES)
def test_every_engine_keeps_what_is_given(engine: str, number: int) -> None:
    for k, (puzzle, every) in enumerate(boards()[:number]):
        values = ENGINES[engine][k % len(ENGINES[engine])]
        whole = engine not in SLOW or len(every) <= 2
        result = solve(puzzle, engine, 0 if whole else 1, **values)
        assert result.status.answered, (k, result.message)
        assert set(result.solutions) == every if whole else bool(result.solutions) == bool(every), (k, values, puzzle)


@pytest.mark.skipif(shutil.which("minizinc") is None, reason="MiniZinc is not installed")
def test_minizinc_keeps_what_is_given() -> None:
    for k, (puzzle, every) in enumerate(boards()[::25]):
        model = "geost" if problem_of(puzzle).exact else ("regular", "placements")[k % 2]
        result = solve(puzzle, "csp", 0, solver="minizinc", model=model)
        assert set(result.solutions) == every, (k, model, result.message)


def test_counting_keeps_what_is_given() -> None:
    for k, (puzzle, every) in enumerate(boards()[:QUICK]):
        assert solve(puzzle, "count").count == len(every), k
        images = {min(FAMILY.pieces.images(puzzle, answer)) for answer in every}
        assert solve(puzzle, "count", symmetry=True).count == len(images), k


def test_colourings_do_not_contradict_tilings_that_keep_it() -> None:
    proved = 0
    for puzzle, every in boards()[: 3 * QUICK]:
        result = solve(puzzle, "colouring")
        proved += result.status.answered
        assert not every or not result.status.answered
    assert proved > 2


def test_symmetries_keep_what_is_given() -> None:
    for puzzle, every in boards():
        problem = problem_of(puzzle)
        places = {(frozenset(places.of(p)), int(places.tile[p])) for places in [find_placements(problem)]
                  for p in range(len(places))}
        for image in board_symmetries(problem):
            assert {frozenset(int(image[i]) for i in cells) for cells, _ in places} == {cells for cells, _ in places}
        for answer in every:
            assert set(FAMILY.images(puzzle, answer)) <= every


def test_files_and_turns_carry_it_along() -> None:
    for puzzle, every in boards()[:40]:
        again = files.parse(files.dumps(puzzle)).puzzle
        assert again.same_board(puzzle)
        for turn in TURNS:
            image = turned(puzzle, turn)
            FAMILY.validate(image)
            to = target(puzzle.grid, turn)
            answers = {tuple(FAMILY.contents(image, moved(answer, to))) for answer in every}
            assert {tuple(FAMILY.contents(image, found)) for found in solve(image, "mrv", 0).solutions} == answers


def test_tiler_refuses_what_it_cannot_say() -> None:
    puzzle = next(puzzle for puzzle, _ in boards() if any(puzzle.borders))
    with pytest.raises(BadPuzzle, match="borders"):
        TilerCodec().write(puzzle)


def test_clues_clash_or_the_board_is_to_blame() -> None:
    """Without the clues that are told to clash there is a tiling; where none is told, the bare board has none."""
    clashes = 0
    for puzzle, every in boards()[: 3 * QUICK]:
        if every:
            continue
        verdict = analyse(puzzle, want_forced=False)
        assert verdict.verdict == "none" and verdict.clashing is not None
        assert not solve(FAMILY.clues.keep(puzzle, verdict.clashing), "simple").solutions
        clashes += bool(verdict.clashing)
        for clue in verdict.clashing:
            assert FAMILY.clue_name(puzzle, clue)
            fewer = [other for other in verdict.clashing if other != clue]
            assert solve(FAMILY.clues.keep(puzzle, fewer), "simple").solutions, (clue, verdict.clashing)
    assert clashes > 2


def test_a_tiling_is_made_unique_and_thinned_out_again() -> None:
    dominoes = puzzle_of(rectangle_board(4, 4), [Tile(NAMED["2"], None, "2")], False)
    mended = Mender(dominoes).make_unique()
    assert mended.added and solve(mended.puzzle, "auto", 2).status.value == "unique"
    assert all("given piece" in FAMILY.clue_name(dominoes, clue) for clue in mended.added)
    answer = mended.puzzle.solution
    assert answer is not None
    every = FAMILY.clues.added(dominoes, answer, FAMILY.clues.offers(dominoes, answer))
    thinner = Mender(every).thin_out()
    assert thinner.removed and solve(thinner.puzzle, "auto", 2).status.value == "unique"
    left = FAMILY.clues.removable(thinner.puzzle, answer)
    fewer = [FAMILY.clues.removed(thinner.puzzle, [clue]) for clue in left]
    assert left and all(solve(puzzle, "auto", 2).status.value == "multiple" for puzzle in fewer)


def test_given_pieces_lie_from_the_start_and_stay() -> None:
    dominoes = puzzle_of(rectangle_board(2, 2), [Tile(NAMED["2"], None, "2")], False)
    given = FAMILY.clues.added(dominoes, (1, 1, 2, 2), [("piece", 0)])
    start = FAMILY.start_marks(given)
    assert start[0] == start[1] != 0 and not start[2]
    board = Board(given, start)
    assert not FAMILY.check(board)
    assert FAMILY.check(Board(given, (1, 2, 1, 2)))


def test_half_turned_and_fixed_tiles() -> None:
    bars = [Tile(NAMED["2"], None, "2", turns="none")]
    assert solve(puzzle_of(rectangle_board(2, 4), bars, False), "count").count == 1
    assert not solve(puzzle_of(rectangle_board(4, 1), bars, False), "auto").solutions
    assert len(Tile(NAMED["4L"], turns="half").variants(True)) == 2
    for engine in ("auto", "table", "mrv", "simple", "dlx", "sat", "ilp", "csp", "rules"):
        ells = puzzle_of(rectangle_board(2, 4), [Tile(NAMED["4L"], None, "4L", turns="half")], False)
        assert len(solve(ells, engine, 0).solutions) == 1, engine
    turned_once = turned(puzzle_of(rectangle_board(2, 4), bars, False), "right")
    assert solve(turned_once, "auto").solutions
    with pytest.raises(BadPuzzle, match="turned alike"):
        FAMILY.validate(puzzle_of(rectangle_board(2, 4), [Tile(NAMED["4L"], 1, "4L"), Tile(NAMED["4L"], 1, "4L", turns="none")],
                                  False))


def stroke(board: Board, tool: str, *cells: int, kind: str = "press", **rest: object) -> None:
    board.apply(FAMILY.edit(board, tool, Stroke(kind, cells, **rest)))  # type: ignore[arg-type]


def test_clues_are_drawn_with_tools() -> None:
    board = Board(puzzle_of(rectangle_board(2, 3), [Tile(NAMED["2"], None, "2"), Tile(NAMED["3I"], 1, "3I")], False))
    stroke(board, "piece", 0, 1, kind="release")
    assert given_pieces(board.grid, board.givens, board.borders) == [[0, 1]]
    stroke(board, "piece", 0, 4, kind="release")  # no tile has this shape
    stroke(board, "name", 3)
    assert board.givens[3] == INSIDE + 1
    stroke(board, "name", 3)
    assert board.givens[3] == INSIDE + 2
    stroke(board, "border", x=2.0, y=1.5)
    assert board.borders[board.grid.border_between(4, 5)] == PARTED
    stroke(board, "border", x=2.0, y=1.5)
    assert board.borders[board.grid.border_between(4, 5)] == JOINED
    stroke(board, "cells", 5)
    assert board.borders[board.grid.border_between(4, 5)] == 0 and not board.givens[5]
    board.apply(FAMILY.edit(board, "tray", Stroke("key", key="delete", state={"tray": 0})))
    assert board.givens[3] == INSIDE + 1, "the tile that it names has moved up"
    stroke(board, "piece", 0, kind="release")
    assert not given_pieces(board.grid, board.givens, board.borders)


def test_translations_keep_what_must_be_used() -> None:
    """At least so many of a tile, in the translations to other problems: the bare board's tilings that the checker takes."""
    rng = random.Random(5)
    ways: list[tuple[str, dict[str, object]]] = [
        ("ilp", {}), ("ilp", {"opt2": False, "variant": "geq-min"}), ("sat", {}), ("sat", {"translation": "amo"}),
        ("sat", {"translation": "amo-ordered"}), ("sat", {"translation": "amo", "symmetry": "pieces", "opt2": False}),
        ("sat", {"cover": "at least one"}), ("csp", {}), ("csp", {"model": "regular"})]
    changed = 0
    for k, problem in enumerate(instances(90, 99)):
        every = solve(as_puzzle(problem), "simple", 41).solutions
        if len(every) > 40:
            continue
        tiles = tuple(replace(tile, least=rng.randint(0, min(3, tile.count or 3))) for tile in problem.tiles)
        puzzle = as_puzzle(Problem(problem.board, tiles, problem.reflections))
        wanted = {answer for answer in every if not FAMILY.wrong(puzzle, answer)}
        changed += len(wanted) < len(every)
        engine, values = ways[k % len(ways)]
        assert set(solve(puzzle, engine, 0, **values).solutions) == wanted, (k, engine, values)
    assert changed > 10


def test_borders_and_links_by_keys() -> None:
    """A side of the cursor's cell, as in the other families; again the next kind; no border where the board ends."""
    board = Board(FAMILY.blank(2, 2, tiles="2:2"))
    for expected in (PARTED, JOINED, 0):
        board.apply(FAMILY.edit(board, "border", Stroke("key", (0,), key="d")))
        assert board.borders[board.grid.border_between(0, 1)] == expected
    assert FAMILY.edit(board, "border", Stroke("key", (0,), key="w")) == []
    assert FAMILY.edit(board, "border", Stroke("key", (0,), key="x")) == []
