"""The clause kernel: cuts that every solution keeps, clues as assumptions, and an export that an outside solver can answer."""

from __future__ import annotations

from random import Random

from pysat.formula import CNF
from pysat.solvers import Solver

from studio.core.engine import Options
from studio.families.fobidoshi import FAMILY
from studio.families.fobidoshi.model import CIRCLE, CROSS
from studio.solvers.sat import LazySat
from tests.families.fobidoshi.boards import puzzle, small_puzzles


def test_clauses_and_cuts_hold_in_every_solution() -> None:
    cuts = 0
    for board, solutions in small_puzzles(51, 200):
        for assume in (False, True):
            kernel = FAMILY.kernel(board, assume)
            learned: list[list[int]] = []
            with LazySat(kernel, on_cut=learned.append) as sat:
                found = []
                while (answer := sat.solve(list(kernel.assumptions.values()))) is not None:
                    found.append(answer)
                    sat.block(answer)
            assert sorted(found) == sorted(solutions)
            cuts += len(learned)
            for solution in solutions:
                true = {cell + 1 if value == CIRCLE else -cell - 1 for cell, value in enumerate(solution)}
                assert all(true & set(clause) for clause in [*kernel.clauses, *learned])
    assert cuts > 50


def test_assumed_clues_can_be_dropped_one_by_one() -> None:
    board = puzzle("o-x --- x-o")
    kernel = FAMILY.kernel(board, True)
    assert kernel.assumptions == {0: 1, 2: -3, 6: -7, 8: 9}
    with LazySat(kernel) as sat:
        with_all = sat.solve(list(kernel.assumptions.values()))
        assert with_all is not None and FAMILY.wrong(board, with_all) == []
        without = sat.solve([kernel.assumptions[0], -kernel.assumptions[8]])
        assert without is not None and without[8] == CROSS


def test_a_cut_names_the_border() -> None:
    board = puzzle("o---o ----- -----")
    kernel = FAMILY.kernel(board, False)
    model = [cell + 1 if board.givens[cell] else -cell - 1 for cell in range(15)]
    cuts = kernel.cuts(model)
    assert cuts and all(set(kernel.cut_cells(clause)) <= {1, 5, 3, 9} for clause in cuts)


def test_the_exported_cnf_of_a_unique_puzzle_has_one_model() -> None:
    board = FAMILY.samples()[0]
    text = FAMILY.engine("auto").export(board, Options())["cnf"]
    with Solver(name="glucose42", bootstrap_with=CNF(from_string=text).clauses) as solver:
        assert solver.solve()
        model = solver.get_model()[: board.grid.size]
        answer = tuple(CIRCLE if literal > 0 else CROSS for literal in model)
        assert FAMILY.wrong(board, answer) == []
        solver.add_clause([-literal for literal in model])
        assert not solver.solve()


def test_a_random_clue_core_clashes() -> None:
    rng = Random(6)
    board = puzzle("o-x-- xx--- ----o ----- -----")
    kernel = FAMILY.kernel(board, True)
    with LazySat(kernel) as sat:
        literals = list(kernel.assumptions.values())
        rng.shuffle(literals)
        # r1c1 and r1c2 stay joined only to each other: crosses at r1c3, r2c1 and r2c2 wall them off from r3c5.
        assert sat.solve(literals) is None
        core = set(sat.core())
        assert core <= set(literals) and kernel.assumptions[0] in core
