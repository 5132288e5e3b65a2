"""Mending with wishes, puzzles that start from what the maker has, true candidates and the browser of solutions."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from studio.core import registry
from studio.core.engine import Cancel
from studio.core.puzzle import BadPuzzle, Puzzle
from studio.setter.analysis import MULTIPLE, UNIQUE, analyse
from studio.setter.begin import start_from
from studio.setter.candidates import can_list, candidates
from studio.setter.mend import Mender, Wishes, can_mend
from studio.setter.rating import solvable_within
from studio.setter.solutions import browse
from tests.families.brute import TooLarge, solutions

FAMILIES = [family.id for family in registry.all_families() if can_mend(family) and family.pieces is None and family.trials]
LISTED = [family.id for family in registry.all_families() if can_list(family) and family.trials is not None]
SYMMETRY = "half-turn"


def loose(family_id: str, size: int = 16) -> Puzzle:
    """A small board with several solutions."""
    family, rng = registry.family(family_id), random.Random(5)
    assert family.trials is not None
    for _ in range(400):
        puzzle = family.trials.random_puzzle(rng, size)
        if puzzle.clues() and analyse(puzzle, want_forced=False).verdict == MULTIPLE:
            return puzzle
    raise AssertionError("no board is ambiguous")


def lies_alike(puzzle: Puzzle, cells: set[int], symmetry: str) -> bool:
    """Every partner of a new clue has one, too."""
    return all(puzzle.givens[image] for cell in cells for image in puzzle.grid.images(symmetry, cell))


@pytest.mark.parametrize("family_id", FAMILIES)
def test_added_clues_lie_symmetrically_and_only_where_they_may(family_id: str) -> None:
    board = loose(family_id)
    try:
        mended = Mender(board, wishes=Wishes(SYMMETRY)).make_unique()
    except BadPuzzle as fault:
        assert "wishes" in str(fault)
    else:
        assert analyse(mended.puzzle).verdict == UNIQUE
        assert lies_alike(mended.puzzle, {clue for clue in mended.added if isinstance(clue, int)}, SYMMETRY)
    try:
        allowed = frozenset(Mender(board).make_unique().added)
    except BadPuzzle as fault:  # a family from outside in which clues cannot do it
        assert "tells the solutions of this board apart" in str(fault)
        return
    again = Mender(board, wishes=Wishes(allowed=frozenset(cell for cell in allowed if isinstance(cell, int)))).make_unique(
        Mender(board).make_unique().puzzle.solution)
    assert set(again.added) <= allowed and analyse(again.puzzle).verdict == UNIQUE
    with pytest.raises(BadPuzzle, match="wishes"):
        Mender(board, wishes=Wishes(allowed=frozenset())).make_unique()


def test_a_wanted_number_of_clues_and_a_wanted_difficulty() -> None:
    board = loose("fillomino")
    needed = len(Mender(board).make_unique().puzzle.clues())
    more = Mender(board, wishes=Wishes(clues=needed + 3)).make_unique()
    assert len(more.puzzle.clues()) == needed + 3 and not more.message and analyse(more.puzzle).verdict == UNIQUE
    fewer = Mender(board, wishes=Wishes(clues=1)).make_unique()
    assert "were wanted" in fewer.message and len(fewer.puzzle.clues()) > 1
    easy = Mender(board, wishes=Wishes(difficulty="easy")).make_unique()
    assert solvable_within(registry.family("fillomino"), easy.puzzle, "easy", Cancel())
    kept = Mender(easy.puzzle, wishes=Wishes(difficulty="easy", clues=len(easy.puzzle.clues()) - 1)).thin_out()
    assert solvable_within(registry.family("fillomino"), kept.puzzle, "easy", Cancel())
    assert len(kept.puzzle.clues()) >= len(easy.puzzle.clues()) - 1


def test_a_puzzle_starts_from_a_board_a_pattern_or_a_solution() -> None:
    sample = registry.family("fillomino").samples()[0]
    solution = analyse(sample).solution
    wishes, quiet = Wishes(seed=2), (Cancel(), lambda _fraction, _text: None)
    carved = start_from(sample, "solution", solution, wishes, *quiet)
    assert carved.puzzle.solution == solution and analyse(carved.puzzle).verdict == UNIQUE
    board = loose("fillomino")
    started = start_from(board, "board", None, wishes, *quiet)
    weaker = registry.family("fillomino").clues.weaker  # a "?" may have become a number
    assert all(board.givens[cell] in (started.puzzle.givens[cell], *weaker(started.puzzle, cell)) for cell in board.clues())
    patterned = start_from(replace(sample, solution=None), "pattern", None, wishes, *quiet)
    assert analyse(patterned.puzzle).verdict == UNIQUE
    assert set(patterned.puzzle.clues()) >= set(sample.clues())
    assert (set(patterned.puzzle.clues()) == set(sample.clues())) == (not patterned.message)
    with pytest.raises(BadPuzzle, match="no solution"):
        start_from(sample, "solution", tuple([1] * sample.grid.size), wishes, *quiet)


@pytest.mark.parametrize("family_id", LISTED)
def test_candidates_are_what_brute_force_finds(family_id: str) -> None:
    family, rng = registry.family(family_id), random.Random(11)
    assert family.trials is not None
    for _ in range(6):
        puzzle = family.trials.random_puzzle(rng, 9)
        try:
            answers = solutions(family, puzzle)
        except TooLarge:
            continue
        found = candidates(puzzle, bound=1000)
        expected = [tuple(sorted({answer[cell] for answer in answers if answer[cell]})) for cell in puzzle.grid.cells()]
        assert found.final and list(found.values) == expected
        if answers and found.counts:
            assert [list(each) for each in found.counts] == [
                [min(1000, sum(answer[cell] == value for answer in answers)) for value in expected[cell]]
                for cell in puzzle.grid.cells()]
        listed = browse(puzzle, 10_000, Cancel())
        assert listed.all and sorted(listed.answers) == sorted(answers)


@pytest.mark.parametrize("family_id", LISTED)
def test_candidates_by_the_clause_kernel_are_the_same(family_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As on boards with many solutions, where a first look does not see them all."""
    from studio.setter import candidates as room

    family, rng = registry.family(family_id), random.Random(4)
    assert family.trials is not None
    for _ in range(3):
        puzzle = family.trials.random_puzzle(rng, 9)
        whole = candidates(puzzle)
        monkeypatch.setattr(room, "FIRST", 1)
        assert candidates(puzzle).values == whole.values
        monkeypatch.undo()


