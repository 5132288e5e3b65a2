"""How large the model is, equation by equation, without building it: the figures of the paper's Table 1.

(18), flow is never negative, is a bound here as in any solver's model, and is not counted.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

import numpy as np

from studio.families.evolomino.engines.ilp_model import region
from studio.families.evolomino.model import SHADED, SQUARE, Field


@dataclass
class ModelSize:
    """Variables by their letter, constraints by their equation."""

    variables: Counter[str] = field(default_factory=Counter)
    equations: Counter[str] = field(default_factory=Counter)

    @property
    def total(self) -> tuple[int, int]:
        return sum(self.variables.values()), sum(self.equations.values())


def model_size(board: Field, wrap: bool = False, wide: bool = False) -> ModelSize:
    """The size of `EvolominoModel(board, wrap, wide)`."""
    size = ModelSize()
    size.variables["x"] = size.equations["(1)"] = board.size
    owners = np.zeros((len(board.arrows), board.size), np.int64)  # K_a where a cell is in C_a
    for number, path in enumerate(board.arrows):
        cells = region(board, number, wide)
        owners[number, list(cells)] = (len(path) + 1) // 2
        _count_arrow(size, board, path, np.array(cells), wrap)
    _count_adjacent(size.equations, board, owners)
    size.equations += Counter()  # drops the zeros
    return size


def _count_arrow(size: ModelSize, board: Field, path: tuple[int, ...], cells: np.ndarray, wrap: bool) -> None:
    blocks, on_path, inside, later = (len(path) + 1) // 2, len(path), len(cells), (len(path) + 1) // 2 - 1
    members = set(cells.tolist())
    edges = sum(other in members for cell in cells.tolist() for other in board.neighbours[cell])  # both directions
    pairs = inside * inside - inside - edges
    size.variables.update({"y": blocks * inside, "b": blocks, "N": blocks, "f": blocks * edges, "F": blocks * on_path,
                           "t": later * _shifts(board, cells, wrap)})  # fmt: skip
    size.equations.update({
        "(2)": on_path - 1, "(3)": blocks, "(4)": blocks, "(5)": later, "(6)": later * on_path, "(9)": blocks, "(10)": later,
        "(11)": later, "(12)": blocks * (inside - on_path), "(13)": blocks * on_path, "(14)": blocks, "(15)": blocks * on_path,
        "(16)": blocks * edges, "(17)": blocks * edges, "(19)": later, "(20)": later * inside, "(21)": later * pairs,
    })  # fmt: skip


def _shifts(board: Field, cells: np.ndarray, wrap: bool) -> int:
    """|T|: different shifts between two cells of the region that are not neighbours."""
    rows, cols = np.divmod(cells, board.cols)
    down, right = rows[None, :] - rows[:, None], cols[None, :] - cols[:, None]
    apart = np.abs(down) + np.abs(right) > 1
    number = down * board.cols + right if wrap else down * 2 * board.cols + right
    return len(np.unique(number[apart]))


def _count_adjacent(equations: Counter[str], board: Field, owners: np.ndarray) -> None:
    """(7) and (8): pairs of different blocks that two adjacent cells could belong to."""
    together = owners.sum(axis=0)
    for cell in range(board.size):
        for other in board.neighbours[cell]:
            if other > cell:
                same = int(np.minimum(owners[:, cell], owners[:, other]).sum())
                equations["(7)" if other == cell + 1 else "(8)"] += int(together[cell] * together[other]) - same


# --- as the authors counted ---------------------------------------------------------------------------------------------------
def authors_region(board: Field, number: int) -> tuple[int, ...]:
    """C_a as their program has it: the narrow region, one step further. A cell beside a given square of another arrow is not in
    it, be it a cell of the arrow itself, and the wave does not pass there."""
    path, rings = set(board.arrows[number]), {cell for ring in board.rings for cell in ring}
    foreign = {cell for cell in board.place_on_arrow if cell not in path and board.givens[cell] == SQUARE}
    wave = [cell for cell in board.arrows[number] if foreign.isdisjoint(board.neighbours[cell])]
    seen = set(wave)
    for cell in wave:
        for other in board.neighbours[cell]:
            if other not in seen and other not in board.place_on_arrow and not board.blocked[other] and other not in rings \
                    and foreign.isdisjoint(board.neighbours[other]):
                seen.add(other)
                wave.append(other)
    return tuple(sorted(seen))


def authors_size(board: Field) -> ModelSize:
    """The model as the authors counted it, with their program's six departures from the text of the paper:

    1. no flow variable, nor (16), (17), between two arrow cells; 2. no shift by 1 or by the number of columns at all; 3. (1)
    for white cells only; 4. one constraint more per block: the sum of its y is at least b, counted here with (3); 5. the region
    of `authors_region`, while (4), (6), (13) and (15) stay with all cells of the arrow; 6. (16) also towards white neighbours
    outside C_a. Cells of a closed ring count as arrow cells of no arrow.
    """
    size = ModelSize()
    size.variables["x"] = board.size
    size.equations["(1)"] = sum(given != SHADED for given in board.givens)
    owners = np.zeros((len(board.arrows), board.size), np.int64)
    for number, path in enumerate(board.arrows):
        cells = authors_region(board, number)
        owners[number, list(cells)] = (len(path) + 1) // 2
        _count_as_authors(size, board, path, cells)
    _count_adjacent(size.equations, board, owners)
    size.equations += Counter()
    return size


def _count_as_authors(size: ModelSize, board: Field, path: tuple[int, ...], cells: tuple[int, ...]) -> None:
    blocks, later = (len(path) + 1) // 2, (len(path) + 1) // 2 - 1
    inside, members, own = len(cells), set(cells), set(path)
    arrow_cells = {*board.place_on_arrow, *(cell for ring in board.rings for cell in ring)}
    ways = [(i, j) for i in cells for j in board.neighbours[i] if not (i in own and j in arrow_cells)]
    flow = sum(j in members for _, j in ways)
    leaving = sum(j in members or board.givens[j] != SHADED for _, j in ways)
    apart = np.array(cells)[None, :] - np.array(cells)[:, None]
    allowed = ~np.isin(np.abs(apart), (0, 1, board.cols))
    size.variables.update({"y": blocks * inside, "b": blocks, "N": blocks, "f": blocks * flow, "F": blocks * len(path),
                           "t": later * len(np.unique(apart[allowed]))})  # fmt: skip
    size.equations.update({
        "(2)": len(path) - 1, "(3)": 2 * blocks, "(4)": blocks, "(5)": later, "(6)": later * len(path), "(9)": blocks,
        "(10)": later, "(11)": later, "(12)": blocks * len(members - own), "(13)": blocks * len(path), "(14)": blocks,
        "(15)": blocks * len(path), "(16)": blocks * leaving, "(17)": blocks * flow, "(19)": later, "(20)": later * inside,
        "(21)": later * int(allowed.sum()),
    })  # fmt: skip
