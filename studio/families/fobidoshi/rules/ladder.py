"""The deduction ladder: small named rules, cheapest first, each with its reason in words.

Levels 1 to 3 look at the board as it is; from level 4 on a rule supposes something and follows what would come of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from studio.core.deduction import Contradiction, Fact, Rule, Step
from studio.core.say import marked, say, say_n
from studio.core.trace import Reason
from studio.families.fobidoshi.model import CIRCLE, CROSS, Field
from studio.families.fobidoshi.rules import scan
from studio.families.fobidoshi.rules.follow import ENDLESS, Clash, follow, one_stripe
from studio.families.fobidoshi.rules.scan import supposing
from studio.families.fobidoshi.rules.state import FobidoshiState
from studio.families.fobidoshi.rules.ways import barrier, cut_off_by, good_moves, stray
from studio.solvers.suppose import Shared, Tries


def name(shape: Field, cell: int) -> str:
    row, col = divmod(cell, shape.cols)
    return f"r{row + 1}c{col + 1}"


def names(shape: Field, mask: int, most: int = 4) -> str:
    """The first few cells of a mask in words."""
    cells = list(shape.cells(mask))
    text = ", ".join(name(shape, cell) for cell in cells[:most])
    return text if len(cells) <= most else f"{text} …"


def circles_at(shape: Field, mask: int) -> str:
    """A group in words: the circle at r1c2, the circles at r1c2, r1c3."""
    cells = names(shape, mask)
    return say("the circles at {cells}", cells=cells) if mask & (mask - 1) else say("the circle at {cells}", cells=cells)


def no_barrier(state: FobidoshiState) -> None:
    """Barrier check of 3.3.1: every circle must still be able to reach the first one."""
    if barrier(state.field, state.circles, state.possible):
        lost = stray(state.field, state.circles, state.possible)
        text = say("nothing can join {circles} to the others", circles=circles_at(state.field, lost))
        raise Contradiction(text, state.field.cells(lost), "barrier")


@dataclass(eq=False)
class Stripe:
    """Step 2 of section 3.2: a circle here would make four in a row."""

    name: str = "stripe"
    title: str = marked("No four in a row")
    level: int = 1

    def find(self, state: FobidoshiState) -> Iterable[Step]:
        shape = state.field
        if shape.fours(state.circles):
            cells = one_stripe(shape, state.circles)
            text = say("four circles in a row: {cells}", cells=names(shape, cells))
            raise Contradiction(text, shape.cells(cells), "stripe")
        for cell in shape.cells(shape.completes_four(state.circles) & state.undecided):
            bit = shape.bits[cell]
            causes = one_stripe(shape, state.circles | bit) & ~bit
            yield Step(cell, CROSS, Reason(marked("a circle here would make four in a row"), tuple(shape.cells(causes))))


@dataclass(eq=False)
class SingleExit:
    """A group of circles with one way out must take it (the first case of 3.3.2)."""

    name: str = "single-exit"
    title: str = marked("The only way out of a group")
    level: int = 2

    def find(self, state: FobidoshiState) -> Iterable[Step]:
        shape = state.field
        groups = shape.groups(state.circles)
        if len(groups) < 2:
            return
        for group in groups:
            exits = shape.around(group) & state.possible
            if not exits:
                text = say("there is no way out for {circles}", circles=circles_at(shape, group))
                raise Contradiction(text, shape.cells(group), "barrier")
            if exits.bit_count() == 1 and exits & state.undecided:
                text = say("{circles} must join the others, and this is the only way out",
                           circles=circles_at(shape, group))
                yield Step(shape.first(exits), CIRCLE, Reason(text, tuple(shape.cells(group))))


@dataclass(eq=False)
class OutOfReach:
    """A cell that crosses wall off from all circles holds no circle."""

    name: str = "out-of-reach"
    title: str = marked("Out of the circles' reach")
    level: int = 2

    def find(self, state: FobidoshiState) -> Iterable[Step]:
        shape = state.field
        if not state.circles:
            return
        no_barrier(state)
        reached = shape.flood(state.circles & -state.circles, state.possible)
        for region in shape.groups(state.undecided & ~reached):
            walls = tuple(shape.cells(shape.around(region)))
            for cell in shape.cells(region):
                yield Step(cell, CROSS, Reason(marked("a circle here could never join the others"), walls))


@dataclass(eq=False)
class OnlyWay:
    """Good moves of 3.3.2: a cross here would be a barrier between circles."""

    name: str = "only-way"
    title: str = marked("The only way between circles")
    level: int = 3

    def find(self, state: FobidoshiState) -> Iterable[Step]:
        no_barrier(state)
        shape = state.field
        for cell in shape.cells(good_moves(shape, state.circles, state.possible)):
            lost = cut_off_by(shape, state.circles, state.possible, cell)
            text = say("without a circle here {circles} would be cut off", circles=circles_at(shape, lost))
            yield Step(cell, CIRCLE, Reason(text, tuple(shape.cells(lost))))


@dataclass(eq=False)
class BarsTheWay:
    """A circle here would force crosses beside a stripe of three, and those would be a barrier."""

    name: str = "bars-the-way"
    title: str = marked("A circle that bars the way")
    level: int = 4

    def find(self, state: FobidoshiState) -> Iterable[Step]:
        shape = state.field
        for cell in shape.cells(state.undecided):
            circles = state.circles | shape.bits[cell]
            crosses = shape.completes_four(circles) & state.possible
            lost = barrier(shape, circles, state.possible & ~crosses) if crosses else 0
            if lost and not state.known(cell, CROSS):
                text = say("a circle here would forbid {cells}, and {circles} would be cut off", cells=names(shape, crosses),
                           circles=circles_at(shape, lost))
                causes = tuple(shape.cells(crosses | lost & ~shape.bits[cell]))
                yield Step(cell, CROSS, Reason(text, causes, trials=FOLLOWING.trials(state, (cell, CIRCLE))))


@dataclass(eq=False)
class Suppose:
    """Suppose one value, follow stripes and ways for some rounds; if that breaks a rule, it is the other value."""

    name: str
    title: str
    level: int
    value: int
    rounds: int = ENDLESS

    def find(self, state: FobidoshiState) -> Iterator[Step]:
        shape = state.field
        cell = scan.first_failing(shape, state.position, self.value, self.rounds)
        if cell is not None:
            why = Clash()
            follow(shape, *supposing(state.position, shape.bits[cell], self.value), self.rounds, why)
            text = _leads_to(self.value, why, names(shape, why.cells))
            trials = FOLLOWING.trials(state, (cell, self.value))
            yield Step(cell, CIRCLE + CROSS - self.value, Reason(text, tuple(shape.cells(why.cells)), trials=trials))


def _leads_to(value: int, why: Clash, cells: str) -> str:
    """A supposed value here, and what comes of it."""
    if value == CIRCLE:
        return say_n("a circle here would, after {n} forced cell, lead to {clash} ({cells})",
                     "a circle here would, after {n} forced cells, lead to {clash} ({cells})", n=why.steps, clash=why.text,
                     cells=cells)
    return say_n("no circle here would, after {n} forced cell, lead to {clash} ({cells})",
                 "no circle here would, after {n} forced cells, lead to {clash} ({cells})", n=why.steps, clash=why.text,
                 cells=cells)


class Cases(NamedTuple):
    """Suppositions of which one must hold, why that is so in words, and the cells it rests on."""

    settings: tuple[Fact, ...]
    preface: str
    causes: int


@dataclass(eq=False)
class WhicheverExit:
    """A group must take one of its exits: what follows from each of them is certain."""

    name: str = "whichever-exit"
    title: str = marked("Whichever way out a group takes")
    level: int = 6
    most: int = 4

    def find(self, state: FobidoshiState) -> Iterator[Step]:
        group = scan.agreeing_group(state.field, state.position, self.most)
        if group is not None:
            yield from shared(state, self._taken(state, group))

    def _taken(self, state: FobidoshiState, group: int) -> Cases:
        shape = state.field
        settings = tuple((cell, CIRCLE) for cell in shape.cells(shape.around(group) & state.undecided))
        return Cases(settings, say("whatever the way out of {circles}", circles=circles_at(shape, group)), group)


@dataclass(eq=False)
class EitherWay:
    """What follows from a circle in a cell and also from none is certain."""

    name: str = "either-way"
    title: str = marked("With or without a circle there")
    level: int = 7

    def find(self, state: FobidoshiState) -> Iterator[Step]:
        cell = scan.first_shared(state.field, state.position)
        if cell is not None:
            yield from shared(state, self._both(state, cell))

    def _both(self, state: FobidoshiState, cell: int) -> Cases:
        preface = say("with or without a circle at {cell}", cell=name(state.field, cell))
        return Cases(((cell, CIRCLE), (cell, CROSS)), preface, state.field.bits[cell])


@dataclass(eq=False)
class TwoDeep:
    """Suppose a value and, inside the supposition, suppose again until a rule breaks."""

    name: str = "two-deep"
    title: str = marked("A supposition within a supposition")
    level: int = 9

    def find(self, state: FobidoshiState) -> Iterator[Step]:
        failing = scan.two_deep(state.field, state.position)
        if failing is not None:
            cell, value = failing
            text = (say("a circle here fails however one goes on nearby: some cell could then be neither with nor without a "
                        "circle") if value == CIRCLE else
                    say("no circle here fails however one goes on nearby: some cell could then be neither with nor without a "
                        "circle"))
            yield Step(cell, CIRCLE + CROSS - value, Reason(text, (cell,), trials=TRYING.trials(state, (cell, value))))


def shared(state: FobidoshiState, cases: Cases) -> Iterator[Step]:
    """What all cases that do not break a rule agree on."""
    shape, preface = state.field, cases.preface
    ends = [follow(shape, *supposing(state.position, shape.bits[cell], value)) for cell, value in cases.settings]
    live = [end for end in ends if end is not None]
    cells = tuple(shape.cells(cases.causes))
    if not live:
        raise Contradiction(say("{preface}, a rule is broken", preface=preface), cells)
    circles, possible = live[0]
    for end in live[1:]:
        circles &= end.circles
        possible |= end.possible
    for cell in shape.cells(circles & state.undecided):
        trials = FOLLOWING.trials(state, *cases.settings, upto=(cell, CIRCLE))
        text = say("{preface}, a circle here follows", preface=preface)
        yield Step(cell, CIRCLE, Reason(text, cells, trials=trials))
    for cell in shape.cells(state.undecided & ~possible):
        trials = FOLLOWING.trials(state, *cases.settings, upto=(cell, CROSS))
        text = say("{preface}, no circle can be here", preface=preface)
        yield Step(cell, CROSS, Reason(text, cells, trials=trials))


FOLLOWING = Tries((Stripe(), SingleExit(), OutOfReach(), OnlyWay()))
"""what is followed inside a supposition"""
LADDER: tuple[Rule, ...] = (
    *FOLLOWING.ladder.rules,
    BarsTheWay(),
    Suppose("short-circle", marked("Suppose a circle: two steps"), 5, CIRCLE, 2),
    Suppose("short-cross", marked("Suppose no circle: two steps"), 5, CROSS, 2),
    WhicheverExit(),
    Suppose("long-circle", marked("Suppose a circle and follow it"), 7, CIRCLE),
    Suppose("long-cross", marked("Suppose no circle and follow it"), 7, CROSS),
    EitherWay(),
    TwoDeep(),
)
LADDER = (*LADDER, Shared(LADDER, "tries-within", marked("Tries within a try"), 10))
TRYING = Tries((*FOLLOWING.ladder.rules, *(rule for rule in LADDER if isinstance(rule, Suppose) and rule.rounds == ENDLESS)))
"""the same where one supposes again inside a supposition"""
