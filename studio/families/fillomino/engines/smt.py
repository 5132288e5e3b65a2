"""The thesis' SMT engine (chapters 7 and 8)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from studio.core.engine import Cancel, Engine, Limits, Option, Options, SolveResult
from studio.core.puzzle import Answer, Puzzle
from studio.core.say import marked
from studio.core.trace import TraceWriter
from studio.families.fillomino.engines.smt_encoding import clue_roots, questions, smt_lines
from studio.families.fillomino.engines.smt_words import vocabulary
from studio.families.fillomino.engines.warshall import warshall_lines
from studio.families.fillomino.model import Terms, is_basic
from studio.solvers.smt import FILM_NOTE, SmtProblem, SmtSearch

TREES, WARSHALL = marked("trees"), "warshall"
CLUE_ROOTS = Option("clue_roots", "Trees rooted in clues (ours)", False, (),
                    "basic variant: one assertion more for every empty cell; off: 8.2 to 8.10 and nothing else")


class SmtEngine(Engine):
    """Spanning trees on Z3."""

    id = "smt"
    legend = marked("n_C is the number in cell C. Cells count from 0, row by row. All other variables only help.")
    name = "Spanning trees on Z3 (thesis)"
    description = ("The thesis' encoding, exactly 8.2 to 8.10, as SMT-LIB 2, solved by Z3; or connectivity by Warshall's "
                   "algorithm, which it names. Its real search is shown.")
    film_note = FILM_NOTE
    options = (
        Option("encoding", "Encoding", TREES, (TREES, WARSHALL), "trees: chapter 8; warshall: van Bussel's other one"),
        CLUE_ROOTS,
    )

    def solve(self, puzzle: Puzzle, options: Options, limits: Limits, trace: TraceWriter, cancel: Cancel) -> SolveResult:
        return solve_smt(puzzle, given_numbers(puzzle), options, limits, trace, cancel)

    def export(self, puzzle: Puzzle, options: Options) -> dict[str, str]:
        return {"smt2": exported(puzzle, given_numbers(puzzle), options)}

    def warm_up(self) -> None:
        import z3

        z3.Solver().check()


def given_numbers(puzzle: Puzzle) -> dict[int, int]:
    return {cell: given for cell, given in enumerate(puzzle.givens) if given > 0}


def lines_of(puzzle: Puzzle, numbers: Mapping[int, int], options: Options) -> list[str]:
    """What Z3 is given: a board of which some numbers are known, in the chosen encoding."""
    clues = puzzle.clues() if is_basic(puzzle) else None
    if options.get("encoding", TREES) == WARSHALL:
        return list(warshall_lines(puzzle.grid, numbers, clues, Terms.of(puzzle)))
    lines = list(smt_lines(puzzle.grid, numbers, Terms.of(puzzle)))
    if clues is not None and options.get("clue_roots", False):
        lines += clue_roots(puzzle.grid, clues)
    return lines


def exported(puzzle: Puzzle, numbers: Mapping[int, int], options: Options) -> str:
    title = "Fillomino: one connected region for every number"  # not for people
    return questions(title, lines_of(puzzle, numbers, options), puzzle.grid)


def solve_smt(puzzle: Puzzle, numbers: Mapping[int, int], options: Options, limits: Limits, trace: TraceWriter,
              cancel: Cancel) -> SolveResult:
    """Z3 on a puzzle of which some numbers are known.

    8.2 to 8.10 do not say that every region holds a clue. If Z3 comes with an answer of the basic variant that breaks this, our
    assertions about roots are added, and it goes on.
    """
    lines = lines_of(puzzle, numbers, options)
    watched = range(1, max(9, *numbers.values(), 0) + 1)
    cells = [f"n_{cell}" for cell in puzzle.grid.cells()]
    problem = SmtProblem("\n".join(lines), cells, watched, words=vocabulary(puzzle.grid))
    search = SmtSearch(problem, trace, cancel, limits.events)
    terms, clues = Terms.of(puzzle), puzzle.clues()

    def missing(answer: Answer) -> Sequence[str]:
        return () if terms.allows(puzzle.grid, puzzle.givens, answer) else clue_roots(puzzle.grid, clues)

    exact = terms.basic and options.get("encoding", TREES) == TREES and not options.get("clue_roots", False)
    found = search.solve(options.solutions, missing if exact else None)
    return SolveResult.of(found, search.exhausted, options.solutions, stats={"assertions": count_assertions(lines)})


def count_assertions(lines: Sequence[str]) -> int:
    return sum(line.startswith("(assert") for line in lines)
