"""Mending: added clues make a board unique and none of them is superfluous; dropped clues leave it unique and minimal."""

from __future__ import annotations

import random

import pytest

from studio.core import registry
from studio.core.engine import Cancel, Cancelled, Limits
from studio.core.puzzle import BadPuzzle, Puzzle
from studio.setter.analysis import MULTIPLE, UNIQUE, analyse
from studio.setter.mend import Mender, can_mend
from tests.setter import boards

FAMILIES = [family.id for family in registry.all_families() if can_mend(family) and family.pieces is None]
"""Those whose clues are single cells; a tiling's are tried in tests/families/tiling/test_given.py."""


def verdict(puzzle: Puzzle) -> str:
    return analyse(puzzle, want_forced=False, want_clash=False).verdict


def ambiguous(family_id: str, rng: random.Random) -> Puzzle:
    """A sample with so many clues taken away that it is no longer unique."""
    for puzzle in boards.boards(family_id, 4):
        for clues in range(1, len(puzzle.clues()) + 1):
            loose = boards.loosened(puzzle, rng, clues)
            if verdict(loose) == MULTIPLE:
                return loose
    raise AssertionError("no sample became ambiguous")


@pytest.mark.parametrize("family_id", FAMILIES)
def test_added_clues_make_the_meant_solution_the_only_one(family_id: str) -> None:
    rng = random.Random(3)
    for _ in range(3):
        loose = ambiguous(family_id, rng)
        meant = analyse(loose).second
        mended = Mender(loose).make_unique(meant)
        assert verdict(mended.puzzle) == UNIQUE and mended.puzzle.solution == meant
        changed = [cell for cell in loose.grid.cells() if loose.givens[cell] != mended.puzzle.givens[cell]]
        assert changed == sorted(mended.added)
        weaker = registry.family(family_id).clues.weaker
        assert all(loose.givens[cell] in weaker(mended.puzzle, cell) for cell in changed)
        for cell in mended.added:
            assert verdict(boards.without(mended.puzzle, cell)) == MULTIPLE, "a superfluous clue was added"


@pytest.mark.parametrize("family_id", FAMILIES)
def test_thinning_leaves_no_superfluous_clue(family_id: str) -> None:
    puzzle = boards.boards(family_id, 1)[0]
    full = registry.family(family_id).clues.full(puzzle, analyse(puzzle).solution or ())
    assert full is not None
    rich = puzzle.with_givens(value or given for given, value in zip(puzzle.givens, full))
    thin = Mender(rich).thin_out(seed=4)
    assert thin.removed and verdict(thin.puzzle) == UNIQUE
    assert thin == Mender(rich).thin_out(seed=4)
    for cell in thin.puzzle.clues():
        if thin.puzzle.givens[cell] == full[cell] and registry.family(family_id).clues.weaker(thin.puzzle, cell):
            assert verdict(boards.without(thin.puzzle, cell)) != UNIQUE


def test_thinning_keeps_a_symmetry() -> None:
    family = registry.family("fillomino")
    puzzle = boards.boards("fillomino", 1)[0]
    full = puzzle.with_givens(analyse(puzzle).solution or ())
    removed = set(Mender(full).thin_out("half-turn", 1).removed)
    assert removed and removed == {puzzle.grid.size - 1 - cell for cell in removed}
    assert family.wrong(full, full.givens) == []


def test_what_cannot_be_mended_is_said_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    tiling = registry.family("tiling").samples()[0]
    with monkeypatch.context() as without_clues, pytest.raises(BadPuzzle, match="one by one"):
        without_clues.setattr(type(registry.family("tiling")), "clues", None)
        Mender(tiling)
    family = registry.family("fillomino")
    broken = family.blank(2, 2).with_givens((1, 1, 0, 0))
    with pytest.raises(BadPuzzle, match="no solution"):
        Mender(broken).make_unique()
    with pytest.raises(BadPuzzle, match="exactly one solution"):
        Mender(family.blank(3, 3)).thin_out()
    with pytest.raises(BadPuzzle, match="does not solve"):
        Mender(family.blank(2, 2)).make_unique((1, 1, 1, 1))


def test_mending_can_be_cancelled() -> None:
    with pytest.raises(Cancelled):
        Mender(registry.family("fillomino").blank(6, 6), Cancel(Limits(0.0))).make_unique()
