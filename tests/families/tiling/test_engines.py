"""All engines agree: solvable or not, how many, and which tilings."""

from __future__ import annotations

import shutil
from functools import cache
from itertools import cycle
from pathlib import Path

import pytest

from studio.core.engine import Cancel, Cancelled, Limits, Options, Status, run_engine
from studio.core.puzzle import Answer, Puzzle
from studio.core.trace import Batch, Kind, TraceWriter
from studio.families.tiling import FAMILY
from studio.families.tiling.model.convert import problem_of, puzzle_of
from studio.families.tiling.model.placements import Placements
from studio.families.tiling.model.problem import Problem, rectangle_board
from studio.families.tiling.model.shapes import NAMED, Tile
from studio.families.tiling.samples import PENTOMINOES
from tests.data import shared_data
from tests.families.tiling.instances import as_puzzle, instances, solve

INSTANCES = 300
MANY = 60

VARIANTS: dict[str, list[dict[str, object]]] = {
    "auto": [{}],
    "table": [{}, {"memo": False}],
    "mrv": [{}, {"memo": False}],
    "simple": [{"order": order} for order in ("default", "frequent first", "rare first", "fill top row")],
    "dlx": [{}, {"pieces": "counters"}, {"opt1": False}, {"opt2": False}, {"opt3": False},
            {"opt1": False, "opt2": False, "opt3": False}],
    "sat": [{"amo": amo, "amk": amk, "translation": translation, "solver": solver}
            for amo, amk, translation, solver in zip(
                ("pairwise", "sequential", "commander", "bimander", "k-product", "binary", "sequential", "pairwise"),
                ("cardinality network", "totalizer", "sequential counter", "sorting network", "modulo totalizer",
                 "totalizer", "cardinality network", "totalizer"),
                ("amk", "amo", "amo", "amk", "amo", "amo", "amo-ordered", "amo-ordered"),
                ("cadical195", "glucose42", "cadical153", "minisat22", "maplechrono", "cadical195", "glucose42", "lingeling"))]
    + [{"opt1": False, "translation": "amo"}, {"opt2": False}, {"opt3": False}]
    + [{"translation": "amo", "amo": "auto"}, {"amk": "bdd"}, {"amk": "auto"}, {"translation": "amo", "symmetry": "pieces"},
       {"translation": "amo", "symmetry": "pieces", "opt1": False, "opt2": False, "opt3": False}, {"cover": "at least one"},
       {"translation": "amo", "cover": "at least one"}, {"translation": "amo-ordered", "cover": "at least one", "opt3": False}],
    "ilp": [{"solver": solver, "variant": variant} for solver, variant in (
        ("cpsat", "eq-ign"), ("highs", "eq-ign"), ("cbc", "eq-min"), ("scip", "geq-min"), ("cpsat", "leq-max"),
        ("highs", "leq-max"), ("cbc", "geq-min"), ("scip", "eq-ign"), ("scip", "leq-max"), ("highs", "eq-min"))],
    "csp": [{}, {"order": False}, {"squares": True}, {"model": "regular"}],
    "rules": [{}, {"order": "first"}],
}


@cache
def references() -> list[tuple[Puzzle, frozenset[Answer] | None]]:
    """Random instances and all their tilings by plain backtracking (None: too many to list)."""
    found: list[tuple[Puzzle, frozenset[Answer] | None]] = []
    for problem in instances(INSTANCES, 2024):
        puzzle = as_puzzle(problem)
        every = solve(puzzle, "simple", MANY + 1).solutions
        found.append((puzzle, frozenset(every) if len(every) <= MANY else None))
    return found


def test_the_instances_are_of_all_kinds() -> None:
    numbers = [len(every) if every is not None else MANY + 1 for _, every in references()]
    assert len(numbers) >= 300 and numbers.count(0) > 60 and numbers.count(1) > 20 and sum(n > 1 for n in numbers) > 60
    assert {puzzle.params["reflections"] for puzzle, _ in references()} == {True, False}
    assert any(0 in puzzle.givens for puzzle, _ in references())


