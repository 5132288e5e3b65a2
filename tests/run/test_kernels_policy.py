"""How workers run their kernels is a choice of whoever starts them, and nothing else changes with it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from studio.core import registry
from studio.core.engine import Options, SolveResult
from studio.run.job import start_solve
from studio.run.pool import Pool
from studio.solvers.kernels.policy import Kernels

PUZZLE = registry.family("fobidoshi").samples()[0]


@pytest.fixture
def pool() -> Iterator[Pool]:
    made = Pool()
    yield made
    made.close()


def solved(pool: Pool) -> SolveResult:
    result = start_solve(PUZZLE, "backtrack", Options(2), film=False, pool=pool).wait(120)
    assert isinstance(result, SolveResult)
    return result


def test_workers_run_plain_while_they_are_told_to_and_answer_the_same(pool: Pool) -> None:
    pool.use(Kernels.PLAIN)
    plain = solved(pool)
    pool.use(None)
    compiled = solved(pool)
    assert plain.stats["kernels"] == "plain" and compiled.stats["kernels"] == "compiled"
    assert plain.solutions == compiled.solutions and plain.stats["nodes"] == compiled.stats["nodes"]
