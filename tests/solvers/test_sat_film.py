"""CaDiCaL's own search as events, on kernels small enough to know what must come out."""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence

import pytest

from studio.core.clauses import Clause
from studio.core.engine import Cancel, Cancelled, Limits, Options, SolveResult, Status
from studio.core.film import TraceLog
from studio.core.grid import Grid
from studio.core.puzzle import Answer
from studio.core.trace import Kind, TraceWriter, move_cell
from studio.solvers.clause_engine import solve_kernel
from studio.solvers.sat_film import SatFilm, settings_of

BLACK, WHITE = 1, 2


class OneIsland:
    """Cells are black or white, a few are given; black cells must hang together (lazily enforced); some random 3-clauses.

    A variable is true where a cell is white, so that CaDiCaL's first tries leave the black cells apart.
    """

    def __init__(self, rows: int, cols: int, givens: dict[int, int], extra: Sequence[Clause] = ()) -> None:
        self.grid = Grid(rows, cols)
        self.top = self.grid.size
        self.literals = [(cell, value, sign * (cell + 1))
                         for cell in self.grid.cells() for value, sign in ((BLACK, -1), (WHITE, 1))]
        self.assumptions: dict[object, int] = {}
        self.clauses: list[Clause] = [[-cell - 1 if value == BLACK else cell + 1] for cell, value in givens.items()]
        self.clauses += list(extra)

    def black(self, model: Sequence[int]) -> list[int]:
        return [cell for cell in self.grid.cells() if model[cell] < 0]

    def cuts(self, model: Sequence[int]) -> list[Clause]:
        parts = self.grid.components(self.black(model))
        if len(parts) < 2:
            return []
        part = parts[0]
        around = {other for cell in part for other in self.grid.neighbours(cell)} - set(part)
        inside = [cell + 1 for cell in (part[0], parts[1][0])]
        return [[*inside, *(-cell - 1 for cell in sorted(around))]]

    def cut_cells(self, clause: Clause) -> tuple[int, ...]:
        return tuple(-lit - 1 for lit in clause if lit < 0)

    def decode(self, model: Sequence[int]) -> Answer:
        return tuple(BLACK if model[cell] < 0 else WHITE for cell in self.grid.cells())


class Pigeons:
    """n+1 pigeons, n holes: no solution, and CaDiCaL has to search for it. Cell = pigeon, value = hole."""

    def __init__(self, holes: int, pigeons: int | None = None) -> None:
        self.holes, self.pigeons = holes, pigeons or holes + 1
        self.top = self.holes * self.pigeons
        self.literals = [(p, h + 1, self.lit(p, h)) for p in range(self.pigeons) for h in range(holes)]
        self.assumptions: dict[object, int] = {}
        self.clauses = [[self.lit(p, h) for h in range(holes)] for p in range(self.pigeons)]
        for h in range(holes):
            self.clauses += [[-self.lit(a, h), -self.lit(b, h)] for a, b in itertools.combinations(range(self.pigeons), 2)]
        for p in range(self.pigeons):
            self.clauses += [[-self.lit(p, a), -self.lit(p, b)] for a, b in itertools.combinations(range(holes), 2)]

    def lit(self, pigeon: int, hole: int) -> int:
        return pigeon * self.holes + hole + 1

    def cuts(self, model: Sequence[int]) -> list[Clause]:
        return []

    def cut_cells(self, clause: Clause) -> tuple[int, ...]:
        return ()

    def decode(self, model: Sequence[int]) -> Answer:
        return tuple(next(h + 1 for h in range(self.holes) if model[self.lit(p, h) - 1] > 0) for p in range(self.pigeons))


def film_of(kernel: object, cells: int, solutions: int = 1, cancel: Cancel | None = None,
            **values: object) -> tuple[SolveResult, TraceLog, TraceWriter]:
    log = TraceLog(cells)
    trace = TraceWriter(log.add)
    result = solve_kernel(kernel, Options(solutions, values), Limits(), trace, cancel or Cancel())  # type: ignore[arg-type]
    trace.flush()
    return result, log, trace


def kinds(log: TraceLog) -> list[Kind]:
    return [Kind(int(kind)) for kind in log.rows[:, 0]]


def islands(kernel: OneIsland) -> set[Answer]:
    """All answers by trying everything."""
    found = set()
    for signs in itertools.product((1, -1), repeat=kernel.grid.size):
        model = [sign * (cell + 1) for cell, sign in enumerate(signs)]
        kept = all(any(model[abs(lit) - 1] == lit for lit in clause) for clause in kernel.clauses)
        if kept and len(kernel.grid.components(kernel.black(model))) < 2:
            found.add(kernel.decode(model))
    return found


