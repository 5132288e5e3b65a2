"""The vectors of solver texts (DLX, DIMACS, MPS, MiniZinc): our strict readers take and refuse what the programs do, and take
all that we write; the programs themselves are asked where they are installed."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from studio.core import files, registry
from studio.core.puzzle import Puzzle
from studio.solvers.outside import Whole
from tests.core.test_vectors import FILE, vectors
from tests.solvers.plain_texts import Refused, clauses, covers, exact_cover, fixed_mps

here = pytest.mark.skipif(not FILE.exists(), reason="the vectors are not here")
FAMILIES = ("fillomino", "fobidoshi", "evolomino", "tiling")
LIBRARY = files.library_folder() / "tiling"


def numbered(part: str) -> list[Any]:
    return [pytest.param(vector, id=str(number)) for number, vector in enumerate(vectors(part))]


def small(family_id: str) -> Puzzle:
    return min(registry.family(family_id).samples(), key=lambda puzzle: puzzle.grid.size)


def whole_of(puzzle: Puzzle) -> Whole:
    make: Callable[[Puzzle], Whole] | None = registry.family(puzzle.family).whole
    assert make is not None
    return make(puzzle)


def dlx_of(puzzle: Puzzle) -> str:
    return registry.family("tiling").exports["dlx"](puzzle)


# --- Knuth's DLX --------------------------------------------------------------------------------------------------------
@here
@pytest.mark.parametrize("vector", numbered("dlx"))
def test_the_reader_of_exact_covers_is_as_strict_as_dlx1(vector: dict[str, Any]) -> None:
    said = vector["dlx1"]
    if said == "refused":
        with pytest.raises(Refused):
            exact_cover(vector["text"])
        return
    count = re.search(r"(\d+) solution", said)
    assert count is not None and len(list(islice(covers(vector["text"]), 10))) == int(count[1])


@here
@pytest.mark.parametrize("vector", [each for each in numbered("dlx") if each.values[0]["name"].startswith("tiling library")])
def test_our_exact_cover_of_a_tiling_is_the_same_one(vector: dict[str, Any]) -> None:
    path, = LIBRARY.glob(f"{vector['name'].split()[-1]}-*")
    ours, theirs = exact_cover(dlx_of(files.load(path).puzzle)), exact_cover(vector["text"])
    assert set(ours[0]) == set(theirs[0]) and set(ours[1]) == set(theirs[1])
    assert sorted(map(sorted, ours[2])) == sorted(map(sorted, theirs[2]))


@pytest.mark.parametrize(("number", "solutions"), [("02", 1), ("05", 1024)])
def test_exact_covers_of_library_tilings_count_as_we_do(number: str, solutions: int) -> None:
    path, = LIBRARY.glob(f"{number}-*")
    assert sum(1 for _ in covers(dlx_of(files.load(path).puzzle))) == solutions


@pytest.mark.parametrize(("least", "count", "tilings"),
                         [(0, None, 5), (1, None, 4), (2, 2, 1), (0, 1, 4), (3, None, 0), (1, 1, 3)])
def test_tiles_that_must_be_used(least: int, count: int | None, tilings: int) -> None:
    """Dominoes and single cells on a strip of four: none, one (in three places) or two dominoes."""
    blank = registry.family("tiling").blank(1, 4)
    domino = {"name": "2", "cells": [[0, 0], [0, 1]], "count": count, "least": least}
    single = {"name": "1", "cells": [[0, 0]], "count": None}
    puzzle = replace(blank, params={"reflections": False, "tiles": [domino, single]}, title="two\nlines | and : signs")
    pieces = [[frozenset(word for word in option if "," in word) for option in cover] for cover in covers(dlx_of(puzzle))]
    found = set(map(frozenset, pieces))
    assert len(found) == tilings and models(whole_of(puzzle), puzzle) == tilings


def models(whole: Whole, puzzle: Puzzle) -> int:
    """How many answers the clauses have, by forbidding each that was found; all are right."""
    from pysat.solvers import Solver

    top, rules = clauses(whole.text("cnf"))
    family, count = registry.family(puzzle.family), 0
    with Solver(name="minisat22", bootstrap_with=rules) as solver:
        while solver.solve():
            answer = whole.read({abs(literal): int(literal > 0) for literal in solver.get_model() if abs(literal) <= top})
            assert not family.wrong(puzzle, answer)
            solver.add_clause(whole.differs(answer))
            count += 1
    return count


# --- clauses ------------------------------------------------------------------------------------------------------------
@here
@pytest.mark.parametrize("vector", numbered("dimacs"))
def test_the_reader_of_clauses_is_as_strict_as_the_strictest(vector: dict[str, Any]) -> None:
    said = {vector[name] for name in ("cadical", "minisat", "cryptominisat5", "clasp")}
    if "refused" in said:
        with pytest.raises(Refused):
            clauses(vector["text"])
        return
    _, found = clauses(vector["text"])
    assert ([] in found) == (said == {"unsat"})


@here
@pytest.mark.parametrize("program", ["cadical", "minisat"])
@pytest.mark.parametrize("vector", numbered("dimacs"))
def test_the_programs_say_what_the_vectors_say(program: str, vector: dict[str, Any], tmp_path: Path) -> None:
    if shutil.which(program) is None:
        pytest.skip(f"{program} is not here")
    path = tmp_path / "x.cnf"
    path.write_text(vector["text"])
    code = subprocess.run([program, str(path)], capture_output=True, timeout=20, check=False).returncode
    assert {10: "sat", 20: "unsat"}.get(code, "refused") == vector[program]


@pytest.mark.parametrize("family_id", FAMILIES)
def test_our_clauses_pass_the_strictest_reader(family_id: str) -> None:
    puzzle = replace(small(family_id), title="ind\nc ind 3\np cnf 1 1")
    whole = whole_of(puzzle)
    if "cnf" in whole.formats():
        top, found = clauses(whole.text("cnf"))
        assert top == whole.top and found == whole.clauses


# --- linear programs, MiniZinc ------------------------------------------------------------------------------------------
@here
@pytest.mark.parametrize("vector", numbered("mps"))
def test_linear_programs_of_the_vectors(vector: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / "x.mps"
    path.write_text(vector["text"])
    assert optimum(path) == vector["optimum"]
    if vector["name"].startswith("fixed"):
        assert fixed_mps(vector["text"]) == {"obj": "N", "c1": "L", "c2": "L", "c3": "G", "c4": "E"}


def optimum(path: Path) -> float:
    import highspy

    solver = highspy.Highs()
    solver.silent()
    assert solver.readModel(str(path)) == highspy.HighsStatus.kOk
    solver.run()
    return float(solver.getInfo().objective_function_value)


@pytest.mark.parametrize("family_id", FAMILIES)
def test_our_linear_programs_keep_to_the_columns(family_id: str) -> None:
    text = whole_of(replace(small(family_id), title="a\nROWS")).text("mps")
    rows = fixed_mps(text)
    assert rows["OBJ"] == "N" and all(len(name) <= 8 for name in rows) and "OBJSENSE" not in text


@here
@pytest.mark.skipif(shutil.which("minizinc") is None, reason="minizinc is not here")
@pytest.mark.parametrize("vector", numbered("minizinc"))
def test_minizinc_of_the_vectors(vector: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / "x.mzn"
    path.write_text(vector["text"])
    done = subprocess.run(["minizinc", "--solver", "gecode", "-a", str(path)], capture_output=True, text=True, timeout=60,
                          check=False)
    assert done.stdout.count("----------") == vector["solutions"], done.stderr


@pytest.mark.parametrize("family_id", FAMILIES)
def test_our_minizinc_needs_no_library(family_id: str) -> None:
    assert "globals.mzn" not in whole_of(small(family_id)).text("mzn")
