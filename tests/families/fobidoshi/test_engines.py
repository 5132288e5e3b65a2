"""All engines agree on none, one and many; every answer goes through the checker (run_engine sees to that)."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from studio.core.engine import Cancel, Limits, Options, SolveResult, Status, run_engine
from studio.core.puzzle import Puzzle
from studio.core.trace import Batch, TraceWriter
from studio.families.fobidoshi import FAMILY
from studio.families.fobidoshi.engines.backtrack import PRESETS
from tests.families.fobidoshi.boards import answer, puzzle, random_puzzle

WAYS: list[tuple[str, dict[str, Any]]] = [
    ("auto", {"quick": False}),
    ("auto", {"quick": True}),
    ("smt", {}),
    ("rules", {}),
    ("rules", {"two-deep": False, "either-way": False, "order": "first"}),
    *(("backtrack", {"preset": preset}) for preset in PRESETS),
    ("backtrack", {"barrier": "off"}),
    ("backtrack", {"good_moves": "off"}),
]


def solve(board: Puzzle, engine: str, wanted: int = 2, film: bool = False, **values: Any) -> SolveResult:
    batches: list[Batch] = []
    trace = TraceWriter(batches.append) if film else TraceWriter()
    limits = Limits(60.0)
    result = run_engine(FAMILY.engine(engine), board, Options(wanted, values), limits, trace, Cancel(limits), FAMILY.wrong)
    assert result.status.answered, f"{engine} {values}: {result.status} {result.message}"
    return result


@pytest.fixture(scope="module", autouse=True)
def loaded() -> None:
    FAMILY.engine("auto").warm_up()


def test_all_engines_agree_on_random_boards() -> None:
    rng, seen = Random(2024), Counter[Status]()
    for number in range(300):
        board = random_puzzle(rng, 6, 2)
        first = solve(board, "auto", quick=False)
        seen[first.status] += 1
        engine, values = WAYS[1 + number % (len(WAYS) - 1)]
        for name, switches in {("smt", ()), ("backtrack", ()), ("rules", ()), (engine, tuple(values.items()))}:
            other = solve(board, name, **dict(switches))
            assert other.status is first.status, f"{name} {switches} says {other.status} on {board.grid} {board.givens}"
            if first.status is Status.UNIQUE:
                assert other.solutions == first.solutions
    assert min(seen[status] for status in (Status.NONE, Status.UNIQUE, Status.MULTIPLE)) >= 10, seen


def test_unfilled_kernel_board() -> None:
    """No givens at all: the empty board is one of many solutions, and nobody stumbles over the missing root."""
    for engine in ("auto", "smt", "backtrack", "rules"):
        assert solve(puzzle("-- --"), engine, 0).status is Status.MULTIPLE
        assert len(solve(puzzle("--"), engine, 0).solutions) == 4


def test_clashing_givens_have_no_solution() -> None:
    for drawing in ("oooo ----", "oxo xxx", "ox- xx- --o"):
        for engine in ("auto", "smt", "backtrack", "rules"):
            assert solve(puzzle(drawing), engine).status is Status.NONE


def test_solving_for_one_does_not_claim_uniqueness() -> None:
    board = FAMILY.samples()[0]
    for engine in FAMILY.engines():
        assert solve(board, engine.id, 1).status is Status.SOLVED
        assert solve(board, engine.id, 2).status is Status.UNIQUE


@pytest.mark.parametrize("engine", ["auto", "backtrack", "rules", "smt"])
def test_films_end_in_the_same_answer(engine: str) -> None:
    board = FAMILY.samples()[0]
    assert solve(board, engine, 2, film=True).solutions == solve(board, engine, 2).solutions


def test_a_film_deduces_only_true_cells_before_the_first_guess() -> None:
    board = FAMILY.samples()[0]
    truth = solve(board, "auto").solutions[0]
    for engine in ("auto", "backtrack", "rules"):
        batches: list[Batch] = []
        trace, limits = TraceWriter(batches.append), Limits(60.0)
        run_engine(FAMILY.engine(engine), board, Options(1), limits, trace, Cancel(limits), FAMILY.wrong)
        rows = [row for batch in batches for row in batch.rows.tolist()]
        told = [(cell, value) for kind, depth, cell, value, *_ in rows if kind == 0 and depth == 0 and value > 0]
        assert told and all(truth[cell] == value for cell, value in told), engine


def test_the_answer_of_the_sample() -> None:
    expected = answer("ooo-oo o-ooo- oo-o-- --ooo- ooo-oo o-oo-o")
    assert solve(FAMILY.samples()[0], "auto").solutions == [expected]


def test_cancelling_stops_every_python_search() -> None:
    cancel = Cancel(None, lambda: True)
    board = puzzle(" ".join(["-" * 12] * 12))
    for engine in ("backtrack", "rules", "auto"):
        result = run_engine(FAMILY.engine(engine), board, Options(0), Limits(), TraceWriter(), cancel, FAMILY.wrong)
        assert result.status is Status.CANCELLED, engine


def test_all_samples_are_unique() -> None:
    for board in FAMILY.samples():
        assert solve(board, "auto").status is Status.UNIQUE, board.title
