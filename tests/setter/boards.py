"""Boards for the setter's tests, of any family: spoiled, loosened, enumerated; and engines to cross-check with."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from studio.core import files, registry
from studio.core.clauses import Clue
from studio.core.engine import Cancel, Engine, Limits, Options, SolveResult, Status, run_engine
from studio.core.family import Family
from studio.core.puzzle import Answer, BadPuzzle, Puzzle
from studio.core.trace import TraceWriter
from studio.setter.analysis import UNIQUE, analyse

CHECKERS = {"_template": ("auto",), "fobidoshi": ("smt", "backtrack")}
"""Engines that share no clause with the kernel, asked one after another until one answers; where none is named, all but the
best one and the SAT one."""

DATA = {"fobidoshi": "fobidoshi", "fillomino": "fillomino/janko", "evolomino": "evolomino", "tiling": "tiling"}
ENUMERATE = 3000


def family_ids() -> list[str]:
    """The families that have a clause kernel by now."""
    return [family.id for family in registry.all_families() if type(family).clauses is not Family.clauses]


def ladder_ids() -> list[str]:
    return [family.id for family in registry.all_families() if type(family).deduction is not Family.deduction]


def boards(family_id: str) -> list[Puzzle]:
    """The family's own samples."""
    return registry.family(family_id).samples()


def data_boards(family_id: str, most_cells: int = 100, least_cells: int = 1) -> list[tuple[str, Puzzle]]:
    """Real boards, smallest first; none if they are not here."""
    if family_id not in DATA:
        return []
    folder = Path(__file__).resolve().parents[3] / "shared" / "data" / DATA[family_id]
    found = []
    for path in sorted(folder.rglob("*")) if folder.is_dir() else []:
        try:
            puzzle = files.load(path, family_id).puzzle if path.is_file() else None
        except BadPuzzle:
            continue
        if puzzle is not None and least_cells <= size_of(puzzle) <= most_cells:
            found.append((str(path.relative_to(folder)), puzzle))
    return sorted(found, key=lambda pair: size_of(pair[1]))


def size_of(puzzle: Puzzle) -> int:
    """Cells that take part: for a tiling those of its board."""
    return sum(1 for given in puzzle.givens if given) if puzzle.family == "tiling" else puzzle.grid.size


def solve(engine: Engine, puzzle: Puzzle, solutions: int, seconds: float = 60.0) -> SolveResult:
    limits = Limits(seconds)
    family = registry.family(puzzle.family)
    return run_engine(engine, puzzle, Options(solutions), limits, TraceWriter(), Cancel(limits), family.wrong)


def checkers(family: Family) -> list[Engine]:
    """Engines to check the kernel with."""
    if family.id in CHECKERS:
        return [family.engine(engine_id) for engine_id in CHECKERS[family.id]]
    others = [engine for engine in family.engines() if engine.id not in ("auto", "sat")]
    return others or [family.engine("auto")]


def solvable(puzzle: Puzzle) -> bool:
    """What an engine without clauses says."""
    for engine in checkers(registry.family(puzzle.family)):
        result = solve(engine, puzzle, 1, seconds=20.0)
        if result.status.answered:
            return result.status is not Status.NONE
    raise AssertionError(f"no engine could check {puzzle}")


def all_solutions(puzzle: Puzzle) -> list[Answer] | None:
    """Every solution; None if there are too many."""
    result = solve(registry.family(puzzle.family).engine("auto"), puzzle, ENUMERATE)
    assert result.status.answered, result.message
    return None if len(result.solutions) >= ENUMERATE else result.solutions


def loosened(puzzle: Puzzle, rng: random.Random, clues: int) -> Puzzle:
    """With some clues taken away, most likely no longer unique."""
    gone = set(rng.sample(puzzle.clues(), min(clues, len(puzzle.clues()))))
    return puzzle.with_givens(0 if cell in gone else value for cell, value in enumerate(puzzle.givens))


def spoiled(puzzle: Puzzle, rng: random.Random) -> Puzzle | None:
    """With one random extra or changed given; None if it did no harm."""
    family = registry.family(puzzle.family)
    values = sorted(set(puzzle.givens) | set(family.given_symbols) | {1, 2})
    for _ in range(20):
        cell, value = rng.randrange(puzzle.grid.size), rng.choice(values)
        changed = puzzle.with_givens(value if c == cell else given for c, given in enumerate(puzzle.givens))
        try:
            family.validate(changed)
        except BadPuzzle:
            continue
        if value not in (0, puzzle.givens[cell]):
            verdict = analyse(changed, want_clash=False, want_forced=False)
            if verdict.verdict == "none":
                return changed
    return None


def with_only(puzzle: Puzzle, clues: Sequence[Clue]) -> Puzzle:
    """The board with these clues alone."""
    return registry.family(puzzle.family).with_clues(puzzle, clues)


def play(family: Family, puzzle: Puzzle, marks: Sequence[int]) -> Iterator[int]:
    """Cells that are still open for a player."""
    return (cell for cell in puzzle.grid.cells() if not marks[cell])


def unique_boards(family_id: str, count: int, most_cells: int = 100) -> list[Puzzle]:
    """Real unique boards, with their solutions."""
    found: list[Puzzle] = []
    for _, puzzle in data_boards(family_id, most_cells):
        verdict = analyse(puzzle, Cancel(Limits(5.0)))
        if verdict.verdict == UNIQUE:
            found.append(replace(puzzle, solution=verdict.solution))
        if len(found) == count:
            break
    if not found:
        pytest.skip(f"no boards of {family_id} here")
    return found
