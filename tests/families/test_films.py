"""Every engine that films tells the truth, on samples and on random boards with one, several and no solutions.

By hand: `python -m tests.families.test_films fillomino/auto 30` checks one engine (or family) on so many boards.
"""

from __future__ import annotations

import sys
from collections import Counter

import pytest

from studio.core import registry
from studio.core.engine import Engine
from studio.core.family import Family
from tests.families.film_boards import boards
from tests.families.film_checker import check_film, filmed, unfilmed

FILMED = [(family, engine) for family in registry.all_families() for engine in family.engines() if engine.animated]
IDS = [f"{family.id}-{engine.id}" for family, engine in FILMED]
PARAMS = [pytest.param(family, engine, id=name) for (family, engine), name in zip(FILMED, IDS)]
COMPARED = ("nodes", "guesses", "max_depth")
WANTED = (0, 2, 1)


def faults_of(family: Family, engine: Engine, count: int) -> tuple[list[str], Counter[str]]:
    """What is wrong with an engine's films on so many boards, for all, two and one solution in turn."""
    faults: list[str] = []
    checked: Counter[str] = Counter()
    for number, (puzzle, solutions) in enumerate(boards(family.id, count)):
        report = check_film(filmed(puzzle, engine, WANTED[number % 3]), solutions)
        faults += report.faults
        checked += report.checked
        checked["untold"] += report.untold
    return faults, checked


@pytest.mark.parametrize(("family", "engine"), PARAMS)
def test_films_tell_the_truth(family: Family, engine: Engine) -> None:
    faults, checked = faults_of(family, engine, 10)
    assert not faults, "\n".join(faults[:5])
    assert checked["solutions"] or checked["conflicts"]


@pytest.mark.slow
@pytest.mark.parametrize(("family", "engine"), PARAMS)
def test_films_tell_the_truth_on_many_boards(family: Family, engine: Engine) -> None:
    faults, checked = faults_of(family, engine, 100)
    assert not faults, "\n".join(faults[:5])
    assert checked["solutions"] + checked["conflicts"] >= 20


OWN = [param for param in PARAMS if not param.values[1].film_note]  # type: ignore[union-attr]


@pytest.mark.parametrize(("family", "engine"), OWN)
def test_filmed_and_unfilmed_runs_make_the_same_decisions(family: Family, engine: Engine) -> None:
    for puzzle, _ in boards(family.id, 20):
        watched, alone = filmed(puzzle, engine, 2).result, unfilmed(puzzle, engine, 2)
        assert watched.solutions == alone.solutions
        assert [watched.stats[name] for name in COMPARED] == [alone.stats[name] for name in COMPARED]
        assert alone.stats["nodes"] is not None or not watched.stats["events"]


def main(words: list[str]) -> int:
    """One engine or family from the command line."""
    family_id, _, engine_id = words[0].partition("/")
    count = int(words[1]) if len(words) > 1 else 10
    family, bad = registry.family(family_id), 0
    for engine in family.engines():
        if engine.animated and engine_id in ("", engine.id):
            faults, checked = faults_of(family, engine, count)
            bad += len(faults)
            print(f"{family.id}/{engine.id}: {len(faults)} faults; checked {dict(checked)}", flush=True)
            print("".join(f"    {fault[:400]}\n" for fault in faults[:8]), end="", flush=True)
            bad += 0 if engine.film_note else _compare(family, engine, count)
    return bad


def _compare(family: Family, engine: Engine, count: int) -> int:
    """How many boards have other numbers filmed than unfilmed."""
    pairs = [[[run.stats[name] for name in COMPARED] for run in (filmed(puzzle, engine, 2).result, unfilmed(puzzle, engine, 2))]
             for puzzle, _ in boards(family.id, count)]
    other = [pair for pair in pairs if pair[0] != pair[1]]
    if other:
        print(f"    {len(other)} of {len(pairs)} boards: filmed {other[0][0]}, unfilmed {other[0][1]} {COMPARED}", flush=True)
    return len(other)


if __name__ == "__main__":
    sys.exit(min(1, main(sys.argv[1:])))
