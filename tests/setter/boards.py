"""Boards for the setter's tests, of any family: spoiled, loosened, enumerated; and engines to cross-check with."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

from studio.core import files, registry
from studio.core.clauses import Clue
from studio.core.engine import Cancel, Engine, Limits, Options, SolveResult, Status, run_engine
from studio.core.parts import GenerateRequest
from studio.core.puzzle import Answer, BadPuzzle, Puzzle
from studio.core.trace import TraceWriter
from studio.setter.analysis import UNIQUE, analyse
from studio.setter.generate import generate

CHECKERS = {"_template": ("auto",), "_shading": ("rules",), "fobidoshi": ("smt", "backtrack"), "evolomino": ("sat", "ilp"),
            "fillomino": ("cpsat", "rules", "smt"), "tiling": ("dlx", "simple")}
"""Engines that share nothing with what found the clash (the clause kernel, but Evolomino's best engine), asked one after
another until one answers; of a family from outside any but the best."""

DATA = {"fobidoshi": "fobidoshi", "fillomino": "fillomino/janko", "evolomino": "evolomino", "tiling": "tiling"}
ENUMERATE = 600
MOST_VALUES = 6
"""Of a notation with hundreds of values (the tiles of a tiling) only the first few are tried."""


def family_ids() -> list[str]:
    """The families that have a clause kernel by now."""
    return [family.id for family in registry.all_families() if family.kernel is not None]


def ladder_ids() -> list[str]:
    return [family.id for family in registry.all_families() if family.rulebook is not None]


def boards(family_id: str, most: int = 2) -> list[Puzzle]:
    """The smallest of the family's own samples."""
    return sorted(registry.family(family_id).samples(), key=size_of)[:most]


def unique_board(family_id: str) -> Puzzle:
    """A small one of the generator; of a tiling one without symmetries, which alone can be unique in earnest."""
    values = {"board": "any shape"} if family_id == "tiling" else {}
    for seed in range(1, 20):
        request = GenerateRequest(5, 5, seed, values=values)
        made = generate(registry.family(family_id), request, lambda fraction, text: None, Cancel()).puzzle
        if analyse(made).verdict == UNIQUE:
            return made
    raise AssertionError("no unique board")


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


def solvable(puzzle: Puzzle, clues: Sequence[Clue]) -> bool:
    """Can these clues hold together? A solution that passes the family's checker shows that they can, whoever found it; that
    they cannot is asked of an engine that knows nothing of the clause kernel."""
    family = registry.family(puzzle.family)
    part = family.clues.keep(puzzle, clues)
    if solve(family.engine("auto"), part, 1, seconds=20.0).solutions:
        return True
    for engine_id in CHECKERS.get(family.id) or [engine.id for engine in family.engines() if engine.id != "auto"]:
        result = solve(family.engine(engine_id), part, 1, seconds=20.0)
        if result.status.answered:
            return result.status is not Status.NONE
    raise AssertionError(f"no engine could check {part}")


def all_solutions(puzzle: Puzzle) -> list[Answer] | None:
    """Every solution; None if there are too many."""
    result = solve(registry.family(puzzle.family).engine("auto"), puzzle, ENUMERATE)
    assert result.status.answered, result.message
    return None if len(result.solutions) >= ENUMERATE else result.solutions


def loosened(puzzle: Puzzle, rng: random.Random, clues: int) -> Puzzle:
    """With some clues as weak as they can be, most likely no longer unique. A tiling has many solutions as it is."""
    if puzzle.family == "tiling":
        return puzzle
    clues_of = registry.family(puzzle.family).clues
    loose = [cell for cell in puzzle.clues() if clues_of.weaker(puzzle, cell)]
    return puzzle.with_givens(clues_of.weakened(puzzle, rng.sample(loose, min(clues, len(loose)))))


def without(puzzle: Puzzle, cell: int) -> Puzzle:
    """With the clue of a cell as weak as it can be: gone, or "?" where its absence would say something, too."""
    return puzzle.with_givens(registry.family(puzzle.family).clues.weakened(puzzle, [cell]))


def spoiled(puzzle: Puzzle, rng: random.Random) -> Puzzle | None:
    """With one random extra or changed given, of a tiling with some tiles named; None if it did no harm."""
    family = registry.family(puzzle.family)
    few = [value for value in family.notation.givens if value <= MOST_VALUES]
    values = sorted(set(puzzle.givens) | set(few) | {1, 2})
    changed = puzzle
    for _ in range(20):
        cell, value = rng.randrange(puzzle.grid.size), rng.choice(values)
        if puzzle.family == "tiling" and not (puzzle.givens[cell] and value > 1):
            continue  # another board is not a clue
        start = changed if puzzle.family == "tiling" else puzzle
        trial = start.with_givens(value if c == cell else given for c, given in enumerate(start.givens))
        try:
            family.validate(trial)
        except BadPuzzle:
            continue
        changed = trial
        if value != puzzle.givens[cell]:
            verdict = analyse(trial, want_clash=False, want_forced=False)
            if verdict.verdict == "none":
                return trial
    return None
