"""`external`: a solver program of the user's own (cadical, kissat, cvc5, yices, cbc, highs, minizinc …) as an engine.

The whole puzzle is written into a file, the program is run on it, and what it says is read back; the next solution is asked for
with the last one forbidden. Which program that is the user says, on the command line or in a setting, never a file.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from studio.core import lifeline
from studio.core.engine import Cancel, Engine, Limits, Option, Options, SolveResult
from studio.core.family import Family
from studio.core.puzzle import Answer, BadPuzzle, Puzzle
from studio.core.say import marked, say
from studio.core.trace import TraceWriter
from studio.solvers.minizinc import end_process
from studio.solvers.outside import FORMATS, Whole, answer_in

LOOK_SECONDS = 0.02
LARGEST_OUTPUT = 256 * 1024 * 1024
FILE, OUT = "{file}", "{out}"
KNOWN: dict[str, tuple[str, str]] = {
    "cadical": ("cnf", "-q {file}"), "kissat": ("cnf", "-q {file}"), "minisat": ("cnf", "{file} {out}"),
    "glucose": ("cnf", "-model {file}"), "cryptominisat5": ("cnf", "--verb 0 {file}"), "clasp": ("cnf", "{file}"),
    "lingeling": ("cnf", "-q {file}"), "picosat": ("cnf", "{file}"), "cvc5": ("smt2", "{file}"), "z3": ("smt2", "{file}"),
    "yices-smt2": ("smt2", "{file}"), "mathsat": ("smt2", "{file}"), "opensmt": ("smt2", "{file}"),
    "bitwuzla": ("smt2", "{file}"),
    "cbc": ("mps", "{file} solve solution {out}"), "highs": ("mps", "--solution_file {out} {file}"),  # not for people
    "glpsol": ("mps", "--mps {file} -o {out}"), "scip": ("lp", "-f {file}"), "lp_solve": ("mps", "-fmps {file} -S4"),
    "minizinc": ("mzn", "--solver gecode {file}"),
}
"""how programs that many have are called: the format that they take, and the words behind their name"""


class ExternalEngine(Engine):
    """A program of yours: it gets the whole puzzle as a file, and every answer is checked."""

    id = "external"
    name = marked("A solver program of yours")
    animated = False
    options = (
        Option("command", "Command", "", help="the program, perhaps with its words: {file} is the exported file, {out} one "
               "that it writes", by_user=True),
        Option("form", "Format", "", ("", *FORMATS), "what it reads; known for the usual programs"),
    )

    def __init__(self, family: Family) -> None:
        self._family = family

    def solve(self, puzzle: Puzzle, options: Options, limits: Limits, trace: TraceWriter, cancel: Cancel) -> SolveResult:
        words, form = command_of(str(options.get("command", "")), str(options.get("form", "")))
        assert self._family.whole is not None
        whole: Whole = self._family.whole(puzzle)
        found: list[Answer] = []
        with tempfile.TemporaryDirectory(prefix="puzzle-studio-") as folder:
            while not options.solutions or len(found) < options.solutions:
                answer = asked(words, form, whole, Path(folder), cancel)
                if answer is None:
                    return SolveResult.of(found, True, options.solutions, stats=_facts(words, form, found))
                if answer in found:
                    raise BadPuzzle(say("{name} gives an answer again that is forbidden", name=Path(words[0]).name))
                found.append(answer)
                trace.solution(answer)
                whole = whole.without(answer)
        return SolveResult.of(found, False, options.solutions, stats=_facts(words, form, found))

    def export(self, puzzle: Puzzle, options: Options) -> dict[str, str]:
        assert self._family.whole is not None
        whole: Whole = self._family.whole(puzzle)
        return {form: whole.text(form) for form in whole.formats()}


def _facts(words: list[str], form: str, found: list[Answer]) -> dict[str, object]:
    return {"program": Path(words[0]).name, "format": form, "runs": len(found) + 1}


def command_of(command: str, form: str) -> tuple[list[str], str]:
    """The words of a command, with the file where it belongs, and the format; BadPuzzle with one sentence if it is none."""
    try:
        words = shlex.split(command)
    except ValueError as fault:
        raise BadPuzzle(say("the command cannot be read: {why}", why=fault)) from None
    if not words:
        raise BadPuzzle(say("say which program: -o command=cadical (known: {known})", known=", ".join(KNOWN)))
    program = shutil.which(words[0])
    if program is None:
        raise BadPuzzle(say("there is no program {name} here", name=words[0]))
    usual, rest = KNOWN.get(Path(words[0]).name, ("", FILE))
    form = form or usual
    if not form:
        raise BadPuzzle(say("say what {name} reads: -o form=cnf (or {others})", name=words[0], others=", ".join(FORMATS[1:])))
    if not any(FILE in word for word in words):
        words += rest.split() if form == usual else [FILE]
    return [program, *words[1:]], form


def asked(words: list[str], form: str, whole: Whole, folder: Path, cancel: Cancel) -> Answer | None:
    """One run of the program: an answer, or None where it says that there is none."""
    file, out = folder / f"puzzle.{form}", folder / "answer.txt"
    file.write_text(whole.text(form), encoding="utf-8")
    out.unlink(missing_ok=True)
    places = {FILE: str(file), OUT: str(out)}
    said = run_program([_filled(word, places) for word in words], folder, cancel)
    written = out.read_text(encoding="utf-8", errors="replace") if out.exists() and out.stat().st_size <= LARGEST_OUTPUT else ""
    for text in filter(str.strip, (written, said)):
        try:
            return answer_in(whole, text)
        except BadPuzzle:
            continue
    last = next((line for line in reversed((said or written).splitlines()) if line.strip()), "nothing")
    raise BadPuzzle(say("{name} gave neither a model nor “unsatisfiable”, but: {last}", name=Path(words[0]).name,
                        last=last[:200]))


def _filled(word: str, places: dict[str, str]) -> str:
    for sign, path in places.items():
        word = word.replace(sign, path)
    return word


def run_program(words: list[str], folder: Path, cancel: Cancel) -> str:
    """What a program prints. It is ended with us, when it is cancelled, and when it prints without end."""
    printed = folder / "printed.txt"
    with printed.open("wb") as stream:
        begin: Callable[[], subprocess.Popen[bytes]] = lambda: subprocess.Popen(  # noqa: E731
            words, stdout=stream, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, cwd=folder, env=_plain_surroundings())
        process = lifeline.start(begin)
        lifeline.guard(process.pid)
        try:
            while process.poll() is None:
                cancel.check()
                time.sleep(LOOK_SECONDS)
                if printed.stat().st_size > LARGEST_OUTPUT:
                    raise BadPuzzle(say("{name} prints without end", name=Path(words[0]).name))
        finally:
            end_process(process)
    return printed.read_text(encoding="utf-8", errors="replace")


def _plain_surroundings() -> dict[str, str]:
    """Messages in English, which is what we read."""
    return {**os.environ, "LC_ALL": "C.UTF-8", "LANG": "C.UTF-8"}
