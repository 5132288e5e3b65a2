"""Runs are on disk as soon as they are done, and are not done again."""

from __future__ import annotations

import csv
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from studio.core import registry
from studio.core.engine import Limits, Status
from studio.core.puzzle import BadPuzzle
from studio.core.study import CPU
from studio.families.fobidoshi.tables import BATCH
from studio.lab.bench import Bench
from studio.lab.crew import Threads
from studio.lab.runs import Contender, Run, Task
from studio.lab.store import ASKED, COLUMNS, Store
from studio.lab.studies import SupervisedBench
from studio.lab.table import table_rows

LATIN = registry.family("_template").samples()[0]
TASK = Task(Path("one.puzzle"), LATIN, Contender("auto", (("seed", "7"),)), 2, Limits(5.0))
RUN = Run(TASK.path, LATIN, TASK.contender, Status.UNIQUE, 0.25, None, 3, "fine,\n\"really\"",
          stats={"guesses": 4, "max_depth": 3, "solver": {"name": "x"}, "nodes": None})


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(newline="") as stream:
        return list(csv.DictReader(stream))


def test_what_is_written_is_known_again(tmp_path: Path) -> None:
    path = tmp_path / "runs.csv"
    store = Store(path)
    assert store.find(TASK) is None
    store.add(TASK, RUN)
    store.close()
    again = Store(path)
    known = again.find(TASK)
    again.close()
    assert known is not None and known.status is Status.UNIQUE and known.seconds == 0.25
    assert known.nodes is None and known.max_depth == 3, "unknown stays unknown"
    assert known.message == 'fine, "really"' and known.stats["guesses"] == 4 and known.stats["solver"] == {"name": "x"}
    row, = rows(path)
    assert row["nodes"] == "" and row["seed"] == "7" and row["clues"] and row["version"] and row["machine"]
    assert tuple(row) == COLUMNS


def test_another_question_is_another_run(tmp_path: Path) -> None:
    store = Store(tmp_path / "runs.csv")
    store.add(TASK, RUN)
    others = [Task(TASK.path, LATIN, Contender("auto"), 2, Limits(5.0)), Task(TASK.path, LATIN, TASK.contender, 1, Limits(5.0)),
              Task(TASK.path, LATIN.with_givens([0] * LATIN.grid.size), TASK.contender, 2, Limits(5.0)),
              Task(TASK.path, LATIN, TASK.contender, 2, Limits(6.0))]
    assert [store.find(other) for other in others] == [None] * 4
    store.close()


def test_a_line_that_was_cut_off_is_taken_away(tmp_path: Path) -> None:
    path = tmp_path / "runs.csv"
    store = Store(path)
    store.add(TASK, RUN)
    store.close()
    whole = path.read_bytes()
    path.write_bytes(whole + whole.splitlines(keepends=True)[-1][:40])
    store = Store(path)
    assert path.read_bytes() == whole and len(store.rows) == 1
    store.close()


def test_foreign_files_and_two_writers_are_refused(tmp_path: Path) -> None:
    foreign = tmp_path / "mine.csv"
    foreign.write_text("a,b\n1,2\n")
    with pytest.raises(BadPuzzle, match="not a file of runs"):
        Store(foreign)
    assert foreign.read_text() == "a,b\n1,2\n"
    store = Store(tmp_path / "runs.csv")
    with pytest.raises(BadPuzzle, match="another benchmark"):
        Store(tmp_path / "runs.csv")
    store.close()
    with pytest.raises(BadPuzzle, match="cannot be written"):
        Store(tmp_path / "no folder" / "runs.csv")


def test_several_at_a_time_give_the_same_rows(tmp_path: Path) -> None:
    boards = [(Path(f"{number}.puzzle"), puzzle) for number, puzzle in enumerate(registry.family("fobidoshi").samples()[:3])]
    found = []
    for jobs in (1, 3):
        bench = Bench([Contender("auto"), Contender("rules")], 2, Limits(60.0), crew=Threads(jobs))
        bench.run(boards, lambda *_: None)
        bench.close()
        found.append(sorted((str(run.path), run.contender.label, run.status, run.nodes) for run in bench.runs))
    assert found[0] == found[1] and len(found[0]) == 2 * len(boards)