def random_island(seed: int) -> OneIsland:
    rng = random.Random(seed)
    cells = range(12)
    givens = {cell: rng.choice((BLACK, WHITE)) for cell in rng.sample(cells, 3)}
    extra = [[rng.choice((1, -1)) * (cell + 1) for cell in rng.sample(cells, 3)] for _ in range(rng.randint(5, 45))]
    return OneIsland(3, 4, givens, extra)


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("first_try", ["as it likes", "value first"])
def test_filming_changes_no_answer(seed: int, first_try: str) -> None:
    expected = islands(random_island(seed))
    result, log, _ = film_of(random_island(seed), 12, 0, first_try=first_try)
    assert set(result.solutions) == expected
    assert len(result.solutions) == len(expected)
    assert log.solutions == result.solutions
    unfilmed = solve_kernel(random_island(seed), Options(0), Limits(), TraceWriter(), Cancel())  # type: ignore[arg-type]
    assert set(unfilmed.solutions) == expected


@pytest.mark.parametrize("seed", range(12))
def test_the_board_of_the_film_is_the_answer_when_one_is_found(seed: int) -> None:
    _, log, _ = film_of(random_island(seed), 12, 0)
    positions = [index + 1 for index, kind in enumerate(kinds(log)) if kind is Kind.SOLUTION]
    assert len(positions) == len(log.solutions)
    for position, answer in zip(positions, log.solutions):
        frame, _ = log.frame(position)
        assert tuple(frame.values) == answer
        assert log.solution_at(position) == answer


def test_depth_is_the_decision_level() -> None:
    result, log, trace = film_of(Pigeons(5), 6, exclusions=True)
    assert result.status is Status.NONE
    depth = 0
    for index in range(len(log)):
        event = log.event(index)
        if event.kind is Kind.GUESS:
            assert event.depth == depth + 1
        elif event.kind in (Kind.BACKTRACK, Kind.RESTART):
            assert event.depth < depth or not depth
        else:
            assert event.depth == depth
        depth = event.depth
    assert trace.stats.filmed("max_depth") >= 2
    assert trace.stats.filmed("conflicts") == trace.stats.filmed("backtracks") > 0


def test_guesses_are_the_decisions_that_cadical_counts() -> None:
    _, _, trace = film_of(Pigeons(6), 7)
    own = trace.stats.solver
    assert own["name"] == "cadical195"
    assert trace.stats.filmed("guesses") == trace.stats.guesses == own["decisions"] > 20
    told = trace.stats.filmed("conflicts")
    assert own["conflicts"] - 2 <= told <= 1.1 * own["conflicts"] + 5  # the last one ends the search unseen


def test_a_failed_guess_is_told_with_its_cell_but_no_invented_value() -> None:
    """CaDiCaL does not tell the sign; it is told where only one of them clashes, and else left open."""
    _, log, _ = film_of(Pigeons(6), 7)
    guesses = [log.event(i) for i in range(len(log)) if log.rows[i, 0] == Kind.GUESS]
    assert all(event.cell >= 0 for event in guesses)
    open_ = [event for event in guesses if event.value == 0]
    assert all(event.reason and "fails at once" in event.reason.text for event in open_)
    failed = [log.event(i) for i in range(len(log) - 1) if log.rows[i, 0] == Kind.GUESS and log.rows[i + 1, 0] == Kind.CONFLICT]
    assert len([event for event in failed if event.value]) > 5
    _, sure, _ = film_of(Pigeons(6), 7, first_try="value first")
    certain = sure.rows[sure.rows[:, 0] == Kind.GUESS]
    assert len(certain) and (certain[:, 3] > 0).all()


def test_restarts_are_told() -> None:
    _, _, trace = film_of(Pigeons(6), 7)
    assert trace.stats.solver["restarts"] > 0
    assert 0 < trace.stats.filmed("restarts") <= trace.stats.solver["restarts"] * 1.5 + 5


def test_cuts_outline_their_region_while_the_broken_answer_is_on_the_board() -> None:
    kernel = OneIsland(1, 7, {0: BLACK, 6: BLACK})
    result, log, _ = film_of(kernel, 7)
    assert result.solutions == [(BLACK,) * 7]
    cuts = [i for i, kind in enumerate(kinds(log)) if kind is Kind.CUT]
    assert cuts
    reason = log.event(cuts[0]).reason
    assert reason is not None and reason.cells
    for cut in cuts:
        shown, _ = log.frame(cut + 1)
        assert all(shown.values)


class Crumbs(OneIsland):
    """Every round forbids its broken answer by several clauses about the same region."""

    def cuts(self, model: Sequence[int]) -> list[Clause]:
        found = super().cuts(model)
        return [[*clause, extra] for clause in found for extra in (clause[0], clause[1])] + found


