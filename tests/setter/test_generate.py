"""Carving and the shared generator: unique, reproducible, symmetric, of the wanted difficulty, stoppable."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from studio.core import registry
from studio.core.engine import Cancel, Cancelled, Limits
from studio.core.family import Family, make_grid
from studio.core.parts import GenerateRequest, Making
from studio.core.puzzle import BadPuzzle, Puzzle
from studio.setter import carve as carving_room
from studio.setter.analysis import UNIQUE, analyse
from studio.setter.carve import SYMMETRIES, Carver, images, orbits
from studio.setter.clue_wish import can_wish_clues, number_of_clues
from studio.setter.generate import generate
from studio.setter.rating import LEVELS
from tests.setter.boards import without

LATIN = registry.family("_template")
CARVED = [family.id for family in registry.all_families() if family.making is not None and family.making.full_board is not None]


def quiet(fraction: float, text: str) -> None:
    assert 0.0 <= fraction <= 1.0


def full(family: Family, rows: int, cols: int, seed: int) -> Puzzle:
    return family.making.full_board(GenerateRequest(rows, cols, seed), random.Random(seed), Cancel())


@pytest.mark.parametrize("family_id", CARVED)
@pytest.mark.parametrize("seed", range(3))
def test_carving_leaves_a_unique_board_from_which_nothing_can_go(family_id: str, seed: int) -> None:
    family = registry.family(family_id)
    board = full(family, 5, 5, seed)
    carver = Carver(family, board, Cancel(), random.Random(seed))
    carving = carver.carve(quiet)
    if carving is None:
        assert analyse(board).verdict != UNIQUE
        return
    puzzle = board.with_givens(carving.givens(board))
    verdict = analyse(puzzle)
    assert (verdict.verdict, verdict.solution) == (UNIQUE, board.solution)
    for cell in (cell for group in carving.kept for cell in group):
        if family.clues.weaker(puzzle, cell):
            assert analyse(without(puzzle, cell), want_forced=False).verdict != UNIQUE
    assert carver.asked <= len(carving.kept) + len(carving.removed) + 1


@pytest.mark.parametrize("symmetry", SYMMETRIES)
@pytest.mark.parametrize("size", [(4, 4), (3, 5)])
def test_orbits_part_the_cells_and_are_closed(symmetry: str, size: tuple[int, int]) -> None:
    grid = make_grid(*size)
    groups = orbits(grid, symmetry, grid.cells())
    assert sorted(cell for group in groups for cell in group) == list(grid.cells())
    for group in groups:
        for cell in group:
            assert images(grid, symmetry, cell) == list(group)
    assert (max(map(len, groups)) > 1) == (symmetry != "none" and not (symmetry == "diagonal" and size == (3, 5)))


@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_symmetric_clues(symmetry: str) -> None:
    made = generate(LATIN, GenerateRequest(5, 5, 4, symmetry=symmetry), quiet, Cancel()).puzzle
    clues = set(made.clues())
    assert all(set(images(made.grid, symmetry, cell)) <= clues for cell in clues)


@pytest.mark.parametrize("family_id", CARVED)
def test_the_same_request_gives_the_same_puzzle(family_id: str) -> None:
    family = registry.family(family_id)
    request = GenerateRequest(5, 5, 11)
    made = [generate(family, request, quiet, Cancel()).puzzle for _ in range(2)]
    assert made[0] == made[1]
    assert made[0].solution is not None
    assert family.wrong(made[0], made[0].solution) == []
    other = generate(family, replace(request, seed=12), quiet, Cancel()).puzzle
    assert not other.same_board(made[0])


def test_the_wanted_difficulty_is_met_or_nearly() -> None:
    easy = generate(LATIN, GenerateRequest(6, 6, 2, difficulty="easy"), quiet, Cancel())
    hard = generate(LATIN, GenerateRequest(6, 6, 2, difficulty="fiendish"), quiet, Cancel())
    assert easy.rating is not None and hard.rating is not None
    assert easy.rating.level == "easy" and easy.rating.depth == 0
    assert hard.rating.level == "fiendish" and hard.rating.depth > 0
    assert len(hard.puzzle.clues()) < len(easy.puzzle.clues()) + 3
    assert easy.puzzle.extra["rating"] == easy.rating.json()
    assert set(LEVELS) >= {easy.level, hard.level}


def test_bad_wishes_are_told_in_a_sentence() -> None:
    with pytest.raises(BadPuzzle, match="difficulty"):
        generate(LATIN, GenerateRequest(4, 4, 1, difficulty="trivial"), quiet, Cancel())
    with pytest.raises(BadPuzzle, match="symmetry"):
        generate(LATIN, GenerateRequest(4, 4, 1, symmetry="odd"), quiet, Cancel())


def test_it_can_be_stopped() -> None:
    with pytest.raises(Cancelled):
        generate(LATIN, GenerateRequest(6, 6, 1), quiet, Cancel(Limits(0.0)))


def test_a_tiling_is_unique_up_to_the_symmetries_of_its_board() -> None:
    family = registry.family("tiling")
    made = generate(family, GenerateRequest(4, 5, 3), quiet, Cancel()).puzzle
    verdict = analyse(made)
    assert verdict.verdict == UNIQUE or verdict.one_up_to_symmetry
    assert verdict.verdict == UNIQUE or verdict.second != verdict.solution
    assert not analyse(family.samples()[0]).one_up_to_symmetry, "five loose pieces lie in many ways"


def bare_board(request: GenerateRequest, rng: random.Random, cancel: Cancel) -> Puzzle:
    board = LATIN.making.full_board(request, rng, cancel)
    return replace(board, givens=(0,) * board.grid.size)


class Generous(type(LATIN)):  # type: ignore[misc]
    """Full boards that are not unique even with all their clues."""

    making = Making(full_board=bare_board)


def test_a_full_board_that_is_not_unique_is_not_sold_as_a_puzzle() -> None:
    with pytest.raises(BadPuzzle, match="no unique"):
        generate(Generous(), GenerateRequest(4, 4, 1), quiet, Cancel())


def test_clues_that_a_window_shows_to_be_needed_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is far from the clue in question stands; and for every other solution that a window shows, a clue that speaks
    against it stays."""
    monkeypatch.setattr(carving_room, "NEARBY", 2)
    family = registry.family("fillomino")
    assert family.making is not None and family.making.full_board is not None
    full = family.making.full_board(GenerateRequest(9, 9, 3), random.Random(3), Cancel())
    assert full.solution is not None
    carver, going, shown = Carver(family, full, Cancel(), random.Random(4)), [(cell,) for cell in full.clues()], []
    others = carver._others

    def watched(givens: tuple[int, ...]) -> list[tuple[int, ...]] | None:
        gone = [full.grid.rc(cell) for cell in full.clues() if not givens[cell]]
        for places in zip(*gone):
            assert max(places) - min(places) <= 4
        found = others(givens)
        shown.extend(found or [])
        return found

    monkeypatch.setattr(carver, "_others", watched)
    needed = carver._needed_nearby(carving_room.Carving(list(going), []), going)
    assert shown and needed < set(going)
    for other in shown:
        assert any(other[cell] != full.solution[cell] for (cell,) in needed)


