"""The polyomino tiling family: one object that ties everything together. Solver libraries load only when an engine runs."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from studio.core.codec import Codec
from studio.core.draw import Overlay, Shape
from studio.core.engine import Engine, Option
from studio.core.family import Family, Stroke, Tool
from studio.core.grid import Grid
from studio.core.parts import Arguments, Judgement, Making, Notation, Pieces, RuleBook, Thinking
from studio.core.puzzle import Answer, BadGivens, BadPuzzle, Board, Change, Puzzle, Violation
from studio.core.say import marked, say, say_n
from studio.core.study import Studies
from studio.core.turn import MIRRORING, target, turned_grid
from studio.families.tiling import check, generate, samples
from studio.families.tiling.clues import TilingClues
from studio.families.tiling.codecs.penpa import TilingPenpa
from studio.families.tiling.codecs.tiler import TilerCodec
from studio.families.tiling.draw.board import draw
from studio.families.tiling.draw.colours import apart
from studio.families.tiling.edit import strokes
from studio.families.tiling.edit.numbers import numbers_of
from studio.families.tiling.edit.preview import preview
from studio.families.tiling.edit.tray import useless_tiles
from studio.families.tiling.engines.auto import AutoEngine
from studio.families.tiling.engines.colouring import ColouringEngine
from studio.families.tiling.engines.count import CountEngine
from studio.families.tiling.engines.csp import CspEngine
from studio.families.tiling.engines.dlx import DlxEngine
from studio.families.tiling.engines.ilp import IlpEngine
from studio.families.tiling.engines.mrv import MrvEngine
from studio.families.tiling.engines.sat import SatEngine
from studio.families.tiling.engines.simple import SimpleEngine
from studio.families.tiling.engines.table import TableEngine
from studio.families.tiling.kernel.clauses import TilingClauses
from studio.families.tiling.model.convert import (
    FAMILY_ID,
    INSIDE,
    MAX_TILES,
    known_tiles,
    pieces_of_answer,
    problem_of,
    tile_to_json,
    tiles_of,
    tiles_to_json,
)
from studio.families.tiling.model.given import JOINED, PARTED, border_pairs, given_pieces
from studio.families.tiling.model.shapes import ALL_TURNS, NAMED, Tile, mirror_image, normalise, with_shape
from studio.families.tiling.model.shapes import Shape as TileShape
from studio.families.tiling.model.symmetry import board_symmetries, renumber
from studio.families.tiling.page import PAGE_RULES
from studio.families.tiling.rules.dead_end import bare_cell
from studio.families.tiling.rules.ladder import LADDER
from studio.families.tiling.rules.state import TilingState
from studio.families.tiling.slate import slate
from studio.families.tiling.studies.instances import boards_by_class
from studio.families.tiling.studies.thesis import EXPERIMENTS
from studio.families.tiling.supply import TilingSupply
from studio.families.tiling.trials import TilingTrials
from studio.solvers.rule_engine import RuleEngine

if TYPE_CHECKING:
    from studio.solvers.outside import Whole

RULES = marked("""\
Cover the board with pieces so that

1. every cell of the board is covered by exactly one piece, and no piece reaches beyond the board;
2. every piece is one of the tiles. A piece may be turned; it may be flipped over only where reflections are allowed;
3. no tile is used more often than its count says (∞: as often as you like). Pieces may be left over.

