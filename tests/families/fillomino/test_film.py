"""The films of `auto`: reasons are those that the kernel had, and what they say can be seen on the board they are told of."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from studio.core.engine import Cancel, Limits, Options, SolveResult, run_engine
from studio.core.grid import Grid
from studio.core.puzzle import Puzzle
from studio.core.trace import Batch, Kind, Reason, TraceWriter
from studio.families.fillomino import FAMILY as FILLOMINO
from studio.families.fillomino.generate.division import random_division
from tests.families.fillomino import brute
from tests.families.film_boards import with_solutions
from tests.families.film_checker import check_film, filmed

NUMBERS = ("nodes", "guesses", "conflicts", "backtracks", "restarts", "cuts", "max_depth")


class Film:
    """A run with its events, and what stands on the board before each."""

    def __init__(self, puzzle: Puzzle, wanted: int = 2, engine: str = "auto") -> None:
        self.puzzle, self.grid = puzzle, puzzle.grid
        self.batches: list[Batch] = []
        trace = TraceWriter(self.batches.append)
        self.result = solve(puzzle, wanted, engine, trace)
        self.rules = [rule for batch in self.batches for rule in batch.rules]
        self.reasons = [reason for batch in self.batches for reason in batch.reasons]

    def events(self) -> list[tuple[Kind, int, int, int, str, Reason]]:
        """(kind, depth, cell, value, rule, reason)"""
        found = []
        for row in (row.tolist() for batch in self.batches for row in batch.rows):
            rule = self.rules[row[4]] if row[4] >= 0 else ""
            found.append((Kind(row[0]), row[1], row[2], row[3], rule, self.reasons[row[5]] if row[5] >= 0 else Reason("")))
        return found


def solve(puzzle: Puzzle, wanted: int, engine: str, trace: TraceWriter) -> SolveResult:
    limits = Limits(120)
    return run_engine(FILLOMINO.engine(engine), puzzle, Options(wanted, {}), limits, trace, Cancel(limits), FILLOMINO.wrong)


def board(seed: int, size: int = 7, density: float = 0.4, variant: str = "challenging") -> Puzzle:
    """A random board, sometimes with a wrong number."""
    rng = random.Random(seed)
    grid = Grid(size, size)
    answer = random_division(grid, 8, rng, Cancel())
    givens = [number if rng.random() < density else 0 for number in answer]
    if seed % 4 == 3:
        givens[rng.randrange(grid.size)] = rng.randint(1, 9)
    return Puzzle("fillomino", grid, tuple(givens), params={"variant": variant})


def check_reason(film: Film, shown: list[int], excluded: set[tuple[int, int]], cell: int, value: int, rule: str,
                 reason: Reason) -> None:
    """What a reason says of its cells is so on the board that it is told of."""
    number, grid, cells = abs(value), film.grid, set(reason.cells)
    around = set(grid.neighbours(cell))
    if rule in ("complete", "single-exit", "forced-cells"):
        assert all(shown[each] == number for each in cells)
        assert set(grid.flood(min(cells), lambda other: shown[other] == number)) == cells, "a whole group"
    if rule == "complete":
        assert value < 0 and len(cells) == number and around & cells
    if rule == "single-exit":
        exits = {other for each in cells for other in grid.neighbours(each)
                 if not shown[other] and (other, number) not in excluded}
        assert value > 0 and exits == {cell}
    if rule == "too-large":
        joined = {each for other in around if shown[other] == number
                  for each in grid.flood(other, lambda o: shown[o] == number)}
        assert value < 0 and joined == cells and len(joined) >= number
    if rule == "one-region":
        assert cells and all(shown[each] == number for each in cells)
    if rule == "look-ahead":
        assert value < 0 and "found by looking ahead" in reason.text
    if rule == "only-number":
        sizes = {given for given in film.puzzle.givens if given}
        others = sizes if film.puzzle.params["variant"] == "basic" else set(range(1, max(sizes) + 1))
        assert all((cell, other) in excluded for other in others - {number})


@pytest.mark.parametrize("variant", ["challenging", "basic"])
def test_every_reason_of_the_presolve_is_the_real_one(variant: str) -> None:
    used: Counter[str] = Counter()
    for seed in range(24):
        film = Film(board(seed, 7, (0.3, 0.45)[seed % 2], variant))
        shown, excluded = list(film.puzzle.givens), set[tuple[int, int]]()
        for kind, _, cell, value, rule, reason in film.events():
            if kind is not Kind.DEDUCE:
                break
            used[rule] += 1
            check_reason(film, shown, excluded, cell, value, rule, reason)
            if value > 0:
                shown[cell] = value
            else:
                excluded.add((cell, -value))
    assert len(used) >= 6 and used["look-ahead"], used  # many rules, and looking ahead is called by its name


def test_deductions_hold_in_every_solution_not_yet_told() -> None:
    for seed in range(60):
        rng = random.Random(seed)
        rows, cols = rng.choice([(2, 4), (3, 3), (3, 4)])
        givens, basic = brute.random_givens(rng, rows, cols), seed % 3 == 0
        solutions = brute.solutions(rows, cols, givens, basic)
        variant = "basic" if basic else "challenging"
        film = Film(Puzzle("fillomino", Grid(rows, cols), tuple(givens), params={"variant": variant}))
        events, told = film.events(), iter(film.result.solutions)
        for kind, depth, cell, value, _, reason in events:
            if kind is Kind.SOLUTION:
                solutions.remove(next(told))
            if kind is Kind.DEDUCE and depth == 0:
                assert all((answer[cell] == abs(value)) == (value > 0) for answer in solutions), (seed, cell, value, reason)
            if kind is Kind.CONFLICT and depth == 0:
                assert not solutions, seed
        if not film.result.solutions and not film.result.stats["cuts"]:
            assert any(kind is Kind.CONFLICT for kind, *_ in events)


def test_dives_are_filmed_as_they_were() -> None:
    """Mostly open boards: guesses, clashes and steps back balance, and filming changes no number."""
    steps_back = 0
    for size, clues in ((4, 0), (6, 2), (7, 4), (7, 7), (8, 11), (9, 14)):
        rng = random.Random(10 * size + clues)
        givens = [0] * (size * size)
        for cell in rng.sample(range(size * size), clues):
            givens[cell] = rng.randint(2, 6)
        puzzle = Puzzle("fillomino", Grid(size, size), tuple(givens))
        film, plain = Film(puzzle), solve(puzzle, 2, "auto", TraceWriter())
        assert film.result.solutions == plain.solutions
        assert [film.result.stats[name] for name in NUMBERS] == [plain.stats[name] for name in NUMBERS]
        kinds = Counter(kind for kind, *_ in film.events())
        if "solver" in plain.stats:
            continue
        steps_back += kinds[Kind.BACKTRACK]
        assert kinds[Kind.GUESS] == plain.stats["guesses"]
        assert kinds[Kind.CONFLICT] == plain.stats["conflicts"] and kinds[Kind.BACKTRACK] == plain.stats["backtracks"]
    assert steps_back


def test_filmed_and_unfilmed_runs_take_the_same_way() -> None:
    """Boards that the kernel's own search answers; CaDiCaL's may differ under observation (the engine says so)."""
    own = 0
    boards = [*FILLOMINO.samples(), *(board(seed, 8, 0.75) for seed in range(12))]
    for number, puzzle in enumerate(boards):
        film, plain = Film(puzzle), solve(puzzle, 2, "auto", TraceWriter())
        assert film.result.status == plain.status
        if "solver" not in plain.stats:
            own += 1
            assert film.result.solutions == plain.solutions
            assert [film.result.stats[name] for name in NUMBERS] == [plain.stats[name] for name in NUMBERS], number
    assert own >= 8


def test_large_boards_are_filmed_with_the_search_that_is_timed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Local repair on another solver: its rounds are told, and the numbers are the same."""
    monkeypatch.setattr("studio.families.fillomino.kernel.solve.LARGE", 0)
    monkeypatch.setattr("studio.families.fillomino.kernel.dives.MOSTLY_OPEN", 2)  # no dives
    cuts = 0
    for seed in (1, 5, 9):
        puzzle = board(seed, 8, 0.2)
        film, plain = Film(puzzle), solve(puzzle, 2, "auto", TraceWriter())
        assert film.result.solutions == plain.solutions
        assert [film.result.stats[name] for name in NUMBERS] == [plain.stats[name] for name in NUMBERS]
        for kind, _, _, _, rule, reason in film.events():
            if kind is Kind.CUT:
                cuts += 1
                assert rule in ("too-large", "too-small", "clued") and reason.cells
    assert cuts


