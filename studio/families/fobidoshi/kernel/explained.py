"""The backtracking search of section 3, every improvement a switch, recursive calls and depth counted as in Figure 15.

The board is two masks, so a "recursive call" is a node on an explicit stack and taking back is forgetting it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from studio.core.engine import Cancel
from studio.core.puzzle import Answer
from studio.core.trace import Reason, TraceWriter
from studio.families.fobidoshi.model import CIRCLE, CROSS, Field
from studio.families.fobidoshi.rules.follow import Position, Watcher, follow, four_cells
from studio.families.fobidoshi.rules.ladder import circles_at, names
from studio.families.fobidoshi.rules.state import tightest_exits
from studio.families.fobidoshi.rules.ways import barrier, cut_off_by, good_moves


@dataclass(frozen=True)
class Improvements:
    """Switches: the first three are the thesis' (3.3.1, 3.3.2, 3.3.3), the others ours."""

    barrier: bool = True
    good_moves: bool = True
    neighbours: bool = True
    at_once: bool = True
    """all good moves and the crosses they force in one call, instead of one move per call"""
    confined_first: bool = True
    """guess at an exit of the group with the fewest exits, after trying each of them one step ahead"""


BASIC = Improvements(False, False, False, False, False)
THESIS = Improvements(True, True, True, False, False)
FIGURE_15 = {
    "none": BASIC,
    "barrier": Improvements(True, False, False, False, False),
    "good moves": Improvements(False, True, False, False, False),
    "both": Improvements(True, True, False, False, False),
}


class Teller(Watcher):
    """Turns what the search concludes into events with their reasons."""

    def __init__(self, shape: Field, trace: TraceWriter) -> None:
        self.shape = shape
        self.trace = trace

    def crosses(self, cells: int, circles: int) -> None:
        for cell in self.shape.cells(cells):
            bit = self.shape.bits[cell]
            causes = four_cells(self.shape, circles | bit) & ~bit
            self._deduce(cell, CROSS, "forced_cross", "a circle here would make four in a row", causes)

    def out_of_reach(self, cells: int, possible: int) -> None:
        for cell in self.shape.cells(cells):
            self._deduce(cell, CROSS, "out_of_reach", "a circle here could never join the others", 0)

    def needed(self, cells: int, circles: int, possible: int) -> None:
        for cell in self.shape.cells(cells):
            lost = cut_off_by(self.shape, circles, possible, cell)
            text = f"a cross here would cut off {circles_at(self.shape, lost)}"
            self._deduce(cell, CIRCLE, "good_move", text, lost)

    def look_ahead(self, cell: int, value: int) -> None:
        what = "no circle" if value == CIRCLE else "a circle"
        text = f"{what} at this exit would cut circles off or make four in a row"
        self._deduce(cell, value, "look_ahead", text, self.shape.around(self.shape.bits[cell]))

    def clash(self, rule: str, text: str, cells: int) -> None:
        shown = tuple(self.shape.cells(cells))
        self.trace.conflict(shown[0] if shown else -1, rule, Reason(f"{text}: {names(self.shape, cells)}", shown))

    def _deduce(self, cell: int, value: int, rule: str, text: str, causes: int) -> None:
        self.trace.deduce(cell, value, rule, Reason(text, tuple(self.shape.cells(causes))))


@dataclass
class Node:
    """One recursive call: the position it starts from and what led to it."""

    position: Position
    depth: int
    guesses: int
    told: bool = False
    """the circles of this position have already been given as an answer"""
    guess: tuple[int, int] | None = None


