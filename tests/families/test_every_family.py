"""What every family promises, checked for all that the registry finds: a new family is tested by being there."""

from __future__ import annotations

import pytest

from studio.core import files, registry
from studio.core.engine import Cancel, Limits, Options, Status, run_engine
from studio.core.family import Family
from studio.core.puzzle import Puzzle
from studio.core.trace import Batch, TraceWriter

FAMILIES = registry.all_families()
each_family = pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.id)


def samples(family: Family) -> list[Puzzle]:
    found = family.samples()
    assert found, f"{family.id} has no sample"
    return found


@each_family
def test_samples_are_valid_and_survive_a_file(family: Family) -> None:
    for puzzle in samples(family):
        family.validate(puzzle)
        again = files.parse(files.dumps(puzzle)).puzzle
        assert again.same_board(puzzle) and again.title == puzzle.title


@each_family
def test_every_engine_solves_the_first_sample_and_is_checked(family: Family) -> None:
    puzzle = samples(family)[0]
    for engine in family.engines():
        limits = Limits(60.0)
        batches: list[Batch] = []
        result = run_engine(engine, puzzle, Options(1), limits, TraceWriter(batches.append), Cancel(limits), family.wrong)
        assert result.status is not Status.ERROR, f"{engine.id}: {result.message}"
        if result.solutions:
            assert family.wrong(puzzle, result.solutions[0]) == []
            assert family.notation.solution_text(puzzle, result.solutions[0])
