"""A complete family in the fewest lines: a square in which every row and column holds each number once."""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import isqrt

from studio.core.codec import Codec, number_grid, write_number_grid
from studio.core.deduction import Candidates
from studio.core.draw import Overlay, Shape, cell_text, grid_lines, overlay_backs, overlay_fronts, paper
from studio.core.engine import Cancel, Engine
from studio.core.family import Family, Stroke, Tool, make_grid
from studio.core.parts import Clues, GenerateRequest, Making, RuleBook, Thinking
from studio.core.puzzle import BadGivens, Board, Change, Puzzle, Violation
from studio.core.say import marked, say
from studio.core.trials import Trials
from studio.families._template.clauses import LatinClauses
from studio.families._template.rules import LADDER
from studio.solvers.rule_engine import RuleEngine


class LatinText(Codec):
    """`latin N N` and N rows of numbers, 0 = empty."""

    id = "latin-text"
    name = "Latin square text"

    def confidence(self, text: str, filename: str) -> float:
        return 1.0 if text.startswith("latin ") else 0.0

    def read(self, text: str, filename: str) -> Puzzle:
        rows, cols, values = number_grid(text.removeprefix("latin"), self.name)
        return Puzzle("_template", make_grid(rows, cols), tuple(values))

    def write(self, puzzle: Puzzle) -> str:
        return "latin " + write_number_grid(puzzle.grid.rows, puzzle.grid.cols, puzzle.givens)


def _state(puzzle: Puzzle) -> Candidates:
    every = (1 << puzzle.grid.rows + 1) - 2
    return Candidates([1 << value if value else every for value in puzzle.givens])


def _full_board(request: GenerateRequest, rng: random.Random, cancel: Cancel) -> Puzzle:
    """A shuffled cyclic square: what the shared generator carves."""
    size = request.rows
    rows, cols, names = (rng.sample(range(size), size) for _ in range(3))
    square = tuple(names[(r + c) % size] + 1 for r in rows for c in cols)
    return Puzzle("_template", make_grid(size, size), square, solution=square)


class LatinTrials(Trials):
    def random_puzzle(self, rng: random.Random, size: int) -> Puzzle:
        side = rng.randint(2, max(2, isqrt(size)))
        full = _full_board(GenerateRequest(side, side, 0), rng, Cancel())
        share = rng.choice((0.2, 0.4, 0.6))
        givens = [value if rng.random() < share else 0 for value in full.givens]
        if rng.random() < 0.4:
            givens[rng.randrange(side * side)] = rng.randint(1, side)
        return full.with_givens(givens)

    def values(self, puzzle: Puzzle) -> Sequence[Sequence[int]]:
        return [range(1, puzzle.grid.rows + 1)] * puzzle.grid.size


class LatinSquare(Family):
    id = "_template"
    name = "Latin square"
    summary = marked("Every number once in each row and column.")
    rules_text = marked("Fill the square so that every row and every column holds each of the numbers 1 to N once.")
    default_size = (4, 4)
    clues = Clues()
    thinking = Thinking(RuleBook(LADDER, _state), LatinClauses)
    making = Making(full_board=_full_board)
    trials = LatinTrials()

    def validate(self, puzzle: Puzzle) -> None:
        if puzzle.grid.rows != puzzle.grid.cols:
            raise BadGivens(say("a Latin square has as many rows as columns"))
        wrong = [cell for cell, value in enumerate(puzzle.givens) if not 0 <= value <= puzzle.grid.rows]
        if wrong:
            raise BadGivens(say("the numbers of this square go from 1 to {rows}", rows=puzzle.grid.rows), wrong)

    def check(self, board: Board) -> list[Violation]:
        shown = [given or mark for given, mark in zip(board.givens, board.marks)]
        found = [Violation("given-changed", say("a given number was changed"), (cell,))
                 for cell in board.grid.cells() if board.givens[cell] and board.marks[cell] not in (0, board.givens[cell])]
        for name, line in _lines(board.grid.rows) if board.grid.rows == board.grid.cols else ():
            for value in range(1, board.grid.rows + 1):
                cells = tuple(cell for cell in line if shown[cell] == value)
                if len(cells) > 1:
                    text = (say("{value} stands {count} times in one row", value=value, count=len(cells)) if name == "row" else
                            say("{value} stands {count} times in one column", value=value, count=len(cells)))
                    found.append(Violation(f"{name}-repeat", text, cells))
        return found

    def is_complete(self, board: Board) -> bool:
        return all(given or mark for given, mark in zip(board.givens, board.marks))

    def start_marks(self, puzzle: Puzzle) -> list[int]:
        return list(puzzle.givens)

    def draw(self, board: Board, overlay: Overlay) -> list[Shape]:
        shapes = paper(board.grid) + overlay_backs(board.grid, overlay) + grid_lines(board.grid)
        for cell in board.grid.cells():
            if board.givens[cell]:
                shapes.append(cell_text(board.grid, cell, str(board.givens[cell]), "given", bold=True))
            elif board.marks[cell]:
                shapes.append(cell_text(board.grid, cell, str(board.marks[cell]), "mark"))
            elif cell in overlay.ghosts:
                shapes.append(cell_text(board.grid, cell, str(overlay.ghosts[cell]), "ghost"))
        return shapes + overlay_fronts(board.grid, overlay)

    def tools(self, board: Board) -> list[Tool]:
        return [Tool("givens", "Numbers", "draw", "Type the given numbers"),
                Tool("marks", "Numbers", "play", "Type your answer")]

    def edit(self, board: Board, tool: str, stroke: Stroke) -> list[Change]:
        if stroke.kind != "key" or stroke.cell is None:
            return []
        value = int(stroke.key) if stroke.key.isdecimal() and int(stroke.key) <= board.grid.rows else 0
        if tool == "marks" and board.givens[stroke.cell]:
            return []
        change = board.change(tool, stroke.cell, value)
        return [change] if change else []

    def engines(self) -> list[Engine]:
        return [RuleEngine(self, "auto")]

    def samples(self) -> list[Puzzle]:
        givens = (3, 1, 0, 0, 2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 3)
        return [Puzzle(self.id, make_grid(4, 4), givens, title=marked("Four by four"))]

    def codecs(self) -> list[Codec]:
        return [LatinText()]


def _lines(size: int) -> list[tuple[str, list[int]]]:
    rows = [("row", [r * size + c for c in range(size)]) for r in range(size)]
    return rows + [("column", [r * size + c for r in range(size)]) for c in range(size)]