def test_a_contradiction_of_the_presolve_names_its_cells() -> None:
    def last(*givens: int) -> tuple[str, tuple[int, ...]]:
        found = [event for event in Film(Puzzle("fillomino", Grid(3, 3), givens)).events() if event[0] is Kind.CONFLICT]
        return found[0][4], found[0][5].cells

    assert last(9, 0, 0, 0, 2, 0, 0, 2, 2) == ("too-large", (4, 7, 8))
    assert last(3, 3, 0, 0, 3, 0, 3, 0, 0) == ("no-room", (6,))


def test_found_answers_are_told_before_the_end() -> None:
    """A run that is stopped keeps what it has found."""
    trace = TraceWriter()
    told: list[int] = []
    original = trace.solution

    def solution(answer: tuple[int, ...]) -> None:
        original(answer)
        told.append(len(trace.found))

    trace.solution = solution  # type: ignore[method-assign]
    limits = Limits(60)
    cancel = Cancel(limits, lambda: len(told) == 3)
    result = run_engine(FILLOMINO.engine("auto"), Puzzle("fillomino", Grid(4, 4), (0,) * 16), Options(0, {}), limits, trace,
                        cancel, FILLOMINO.wrong)
    assert len(result.solutions) == 3 and not result.complete


def test_mended_dives_are_filmed_truly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small boards with short arms for mending, so that every claim can be held against all solutions."""
    monkeypatch.setattr("studio.families.fillomino.kernel.dives.MOSTLY_OPEN", 0.1)
    monkeypatch.setattr("studio.families.fillomino.kernel.dives.RADII", (0, 1, 2))
    monkeypatch.setattr("studio.families.fillomino.kernel.dives.CONFLICTS", 0)
    rng, mended, engine = random.Random(4), 0, FILLOMINO.engine("auto")
    for _ in range(40):
        known = with_solutions(FILLOMINO, FILLOMINO.trials.random_puzzle(rng, 16))
        if known is None:
            continue
        film = filmed(known[0], engine, 4)
        assert check_film(film, known[1]).faults == [], known[0].givens
        mended += film.result.stats["restarts"]
    assert mended > 10
