"""The searches that only find tilings: endgames, dives and folded boards; and what they share with the others."""

from __future__ import annotations

import numpy as np
import pytest

from studio.core.engine import Status
from studio.families.tiling import FAMILY
from studio.families.tiling.kernel.counting import count_fixed, count_tilings
from studio.families.tiling.kernel.dives import DivingSearch
from studio.families.tiling.kernel.endgame import Endgame
from studio.families.tiling.kernel.memo import Memo, grown, outgrown
from studio.families.tiling.kernel.mrv import MrvSearch
from studio.families.tiling.kernel.pockets import good_sums
from studio.families.tiling.kernel.searching import TilingSearch
from studio.families.tiling.kernel.symmetric import SymmetricSearch, find_foldings, fold
from studio.families.tiling.kernel.table import TableSearch
from studio.families.tiling.model import placements as placements_room
from studio.families.tiling.model.convert import answer_of_pieces
from studio.families.tiling.model.placements import find_placements
from studio.families.tiling.model.problem import Problem, rectangle_board
from studio.families.tiling.model.shapes import NAMED, Tile
from studio.families.tiling.model.symmetry import board_symmetries
from studio.families.tiling.samples import PENTOMINOES
from studio.solvers.kernels.search import DONE, LOST, SOLUTION

from .instances import as_puzzle, instances, solve


def _all_tilings(search: TilingSearch, problem: Problem, end: int = DONE) -> set[tuple[int, ...]]:
    found = set()
    while (code := search.run(1000)) != end:
        if code == SOLUTION:
            found.add(answer_of_pieces(problem.board.size, search.pieces()))
    return found


def _valid(problem: Problem, answer: tuple[int, ...]) -> bool:
    return not FAMILY.wrong(as_puzzle(problem), answer)


def _random_problems(n: int, seed: int) -> list[Problem]:
    found = instances(3 * n, seed)
    return [problem for problem in found if problem.tiles and problem.area and len(find_placements(problem))][:n]


@pytest.mark.parametrize("problem", _random_problems(60, 5))
def test_endgames_of_whole_boards_find_all_tilings(problem: Problem) -> None:
    search = DivingSearch(problem, find_placements(problem))
    assert len(_all_tilings(search, problem)) == count_tilings(problem)


@pytest.mark.parametrize("problem", _random_problems(60, 6))
def test_folded_boards_have_the_tilings_that_the_symmetry_keeps(problem: Problem) -> None:
    placements = find_placements(problem)
    for image in board_symmetries(problem)[1:]:
        folded = fold(problem, placements, image)
        limited = any(limit is not None for limit in problem.limits)
        expected = count_fixed(problem, image)
        if folded is None:
            assert limited or expected == 0
            continue
        search = SymmetricSearch(problem, [folded])
        found = _all_tilings(search, problem, LOST)
        assert len(found) == expected or (limited and len(found) <= expected)
        assert all(_valid(problem, answer) for answer in found)


def test_a_folded_board_as_a_problem_of_its_own() -> None:
    problem = Problem(rectangle_board(4, 5), (Tile(NAMED["2"]),))
    image = board_symmetries(problem)[-1]
    folded = fold(problem, find_placements(problem), image)
    assert folded is not None
    small, options = folded.as_problem(problem)
    assert small.area == 10
    assert len(_all_tilings(MrvSearch(small, options), small)) == count_fixed(problem, image)


def test_dives_tile_a_board_with_five_sets_of_pentominoes() -> None:
    problem = Problem(rectangle_board(15, 20), tuple(Tile(NAMED[name], 5, name) for name in PENTOMINOES), True)
    search = DivingSearch(problem, find_placements(problem))
    while search.run(5000) != SOLUTION:
        assert search.totals()["nodes"] < 3_000_000
    assert _valid(problem, answer_of_pieces(problem.board.size, search.pieces()))


def test_dives_are_the_same_for_the_same_seed() -> None:
    problem = Problem(rectangle_board(12, 15), tuple(Tile(NAMED[name], 3, name) for name in PENTOMINOES), True)
    found = []
    for _ in range(2):
        search = DivingSearch(problem, find_placements(problem), 3)
        while search.run(5000) != SOLUTION:
            pass
        found.append(search.pieces())
    assert found[0] == found[1]


def test_an_endgame_must_use_every_piece_of_an_exact_set() -> None:
    cells = np.array([[0, 1], [1, 2], [2, 3], [0, -1], [3, -1]], dtype=np.int32)
    tile = np.array([0, 0, 0, 1, 1], dtype=np.int32)
    game = Endgame(rectangle_board(1, 4), cells, tile, np.array([1, 2], dtype=np.int32), True)
    assert game.run(100) == SOLUTION
    assert sorted(game.pieces()) == [[0], [1, 2], [3]]
    assert game.run(100) == DONE


def test_good_sums() -> None:
    good = good_sums([4, 6])
    assert [n for n in range(15) if good[n]] == [0, 4, 6, 8, 10, 12, 14]
    assert good_sums([1, 7]).all()


def test_sliding_variants_together_or_one_by_one_gives_the_same_placements(monkeypatch: pytest.MonkeyPatch) -> None:
    """On small boards all variants of a size slide at once, on large ones each alone."""
    for problem in (*_random_problems(40, 11), Problem(rectangle_board(2, 2), (Tile(NAMED["3I"]), Tile(NAMED["1"])))):
        together = find_placements(problem)
        with monkeypatch.context() as patch:
            patch.setattr(placements_room, "AT_ONCE", 0)
            alone = find_placements(problem)
        for name in ("start", "cells", "tile", "orientation"):
            mine, other = getattr(together, name), getattr(alone, name)
            assert mine.dtype == other.dtype and mine.tolist() == other.tolist()


def test_pockets_cut_nothing_that_can_be_tiled() -> None:
    for problem in _random_problems(80, 7):
        search = MrvSearch(problem, find_placements(problem), 6)
        assert len(_all_tilings(search, problem)) == count_tilings(problem)


@pytest.mark.parametrize("kind", ["table", "mrv"])
def test_a_full_memo_grows_and_keeps_its_failures(kind: str) -> None:
    problem = Problem(rectangle_board(10, 10), (Tile(NAMED["4I"]),))  # no tiling; many failures
    search = TableSearch(problem, 4) if kind == "table" else MrvSearch(problem, find_placements(problem), 4)
    while search.run(50) != DONE:
        pass
    assert search.memo.slots > 16
    assert not outgrown(search.memo)
    before, after = _keys(search.memo), _keys(grown(search.memo))
    assert after <= before
    assert len(after) > 0.9 * len(before) == 0.9 * search.memo.kept


def _keys(memo: Memo) -> set[bytes]:
    return {row.tobytes() for row in np.asarray(memo.keys).reshape(-1, memo.words)[np.asarray(memo.used) == 1]}


def test_no_symmetric_tiling_proves_nothing() -> None:
    """Five cells in a row and a tile of two and one of three: a tiling, but none that a turn keeps."""
    problem = Problem(rectangle_board(1, 5), (Tile(NAMED["2"]), Tile(NAMED["3I"])))
    for folded in find_foldings(problem, find_placements(problem)):
        search = SymmetricSearch(problem, [folded])
        assert not _all_tilings(search, problem, LOST)
        assert search.run(10) == LOST
    assert solve(as_puzzle(problem), "auto", 2).status is Status.MULTIPLE
