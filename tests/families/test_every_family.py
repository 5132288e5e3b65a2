"""What every family promises, checked for all that the registry finds: a new family is tested by being there."""

from __future__ import annotations

import pytest

from studio.core import files, registry
from studio.core.draw import Overlay, extent
from studio.core.engine import Cancel, Limits, Options, Status, run_engine
from studio.core.family import Family, GenerateRequest, Stroke
from studio.core.puzzle import BadPuzzle, Board, Puzzle
from studio.core.trace import Batch, TraceWriter
from studio.setter.generate import generate

FAMILIES = registry.all_families()
each_family = pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.id)


def samples(family: Family) -> list[Puzzle]:
    found = family.samples()
    assert found, f"{family.id} has no sample"
    return found


@each_family
def test_it_says_what_it_is(family: Family) -> None:
    assert family.name and family.summary and family.rules_text
    engines = [engine.id for engine in family.engines()]
    assert engines[0] == "auto" and len(set(engines)) == len(engines)
    assert family.tools(Board(samples(family)[0]))


@each_family
def test_samples_are_valid_and_survive_a_file(family: Family) -> None:
    for puzzle in samples(family):
        family.validate(puzzle)
        again = files.parse(files.dumps(puzzle)).puzzle
        assert again.same_board(puzzle) and again.title == puzzle.title


@each_family
def test_codecs_read_what_they_write(family: Family) -> None:
    for codec in family.codecs():
        for puzzle in samples(family):
            try:
                text = codec.write(puzzle)
            except BadPuzzle:
                continue
            assert codec.confidence(text, codec.filename(puzzle, "x")) > 0
            again = codec.read(text, codec.filename(puzzle, "x"))
            assert (again.grid, again.givens, again.borders) == (puzzle.grid, puzzle.givens, puzzle.borders)


@each_family
def test_every_engine_solves_the_first_sample_and_is_checked(family: Family) -> None:
    puzzle = samples(family)[0]
    for engine in family.engines():
        limits = Limits(60.0)
        batches: list[Batch] = []
        result = run_engine(engine, puzzle, Options(1), limits, TraceWriter(batches.append), Cancel(limits), family.wrong)
        assert result.status is not Status.ERROR, f"{engine.id}: {result.message}"
        if result.solutions:
            assert family.wrong(puzzle, result.solutions[0]) == []
            assert family.notation.solution_text(puzzle, result.solutions[0])


@each_family
def test_it_draws_every_overlay(family: Family) -> None:
    puzzle = samples(family)[0]
    cells = tuple(puzzle.grid.cells())
    board = Board(puzzle, family.start_marks(puzzle))
    bare = family.draw(board, Overlay())
    assert bare and extent(bare, puzzle.grid)[2] > 0
    full = Overlay(deduced={0: 1}, guessed={1: 3}, depths={0: 2}, current=cells[:1], excluded={2: 1}, conflict=cells[:2],
                   undone=cells[1:3], causes=cells[:3], cut=cells[2:4], ghosts={3: 1}, differing=cells[:1],
                   clashing=cells[:1], violations=cells[:1], cursor=0, trial={1: 2})
    assert len(family.draw(board, full)) > len(bare)


@each_family
def test_strokes_never_break_a_board(family: Family) -> None:
    """Any stroke with any tool gives changes that apply and revert exactly."""
    puzzle = samples(family)[0]
    board = Board(puzzle, family.start_marks(puzzle))
    before = (list(board.givens), list(board.borders), list(board.marks), dict(board.params))
    for tool in family.tools(board):
        for stroke in (Stroke("press", (0,)), Stroke("drag", (0, 1)), Stroke("double", (0,)), Stroke("press", (1,), "right"),
                       Stroke("key", (0,), key="1"), Stroke("key", (0,), key="delete"), Stroke("press", (), x=-3.0, y=-3.0)):
            changes = family.edit(board, tool.id, stroke)
            board.apply(changes)
            family.check(board)
            family.draw(board, Overlay())
            board.revert(changes)
            assert (board.givens, board.borders, board.marks, board.params) == before


@each_family
def test_the_ladder_is_named_and_ordered(family: Family) -> None:
    rules = list(family.rulebook.rules)
    assert len({rule.name for rule in rules}) == len(rules)
    assert all(rule.title and 1 <= rule.level <= 10 for rule in rules)


@each_family
def test_the_same_seed_gives_the_same_puzzle(family: Family) -> None:
    size = 6 if family.id != "_template" else 5
    request = GenerateRequest(size, size, seed=5)
    first, second = (generate(family, request, lambda *_: None, Cancel(Limits(120.0))).puzzle for _ in range(2))
    assert first == second and first.solution is not None
    assert family.wrong(first, first.solution) == []
