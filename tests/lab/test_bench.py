from __future__ import annotations

from pathlib import Path

import pytest

from studio.core import registry
from studio.core.engine import Limits, Status
from studio.core.puzzle import BadPuzzle
from studio.lab.bench import Bench
from studio.lab.runs import Contender, Run, parse_contender
from studio.lab.table import table

PUZZLE = registry.family("_template").samples()[0]


def test_contenders_are_written_with_options_in_brackets() -> None:
    assert parse_contender("rules[order=first;x=off]") == Contender("rules", (("order", "first"), ("x", "off")))
    for bad in ("rules[order", "rules[order]"):
        with pytest.raises(BadPuzzle):
            parse_contender(bad)


def test_ratios_and_disagreements() -> None:
    a, b = Contender("a"), Contender("b")
    bench = Bench([a, b], 2, Limits())
    for name, seconds, status in (("x", 2.0, Status.UNIQUE), ("y", 6.0, Status.MULTIPLE)):
        bench.runs.append(Run(Path(name), PUZZLE, a, Status.UNIQUE, 1.0, 1, 0, ""))
        bench.runs.append(Run(Path(name), PUZZLE, b, status, seconds, 1, 0, ""))
    assert "4x" in table(bench, "a").splitlines()[-1]
    assert bench.complaints() == ["y: engines disagree: a says unique, b says multiple"]
    assert bench.all_answered()
