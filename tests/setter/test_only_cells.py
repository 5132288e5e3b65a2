"""Clues only where the maker wants them: generated, made of a pattern or of a solution; what is missed is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from studio.cli import run
from studio.commands.cells import cells_named
from studio.core import files, registry
from studio.core.engine import Cancel
from studio.core.grid import Grid
from studio.core.parts import GenerateRequest
from studio.core.puzzle import BadPuzzle, Puzzle
from studio.setter.analysis import analyse
from studio.setter.begin import PATTERN, SOLUTION, start_from
from studio.setter.clue_wish import can_wish_clues
from studio.setter.generate import generate, request_behind
from studio.setter.mend import Mender, Wishes
from studio.setter.rating import rate

ABLE = [family.id for family in registry.families() if can_wish_clues(family)]


def quiet(fraction: float, text: str) -> None:
    """Nobody watches."""


def made(family_id: str, request: GenerateRequest) -> Puzzle:
    return generate(registry.family(family_id), request, quiet, Cancel()).puzzle


@pytest.mark.parametrize("family_id", ABLE)
def test_generated_clues_stand_only_where_they_may(family_id: str) -> None:
    """Not in two cells of the middle; with a symmetry and without."""
    only = frozenset(range(36)) - {14, 21}
    clues = registry.family(family_id).clues
    for symmetry in ("none", "half-turn") if clues is not None and clues.symmetric else ("none",):
        request = GenerateRequest(6, 6, 3, symmetry=symmetry, only=only)
        puzzle = made(family_id, request)
        assert puzzle.clues() and set(puzzle.clues()) <= only
        assert analyse(puzzle).verdict == "unique"
        assert symmetry == "none" or {35 - cell for cell in puzzle.clues()} == set(puzzle.clues())
        assert request_behind(puzzle) == request and made(family_id, request) == puzzle, "the same request, another puzzle"


@pytest.mark.parametrize("symmetry", ["half-turn", "left-right", "diagonal"])
@pytest.mark.parametrize("family_id", ABLE)
def test_generated_clues_lie_symmetrically_or_it_is_told(family_id: str, symmetry: str) -> None:
    """Evolomino's own generator left clues whose partners on an arrow can be none."""
    clues = registry.family(family_id).clues
    if clues is None or not clues.symmetric:
        pytest.skip("its generated clues do not lie symmetrically")
    for seed in range(4):
        found = generate(registry.family(family_id), GenerateRequest(6, 6, seed, symmetry=symmetry), quiet, Cancel())
        places = set(found.puzzle.clues())
        alike = all(places.issuperset(found.puzzle.grid.images(symmetry, cell)) for cell in places)
        assert alike != bool(found.missed), (sorted(places), found.missed)
        assert alike, "a small board that lies symmetrically is soon found"


@pytest.mark.parametrize("family_id", ABLE)
def test_easier_and_fuller_puzzles_keep_the_symmetry(family_id: str) -> None:
    clues = registry.family(family_id).clues
    if clues is None or not clues.symmetric:
        pytest.skip("its generated clues do not lie symmetrically")
    for request in (GenerateRequest(6, 6, 2, "easy", "half-turn"), GenerateRequest(6, 6, 2, symmetry="half-turn", clues=20)):
        found = generate(registry.family(family_id), request, quiet, Cancel())
        alike = {35 - cell for cell in found.puzzle.clues()} == set(found.puzzle.clues())
        assert alike != bool(found.missed), (family_id, request)
        assert alike or registry.family(family_id).making.full_board is None, "a carved board always lies symmetrically"


@pytest.mark.parametrize("family_id", ABLE)
def test_cells_whose_partners_may_not_have_a_clue_get_none(family_id: str) -> None:
    clues = registry.family(family_id).clues
    if clues is None or not clues.symmetric:
        pytest.skip("its generated clues do not lie symmetrically")
    request = GenerateRequest(6, 6, 4, symmetry="left-right", only=frozenset(range(36)) - {0})
    assert not {0, 5} & set(made(family_id, request).clues())


