"""How workers run their kernels is a choice of whoever starts them, and nothing else changes with it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from studio.core import registry
from studio.core.engine import Limits, Options, SolveResult, Status
from studio.run import pool as pools
from studio.run.job import Message, start, start_solve
from studio.run.pool import Pool
from studio.solvers.kernels.policy import Kernels
from tests.run.tasks import Call

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
    pool.use(Kernels.COMPILED)
    compiled = solved(pool)
    assert plain.stats["kernels"] == "plain" and compiled.stats["kernels"] == "compiled"
    assert plain.solutions == compiled.solutions and plain.stats["nodes"] == compiled.stats["nodes"]


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A pool that asks for a compiled worker as soon as plain kernels are at work."""
    monkeypatch.setattr(pools, "PATIENCE", 0.0)
    monkeypatch.setattr(pools, "PATIENCE_TO_COMPILE", 0.0)


def test_a_run_begins_plain_and_a_quick_one_ends_so(pool: Pool) -> None:
    pool.use(None)
    assert solved(pool).stats["kernels"] == "plain"


def test_a_compiled_worker_takes_over_and_tells_nothing_twice(pool: Pool, at_once: None) -> None:
    pool.use(None)
    messages: list[Message] = []
    job = start(Call("until_compiled"), pool=pool)
    assert job.wait(120, messages.append) == "compiled"
    assert [message.value for message in messages if message.kind == "partial"] == ["first", "second"]
    assert job.found == [(1,), (2,)]
    assert start(Call("until_compiled"), pool=pool).wait(120) == "compiled", "and serves the next one from its start"


def test_out_of_time_in_plain_python_says_nothing_of_the_puzzle(pool: Pool, at_once: None) -> None:
    pool.use(None)
    assert start(Call("until_compiled"), Limits(seconds=0.2), pool=pool).wait(120) == "compiled"
    pool.use(Kernels.PLAIN)
    assert start(Call("until_compiled"), Limits(seconds=0.2), pool=pool).wait(120).status is Status.MULTIPLE


def test_a_run_without_kernels_is_never_started_twice(pool: Pool, at_once: None) -> None:
    pool.use(None)
    assert start(Call("pigeons"), Limits(seconds=0.4), pool=pool).wait(60).status is Status.TIMEOUT
    assert not any(worker.kernels is Kernels.COMPILED for worker in pool._idle)


def test_a_film_is_told_once_by_compiled_kernels(pool: Pool, at_once: None) -> None:
    pool.use(None)
    result = start_solve(PUZZLE, "backtrack", Options(2), film=True, pool=pool).wait(120)
    assert result.stats["kernels"] == "compiled"
