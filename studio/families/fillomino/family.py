"""Fillomino: the family object that the rest of the studio sees."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from random import Random

from studio.core.clauses import Clauses
from studio.core.codec import Codec
from studio.core.draw import Overlay, Shape
from studio.core.engine import Cancel, Engine, Option
from studio.core.family import Family, Stroke, Tool
from studio.core.parts import Clues, Experiment, GenerateRequest, Making, RuleBook, Studies, Thinking
from studio.core.puzzle import Board, Change, Puzzle, Violation
from studio.families.fillomino import check as checker
from studio.families.fillomino import draw as drawing
from studio.families.fillomino import edit as editing
from studio.families.fillomino.codecs import codecs
from studio.families.fillomino.model import CHALLENGING, VARIANTS, is_basic
from studio.families.fillomino.rules import LADDER
from studio.families.fillomino.rules.state import FillominoDeduction
from studio.families.fillomino.samples import SAMPLES
from studio.families.fillomino.trials import FillominoTrials

RULES = """\
Fill every cell with a number so that the board falls into regions of equal numbers, each of exactly as many cells as its number
says.

- Cells of a region are joined along edges.
- Two regions of the same size never touch along an edge; at corners they may.
- **Challenging** (the usual rules): a region may hold no given number at all.
- **Basic**: every region holds at least one given number.
"""


class FillominoClues(Clues):
    def monotone(self, puzzle: Puzzle) -> bool:
        return not is_basic(puzzle)  # there a region without its clue would be forbidden


def _clauses(puzzle: Puzzle, assume_clues: bool) -> Clauses:
    from studio.families.fillomino.kernel.clauses import puzzle_clauses

    return puzzle_clauses(puzzle, is_basic(puzzle), assume_clues)


def _full_board(request: GenerateRequest, rng: Random, cancel: Cancel) -> Puzzle:
    from studio.families.fillomino.generate import full_board

    return full_board(request, rng, cancel)


def _experiments() -> Sequence[Experiment]:
    from studio.families.fillomino.studies import EXPERIMENTS

    return EXPERIMENTS


class Fillomino(Family):
    trials = FillominoTrials()
    id = "fillomino"
    name = "Fillomino"
    summary = "Divide the board into regions that tell their own size."
    rules_text = RULES
    parameters = (Option("variant", "Variant", CHALLENGING, VARIANTS,
                         "basic: every region holds a given number"),)
    default_size = (10, 10)
    clues = FillominoClues()
    thinking = Thinking(RuleBook(LADDER, FillominoDeduction), _clauses)
    making = Making(
        options=(
            Option("variant", "Variant", CHALLENGING, VARIANTS, "basic: every region holds a given number"),
            Option("largest", "Largest region", 8, (), "no region has more cells than this", 2, 40),
        ),
        full_board=_full_board,
    )
    studies = Studies(_experiments)

    def validate(self, puzzle: Puzzle) -> None:
        checker.validate(puzzle)

    def check(self, board: Board) -> list[Violation]:
        return checker.check(board)

    def is_complete(self, board: Board) -> bool:
        return checker.is_complete(board)

    def start_marks(self, puzzle: Puzzle) -> list[int]:
        return list(puzzle.givens)

    def draw(self, board: Board, overlay: Overlay) -> list[Shape]:
        return drawing.draw(board, overlay)

    def tools(self, board: Board) -> list[Tool]:
        return editing.tools(board)

    def edit(self, board: Board, tool: str, stroke: Stroke) -> list[Change]:
        return editing.edit(board, tool, stroke)

    def engines(self) -> list[Engine]:
        return list(self._engines)

    @cached_property
    def _engines(self) -> tuple[Engine, ...]:
        from studio.families.fillomino.engines.auto import AutoEngine
        from studio.families.fillomino.engines.cpsat import CpSatEngine
        from studio.families.fillomino.engines.hybrid import HybridEngine
        from studio.families.fillomino.engines.rules import FillominoRuleEngine
        from studio.families.fillomino.engines.smt import SmtEngine

        return (AutoEngine(), FillominoRuleEngine(self), SmtEngine(), HybridEngine(), CpSatEngine())

    def samples(self) -> list[Puzzle]:
        return list(SAMPLES)

    def codecs(self) -> list[Codec]:
        return codecs()