@pytest.mark.skipif("fillomino" not in FAMILIES, reason="needs Fillomino")
def test_borders_are_added_and_dropped_where_they_are_asked_for() -> None:
    family = registry.family("fillomino")
    board = family.blank(3, 3).with_givens((-1, 0, 0, 0, 4, 0, 0, 0, -1))
    plain = Mender(board).make_unique()
    assert not any(plain.puzzle.borders) and plain.puzzle.givens[0] > 0, "a question mark becomes a number"
    allowed = frozenset(cell for cell in board.grid.cells() if cell not in (0, 8))
    mended = Mender(board, wishes=Wishes("half-turn", kinds=("border",))).make_unique()
    assert any(mended.puzzle.borders) and analyse(mended.puzzle).verdict == UNIQUE
    lines = {board.grid.border_cells(k) for k, given in enumerate(mended.puzzle.borders) if given}
    assert {(8 - b, 8 - a) for a, b in lines} == lines, "borders lie symmetrically, too"
    full = family.clues.added(mended.puzzle, mended.puzzle.solution, family.clues.offers(  # type: ignore[union-attr]
        mended.puzzle, mended.puzzle.solution, ("border",)))
    thinner = Mender(full, wishes=Wishes(allowed=allowed)).thin_out()
    assert sum(map(bool, thinner.puzzle.borders)) < sum(map(bool, full.borders)) and analyse(thinner.puzzle).verdict == UNIQUE


@pytest.mark.skipif("fillomino" not in FAMILIES, reason="needs Fillomino")
@pytest.mark.parametrize("start", ["board", "pattern", "solution"])
@pytest.mark.parametrize("variant", ["challenging", "basic"])
def test_question_marks_stay_where_that_is_wished(start: str, variant: str) -> None:
    """Whatever one starts from; and when clues are dropped."""
    family = registry.family("fillomino")
    board = family.blank(4, 4, variant=variant).with_givens((-1, 0, 0, 0, 0, 4, 0, 0, 0, 0, 2, 0, 0, 0, 0, -1))
    solution = analyse(board).solution
    quiet = (Cancel(), lambda _fraction, _text: None)
    mended = start_from(board, start, solution, Wishes(seed=1, keep_questions=True), *quiet).puzzle
    assert analyse(mended).verdict == UNIQUE
    assert mended.givens[0] == mended.givens[15] == -1, "a “?” was told its value"
    thin = Mender(mended, wishes=Wishes(keep_questions=True)).thin_out().puzzle
    assert thin.givens[0] == thin.givens[15] == -1 and analyse(thin).verdict == UNIQUE


@pytest.mark.skipif("fillomino" not in FAMILIES, reason="needs Fillomino")
def test_question_marks_that_cannot_stay_are_told() -> None:
    board = registry.family("fillomino").blank(2, 2).with_givens((-1, -1, -1, -1))
    assert analyse(board).verdict == MULTIPLE
    with pytest.raises(BadPuzzle, match="wishes"):
        Mender(board, wishes=Wishes(keep_questions=True)).make_unique()
    quiet = (Cancel(), lambda _fraction, _text: None)
    with pytest.raises(BadPuzzle, match="“\\?” clues kept"):
        start_from(board, "solution", analyse(board).solution, Wishes(keep_questions=True), *quiet)


@pytest.mark.skipif("evolomino" not in FAMILIES, reason="needs Evolomino")
def test_if_nobody_means_a_solution_one_is_taken_for_which_the_wishes_can_be_kept() -> None:
    """The first solution that is found has no symmetric clues that make it the only one."""
    from studio.core.family import Stroke
    from studio.core.puzzle import Board
    from studio.core.symmetric import with_partners

    family = registry.family("evolomino")
    board, state = Board(family.blank(5, 5)), {}  # type: ignore[var-annotated]
    strokes = [("arrow", Stroke("press" if cell == 0 else "drag", (cell,), state=state)) for cell in range(4)]
    for tool, stroke in [*strokes, ("given", Stroke("key", (4,), key="1"))]:
        board.apply(with_partners(family.clues, board, family.edit(board, tool, stroke), SYMMETRY))
    mender = Mender(board.puzzle(), wishes=Wishes(SYMMETRY))
    with pytest.raises(BadPuzzle, match="wishes"):
        mender.make_unique(mender._ask(board.puzzle(), 12).solutions[0])
    assert analyse(mender.make_unique().puzzle).verdict == UNIQUE
