"""Area: the regions that there must be take all cells of the board but a few, so that others find no room."""

from __future__ import annotations

from collections.abc import Iterator

from studio.core.deduction import Contradiction, Step
from studio.core.say import marked, say_n
from studio.core.trace import Reason
from studio.families.fillomino.rules.plain import separate_groups
from studio.families.fillomino.rules.state import FillominoDeduction


class NoOtherRegion:
    """A number larger than the cells that are left over has no region besides those that there must be: a cell that these
    cannot reach does not hold it. Groups of a number that cannot meet in one region stand for different regions."""

    name, title, level = "area", marked("No cells left for another region"), 8

    def find(self, state: FillominoDeduction) -> Iterator[Step]:
        with state.news(self.name) as changed:
            if changed:
                yield from self._beyond_reach(state)

    def _beyond_reach(self, state: FillominoDeduction) -> Iterator[Step]:
        s = state.s
        regions = [separate_groups(s, k) for k in range(s.values)]
        left = state.grid.size - sum(count * s.lo[k] for k, count in enumerate(regions))
        if left < 0:
            raise Contradiction(marked("the regions that there must be have more cells than the board"), (), self.name)
        for k, count in enumerate(regions):
            if left >= s.lo[k] or separate_groups(s, k) != count:  # (other numbers may have changed the board meanwhile)
                continue
            reached = s.batch
            far = [p for p in state.open_padded() if s.poss[k * s.cells + p] and s.seen[p] != reached]
            for p in far:
                yield Step(state.cell_of[p], -state.numbers[k], self._reason(state, p, k, count, left))

    def _reason(self, state: FillominoDeduction, p: int, k: int, count: int, left: int) -> Reason:
        number = state.number_text(k)
        if not count:
            text = say_n("the regions that there must be leave {n} cell: too few for a region of {number}",
                         "the regions that there must be leave {n} cells: too few for a region of {number}", n=left,
                         number=number)
        else:
            text = say_n("the regions that there must be leave {n} cell: too few for another region of {number}, and no other "
                         "one reaches {cell}",
                         "the regions that there must be leave {n} cells: too few for another region of {number}, and no other "
                         "one reaches {cell}", n=left, number=number, cell=state.name(p))
        return Reason(text, (state.cell_of[p],))
