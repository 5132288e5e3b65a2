"""The kernel's board as the kit's local repair wants it (`solvers.constraints.repair`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from studio.core.clauses import Clause
from studio.families.fillomino.kernel.board import KernelBoard
from studio.families.fillomino.kernel.state import OPEN

LARGE = 300  # open cells from which on repair pays


class BoardPlaces:
    """Nodes are the cells of the padded board."""

    def __init__(self, board: KernelBoard) -> None:
        state = board.state
        self.board, self.nodes, self.width = board, state.cells, state.width
        self.open = np.flatnonzero(np.asarray(state.value) == OPEN)
        self._var = np.asarray(board.var)
        self._node = {int(self._var[k * state.cells + p]): int(p) for p in self.open for k in range(state.values)
                      if self._var[k * state.cells + p]}  # fmt: skip

    def cuts(self, model: Sequence[int]) -> list[Clause]:
        return self.board.cuts(model)

    def broken(self) -> Any:
        return np.asarray(self.board.state.tried) != 0

    def literals_at(self, nodes: Any) -> list[int]:
        values = np.asarray(self.board.answer)[nodes]
        found: list[int] = self._var[values * self.nodes + nodes].tolist()
        return found

    def node_of(self, literal: int) -> int:
        return self._node[abs(literal)]

    def choice(self) -> int:
        choices = np.asarray(self.board.state.count)[self.open]
        return int(self.open[int(choices.argmax())])
