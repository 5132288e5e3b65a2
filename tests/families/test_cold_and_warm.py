"""Equal requests give equal answers: cold or warm, with compiled kernels or plain ones. Answers, nodes and mended clues."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from studio.core import registry
from studio.core.family import Family

ROOT = Path(__file__).resolve().parents[2]
FAMILIES = registry.all_families()
each_family = pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.id)
SOME, MANY = 10, 50


def asked(family: Family, boards: int, kernels: str) -> dict[str, Any]:
    around = {**os.environ, "PUZZLE_STUDIO_KERNELS": kernels, "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path])}
    done = subprocess.run([sys.executable, "-m", "tests.families.account", family.id, str(boards)], cwd=ROOT, env=around,
                          capture_output=True, text=True, timeout=3000)
    assert done.returncode == 0, done.stderr[-2000:]
    told: dict[str, Any] = json.loads(done.stdout)
    assert told["kernels"] == kernels and len(told["cold"]) == boards
    return told


def compare(family: Family, boards: int) -> None:
    compiled, plain = (asked(family, boards, kernels) for kernels in ("compiled", "plain"))
    for number in range(boards):
        told = [process[state][number] for process in (compiled, plain) for state in ("cold", "warm")]
        for engine in told[0]:
            answers = [each[engine] for each in told]
            assert answers[1:] == answers[:-1], f"{engine} on {told[0]['givens']}: {answers}"
    seen = {answer["status"] for board in compiled["cold"] for answer in board.values() if isinstance(answer, dict)}
    assert len(seen) > 1, "boards of one kind only"


@each_family
def test_the_same_cold_and_warm(family: Family) -> None:
    compare(family, SOME)


@pytest.mark.slow
@each_family
def test_the_same_cold_and_warm_on_many_boards(family: Family) -> None:
    compare(family, MANY)
