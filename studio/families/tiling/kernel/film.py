"""The film of a compiled search: its events in words of the puzzle, each dead end with the smallest thing that is wrong."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from studio.core.say import listed, marked, say, say_n
from studio.core.trace import NO_CELL, Kind, Reason, TraceWriter, move_cell
from studio.families.tiling.kernel.searching import DEAD_CELL, DEAD_KNOWN, DEAD_POCKET, DEAD_TILE, PieceSearch
from studio.families.tiling.model.convert import answer_of_pieces
from studio.families.tiling.model.placements import Placements, find_placements
from studio.families.tiling.model.problem import Problem
from studio.solvers.kernels.search import BACK, LAID, SEEN

Rows = npt.NDArray[np.int32]
Cells = tuple[int, ...]
FILM_EVENTS = 400_000
"""A film is no longer than this; the search goes on unfilmed."""


class Reel:
    """The events of a search with their times, kept until it is known whether anybody wants to see them."""

    def __init__(self, trace: TraceWriter, limit: int = FILM_EVENTS) -> None:
        self.rows: list[tuple[Rows, int, int]] = []
        """(events, ticks when they began, ticks when they were fetched)"""
        self.cut = False
        self._trace = trace
        self._left = limit
        self._begun = trace.ticks()

    def begin(self) -> None:
        """A slice begins: what was in between was not this search's time."""
        self._begun = self._trace.ticks()

    def watch(self, rows: Rows) -> bool:
        now = self._trace.ticks()
        self.rows.append((rows, self._begun, now))
        self._begun = now
        self._left -= len(rows)
        self.cut = self._left <= 0
        return not self.cut


class Film:
    """Tells the events of one search."""

    def __init__(self, trace: TraceWriter, problem: Problem, search: PieceSearch, limit: int = FILM_EVENTS) -> None:
        self.trace = trace
        self.words = Words(problem, search)
        self._search = search
        self._size = problem.board.size
        self._left = limit
        self._moves: dict[Cells, int] = {}
        self._names: dict[tuple[str, int], int] = {}
        self.told: set[tuple[int, ...]] = set()

    def watch(self, rows: Rows) -> bool:
        """Events as they come from the kernel; False once the film is long enough."""
        with self.trace.filming():
            self._tell(rows)
        self._left -= len(rows)
        if self._left <= 0:
            self.trace.film_ends()
        return self._left > 0

    def show(self, reel: Reel) -> None:
        """A whole search at once, with the times that it had."""
        for rows, begun, ended in reel.rows:
            self._tell(rows, np.linspace(begun, ended, len(rows) + 1)[1:].astype(np.int64))
        if reel.cut:
            self.trace.film_ends()

    def _tell(self, rows: Rows, ticks: npt.NDArray[np.int64] | None = None) -> None:
        """Rows in the film's language; without times they are spread over the time since the last one."""
        out: list[tuple[int, ...]] = []
        times = [0] * len(rows) if ticks is None else ticks.tolist()
        for (what, depth, first, second), at in zip(rows.tolist(), times, strict=True):
            if what == LAID:
                cells = tuple(self._search.piece(first, second))
                self.words.lay(depth, cells)
                why = self._name(self.words.newest)
                out.append((Kind.GUESS, depth, move_cell(self._move(cells)), 1, self.trace.rule_id("guess"), why, at))
            elif what == BACK:
                self.words.lay_back(depth)
                out.append((Kind.BACKTRACK, depth, NO_CELL, 0, -1, -1, at))
            elif what == SEEN:
                self._solution(out, depth, at)
            else:
                out.append((*self._dead_end(what, depth, first), at))
        self._send(out)

    def _send(self, out: list[tuple[int, ...]]) -> None:
        if out:
            self.trace.rows(np.array(out, dtype=np.int32))
            out.clear()

    def _solution(self, out: list[tuple[int, ...]], depth: int, at: int) -> None:
        """A tiling, told once: Algorithm X comes upon it again for every order of equal pieces."""
        answer = answer_of_pieces(self._size, self.words.stack)
        if answer in self.told:
            out.append((*self._conflict(depth, NO_CELL, "seen-before", SEEN_BEFORE), at))
            return
        self.told.add(answer)
        self._send(out)
        self.trace.solution(answer, at or None)

    def _dead_end(self, what: int, depth: int, number: int) -> tuple[int, ...]:
        rule, reason = self.words.why(what, number)
        if not rule:
            return (Kind.NOTE, depth, NO_CELL, 0, -1, self.trace.reason_id(reason))
        cell = reason.cells[0] if reason.cells else NO_CELL
        return self._conflict(depth, cell, rule, reason)

    def _conflict(self, depth: int, cell: int, rule: str, reason: Reason) -> tuple[int, ...]:
        return (Kind.CONFLICT, depth, cell, 0, self.trace.rule_id(rule), self.trace.reason_id(reason))

    def _name(self, piece: tuple[str, int]) -> int:
        """The piece by its name, and how many are left of it; each such sentence is told once."""
        known = self._names.get(piece)
        if known is None:
            label, left = piece
            more = (marked("none is left of it") if not left else marked("there is always one more of it") if left < 0 else
                    say_n("{n} more is left of it", "{n} more are left of it", n=left))
            said = listed([say("the piece {label}", label=label), more], "; ")
            known = self._names[piece] = self.trace.reason_id(Reason(said))
        return known

    def _move(self, cells: Cells) -> int:
        known = self._moves.get(cells)
        if known is None:
            number = len(self._moves) + 1
            known = self._moves[cells] = self.trace.declare_move([(i, number) for i in cells])
        return known