def test_a_table_does_not_favour_the_engine_that_fails() -> None:
    quick, slow = Contender("quick"), Contender("slow")
    bench = Bench([quick, slow], 1, Limits(10.0))
    for number in range(4):
        done = number == 0
        status, seconds = (Status.SOLVED, 0.1) if done else (Status.TIMEOUT, 10.0)
        bench.runs.append(Run(Path(str(number)), LATIN, quick, status, seconds, 1, 0, "", complete=done))
        bench.runs.append(Run(Path(str(number)), LATIN, slow, Status.SOLVED, 2.0, 1, 0, ""))
    heads, first, second = table_rows(bench)
    at = {name: number for number, name in enumerate(heads)}
    assert (first[at["solved"]], first[at["median s"]], first[at["total s"]]) == ("1/4", ">10.0000", ">30.10")
    assert (second[at["median s"]], second[at["total s"]], second[at["PAR2 s"]]) == ("2.0000", "8.00", "2.0000")
    assert float(first[at["PAR2 s"]]) == pytest.approx((0.1 + 3 * 20) / 4)


BOARDS = [str(path) for path in sorted(Path("puzzles/fobidoshi").glob("0*.puzzle"))]
BENCH = ["bench", *BOARDS, "--engines", "auto,backtrack,rules", "--unique"]


def killed_and_asked_again(words: list[str], path: Path, after: int) -> str:
    """Kill a command -9 when so many lines are in its file, ask again, and see that what was done is not done again."""
    command = [sys.executable, "-m", "studio", *words, "--out", str(path)]
    first = subprocess.Popen(command, start_new_session=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while first.poll() is None and (not path.exists() or path.read_bytes().count(b"\n") < after):
        time.sleep(0.01)
    assert first.poll() is None, "it must be under way"
    os.killpg(first.pid, signal.SIGKILL)
    first.wait()
    before = path.read_bytes()
    before = before[: before.rfind(b"\n") + 1]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert path.read_bytes().startswith(before), "what was done is not done again"
    return done.stdout


@pytest.mark.skipif(os.name != "posix", reason="kill -9")
def test_a_killed_benchmark_goes_on_where_it_was(tmp_path: Path) -> None:
    path = tmp_path / "runs.csv"
    killed_and_asked_again(BENCH, path, 10)
    keys = [(row["file"], row["engine"]) for row in rows(path)]
    assert len(keys) == len(set(keys)) == 3 * len(BOARDS)


@pytest.mark.skipif(os.name != "posix", reason="kill -9")
def test_killed_experiments_go_on_where_they_were(tmp_path: Path) -> None:
    """Boards that are made, attempts of a generator, and solver runs: each a line, none lost, none twice."""
    path = tmp_path / "runs.csv"
    words = ["lab", "fobidoshi", "table-2,figure-15", "-o", "sizes=4-5"]
    told = killed_and_asked_again(words, path, 12)
    keys = [tuple(row[name] for name in ASKED) for row in rows(path)]
    assert len(keys) == len(set(keys))
    kinds = Counter(row["engine"].partition("[")[0] for row in rows(path))
    assert kinds["Attempts"] == 2 * 2000 / BATCH and kinds["RandomSolutionBoard"] == 2 * 15 and kinds["backtrack"] == 2 * 15 * 6
    again = subprocess.run([sys.executable, "-m", "studio", *words, "--out", str(path)], capture_output=True, text=True)
    assert again.stdout == told and len(rows(path)) == len(keys), "asked again, it tells the same and does nothing"


def test_an_experiment_goes_on_where_it_was(tmp_path: Path) -> None:
    """What stands in the file is what the experiment would have been told, answers included."""
    family = registry.family("fobidoshi")
    told = []
    for _ in range(2):
        store = Store(tmp_path / "runs.csv")
        bench = SupervisedBench(family, (), store=store)
        results = [bench.solve(puzzle, "backtrack", 20.0, 2) for puzzle in family.samples()[:2]]
        told.append([(each.status, each.solutions, each.stats["nodes"], each.complete) for each in results])
        assert bench.resumed == (2 if len(told) == 2 else 0)
        bench.close()
        store.close()
    assert told[0] == told[1] and told[0][0][1]
    store = Store(tmp_path / "runs.csv")
    bench = SupervisedBench(family, (), store=store)
    bench.clock = CPU
    spent = bench.solve(family.samples()[0], "backtrack", 20.0, 2).seconds
    assert spent == float(rows(tmp_path / "runs.csv")[0]["cpu_seconds"]) and bench.resumed == 1, "the other clock, the same run"
    bench.close()
    store.close()
    assert len(rows(tmp_path / "runs.csv")) == 2
