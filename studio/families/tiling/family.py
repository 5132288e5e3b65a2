"""The polyomino tiling family: one object that ties everything together. Solver libraries load only when an engine runs."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from studio.core.clauses import Clue
from studio.core.codec import Codec
from studio.core.draw import Overlay, Shape
from studio.core.engine import Engine, Option
from studio.core.family import Family, Stroke, Tool
from studio.core.grid import Grid
from studio.core.parts import Clues, Making, Notation, Pieces, RuleBook, Studies, Thinking
from studio.core.puzzle import Answer, BadPuzzle, Board, Change, Puzzle, Violation
from studio.families.tiling import check, draw, generate, samples
from studio.families.tiling.codecs.tiler import TilerCodec
from studio.families.tiling.edit import play, strokes
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
    pieces_of_answer,
    problem_of,
    tile_to_json,
    tiles_of,
    tiles_to_json,
)
from studio.families.tiling.model.shapes import NAMED, Tile, mirror_image
from studio.families.tiling.model.symmetry import board_symmetries, renumber
from studio.families.tiling.rules.dead_end import bare_cell
from studio.families.tiling.rules.ladder import LADDER
from studio.families.tiling.rules.state import TilingState
from studio.families.tiling.studies.thesis import EXPERIMENTS
from studio.families.tiling.trials import TilingTrials
from studio.solvers.rule_engine import RuleEngine

RULES = """\
Cover the board with pieces so that

1. every cell of the board is covered by exactly one piece, and no piece reaches beyond the board;
2. every piece is one of the tiles. A piece may be turned; it may be flipped over only where reflections are allowed;
3. no tile is used more often than its count says (∞: as often as you like). Pieces may be left over.

The board may have any shape, with holes. A tiling puzzle proper has exactly one solution, up to turning the whole board.
"""


class TilingNotation(Notation):
    def word(self, value: int) -> str:
        return f"piece {value}"

    def solution_text(self, puzzle: Puzzle, answer: Answer) -> str:
        """Letters, so that pieces are seen: neighbours never share one."""
        board = Board(puzzle, answer)
        letters = _letters(board)
        rows = range(puzzle.grid.rows)
        return "\n".join(" ".join(letters[i] for i in range(r * puzzle.grid.cols, (r + 1) * puzzle.grid.cols)) for r in rows)


class TilingClues(Clues):
    """The cells of the board, and how many there are of each tile: both are told apart from no clue at all, for a smaller board
    or a larger set may have fewer tilings or more."""

    words = ("cell", "cells")
    symmetric = False
    about_cells = False

    def monotone(self, puzzle: Puzzle) -> bool:
        return False

    def keep(self, puzzle: Puzzle, clues: Iterable[Clue]) -> Puzzle:
        """Without its cell a board is smaller; without its count there are as many of a tile as one likes."""
        kept = set(clues)
        tiles = [tile if ("tile", number) in kept else replace(tile, count=None)
                 for number, tile in enumerate(TilingClauses(puzzle).problem.tiles, 1)]
        return super().keep(puzzle, kept).with_params(tiles=tiles_to_json(tiles))

    def name(self, puzzle: Puzzle, clue: Clue) -> str:
        if isinstance(clue, tuple) and clue[0] == "tile":
            return f"the count of {TilingClauses(puzzle).problem.tiles[int(clue[1]) - 1].label}"
        return super().name(puzzle, clue)


class TilingPieces(Pieces):
    def contents(self, puzzle: Puzzle, answer: Sequence[int]) -> Sequence[Hashable]:
        pieces = {number: frozenset(cells) for number, cells in pieces_of_answer(answer).items()}
        return [pieces[number] if number else None for number in answer]

    def images(self, puzzle: Puzzle, answer: Answer) -> Sequence[Answer]:
        """Tilings that the board's symmetries turn into each other count as one."""
        values = np.array(answer)
        return [renumber(values[perm]) for perm in board_symmetries(problem_of(puzzle))]

    def turned_params(self, params: Mapping[str, Any], mirrored: bool) -> Mapping[str, Any]:
        """Tiles that may not be flipped over are mirrored with the board."""
        if not mirrored or params.get("reflections"):
            return params
        return {**params, "tiles": tiles_to_json([mirror_image(tile) for tile in tiles_of(params)])}