def test_a_region_that_several_clauses_forbid_is_shown_once_an_answer() -> None:
    _, log, trace = film_of(Crumbs(1, 7, {0: BLACK, 6: BLACK}), 7)
    told = [i for i, kind in enumerate(kinds(log)) if kind is Kind.CUT]
    assert trace.stats.solver["cuts"] == 3 * len(told) > 0
    for cut in told:
        assert all(log.frame(cut + 1)[0].values)


def test_unfilmed_runs_report_the_solver_s_totals() -> None:
    trace = TraceWriter()
    result = solve_kernel(Pigeons(5), Options(1), Limits(), trace, Cancel())  # type: ignore[arg-type]
    assert result.status is Status.NONE
    assert trace.stats.conflicts == trace.stats.solver["conflicts"] > 0
    assert trace.stats.events == 0 and trace.stats.max_depth is None


@pytest.mark.parametrize("solver", ["cadical153", "glucose42", "maplechrono", "lingeling", "minisat22"])
def test_other_solvers_answer_alike(solver: str) -> None:
    for seed in range(4):
        result, log, _ = film_of(random_island(seed), 12, 0, solver=solver)
        assert set(result.solutions) == islands(random_island(seed))
        assert log.solutions == result.solutions


def test_stopping_is_cancelled_not_unsolvable() -> None:
    asked = itertools.count()
    cancel = Cancel(asked=lambda: next(asked) > 3)
    with pytest.raises(Cancelled):
        film_of(Pigeons(9), 10, cancel=cancel)


def test_a_fault_inside_a_callback_reaches_the_caller() -> None:
    def broken(batch: object) -> None:
        raise RuntimeError("the pipe is gone")

    with pytest.raises(RuntimeError, match="the pipe is gone"):
        solve_kernel(Pigeons(7), Options(1), Limits(), TraceWriter(broken), Cancel())  # type: ignore[arg-type]


def test_a_film_ends_at_its_limit_and_the_search_goes_on() -> None:
    log = TraceLog(8)
    trace = TraceWriter(log.add)
    result = solve_kernel(Pigeons(7), Options(1), Limits(events=100), trace, Cancel())  # type: ignore[arg-type]
    trace.flush()
    assert result.status is Status.NONE
    assert len(log) == 101
    summary = trace.stats.summary()
    assert not summary["whole"] and summary["film"]["guesses"] < summary["guesses"] == trace.stats.solver["decisions"]
    assert any("unfilmed" in (log.event(i).reason.text if log.event(i).reason else "") for i in range(len(log)))  # type: ignore[union-attr]


class Dominoes(Pigeons):
    """Pigeons as moves: each literal places something on two cells at once."""

    def __init__(self) -> None:
        super().__init__(3, 3)
        self.moves = {self.lit(p, h): ((2 * p, h + 1), (2 * p + 1, h + 1)) for p in range(3) for h in range(3)}

    def decode(self, model: Sequence[int]) -> Answer:
        return tuple(value for hole in super().decode(model) for value in (hole, hole))


def test_moves_set_several_cells_at_once() -> None:
    result, log, _ = film_of(Dominoes(), 6)
    assert len(log.moves) == 9
    position = next(i for i, kind in enumerate(kinds(log)) if kind is Kind.SOLUTION) + 1
    assert tuple(log.frame(position)[0].values) == result.solutions[0]


def test_a_literal_that_decides_a_cell_does_not_also_exclude() -> None:
    says = settings_of(OneIsland(1, 2, {}), TraceWriter())  # type: ignore[arg-type]
    assert says[1] == [(0, WHITE)] and says[-1] == [(0, BLACK)]
    says = settings_of(Pigeons(2), TraceWriter())  # type: ignore[arg-type]
    assert says[1] == [(0, 1)] and says[-1] == [(0, -1)]
    assert settings_of(Dominoes(), TraceWriter())[-1] == [(move_cell(0), -1)]  # type: ignore[arg-type]


def test_presolved_cells_are_shown_from_the_start() -> None:
    kernel = OneIsland(1, 3, {})
    kernel.settled = ((1, BLACK),)  # type: ignore[attr-defined]
    log = TraceLog(3)
    trace = TraceWriter(log.add)
    from pysat.solvers import Solver

    with Solver(name="cadical195", bootstrap_with=kernel.clauses) as solver:
        SatFilm(kernel, trace, Cancel()).attach(solver)  # type: ignore[arg-type]
    trace.flush()
    assert log.frame(1)[0].values.tolist() == [0, BLACK, 0]
