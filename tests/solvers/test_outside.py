"""The whole puzzle in a file: solvers outside give the same verdict, and every model of theirs is a solution."""

from __future__ import annotations

import shutil
import subprocess
from functools import cache
from pathlib import Path

import pytest

from studio.cli import run
from studio.core import files, registry
from studio.core.family import Family
from studio.core.puzzle import Answer, BadPuzzle
from studio.solvers.outside import Whole, says_unsat, values_in
from tests.families.kit import Case, Kit

SOLVERS = {
    "cadical": ("cnf", ["cadical", "-q", "{file}"]),
    "cvc5": ("smt2", ["cvc5", "{file}"]),
    "cbc": ("mps", ["cbc", "{file}", "solve", "solution", "{file}.sol"]),
    "cbc lp": ("lp", ["cbc", "{file}", "solve", "solution", "{file}.sol"]),
    "minizinc": ("mzn", ["minizinc", "--solver", "gecode", "{file}"]),
}
FAMILIES = ("fillomino", "fobidoshi", "evolomino", "tiling")
PATIENCE = 40
"""seconds for one question; a solver that needs more is not judged by that board"""
LARGEST = {"cbc": 13, "cbc lp": 13}
"""cells of a clause model that a solver of linear programs can be asked in a test"""


def said(solver: str, whole: Whole, folder: Path) -> str:
    form, words = SOLVERS[solver]
    path = folder / f"puzzle.{form}"
    path.write_text(whole.text(form))
    (folder / f"puzzle.{form}.sol").unlink(missing_ok=True)
    done = subprocess.run([word.format(file=path) for word in words], capture_output=True, text=True, timeout=PATIENCE)
    kept = path.with_name(path.name + ".sol")
    return kept.read_text() if kept.exists() else done.stdout + done.stderr


def answer_of(solver: str, family: Family, case: Case, whole: Whole, folder: Path) -> Answer | None:
    text = said(solver, whole, folder)
    if says_unsat(text):
        return None
    answer = whole.read(values_in(text))
    faults = family.wrong(case.puzzle, answer)
    assert not faults, f"{solver} read back: {faults}\n{case}\n{text[:400]}"
    return answer


def judge(solver: str, family: Family, case: Case, folder: Path) -> bool:
    """False if the solver cannot be asked this."""
    assert family.whole is not None
    whole = family.whole(case.puzzle)
    if SOLVERS[solver][0] not in whole.formats():
        return False
    if whole.clauses is not None and case.puzzle.grid.size > LARGEST.get(solver, 99):
        return False
    try:
        found = answer_of(solver, family, case, whole, folder)
        other = answer_of(solver, family, case, whole.without(case.answers[0]), folder) if case.answers else None
    except subprocess.TimeoutExpired:
        return False  # linear programs are no good at clauses: it does not know
    assert (found is not None) == bool(case.answers), f"{solver} says {found}, but there are {len(case.answers)}: {case}"
    if found is not None:
        assert found in case.answers or family.pieces is not None
        alike = len({tuple(map(str, family.contents(case.puzzle, answer))) for answer in case.answers})
        assert (other is not None) == (alike > 1), f"{solver} on the second solution: {case}"
        assert other is None or family.contents(case.puzzle, other) != family.contents(case.puzzle, case.answers[0])
    return True


@cache
def boards(family_id: str) -> list[Case]:
    return Kit(registry.family(family_id)).cases


def cases(family: Family, count: int) -> list[Case]:
    """Unsolvable, unique and ambiguous boards in turn."""
    sorts = [[case for case in boards(family.id) if min(len(case.answers), 2) == number] for number in (0, 1, 2)]
    mixed = [case for trio in zip(*(sort + [None] * 99 for sort in sorts), strict=False) for case in trio if case is not None]
    return mixed[:count]


def tried(solver: str, family_id: str, count: int, folder: Path) -> None:
    if shutil.which(SOLVERS[solver][1][0]) is None:
        pytest.skip(f"{solver} is not here")
    family = registry.family(family_id)
    chosen = cases(family, count)
    asked = sum(judge(solver, family, case, folder) for case in chosen)
    print(f"{solver}, {family_id}: {asked} of {len(chosen)} boards judged")
    if not asked:
        pytest.skip(f"{solver} takes no file of {family_id}")


@pytest.mark.parametrize("family_id", FAMILIES)
@pytest.mark.parametrize("solver", SOLVERS)
def test_a_few_boards(solver: str, family_id: str, tmp_path: Path) -> None:
    tried(solver, family_id, 2 if "cbc" in solver else 3, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("family_id", FAMILIES)
@pytest.mark.parametrize("solver", SOLVERS)
def test_twenty_boards(solver: str, family_id: str, tmp_path: Path) -> None:
    tried(solver, family_id, 20, tmp_path)


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
    for text in ("s UNSATISFIABLE\n", "unsat\n", "=====UNSATISFIABLE=====\n", "Infeasible - objective value 0\n", "UNSAT\n",
                 "Integer infeasible - objective value 0.0\n", "PROBLEM HAS NO INTEGER FEASIBLE SOLUTION\n",
                 "Status:     INTEGER EMPTY\n", "Model status\nInfeasible\n", "solution status: infeasible\n"):
        assert says_unsat(text), text


def test_the_dlx_text_of_a_tiling() -> None:
    puzzle = registry.family("tiling").blank(2, 2)
    text = registry.family("tiling").exports["dlx"](puzzle)
    lines = [line for line in text.splitlines() if not line.startswith("|")]
    assert lines[0].split() == ["0,0", "0,1", "1,0", "1,1"] and len(lines) == 5 and text.endswith("\n")
