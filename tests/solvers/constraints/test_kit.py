"""The constraint kit against brute force, and the names of what it says."""

from __future__ import annotations

import random
from itertools import combinations, product

import pytest
from pysat.solvers import Solver

from studio.core.clauses import why
from studio.core.family import make_grid
from studio.solvers.constraints import BitGraph, Constraints, Name, UnitFinder
from studio.solvers.constraints import region as region_module
from studio.solvers.constraints.cardinality import Variables, counted, unary_count
from studio.solvers.constraints.region import longest_way
from studio.solvers.sat import LazySat
from tests.solvers.constraints.nurikabe import LAND, SEA, brute_force, rules_of

PLAIN = Name("plain", "some rule")


@pytest.mark.parametrize(("n", "low", "high"), [(3, 0, 1), (7, 0, 1), (6, 2, 2), (9, 3, 5), (12, 4, 4), (12, 0, 9), (5, 5, 5),
                                                (5, 0, 0), (13, 1, 13), (4, 1, 3), (14, 7, 14)])  # fmt: skip
def test_counting_allows_just_what_it_says(n: int, low: int, high: int) -> None:
    variables = Variables(n)
    clauses = counted(list(range(1, n + 1)), low, high, variables)
    with Solver("cadical153", bootstrap_with=clauses) as solver:
        for chosen in product((False, True), repeat=n):
            literals = [at + 1 if yes else -at - 1 for at, yes in enumerate(chosen)]
            assert solver.solve(assumptions=literals) == (low <= sum(chosen) <= high)


@pytest.mark.parametrize("n", [0, 1, 2, 5, 8])
def test_a_unary_count_claims_no_more_than_there_is(n: int) -> None:
    totals, clauses = unary_count(list(range(1, n + 1)), Variables(n))
    with Solver("cadical153", bootstrap_with=clauses) as solver:
        for chosen in product((False, True), repeat=n):
            literals = [at + 1 if yes else -at - 1 for at, yes in enumerate(chosen)]
            for number, total in enumerate(totals, 1):
                assert solver.solve(assumptions=[*literals, total]) == (sum(chosen) >= number)


def test_counting_the_impossible_has_no_model() -> None:
    rules = Constraints(make_grid(1, 3))
    rules.exactly(4, rules.cells("x").values(), PLAIN)
    with LazySat(rules) as sat:
        assert sat.model() is None


def all_answers(rules: Constraints) -> set[tuple[int, ...]]:
    with LazySat(rules) as sat:
        return set(sat.answers())


def test_connected_on_a_board_and_on_any_graph() -> None:
    grid = make_grid(3, 3)
    expected = {answer for answer in product((SEA, LAND), repeat=9)
                if len(grid.components(cell for cell in range(9) if answer[cell] == SEA)) <= 1}
    for graph in (None, BitGraph(grid.adjacency)):
        rules = Constraints(grid)
        sea = rules.cells("sea")
        rules.answer(sea, SEA, LAND)
        rules.connected(sea, PLAIN, graph=graph)
        assert all_answers(rules) == expected


def test_connected_with_a_fixed_cell() -> None:
    grid = make_grid(2, 3)
    rules = Constraints(grid)
    sea = rules.cells("sea")
    rules.answer(sea, SEA, LAND)
    rules.add([sea[0]], PLAIN)
    rules.connected(sea, PLAIN, fixed=[0])
    expected = {answer for answer in product((SEA, LAND), repeat=6) if answer[0] == SEA
                and len(grid.components(cell for cell in range(6) if answer[cell] == SEA)) == 1}
    assert all_answers(rules) == expected


def test_rooted_groups_each_have_a_root() -> None:
    grid = make_grid(3, 3)
    rules = Constraints(grid)
    sea = rules.cells("sea")
    rules.answer(sea, SEA, LAND)
    rules.rooted(sea, [0, 8], PLAIN)
    expected = {answer for answer in product((SEA, LAND), repeat=9)
                if all({0, 8} & set(part) for part in grid.components(c for c in range(9) if answer[c] == SEA))}
    assert all_answers(rules) == expected


def random_clues(rng: random.Random, size: int) -> dict[int, int | None]:
    return {cell: rng.choice((None, 1, 2, 3, 4)) for cell in rng.sample(range(size), rng.randint(1, 3))}


@pytest.mark.parametrize("patience", [12, 1])
def test_nurikabe_as_by_brute_force(monkeypatch: pytest.MonkeyPatch, patience: int) -> None:
    """Also where levels are written out at once."""
    monkeypatch.setattr(region_module, "PATIENCE", patience)
    rng, seen = random.Random(5), 0
    for rows, cols in [(3, 3), (3, 4), (2, 5), (4, 3)] * 6:
        grid = make_grid(rows, cols)
        clues = random_clues(rng, grid.size)
        expected = brute_force(grid, clues)
        seen += bool(expected)
        assert all_answers(rules_of(grid, clues)) == expected
    assert seen > 5