FAILED = Reason(marked("what is left of the board, with the pieces that are left, has failed before"))
SEEN_BEFORE = Reason(marked("this tiling was seen before, with equal pieces swapped"))
ORDER = Reason(marked("equal pieces in this order lead no further; what is left here comes up in another order "
                      "(optimisation 1)"))


class Words:
    """The position that a film shows, and why it is a dead end."""

    def __init__(self, problem: Problem, search: PieceSearch) -> None:
        self.problem = problem
        self.stack: list[Cells] = []
        self._search = search
        self._open = [bool(inside) for inside in problem.board.ravel()]
        self._left = [len(self._open) if tile.count is None else tile.count for tile in problem.tiles]
        self._tiles: list[int] = []
        self._places: Placements | None = None
        self._covering: tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]] | None = None

    def lay(self, depth: int, cells: Cells) -> None:
        self.lay_back(depth - 1)
        tile = self.problem.tile_of(list(cells))
        assert tile is not None
        self.stack.append(cells)
        self._tiles.append(tile)
        self._left[tile] -= 1
        for i in cells:
            self._open[i] = False

    @property
    def newest(self) -> tuple[str, int]:
        """The name of the piece that was laid last, and how many are left of it; -1 without limit."""
        tile = self.problem.tiles[self._tiles[-1]]
        return tile.label, -1 if tile.count is None else self._left[self._tiles[-1]]

    def lay_back(self, depth: int) -> None:
        while len(self.stack) > depth:
            for i in self.stack.pop():
                self._open[i] = True
            self._left[self._tiles.pop()] += 1

    # --- why ---------------------------------------------------------------------------------------------------------
    def why(self, what: int, number: int) -> tuple[str, Reason]:
        """The rule that a dead end breaks, and the reason; no rule where the board as drawn is no dead end."""
        if what == DEAD_POCKET:
            pocket = self._pocket(self._search.place(number))
            text = say_n("no pieces fill a pocket of {n} cell", "no pieces fill a pocket of {n} cells", n=len(pocket))
            return "bad-pocket", Reason(text, pocket)
        if what == DEAD_KNOWN:
            return "failed-before", FAILED
        if what == DEAD_TILE:
            return self._no_room(self._search.tile(number))
        assert what == DEAD_CELL
        return self._bare(number)

    def _bare(self, number: int) -> tuple[str, Reason]:
        if self._search.names_tile(number):
            return self._no_room(self._search.tile(number))
        cell = self._search.place(number)
        if next(self._covers(cell), None) is None:
            return "bare-cell", Reason(marked("no piece that is left covers this cell"), (cell,))
        if self._search.orders_pieces:
            return "", ORDER
        return "hopeless-places", Reason(marked("only places that no tiling can have would cover this cell"), (cell,))

    def _no_room(self, tile: int) -> tuple[str, Reason]:
        """Fewer places than pieces that must still be used."""
        label, left = self.problem.tiles[tile].label, self._left[tile]
        room = sum(1 for _ in self._free(np.flatnonzero(self._all().tile == tile).tolist()))
        if room >= left:
            if self._search.orders_pieces:
                return "", ORDER
            return "hopeless-places", Reason(say("{left} more {label} must be used, but too few of its places are in any "
                                                 "tiling", left=left, label=label))
        if not room:
            return "no-room", Reason(say_n("{n} more {label} must be used, but no place is left for it",
                                           "{n} more {label} must be used, but no place is left for them", n=left, label=label))
        return "no-room", Reason(say("{left} more {label} must be used, but only one place is left for them", left=left,
                                     label=label) if room == 1 else
                                 say("{left} more {label} must be used, but only {room} places are left for them", left=left,
                                     label=label, room=room))

    def _pocket(self, cell: int) -> Cells:
        """The open cells that hang together with this one."""
        cols, found, waiting = self.problem.cols, {cell}, [cell]
        while waiting:
            i = waiting.pop()
            near = (i - cols, i + cols, i - 1 if i % cols else -1, i + 1 if (i + 1) % cols else -1)
            for j in near:
                if 0 <= j < len(self._open) and self._open[j] and j not in found:
                    found.add(j)
                    waiting.append(j)
        return tuple(sorted(found))

    def _all(self) -> Placements:
        if self._places is None:
            self._places = find_placements(self.problem)
            self._covering = self._places.by_cell(self.problem.board.size)
        return self._places

    def _covers(self, cell: int) -> Iterator[int]:
        """Placements of pieces that are left, on open cells, over a cell."""
        self._all()
        assert self._covering is not None
        start, owner = self._covering
        return self._free(owner[start[cell] : start[cell + 1]].tolist())

    def _free(self, numbers: Sequence[int]) -> Iterator[int]:
        places = self._all()
        return (p for p in numbers if self._left[int(places.tile[p])] > 0 and all(self._open[i] for i in places.of(p)))
