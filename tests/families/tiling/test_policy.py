"""Equal requests give equal answers: in a fresh process or a warm one, compiled or plain, and whatever the clock says."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from random import Random

import pytest

from studio.core.engine import Cancel, Limits, Options, run_engine
from studio.core.files import sample_folder
from studio.core.trace import TraceWriter
from studio.families.tiling import FAMILY
from studio.families.tiling.model.convert import puzzle_of, tiles_from_words
from studio.families.tiling.model.problem import rectangle_board
from studio.families.tiling.trials import TilingTrials
from studio.solvers.kernels import VARIABLE

ENGINES = ("auto", "table", "mrv", "simple", "dlx", "count", "colouring")
NUMBERS = ("nodes", "guesses", "backtracks", "conflicts", "max_depth", "winner")


def account(boards: int) -> list[list[object]]:
    """What every engine says of some small boards."""
    told: list[list[object]] = []
    for seed in range(boards):
        puzzle = TilingTrials().random_puzzle(Random(seed), 4)
        for engine in ENGINES:
            result = run_engine(FAMILY.engine(engine), puzzle, Options(0), Limits(), TraceWriter(), Cancel(), FAMILY.wrong)
            answers, numbers = [list(answer) for answer in result.solutions], [result.stats.get(name) for name in NUMBERS]
            told.append([seed, engine, result.status.value, answers, result.count, *numbers])
    return told


def in_a_process(kernels: str, boards: int) -> list[list[object]]:
    code = f"import json; from tests.families.tiling.test_policy import account; print(json.dumps(account({boards})))"
    done = subprocess.run([sys.executable, "-c", code], env={**os.environ, VARIABLE: kernels, "PYTHONPATH": os.getcwd()},
                          capture_output=True, text=True, check=True, timeout=600)
    found: list[list[object]] = json.loads(done.stdout.splitlines()[-1])
    return found


def test_plain_kernels_go_the_same_way() -> None:
    """The lines that are compiled also run as they are: same answers, same nodes, same dead ends."""
    assert in_a_process("plain", 10) == json.loads(json.dumps(account(10)))


def test_plain_kernels_wrap_around_in_silence() -> None:
    """Their hashes do so by design; nobody wants to read of it on a terminal."""
    code = "import sys; from studio.cli import run; sys.exit(run(['solve', sys.argv[1], '--engine', 'count']))"
    path = next(sample_folder("tiling").glob("01-*.puzzle"))
    env = {**os.environ, "PUZZLE_STUDIO_KERNELS": "plain"}
    done = subprocess.run([sys.executable, "-c", code, str(path)], capture_output=True, text=True, env=env)
    assert done.returncode == 0 and done.stderr == ""


@pytest.mark.slow
def test_a_fresh_process_says_what_a_warm_one_says() -> None:
    account(5)
    assert in_a_process("compiled", 50) == in_a_process("plain", 50) == json.loads(json.dumps(account(50)))


def test_the_clock_decides_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A portfolio on a machine whose clock runs a thousand times too fast searches the same nodes."""
    puzzle = puzzle_of(rectangle_board(5, 12), tiles_from_words(
        "1:5F 1:5I 1:5L 1:5N 1:5P 1:5T 1:5U 1:5V 1:5W 1:5X 1:5Y 1:5Z"), True)

    def run() -> list[object]:
        result = run_engine(FAMILY.engine("auto"), puzzle, Options(1), Limits(), TraceWriter(), Cancel(), FAMILY.wrong)
        return [result.solutions, *(result.stats[name] for name in (*NUMBERS, "searches"))]

    calm = run()
    real, cpu = time.perf_counter, time.process_time
    monkeypatch.setattr(time, "perf_counter", lambda: 1000 * real())
    monkeypatch.setattr(time, "process_time", lambda: 1000 * cpu())
    assert run() == calm
