"""The regular-expression model of Lagerkvist and Pesant (named in section 2.6.1): the board is read cell by cell, and every
piece spells a word of 0 and 1 that a small automaton accepts: some 0, its shape in one of its positions, some 0.

After each row comes one cell more that no piece covers, so that no shape reaches around the edge.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from studio.core.engine import Cancel
from studio.core.say import say
from studio.families.tiling.model.problem import Problem
from studio.families.tiling.model.shapes import Shape
from studio.families.tiling.translate.csp import MAX_PIECES, barred_places, piece_counts
from studio.solvers.cpsat import CpSatRuns

START, END = 0, 1


@dataclass(frozen=True)
class Automaton:
    """States 0 (nothing seen yet), 1 (the shape is complete), 2 …; `steps` are (state, bit, next state)."""

    states: int
    steps: tuple[tuple[int, int, int], ...]


def word(shape: Shape, width: int) -> list[int]:
    """The bits from a shape's first cell to its last when rows are `width` cells long."""
    places = [r * width + c for r, c in shape]
    bits = [0] * (places[-1] - places[0] + 1)
    for place in places:
        bits[place - places[0]] = 1
    return bits


def automaton(shapes: Sequence[Shape], width: int) -> Automaton:
    """Accepts 0*, a shape's word, 0*. The words share their beginnings; none is the beginning of another, for all have as many
    ones."""
    steps = {(START, 0): START, (END, 0): END}
    states = 2
    for shape in shapes:
        state, bits = START, word(shape, width)
        for bit in bits[:-1]:
            if (state, bit) not in steps or (state == START and bit == 0):
                steps[state, bit] = states
                states += 1
            state = steps[state, bit]
        steps[state, 1] = END
    return Automaton(states, tuple((state, bit, following) for (state, bit), following in steps.items()))


@dataclass(frozen=True)
class RegularModel:
    """What any solver needs: pieces (their tiles), one automaton per tile, and which cells of the widened board are real."""

    problem: Problem
    pieces: tuple[int, ...]
    automata: tuple[Automaton, ...]
    real: tuple[bool, ...]
    barred: tuple[tuple[tuple[int, ...], ...], ...]
    """for each tile the places (cells of the widened board) that what is given rules out"""

    @property
    def width(self) -> int:
        return self.problem.cols + 1

    @property
    def needed(self) -> list[int]:
        """The pieces that must be used: the first ones of a tile that demands some."""
        first = {tile: self.pieces.index(tile) for tile in set(self.pieces)}
        return [n for n, tile in enumerate(self.pieces) if n - first[tile] < self.problem.tiles[tile].least]

    @property
    def possible(self) -> bool:
        """Whether there can be as many pieces of each tile as it demands."""
        return all(self.pieces.count(t) >= tile.least for t, tile in enumerate(self.problem.tiles))

    def decode(self, bits: Sequence[Sequence[int]]) -> list[list[int]]:
        """The cells of the used pieces."""
        found = []
        for row in bits:
            cells = [place // self.width * self.problem.cols + place % self.width for place, bit in enumerate(row) if bit]
            if cells:
                found.append(cells)
        return found


def regular_model(problem: Problem) -> RegularModel:
    width = problem.cols + 1
    automata = []
    for tile in problem.tiles:
        fitting = [shape for shape in tile.variants(problem.reflections)
                   if max(r for r, _ in shape) < problem.rows and max(c for _, c in shape) < problem.cols]
        automata.append(automaton(fitting, width))
    pieces = tuple(t for t, count in enumerate(piece_counts(problem)) for _ in range(count))
    if len(pieces) > MAX_PIECES:
        raise RuntimeError(say("more than {most} pieces are too many for the regular model", most=MAX_PIECES))
    real = tuple(bool(col < problem.cols and problem.board[row, col]) for row in range(problem.rows) for col in range(width))
    return RegularModel(problem, pieces, tuple(automata), real, _barred(problem))


def _barred(problem: Problem) -> tuple[tuple[tuple[int, ...], ...], ...]:
    found: list[list[tuple[int, ...]]] = [[] for _ in problem.tiles]
    places = barred_places(problem) if problem.given else {}
    for shape, corners in places.items():
        tile = problem.tile_of_shape[shape]
        found[tile] += [tuple((row + r) * (problem.cols + 1) + col + c for r, c in shape) for row, col in corners]
    return tuple(tuple(mine) for mine in found)


class RegularOnCpSat:
    """The model on CP-SAT; equal pieces come in order, so that each tiling is found once."""

    def __init__(self, model: RegularModel) -> None:
        from ortools.sat.python import cp_model

        self.model = model
        self.cp = cp_model.CpModel()
        size = len(model.real)
        self.bits = [[self.cp.new_bool_var("") if model.real[place] else 0 for place in range(size)] for _ in model.pieces]
        for place in range(size):
            if model.real[place]:
                self.cp.add_exactly_one(row[place] for row in self.bits)
        for row, tile in zip(self.bits, model.pieces, strict=True):
            machine = model.automata[tile]
            self.cp.add_automaton(row, START, [START, END], machine.steps)
            for places in model.barred[tile]:
                self.cp.add_bool_or(row[place].negated() for place in places)  # type: ignore[union-attr]
        for number in model.needed:
            self.cp.add_bool_or(bit for bit in self.bits[number] if not isinstance(bit, int))
        if not model.possible:
            self.cp.add_bool_or([])
        for number in range(1, len(model.pieces)):
            if model.pieces[number] == model.pieces[number - 1]:
                self._order(self.bits[number - 1], self.bits[number])

    def _order(self, first: Sequence[Any], second: Sequence[Any]) -> None:
        """The first 1 of one row comes before the first 1 of the next: whoever has begun earlier is the earlier piece."""
        begun: Any = 0
        for mine, other in zip(first, second, strict=True):
            if isinstance(mine, int):
                continue
            now = self.cp.new_bool_var("")
            self.cp.add_max_equality(now, [begun, mine])
            self.cp.add(other <= now)
            begun = now

    def solve(self, runs: CpSatRuns, cancel: Cancel) -> list[list[int]] | None:
        solver = runs.run(self.cp, cancel)
        if solver is None:
            return None
        values = [[0 if isinstance(bit, int) else int(solver.value(bit)) for bit in row] for row in self.bits]
        true: list[Any] = [bit for row, line in zip(values, self.bits, strict=True)
                           for value, bit in zip(row, line, strict=True) if value]
        self.cp.add_bool_or(bit.negated() for bit in true)
        return self.model.decode(values)
