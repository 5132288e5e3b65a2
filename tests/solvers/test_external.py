"""The engine `external`: programs of the user's own, well behaved and not; every answer is checked, none outlives its run."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

import psutil
import pytest

from studio.core import files, registry
from studio.core.engine import Limits, Options, SolveResult, Status
from studio.core.puzzle import BadPuzzle, Puzzle
from studio.run.job import start_solve
from studio.share.film_file import MAGIC, film_of
from studio.solvers.external import KNOWN, command_of

SOLVER = """
import sys
from pysat.formula import CNF
from pysat.solvers import Solver
with Solver(name="minisat22", bootstrap_with=CNF(from_file=sys.argv[1]).clauses) as solver:
    if solver.solve():
        print("s SATISFIABLE")
        print("v " + " ".join(map(str, solver.get_model())) + " 0")
    else:
        print("s UNSATISFIABLE")
"""
DOORSTEP = files.library_folder() / "fillomino" / "01-doorstep.puzzle"


def program(folder: Path, text: str) -> str:
    path = folder / "my solver.py"
    path.write_text(text)
    return f"{sys.executable} '{path}' {{file}}"


def ask(puzzle: Puzzle, command: str, solutions: int = 2, seconds: float = 60.0, form: str = "cnf") -> SolveResult:
    options = Options(solutions, {"command": command, "form": form})
    result: SolveResult = start_solve(puzzle, "external", options, Limits(seconds), film=False).wait()
    return result


def strip(count: int | None) -> Puzzle:
    """A strip of three cells for dominoes and up to so many single cells."""
    blank = registry.family("tiling").blank(1, 3)
    tiles = [{"name": "2", "cells": [[0, 0], [0, 1]], "count": None}, {"name": "1", "cells": [[0, 0]], "count": count}]
    return Puzzle("tiling", blank.grid, blank.givens, blank.borders, {"reflections": False, "tiles": tiles})


def test_a_program_answers(tmp_path: Path) -> None:
    command = program(tmp_path, SOLVER)
    puzzle = files.load(DOORSTEP).puzzle
    found = ask(puzzle, command)
    assert found.status is Status.UNIQUE and found.solutions == [puzzle.solution]
    assert found.stats["runs"] == 2 and found.stats["format"] == "cnf"
    assert ask(strip(0), command).status is Status.NONE
    everything = ask(strip(None), command, solutions=0)
    assert everything.status is Status.MULTIPLE and len(everything.solutions) == 3 and everything.complete


@pytest.mark.parametrize(("text", "sentence"), [
    ("print('s SATISFIABLE\\nv 1 2 3 4 5 6 0')", "wrong answer"), ("print('who knows')", "neither a model"),
    ("raise SystemExit(3)", "neither a model"), ("print('v 99999999999999999 0')", "wrong answer")])
def test_nothing_is_believed(tmp_path: Path, text: str, sentence: str) -> None:
    found = ask(files.load(DOORSTEP).puzzle, program(tmp_path, text))
    assert found.status is Status.ERROR and sentence in found.message, found.message


def test_a_program_that_never_ends_is_ended(tmp_path: Path) -> None:
    text = f"import os, time\nopen({str(tmp_path / 'pid')!r}, 'w').write(str(os.getpid()))\ntime.sleep(600)"
    found = ask(strip(None), program(tmp_path, text), seconds=3.0)
    assert found.status is Status.TIMEOUT
    pid = int((tmp_path / "pid").read_text())
    for _ in range(100):
        if not psutil.pid_exists(pid) or psutil.Process(pid).status() == psutil.STATUS_ZOMBIE:
            return
        time.sleep(0.1)
    raise AssertionError("the program outlived its run")


@pytest.mark.parametrize(("command", "form", "sentence"), [
    ("", "", "say which program"), ("no-such-program-here", "cnf", "no program"), (f"'{sys.executable}", "", "cannot be read"),
    (sys.executable, "", "say what")])
def test_commands_that_are_none(command: str, form: str, sentence: str) -> None:
    with pytest.raises(BadPuzzle, match=sentence):
        command_of(command, form)


def test_how_programs_are_called(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "kissat").write_text("#!/bin/sh\n")
    (tmp_path / "kissat").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert command_of("kissat", "") == ([str(tmp_path / "kissat"), "-q", "{file}"], "cnf")
    assert command_of("kissat --sat {file}", "")[0][1:] == ["--sat", "{file}"]
    assert all("{file}" in words for _, words in KNOWN.values())


def test_it_is_there_for_every_family_with_a_complete_export() -> None:
    for family in registry.all_families():
        if family.whole is not None:
            assert family.engine("external").id == "external"
        else:
            with pytest.raises(BadPuzzle):
                family.engine("external")
        assert "external" not in [engine.id for engine in family.engines()], "asked by name only"


def test_no_file_says_which_program_is_run() -> None:
    head = {"version": 1, "puzzle": json.loads(files.dumps(files.load(DOORSTEP).puzzle)), "engine": "external",
            "options": {"solutions": 1, "values": {"command": "rm -rf {file}", "form": "cnf"}}, "events": 0, "cells": 25,
            "rules": [], "cut": False, "solutions": 0, "told": 0, "moves": 0, "bookmarks": [], "result": None,
            "reason_blocks": [], "parts": []}
    try:
        film = film_of(MAGIC + json.dumps(head).encode() + b"\n", "x.film")
    except BadPuzzle:
        return  # refused altogether is as good
    assert "command" not in film.options.values