@pytest.mark.parametrize("engine", VARIANTS)
def test_all_engines_agree(engine: str) -> None:
    slow = engine in ("ilp", "csp", "rules")
    variants = cycle(VARIANTS[engine])
    for k, (puzzle, every) in enumerate(references()):
        values = next(variants)
        whole = every is not None and (not slow or (k % 5 == 0 and len(every) <= 3))
        result = solve(puzzle, engine, 0 if whole else 1, **values)
        assert result.status.answered, (k, values, result.message)
        if whole and every is not None:
            assert set(result.solutions) == every, (k, values)
            expected = Status.NONE if not every else Status.UNIQUE if len(every) == 1 else Status.MULTIPLE
            assert result.status is expected or (expected is Status.UNIQUE and result.status is Status.SOLVED)
        else:
            assert bool(result.solutions) == (every is None or bool(every)), (k, values)


def test_counting_agrees() -> None:
    for k, (puzzle, every) in enumerate(references()):
        result = solve(puzzle, "count")
        assert result.count is not None
        assert result.count == len(every) if every is not None else result.count > MANY, k


def test_colouring_never_contradicts_a_tiling() -> None:
    proved = 0
    for puzzle, every in references():
        result = solve(puzzle, "colouring")
        assert result.status in (Status.NONE, Status.TIMEOUT)
        if result.status is Status.NONE:
            proved += 1
            assert every is not None and not every
    assert proved > 20


def test_films_show_every_piece_and_end_in_the_solution() -> None:
    puzzle = FAMILY.samples()[0]
    for engine in ("auto", "table", "mrv", "simple", "dlx", "rules"):
        batches: list[Batch] = []
        limits = Limits(30.0)
        result = run_engine(FAMILY.engine(engine), puzzle, Options(1), limits, TraceWriter(batches.append), Cancel(limits),
                            FAMILY.wrong)
        kinds = [int(row[0]) for batch in batches for row in batch.rows]
        assert result.solutions and Kind.SOLUTION in kinds and (Kind.GUESS in kinds or Kind.DEDUCE in kinds), engine
        assert sum(len(batch.moves) for batch in batches) > 0


def test_a_search_can_be_stopped_and_goes_on_where_it_was() -> None:
    """Slices of any length find the same tilings in the same order."""
    from studio.families.tiling.kernel.cover import DlxSearch, Switches
    from studio.families.tiling.kernel.mrv import MrvSearch
    from studio.families.tiling.kernel.searching import DONE, SOLUTION
    from studio.families.tiling.kernel.simple import SimpleSearch
    from studio.families.tiling.kernel.table import TableSearch
    from studio.families.tiling.model.placements import find_placements

    problem = Problem(rectangle_board(3, 4), (Tile(NAMED["2"], 3), Tile(NAMED["3L"], 2)))
    makers = (lambda: SimpleSearch(problem), lambda: TableSearch(problem), lambda: MrvSearch(problem, find_placements(problem)),
              lambda: DlxSearch(problem, Switches()))
    for make in makers:
        runs = []
        for nodes in (1, 7, 10**9):
            search, found = make(), []
            while (code := search.run(nodes)) != DONE:
                if code == SOLUTION:
                    found.append(search.pieces())
            runs.append(found)
        assert runs[0] == runs[1] == runs[2] and runs[0]


def test_time_limits_end_a_search() -> None:
    tiles = [Tile(NAMED[name], 1, name) for name in PENTOMINOES]
    puzzle = puzzle_of(rectangle_board(6, 10), tiles, True)
    result = solve(puzzle, "simple", 0, seconds=0.3)
    assert result.stopped == "timeout" and not result.complete
    with pytest.raises(Cancelled):
        FAMILY.engine("table").solve(puzzle, Options(0), Limits(), TraceWriter(), Cancel(None, lambda: True))


