"""The whole puzzle in a file: solvers outside give the same verdict, and every model of theirs is a solution."""

from __future__ import annotations

import contextlib
import shutil
import subprocess
from pathlib import Path

import pytest
from pysat.solvers import Solver

from studio.cli import run
from studio.core import files, registry
from studio.core.puzzle import BadPuzzle
from studio.solvers.outside import FORMATS, says_unsat, values_in
from tests.solvers.outside_programs import FAMILIES, PROGRAMS, cases, judge, with_library

SOLVERS = ("cadical", "minisat", "cvc5", "z3", "cbc", "cbc lp", "minizinc")
LARGEST = {"cbc": 13, "cbc lp": 13}
"""cells of a clause model that a solver of linear programs can be asked in a quick test"""
ENOUGH = 3
"""programs that must have answered every board"""


@pytest.mark.parametrize("family_id", FAMILIES)
@pytest.mark.parametrize("solver", SOLVERS)
def test_a_few_boards(solver: str, family_id: str, tmp_path: Path) -> None:
    program, family = PROGRAMS[solver], registry.family(family_id)
    if not program.here:
        pytest.skip(f"{solver} is not here")
    for case in cases(family, 2 if "cbc" in solver else 3):
        if case.puzzle.grid.size <= LARGEST.get(solver, 99):
            judge(program, family, case, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("family_id", FAMILIES)
def test_twenty_boards(family_id: str, tmp_path: Path) -> None:
    """Whatever is installed answers rightly or not at all, and at least three programs answer every board."""
    here = [PROGRAMS[name] for name in SOLVERS if PROGRAMS[name].here]
    if len({program.words[0] for program in here}) < ENOUGH:
        pytest.skip(f"fewer than {ENOUGH} solver programs are here")
    family = registry.family(family_id)
    chosen = with_library(family, 20)
    assert {min(len(case.answers), 2) for case in chosen} == {0, 1, 2} and len(chosen) == 20
    whole = set()
    for program in here:
        answered = sum(judge(program, family, case, tmp_path) is not None for case in chosen)
        print(f"{program.name}, {family_id}: {answered} of {len(chosen)} boards answered")
        whole |= {program.words[0]} if answered == len(chosen) else set()
    assert len(whole) >= ENOUGH, whole


@pytest.mark.parametrize("family_id", FAMILIES)
def test_the_models_are_the_solutions(family_id: str) -> None:
    """No program needed: all models of the clauses, read back, are all solutions of the board and nothing else."""
    family = registry.family(family_id)
    assert family.whole is not None
    for case in cases(family, 9):
        whole = family.whole(case.puzzle)
        assert whole.clauses is not None and whole.formats() == FORMATS
        found = set()
        with Solver(name="cadical195", bootstrap_with=whole.clauses) as sat:
            while sat.solve():
                answer = whole.read({abs(literal): int(literal > 0) for literal in sat.get_model()})
                assert not family.wrong(case.puzzle, answer), case
                found.add(tuple(map(str, family.contents(case.puzzle, answer))))
                sat.add_clause(whole.differs(answer))
        assert found == {tuple(map(str, family.contents(case.puzzle, answer))) for answer in case.answers}, case


@pytest.mark.skipif(shutil.which("cadical") is None, reason="no solver here")
def test_there_and_back_by_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    puzzle = "puzzles/fillomino/01-doorstep.puzzle"
    out, model = tmp_path / "x.cnf", tmp_path / "model.txt"
    assert run(["export", puzzle, "--out", str(out)]) == 0
    assert "c var 1 : r1c1 is 1" in out.read_text()
    model.write_text(subprocess.run(["cadical", "-q", str(out)], capture_output=True, text=True).stdout)
    assert run(["import-answer", puzzle, str(model), "--out", str(tmp_path / "solved.puzzle")]) == 0
    assert files.load(tmp_path / "solved.puzzle").puzzle.solution is not None
    model.write_text("v 1 2 3 0\n")
    assert run(["import-answer", puzzle, str(model)]) == 1 and "no solution" in capsys.readouterr().err
    assert run(["export", puzzle, "--second", "--out", str(out)]) == 0
    model.write_text(subprocess.run(["cadical", "-q", str(out)], capture_output=True, text=True).stdout)
    assert run(["import-answer", puzzle, str(model)]) == 0 and "no solution" in capsys.readouterr().out


@pytest.mark.parametrize(("text", "values"), [
    ("s SATISFIABLE\nv 1 -2\nv 3 0\n", {1: 1, 2: 0, 3: 1}), ("SAT\n1 -2 3 0\n", {1: 1, 2: 0, 3: 1}),
    ("sat\n(\n(define-fun x1 () Bool true)\n(define-fun x2 () Int (- 3))\n)\n", {1: 1, 2: -3}),
    ("Optimal - objective value 0\n      0 x1               1            0\n      4 x5      2   0\n", {1: 1, 5: 2}),
    ("x1 = true;\nx2 = 7;\n----------\n", {1: 1, 2: 7}),
    ("   No. Column name       Activity\n     1 x1           *              1             0             1 \n", {1: 1}),
    ("Model status\nOptimal\n\n# Columns 2\nx1 1\nx2 0\n", {1: 1, 2: 0}),
])
def test_models_as_solvers_write_them(text: str, values: dict[int, int]) -> None:
    assert values_in(text) == values and not says_unsat(text)


@pytest.mark.parametrize("number", ["9" * 5000, "9" * 400, "1.2.3", "1e999"])
def test_numbers_that_are_no_values_are_told_in_a_sentence(number: str) -> None:
    for text in (f"1 x1 {number} 0\n", f"(define-fun x1 () Int {number})"):
        if "fun" in text and not number.isdecimal():
            continue
        with pytest.raises(BadPuzzle, match="no value"):
            values_in(text)


def test_unsatisfiable_as_solvers_write_it() -> None:
    for text in ("s UNSATISFIABLE\n", "unsat\n", "unsat \r\n", "=====UNSATISFIABLE=====\n", "Infeasible - objective value 0\n",
                 "UNSAT\n",
                 "Integer infeasible - objective value 0.0\n", "PROBLEM HAS NO INTEGER FEASIBLE SOLUTION\n",
                 "Status:     INTEGER EMPTY\n", "Model status\nInfeasible\n", "solution status: infeasible\n"):
        assert says_unsat(text), text


@pytest.mark.parametrize("head", ["", "x1", "1 x1 ", "v 1", "status", "(define-fun x1 ()"])
@pytest.mark.parametrize("blank", [" ", "\t", "\n", " \n"])
def test_blanks_in_a_model_are_passed_over_once(head: str, blank: str) -> None:
    """A pattern that looks at blanks again and again needs minutes for these."""
    text = head + blank * 200_000 + "!"
    assert not says_unsat(text)
    with contextlib.suppress(BadPuzzle):
        assert values_in(text) == {1: 1}


def test_the_dlx_text_of_a_tiling() -> None:
    puzzle = registry.family("tiling").blank(2, 2)
    text = registry.family("tiling").exports["dlx"](puzzle)
    lines = [line for line in text.splitlines() if not line.startswith("|")]
    assert lines[0].split() == ["0,0", "0,1", "1,0", "1,1"] and len(lines) == 5 and text.endswith("\n")
