"""Boards for tests: written as text, random ones (solvable or not), and brute force for tiny ones."""

from __future__ import annotations

from functools import cache
from itertools import product
from random import Random

from studio.core.engine import Cancel, Limits, Options, SolveResult, run_engine
from studio.core.parts import GenerateRequest
from studio.core.puzzle import Answer, Board, Puzzle
from studio.core.trace import TraceWriter
from studio.families.evolomino import FAMILY
from studio.families.evolomino.generate import Draft, Parameters
from studio.families.evolomino.model import IS_SQUARE, NO_SQUARE, SHADED, SQUARE, WHITE, Field, field_of, puzzle_of

LETTERS = {".": WHITE, "#": SHADED, "0": SQUARE}


def drawn(rows: str, *arrows: tuple[tuple[int, int], ...]) -> Puzzle:
    """`..0 #..` with arrows as lists of (row, column)."""
    lines = rows.split()
    cols = len(lines[0])
    givens = tuple(LETTERS[letter] for line in lines for letter in line)
    paths = tuple(tuple(row * cols + col for row, col in arrow) for arrow in arrows)
    return puzzle_of(Field(len(lines), cols, givens, paths))


def marked(puzzle: Puzzle, rows: str) -> Board:
    """Marks written as `0` square, `-` none, `.` open."""
    marks = [{"0": IS_SQUARE, "-": NO_SQUARE, ".": 0}[letter] for letter in "".join(rows.split())]
    return Board(puzzle, marks)


def random_board(rng: Random, rows: int, cols: int) -> Puzzle:
    """Random arrows with random clues: about as often without a solution, with one, and with many."""
    parameters = Parameters.of(GenerateRequest(rows, cols, 0, values={"p_stop_arrow": rng.choice((0.15, 0.35, 0.6))}))
    draft = Draft(rows, cols, parameters, rng)
    for _ in range(rng.randint(2, 25)):
        if draft.fill() < rng.uniform(0.3, 0.6):
            draft.try_add_arrow()
    full = draft.shaded_field()
    keep, wrong = rng.uniform(0.0, 0.9), rng.choice((0.0, 0.03, 0.08))
    givens = [given if rng.random() < keep else WHITE for given in full.givens]
    for cell in range(full.size):
        if rng.random() < wrong:
            givens[cell] = SQUARE if cell in full.place_on_arrow else rng.choice((SHADED, SQUARE))
    return puzzle_of(Field(rows, cols, tuple(givens), full.arrows))


def brute_force(puzzle: Puzzle) -> list[Answer]:
    """Every answer, by trying all sets of squares: the rules' own judge."""
    field = field_of(puzzle)
    choices = [(NO_SQUARE,) if field.blocked[cell] else (IS_SQUARE,) if given == SQUARE else (IS_SQUARE, NO_SQUARE)
               for cell, given in enumerate(field.givens)]  # fmt: skip
    return [answer for answer in product(*choices) if not FAMILY.check(Board(puzzle, answer))]


@cache
def warm(engine: str) -> None:
    """Loading and compiling are no part of a run's time."""
    FAMILY.engine(engine).warm_up()


def solve(puzzle: Puzzle, engine: str, solutions: int = 2, seconds: float = 60.0, **values: object) -> SolveResult:
    warm(engine)
    limits = Limits(seconds)
    options = Options(solutions, values)
    return run_engine(FAMILY.engine(engine), puzzle, options, limits, TraceWriter(), Cancel(limits), FAMILY.wrong)
