"""All engines agree with brute force on tiny boards and with each other on larger ones: no solution, one, many."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from studio.core.engine import Cancel, Cancelled, Limits, Options, Status, run_engine
from studio.core.puzzle import Puzzle
from studio.core.trace import Batch, Kind, TraceWriter
from studio.families.evolomino import FAMILY
from studio.families.evolomino.codecs.raw_text import read_raw
from studio.families.evolomino.engines import sat as sat_engine
from studio.families.evolomino.model import puzzle_of
from tests.families.evolomino.boards import drawn, random_board, solve

SOLVERS = ("cpsat", "scip", "cbc", "bop", "highs")
ALL = [("auto", {}), ("search", {}), ("sat", {}), *(("ilp", {"solver": name}) for name in SOLVERS)]


def boards(seed: int, count: int, largest: int) -> list[Puzzle]:
    rng = Random(seed)
    return [random_board(rng, rng.randint(3, largest), rng.randint(3, largest)) for _ in range(count)]


def agree(puzzles: list[Puzzle], engines: list[tuple[str, dict[str, object]]]) -> Counter[Status]:
    """All engines against `auto`. The slow solvers of the study may run out of time, but never disagree."""
    counts: Counter[Status] = Counter()
    late: Counter[str] = Counter()
    for number, puzzle in enumerate(puzzles):
        first = solve(puzzle, "auto")
        counts[first.status] += 1
        for engine, values in engines:
            slow = values.get("solver", "cpsat") != "cpsat"
            other = solve(puzzle, engine, 2, 4.0 if slow else 60.0, **values)
            if slow and other.status == Status.TIMEOUT:
                late[str(values)] += 1
                continue
            assert other.status == first.status, (number, engine, values, other.status, other.message, first.status)
            if first.status == Status.UNIQUE:
                assert other.solutions == first.solutions
    assert all(count <= len(puzzles) // 2 for count in late.values()), late
    return counts


def test_the_engines_agree_on_random_boards() -> None:
    counts = agree(boards(1, 60, 6), [("search", {}), ("sat", {}), ("ilp", {"solver": "cpsat"})])
    assert min(counts[Status.NONE], counts[Status.UNIQUE], counts[Status.MULTIPLE]) >= 5, counts


@pytest.mark.slow
def test_all_engines_agree_on_200_random_boards_up_to_7x7() -> None:
    counts = agree(boards(2, 200, 7), ALL[1:])
    assert min(counts[Status.NONE], counts[Status.UNIQUE], counts[Status.MULTIPLE]) >= 20, counts


def test_shifts_do_not_wrap_around_the_edge() -> None:
    """A domino whose one-number shift runs over the right edge: two-dimensional shifts must refuse it."""
    rng = Random(11)
    for _ in range(25):
        puzzle = random_board(rng, 3, 3)
        assert solve(puzzle, "ilp").status == solve(puzzle, "auto").status


@pytest.mark.parametrize("engine", ["auto", "search", "sat", "ilp"])
def test_odd_boards_are_answered(engine: str) -> None:
    ring = puzzle_of(read_raw("3 3\n10 5 0\n8 11 0\n1 1 1\n"))
    assert solve(ring, engine).status == Status.UNIQUE
    assert solve(puzzle_of(read_raw("3 3\n26 5 0\n8 11 0\n1 1 1\n")), engine).status == Status.NONE  # a square on the ring
    assert solve(drawn("...", ((0, 0), (0, 1))), engine).status == Status.NONE  # an arrow too short for two blocks
    empty = solve(drawn("... ...",), engine)
    assert empty.status == Status.UNIQUE and set(empty.solutions[0]) == {2}  # no arrow: nothing to draw
    assert solve(drawn("..0 ...",), engine).status == Status.NONE


@pytest.mark.parametrize("engine", ["auto", "search"])
def test_a_film_ends_in_the_solution_and_tells_its_reasons(engine: str) -> None:
    puzzle = FAMILY.samples()[2]
    batches: list[Batch] = []
    limits = Limits(60.0)
    trace = TraceWriter(batches.append)
    result = run_engine(FAMILY.engine(engine), puzzle, Options(2), limits, trace, Cancel(limits), FAMILY.wrong)
    assert result.status == Status.UNIQUE
    kinds = Counter(int(kind) for batch in batches for kind in batch.rows[:, 0])
    assert kinds[Kind.SOLUTION] == 1 and kinds[Kind.DEDUCE] > 10
    assert result.stats["deductions"] == kinds[Kind.DEDUCE]
    if engine == "search":  # every step is explained
        rows = [row for batch in batches for row in batch.rows]
        assert all(row[5] >= 0 for row in rows if row[0] in (Kind.DEDUCE, Kind.CONFLICT))


def test_the_kernel_can_be_stopped() -> None:
    asked = iter([False, False, True])
    cancel = Cancel(asked=lambda: next(asked, True))
    wide_open = drawn("........ " * 8, ((0, 0), (0, 1), (0, 2), (0, 3)))
    with pytest.raises(Cancelled):
        FAMILY.engine("auto").solve(wide_open, Options(0), Limits(), TraceWriter(), cancel)


def test_near_blocks_first_changes_no_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    """The SAT engine with a radius on small boards, where every other engine can check it."""
    monkeypatch.setattr(sat_engine, "FROM_CELLS", 0)
    monkeypatch.setattr(sat_engine, "RADII", (1, 2))
    seen = set()
    for puzzle in boards(5, 40, 6):
        for solutions in (1, 2, 5):
            near, auto = solve(puzzle, "sat", solutions), solve(puzzle, "auto", solutions)
            assert (near.status, len(near.solutions)) == (auto.status, len(auto.solutions)), near.message
            assert len(set(near.solutions)) == len(near.solutions)
            seen.add(near.status)
    assert seen >= {Status.NONE, Status.UNIQUE, Status.MULTIPLE, Status.SOLVED}
