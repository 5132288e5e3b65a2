"""The thesis' generators against brute force, and its own printed example."""

from __future__ import annotations

from functools import cache
from random import Random

from studio.core.engine import Cancel
from studio.families.fobidoshi.generate import thesis
from studio.families.fobidoshi.kernel import run
from studio.families.fobidoshi.kernel.run import THESIS
from studio.families.fobidoshi.model import CIRCLE, CROSS, EMPTY, field
from tests.families.fobidoshi.boards import puzzle

SMALL = field(4, 4)


@cache
def solutions_of_4x4() -> tuple[int, ...]:
    sets = (SMALL.mask(cell for cell in range(16) if number >> cell & 1) for number in range(1, 1 << 16))
    return tuple(circles for circles in sets if not SMALL.fours(circles) and SMALL.connected(circles))


def starts(seed: int, circles: int, count: int) -> list[int]:
    rng, found = Random(seed), []
    while len(found) < count:
        start = SMALL.mask(rng.sample(range(16), circles))
        if not SMALL.fours(start):
            found.append(start)
    return found


def test_a_random_start_is_valid_exactly_when_it_has_a_solution() -> None:
    """Section 4.1: whatever has one solution or more can be made unique by crosses."""
    outcomes = set()
    for seed in range(60):
        maker = thesis.RandomStart(SMALL, Random(seed), thesis.Parameters(fill=45, span=10), Cancel())
        made = maker.attempt()
        ways = [way for way in solutions_of_4x4() if way & maker.circles == maker.circles]
        assert (made.outcome == thesis.VALID) == bool(ways)
        if ways:
            assert made.solution is not None
            assert SMALL.where(made.solution, CIRCLE).bit_count() == min(way.bit_count() for way in ways)
            assert sum(not way & maker.crosses for way in ways) == 1
            for cross in SMALL.cells(maker.crosses):
                assert sum(not way & (maker.crosses & ~SMALL.bits[cross]) for way in ways) > 1
        outcomes.add(made.outcome)
    assert outcomes == {thesis.VALID, thesis.UNSOLVABLE}


def test_all_solutions_of_a_start_are_counted() -> None:
    for start in starts(1, 6, 25):
        givens = tuple(CIRCLE if start & bit else EMPTY for bit in SMALL.bits)
        found = run.backtrack(SMALL, givens, THESIS, 0, Cancel()).found
        assert found == sum(way & start == start for way in solutions_of_4x4())


def test_figure_9_is_what_the_first_generator_would_make() -> None:
    """Of the 31 solutions of its circles the printed one is the smallest, and none of its three crosses can go."""
    start = puzzle("-o---x o--o-o oo--xo o--x-- ---o-o o--o--")
    printed = puzzle("-ooo-x oo-ooo ooo-xo o-ox-- -ooo-o oo-ooo")
    shape = field(6, 6)
    circles = tuple(CIRCLE if value == CIRCLE else EMPTY for value in start.givens)
    ways = run.backtrack(shape, circles, THESIS, 0, Cancel())
    assert ways.found == 31 and ways.fewest is not None
    assert shape.where(ways.fewest, CIRCLE) == shape.where(printed.givens, CIRCLE)
    assert run.backtrack(shape, start.givens, THESIS, 0, Cancel()).found == 1
    for cell in start.clues():
        if start.givens[cell] == CROSS:
            fewer = tuple(EMPTY if other == cell else value for other, value in enumerate(start.givens))
            assert run.backtrack(shape, fewer, THESIS, 2, Cancel()).found == 2


def test_a_random_solution_is_reduced_below_its_percentage() -> None:
    """Section 4.2.3; its crosses are cells in which a circle would be legal, so none of them could be left out."""
    made = [maker for seed in range(2000) if (maker := grown(seed)) is not None]
    assert made
    for maker in made:
        assert maker.share() < 41
        assert maker.unique()


def grown(seed: int) -> thesis.RandomSolution | None:
    maker = thesis.RandomSolution(field(6, 6), Random(seed), thesis.Parameters(), Cancel())
    return maker if maker.attempt().outcome == thesis.VALID else None
