"""The shared loops on clause kernels, against brute force: answers, forced cells, clashes, cuts, pieces."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import combinations, product

import pytest

from studio.core import registry
from studio.core.clauses import Clause, Clue
from studio.core.engine import Cancel, Cancelled, Limits, Status
from studio.core.family import make_grid
from studio.core.puzzle import Answer, Puzzle
from studio.solvers.clash import Clash, EngineClash, Judge, clash, quick_clash
from studio.solvers.sat import QUICK_SOLVER, LazySat, Undecided, WrongAnswer, dimacs, forced_cells

LATIN = registry.family("_template")


def latin(givens: Sequence[int]) -> Puzzle:
    size = round(len(givens) ** 0.5)
    return Puzzle("_template", make_grid(size, size), tuple(givens))


def squares(size: int) -> list[Answer]:
    with LazySat(LATIN.kernel(latin([0] * size * size), False)) as sat:
        return list(sat.answers())


SQUARES = squares(4)


def fitting(givens: Sequence[int]) -> list[Answer]:
    return [square for square in SQUARES if all(given in (0, value) for given, value in zip(givens, square))]


def random_givens(rng: random.Random, clues: int) -> list[int]:
    square = rng.choice(SQUARES)
    chosen = rng.sample(range(16), clues)
    return [square[cell] if cell in chosen else 0 for cell in range(16)]


def test_answers_are_all_and_each_once() -> None:
    assert len(SQUARES) == len(set(SQUARES)) == 576  # the known number of Latin squares of order 4


@pytest.mark.parametrize("seed", range(30))
def test_forced_cells_are_the_intersection_of_all_solutions(seed: int) -> None:
    rng = random.Random(seed)
    givens = random_givens(rng, rng.randrange(0, 7))
    solutions = fitting(givens)
    expected = [(c, solutions[0][c]) for c in range(16) if len({square[c] for square in solutions}) == 1]
    with LazySat(LATIN.kernel(latin(givens), False)) as sat:
        answer = sat.solve()
        assert answer is not None
        assert forced_cells(sat, answer) == expected
        assert forced_cells(sat, answer, others=solutions[:3]) == expected
        assert (sat.second(answer) is None) == (len(solutions) == 1)
        assert sat.solve() is not None, "questions about second solutions must leave the solver open"


@pytest.mark.parametrize("seed", range(30))
def test_a_clash_is_minimal_and_the_proved_one_smallest(seed: int) -> None:
    rng = random.Random(seed)
    while True:
        givens = random_givens(rng, 5)
        for cell in rng.sample(range(16), 2):
            givens[cell] = rng.randrange(1, 5)
        if not fitting(givens):
            break
    with LazySat(LATIN.kernel(latin(givens), True)) as sat:
        clues = {lit: clue for clue, lit in sat.kernel.assumptions.items()}
        search = Clash(sat, list(clues))
        assert search.best is not None
        assert_minimal(givens, [clues[lit] for lit in search.best])
        for found in search.improve():
            assert_minimal(givens, [clues[lit] for lit in found])
        assert search.smallest
        assert len(search.best) == smallest_by_brute_force(givens)


@pytest.mark.parametrize("seed", range(15))
def test_a_clash_found_by_asking_an_engine_is_as_good(seed: int) -> None:
    rng = random.Random(seed)
    givens = random_givens(rng, 6)
    for cell in rng.sample(range(16), 3):
        givens[cell] = rng.randrange(1, 5)
    clues = [cell for cell, value in enumerate(givens) if value]
    judge = Judge(clues, lambda chosen: next(iter(fitting(only(givens, chosen))), None),
                  lambda cell, square: square[int(str(cell))] == givens[int(str(cell))])
    search = EngineClash(judge, near=lambda one, other: abs(one - other))
    if fitting(givens):
        assert search.best is None
        return
    assert search.best is not None
    assert_minimal(givens, search.best)
    assert set(search.best) <= set(judge.failing) and not fitting(only(givens, judge.failing))
    for found in search.improve():
        assert_minimal(givens, found)
    assert search.smallest
    assert len(search.best) == smallest_by_brute_force(givens)


def test_what_fails_by_itself_has_an_empty_clash() -> None:
    assert quick_clash([1, 2, 3], lambda chosen: True) == []
    assert quick_clash([1, 2, 3], lambda chosen: False) is None
    assert quick_clash([1, 2, 3, 4, 5], lambda chosen: {2, 5} <= set(chosen)) == [2, 5]


def only(givens: Sequence[int], cells: Sequence[Clue]) -> list[int]:
    return [value if cell in cells else 0 for cell, value in enumerate(givens)]


def assert_minimal(givens: Sequence[int], cells: list[Clue]) -> None:
    assert not fitting(only(givens, cells))
    for cell in cells:
        assert fitting(only(givens, [other for other in cells if other != cell]))


def smallest_by_brute_force(givens: Sequence[int]) -> int:
    clues = [cell for cell, value in enumerate(givens) if value]
    return next(n for n in range(1, 17) if any(not fitting(only(givens, part)) for part in combinations(clues, n)))


def test_no_clash_among_clues_that_hold_together() -> None:
    puzzle = LATIN.samples()[0]
    with LazySat(LATIN.kernel(puzzle, True)) as sat:
        assert clash(sat, list(sat.kernel.assumptions.values())) is None


class OddParity:
    """A toy with a lazily enforced rule and variables made on the way: bits with an odd sum, each cell 1 or 2."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.top = size
        self.clauses: list[Clause] = []
        self.literals = [(c, v, lit) for c in range(size) for v, lit in ((1, c + 1), (2, -c - 1))]
        self.assumptions: dict[Clue, int] = {c: c + 1 for c in range(size)}

    def cuts(self, model: Sequence[int]) -> list[Clause]:
        bits = [c + 1 if c < len(model) and model[c] > 0 else -c - 1 for c in range(self.size)]
        if sum(bit > 0 for bit in bits) % 2:
            return []
        self.top += 1  # a named "these bits": the cut says that they imply it, and that it is false
        return [[self.top, *(-bit for bit in bits)], [-self.top]]

    def cut_cells(self, clause: Clause) -> tuple[int, ...]:
        return ()

    def decode(self, model: Sequence[int]) -> Answer:
        return tuple(1 if c < len(model) and model[c] > 0 else 2 for c in range(self.size))


