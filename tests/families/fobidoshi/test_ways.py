"""Barriers, good moves and what follows, against the thesis' own way of finding them."""

from __future__ import annotations

from random import Random

from studio.families.fobidoshi.model import CIRCLE, CROSS, field
from studio.families.fobidoshi.rules.follow import Clash, follow
from studio.families.fobidoshi.rules.ways import barrier, cut_off_by, good_moves
from tests.families.fobidoshi.boards import random_puzzle, small_puzzles


def masks(rng: Random) -> tuple:
    board = random_puzzle(rng, 8)
    shape = field(board.grid.rows, board.grid.cols)
    return shape, shape.where(board.givens, CIRCLE), shape.full & ~shape.where(board.givens, CROSS)


def test_good_moves_are_the_cells_that_a_trial_cross_finds() -> None:
    """3.3.2 puts a cross into every empty cell in turn; one depth-first search must find the same cells."""
    rng, compared = Random(3), 0
    for _ in range(2000):
        shape, circles, possible = masks(rng)
        if barrier(shape, circles, possible):
            continue
        by_trial = [cell for cell in shape.cells(possible & ~circles) if cut_off_by(shape, circles, possible, cell)]
        assert list(shape.cells(good_moves(shape, circles, possible))) == by_trial
        compared += bool(by_trial)
    assert compared > 100


def test_completing_cells_are_those_where_one_more_circle_makes_four() -> None:
    rng = Random(4)
    for _ in range(500):
        shape, circles, _ = masks(rng)
        if shape.fours(circles):
            continue
        slowly = [cell for cell in range(shape.size)
                  if not circles & shape.bits[cell] and shape.fours(circles | shape.bits[cell])]
        assert list(shape.cells(shape.completes_four(circles))) == slowly


def test_fours_see_every_stripe_and_nothing_else() -> None:
    rng, seen = Random(5), 0
    for _ in range(500):
        shape, circles, _ = masks(rng)
        slowly = any(all(circles & shape.bits[cell] for cell in stripe) for stripe in shape.stripes)
        assert bool(shape.fours(circles)) == slowly
        seen += slowly
    assert seen > 20


def test_what_follows_holds_in_every_solution() -> None:
    for board, solutions in small_puzzles(21, 300):
        shape = field(board.grid.rows, board.grid.cols)
        start = shape.where(board.givens, CIRCLE), shape.full & ~shape.where(board.givens, CROSS)
        after = follow(shape, *start)
        if after is None:
            assert not solutions
            why = Clash()
            assert follow(shape, *start, watcher=why) is None and why.rule in ("stripe", "barrier") and why.cells
            continue
        for solution in solutions:
            circles = shape.where(solution, CIRCLE)
            assert not after.circles & ~circles and not circles & ~after.possible