The board may have any shape, with holes. A tiling puzzle proper has exactly one solution, up to turning the whole board.
""")


class TilingNotation(Notation):
    def word(self, value: int) -> str:
        return say("piece {value}", value=value)

    def solution_text(self, puzzle: Puzzle, answer: Answer) -> str:
        """Letters, so that pieces are seen: neighbours never share one."""
        board = Board(puzzle, answer)
        letters = _letters(board)
        rows = range(puzzle.grid.rows)
        return "\n".join(" ".join(letters[i] for i in range(r * puzzle.grid.cols, (r + 1) * puzzle.grid.cols)) for r in rows)


class TilingPieces(Pieces):
    tray = True

    def contents(self, puzzle: Puzzle, answer: Sequence[int]) -> Sequence[Hashable]:
        pieces = {number: frozenset(cells) for number, cells in pieces_of_answer(answer).items()}
        return [pieces[number] if number else None for number in answer]

    def name(self, puzzle: Puzzle, cells: Sequence[int]) -> str:
        problem = problem_of(puzzle)
        tile = problem.tile_of(list(cells))
        if tile is None:
            return super().name(puzzle, cells)
        return say_n("one {tile}", "{n} {tile}", n=1, tile=problem.tiles[tile].label)

    def placed(self, puzzle: Puzzle, answer: Sequence[int]) -> list[tuple[str, list[int]]]:
        problem = problem_of(puzzle)
        found = []
        for cells in sorted(pieces_of_answer(answer).values(), key=min):
            tile = problem.tile_of(cells)
            found.append(("?" if tile is None else problem.tiles[tile].label, cells))
        return found

    def images(self, puzzle: Puzzle, answer: Answer) -> Sequence[Answer]:
        """Tilings that the board's symmetries turn into each other count as one."""
        values = np.array(answer)
        return [renumber(values[perm]) for perm in board_symmetries(problem_of(puzzle))]

    def useless(self, board: Board) -> tuple[int, ...]:
        return useless_tiles(board)

    def turned_params(self, params: Mapping[str, Any], turn: str) -> Mapping[str, Any]:
        """Tiles that may not be turned or flipped over at will are turned and mirrored with the board."""
        flipping = turn in MIRRORING and not params.get("reflections")
        tiles = tiles_of(params)
        if not flipping and all(tile.turns == ALL_TURNS for tile in tiles):
            return params
        return {**params, "tiles": tiles_to_json([self._turned(tile, turn, flipping) for tile in tiles])}

    def _turned(self, tile: Tile, turn: str, flipping: bool) -> Tile:
        if tile.turns == ALL_TURNS:
            return mirror_image(tile) if flipping else tile
        grid = Grid(1 + max(r for r, _ in tile.cells), 1 + max(c for _, c in tile.cells))
        to, new = target(grid, turn), turned_grid(grid, turn)
        return with_shape(tile, normalise(new.rc(to[grid.index(r, c)]) for r, c in tile.cells))


def _whole(puzzle: Puzzle) -> Whole:
    from studio.families.tiling.kernel.whole import whole

    return whole(puzzle)


def _dlx(puzzle: Puzzle) -> str:
    from studio.families.tiling.kernel.whole import dlx_text

    return dlx_text(puzzle)


class TilingArguments(Arguments):
    goal = say("This board cannot be covered. Find numbers for its cells that show it: every tile covers the same sum wherever "
               "it lies (or the same remainder), but the board has another sum than all pieces together.")
    tools = ("number", "repeat")

    def judge(self, board: Board) -> Judgement:
        from studio.families.tiling.proofs.judge import judge

        return judge(problem_of(board.puzzle()), numbers_of(board))

    def hints(self, proof: Mapping[str, Any]) -> tuple[str, ...]:
        if proof.get("kind") != "colouring":
            return ()
        by = int(proof["modulus"])
        sums = say("count sums by their remainders mod {n}", n=by) if by else say("count sums as they are, with 1 and −1")
        return (say("There is no solution. Show it with numbers on the cells, in a pattern that every piece covers alike."),
                say("Try this pattern: {pattern}; {sums}.", pattern=proof["pattern"], sums=sums), str(proof["caption"]))