def test_too_few_cells_are_told() -> None:
    with pytest.raises(BadPuzzle, match="in these 1 cells only"):
        made("fillomino", GenerateRequest(6, 6, 1, only=frozenset({0})))
    with pytest.raises(BadPuzzle, match="beside the board"):
        made("fillomino", GenerateRequest(3, 3, 1, only=frozenset({99})))
    with pytest.raises(BadPuzzle, match="where clues shall stand"):
        made("tiling", GenerateRequest(4, 4, 1, only=frozenset({0})))


def test_a_wished_number_of_clues_keeps_to_the_cells() -> None:
    only = frozenset(range(0, 36, 1)) - frozenset(range(6))
    puzzle = made("fobidoshi", GenerateRequest(6, 6, 2, clues=20, only=only))
    assert len(puzzle.clues()) == 20 and set(puzzle.clues()) <= only


def small() -> Puzzle:
    return min(registry.family("fillomino").samples(), key=lambda puzzle: puzzle.grid.size)


def test_a_pattern_as_hard_as_was_wished_for_or_it_is_told() -> None:
    puzzle = small()
    for level in ("easy", "medium", "hard"):
        mended = start_from(puzzle, PATTERN, None, Wishes(difficulty=level, seed=5), Cancel(), quiet)
        rating = rate(mended.puzzle, Cancel())
        assert rating is not None and (rating.level == level) == ("was wanted" not in mended.message), mended.message
    few = start_from(puzzle, PATTERN, None, Wishes(clues=1, seed=5), Cancel(), quiet)
    assert "1 given cells were wanted" in few.message, "a wish was dropped without a word"


def test_a_solution_that_the_selected_cells_do_not_tell_is_refused_in_so_many_words() -> None:
    puzzle = small()
    answer = analyse(puzzle).solution
    assert answer is not None
    with pytest.raises(BadPuzzle, match="clues in the selected cells alone"):
        start_from(puzzle, SOLUTION, answer, Wishes(allowed=frozenset({0})), Cancel(), quiet)
    half = frozenset(range(0, puzzle.grid.size, 1)) - {0, 1}
    carved = start_from(puzzle, SOLUTION, answer, Wishes(allowed=half), Cancel(), quiet)
    assert set(carved.puzzle.clues()) <= half and not carved.message


def test_clues_that_must_stay_elsewhere_are_told_when_others_are_dropped() -> None:
    puzzle = small()
    kept = Mender(puzzle, Cancel(), wishes=Wishes(allowed=frozenset())).thin_out()
    assert f"{len(kept.puzzle.clues())} clues stand elsewhere" in kept.message
    free = Mender(puzzle, Cancel(), wishes=Wishes()).thin_out()
    assert "elsewhere" not in free.message


def test_an_easier_puzzle_than_was_wished_for_is_told() -> None:
    puzzle = registry.family("fillomino").blank(2, 2).with_givens((3, 0, 0, 0))
    mended = Mender(puzzle, Cancel(), wishes=Wishes(difficulty="fiendish")).make_unique()
    assert "fiendish was wanted, it is" in mended.message


def test_cells_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    grid = Grid(3, 4)
    assert cells_named(grid, "r1c1") == {0} and cells_named(grid, "R3C4, r1c2-r2c1") == {11, 0, 1, 4, 5}
    assert cells_named(grid, None) is None
    for wrong in ("r4c1", "r0c1", "here", "r1c1-", ""):
        with pytest.raises(BadPuzzle, match="cells are written"):
            cells_named(grid, wrong)
    words = ["generate", "fobidoshi", "--size", "5x5", "--only", "r1c1-r5c4", "--out", str(tmp_path)]
    assert run(words) == 0 and run(words) == 0
    written = list(tmp_path.iterdir())
    assert len(written) == 1, "the same command does not go on from there"
    puzzle = files.load(written[0]).puzzle
    assert all(cell % 5 < 4 for cell in puzzle.clues())
    loose = tmp_path / "loose.puzzle"
    files.save(loose, puzzle.with_givens(0 for _ in puzzle.givens))
    assert run(["mend", str(loose), "--only", "r1c1-r5c4", "--out", str(tmp_path / "mended.puzzle")]) == 0
    assert all(cell % 5 < 4 for cell in files.load(tmp_path / "mended.puzzle").puzzle.clues())
