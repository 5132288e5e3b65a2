"""The `thesis` engine: the study's own strategies and backtracking, to the letter (chapters 5 and 6)."""

from __future__ import annotations

from studio.core.engine import Cancel, Engine, Limits, Option, Options, SolveResult
from studio.core.puzzle import Puzzle
from studio.core.say import marked
from studio.core.trace import TraceWriter
from studio.families.fillomino.thesis.board import ThesisBoard
from studio.families.fillomino.thesis.search import CELL_ORDERS, VALUE_ORDERS, Backtracking
from studio.families.fillomino.thesis.strategies import strategies
from studio.solvers.search import Ladder

SWITCHES = (
    Option("single_exit", "Single exit (5.2)", True, (), "a group with one empty cell beside it grows into it"),
    Option("forced", "Structurally forced cells (5.3)", True, (), "cells of every completion of a group"),
    Option("reachability", "Reachability (5.4)", True, (), "basic variant: a cell that one number alone can reach"),
    Option("bfs", "Reachability searches from", "group", (marked("group"), marked("cell")),
           "5.4 asks which is better; same conclusions"),
)


def ladder_of(options: Options) -> Ladder:
    chosen = strategies(bool(options.get("single_exit", True)), bool(options.get("forced", True)),
                        bool(options.get("reachability", True)), options.get("bfs", "group") == "cell")
    return Ladder(chosen)


class ThesisEngine(Engine):
    """Strategies and backtracking as the thesis describes them. `max_depth` is its difficulty (section 6.2)."""

    id = "thesis"
    name = "Strategies and backtracking (thesis)"
    description = ("The thesis' three strategies, each a switch, then every number of the first empty cell, one level deeper. "
                   "Slower than `rules`, and exactly what the study describes.")
    options = (
        *SWITCHES,
        Option("order", "Cell order", "first", CELL_ORDERS, "first: row by row, as in the thesis"),
        Option("values", "Number order", "small", VALUE_ORDERS, "small: from 1 upwards"),
    )

    def solve(self, puzzle: Puzzle, options: Options, limits: Limits, trace: TraceWriter, cancel: Cancel) -> SolveResult:
        board = ThesisBoard(puzzle)
        search = Backtracking(board, ladder_of(options), trace, cancel, str(options.get("order", "first")),
                              str(options.get("values", "small")))
        found = []
        for answer in search.solutions():
            found.append(answer)
            if options.solutions and len(found) >= options.solutions:
                break
        return SolveResult.of(found, search.exhausted, options.solutions, stats={"bfs_cells": board.steps})
