"""The thesis' board: numbers, and the groups of equal numbers that stand on it (section 5.1, Appendix A).

The one test that everything rests on is the one of 5.4 and 6.1: does a number make some group too large, or *any* group on the
board impossible to complete? A group can be completed if a flood through empty cells and cells of its number finds as many
cells as its number says. For each incomplete group such a set of cells is kept (its *room*): a number written elsewhere does
not touch it, so that only the groups whose room holds the cell need a second look. That saves time and changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from studio.core.deduction import Contradiction, Deduction
from studio.core.puzzle import Answer, Puzzle
from studio.core.say import marked, say
from studio.families.fillomino.model import QUESTION, Terms, groups

TOO_LARGE, NO_ROOM, NO_CLUE = marked("too large"), marked("no room"), marked("hidden region")


@dataclass(frozen=True)
class Group:
    number: int
    cells: tuple[int, ...]

    @property
    def missing(self) -> int:
        return self.number - len(self.cells)


class ThesisBoard(Deduction):
    """State of the thesis' solver, for the shared ladder."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.grid, self.givens = puzzle.grid, puzzle.givens
        self.terms = Terms.of(puzzle)
        self.told = self.terms.basic and QUESTION not in puzzle.givens
        """every region has the number of a given group (5.4 rests on it); with "?" among the givens it need not"""
        self.numbers = [max(0, given) for given in puzzle.givens]
        apart = {pair for a, b in self.terms.walls for pair in ((a, b), (b, a))}
        self.beside = [tuple(near for near in self.grid.neighbours(cell) if (cell, near) not in apart)
                       for cell in self.grid.cells()]
        self.steps = 0
        """cells that breadth-first searches looked at: what the two directions of 5.4 are compared by"""
        self._written: list[int] = []
        self._seen: list[Group] | None = None
        self._rooms: dict[int, list[Group]] | None = None

    # --- the search driver's side -------------------------------------------------------------------------------------------
    def known(self, cell: int, value: int) -> bool:
        return self.numbers[cell] == value

    def start(self) -> None:
        self._keep_rules()

    def conclude(self, cell: int, value: int) -> None:
        if self.numbers[cell]:
            raise Contradiction(say("{value} is not possible here any more", value=value), (cell,), marked("no candidate"))
        self.numbers[cell] = value
        self._written.append(cell)
        self._changed()
        self._keep_rules()

    def solved(self) -> bool:
        return all(self.numbers)

    def answer(self) -> Answer:
        return tuple(self.numbers)

    def marks(self) -> list[int]:
        return list(self.numbers)

    def mark(self) -> int:
        return len(self._written)

    def undo(self, mark: int) -> None:
        for cell in self._written[mark:]:
            self.numbers[cell] = 0
        del self._written[mark:]
        self._changed()

    def choose(self, order: str) -> tuple[int, int]:
        raise NotImplementedError("the thesis tries every number of a cell: see thesis/search.py")

    def _changed(self) -> None:
        self._seen = self._rooms = None

    # --- groups ---------------------------------------------------------------------------------------------------------------
    def groups(self) -> list[Group]:
        """All groups of equal numbers, complete or not (Appendix A)."""
        if self._seen is None:
            self._seen = [Group(number, tuple(cells)) for number, cells in groups(self.grid, self.numbers)]
        return self._seen

    def incomplete(self) -> list[Group]:
        return [group for group in self.groups() if group.missing > 0]

    def is_whole(self, group: Group) -> bool:
        """False when the group has grown since it was found."""
        return self._joined(group.cells[0], group.number) == len(group.cells)

    def exits(self, group: Group) -> list[int]:
        """The empty cells beside a group, each once."""
        return list(dict.fromkeys(near for cell in group.cells for near in self.beside[cell] if not self.numbers[near]))

    def room(self, number: int, start: Sequence[int], avoid: int = -1) -> list[int]:
        """Cells that a flood from here through empty cells and cells of the number finds, up to as many as are needed."""
        found, seen = list(start), {*start, avoid}
        for cell in found:
            if len(found) >= number:
                break
            for near in self.beside[cell]:
                if near not in seen and self.numbers[near] in (0, number):
                    seen.add(near)
                    found.append(near)
        self.steps += len(found)
        return found

    def _keep_rules(self) -> None:
        """The constraint test (6.1): no group too large, none that cannot be completed."""
        self._keep_terms()
        rooms: dict[int, list[Group]] = {}
        for group in self.groups():
            if group.missing < 0:
                text = say("a region of {number}s would have {size} cells", number=group.number, size=len(group.cells))
                raise Contradiction(text, group.cells, TOO_LARGE)
            if group.missing == 0:
                if self.terms.basic and not any(self.givens[cell] for cell in group.cells):
                    text = say("this region of {number}s holds no given number", number=group.number)
                    raise Contradiction(text, group.cells, NO_CLUE)
                continue
            room = self.room(group.number, group.cells)
            if len(room) < group.number:
                text = say("this region of {number}s cannot be completed any more", number=group.number)
                raise Contradiction(text, group.cells, NO_ROOM)
            for cell in room:
                rooms.setdefault(cell, []).append(group)
        self._rooms = rooms

    def _keep_terms(self) -> None:
        """What the thesis' boards do not have: given borders, and a largest region."""
        for a, b in self.terms.walls:
            if self.numbers[a] and self.numbers[a] == self.numbers[b]:
                raise Contradiction(say("equal numbers on both sides of a given border"), (a, b), "border")
        most = self.terms.limit
        over = [cell for cell, number in enumerate(self.numbers) if most and number > most]
        if over:
            raise Contradiction(say("no region may have more than {most} cells", most=most), tuple(over[:1]), TOO_LARGE)

    # --- what may stand in a cell ---------------------------------------------------------------------------------------
    def fits(self, cell: int, number: int) -> bool:
        """The exclusions of 5.4: the number makes no group too large and no group on the board impossible to complete."""
        if any(self.numbers[near] == number and near not in self.beside[cell] for near in self.grid.neighbours(cell)):
            return False  # a given border keeps them apart
        touched = {near for near in self.beside[cell] if self.numbers[near] == number}
        if touched and self._joined(cell, number) > number:
            return False
        if not touched and len(self.room(number, (cell,))) < number:
            return False
        if self._rooms is None:
            self._keep_rules()
        assert self._rooms is not None
        return all(group.number == number or len(self.room(group.number, group.cells, cell)) >= group.number
                   for group in self._rooms.get(cell, ()))

    def _joined(self, cell: int, number: int) -> int:
        """The size of the group that the number would be part of."""
        found, seen = [cell], {cell}
        for member in found:
            for near in self.beside[member]:
                if near not in seen and self.numbers[near] == number:
                    seen.add(near)
                    found.append(near)
        return len(found)

    def candidates(self, cell: int) -> list[int]:
        """The numbers to try in an empty cell: basic, those of groups that reach it; else every size that has room there."""
        if self.told:
            numbers = sorted({group.number for group in self.incomplete()})
            wanted = [number for number in numbers if self.reaching(cell, number)]
        else:
            wanted = list(self._sizes(cell))
        return [number for number in wanted if self.fits(cell, number)]

    def _sizes(self, cell: int) -> Iterator[int]:
        most = self.terms.limit or self.grid.size
        for number in range(1, most + 1):
            if len(self.room(number, (cell,))) >= number:
                yield number

    def reaching(self, cell: int, number: int) -> int:
        """5.4 from the cell: how far the nearest group is that can reach it (0: none); through empty cells and its number."""
        level, seen, far = [cell], {cell}, 1
        while level and far < number:
            following = []
            for at in level:
                for near in self.beside[at]:
                    if near in seen or self.numbers[near] not in (0, number):
                        continue
                    seen.add(near)
                    if self.numbers[near] and self._missing(near) >= far:
                        self.steps += len(seen)
                        return far
                    following.append(near)
            level, far = following, far + 1
        self.steps += len(seen)
        return 0

    def _missing(self, cell: int) -> int:
        number = self.numbers[cell]
        return number - self._joined(cell, number)
