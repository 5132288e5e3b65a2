"""Fillomino: the family object that the rest of the studio sees."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING

from studio.core.clauses import Clauses, Clue
from studio.core.codec import Codec
from studio.core.deduction import Deduction
from studio.core.draw import Overlay, Shape
from studio.core.engine import Cancel, Engine, Option
from studio.core.family import Family, Stroke, Tool
from studio.core.making import Diary
from studio.core.parts import Clues, GenerateRequest, Inventory, Making, Notation, RuleBook, Survey, Thinking
from studio.core.possible import Slate
from studio.core.puzzle import EMPTY, Answer, Board, Change, Puzzle, Violation
from studio.core.say import marked, say, say_n
from studio.core.study import Experiment, Studies
from studio.families.fillomino import check as checker
from studio.families.fillomino import draw as drawing
from studio.families.fillomino import edit as editing
from studio.families.fillomino.codecs import codecs
from studio.families.fillomino.model import BORDER, CHALLENGING, HIDDEN_CLUES, QUESTION, VARIANTS, ZERO, is_basic, walls_of
from studio.families.fillomino.page import PAGE_RULES
from studio.families.fillomino.rules import LADDER
from studio.families.fillomino.rules.state import FillominoDeduction
from studio.families.fillomino.samples import SAMPLES
from studio.families.fillomino.trials import FillominoTrials

if TYPE_CHECKING:
    from studio.solvers.outside import Whole

RULES = marked("""\
Fill every cell with a number so that the board falls into regions of equal numbers, each of exactly as many cells as its number
says.

