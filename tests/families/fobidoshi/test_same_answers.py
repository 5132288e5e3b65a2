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

from studio.core.engine import Cancel, Limits, Options, run_engine
from studio.core.parts import GenerateRequest
from studio.core.puzzle import Puzzle
from studio.core.trace import TraceWriter
from studio.families.fobidoshi import FAMILY
from studio.families.fobidoshi.generate import RANDOM_SOLUTION, generate
from studio.solvers.kernels import VARIABLE
from tests.families.fobidoshi.boards import random_puzzle

ROOT = Path(__file__).resolve().parents[3]
NUMBERS = ("nodes", "guesses", "deductions", "conflicts", "max_depth")
ASKED = [("auto", {}), ("backtrack", {}), ("backtrack", {"preset": "ours"}), ("rules", {})]


def boards(count: int) -> list[Puzzle]:
    rng = Random(77)
    return [*FAMILY.samples(), *(random_puzzle(rng, 7, 3) for _ in range(count))]


def answers(count: int) -> list[Any]:
    """What the engines say to many boards, and what the generator makes, as plain JSON."""
    said: list[Any] = []
    for board in boards(count):
        for engine, values in ASKED:
            limits = Limits(120.0)
            result = run_engine(FAMILY.engine(engine), board, Options(2, values), limits, TraceWriter(), Cancel(limits),
                                FAMILY.wrong)
            said.append([engine, result.status.value, result.solutions, [result.stats[name] for name in NUMBERS]])
    requests = [GenerateRequest(7, 7, 5, difficulty) for difficulty in ("easy", "hard")]
    requests.append(GenerateRequest(5, 5, 3, values={"method": RANDOM_SOLUTION}))
    for request in requests:
        made = generate(request, lambda fraction, text: None, Cancel())
        said.append(["generated", made.givens])
    return json.loads(json.dumps(said))  # type: ignore[no-any-return]


@pytest.mark.parametrize("policy", ["compiled", "plain"])
def test_a_fresh_process_says_what_this_warm_one_says(policy: str) -> None:
    FAMILY.engine("auto").warm_up()
    count = 46  # and the four samples
    script = f"import json; from tests.families.fobidoshi import test_same_answers as t; print(json.dumps(t.answers({count})))"
    fresh = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True, timeout=600,
                           env={**os.environ, VARIABLE: policy, "PYTHONPATH": str(ROOT)})
    assert json.loads(fresh.stdout) == answers(count)
