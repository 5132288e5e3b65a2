"""The same runs on a Dask cluster: same rows, lost workers' runs done again, work that nobody wants ended."""

from __future__ import annotations

import os
import signal
import subprocess
import threading
import time
from pathlib import Path

import pytest

from studio.core import files, registry
from studio.core.engine import Limits
from studio.core.puzzle import BadPuzzle, Puzzle
from studio.lab.bench import Bench
from studio.lab.cluster import Cluster, open_crew
from studio.lab.runs import Contender
from studio.lab.store import Store
from studio.lab.studies import SupervisedBench, find, make

pytest.importorskip("distributed")
pytestmark = pytest.mark.skipif(os.name != "posix", reason="processes are looked at as Linux shows them")


def children(pid: int) -> list[int]:
    """The processes that a process started, and theirs."""
    found = subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True).stdout.split()
    return [child for first in found for child in (int(first), *children(int(first)))]


def boards() -> list[tuple[Path, Puzzle]]:
    return [(path, files.load(path).puzzle) for path in sorted(Path("puzzles/fobidoshi").glob("*.puzzle"))[:8]]


def test_there_is_one_sentence_for_what_cannot_be() -> None:
    for jobs, address, why in ((0, None, "positive"), (2, "local:2", "--jobs"), (1, "local:x", "local:4"),
                               (1, "tcp://127.0.0.1:9", "no cluster answers")):
        with pytest.raises(BadPuzzle, match=why):
            open_crew(jobs, address)


def test_rows_are_the_same_and_a_lost_worker_loses_none(tmp_path: Path) -> None:
    here = Bench([Contender("auto"), Contender("backtrack")], 2, Limits(60.0))
    here.run(boards(), lambda *_: None)
    here.close()
    crew = open_crew(cluster="local:2")
    assert isinstance(crew, Cluster)
    there = Bench(here.contenders, 2, Limits(60.0), crew=crew, store=Store(tmp_path / "runs.csv"))
    workers = list(crew._client.run(os.getpid).values())

    def lose_one(done: float, _text: str) -> None:
        if done == 3:
            os.kill(workers[0], signal.SIGKILL)

    there.run(boards(), lose_one)
    there.close()
    told = [sorted((str(run.path), run.contender.label, run.status, run.nodes) for run in each.runs) for each in (here, there)]
    assert told[0] == told[1]
    again = Store(tmp_path / "runs.csv")
    assert len(again.rows) == len(told[0])
    again.close()


def test_an_experiment_finds_the_same_there_though_a_worker_is_lost(tmp_path: Path) -> None:
    """Attempts of a generator, boards and solver runs of one experiment, half of it after a worker's end."""
    family = registry.family("fobidoshi")
    options = {"sizes": "4-5", "puzzles": "4"}
    crew = open_crew(cluster="local:2")
    assert isinstance(crew, Cluster)
    workers = list(crew._client.run(os.getpid).values())

    def lose_one(fraction: float, _text: str) -> None:
        if fraction > 0.4 and len(workers) == 2:
            os.kill(workers.pop(), signal.SIGKILL)

    store = Store(tmp_path / "runs.csv")
    there = SupervisedBench(family, (), lose_one, store, crew)
    found = [make(family, find(family, "figure-15"), bench, options).finding
             for bench in (SupervisedBench(family, ()), there)]
    counted = [[row[:4] + row[5:] for row in each.rows] for each in found]  # all but the times
    assert counted[0] == counted[1] and len(workers) == 1
    assert len(store.rows) == there.asked == 2 * 4 * (1 + 6)
    store.close()


def test_stopping_ends_native_solvers_there(tmp_path: Path) -> None:
    """Z3 would take ages for all solutions of an empty board; nothing is left running when the crew is stopped."""
    puzzle = registry.family("fillomino").blank(15, 15)
    crew = open_crew(cluster="local:1")
    assert isinstance(crew, Cluster)
    worker, = crew._client.run(os.getpid).values()
    bench = Bench([Contender("smt")], 0, Limits(600.0), crew=crew)
    thread = threading.Thread(target=bench.run, args=([(tmp_path / "wide.puzzle", puzzle)], lambda *_: None))
    thread.start()
    deadline = time.monotonic() + 60
    while not (started := children(worker)) and time.monotonic() < deadline:
        time.sleep(0.1)
    time.sleep(1.0)
    bench.stop()
    thread.join(30)
    bench.close()
    assert started and not thread.is_alive() and not bench.runs
    while children(worker) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert not children(worker)