class Tiling(Family):
    trials = TilingTrials()
    id = FAMILY_ID
    name = "Polyomino tiling"
    summary = "Cover a board with polyominoes."
    rules_text = RULES
    default_size = (8, 8)
    parameters = (
        Option("reflections", "Reflections", False, help="pieces may be flipped over"),
        Option("tiles", "Tiles", [tile_to_json(Tile(NAMED["2"], None, "2"))], help="such as 4:4L 5P 2x3"),
    )
    notation = TilingNotation(givens={0: ".", INSIDE: "x"})
    clues = TilingClues()
    pieces = TilingPieces()
    thinking = Thinking(RuleBook(tuple(LADDER), TilingState, rating_state=lambda puzzle: TilingState(puzzle).up_to_symmetry()),
                        TilingClauses)
    making = Making(generate.OPTIONS, generate=generate.generate)
    studies = Studies(lambda: EXPERIMENTS)

    def blank_givens(self, grid: Grid) -> tuple[int, ...]:
        return (INSIDE,) * grid.size

    def validate(self, puzzle: Puzzle) -> None:
        if not set(puzzle.givens) <= {0, INSIDE}:
            cell, given = next((cell, given) for cell, given in enumerate(puzzle.givens) if given not in (0, INSIDE))
            raise BadPuzzle(f"{given} at {puzzle.grid.cell_name(cell)} is neither inside (1) nor outside (0) the board")
        if not isinstance(puzzle.params.get("reflections", False), bool):
            raise BadPuzzle("reflections are either true or false")
        tiles_of(puzzle.params)

    # --- play -------------------------------------------------------------------------------------------------------
    def check(self, board: Board) -> list[Violation]:
        return check.check(board)

    def is_complete(self, board: Board) -> bool:
        return check.is_complete(board)

    def dead_end(self, board: Board) -> Violation | None:
        return bare_cell(board) or super().dead_end(board)

    def describe_cell(self, board: Board, cell: int) -> str:
        row, col = board.grid.rc(cell)
        if board.givens[cell] != INSIDE:
            what = "not part of the board"
        else:
            what = self.notation.word(board.marks[cell]) if board.marks[cell] else "open"
        return f"row {row + 1}, column {col + 1}: {what}"

    def draw(self, board: Board, overlay: Overlay) -> list[Shape]:
        return draw.draw(board, overlay)

    def tools(self, board: Board) -> list[Tool]:
        return list(strokes.TOOLS)

    def edit(self, board: Board, tool: str, stroke: Stroke) -> list[Change]:
        return strokes.edit(board, tool, stroke)

    def preview(self, board: Board, tool: str, stroke: Stroke) -> list[Shape]:
        return play.preview(board, tool, stroke)

    # --- think ------------------------------------------------------------------------------------------------------
    def engines(self) -> list[Engine]:
        return [AutoEngine(), TableEngine(), MrvEngine(), SimpleEngine(), DlxEngine(), SatEngine(), IlpEngine(), CspEngine(),
                ColouringEngine(), CountEngine(), RuleEngine(self)]

    # --- files ------------------------------------------------------------------------------------------------------
    def codecs(self) -> list[Codec]:
        return [TilerCodec()]

    def samples(self) -> list[Puzzle]:
        return samples.samples()


ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


def _letters(board: Board) -> list[str]:
    numbers = sorted(set(board.marks) - {0})
    if len(numbers) <= len(ALPHABET):
        names = {number: ALPHABET[k] for k, number in enumerate(numbers)}
    else:
        names = {number: ALPHABET[colour] for number, colour in draw.piece_colours(board).items()}
    return [names.get(mark, ".") for mark in board.marks]