class Tiling(Family):
    trials = TilingTrials()
    id = FAMILY_ID
    name = "Polyomino tiling"
    summary = marked("Cover a board with polyominoes.")
    rules_text = RULES
    default_size = (8, 8)
    parameters = (
        Option("reflections", "Reflections", False, help="pieces may be flipped over"),
        Option("tiles", "Tiles", [tile_to_json(Tile(NAMED["2"], None, "2"))], help="such as 4:4L 5P 2x3"),
    )
    uses_borders = True
    notation = TilingNotation(givens={0: ".", INSIDE: "x", **{INSIDE + k: f"t{k}" for k in range(1, MAX_TILES + 1)}})
    clues = TilingClues()
    pieces = TilingPieces()
    page_rules = PAGE_RULES
    arguments = TilingArguments()
    supply = TilingSupply()
    thinking = Thinking(RuleBook(tuple(LADDER), TilingState, rating_state=lambda puzzle: TilingState(puzzle).up_to_symmetry()),
                        TilingClauses, _whole, slate)
    exports = {"dlx": _dlx}
    making = Making(generate.OPTIONS, generate=generate.generate, clues_follow=True)
    studies = Studies(lambda: EXPERIMENTS, boards_by_class)

    def blank_givens(self, grid: Grid) -> tuple[int, ...]:
        return (INSIDE,) * grid.size

    def plain_params(self, params: Mapping[str, Any]) -> Mapping[str, Any]:
        return {**params, "tiles": tiles_to_json(tiles_of(params))} if "tiles" in params else params

    def validate(self, puzzle: Puzzle) -> None:
        tiles = tiles_of(puzzle.params)
        if not isinstance(puzzle.params.get("reflections", False), bool):
            raise BadPuzzle(say("reflections are either true or false"))
        if not set(puzzle.borders) <= {0, PARTED, JOINED}:
            raise BadPuzzle(say("a border of a tiling is 0, {parted} (two pieces meet) or {joined} (one piece lies across)",
                                parted=PARTED, joined=JOINED))
        _one_way_to_lie(tiles, bool(puzzle.params.get("reflections", False)))
        strange = tuple(cell for cell, given in enumerate(puzzle.givens) if not 0 <= given <= INSIDE + len(tiles))
        if strange:
            raise BadGivens(say("{cell} names tile {number}, but there are {tiles}", cell=puzzle.grid.cell_name(strange[0]),
                                number=puzzle.givens[strange[0]] - INSIDE, tiles=len(tiles)), strange)
        if JOINED in puzzle.borders:
            for pair in border_pairs(puzzle.grid, puzzle.borders, JOINED):
                if not all(puzzle.givens[cell] for cell in pair):
                    raise BadGivens(say("{one} and {other} are linked, but not both are cells of the board",
                                        one=puzzle.grid.cell_name(pair[0]), other=puzzle.grid.cell_name(pair[1])), pair)

    def start_marks(self, puzzle: Puzzle) -> list[int]:
        """Given pieces lie from the start; their numbers are none that a player's pieces get."""
        marks = [0] * puzzle.grid.size
        for number, cells in enumerate(given_pieces(puzzle.grid, puzzle.givens, puzzle.borders), puzzle.grid.size + 1):
            for cell in cells:
                marks[cell] = number
        return marks

    # --- play -------------------------------------------------------------------------------------------------------
    def check(self, board: Board) -> list[Violation]:
        return check.check(board)

    def is_complete(self, board: Board) -> bool:
        return check.is_complete(board)

    def wrong(self, puzzle: Puzzle, answer: Answer) -> list[str]:
        return [] if check.solves(puzzle, answer) else super().wrong(puzzle, answer)

    def dead_end(self, board: Board) -> Violation | None:
        return bare_cell(board) or super().dead_end(board)

    def describe_cell(self, board: Board, cell: int) -> str:
        row, col = board.grid.rc(cell)
        if board.givens[cell] < INSIDE:
            what: str = say("not part of the board")
        else:
            what = self.notation.word(board.marks[cell]) if board.marks[cell] else say("open")
            tiles = known_tiles(board.params)
            if INSIDE < board.givens[cell] <= INSIDE + len(tiles):
                what = say("{what}, belongs to {tile}", what=what, tile=tiles[board.givens[cell] - INSIDE - 1].label)
            if any(board.notes):
                what = say("{what}, number {number}", what=what, number=numbers_of(board)[cell])
        return say("row {row}, column {col}: {what}", row=row + 1, col=col + 1, what=what)

    def draw(self, board: Board, overlay: Overlay) -> list[Shape]:
        return draw(board, overlay)

    def tools(self, board: Board) -> list[Tool]:
        return list(strokes.TOOLS)

    def edit(self, board: Board, tool: str, stroke: Stroke) -> list[Change]:
        return strokes.edit(board, tool, stroke)

    def preview(self, board: Board, tool: str, stroke: Stroke) -> list[Shape]:
        return preview(board, tool, stroke)

    # --- think ------------------------------------------------------------------------------------------------------
    def engines(self) -> list[Engine]:
        return list(self._engines)

    @cached_property
    def _engines(self) -> tuple[Engine, ...]:
        """Made once: whoever asks for one by its name asks all of them, and small boards notice it."""
        return (AutoEngine(), TableEngine(), MrvEngine(), SimpleEngine(), DlxEngine(), SatEngine(), IlpEngine(), CspEngine(),
                ColouringEngine(), CountEngine(), RuleEngine(self))

    # --- files ------------------------------------------------------------------------------------------------------
    def codecs(self) -> list[Codec]:
        return [TilerCodec(), TilingPenpa()]

    def samples(self) -> list[Puzzle]:
        return samples.samples()


def _one_way_to_lie(tiles: Sequence[Tile], reflections: bool) -> None:
    """A piece must be told to be of one tile: shapes of two tiles are all the same, or none is."""
    ways = [frozenset(tile.variants(reflections)) for tile in tiles if tile.count != 0]
    if all(tile.turns == ALL_TURNS for tile in tiles):
        return
    known: dict[TileShape, frozenset[TileShape]] = {}
    for mine in ways:
        for shape in mine:
            if known.setdefault(shape, mine) != mine:
                raise BadPuzzle(say("two tiles have a shape in common, but may not be turned alike"))


ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


def _letters(board: Board) -> list[str]:
    numbers = sorted(set(board.marks) - {0})
    if len(numbers) <= len(ALPHABET):
        names = {number: ALPHABET[k] for k, number in enumerate(numbers)}
    else:
        names = {number: ALPHABET[colour] for number, colour in apart(board).items()}
    return [names.get(mark, ".") for mark in board.marks]