def test_large_boards_are_carved_by_the_handful_and_stay_unique(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(carving_room, "WHOLESALE", 50)
    family = registry.family("fillomino")
    request = GenerateRequest(9, 9, seed=4, symmetry="half-turn")
    found = generate(family, request, lambda *_: None, Cancel(Limits(120.0)))
    assert analyse(found.puzzle).verdict == UNIQUE
    clues = set(found.puzzle.clues())
    assert len(clues) < 60 and clues == {80 - cell for cell in clues}
    assert found == generate(family, request, lambda *_: None, Cancel(Limits(120.0)))


WISHING = [family.id for family in registry.all_families() if can_wish_clues(family)]


@pytest.mark.parametrize("family_id", WISHING)
def test_the_wished_number_of_clues_is_granted_or_refused(family_id: str) -> None:
    """Exactly so many (with symmetry perhaps one less) and one solution; fewer than the boards can do with, or more than they
    have room for: a sentence."""
    family = registry.family(family_id)
    rows, cols = (min(each, 5) for each in family.default_size)
    fewest = generate(family, GenerateRequest(rows, cols, 3), quiet, Cancel()).puzzle
    wished = len(fewest.clues()) + 3
    for symmetry in ("none", "half-turn"):
        try:
            made = generate(family, GenerateRequest(rows, cols, 3, symmetry=symmetry, clues=wished), quiet, Cancel()).puzzle
        except BadPuzzle as fault:
            assert "the most" in str(fault) and family_id not in ("fillomino", "fobidoshi", "_template"), fault
            continue
        assert wished - (symmetry != "none") <= len(made.clues()) <= wished
        assert analyse(made, want_forced=False).verdict == UNIQUE and made.extra["generated"]["clues"] == wished
    try:
        assert len(generate(family, GenerateRequest(rows, cols, 3, clues=1), quiet, Cancel()).puzzle.clues()) <= 1
    except BadPuzzle as fault:
        assert "fewest" in str(fault)


def test_a_number_of_clues_as_people_write_it() -> None:
    assert [number_of_clues(text, 50) for text in ("12", "40%", "40 %", "1%")] == [12, 20, 20, 1]
    for wrong in ("0", "51", "101%", "many", "-3", "1.5"):
        with pytest.raises(BadPuzzle, match="at most 50"):
            number_of_clues(wrong, 50)
    with pytest.raises(BadPuzzle, match="fewest"):
        generate(LATIN, GenerateRequest(5, 5, 3, clues=2), quiet, Cancel())
    with pytest.raises(BadPuzzle, match="cannot be asked"):
        generate(registry.family("tiling"), GenerateRequest(5, 5, 1, clues=4), quiet, Cancel())
