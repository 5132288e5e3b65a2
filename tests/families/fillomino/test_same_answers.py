"""Equal requests, equal answers: in a fresh process or a warm one, with kernels compiled or plain."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from studio.core.engine import Cancel, Limits, Options, Status, run_engine
from studio.core.puzzle import Puzzle
from studio.core.trace import TraceWriter
from studio.families.fillomino import FAMILY
from studio.setter.mend import Mender
from studio.solvers.kernels import VARIABLE

ROOT = Path(__file__).resolve().parents[3]
NUMBERS = ("nodes", "guesses", "conflicts", "restarts", "cuts", "max_depth", "open_after_rules", "open_after_probing")


def boards(count: int) -> list[Puzzle]:
    assert FAMILY.trials is not None
    rng = Random(77)
    samples = FAMILY.samples()
    return [*samples, *(FAMILY.trials.random_puzzle(rng, (12, 20, 30)[number % 3]) for number in range(count - len(samples)))]


def answers(count: int) -> list[Any]:
    """What the engines say to many boards, and which clues mending adds, as plain JSON."""
    said: list[Any] = []
    for number, board in enumerate(boards(count)):
        for engine in ("auto", "rules") if board.grid.size <= 25 else ("auto",):
            limits = Limits(300.0)
            result = run_engine(FAMILY.engine(engine), board, Options(2), limits, TraceWriter(), Cancel(limits), FAMILY.wrong)
            said.append([engine, result.status.value, result.solutions, [result.stats.get(name) for name in NUMBERS]])
        if result.status is Status.MULTIPLE and number % 3 == 0:
            said.append(["mended", Mender(board).make_unique().puzzle.givens])
    return json.loads(json.dumps(said))  # type: ignore[no-any-return]


@pytest.mark.parametrize("policy", ["compiled", "plain"])
def test_a_fresh_process_says_what_this_warm_one_says(policy: str) -> None:
    FAMILY.engine("auto").warm_up()
    script = "import json; from tests.families.fillomino import test_same_answers as t; print(json.dumps(t.answers(50)))"
    fresh = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True, timeout=900,
                           env={**os.environ, VARIABLE: policy, "PYTHONPATH": str(ROOT)})
    assert json.loads(fresh.stdout) == answers(50)
    assert sum(each[0] == "mended" for each in json.loads(fresh.stdout)) >= 3
