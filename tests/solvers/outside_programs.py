"""Solver programs from outside, asked about exported boards: `python -m tests.solvers.outside_programs [--only NAME]`.

Each board (unsolvable, unique, ambiguous in turn, and a few of the library) is written as a plain file and given to every
program that is installed, and what it says is read back: the verdict must be the true one, every model a solution, and with
the known solution forbidden it must find another exactly if there is one. Printed: how many boards each program
answered, and the most CPU seconds that one question took.
"""

from __future__ import annotations

import argparse
import resource
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from studio.core import registry
from studio.core.engine import Cancel, Limits, Options, run_engine
from studio.core.family import Family
from studio.core.puzzle import Answer
from studio.core.trace import TraceWriter
from studio.solvers.external import KNOWN
from studio.solvers.outside import Whole, says_unsat, values_in
from tests.families.kit import Case, Kit

FAMILIES = ("fillomino", "fobidoshi", "evolomino", "tiling")
PATIENCE = 40
"""CPU seconds for one question; a program that needs more is not judged by that board"""
FROM_LIBRARY = 4
MOST_CELLS = 25
"""of a board of the library that is tried"""


@dataclass(frozen=True)
class Program:
    """How a program is called, and what it reads."""

    name: str
    form: str
    words: tuple[str, ...]

    @property
    def here(self) -> bool:
        return shutil.which(self.words[0]) is not None


def _programs() -> dict[str, Program]:
    found = [Program(name, form, (name, *rest.split())) for name, (form, rest) in KNOWN.items()]
    found.append(Program("cbc lp", "lp", ("cbc", "{file}", "solve", "solution", "{out}")))
    found.append(Program("glpsol lp", "lp", ("glpsol", "--lp", "{file}", "-o", "{out}")))
    return {program.name: program for program in found}


PROGRAMS = _programs()


class TooSlow(Exception):
    """The program had no answer within its time."""


def said(program: Program, whole: Whole, folder: Path) -> tuple[str, float]:
    """What a program says of a board, and the CPU seconds that it took."""
    path, out = folder / f"puzzle.{program.form}", folder / "answer.txt"
    path.write_text(whole.text(program.form))
    out.unlink(missing_ok=True)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        done = subprocess.run([word.format(file=path, out=out) for word in program.words], capture_output=True, text=True,
                              timeout=20 * PATIENCE, preexec_fn=_limited, check=False)
    except subprocess.TimeoutExpired:
        raise TooSlow from None
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    if spent > PATIENCE * 0.9 and done.returncode:
        raise TooSlow
    return (out.read_text() if out.exists() and out.read_text().strip() else done.stdout + done.stderr), spent


def _limited() -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (PATIENCE, PATIENCE))


def answer_of(program: Program, family: Family, case: Case, whole: Whole, folder: Path) -> tuple[Answer | None, float]:
    text, spent = said(program, whole, folder)
    if says_unsat(text):
        return None, spent
    answer = whole.read(values_in(text))
    faults = family.wrong(case.puzzle, answer)
    assert not faults, f"{program.name} read back: {faults}\n{case}\n{text[:400]}"
    return answer, spent


def judge(program: Program, family: Family, case: Case, folder: Path) -> float | None:
    """The CPU seconds of the slower question; None if the program has no answer in its time."""
    assert family.whole is not None
    whole = family.whole(case.puzzle)
    try:
        found, spent = answer_of(program, family, case, whole, folder)
        told = f"{program.name} says {found}, but there are {len(case.answers)}: {case}"
        assert (found is not None) == bool(case.answers), told
        if found is None:
            return spent
        other, more = answer_of(program, family, case, whole.without(case.answers[0]), folder)
    except TooSlow:
        return None
    assert found in case.answers or family.pieces is not None or len(case.answers) > 1
    alike = len({tuple(map(str, family.contents(case.puzzle, answer))) for answer in case.answers})
    assert (other is not None) == (alike > 1), f"{program.name} on the second solution: {case}"
    assert other is None or family.contents(case.puzzle, other) != family.contents(case.puzzle, case.answers[0])
    return max(spent, more)


@cache
def boards(family_id: str) -> list[Case]:
    return Kit(registry.family(family_id)).cases


def cases(family: Family, count: int) -> list[Case]:
    """Unsolvable, unique and ambiguous boards in turn."""
    sorts = [[case for case in boards(family.id) if min(len(case.answers), 2) == number] for number in (0, 1, 2)]
    mixed = [case for trio in zip(*(sort + [None] * 99 for sort in sorts), strict=False) for case in trio if case is not None]
    return mixed[:count]


def with_library(family: Family, count: int) -> list[Case]:
    """The same, the last few of them boards of the library, with up to two solutions by our own engine."""
    samples = sorted((each for each in family.samples() if each.grid.size <= MOST_CELLS), key=lambda each: -each.grid.size)
    limits, found = Limits(60), []
    for puzzle in samples[:FROM_LIBRARY]:
        result = run_engine(family.engine("auto"), puzzle, Options(2), limits, TraceWriter(), Cancel(limits), family.wrong)
        found.append(Case(puzzle, tuple(result.solutions)))
    return [*cases(family, count - len(found)), *found]


def table(count: int, only: str, families: Sequence[str]) -> None:
    for family_id in families:
        family = registry.family(family_id)
        chosen = with_library(family, count)
        kinds = [sum(min(len(case.answers), 2) == number for case in chosen) for number in (0, 1, 2)]
        print(f"{family_id}: {len(chosen)} boards of up to {max(case.puzzle.grid.size for case in chosen)} cells "
              f"({kinds[0]} unsolvable, {kinds[1]} unique, {kinds[2]} ambiguous)", flush=True)
        for program in PROGRAMS.values():
            if not program.here or only not in program.name:
                continue
            with tempfile.TemporaryDirectory() as folder:
                spent = [judge(program, family, case, Path(folder)) for case in chosen]
            known = [seconds for seconds in spent if seconds is not None]
            print(f"  {program.name:16} .{program.form:5} {len(known):3} answered, all rightly; slowest "
                  f"{max(known, default=0):.2f} CPU s", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--boards", type=int, default=20)
    parser.add_argument("--only", default="", help="only programs whose name holds this")
    parser.add_argument("--families", nargs="*", default=FAMILIES)
    arguments = parser.parse_args()
    table(arguments.boards, arguments.only, arguments.families)


if __name__ == "__main__":
    main()
