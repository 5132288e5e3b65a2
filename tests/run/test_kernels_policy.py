"""How workers run their kernels is a choice of whoever starts them, and nothing else changes with it."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from studio.core import files, registry
from studio.core.engine import Limits, Options, SolveResult, Status
from studio.run import pool as pools
from studio.run.job import Message, start, start_solve
from studio.run.pool import Pool
from studio.run.prepare import note_prepared
from studio.solvers.kernels.policy import VARIABLE, Kernels
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


def test_a_commands_first_worker_is_compiled_where_kernels_have_only_to_be_loaded(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And plain where they would have to be made first; the answer is the same."""
    monkeypatch.delenv(VARIABLE, raising=False)
    path = tmp_path / "one.puzzle"
    files.save(path, PUZZLE)
    told = []
    for prepared in (True, False):
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / str(prepared)))
        if prepared:
            note_prepared("fobidoshi")
        command = [sys.executable, "-m", "studio", "solve", "--engine", "backtrack", "--unique", "--json", str(path)]
        done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=Path(__file__).parents[2])
        told.append(json.loads(done.stdout))
    assert [line["stats"]["kernels"] for line in told] == ["compiled" if can_fork_at_all() else "plain", "plain"]
    assert told[0]["solutions"] == told[1]["solutions"] and told[0]["stats"]["nodes"] == told[1]["stats"]["nodes"]


def can_fork_at_all() -> bool:
    return sys.platform.startswith("linux")
