"""Engines against each other and against the checker on random boards; spoiled texts for every reader."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from studio.core import files, registry
from studio.core.engine import Limits, Options, SolveResult, Status
from studio.core.family import Family
from studio.core.puzzle import Puzzle
from studio.core.say import say
from studio.lab.spoil import Trouble, read, spoiled, texts
from studio.run.job import start_solve

Ask = Callable[[Puzzle, str, Options], SolveResult]
WANTED = 3
"""solutions that are asked for: none, one and several must be told alike"""
SECONDS = 20.0
SIZES = (6, 9, 12, 16, 20)


def ask_a_worker(puzzle: Puzzle, engine_id: str, options: Options) -> SolveResult:
    result: SolveResult = start_solve(puzzle, engine_id, options, Limits(SECONDS, 2048), film=False).wait()
    return result


def boards(family: Family, rng: random.Random) -> Iterator[Puzzle]:
    """Random small boards without end; without the family's own trials, its samples with some clues gone or changed."""
    while True:
        if family.trials is not None:
            yield family.trials.random_puzzle(rng, rng.choice(SIZES))
            continue
        sample = rng.choice(family.samples())
        known = sorted(set(sample.givens))
        yield sample.with_givens(rng.choice(known) if rng.random() < 0.1 else value for value in sample.givens)


def compare(family: Family, puzzle: Puzzle, ask: Ask = ask_a_worker) -> Trouble | None:
    """All engines on one board. Wrong answers come back as errors: nothing that breaks a rule is believed."""
    counts: dict[str, int] = {}
    for engine in family.engines():
        result = ask(puzzle, engine.id, Options(solutions=WANTED))
        if result.status is Status.ERROR:
            return Trouble(f"{engine.id}: {result.message}", files.dumps(puzzle))
        if result.answered:
            counts[engine.id] = min(WANTED, max(len(result.solutions), result.count or 0))
    if len(set(counts.values())) > 1:
        told = ", ".join(f"{engine} {count}" for engine, count in counts.items())
        return Trouble(say("the engines disagree about the number of solutions: {told}", told=told), files.dumps(puzzle))
    return None


def rounds(seed: int, chosen: list[Family], ask: Ask = ask_a_worker, spoils: int = 200) -> Iterator[tuple[str, Trouble | None]]:
    """One after the other, without end: what was tried, and what went wrong."""
    rng = random.Random(seed)
    supply = {family.id: boards(family, rng) for family in chosen}
    written = [(family, *text) for family in chosen for text in texts(family)]
    while True:
        family = rng.choice(chosen)
        yield f"{family.id} board", compare(family, next(supply[family.id]), ask)
        family, reader, name, text = rng.choice(written)
        for _ in range(spoils):
            yield f"{family.id} {reader}", read(spoiled(text, rng), name)


def all_families() -> list[Family]:
    return registry.all_families()
