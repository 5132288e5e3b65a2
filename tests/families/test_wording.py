"""Films of SAT and SMT solvers speak of cells: the share of guesses and deductions that are worded with cells and a reason.

By hand: `python -m tests.families.test_wording 10` prints the shares on ten boards of every family's library.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

import pytest

from studio.core import files, registry
from studio.core.events import HELPER, Kind
from studio.core.puzzle import Puzzle
from studio.solvers import sat_film, smt
from studio.solvers.sat_film import AUXILIARY
from tests.families.film_checker import Film, filmed

SHARE = 0.95
LIBRARY = Path(__file__).parents[2] / "puzzles"
OPTIONS = {("fobidoshi", "auto"): {"quick": False}}
"""What sends a board to the SAT solver at once"""
SOLVERS = [(family.id, engine.id) for family in registry.all_families() for engine in family.engines()
           if engine.animated and engine.film_note in (sat_film.FILM_NOTE, smt.FILM_NOTE)]


def library(family: str, count: int) -> list[Puzzle]:
    """Boards of the library (of the samples, where there is none), from small to large."""
    paths = sorted((LIBRARY / family).glob("*.puzzle"))
    known = [files.load(path).puzzle for path in paths] or list(registry.family(family).samples())
    known.sort(key=lambda puzzle: puzzle.grid.size)
    small = [puzzle for puzzle in known if puzzle.grid.size <= 100]
    return small[:: max(1, len(small) // count)][:count]


THINNED = ("fillomino",)
"""families whose own search solves the library before CaDiCaL is asked: every second clue is taken away"""


def thinned(puzzle: Puzzle) -> Puzzle:
    clues = set(puzzle.clues()[::2])
    return puzzle.with_givens(tuple(0 if cell in clues else given for cell, given in enumerate(puzzle.givens)))


def worded(film: Film) -> Counter[str]:
    """Guesses and deductions, and how many of them name cells and say why."""
    found: Counter[str] = Counter()
    smt_film = film.engine.film_note == smt.FILM_NOTE
    for index in range(len(film.log)):
        event = film.log.event(index)
        plain = event.kind is Kind.GUESS or smt_film  # a cell's value says it; why Z3 fixes it, Z3 does not tell
        if event.kind in (Kind.GUESS, Kind.DEDUCE):
            reason = event.reason
            cells = event.cell != -1 or (reason is not None and bool(reason.cells))
            silent = reason is not None and reason.text == AUXILIARY.text
            told = reason is not None and bool(reason.text) and not silent
            found[event.kind.name] += 1
            found[f"{event.kind.name} worded"] += cells and (told or (plain and event.rule != HELPER))
        found["conflicts"] += event.kind is Kind.CONFLICT
        found["conflicts with a graph"] += event.kind is Kind.CONFLICT and event.reason is not None and bool(event.reason.graph)
    return found


def shares(family: str, engine: str, count: int) -> Counter[str]:
    total: Counter[str] = Counter()
    for puzzle in library(family, count):
        board = thinned(puzzle) if family in THINNED else puzzle
        total += worded(filmed(board, registry.family(family).engine(engine), 2, dict(OPTIONS.get((family, engine), {}))))
    return total


def unworded(total: Counter[str]) -> list[str]:
    return [kind for kind in ("GUESS", "DEDUCE") if total[f"{kind} worded"] < SHARE * total[kind]]


@pytest.mark.parametrize(("family", "engine"), SOLVERS)
def test_guesses_and_deductions_are_worded_with_cells(family: str, engine: str) -> None:
    if engine in ("smt", "hybrid"):
        total = worded(filmed(library(family, 1)[0], registry.family(family).engine(engine), 1))
    else:
        total = shares(family, engine, 1)
    assert total["GUESS"] + total["DEDUCE"] and not unworded(total), total


@pytest.mark.slow
@pytest.mark.parametrize(("family", "engine"), SOLVERS)
def test_on_ten_boards(family: str, engine: str) -> None:
    total = shares(family, engine, 10)
    assert not unworded(total), total


def main(words: list[str]) -> int:
    count, bad = int(words[0]) if words else 10, 0
    for family, engine in SOLVERS:
        if len(words) < 2 or f"{family}/{engine}" in words[1:]:
            total = shares(family, engine, count)
            bad += len(unworded(total))
            told = [f"{kind.lower()} {total[f'{kind} worded']}/{total[kind]}" for kind in ("GUESS", "DEDUCE")]
            print(f"{family}/{engine}: {', '.join(told)}; conflicts with a graph "
                  f"{total['conflicts with a graph']}/{total['conflicts']}", flush=True)
    return bad


if __name__ == "__main__":
    sys.exit(min(1, main(sys.argv[1:])))
