"""Fillomino in PencilBox's texts and in addresses of Kanpen, which hold the same rows."""

from __future__ import annotations

import re
from dataclasses import replace

from studio.core import registry
from studio.core.codec import Codec, Reading, whole
from studio.core.family import make_grid
from studio.core.puzzle import BadPuzzle, Puzzle
from studio.core.say import say
from studio.families.fillomino.codecs.text import refuse_kinds
from studio.families.fillomino.model import ZERO, no_borders, params

_ADDRESS = re.compile(r"\s*(?:https?://)?[\w.-]*kanpen\.net/fillomino\.html\?problem=(\S+)\s*")


class PencilBox(Codec):
    """Rows, columns, the clues' rows, then perhaps the answer's: `.` at clues, 0 = empty."""

    id = "fillomino-pencilbox"
    name = "PencilBox text"
    keeps = ("grid", "solution")

    def confidence(self, text: str, filename: str) -> float:
        if _ADDRESS.fullmatch(text):
            return 1.0
        lines = [line.split() for line in text.split("\n", 60) if line.strip()]
        if len(lines) < 3 or [len(line) for line in lines[:2]] != [1, 1] or not (lines[0] + lines[1])[0].isdecimal():
            return 0.0
        if not lines[1][0].isdecimal() or len(lines[2]) != int(lines[1][0][:6]):
            return 0.0
        return 0.85 if all(re.fullmatch(r"\d{1,5}|\.", word) for line in lines[2:12] for word in line) else 0.0

    def read(self, text: str, filename: str) -> Puzzle:
        return self.read_all(text, filename).puzzle

    def read_all(self, text: str, filename: str) -> Reading:
        match = _ADDRESS.fullmatch(text)
        rows = [line.replace("_", " ").split() for line in (match[1].split("/") if match else text.splitlines())]
        rows = [row for row in rows if row]
        if len(rows) < 3 or not all(len(row) == 1 for row in rows[:2]):
            raise BadPuzzle(say("PencilBox text: rows and columns must come first, then the board"))
        grid = make_grid(whole(rows[0][0]), whole(rows[1][0]))
        boards = [rows[2 + start : 2 + start + grid.rows] for start in (0, grid.rows)]
        boards = [board for board in boards if board]
        if any([len(row) for row in board] != [grid.cols] * grid.rows for board in boards):
            raise BadPuzzle(say("PencilBox text: the board does not have {rows} rows of {cols} cells", rows=grid.rows,
                                cols=grid.cols))
        if len(rows) > 2 + grid.rows * 2:
            raise BadPuzzle(say("PencilBox text: there are more rows than a board and its answer have"))
        numbers = [[None if word == "." else whole(word) for row in board for word in row] for board in boards]
        clues = [0 if number is None else number or ZERO for number in numbers[0]]
        puzzle = Puzzle("fillomino", grid, tuple(clues), no_borders(grid), params())
        answer = numbers[1] if len(numbers) > 1 else [None] * grid.size
        filled = tuple(max(clue, 0) or number or 0 for clue, number in zip(clues, answer))
        if all(filled) and ZERO not in clues and not registry.family("fillomino").wrong(puzzle, filled):
            return Reading(replace(puzzle, solution=filled))
        return Reading(puzzle, {"marks": list(filled)} if list(filled) != [max(clue, 0) for clue in clues] else {})

    def write(self, puzzle: Puzzle) -> str:
        return self.write_all(puzzle, {})

    def write_all(self, puzzle: Puzzle, player: object) -> str:
        refuse_kinds(puzzle, "PencilBox", zero=True)
        marks = (player.get("marks") if isinstance(player, dict) else None) or puzzle.solution or (0,) * puzzle.grid.size
        cols = puzzle.grid.cols
        clues = ["." if not value else "0" if value == ZERO else str(value) for value in puzzle.givens]
        answers = ["." if given else str(mark) for given, mark in zip(puzzle.givens, marks)]
        lines = [" ".join(part[start : start + cols]) + " "
                 for part in (clues, answers) for start in range(0, len(clues), cols)]
        return "\n".join([str(puzzle.grid.rows), str(cols), *lines]) + "\n"
