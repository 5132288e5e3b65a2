from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator

import pytest

from studio.core import registry
from studio.core.engine import Limits, Options, Status
from studio.core.film import TraceLog
from studio.run.job import Job, Message, start, start_solve
from studio.run.pool import Pool, Worker
from studio.run.requests import Load
from tests.run.tasks import Call

PUZZLE = registry.family("_template").samples()[0]


@pytest.fixture(scope="module")
def pool() -> Iterator[Pool]:
    pool = Pool()
    yield pool
    pool.close()


def task(name: str, pool: Pool, limits: Limits | None = None, film: bool = False, **payload: object) -> Job:
    return start(Call(name, payload), limits, film, pool)


def gone(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    with open(f"/proc/{pid}/stat") as stream:
        return stream.read().rsplit(")", 1)[1].split()[0] == "Z"


def wait_until(condition: object, seconds: float = 10.0) -> bool:
    deadline = time.perf_counter() + seconds
    while time.perf_counter() < deadline:
        if condition():  # type: ignore[operator]
            return True
        time.sleep(0.01)
    return False


def test_a_solve_in_the_background_is_filmed_and_checked(pool: Pool) -> None:
    log = TraceLog(PUZZLE.grid.size)
    job = start_solve(PUZZLE, "auto", Options(2), pool=pool)
    result = job.wait(30, lambda message: log.add(message.value) if message.kind == "batch" else None)
    assert result.status in (Status.UNIQUE, Status.MULTIPLE)
    assert len(log) and tuple(log.solutions) == tuple(result.solutions)
    assert result.stats["nodes"] == log.stats.nodes


def test_a_worker_serves_again(pool: Pool) -> None:
    first, second = (task("echo", pool, value=n) for n in (1, 1))
    messages: list[Message] = []
    assert first.wait(30, messages.append) == 1
    assert [(m.kind, m.value) for m in messages] == [("progress", (0.5, "half")), ("partial", "part")]
    assert second.wait(30) == 1
    third = task("echo", pool, value=3)
    assert third.wait(30) == 3


@pytest.mark.parametrize("name", ["pigeons", "flood", "hoard"])
def test_cancel_stops_native_code_floods_and_hoards(pool: Pool, name: str) -> None:
    job = task(name, pool, film=True)
    assert wait_until(lambda: job.worker_pid is not None)
    time.sleep(0.7)
    pid = job.worker_pid
    assert pid is not None and job.running
    job.cancel()
    assert wait_until(lambda: not job.running and gone(pid))
    assert job.wait(5).status is Status.CANCELLED


def test_cancel_takes_the_workers_own_children_along(pool: Pool) -> None:
    job = task("with_child", pool)
    children: list[int] = []
    assert wait_until(lambda: children or children.extend(m.value for m in job.poll() if m.kind == "partial"))
    job.cancel()
    assert wait_until(lambda: gone(children[0]))


def test_a_killed_worker_becomes_an_error_and_the_pool_goes_on(pool: Pool) -> None:
    result = task("die", pool).wait(30)
    assert result.status is Status.ERROR and "signal 9" in result.message
    job = task("pigeons", pool)
    assert wait_until(lambda: job.worker_pid is not None)
    time.sleep(0.3)
    os.kill(job.worker_pid or 0, signal.SIGKILL)
    assert job.wait(30).status is Status.ERROR
    assert task("echo", pool, value="alive").wait(30) == "alive"


def test_an_exception_is_a_sentence_and_the_worker_lives(pool: Pool) -> None:
    result = task("fail", pool).wait(30)
    assert result.status is Status.ERROR and "something odd" in result.message


def test_time_limit_ends_native_code(pool: Pool) -> None:
    result = task("pigeons", pool, Limits(seconds=0.5)).wait(30)
    assert result.status is Status.TIMEOUT


def test_memory_limit_ends_a_hoard(pool: Pool) -> None:
    result = task("hoard", pool, Limits(memory_mb=500)).wait(60)
    assert result.status is Status.ERROR and "memory" in result.message


def test_closing_a_pool_leaves_nothing_running() -> None:
    pool = Pool()
    job = task("pigeons", pool)
    assert wait_until(lambda: job.worker_pid is not None)
    pid = job.worker_pid
    assert pid is not None
    pool.close()
    assert wait_until(lambda: gone(pid))


def test_a_worker_that_several_threads_kill_is_closed_once() -> None:
    child = Worker()
    pipe, closed = child.connection, []

    class SlowPipe:
        def close(self) -> None:
            closed.append(threading.get_ident())
            time.sleep(0.05)
            pipe.close()

    child.connection = SlowPipe()  # type: ignore[assignment]
    threads = [threading.Thread(target=child.kill) for _ in range(4)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert len(closed) == 1 and not child.alive


def test_closing_the_pool_while_jobs_run_ends_them_quietly(capfd: pytest.CaptureFixture[str]) -> None:
    for cancelled in (False, True):
        own = Pool()
        job = task("pigeons", own)
        assert wait_until(lambda job=job: job.worker_pid is not None)
        if cancelled:
            job.cancel()
        own.close()
        assert wait_until(lambda job=job: not job.running)
        assert job.wait(5).status in (Status.ERROR, Status.CANCELLED)
    assert "Traceback" not in capfd.readouterr().err


def test_warm_workers_have_loaded_what_comes_and_another_is_ready() -> None:
    own = Pool()
    own.keep_warm(Load("_template", "auto", ("tests.run.tasks",)))
    for _ in range(3):
        messages: list[Message] = []
        assert task("echo", own, value=7).wait(30, messages.append) == 7
        assert [message.kind for message in messages] == ["progress", "partial"], "no word of the loading"
        dropped = task("pigeons", own)
        assert wait_until(lambda job=dropped: job.worker_pid is not None)
        dropped.cancel()
        assert dropped.wait(10).status is Status.CANCELLED
    assert wait_until(lambda: bool(own._idle)) and all(worker.loaded for worker in own._idle)
    own.keep_warm(Load("_template", "auto"))
    assert task("echo", own, value=8).wait(30) == 8
    own.close()


def test_what_cannot_be_loaded_does_no_harm() -> None:
    own = Pool()
    own.keep_warm(Load("nowhere", "auto"))
    assert task("echo", own, value=9).wait(30) == 9
    own.close()


@pytest.mark.parametrize("film", [True, False])
def test_what_a_killed_worker_had_found_is_kept(pool: Pool, film: bool) -> None:
    result = task("tell_and_hang", pool, Limits(seconds=0.8), film).wait(30)
    assert result.solutions == [(1, 2), (2, 1)] and result.status is Status.MULTIPLE
    assert not result.complete and result.stopped == "timeout"


def test_what_was_found_before_a_stop_or_a_crash_is_kept(pool: Pool) -> None:
    job = task("tell_and_hang", pool)
    assert wait_until(lambda: len(job.found) == 2)
    job.cancel()
    assert (job.wait(5).status, job.result.stopped, job.result.complete) == (Status.MULTIPLE, "cancelled", False)
    died = task("tell_and_die", pool).wait(30)
    assert (died.status, died.stopped, died.solutions) == (Status.SOLVED, "error", [(1, 2)]) and "signal 9" in died.message


def test_events_of_a_silent_engine_do_not_wait(pool: Pool) -> None:
    job = task("be_silent", pool, film=True)
    messages: list[Message] = []
    assert wait_until(lambda: messages or messages.extend(m for m in job.poll() if m.kind == "batch"))
    job.cancel()
    assert len(messages[0].value.rows) == 1


def test_an_engine_s_progress_is_told(pool: Pool) -> None:
    job = task("tell_and_hang", pool)
    told: list[Message] = []
    assert wait_until(lambda: told or told.extend(m for m in job.poll() if m.kind == "told"))
    job.cancel()
    assert told[0].value.numbers == {"branches": 3}


def test_the_kernels_policy_and_the_engine_s_own_time_stand_in_the_statistics(pool: Pool) -> None:
    result = start_solve(PUZZLE, "auto", Options(2), pool=pool, timed=True).wait(30)
    assert result.stats["kernels"] in ("compiled", "plain") and result.stats["timed"] == "unfilmed"
    assert result.seconds == pytest.approx(result.stats["seconds"], abs=1e-5) and result.film_seconds >= 0
