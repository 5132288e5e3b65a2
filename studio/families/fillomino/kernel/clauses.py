"""The clause kernel as the shared loops want it (`core.clauses.Clauses`), over one `KernelBoard`."""

from __future__ import annotations

from collections.abc import Sequence

from studio.core.clauses import Clause, Clue, Why
from studio.core.grid import Grid
from studio.core.puzzle import Answer, Puzzle
from studio.core.say import say
from studio.families.fillomino.kernel.board import KernelBoard
from studio.families.fillomino.kernel.names import number_words, why_clause
from studio.families.fillomino.kernel.state import OPEN, Values, padded
from studio.families.fillomino.model import QUESTION, Pair, Terms, is_basic, limit_of
from studio.solvers.constraints import Name, NamedClauses

LARGEST_EXACT = 40  # cells: hidden regions beyond this stay anonymous in the setter's kernel
MOST_PAIRWISE = 6  # numbers of a cell up to which `cnf.one_value` says "not two" of every pair; more are counted
WRITTEN = Name("region", say("the size of a region"))  # what `reason` says is read off the clause
ASSUMED_EXACT = 8  # the same where clues are assumptions and nothing bounds hidden regions


class BoardClauses:
    """What is left of a board as clauses; cells that the presolve decided have no literals.

    Anonymous regions have a literal of value 0 per cell: larger than any value here, of whatever size.
    """

    def __init__(self, board: KernelBoard) -> None:
        self.board = board
        self.clauses, self.top = board.write()
        self.assumptions: dict[Clue, int] = {}
        self.literals = list(self._named())
        self._cell_of = {literal: cell for cell, _, literal in self.literals}
        self._literal = {(cell, value): literal for cell, value, literal in self.literals}
        self._said: dict[int, tuple[int, int]] = {}
        self._clued: dict[int, int] = {}
        self._walls: dict[Pair, int] = dict.fromkeys(board.terms.walls, 0)
        """given borders by their cells: the literal that says "it holds", 0 where it always does"""
        self._merged: set[frozenset[int]] = set()
        self._known = NamedClauses()
        self._cuts: list[Clause] = []
        self._counters: dict[int, tuple[int, tuple[int, ...]]] | None = None

    def _named(self) -> list[tuple[int, int, int]]:
        state, number, var = self.board.state, self.board.values.number, self.board.var
        found = []
        for cell, p in enumerate(self.board.board_cells):
            if state.value[p] == OPEN:
                for k in range(state.values):
                    literal = int(var[k * state.cells + p])
                    if literal:
                        found.append((cell, number(k), literal))
        return found

    def cuts(self, model: Sequence[int]) -> list[Clause]:
        found = self.board.cuts(model) or self._across_walls(model)
        self._cuts += found
        return found

    def _across_walls(self, model: Sequence[int]) -> list[Clause]:
        """Anonymous regions on both sides of a border that are too few cells for two: these cells are not one such region."""
        held = [pair for pair, literal in self._walls.items() if not literal or model[literal - 1] > 0]
        found: list[Clause] = []
        for region in self.board.numbers()[1] if held else ():
            inside, m0 = set(region), self.board.values.m0
            shut = next((pair for pair in held if inside.issuperset(pair)), None)
            if shut is None or len(region) >= 2 * m0 + 3:  # (two regions of different sizes above m0: nobody can tell)
                continue
            beside = {other for cell in region for other in self.board.grid.neighbours(cell)} - inside
            clause = [-self._literal[cell, 0] for cell in region if (cell, 0) in self._literal]
            clause += [self._literal[cell, 0] for cell in sorted(beside) if (cell, 0) in self._literal]
            found.append([*clause, -self._walls[shut]] if self._walls[shut] else clause)
            self._merged.add(frozenset(found[-1]))
        return found

    def about(self, literal: int) -> tuple[str, tuple[int, ...]]:
        cells = self.cut_cells([literal])
        if cells:
            return self.meaning(abs(literal)), cells
        found = self._among().get(abs(literal))
        return (self.meaning(abs(literal)), (found[0],)) if found is not None else ("", ())

    def meaning(self, literal: int) -> str:
        """A number in a cell, or (a counter over the numbers of a cell) that it is one of the first few."""
        yes, name = literal > 0, self.board.grid.cell_name
        number = next(((cell, value) for cell, value, lit in self.literals if lit == abs(literal)), None) if not self._said \
            else self._said.get(abs(literal))
        if number is not None:
            return number_words(name(number[0]), number[1], self.board.values.m0, yes)
        found = self._among().get(abs(literal))
        if found is None:
            return ""
        cell, numbers = found
        named = ", ".join(str(each) if each else "more" for each in numbers)
        return say("{cell} one of {numbers}", cell=name(cell), numbers=named) if yes else say(
            "{cell} none of {numbers}", cell=name(cell), numbers=named)

    def _among(self) -> dict[int, tuple[int, tuple[int, ...]]]:
        """The counters that `cnf.one_value` writes for cells with many numbers left, in its order: cell and first numbers."""
        if self._counters is None:
            by_cell: dict[int, list[int]] = {}
            for cell, value, _ in self.literals:
                by_cell.setdefault(cell, []).append(value)
            fresh, self._counters = max((lit for _, _, lit in self.literals), default=0), {}
            for cell, values in by_cell.items():
                if len(values) > MOST_PAIRWISE:
                    for place in range(len(values) - 1):
                        fresh += 1
                        self._counters[fresh] = cell, tuple(values[: place + 1])
        return self._counters

    def reason(self, clause: Clause) -> Why | None:
        """Only of clauses that this kernel has written: others may look alike. Their index is made when somebody asks."""
        if not self._said:
            self._said = {literal: (cell, value) for cell, value, literal in self.literals}
            self._known.add(self.clauses, WRITTEN)
        if self._cuts:
            self._known.add(self._cuts, WRITTEN)
            self._cuts = []
        if self._known.name_of(clause) is None:
            return None
        if frozenset(clause) in self._merged:
            text = say("a given border lies inside this hidden region, which is too small for two")
            return Why(text, self.cut_cells(clause), "border")
        clued = {literal: cell for cell, literal in self._clued.items() if literal not in self._said}
        return why_clause(clause, self._said.get, clued.get, self._walls)

    def cut_cells(self, clause: Clause) -> tuple[int, ...]:
        return tuple(dict.fromkeys(self._cell_of[abs(lit)] for lit in clause if abs(lit) in self._cell_of))

    def decode(self, model: Sequence[int]) -> Answer:
        self.board.read(model)
        return self.board.numbers()[0]

    def told(self, answer: Sequence[int]) -> list[int]:
        """The literals that tell this answer from others; a number that is no value of its own is an anonymous region's."""
        literal, sizes = self._literal, set(self.board.values.sizes)
        named = ((cell, value if value in sizes else 0) for cell, value in enumerate(answer) if value)
        return [literal[name] for name in named if name in literal]

    def likely(self, cell: int, value: int) -> list[int]:
        """Literals that a solution with this value here may well have: a region of its size around the cell."""
        size, found, seen = value or self.board.values.m0 + 1, [cell], {cell}
        for place in found:
            for other in self.board.grid.neighbours(place):
                if len(found) < size and other not in seen and (other, value) in self._literal:
                    seen.add(other)
                    found.append(other)
        return [self._literal[other, value] for other in found]


