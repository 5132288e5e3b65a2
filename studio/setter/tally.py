"""How many solutions leave a value in a cell, up to a bound: one solver for all, and every solution counts everywhere."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from studio.core.puzzle import Answer
from studio.solvers.sat import LazySat


def tally(values: Sequence[Sequence[int]], answers: Iterable[Answer], bound: int) -> list[list[int]]:
    """How many of these answers have each of the values, cell by cell, up to the bound."""
    seen: list[dict[int, int]] = [dict.fromkeys(each, 0) for each in values]
    for answer in answers:
        for cell, value in enumerate(answer):
            if value:
                seen[cell][value] += 1
    return [[min(bound, each[value]) for value in found] for each, found in zip(seen, values)]


class Tally:
    """Counts with a solver in which the solutions that are known are blocked, so that each question brings a new one."""

    def __init__(self, sat: LazySat, values: Sequence[Sequence[int]], bound: int, known: Sequence[Answer]) -> None:
        self._sat, self._values, self._bound = sat, values, bound
        self._answers = dict.fromkeys(known)
        for answer in known:
            sat.block(answer)

    def run(self) -> list[list[int]]:
        """The counts; Cancelled if they are not found out in time."""
        literals = {(cell, value): literal for cell, value, literal in self._sat.kernel.literals}
        counts = tally(self._values, self._answers, self._bound)
        for cell, values in enumerate(self._values):
            for place, value in enumerate(values):
                literal = literals.get((cell, value))
                while counts[cell][place] < self._bound:
                    answer = self._sat.solve([literal] if literal is not None else [])
                    if answer is None:
                        break
                    self._answers[answer] = None
                    self._sat.block(answer)
                    self._count(answer, counts)
        return counts

    def _count(self, answer: Answer, counts: list[list[int]]) -> None:
        for cell, value in enumerate(answer):
            if value in self._values[cell]:
                place = self._values[cell].index(value)
                counts[cell][place] = min(self._bound, counts[cell][place] + 1)
