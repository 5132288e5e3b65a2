"""Nurikabe in one object."""

from __future__ import annotations

from collections.abc import Sequence

from nurikabe_family.check import LAND, SEA, UNKNOWN, check, values_of
from nurikabe_family.draw import draw
from nurikabe_family.kernel import clauses
from nurikabe_family.making import ID, NurikabeTrials, full_board
from nurikabe_family.rules import LADDER, State
from studio.core import strokes
from studio.core.codec import Codec
from studio.core.draw import Overlay, Shape
from studio.core.engine import Engine
from studio.core.family import Family, Stroke, Tool
from studio.core.parts import Clues, Making, Notation, RuleBook, Thinking
from studio.core.puzzle import Answer, BadGivens, Board, Change, Puzzle, Violation
from studio.core.pzpr import Address, AddressCodec, parse_address, read_numbers, write_address, write_numbers
from studio.core.say import marked, say
from studio.solvers.clause_engine import ClauseEngine
from studio.solvers.rule_engine import RuleEngine

TOOLS = [
    Tool("givens", "Islands", "draw", "Type a number, or ? for an island of any size; right button clears", shortcut="G"),
    Tool("marks", "Sea and land", "play", "Click: sea, land, open; right button backwards; drag paints", shortcut="M"),
]
KEYS = {"s": SEA, "x": SEA, "1": SEA, "l": LAND, "o": LAND, "2": LAND}


class NurikabeAddress(AddressCodec):
    id = "nurikabe-url"
    kinds = ("nurikabe",)

    def from_address(self, address: Address) -> Puzzle:
        return Puzzle(ID, address.grid, tuple(read_numbers(address.body, address.grid.size, UNKNOWN)[0]))

    def write(self, puzzle: Puzzle) -> str:
        return write_address(ID, puzzle.grid, write_numbers(puzzle.givens, UNKNOWN)) + "\n"


class Islands(Clues):
    """A number can become a "?", but no island is without its cell: an absent clue says that there is no island."""

    words = (marked("given island"), marked("given islands"))
    symmetric = False
    question = UNKNOWN

    def weaker(self, puzzle: Puzzle, cell: int) -> tuple[int, ...]:
        return (UNKNOWN,) if puzzle.givens[cell] > 0 else ()

    def full(self, puzzle: Puzzle, answer: Answer) -> Sequence[int]:
        islands = puzzle.grid.components(cell for cell, value in enumerate(answer) if value == LAND)
        size = {cell: len(island) for island in islands for cell in island}
        return [size.get(cell, 0) if given else 0 for cell, given in enumerate(puzzle.givens)]


class Nurikabe(Family):
    id = ID
    name = "Nurikabe"
    summary = marked("Islands of given sizes in one sea without pools.")
    rules_text = marked("""Draw the sea.

* All cells of the sea hang together; nowhere do four of them fill a square.
* What is left are islands, each with exactly one given cell. Its number is the island's size; a ? may be any size.
* Islands do not touch along an edge.
""")
    default_size = (7, 7)
    notation = Notation(givens={UNKNOWN: "?"}, marks={SEA: "#", LAND: "o"},
                        small={SEA: "■", LAND: "○"}, solution={SEA: "#", LAND: "-"},
                        words={SEA: marked("sea"), LAND: marked("land")})
    clues = Islands()
    thinking = Thinking(RuleBook(LADDER, State), clauses)
    making = Making(full_board=full_board)
    trials = NurikabeTrials()

    def validate(self, puzzle: Puzzle) -> None:
        for cell, given in enumerate(puzzle.givens):
            if not UNKNOWN <= given <= puzzle.grid.size:
                raise BadGivens(say("{given} at {cell} is no size of an island on this board", given=given,
                                    cell=puzzle.grid.cell_name(cell)), (cell,))

    def check(self, board: Board) -> list[Violation]:
        return check(board)

    def is_complete(self, board: Board) -> bool:
        return all(values_of(board))

    def start_marks(self, puzzle: Puzzle) -> list[int]:
        return [LAND if given else 0 for given in puzzle.givens]

    def draw(self, board: Board, overlay: Overlay) -> list[Shape]:
        return draw(board, overlay)

    def tools(self, board: Board) -> list[Tool]:
        return TOOLS

    def edit(self, board: Board, tool: str, stroke: Stroke) -> list[Change]:
        if tool == "givens":
            return strokes.type_number(board, "givens", stroke, board.grid.size, {"?": UNKNOWN})
        return strokes.paint(board, "marks", stroke, (0, SEA, LAND), KEYS)

    def engines(self) -> list[Engine]:
        return [ClauseEngine(self, "auto"), RuleEngine(self)]

    def samples(self) -> list[Puzzle]:
        return [NurikabeAddress().from_address(parse_address("nurikabe/5/5/g1o1g2k12g1h"))]

    def codecs(self) -> list[Codec]:
        return [NurikabeAddress()]