def test_exports_are_what_is_solved() -> None:
    """The CNF and LP texts, read by other code, give the same verdict."""
    from pysat.formula import CNF
    from pysat.solvers import Solver

    for puzzle, every in references()[::10]:
        if not any(puzzle.givens):
            continue
        text = FAMILY.engine("sat").export(puzzle, Options())["cnf"]
        with Solver(name="glucose42", bootstrap_with=CNF(from_string=text).clauses) as solver:
            assert bool(solver.solve()) == (every is None or bool(every))
    puzzle = FAMILY.samples()[0]
    assert "Subject To" in FAMILY.engine("ilp").export(puzzle, Options())["lp"]
    assert "geost_bb" in FAMILY.engine("csp").export(puzzle, Options())["mzn"]


def test_lp_texts_are_what_is_solved(tmp_path: Path) -> None:
    import highspy

    for k, (puzzle, every) in enumerate(references()[::25]):
        text = FAMILY.engine("ilp").export(puzzle, Options())["lp"]
        (tmp_path / f"{k}.lp").write_text(text)
        solver = highspy.Highs()
        solver.silent()
        assert solver.readModel(str(tmp_path / f"{k}.lp")) == highspy.HighsStatus.kOk
        solver.run()
        feasible = solver.getModelStatus() == highspy.HighsModelStatus.kOptimal
        assert feasible == (every is None or bool(every))


def test_highs_finds_its_way_when_it_loses_it() -> None:
    """HiGHS 1.12 ends this enumeration with an error of its own after five tilings; there are nine."""
    tiles = tuple(Tile(NAMED[name], count, name) for name, count in (("1", 1), ("4O", None), ("3L", 4), ("5L", 4)))
    puzzle = as_puzzle(Problem(rectangle_board(2, 4), tiles))
    result = solve(puzzle, "ilp", 0, solver="highs", variant="eq-min", opt2=False, opt3=False)
    assert set(result.solutions) == set(solve(puzzle, "simple", 0).solutions) and len(result.solutions) == 9


def test_seeds_and_parameters_keep_the_verdict() -> None:
    board = Problem(rectangle_board(6, 6), (Tile(NAMED["4I"]),))
    for solver, values in (("highs", {"seed": 7}), ("highs", {"parameters": "default"}), ("scip", {"seed": 7}),
                           ("cpsat", {"seed": 7}), ("cpsat", {"parameters": "default"})):
        assert solve(as_puzzle(board), "ilp", solver=solver, **values).status is Status.NONE
    refused = solve(as_puzzle(board), "ilp", solver="cbc", seed=7)
    assert refused.status is Status.ERROR and "no seed" in refused.message


def test_symmetry_breaking_keeps_the_verdict() -> None:
    kinds = cycle([{"symmetry": "board"}, {"symmetry": "all", "translation": "amo", "opt2": False},
                   {"symmetry": "board", "translation": "amo-ordered"}])
    for puzzle, every in references()[:90]:
        result = solve(puzzle, "sat", **next(kinds))
        assert bool(result.solutions) == (every is None or bool(every))


def test_broken_symmetries_leave_one_of_each_kind() -> None:
    """Three equal dominoes on 2x3: three tilings, each in six orders, two of them mirror images of each other."""
    from pysat.solvers import Solver

    from studio.families.tiling.model.placements import find_placements
    from studio.families.tiling.translate.cnf import Wishes, encode

    problem = Problem(rectangle_board(2, 3), (Tile(NAMED["2"], 3),))
    placements = find_placements(problem)
    left = {}
    for symmetry in ("off", "pieces", "board", "all"):
        encoding = encode(problem, placements, Wishes("amo", "pairwise", opt1=False, opt2=False, symmetry=symmetry))
        with Solver(bootstrap_with=encoding.clauses) as solver:
            models = {tuple(v for v in model if v in encoding.placement) for model in solver.enum_models()}
        left[symmetry] = len(models)
    assert left == {"off": 18, "pieces": 3, "board": 12, "all": 2}


