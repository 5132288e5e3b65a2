"""What a process answers about random boards of a family, as JSON: `python -m tests.families.account FAMILY BOARDS`.

Everything is asked twice: first cold, then again when all is loaded. Compared by test_cold_and_warm.py.
"""

from __future__ import annotations

import json
import sys
from random import Random
from typing import Any

from studio.core import registry
from studio.core.engine import Cancel, Engine, Limits, Options, Status, run_engine
from studio.core.family import Family
from studio.core.puzzle import BadPuzzle, Puzzle
from studio.core.trace import TraceWriter
from studio.setter.mend import Mender, can_mend
from studio.solvers.kernels import policy

SIZES = (9, 16)
COUNTED = ("nodes", "guesses", "max_depth", "conflicts")


def answered(family: Family, engine: Engine, puzzle: Puzzle) -> dict[str, Any]:
    result = run_engine(engine, puzzle, Options(2), Limits(), TraceWriter(), Cancel(), family.wrong)  # no clock: it may compile
    return {"status": result.status.value, "solutions": result.solutions, "count": result.count,
            **{name: result.stats.get(name) for name in COUNTED}}


def mended(family: Family, puzzle: Puzzle, status: str) -> Any:
    if status == Status.NONE.value or not can_mend(family):
        return None
    mender = Mender(puzzle)
    try:
        return mender.make_unique().added if status == Status.MULTIPLE.value else mender.thin_out().removed
    except BadPuzzle as fault:  # "no clue of this family tells the solutions of this board apart"
        return str(fault)


def account(family: Family, boards: int) -> list[dict[str, Any]]:
    rng, told = Random(f"{family.id} cold and warm"), []
    assert family.trials is not None
    engines = [engine for engine in family.engines() if engine.id == "auto" or (engine.animated and not engine.film_note)]
    for _ in range(boards):
        puzzle = family.trials.random_puzzle(rng, rng.choice(SIZES))
        found: dict[str, Any] = {engine.id: answered(family, engine, puzzle) for engine in engines}
        told.append({"givens": puzzle.givens, **found, "mended": mended(family, puzzle, found["auto"]["status"])})
    return told


if __name__ == "__main__":
    chosen = registry.family(sys.argv[1])
    cold, warm = account(chosen, int(sys.argv[2])), account(chosen, int(sys.argv[2]))
    json.dump({"kernels": policy().value, "cold": cold, "warm": warm}, sys.stdout)