class Unsolvable:
    """The kernel of a board that the presolve has refuted."""

    def __init__(self) -> None:
        self.clauses: list[Clause] = [[1], [-1]]
        self.top = 1
        self.literals: list[tuple[int, int, int]] = []
        self.assumptions: dict[Clue, int] = {}

    def cuts(self, model: Sequence[int]) -> list[Clause]:
        return []

    def cut_cells(self, clause: Clause) -> tuple[int, ...]:
        return ()

    def reason(self, clause: Clause) -> Why | None:
        said = say("some cell has no number left: there is no solution")
        return Why(said, (), "presolve") if clause in self.clauses else None

    def decode(self, model: Sequence[int]) -> Answer:
        return ()


class AssumedClauses(BoardClauses):
    """The board without its clues: each holds only while its literal is assumed, and nothing is presolved by them.

    Basic variant: a clue's literal also says that the cell counts as clued, and a region needs such a cell. A clue that is
    not assumed may still be chosen by the solver; leaving a clue out therefore never takes solutions away. A given border is a
    clue of its own, which sizes beyond those told apart do not feel: they may differ.
    """

    def __init__(self, puzzle: Puzzle, values: Values) -> None:
        grid, self.basic = puzzle.grid, is_basic(puzzle)
        super().__init__(KernelBoard(grid.rows, grid.cols, (0,) * grid.size, Terms(limit=limit_of(puzzle)), values))
        self.grid = grid
        full = all(puzzle.givens)  # a board to carve: some of its clues must stay (see generate.py)
        kept = set(puzzle.extra.get("protected", ())) if full else set()
        for cell in puzzle.clues():
            self._assume(cell, puzzle.givens[cell], cell in kept)
        for border, given in enumerate(puzzle.borders):
            if given:
                self._assume_border(border)

    def _assume(self, cell: int, given: int, kept: bool) -> None:
        """A number, or (basic variant; elsewhere it says nothing) a "?"."""
        if given == QUESTION and not self.basic:
            return
        literal = self._literal[cell, given] if given != QUESTION else 0
        if self.basic:
            self.top += 1
            if literal:
                self.clauses.append([-self.top, literal])
            literal = self.top
        self._clued[cell] = literal
        if kept:
            self.clauses.append([literal])
        else:
            self.assumptions[cell] = literal

    def _assume_border(self, border: int) -> None:
        a, b = self.grid.border_cells(border)
        self.top += 1
        self.assumptions["border", border] = self._walls[a, b] = self.top
        for size in self.board.values.sizes:
            if (a, size) in self._literal and (b, size) in self._literal:
                self.clauses.append([-self.top, -self._literal[a, size], -self._literal[b, size]])

    def cuts(self, model: Sequence[int]) -> list[Clause]:
        found = super().cuts(model)
        if not found and self.basic:
            found = self._clueless(model)
            self._cuts += found
        return found

    def _clueless(self, model: Sequence[int]) -> list[Clause]:
        """Regions with no assumed clue: their first cell has another value, or they reach further, or hold a clue."""
        numbers = self.board.numbers()[0]
        found: list[Clause] = []
        seen: set[int] = set()
        for cell, number in enumerate(numbers):
            if cell in seen:
                continue
            region = self.grid.flood(cell, lambda other, number=number: numbers[other] == number)  # type: ignore[misc]
            seen.update(region)
            clues = [self._clued[c] for c in region if c in self._clued]
            if any(model[lit - 1] > 0 for lit in clues):
                continue
            beside = dict.fromkeys(other for c in region for other in self.grid.neighbours(c) if numbers[other] != number)
            wider = [self._literal[other, number] for other in beside if (other, number) in self._literal]
            found.append([-self._literal[cell, number], *wider, *clues])
        return found


