"""The Evolomino family in one object."""

from __future__ import annotations

from typing import TYPE_CHECKING

from studio.core.codec import Codec
from studio.core.draw import Overlay, Shape
from studio.core.engine import Engine
from studio.core.family import Family, Stroke, Tool
from studio.core.parts import Clues, Making, Notation, RuleBook, Thinking
from studio.core.puzzle import Answer, BadPuzzle, Board, Change, Puzzle, Violation
from studio.core.say import marked, say
from studio.core.study import Studies
from studio.families.evolomino import check, draw, edit, generate, samples, studies
from studio.families.evolomino.codecs import codecs
from studio.families.evolomino.engines.auto import KernelEngine
from studio.families.evolomino.engines.cp import CpEngine
from studio.families.evolomino.engines.dlx import DlxEngine
from studio.families.evolomino.engines.ilp import IlpEngine
from studio.families.evolomino.engines.sat import NearFirstEngine
from studio.families.evolomino.engines.search import ExplainedSearch
from studio.families.evolomino.kernel.clauses import EvolominoClauses
from studio.families.evolomino.model import BACK, FORTH, IS_SQUARE, NO_SQUARE, OPEN, SHADED, SQUARE, trace_paths
from studio.families.evolomino.page import PAGE_RULES
from studio.families.evolomino.rules.state import State
from studio.families.evolomino.rules.tries import LADDER
from studio.families.evolomino.solved import solves
from studio.families.evolomino.trials import EvolominoTrials

if TYPE_CHECKING:
    from studio.solvers.outside import Whole

RULES_TEXT = marked("""Draw squares in some of the white cells.

* Squares that touch side by side form a **block**; a single square is a block too.
* Every block has exactly one square on an arrow.
* Every arrow passes through at least two blocks.
* Along an arrow, from its tail to its head, every block after the first is the one before it **plus one square**:
  neither turned nor flipped, only shifted.
""")


class EvolominoClues(Clues):
    def full(self, puzzle: Puzzle, answer: Answer) -> tuple[int, ...]:
        """Squares where squares are, shaded cells off the arrows where none are."""
        on_arrow = check.field_of(puzzle).place_on_arrow
        return tuple(SQUARE if mark == IS_SQUARE else given if cell in on_arrow else SHADED
                     for cell, (given, mark) in enumerate(zip(puzzle.givens, answer)))


def _whole(puzzle: Puzzle) -> Whole:
    from studio.families.evolomino.kernel.whole import whole

    return whole(puzzle)


class Evolomino(Family):
    trials = EvolominoTrials()
    id = "evolomino"
    name = "Evolomino"
    summary = marked("Blocks of squares that grow by one square along each arrow.")
    rules_text = RULES_TEXT
    uses_borders = True
    borders_hold = marked("arrows")
    notation = Notation(givens={SHADED: "#", SQUARE: "0"}, marks={IS_SQUARE: "0", NO_SQUARE: "-"},
                        small={IS_SQUARE: "□", NO_SQUARE: "×"},
                        solution={IS_SQUARE: "o", NO_SQUARE: "-"},
                        words={IS_SQUARE: marked("a square"), NO_SQUARE: marked("empty")})
    clues = EvolominoClues()
    page_rules = PAGE_RULES
    thinking = Thinking(RuleBook(tuple(LADDER), lambda puzzle: State(check.field_of(puzzle))), EvolominoClauses, _whole,
                        two_values=True)
    making = Making(generate.OPTIONS, generate=generate.generate, eased=True)
    studies = Studies(lambda: studies.experiments())

    def validate(self, puzzle: Puzzle) -> None:
        if any(given not in (OPEN, SHADED, SQUARE) for given in puzzle.givens):
            raise BadPuzzle(say("a cell of an Evolomino board is white, shaded or holds a given square"))
        if any(mark not in (0, BACK, FORTH) for mark in puzzle.borders):
            raise BadPuzzle(say("an arrow crosses a border forth or back, nothing else"))
        if puzzle.borders:
            paths = trace_paths(puzzle.grid.rows, puzzle.grid.cols, puzzle.borders)
            if paths.tangles:
                raise BadPuzzle(say("arrows cross or fork at {cell}", cell=puzzle.grid.cell_name(paths.tangles[0])))
            for arrow in paths.arrows:
                for cell in arrow:
                    if puzzle.givens[cell] == SHADED:
                        raise BadPuzzle(say("an arrow runs over the shaded cell {cell}", cell=puzzle.grid.cell_name(cell)))

    def start_marks(self, puzzle: Puzzle) -> list[int]:
        return check.settled_marks(check.field_of(puzzle), [OPEN] * puzzle.grid.size)

    def check(self, board: Board) -> list[Violation]:
        return check.violations(board)

    def is_complete(self, board: Board) -> bool:
        """Every cell decided, or the squares alone already make a solution (nobody needs to mark the empty cells)."""
        shown = check.settled_marks(check.field_of(board), board.marks)
        if OPEN not in shown:
            return True
        closed = Board(board.puzzle(), [mark or NO_SQUARE for mark in shown])
        return not check.violations(closed)

    def wrong(self, puzzle: Puzzle, answer: Answer) -> list[str]:
        return [] if solves(check.field_of(puzzle), answer) else super().wrong(puzzle, answer)

    def draw(self, board: Board, overlay: Overlay) -> list[Shape]:
        return draw.draw(board, overlay)

    def describe_cell(self, board: Board, cell: int) -> str:
        row, col = board.grid.rc(cell)
        field = check.field_of(board)
        shown = check.settled_marks(field, board.marks)[cell]
        given = board.givens[cell]
        what: str = (say("shaded") if given == SHADED else say("square, given") if given == SQUARE else
                     (say("open"), say("square"), say("no square"))[shown])
        if place := field.place_on_arrow.get(cell):
            what = say("{what}, cell {number} of {cells} on arrow {arrow}", what=what, number=place[1] + 1,
                       cells=len(field.arrows[place[0]]), arrow=place[0] + 1)
        return say("row {row}, column {col}: {what}", row=row + 1, col=col + 1, what=what)

    def tools(self, board: Board) -> list[Tool]:
        return edit.TOOLS

    def edit(self, board: Board, tool: str, stroke: Stroke) -> list[Change]:
        return edit.edit(board, tool, stroke)

    def engines(self) -> list[Engine]:
        return [KernelEngine(), ExplainedSearch(self), IlpEngine(), NearFirstEngine(self), DlxEngine(), CpEngine()]

    def samples(self) -> list[Puzzle]:
        return samples.samples()

    def codecs(self) -> list[Codec]:
        return codecs()