- Cells of a region are joined along edges.
- Two regions of the same size never touch along an edge; at corners they may.
- **Challenging** (the usual rules): a region may hold no given number at all.
- **Basic**: every region holds at least one given number.
- A given **?** hides its number. In the basic variant it counts as a given number.
- A **given border** (a thick line) lies between two regions: the numbers on its two sides differ.
- Where the **largest region** is told, none has more cells, hidden ones included.
""")


OPTIONS = (
    Option("variant", "Variant", CHALLENGING, VARIANTS, "basic: every region holds a given number"),
    Option("limit", "Largest region", 0, (), "no region has more cells than this; 0: no limit", 0, 999,
           least=marked("no limit")),
)


class FillominoClues(Clues):
    """Numbers, question marks, and the given borders as clues of their own: ("border", its number)."""

    kinds = (("border", marked("given borders")),)
    question = QUESTION

    def monotone(self, puzzle: Puzzle) -> bool:
        return not is_basic(puzzle)  # there a region without its clue would be forbidden

    def weaker(self, puzzle: Puzzle, cell: int) -> tuple[int, ...]:
        if puzzle.givens[cell] > 0:
            return (EMPTY, QUESTION)
        return (EMPTY,) if puzzle.givens[cell] and is_basic(puzzle) else ()  # elsewhere "?" says nothing that could go

    def softens(self, puzzle: Puzzle) -> bool:
        return QUESTION in puzzle.givens or bool(puzzle.extra.get(HIDDEN_CLUES))

    def every(self, puzzle: Puzzle) -> list[Clue]:
        return [*puzzle.clues(), *(("border", border) for border, given in enumerate(puzzle.borders) if given)]

    def keep(self, puzzle: Puzzle, clues: Iterable[Clue]) -> Puzzle:
        kept = set(clues)
        borders = tuple(given if ("border", border) in kept else 0 for border, given in enumerate(puzzle.borders))
        return replace(super().keep(puzzle, kept), borders=borders)

    def offers(self, puzzle: Puzzle, answer: Answer, kinds: Collection[str] = ()) -> Mapping[Clue, Hashable]:
        offered: dict[Clue, Hashable] = dict(super().offers(puzzle, answer))
        if "border" in kinds:
            borders, grid = puzzle.borders or (0,) * puzzle.grid.border_count, puzzle.grid
            offered |= {("border", border): True for border, given in enumerate(borders)
                        if not given and len({answer[cell] for cell in grid.border_cells(border)}) == 2}
        return offered

    def added(self, puzzle: Puzzle, answer: Answer, clues: Iterable[Clue]) -> Puzzle:
        wanted = list(clues)
        return self._with_borders(super().added(puzzle, answer, wanted), wanted, BORDER)

    def removable(self, puzzle: Puzzle, answer: Answer) -> list[Clue]:
        return [*super().removable(puzzle, answer), *self.every(puzzle)[len(puzzle.clues()):]]

    def removed(self, puzzle: Puzzle, clues: Iterable[Clue]) -> Puzzle:
        gone = list(clues)
        return self._with_borders(super().removed(puzzle, gone), gone, 0)

    def _with_borders(self, puzzle: Puzzle, clues: Iterable[Clue], value: int) -> Puzzle:
        meant = {int(clue[1]) for clue in clues if isinstance(clue, tuple)}
        if not meant:
            return puzzle
        borders = puzzle.borders or (0,) * puzzle.grid.border_count
        return replace(puzzle, borders=tuple(value if k in meant else given for k, given in enumerate(borders))).unproved()

    def cells(self, puzzle: Puzzle, clue: Clue) -> tuple[int, ...]:
        return puzzle.grid.border_cells(int(clue[1])) if isinstance(clue, tuple) else super().cells(puzzle, clue)

    def name(self, puzzle: Puzzle, clue: Clue) -> str:
        if not isinstance(clue, tuple):
            return super().name(puzzle, clue)
        first, second = map(puzzle.grid.cell_name, self.cells(puzzle, clue))
        return say("the border between {first} and {second}", first=first, second=second)

    def count(self, puzzle: Puzzle) -> str:
        borders = sum(map(bool, puzzle.borders))
        cells = super().count(puzzle)
        return say_n("{cells}, {n} border", "{cells}, {n} borders", n=borders, cells=cells) if borders else cells


def _clauses(puzzle: Puzzle, assume_clues: bool) -> Clauses:
    from studio.families.fillomino.kernel.clauses import puzzle_clauses

    return puzzle_clauses(puzzle, assume_clues)


def _survey(puzzle: Puzzle, answer: Answer, cancel: Cancel) -> Survey:
    from studio.families.fillomino.walk.survey import FillominoSurvey

    return FillominoSurvey(puzzle, answer, cancel)


def _inventory(puzzle: Puzzle, answers: Sequence[Answer], cancel: Cancel) -> Inventory:
    from studio.families.fillomino.walk.inventory import FillominoInventory

    return FillominoInventory(puzzle, answers, cancel)


def _full_board(request: GenerateRequest, rng: Random, cancel: Cancel, diary: Diary | None = None) -> Puzzle:
    from studio.families.fillomino.generate import full_board

    return full_board(request, rng, cancel, diary)


def _experiments() -> Sequence[Experiment]:
    from studio.families.fillomino.studies import EXPERIMENTS

    return EXPERIMENTS


def _whole(puzzle: Puzzle) -> Whole:
    from studio.families.fillomino.kernel.whole import whole

    return whole(puzzle)


def _exact_state(puzzle: Puzzle) -> Deduction:
    from studio.families.fillomino.engines.hidden import exact_state

    return exact_state(puzzle)


def _slate(puzzle: Puzzle) -> Slate | None:
    from studio.families.fillomino.slate import slate

    return slate(puzzle)


class Fillomino(Family):
    trials = FillominoTrials()
    id = "fillomino"
    name = "Fillomino"
    summary = marked("Divide the board into regions that tell their own size.")
    rules_text = RULES
    parameters = OPTIONS
    uses_borders = True
    notation = Notation(givens={QUESTION: "?", ZERO: "=0"})
    default_size = (10, 10)
    clues = FillominoClues()
    page_rules = PAGE_RULES
    thinking = Thinking(RuleBook(LADDER, FillominoDeduction, exact=_exact_state), _clauses, _whole, _slate, _survey,
                        _inventory)
    making = Making(
        options=(
            OPTIONS[0],
            Option("largest", "Largest region", 8, (), "no region has more cells than this", 2, 40),
            Option("told", "Tell the largest region", False, (), "the largest region is a rule of the puzzle"),
            Option("questions", "Question marks", False, (), "clues that cannot go become ? where their number is not needed"),
        ),
        full_board=_full_board,
        told_board=_full_board,
    )
    studies = Studies(_experiments)

    def validate(self, puzzle: Puzzle) -> None:
        checker.validate(puzzle)

    def check(self, board: Board) -> list[Violation]:
        return checker.check(board)

    def is_complete(self, board: Board) -> bool:
        return checker.is_complete(board)

    def wrong(self, puzzle: Puzzle, answer: Answer) -> list[str]:
        return [] if checker.solves(puzzle, answer) else super().wrong(puzzle, answer)

    def start_marks(self, puzzle: Puzzle) -> list[int]:
        return [max(given, EMPTY) for given in puzzle.givens]

    def describe_cell(self, board: Board, cell: int) -> str:
        told = super().describe_cell(board, cell)
        if board.givens[cell] == QUESTION and board.marks[cell]:
            told = say("{told}; {mark} written", told=told, mark=board.marks[cell])
        shut = [board.grid.cell_name(b if a == cell else a) for a, b in walls_of(board) if cell in (a, b)]
        return say("{told}; given border to {cells}", told=told, cells=", ".join(shut)) if shut else told

    def draw(self, board: Board, overlay: Overlay) -> list[Shape]:
        return drawing.draw(board, overlay)

    def tools(self, board: Board) -> list[Tool]:
        return editing.tools(board)

    def edit(self, board: Board, tool: str, stroke: Stroke) -> list[Change]:
        return editing.edit(board, tool, stroke)

    def preview(self, board: Board, tool: str, stroke: Stroke) -> list[Shape]:
        return drawing.border_preview(board, stroke) if tool == editing.BORDERS else []

    def engines(self) -> list[Engine]:
        return list(self._engines)

    @cached_property
    def _engines(self) -> tuple[Engine, ...]:
        from studio.families.fillomino.engines.auto import AutoEngine
        from studio.families.fillomino.engines.cpsat import CpSatEngine
        from studio.families.fillomino.engines.hybrid import HybridEngine
        from studio.families.fillomino.engines.rules import FillominoRuleEngine
        from studio.families.fillomino.engines.smt import SmtEngine
        from studio.families.fillomino.engines.thesis import ThesisEngine

        return (AutoEngine(), FillominoRuleEngine(self), ThesisEngine(), SmtEngine(), HybridEngine(), CpSatEngine())

    def samples(self) -> list[Puzzle]:
        return list(SAMPLES)

    def codecs(self) -> list[Codec]:
        return codecs()