def test_assumed_clues_hold_and_left_out_ones_take_no_solution_away() -> None:
    rng = random.Random(11)
    for _ in range(12):
        grid = make_grid(3, 4)
        clues = random_clues(rng, grid.size)
        with LazySat(rules_of(grid, clues, assume_clues=True)) as sat:
            guards = sat.kernel.assumptions
            for count in range(len(clues) + 1):
                for kept in combinations(clues, count):
                    held = {cell: clues[cell] for cell in kept}
                    answer = sat.solve([guards[cell] for cell in kept])
                    possible = brute_force(grid, held)
                    assert answer is not None or not possible
                    if answer is not None and count == len(clues):
                        assert answer in possible


def test_every_clause_and_cut_says_its_rule() -> None:
    rules = rules_of(make_grid(4, 4), {0: None, 10: 3})
    for clause in rules.clauses:
        reason = why(rules, list(reversed(clause)))
        assert reason is not None and reason.text and reason.rule
    sea = [f"{why(rules, clause)}" for clause in rules.clauses if len(clause) == 4 and max(clause) < 0]
    assert any("no-pool" in text for text in sea)
    model = [-v for v in range(1, rules.top + 1)]
    for cell in (0, 15):
        model[cell] *= -1
    cuts = rules.cuts(model)
    assert cuts
    for cut in cuts:
        reason = why(rules, cut)
        assert reason is not None and reason.rule == "sea-connected"
        assert {0, 15} & set(reason.cells)
        assert set(rules.cut_cells(cut)) == set(reason.cells) - {0, 15}
    assert why(rules, [1, 2, 3]) is None


def test_a_region_that_falls_apart_is_told_once_a_group(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also when its levels are written out: films show one region for each, not one for every clause."""
    monkeypatch.setattr(region_module, "PATIENCE", 2)
    rules = rules_of(make_grid(4, 4), {0: None})
    model = [-v for v in range(1, rules.top + 1)]
    owned = [lit for lit in range(1, rules.top + 1) if rules.meaning(lit).startswith("the island of r1c1 has")]
    for lit in (owned[0], *(lit for lit in owned if rules.cells_of([lit])[0] in (14, 15))):
        model[lit - 1] = lit
    for step in (1, 2):
        cuts = [clause for clause in rules.cuts(model) if why(rules, clause).rule == "island-connected"]  # type: ignore[union-attr]
        shown = {frozenset(rules.cut_cells(clause)) for clause in cuts}
        assert frozenset({10, 11, 13}) in shown and len(shown) == step
        assert len(cuts) > (1 if step == 1 else 20)


def test_counts_name_the_cells_they_count_also_where_the_clause_has_none() -> None:
    rules = Constraints(make_grid(1, 12))
    rules.exactly(5, rules.cells("x").values(), Name("count", "five of these"))
    assert all(set(why(rules, clause).cells) == set(range(12)) for clause in rules.clauses)  # type: ignore[union-attr]


def test_variables_say_what_they_mean() -> None:
    rules = Constraints(make_grid(1, 2))
    x = rules.cells("this cell is sea")[1]
    assert rules.meaning(x) == "this cell is sea" and rules.meaning(-x) == "not: this cell is sea"
    assert rules.meaning(rules.variable()) == ""


def test_a_clause_under_a_literal_holds_only_with_it() -> None:
    rules = Constraints(make_grid(1, 2))
    x, guard = rules.cells("x"), rules.variable()
    with rules.under(guard):
        rules.exactly(2, x.values(), PLAIN)
    with LazySat(rules) as sat:
        assert sat.model([-x[0]]) is not None
        assert sat.model([guard, -x[0]]) is None


def test_the_clause_that_became_unit_is_found() -> None:
    finder = UnitFinder([[1, 2, 3], [-1, 2], [4, -2]])
    false = {-2, 1}
    assert finder.forcing(4, false.__contains__) == [4, -2]
    assert finder.forcing(3, false.__contains__) is None
    finder.add([1, 3])
    assert finder.forcing(3, false.__contains__) == [1, 3]
    assert finder.broken(1, {1, 3}.__contains__) == [1, 3]


def test_the_longest_way_bounds_every_shortest_way() -> None:
    rng = random.Random(3)
    for _ in range(200):
        grid = make_grid(rng.randint(1, 5), rng.randint(2, 5))
        cells = set(rng.sample(range(grid.size), rng.randint(1, grid.size)))
        steps = region_module.distances(grid.adjacency, min(cells), dict.fromkeys(cells, 0))
        assert max(steps.values()) <= longest_way(grid, cells)
