"""The Fobidoshi family: one object that ties checker, drawing, editor, engines, ladder, generators and files together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from studio.core.codec import Codec
from studio.core.draw import Overlay, Shape
from studio.core.engine import Cancel, Engine
from studio.core.family import Family, Stroke, Tool, make_grid
from studio.core.parts import Clues, Making, Notation, RuleBook, Survey, Thinking
from studio.core.puzzle import Answer, BadPuzzle, Board, Change, Puzzle, Violation
from studio.core.say import marked, say
from studio.core.study import Studies
from studio.families.fobidoshi import check, codecs, draw, edit, generate, studies
from studio.families.fobidoshi.engines.auto import AutoEngine
from studio.families.fobidoshi.engines.backtrack import BacktrackEngine
from studio.families.fobidoshi.engines.rules import LadderEngine
from studio.families.fobidoshi.engines.smt import SmtEngine
from studio.families.fobidoshi.kernel.clauses import FobidoshiClauses
from studio.families.fobidoshi.model import CIRCLE, CROSS, EMPTY
from studio.families.fobidoshi.page import PAGE_RULES
from studio.families.fobidoshi.penpa import FobidoshiPenpa
from studio.families.fobidoshi.rules.ladder import LADDER
from studio.families.fobidoshi.rules.state import FobidoshiState
from studio.families.fobidoshi.samples import SAMPLES
from studio.families.fobidoshi.trials import FobidoshiTrials

if TYPE_CHECKING:
    from studio.solvers.outside import Whole

RULES = marked("""\
Put circles into some of the empty cells so that

1. all circles hang together: from any circle one can walk to any other over circles, up, down, left and right;
2. nowhere are more than three circles in a row, across or down.

A given cross marks a cell that stays without a circle. A proper puzzle has exactly one solution.
""")

def _whole(puzzle: Puzzle) -> Whole:
    from studio.families.fobidoshi.kernel.whole import whole

    return whole(puzzle)


def _survey(puzzle: Puzzle, answer: Answer, cancel: Cancel) -> Survey:
    from studio.families.fobidoshi.survey import FobidoshiSurvey

    return FobidoshiSurvey(puzzle, answer, cancel)


class Fobidoshi(Family):
    trials = FobidoshiTrials()
    id = "fobidoshi"
    name = "Fobidoshi"
    summary = marked("Join all circles; never four in a row.")
    rules_text = RULES
    default_size = (8, 8)
    notation = Notation(givens={EMPTY: "-", CIRCLE: "o", CROSS: "x"}, marks={EMPTY: "-", CIRCLE: "o", CROSS: "x"},
                        small={CIRCLE: "○", CROSS: "×"},
                        solution={CIRCLE: "o", CROSS: "-"}, words={CIRCLE: marked("a circle"), CROSS: marked("empty")})
    clues = Clues()
    page_rules = PAGE_RULES
    thinking = Thinking(RuleBook(tuple(LADDER), FobidoshiState), FobidoshiClauses, _whole, survey=_survey)
    making = Making(generate.OPTIONS, generate=generate.generate)
    studies = Studies(lambda: studies.EXPERIMENTS)

    def validate(self, puzzle: Puzzle) -> None:
        for cell, given in enumerate(puzzle.givens):
            if given not in (EMPTY, CIRCLE, CROSS):
                raise BadPuzzle(say("{given} at {cell} is neither a circle (1) nor a cross (2)", given=given,
                                    cell=puzzle.grid.cell_name(cell)))
        if puzzle.solution is not None and not set(puzzle.solution) <= {EMPTY, CIRCLE, CROSS}:
            raise BadPuzzle(say("the stored solution holds something else than circles and empty cells"))

    def start_marks(self, puzzle: Puzzle) -> list[int]:
        return list(puzzle.givens)  # circles and crosses have the same numbers as givens and as marks

    # --- play -------------------------------------------------------------------------------------------------------
    def check(self, board: Board) -> list[Violation]:
        return check.check(board)

    def is_complete(self, board: Board) -> bool:
        return check.decided(board) or check.is_solution_so_far(board)

    def wrong(self, puzzle: Puzzle, answer: Answer) -> list[str]:
        """An engine must decide every cell; only players may leave crosses out."""
        if EMPTY in answer:
            return [say("the board is not filled")]
        if check.solves(puzzle, answer):
            return []
        return [violation.message for violation in self.check(Board(puzzle, answer))]

    def draw(self, board: Board, overlay: Overlay) -> list[Shape]:
        return draw.draw(board, overlay)

    def describe_cell(self, board: Board, cell: int) -> str:
        row, col = board.grid.rc(cell)
        given, mark = board.givens[cell], board.marks[cell]
        what = {EMPTY: say("open"), CIRCLE: say("circle"), CROSS: say("no circle")}[given or mark]
        if given:
            what = say("{what}, given", what=what)
        return say("row {row}, column {col}: {what}", row=row + 1, col=col + 1, what=what)

    def tools(self, board: Board) -> list[Tool]:
        return list(edit.TOOLS)

    def edit(self, board: Board, tool: str, stroke: Stroke) -> list[Change]:
        return edit.edit(board, tool, stroke)

    # --- think ------------------------------------------------------------------------------------------------------
    def engines(self) -> list[Engine]:
        orders = (marked("first"), marked("neighbour"), marked("fewest"))
        return [AutoEngine(self, "auto", marked("Clause kernel")), BacktrackEngine(), SmtEngine(),
                LadderEngine(self, orders=orders)]

    # --- files ------------------------------------------------------------------------------------------------------
    def codecs(self) -> list[Codec]:
        return [*codecs.CODECS, FobidoshiPenpa()]

    def samples(self) -> list[Puzzle]:
        return [self._sample(title, drawing.split()) for title, drawing in SAMPLES.items()]

    def _sample(self, title: str, rows: list[str]) -> Puzzle:
        grid = make_grid(len(rows), len(rows[0]))
        return Puzzle(self.id, grid, codecs.read_rows(rows, grid, title), title=title)
