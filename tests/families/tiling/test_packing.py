"""Tiles that must be used, packings and random tilings, against brute force."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest

from studio.families.tiling import FAMILY
from studio.families.tiling.kernel.counting import count_tilings
from studio.families.tiling.model.convert import puzzle_of
from studio.families.tiling.model.placements import find_placements
from studio.families.tiling.model.problem import Problem, rectangle_board
from studio.families.tiling.model.shapes import NAMED, Tile
from studio.families.tiling.packing import CELLS, PIECES, best_packing, random_tiling, rectangles
from tests.families.tiling.instances import instances, solve

BOARDS = 100
QUICK = 30


def with_least(problem: Problem, rng: random.Random) -> Problem:
    tiles = tuple(replace(tile, least=rng.choice((0, 0, 1, 1, 2) if tile.count is None or tile.count > 1 else (0, 1)))
                  for tile in problem.tiles)
    return Problem(problem.board, tiles, problem.reflections)


def brute_force(problem: Problem, most: str) -> int | None:
    """The best value by trying everything: at each cell every piece that begins there, or none."""
    places = find_placements(problem)
    by_first: dict[int, list[tuple[int, int]]] = {}
    for p in range(len(places)):
        cells = places.of(p)
        by_first.setdefault(min(cells), []).append((sum(1 << i for i in cells), int(places.tile[p])))
    size, tiles = problem.board.size, problem.tiles
    # states: covered cells and pieces used of each tile -> best value; cells before `cell` are settled
    states: dict[tuple[int, tuple[int, ...]], int] = {(0, (0,) * len(tiles)): 0}
    for cell in range(size):
        now: dict[tuple[int, tuple[int, ...]], int] = {}
        for (covered, used), value in states.items():
            options = [(covered, used, value)]
            if not covered >> cell & 1:
                for mask, t in by_first.get(cell, ()):
                    count = tiles[t].count
                    if not mask & covered and (count is None or used[t] < count):
                        more = tuple(n + (k == t) for k, n in enumerate(used))
                        options.append((covered | mask, more, value + (tiles[t].size if most == CELLS else 1)))
            for covered_now, used_now, value_now in options:
                key = (covered_now >> (cell + 1) << (cell + 1), used_now)
                now[key] = max(now.get(key, -1), value_now)
        states = now
    good = [value for (_, used), value in states.items() if all(n >= tile.least for n, tile in zip(used, tiles, strict=True))]
    return max(good, default=None)


def demanding(number: int) -> list[Problem]:
    rng = random.Random(7)
    return [with_least(problem, rng) for problem in instances(number, 99) if problem.area <= 16]


@pytest.mark.parametrize("boards", [QUICK, pytest.param(BOARDS, marks=pytest.mark.slow)])
@pytest.mark.parametrize("most", [CELLS, PIECES])
def test_packings_are_the_best_there_are(most: str, boards: int) -> None:
    some = 0
    for problem in demanding(3 * boards)[:boards]:
        found, best = best_packing(problem, most), brute_force(problem, most)
        assert (found.value if found is not None else None) == best
        some += best is not None
        if found is not None:
            cells = [cell for piece in found.pieces for cell in piece]
            assert len(set(cells)) == len(cells) and found.left_open == problem.area - len(cells)
    assert some > boards // 4


@pytest.mark.parametrize("number", [6, pytest.param(120, marks=pytest.mark.slow)])
def test_every_engine_uses_what_must_be_used(number: int) -> None:
    counts: Counter[int] = Counter()
    for problem in demanding(number):
        puzzle = puzzle_of(problem.board, problem.tiles, problem.reflections)
        bare = puzzle_of(problem.board, tuple(replace(tile, least=0) for tile in problem.tiles), problem.reflections)
        every = {answer for answer in solve(bare, "simple", 400).solutions if not FAMILY.wrong(puzzle, answer)}
        counts[min(len(every), 2)] += 1
        for engine in ("auto", "mrv", "table", "simple", "dlx"):
            result = solve(puzzle, engine, 0)
            assert result.status.answered and set(result.solutions) == every, (engine, result.message)
        for engine in ("sat", "ilp", "csp", "rules"):
            assert bool(solve(puzzle, engine, 1).solutions) == bool(every), engine
        assert count_tilings(problem) == len(every)
    assert counts.total() and (number < 100 or (counts[0] > 10 and counts[1] > 5 and counts[2] > 5))


def test_random_tilings_are_uniform() -> None:
    problem = Problem(rectangle_board(2, 4), (Tile(NAMED["2"]),))
    rng = random.Random(3)
    seen = Counter(tuple(sorted(map(tuple, random_tiling(problem, rng) or ()))) for _ in range(200))
    assert len(seen) == 5 and all(20 < times < 60 for times in seen.values())
    assert random_tiling(Problem(rectangle_board(3, 3), (Tile(NAMED["2"]),)), rng) is None


def test_rectangles_of_the_l_tetromino() -> None:
    table = {(found.rows, found.cols): found for found in rectangles((Tile(NAMED["4L"], None, "4L"),), False, 6, 20.0)}
    assert table[2, 4].tiled and table[4, 6].tiled and not table[4, 5].tiled and not table[2, 6].tiled
    assert "columns" in table[4, 5].reason or "mod 2" in table[4, 5].reason
