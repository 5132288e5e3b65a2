"""The engines' own features; that they agree with enumeration is tested by the conformance kit."""

from __future__ import annotations

import pytest

from studio.core import registry
from studio.core.engine import Cancel, Limits, Options, SolveResult, Status, run_engine
from studio.core.grid import Grid
from studio.core.puzzle import Puzzle
from studio.core.trace import Batch, Kind, Progress, TraceWriter
from tests.data import shared_data

FILLOMINO = registry.family("fillomino")
ENGINES = ("auto", "rules", "smt", "hybrid", "cpsat")


def solve(puzzle: Puzzle, engine: str, solutions: int = 2, seconds: float = 60.0, **options: object) -> SolveResult:
    limits = Limits(seconds)
    return run_engine(FILLOMINO.engine(engine), puzzle, Options(solutions, options), limits, TraceWriter(), Cancel(limits),
                      FILLOMINO.wrong)


@pytest.mark.parametrize("engine", ENGINES)
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


def test_cpsat_reports_while_it_works() -> None:
    """Its own words, several times a second, and the branches of all rounds together."""
    told: list[Progress] = []
    trace, limits = TraceWriter(progress=told.append), Limits(60.0)
    puzzle = FILLOMINO.samples()[2]
    result = run_engine(FILLOMINO.engine("cpsat"), puzzle, Options(2), limits, trace, Cancel(limits), FILLOMINO.wrong)
    assert result.status is Status.UNIQUE
    assert told and all(each.text for each in told)
    assert result.stats["solver"]["branches"] == result.stats["guesses"]
    assert result.stats["max_depth"] is None  # it does not tell


@pytest.mark.parametrize("engine", ENGINES)
def test_what_was_found_is_kept_when_time_is_over(engine: str) -> None:
    """A board with very many solutions, all of them wanted."""
    size = 4 if engine in ("smt", "hybrid") else 6
    result = solve(FILLOMINO.blank(size, size), engine, solutions=0, seconds=4.0)
    assert result.solutions and not result.complete and result.stopped == "timeout"
    assert result.status in (Status.SOLVED, Status.MULTIPLE)
