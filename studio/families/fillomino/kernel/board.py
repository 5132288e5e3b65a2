"""One board in the clause kernel: presolved by propagation and probing, its rest as clauses with lazy cuts."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from studio.core.grid import Grid
from studio.core.puzzle import Answer
from studio.families.fillomino.kernel.basics import decide, load, open_cells, remove, undo
from studio.families.fillomino.kernel.cnf import number_variables, read_model, write_clauses
from studio.families.fillomino.kernel.cuts import same_value, write_cuts
from studio.families.fillomino.kernel.dive import guess, take_back
from studio.families.fillomino.kernel.probe import probe
from studio.families.fillomino.kernel.settle import propagate
from studio.families.fillomino.kernel.state import OPEN, Values, make_state
from studio.families.fillomino.model import Terms
from studio.solvers.kernels import I32, Kernels, as_array, usual_layout, zeros

TRIES = 30
WORK = 400_000  # cells met while probing: some 50 ms where kernels are compiled
MORE_TRIES, MORE_WORK = 150, 2_000_000
FROM_OPEN, FRUITFUL = 300, 10
"""A board with so many open cells, of which the first looks have settled so many, is looked at further: it mostly falls to them
where a solver would need a hundred rounds of cuts. (janko 87, 20x36: 435 open cells, 419 after the first looks, then 95.)"""
LARGEST_COUNT = 4_000  # clauses of a counter, about


class KernelBoard:
    """The state of a board, and the way back to cells and numbers of the puzzle. `layout`: see `Record.make`."""

    def __init__(self, rows: int, cols: int, givens: Sequence[int], terms: Terms, values: Values,
                 layout: Kernels | None = None) -> None:
        self.rows, self.cols, self.terms, self.values = rows, cols, terms, values
        self.grid, self.givens = Grid(rows, cols), givens
        self.layout = layout or usual_layout()
        self.state = make_state(rows, cols, givens, terms, values, self.layout)
        load(self.state)
        self.board_cells = [(r + 1) * (cols + 1) + c for r in range(rows) for c in range(cols)]

    def _zeros(self, length: int) -> I32:
        found: I32 = zeros(I32, length, self.layout)
        return found

    # --- presolve ---------------------------------------------------------------------------------------------------
    def propagate(self) -> bool:
        """What follows without a guess; False if the board has no solution."""
        return len(self.values) > 0 and propagate(self.state) and self._by_area()

    def _by_area(self) -> bool:
        """The same with area reasoning, which goes on where it has something to say."""
        state = self.state
        state.area = 1
        alive = propagate(state)
        state.area = int(state.slack < max(state.lo))
        return alive

    def probe(self) -> bool:
        """Short looks ahead at the cells with the fewest values; False if the board has no solution."""
        before, left = self.open_cells(), int(probe(self.state, TRIES, WORK))
        while left >= FROM_OPEN and before - left >= FRUITFUL:
            before, left = left, int(probe(self.state, MORE_TRIES, MORE_WORK))
        return left >= 0

    def open_cells(self) -> int:
        return open_cells(self.state)

    # --- looks ahead ------------------------------------------------------------------------------------------------
    def stands(self, p: int, k: int) -> bool:
        """Can cell p hold value k, as far as propagation tells?"""
        before = self.state.trailed
        alive = self.suppose(p, k)
        undo(self.state, before)
        return alive

    def follows(self, p: int, k: int) -> list[int] | None:
        """What goes (as indices of `poss`) where cell p holds value k; None if it cannot."""
        before = self.state.trailed
        gone = self._gone_since(before) if self.suppose(p, k) else None
        undo(self.state, before)
        return gone

    def suppose(self, p: int, k: int) -> bool:
        """Cell p holds value k, and what follows; False if that clashes. The caller takes it back."""
        return bool(self.state.value[p] == k or (decide(self.state, p, k) and propagate(self.state)))

    def refute(self, p: int, k: int) -> list[int]:
        """Cell p does not hold value k, for good: what goes (as indices of `poss`), this among it."""
        before = self.state.trailed
        if not (remove(self.state, p, k) and propagate(self.state)):
            undo(self.state, before)  # nobody believes that: the board has a solution
        return self._gone_since(before)

    def _gone_since(self, before: int) -> list[int]:
        state = self.state
        return [int(i) for i in state.trail[before : state.trailed] if i < state.values * state.cells]

    def dive(self, conflicts: int, seed: int = 1, near: int = 0) -> bool:
        """Guess until the board is full, from cell `near` on; False when contradictions are too many. The guesses stand: the
        caller takes them back."""
        state, left = self.state, conflicts
        state.seed, state.depth, state.near = seed, 0, near
        while (found := guess(state)) < 1:
            while found < 0:
                left -= 1
                if state.depth == 0 or left < 0:
                    return False
                found = take_back(state)
        return True

    # --- clauses ----------------------------------------------------------------------------------------------------
    def write(self) -> tuple[list[list[int]], int]:
        """The static clauses of what is left, and the number of value variables (auxiliary ones come after them)."""
        state = self.state
        if state.area:
            propagate(state)  # probing has left the slack of its last try
        self._find_single()
        self.var = self._zeros(state.values * state.cells)
        self.value_vars = int(number_variables(state, self.var))
        room = max(1 << 14, 64 * state.cells, 24 * self.value_vars)
        while True:
            self.out = self._zeros(room)
            length, top = write_clauses(state, self.var, self.out, self.value_vars)
            if length >= 0:
                break
            room *= 2
        self.answer = self._zeros(state.cells)
        clauses = self._split(length)
        self.top = int(top)
        self._counts(clauses)
        return clauses, self.top

    def _split(self, length: int) -> list[list[int]]:
        """`out[:length]` as clauses."""
        written = np.asarray(self.out[:length])
        flat: list[int] = written.tolist()
        start, clauses = 0, []
        for end in np.flatnonzero(written == 0).tolist():
            clauses.append(flat[start:end])
            start = end + 1
        return clauses

    def _find_single(self) -> None:
        """Which values have exactly one region."""
        state = self.state
        self._room: dict[int, list[list[int]]] = {}
        for k, size in enumerate(self.values.sizes):
            parts = self._clued_components(k)
            self._room[k] = parts
            tight = len(parts) == 1 and len(parts[0]) < 2 * size and len(parts[0]) == self._may_hold(k)
            state.single[k] = int(tight or (self._is_full(k) and state.need[k] == 1))

    def _is_full(self, k: int) -> bool:
        """By area: there are as many regions of this value as there must be."""
        return bool(self.state.area and self.state.slack < self.values.sizes[k])

    def _may_hold(self, k: int) -> int:
        base = k * self.state.cells
        return sum(1 for p in self.board_cells if self.state.poss[base + p])

    def _counts(self, clauses: list[list[int]]) -> None:
        """How many cells have a value, where there is room for one region only. (Counts of more regions tie the whole board
        together, and the solver learns less from them.)"""
        base = self.state.cells
        for k, size in enumerate(self.values.sizes):
            if self.state.single[k]:
                self._exactly([p for p in self.board_cells if self.state.poss[k * base + p]], k, size, clauses)
            elif size >= 3:
                for cells in self._room[k]:
                    if len(cells) < 2 * size:
                        self._exactly(cells, k, size, clauses)

    def _clued_components(self, k: int) -> list[list[int]]:
        """The connected sets of cells that may hold value k, those with a decided cell among them."""
        state = self.state
        base, seen, found = k * state.cells, set[int](), []
        for p in self.board_cells:
            if state.value[p] != k or p in seen:
                continue
            seen.add(p)
            cells = [p]
            for q in cells:
                for r in (q - 1, q + 1, q - state.width, q + state.width):
                    if state.poss[base + r] and r not in seen:
                        seen.add(r)
                        cells.append(r)
            found.append(cells)
        return found

    def _exactly(self, cells: list[int], k: int, wanted: int, clauses: list[list[int]]) -> None:
        """So many of the cells have value k."""
        state = self.state
        literals = [int(self.var[k * state.cells + p]) for p in cells if state.value[p] == OPEN]
        needed = wanted - (len(cells) - len(literals))
        if not literals or needed < 0 or len(literals) * needed > LARGEST_COUNT:
            return
        from pysat.card import CardEnc, EncType

        counter = CardEnc.equals(literals, needed, top_id=self.top, encoding=EncType.seqcounter)
        clauses.extend(counter.clauses)
        self.top = max(self.top, counter.nv)

    def cuts(self, model: Sequence[int]) -> list[list[int]]:
        """Clauses that a model breaks; empty if it is a solution. Leaves the model in `answer`."""
        self.read(model)
        length = write_cuts(self.state, self.var, self.answer, self.out)
        while length < 0:
            self.out = self._zeros(2 * len(self.out))
            length = write_cuts(self.state, self.var, self.answer, self.out)
        return self._split(length)

    def read(self, model: Sequence[int]) -> None:
        read_model(self.state, self.var, as_array(I32, model[: self.value_vars], self.layout), self.answer)

    def take_decided(self) -> None:
        """Everything is decided: the answer is the state itself."""
        self.answer = as_array(I32, self.state.value, self.layout)

    def blocking(self) -> list[int]:
        """The clause that asks for another answer than the last one read."""
        cells = self.state.cells
        return [-int(self.var[self.answer[p] * cells + p]) for p in self.board_cells if self.state.value[p] == OPEN]

    def blocking_numbers(self, answer: Answer) -> list[int] | None:
        """The clause that asks for another answer than this one. None: no clause can tell it apart (it has a number that reads
        as the anonymous value), or none is needed, since what is known by now excludes it."""
        index, state = {size: k for k, size in enumerate(self.values.sizes)}, self.state
        values = [index.get(number) for number in answer]
        if any(k is None or not state.poss[k * state.cells + p] for k, p in zip(values, self.board_cells)):
            return None
        return [-int(self.var[k * state.cells + p]) for k, p in zip(values, self.board_cells)
                if k is not None and state.value[p] == OPEN]

    # --- back to numbers --------------------------------------------------------------------------------------------
    def numbers(self) -> tuple[Answer, list[list[int]]]:
        """The last answer in numbers, and its anonymous regions (puzzle cells)."""
        sizes, cols = self.values.sizes, self.cols
        out = [0] * len(self.board_cells)
        anonymous: list[list[int]] = []
        seen: set[int] = set()
        for cell, p in enumerate(self.board_cells):
            k = int(self.answer[p])
            if k < len(sizes):
                out[cell] = sizes[k]
            elif p not in seen:
                self.state.stamp += 1
                count = same_value(self.state, self.answer, p)
                region = [int(q) for q in self.state.order[:count]]
                seen.update(region)
                anonymous.append(sorted((q // (cols + 1) - 1) * cols + q % (cols + 1) for q in region))
        for region in anonymous:
            for cell in region:
                out[cell] = len(region)
        return tuple(out), anonymous
