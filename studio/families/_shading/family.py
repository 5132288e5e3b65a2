"""Kurodoko in one object."""

from __future__ import annotations

from collections.abc import Sequence

from studio.core import strokes
from studio.core.codec import Codec
from studio.core.draw import Overlay, Shape
from studio.core.engine import Engine
from studio.core.family import Family, Stroke, Tool, make_grid
from studio.core.parts import Clues, Making, Notation, RuleBook, Thinking
from studio.core.puzzle import Answer, BadGivens, Board, Change, Puzzle, Violation
from studio.core.pzpr import Address, AddressCodec, read_numbers, write_address, write_numbers
from studio.core.say import marked, say
from studio.families._shading.check import check, shown
from studio.families._shading.draw import draw
from studio.families._shading.kernel import clauses
from studio.families._shading.making import ID, KurodokoTrials, full_board, numbers
from studio.families._shading.model import SHADED, WHITE
from studio.families._shading.rules import LADDER, State
from studio.solvers.clause_engine import ClauseEngine
from studio.solvers.rule_engine import RuleEngine

TOOLS = [
    Tool("givens", "Numbers", "draw", "Type a number; right button clears", shortcut="G"),
    Tool("marks", "Shading", "play", "Click: shaded, white, open; right button backwards; drag paints", shortcut="M"),
]


class KurodokoAddress(AddressCodec):
    id = "kurodoko-url"
    kinds = ("kurodoko",)

    def from_address(self, address: Address) -> Puzzle:
        return Puzzle(ID, address.grid, tuple(read_numbers(address.body, address.grid.size)[0]))

    def write(self, puzzle: Puzzle) -> str:
        return write_address(self.kinds[0], puzzle.grid, write_numbers(puzzle.givens)) + "\n"


class KurodokoClues(Clues):
    words = (marked("number"), marked("numbers"))

    def full(self, puzzle: Puzzle, answer: Answer) -> Sequence[int]:
        return numbers(puzzle.grid, answer)


class Kurodoko(Family):
    id = ID
    name = "Kurodoko"
    summary = marked("Shade cells so that every number counts what it sees.")
    rules_text = marked("""Shade some cells.

* Shaded cells never touch along an edge; all other cells hang together.
* A number is not shaded. It counts the cells that it sees across and down, itself included, up to the next shaded cell.
""")
    default_size = (7, 7)
    notation = Notation(marks={WHITE: "o", SHADED: "#"}, small={WHITE: "○", SHADED: "■"}, solution={WHITE: "-", SHADED: "#"},
                        words={WHITE: marked("white"), SHADED: marked("shaded")})
    clues = KurodokoClues()
    thinking = Thinking(RuleBook(LADDER, State), clauses)
    making = Making(full_board=full_board)
    trials = KurodokoTrials()

    def validate(self, puzzle: Puzzle) -> None:
        most = puzzle.grid.rows + puzzle.grid.cols - 1
        for cell, given in enumerate(puzzle.givens):
            if not 0 <= given <= most:
                raise BadGivens(say("{given} at {cell} is more than a cell of this board can see", given=given,
                                    cell=puzzle.grid.cell_name(cell)), (cell,))

    def check(self, board: Board) -> list[Violation]:
        return check(board)

    def is_complete(self, board: Board) -> bool:
        return all(shown(board))

    def start_marks(self, puzzle: Puzzle) -> list[int]:
        return [WHITE if given else 0 for given in puzzle.givens]

    def draw(self, board: Board, overlay: Overlay) -> list[Shape]:
        return draw(board, overlay)

    def tools(self, board: Board) -> list[Tool]:
        return TOOLS

    def edit(self, board: Board, tool: str, stroke: Stroke) -> list[Change]:
        if tool == "givens":
            return strokes.type_number(board, "givens", stroke, board.grid.rows + board.grid.cols - 1)
        return strokes.paint(board, "marks", stroke, (0, SHADED, WHITE), {"x": SHADED, "o": WHITE, "1": SHADED, "2": WHITE})

    def engines(self) -> list[Engine]:
        return [ClauseEngine(self, "auto"), RuleEngine(self)]

    def samples(self) -> list[Puzzle]:
        givens = (0, 0, 0, 0, 8, 0, 0, 9, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0)
        return [Puzzle(self.id, make_grid(5, 5), givens, title=marked("Five by five"))]

    def codecs(self) -> list[Codec]:
        return [KurodokoAddress()]