def presolved(puzzle: Puzzle) -> BoardClauses | Unsolvable:
    """The kernel of a puzzle with its clues. Values go up to the largest hidden region that could be."""
    board = propagated(puzzle)
    if board is None or (board.open_cells() and not board.probe()):
        return Unsolvable()
    return BoardClauses(board)


def propagated(puzzle: Puzzle) -> KernelBoard | None:
    """A board with all sizes told apart that a hidden region could have (up to a limit); None if it has no solution."""
    grid, terms, at_least = puzzle.grid, Terms.of(puzzle), 0
    while True:
        values = Values.of(puzzle.givens, terms, at_least)
        board = KernelBoard(grid.rows, grid.cols, puzzle.givens, terms, values)
        if not board.propagate():
            return None
        room = min(_anonymous_room(board, grid), LARGEST_EXACT)
        if room <= values.m0:
            return board
        at_least = room


def has_anonymous(board: KernelBoard) -> bool:
    """Has some cell room for a region beyond all sizes that are told apart?"""
    state = board.state
    return board.values.anonymous and any(state.poss[(state.values - 1) * state.cells : state.values * state.cells])


def _anonymous_room(board: KernelBoard, grid: Grid) -> int:
    """The most cells that an anonymous region could have."""
    if not board.values.anonymous:
        return 0
    state = board.state
    base = (state.values - 1) * state.cells
    cells = [cell for cell in grid.cells() if state.poss[base + padded(cell, grid.cols)]]
    return max((len(part) for part in grid.components(cells)), default=0)


def puzzle_clauses(puzzle: Puzzle, assume_clues: bool) -> BoardClauses | Unsolvable:
    """`Family.clauses`."""
    if not assume_clues:
        return presolved(puzzle)
    known = max(puzzle.solution, default=0) if puzzle.solution is not None else 0
    exact = LARGEST_EXACT if any(puzzle.borders) else ASSUMED_EXACT  # anonymous regions hardly feel a border
    values = Values.of(puzzle.givens, Terms.of(puzzle), max(exact, min(known, LARGEST_EXACT)))
    if len(values) < 2:  # one size at most: a second one gives cells a choice, and no clue (or limit) ever allows it
        values = Values(tuple(sorted({*values.sizes, 1, 2})), 0, False)
    return AssumedClauses(puzzle, values)
