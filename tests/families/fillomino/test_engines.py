"""Every engine against enumeration and against the others: none, one, many solutions; both variants."""

from __future__ import annotations

import random

import pytest

from studio.core import registry
from studio.core.engine import Cancel, Limits, Options, SolveResult, Status, run_engine
from studio.core.grid import Grid
from studio.core.puzzle import Puzzle
from studio.core.trace import Batch, Kind, TraceWriter
from studio.families.fillomino.model import BASIC, CHALLENGING
from tests.data import shared_data
from tests.families.fillomino import brute

FILLOMINO = registry.family("fillomino")
QUICK, SLOW = ("auto", "rules"), ("smt", "hybrid", "cpsat")


def solve(puzzle: Puzzle, engine: str, solutions: int = 2, seconds: float = 60.0, **options: object) -> SolveResult:
    limits = Limits(seconds)
    return run_engine(FILLOMINO.engine(engine), puzzle, Options(solutions, options), limits, TraceWriter(), Cancel(limits),
                      FILLOMINO.wrong)


def random_puzzle(seed: int, sizes: list[tuple[int, int]]) -> tuple[Puzzle, int]:
    rng = random.Random(seed)
    rows, cols = rng.choice(sizes)
    givens = brute.random_givens(rng, rows, cols)
    givens = [min(given, rows * cols) for given in givens]
    variant = BASIC if rng.random() < 0.4 else CHALLENGING
    puzzle = Puzzle("fillomino", Grid(rows, cols), tuple(givens), params={"variant": variant})
    return puzzle, len(brute.solutions(rows, cols, givens, variant == BASIC))


EXPECTED = {0: Status.NONE, 1: Status.UNIQUE}


def all_agree(seeds: range, engines: tuple[str, ...], sizes: list[tuple[int, int]]) -> set[int]:
    seen = set()
    for seed in seeds:
        puzzle, count = random_puzzle(seed, sizes)
        for engine in engines:
            result = solve(puzzle, engine)
            assert result.status is EXPECTED.get(count, Status.MULTIPLE), (engine, puzzle, count, result)
        seen.add(min(count, 2))
    return seen


def test_quick_engines_agree_with_enumeration() -> None:
    assert all_agree(range(80), QUICK, [(2, 3), (3, 3), (3, 4)]) == {0, 1, 2}


def test_all_engines_agree_with_enumeration() -> None:
    assert all_agree(range(500, 514), QUICK + SLOW, [(2, 3), (3, 3)]) == {0, 1, 2}


@pytest.mark.slow
def test_all_engines_agree_on_300_boards() -> None:
    assert all_agree(range(1000, 1300), QUICK + SLOW, [(2, 3), (3, 3), (3, 4), (4, 4)]) == {0, 1, 2}


@pytest.mark.parametrize("engine", [*QUICK, *SLOW])
def test_samples_are_unique(engine: str) -> None:
    results = {solve(puzzle, engine).status for puzzle in FILLOMINO.samples()[:2]}
    assert results == {Status.UNIQUE}


def test_chapters_toy_and_a_hidden_giant() -> None:
    """Boards 5 and 91 of the archive, which the CP-SAT chapter shows; 91 hides a region of fourteen cells."""
    folder = shared_data("fillomino/janko")
    codec = FILLOMINO.codecs()[0]
    for name in ("005.txt", "091.txt"):
        result = solve(codec.read((folder / name).read_text(), name), "auto")
        assert result.status is Status.UNIQUE
    answer = result.solutions[0]
    assert answer.count(14) == 14


def test_options_of_the_rules_engine_switch_rules_off() -> None:
    puzzle = FILLOMINO.samples()[0]
    names = {option.name for option in FILLOMINO.engine("rules").options}
    off = {rule.name: False for rule in FILLOMINO.rulebook.rules if rule.name != "only-number"}
    assert set(off) < names
    bare, full = solve(puzzle, "rules", order="first", **off), solve(puzzle, "rules")
    assert bare.solutions == full.solutions
    assert bare.stats["guesses"] > full.stats["guesses"]


@pytest.mark.parametrize("engine", ["auto", "rules", "smt", "hybrid"])
def test_films_show_the_search(engine: str) -> None:
    batches: list[Batch] = []
    trace, limits = TraceWriter(batches.append), Limits(60.0)
    result = run_engine(FILLOMINO.engine(engine), FILLOMINO.samples()[0], Options(1), limits, trace, Cancel(limits),
                        FILLOMINO.wrong)
    assert result.status is Status.SOLVED
    kinds = {Kind(int(row[0])) for batch in batches for row in batch.rows}
    assert Kind.DEDUCE in kinds
    assert sum(len(batch.solutions) for batch in batches) == 1
    if engine == "smt":
        assert {Kind.GUESS, Kind.CONFLICT, Kind.BACKTRACK} <= kinds


def test_deduction_events_carry_reasons() -> None:
    batches: list[Batch] = []
    trace, limits = TraceWriter(batches.append), Limits(60.0)
    run_engine(FILLOMINO.engine("rules"), FILLOMINO.samples()[1], Options(1), limits, trace, Cancel(limits), FILLOMINO.wrong)
    reasons = [reason for batch in batches for reason in batch.reasons]
    assert len(reasons) > 20
    assert all(reason.text for reason in reasons)


def test_exports_say_what_is_solved() -> None:
    import z3

    puzzle = FILLOMINO.samples()[0]
    text = FILLOMINO.engine("smt").export(puzzle, Options())["smt2"]
    solver = z3.Solver()
    solver.from_string(text)
    assert solver.check() == z3.sat
    numbers = tuple(solver.model()[z3.Int(f"n_{cell}")].as_long() for cell in puzzle.grid.cells())
    assert FILLOMINO.wrong(puzzle, numbers) == []
    assert FILLOMINO.engine("auto").export(FILLOMINO.samples()[1], Options())["cnf"].splitlines()[-1].endswith(" 0")


@pytest.mark.parametrize("engine", ["rules", "smt", "cpsat"])
def test_time_limit_stops_the_engine(engine: str) -> None:
    blank = FILLOMINO.blank(9, 9).with_givens((0,) * 40 + (81,) + (0,) * 40)
    hard = blank.with_givens((9, 0, 0, 8, 0, 0, 7, 0, 0, *(0,) * 63, 9, 0, 0, 8, 0, 0, 7, 0, 0))
    assert solve(hard, engine, solutions=0, seconds=0.3).status is Status.TIMEOUT


@pytest.mark.parametrize("engine_id", ["auto", "rules", "hybrid"])
def test_givens_that_clash_by_themselves_are_no_puzzle(engine_id: str) -> None:
    """Two 1s side by side on an otherwise empty board: found by clash checks, where `rules` once had no answer."""
    givens = [0] * 36
    givens[23] = givens[29] = 1
    puzzle = Puzzle("fillomino", Grid(6, 6), tuple(givens), params={"variant": "challenging"})
    family = registry.family("fillomino")
    limits = Limits(60.0)
    result = run_engine(family.engine(engine_id), puzzle, Options(2), limits, TraceWriter(), Cancel(limits), family.wrong)
    assert result.status is Status.NONE
