"""The thesis' three strategies as rules of a ladder: single exit (5.2), structurally forced cells (5.3), reachability (5.4)."""

from __future__ import annotations

from collections.abc import Iterator

from studio.core.deduction import Contradiction, Step
from studio.core.say import marked, say
from studio.core.trace import Reason
from studio.families.fillomino.thesis.board import NO_ROOM, Group, ThesisBoard

BUDGET = 3000
"""Completions looked at for one group before its strategy gives up: the thesis lists all of them, which can take forever."""


class SingleExit:
    """5.2: an incomplete group with one empty cell beside it grows into it.

    Algorithm 1 as printed counts no second exit (line 7 asks for "tempExitCell is invalid"); meant, and done here, is what the
    text says: there is only one adjacent empty cell.
    """

    name, title, level = "single_exit", marked("Single exit (5.2)"), 1

    def find(self, state: ThesisBoard) -> Iterator[Step]:
        for group in state.incomplete():
            exits = state.exits(group)
            if len(exits) == 1 and state.is_whole(group):
                text = say("this region of {number} has {size} of its cells and one way to grow: {cell}", number=group.number,
                           size=len(group.cells), cell=state.grid.cell_name(exits[0]))
                yield Step(exits[0], group.number, Reason(text, group.cells))


class ForcedCells:
    """5.3, Algorithm 2: the empty cells that are part of every completion of a group."""

    name, title, level = "forced", marked("Structurally forced cells (5.3)"), 2

    def find(self, state: ThesisBoard) -> Iterator[Step]:
        for group in state.incomplete():
            if any(not state.numbers[cell] for cell in state.exits(group)):
                for cell in sorted(self._forced(state, group)):
                    text = say("every way to complete this region of {number} goes through {cell}", number=group.number,
                               cell=state.grid.cell_name(cell))
                    yield Step(cell, group.number, Reason(text, group.cells))

    def _forced(self, state: ThesisBoard, group: Group) -> set[int]:
        """The intersection of all completions; empty as soon as they share nothing, or there are too many to see."""
        if any(state.numbers[cell] != group.number for cell in group.cells):
            return set()
        completions = _Completions(state, group)
        common: set[int] | None = None
        for completion in completions:
            new = {cell for cell in completion if not state.numbers[cell]}
            common = new if common is None else common & new
            if not common:
                return set()
        if completions.given_up:
            return set()
        if common is None:
            text = say("this region of {number}s cannot be completed any more", number=group.number)
            raise Contradiction(text, group.cells, NO_ROOM)
        return common


class _Completions:
    """All connected sets of as many cells as the group's number says that hold the group; other groups are taken in whole."""

    def __init__(self, state: ThesisBoard, group: Group) -> None:
        self.state, self.group = state, group
        self.looked = 0
        self.given_up = False

    def __iter__(self) -> Iterator[frozenset[int]]:
        yield from self._larger(self._taken(frozenset(self.group.cells)), frozenset())

    def _larger(self, cells: frozenset[int], out: frozenset[int]) -> Iterator[frozenset[int]]:
        self.looked += 1
        if self.looked > BUDGET:
            self.given_up = True
        if self.given_up or len(cells) > self.group.number:
            return
        if len(cells) == self.group.number:
            yield cells
            return
        for near in self._around(cells):
            if near not in out:
                yield from self._larger(self._taken(cells | {near}), out)
                out = out | {near}

    def _around(self, cells: frozenset[int]) -> list[int]:
        state = self.state
        return sorted({near for cell in cells for near in state.beside[cell] if not state.numbers[near]} - cells)

    def _taken(self, cells: frozenset[int]) -> frozenset[int]:
        """With the groups of the same number that they touch."""
        found, seen, state = list(cells), set(cells), self.state
        for cell in found:
            for near in state.beside[cell]:
                if near not in seen and state.numbers[near] == self.group.number:
                    seen.add(near)
                    found.append(near)
        return frozenset(seen)


class Reachability:
    """5.4 (basic variant): an empty cell that only one number reaches and fits gets it.

    A group reaches a cell if the expansions that lead there, through empty cells and cells of its number, are no more than it
    misses. Left out are numbers that make a group too large or any group on the board impossible to complete.
    """

    name, title, level = "reachability", marked("Reachability (5.4)"), 3

    def __init__(self, from_cell: bool = False) -> None:
        self.from_cell = from_cell

    def find(self, state: ThesisBoard) -> Iterator[Step]:
        if not state.told:
            return
        reached = self._from_cells(state) if self.from_cell else self._from_groups(state)
        for cell, numbers in enumerate(reached):
            if state.numbers[cell]:
                continue
            fitting = [number for number in sorted(numbers) if state.fits(cell, number)]
            if not fitting:
                raise Contradiction(say("no given number can reach this cell"), (cell,), self.name)
            if len(fitting) == 1:
                text = say("of all given numbers only {number} can reach {cell}", number=fitting[0],
                           cell=state.grid.cell_name(cell))
                yield Step(cell, fitting[0], Reason(text, (cell,)))

    def _from_groups(self, state: ThesisBoard) -> list[set[int]]:
        """The numbers that reach each cell, by a search from every incomplete group, as the thesis chose."""
        reached: list[set[int]] = [set() for _ in state.numbers]
        for group in state.incomplete():
            level, seen = list(group.cells), set(group.cells)
            for _ in range(group.missing):
                level = list({near for cell in level for near in state.beside[cell]
                              if near not in seen and state.numbers[near] in (0, group.number)})
                seen.update(level)
            for cell in seen:
                reached[cell].add(group.number)
            state.steps += len(seen)
        return reached

    def _from_cells(self, state: ThesisBoard) -> list[set[int]]:
        """The same by a search from every empty cell, the other way that 5.4 names."""
        numbers = sorted({group.number for group in state.incomplete()})
        return [{number for number in numbers if state.reaching(cell, number)} if not state.numbers[cell] else set()
                for cell in state.grid.cells()]


def strategies(single_exit: bool = True, forced: bool = True, reachability: bool = True, from_cell: bool = False
               ) -> list[SingleExit | ForcedCells | Reachability]:
    chosen: list[tuple[bool, SingleExit | ForcedCells | Reachability]] = [
        (single_exit, SingleExit()), (forced, ForcedCells()), (reachability, Reachability(from_cell))]
    return [rule for on, rule in chosen if on]