def test_lazy_rules_hold_and_their_new_variables_do_not_collide_with_guards() -> None:
    expected = {tuple(2 - bit for bit in bits) for bits in product((0, 1), repeat=5) if sum(bits) % 2}
    with LazySat(OddParity(5)) as sat:
        answer = sat.solve()
        assert answer is not None
        assert forced_cells(sat, answer) == []
        assert sat.second(answer) not in (None, answer)
        assert forced_cells(sat, (1, 1, 1, 1, 1), [1, 2, 3, 4]) == [(cell, 1) for cell in range(5)]
        assert set(sat.answers()) == expected
        assert sat.cuts > 0


class Dominoes:
    """Two dominoes on a 2x2 board, told by pieces: the answer numbers them in an order of its own."""

    def __init__(self) -> None:
        self.top = 4
        self.moves = {1: [(0, 1), (1, 1)], 2: [(2, 1), (3, 1)], 3: [(0, 1), (2, 1)], 4: [(1, 1), (3, 1)]}
        self.clauses: list[Clause] = [[1, 3], [2, 3], [1, 4], [2, 4], [-1, -3], [-2, -3], [-1, -4], [-2, -4]]
        self.literals: list[tuple[int, int, int]] = []
        self.assumptions: dict[Clue, int] = {}

    def cuts(self, model: Sequence[int]) -> list[Clause]:
        return []

    def cut_cells(self, clause: Clause) -> tuple[int, ...]:
        return ()

    def decode(self, model: Sequence[int]) -> Answer:
        return (2, 2, 1, 1) if model[0] > 0 else (7, 5, 7, 5)


def test_pieces_are_known_by_their_cells_whatever_their_number() -> None:
    with LazySat(Dominoes()) as sat:
        assert sat.told((1, 1, 2, 2)) == [1, 2]
        assert sat.told((0, 3, 0, 3)) == [4]
        answer = sat.solve()
        assert answer is not None
        assert forced_cells(sat, answer) == []
        assert forced_cells(sat, (1, 1, 2, 2), [1]) == [(0, 1), (1, 1), (2, 2), (3, 2)]
        assert len(list(sat.answers())) == 2


def test_a_wrong_answer_is_a_fault_and_no_solution() -> None:
    with LazySat(OddParity(3), wrong=lambda answer: ["odd"]) as sat, pytest.raises(WrongAnswer):
        sat.solve()


def test_the_clock_stops_the_conversation() -> None:
    with LazySat(OddParity(3), Cancel(Limits(0.0))) as sat, pytest.raises(Cancelled):
        sat.solve()


def test_dimacs_text() -> None:
    assert dimacs([[1, -2], [2]], 2, ["toy"]) == "c toy\np cnf 2 2\n1 -2 0\n2 0\n"


class Pigeons(Dominoes):
    """13 pigeons in 12 holes: far beyond any SAT solver's patience."""

    def __init__(self, holes: int = 12) -> None:
        super().__init__()
        at = [[pigeon * holes + hole + 1 for hole in range(holes)] for pigeon in range(holes + 1)]
        self.clauses = [*at, *([-one[hole], -two[hole]] for one, two in combinations(at, 2) for hole in range(holes))]
        self.top = holes * (holes + 1)
        self.moves = {}


def test_a_long_call_of_the_native_solver_is_stopped() -> None:
    with LazySat(Pigeons(), Cancel(Limits(0.2))) as sat, pytest.raises(Cancelled) as stop:
        sat.model()
    assert stop.value.status is Status.TIMEOUT
    with LazySat(Pigeons(5)) as small:
        assert small.model() is None


def test_a_question_may_have_a_limit_and_be_asked_again_without_one() -> None:
    with LazySat(Pigeons(7), solver=QUICK_SOLVER) as sat:
        with pytest.raises(Undecided):
            sat.solve(conflicts=20)
        assert sat.model() is None, "the limit was for that question only"