def test_figure_2_2() -> None:
    """Four pieces and seven places: 18 auxiliary variables and 62 binary clauses."""
    from studio.families.tiling.translate.cnf import ordered_rows
    from studio.solvers.constraints.cardinality import Variables

    variables = Variables(0)
    rows = [[variables() for _ in range(7 - j)] for j in range(4)]
    placed = variables.top
    clauses = ordered_rows(rows, variables)
    assert placed == 22 and variables.top - placed == 18
    assert len(clauses) == 62 and all(len(clause) == 2 for clause in clauses)


def test_cryptominisat_agrees() -> None:
    pytest.importorskip("pycryptosat")
    for puzzle, every in references()[:60]:
        if every is not None:
            assert set(solve(puzzle, "sat", 0, solver="cryptominisat").solutions) == every


@pytest.mark.skipif(shutil.which("minizinc") is None, reason="MiniZinc is not installed")
def test_minizinc_agrees() -> None:
    """Each model finds all tilings, each once; geost only where all pieces must be used."""
    models = cycle(("placements", "regular", "geost"))
    tried = 0
    for puzzle, every in references()[::12]:
        model = next(models)
        if every is None or (model == "geost" and not problem_of(puzzle).exact):
            continue
        result = solve(puzzle, "csp", 0, solver="minizinc", model=model)
        assert set(result.solutions) == every, (model, result.message)
        tried += 1
    assert tried > 8
    refused = solve(FAMILY.samples()[3], "csp", solver="minizinc")
    assert refused.status is Status.ERROR and "exactly the board's area" in refused.message


def test_auto_answers_the_whole_collection() -> None:
    """All 138 problems of the thesis; every answer is checked, and the labels agree."""
    files = sorted(shared_data("tiling").rglob("*_[su]"))
    from studio.families.tiling.codecs.tiler_text import load

    for file in files:
        result = solve(as_puzzle(load(file)), "auto", seconds=60.0)
        assert result.status.answered, (file, result.message)
        assert bool(result.solutions) == file.name.endswith("_s"), file


def test_restarts_lose_nothing() -> None:
    """A search that starts over still finds a tiling, or proves that there is none."""
    import numpy as np

    from studio.families.tiling.kernel.mrv import MrvSearch
    from studio.families.tiling.kernel.restarts import RestartingSearch, luby
    from studio.families.tiling.model.placements import find_placements
    from studio.solvers.kernels.search import BUDGET, DONE, SOLUTION

    assert [luby(k) for k in range(1, 16)] == [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]
    for tiles, wanted in (((Tile(NAMED["4L"]),), DONE), ((Tile(NAMED["4L"]), Tile(NAMED["2"], 2)), SOLUTION)):
        problem = Problem(rectangle_board(6, 6), tiles)
        placements = find_placements(problem)

        def make(k: int, problem: Problem = problem, placements: Placements = placements) -> MrvSearch:
            return MrvSearch(problem, placements, 8, np.random.default_rng(k).permutation(len(placements)))

        search = RestartingSearch(make, nodes=3)
        while (code := search.run(2)) == BUDGET:
            pass
        assert code == wanted and search.totals()["nodes"] > 3


def test_the_helper_process_answers_and_dies() -> None:
    import time

    from studio.families.tiling.race.racer import Racer

    racer = Racer(Problem(rectangle_board(4, 4), (Tile(NAMED["2"]),)), "cpsat", 2)
    deadline = time.monotonic() + 60
    while racer.answer() is None and time.monotonic() < deadline:
        time.sleep(0.02)
    found = racer.answer()
    racer.stop()
    assert found is not None and len(found) == 2 and racer.process.poll() is not None
