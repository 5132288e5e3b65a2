"""Janko text, as the puzzle pages of Angela and Otto Janko write it: facts, the problem, its solution, and moves.

    begin                     newer pages put the names of the sections in brackets: [problem]
    puzzle fobidoshi
    author Otto Janko
    size 4                    or: size 4x6, or: rows 4 and cols 6
    problem
    - o - o  (four rows)
    solution
    o o - o  (four rows)
    moves 12
    end

A family says how its cells are written; everything that it has no place for is kept in `extra["janko"]` and written back.
Everything is read line by line: patterns that run over lines are quadratic in blank lines.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Sequence
from typing import NamedTuple

from studio.core.codec import Codec, whole
from studio.core.family import make_grid
from studio.core.grid import Grid
from studio.core.puzzle import Answer, BadPuzzle, Puzzle
from studio.core.say import marked, say

SECTIONS = ("begin", "problem", "solution", "moves", "end")
OWN_FACTS = ("puzzle", "author", "title", "size", "rows", "cols")


class Page(NamedTuple):
    """The facts by their names, and the lines of every section that is there."""

    facts: dict[str, str]
    sections: dict[str, list[str]]


def parse(text: str) -> Page:
    """A fact said twice has two lines; what follows `end` is not looked at."""
    facts: dict[str, str] = {}
    sections: dict[str, list[str]] = {}
    current: list[str] | None = None
    for line in text.splitlines():
        words = line.split(maxsplit=1)
        if not words:
            continue
        name, rest = words[0].strip("[]").lower(), words[1].strip() if len(words) > 1 else ""
        if name in SECTIONS and (not rest or name == "moves"):
            if name == "end":
                break
            current = None if name == "begin" else sections.setdefault(name, [])
            if current is not None and rest:
                current.append(rest)
        elif current is not None:
            current.append(line.strip())
        else:
            facts[name] = f"{facts[name]}\n{rest}" if name in facts else rest
    return Page(facts, sections)


def grid_of(page: Page) -> Grid:
    """The size as the facts give it; a page that gives none has as many cells as its problem."""
    facts, problem = page.facts, page.sections.get("problem", [])
    try:
        if facts.get("size"):
            sides = [whole(word) for word in re.split(r"[\sx]+", facts["size"].lower())]
            return make_grid(sides[0], sides[-1])
        if facts.get("rows") and facts.get("cols"):
            return make_grid(whole(facts["rows"]), whole(facts["cols"]))
    except ValueError as fault:
        if isinstance(fault, BadPuzzle):
            raise
        raise BadPuzzle(say("janko text: its size, or its rows and cols, are no numbers")) from None
    return make_grid(len(problem), len(problem[0].split()) if problem else 0)


class JankoText(Codec):
    """A family's janko text: subclasses say how rows of cells are read and written."""

    family: str
    name = marked("janko text")
    extensions = (".txt", ".janko")
    told_in_notes: tuple[str, ...] = ("info",)
    """the facts that a person sees as the puzzle's notes"""

    def __init__(self) -> None:
        self.id = f"{self.family}-janko"

    @abstractmethod
    def read_rows(self, lines: Sequence[str], grid: Grid, what: str) -> Answer:
        """The values of a section's cells; BadPuzzle if they are not cells of this grid."""

    @abstractmethod
    def write_rows(self, grid: Grid, values: Sequence[int]) -> list[str]:
        """One line a row, cells apart by blanks."""

    def read_solution(self, lines: Sequence[str], grid: Grid) -> Answer | None:
        return self.read_rows(lines, grid, say("the solution"))

    def solution_values(self, puzzle: Puzzle) -> Answer:
        """The stored solution as this format writes it."""
        assert puzzle.solution is not None
        return puzzle.solution

    def unnamed(self, problem: Sequence[str]) -> float:
        """The confidence for a page that does not name its puzzle."""
        return 0.0

    def confidence(self, text: str, filename: str) -> float:
        page = parse(text)
        kind = page.facts.get("puzzle", "").split()
        if kind:
            return 1.0 if kind[0].lower() == self.family else 0.0
        problem = page.sections.get("problem")
        return self.unnamed(problem) if problem else 0.0

    def read(self, text: str, filename: str) -> Puzzle:
        page = parse(text)
        facts, problem, solution = page.facts, page.sections.get("problem"), page.sections.get("solution")
        if not problem:
            raise BadPuzzle(say("janko text: the problem is missing"))
        grid = grid_of(page)
        kept = {name: value for name, value in facts.items() if name not in (*OWN_FACTS, *self.told_in_notes)}
        if page.sections.get("moves"):
            kept["moves"] = "\n".join(page.sections["moves"])
        return Puzzle(self.family, grid, self.read_rows(problem, grid, say("the problem")),
                      title=facts.get("title", ""), author=facts.get("author", ""),
                      notes="\n".join(facts[name] for name in self.told_in_notes if facts.get(name)),
                      solution=self.read_solution(solution, grid) if solution else None, extra={"janko": kept} if kept else {})

    def write(self, puzzle: Puzzle) -> str:
        grid = puzzle.grid
        kept = {str(name): str(value) for name, value in dict(puzzle.extra.get("janko", {})).items()}
        moves = kept.pop("moves", "")
        facts = {"title": puzzle.title, "author": puzzle.author, "info": puzzle.notes, **kept}
        lines = ["begin", f"puzzle {self.family}"]
        lines += [f"{name} {line.strip()}" for name, value in facts.items() for line in value.splitlines() if line.strip()]
        lines += [f"size {grid.rows}"] if grid.rows == grid.cols else [f"rows {grid.rows}", f"cols {grid.cols}"]
        lines += ["problem", *self.write_rows(grid, puzzle.givens)]
        if puzzle.solution is not None:
            lines += ["solution", *self.write_rows(grid, self.solution_values(puzzle))]
        if moves:
            lines += ["moves", moves]
        return "\n".join([*lines, "end"]) + "\n"