class Backtracking:
    """Depth-first search for the sets of circles that solve a board. Iterate over `solutions()`; then read the counts."""

    def __init__(self, shape: Field, start: Position, use: Improvements, trace: TraceWriter, cancel: Cancel,
                 most_calls: int | None = None) -> None:
        self.shape = shape
        self.start = start
        self.use = use
        self.trace = trace
        self.cancel = cancel
        self.teller = Teller(shape, trace) if trace.enabled else None
        self.at_once = use.at_once and use.barrier and use.good_moves
        self.calls = 0
        self.max_depth = 0
        self.exhausted = False
        self.most_calls = most_calls
        self.gave_up = False

    def solutions(self) -> Iterator[Answer]:
        """Answers one by one, each once: a node gives its circles as they are, later circles make other answers."""
        fours = four_cells(self.shape, self.start.circles)
        if fours:
            if self.teller:
                self.teller.clash("stripe", "four given circles in a row", fours)
            self.exhausted = True
            return
        stack = [Node(self.start, 1, 0)]
        while stack:
            if self.calls == self.most_calls:
                self.gave_up = True
                return
            node = stack.pop()
            self._enter(node)
            position = self._improve(node)
            if position is None:
                continue
            if not node.told and self.shape.connected(position.circles):
                node.told = True
                answer = self._answer(position)
                if self.trace.enabled:
                    self.trace.solution(answer)
                yield answer
            stack += self._branches(node, position)
        self.exhausted = True

    # --- one call -------------------------------------------------------------------------------------------------
    def _enter(self, node: Node) -> None:
        self.calls += 1
        self.max_depth = max(self.max_depth, node.depth)
        if self.calls % 32 == 0:
            self.cancel.check()
        if self.trace.enabled and node.guess is not None:
            if self.trace.depth >= node.guesses:
                self.trace.backtrack(node.guesses - 1)
            self.trace.guess(*node.guess)

    def _improve(self, node: Node) -> Position | None:
        """Steps 1 and 2 of section 3.2 with the improvements that are switched on; None = go back."""
        if self.at_once:
            after = follow(self.shape, *node.position, watcher=self.teller)
        else:
            after = self._crosses_and_barrier(node.position)
        if after is not None and self.use.confined_first:
            after = self._look_ahead(after)
        if after is not None and after.circles != node.position.circles:
            node.told = False
        return after

    def _crosses_and_barrier(self, position: Position) -> Position | None:
        """One call of the thesis' search up to its guess: crosses that are forced, then the barrier check (3.3.1)."""
        shape, (circles, possible) = self.shape, position
        crosses = shape.completes_four(circles) & possible
        possible &= ~crosses
        if self.teller and crosses:
            self.teller.crosses(crosses, circles)
        lost = barrier(shape, circles, possible) if self.use.barrier else 0
        if lost and self.teller:
            self.teller.clash("barrier", "circles that are cut off", lost)
        return None if lost else Position(circles, possible)

    def _look_ahead(self, position: Position) -> Position | None:
        """Try the exits of the most confined group one step ahead until none of them is decided by it."""
        shape = self.shape
        after: Position | None = position
        while after is not None and not shape.connected(after.circles):
            position, after = after, self._decided_exit(after)
            if after == position:
                break
        return after

    def _decided_exit(self, position: Position) -> Position | None:
        """The position after the first exit that has only one possible value; the same one if there is none."""
        shape, (circles, possible) = self.shape, position
        for cell in shape.cells(tightest_exits(shape, circles, possible)):
            bit = shape.bits[cell]
            with_circle = follow(shape, circles | bit, possible)
            with_cross = follow(shape, circles, possible & ~bit)
            if with_circle is not None and with_cross is not None:
                continue
            if self.teller:
                value = CROSS if with_circle is None else CIRCLE
                self.teller.look_ahead(cell, value)
                if value == CROSS:
                    return follow(shape, circles, possible & ~bit, watcher=self.teller)
                return follow(shape, circles | bit, possible, watcher=self.teller)
            return with_cross if with_circle is None else with_circle
        return position

    def _branches(self, node: Node, position: Position) -> list[Node]:
        """The calls that this one makes, the first to be made last in the list."""
        shape, undecided = self.shape, position.undecided
        if self.use.good_moves and not self.at_once:
            # With a barrier already there every cell looks like a good move: the thesis' switch-only-good-moves case.
            blocked = barrier(shape, *position)
            needed = undecided if blocked else good_moves(shape, *position)
            if needed:
                return [self._good_move(node, position, needed & -needed)]
        if self.use.neighbours and position.circles:
            undecided &= shape.around(position.circles)
        if self.use.confined_first and not shape.connected(position.circles):
            undecided = tightest_exits(shape, *position)
        if not undecided:
            if self.teller and not shape.connected(position.circles):
                self.teller.clash("connected", "circles that are not connected", position.circles)
            return []
        bit = undecided & -undecided
        cell = shape.first(bit)
        deeper = node.depth + 1, node.guesses + 1
        circle = Node(Position(position.circles | bit, position.possible), *deeper, False, (cell, CIRCLE))
        cross = Node(Position(position.circles, position.possible & ~bit), *deeper, node.told, (cell, CROSS))
        return [cross, circle]

    def _good_move(self, node: Node, position: Position, bit: int) -> Node:
        """One good move is one recursive call of its own, without a second guess (3.3.2)."""
        if self.teller:
            self.teller.needed(bit, *position)
        return Node(Position(position.circles | bit, position.possible), node.depth + 1, node.guesses)

    def _answer(self, position: Position) -> Answer:
        return tuple(CIRCLE if position.circles & bit else CROSS for bit in self.shape.bits)
