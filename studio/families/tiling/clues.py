"""What may be given in a tiling, clue by clue: mending, thinning out and clashes rest on it.

Nothing < a cell that names its tile; nothing < a border, or two cells of one piece; a given piece says all of these at once.
The board's cells are no clues: without one of them it is another board.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping
from dataclasses import replace

from studio.core.clauses import Clue
from studio.core.parts import Clues
from studio.core.puzzle import Answer, Puzzle
from studio.core.say import say, say_n
from studio.families.tiling.model.convert import given_clues, pieces_of_answer, problem_of, tiles_of, tiles_to_json
from studio.families.tiling.model.given import INSIDE, JOINED, fence, given_pieces
from studio.families.tiling.model.problem import merged_numbers


class TilingClues(Clues):
    words = ("cell", "cells")
    symmetric = False

    def weaker(self, puzzle: Puzzle, cell: int) -> tuple[int, ...]:
        return (INSIDE,) if puzzle.givens[cell] > INSIDE else ()

    def full(self, puzzle: Puzzle, answer: Answer) -> tuple[int, ...]:
        return tuple(puzzle.givens)  # the strongest clue is a piece, which is no given of one cell: see `offers`

    def every(self, puzzle: Puzzle) -> list[Clue]:
        problem = problem_of(puzzle)
        counts: list[Clue] = [("tile", t + 1) for t, limit in enumerate(problem.limits) if limit is not None]
        least: list[Clue] = [("least", t + 1) for t, tile in enumerate(problem.tiles) if tile.least]
        return [*given_clues(puzzle, problem), *counts, *least]

    def offers(self, puzzle: Puzzle, answer: Answer, kinds: Collection[str] = ()) -> Mapping[Clue, Hashable]:
        """Every piece of the solution, by any of its cells."""
        laid = {cell for cells in given_pieces(puzzle.grid, puzzle.givens, puzzle.borders) for cell in cells}
        pieces = {number: tuple(cells) for number, cells in pieces_of_answer(answer).items()}
        return {("piece", cell): pieces[number] for cell, number in enumerate(answer) if number and cell not in laid}

    def added(self, puzzle: Puzzle, answer: Answer, clues: Iterable[Clue]) -> Puzzle:
        pieces = pieces_of_answer(answer)
        borders = list(puzzle.borders or (0,) * puzzle.grid.border_count)
        for number in {answer[int(clue[1])] for clue in clues if isinstance(clue, tuple)}:
            for border, kind in fence(puzzle.grid, puzzle.givens, pieces[number]).items():
                borders[border] = kind
        return replace(puzzle, borders=tuple(borders)).unproved()

    def removable(self, puzzle: Puzzle, answer: Answer) -> list[Clue]:
        return list(given_clues(puzzle, problem_of(puzzle)))

    def removed(self, puzzle: Puzzle, clues: Iterable[Clue]) -> Puzzle:
        gone = set(clues)
        return self._with_given(puzzle, [clue for clue in given_clues(puzzle, problem_of(puzzle)) if clue not in gone])

    def keep(self, puzzle: Puzzle, clues: Iterable[Clue]) -> Puzzle:
        """Without its count there are as many of a tile as one likes; the board stays as it is."""
        kept, problem = set(clues), problem_of(puzzle)
        tiles = [replace(tile, count=tile.count if ("tile", number) in kept or tile.count is None else None,
                         least=tile.least if ("least", number) in kept else 0)
                 for number, tile in enumerate(problem.tiles, 1)]
        numbers = merged_numbers(tiles_of(puzzle.params), problem.reflections)  # the merged set has other numbers
        less = self._with_given(puzzle, [clue for clue in given_clues(puzzle, problem) if clue in kept])
        places = {INSIDE + k: INSIDE + 1 + (t if t >= 0 else len(tiles)) for k, t in enumerate(numbers, 1)}
        return less.with_givens(places.get(given, given) for given in less.givens).with_params(tiles=tiles_to_json(tiles))

    def _with_given(self, puzzle: Puzzle, clues: Iterable[Clue]) -> Puzzle:
        """The puzzle with these of its given clues alone."""
        names = {clue[1] for clue in clues if isinstance(clue, tuple) and clue[0] == "name"}
        known, borders = given_clues(puzzle, problem_of(puzzle)), [0] * puzzle.grid.border_count
        for clue in clues:
            for pair in (*known[clue].joined, *known[clue].parted):
                border = puzzle.grid.border_between(*pair)
                borders[border] = puzzle.borders[border]
        givens = (min(given, INSIDE) if cell not in names else given for cell, given in enumerate(puzzle.givens))
        return replace(puzzle, borders=tuple(borders)).with_givens(givens)

    def cells(self, puzzle: Puzzle, clue: Clue) -> tuple[int, ...]:
        if not isinstance(clue, tuple):
            return super().cells(puzzle, clue)
        if clue[0] == "border":
            return puzzle.grid.border_cells(int(clue[1]))
        if clue[0] == "piece":
            pieces = given_pieces(puzzle.grid, puzzle.givens, puzzle.borders)
            return next((tuple(cells) for cells in pieces if clue[1] in cells), (int(clue[1]),))
        return (int(clue[1]),) if clue[0] == "name" else ()

    def name(self, puzzle: Puzzle, clue: Clue) -> str:
        if not isinstance(clue, tuple):
            return super().name(puzzle, clue)
        kind, number = str(clue[0]), int(clue[1])
        if kind in ("tile", "least"):
            label = problem_of(puzzle).tiles[number - 1].label
            return (say("the count of {tile}", tile=label) if kind == "tile" else
                    say("how often {tile} must be used", tile=label))
        names = [puzzle.grid.cell_name(cell) for cell in self.cells(puzzle, clue)]
        if kind == "border":
            joined = puzzle.borders[number] == JOINED
            return (say("the link between {one} and {other}", one=names[0], other=names[1]) if joined else
                    say("the border between {one} and {other}", one=names[0], other=names[1]))
        if kind == "piece":
            return say("the given piece at {cell}", cell=names[0] if names else puzzle.grid.cell_name(number))
        return say("the tile named at {cell}", cell=puzzle.grid.cell_name(number))

    def count(self, puzzle: Puzzle) -> str:
        cells, clues = len(puzzle.clues()), len(given_clues(puzzle, problem_of(puzzle)))
        told = say_n("{n:,} cell", "{n:,} cells", n=cells)
        return say("{cells}, {clues}", cells=told, clues=say_n("{n:,} clue", "{n:,} clues", n=clues)) if clues else told
