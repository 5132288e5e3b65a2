"""The words of a film: kinds of events, the columns of a packed row, reasons, and the batches in which rows travel.

They stand here once. Who writes them is `core/trace.py`, who counts them `core/stats.py`, who keeps them `core/film.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from studio.core.puzzle import Answer, Puzzle
from studio.core.say import marked

Rows = NDArray[np.int32]


class Kind(IntEnum):
    """What an event says. `docs/guide/statistics.md` defines each for all engines alike."""

    DEDUCE = 0
    """it follows from the position: true in every solution of it that has not been told yet"""
    GUESS = 1
    """the search tries something to see where it leads: one level deeper, one node more"""
    CONFLICT = 2
    """a dead end: the position has no solution that has not been told yet; never said of a solution that was just found"""
    BACKTRACK = 3
    """a step back: everything deeper than the event's depth is undone; after a SOLUTION it means "seen, going on" """
    RESTART = 4
    """guesses are given up without being refuted"""
    CUT = 5
    """a complete candidate broke a rule that is enforced lazily"""
    SOLUTION = 6
    """an answer; its cells travel beside the rows"""
    NOTE = 7
    """a remark about the run that says nothing of the position"""
    END = 8
    """the run is over (value 1: everything that was asked is known, value 0: it was stopped); its reason is the verdict"""
    PHASE = 9
    """another search of a portfolio takes over (its name in the rule column); the board goes back to depth 0"""
    PUT = 10
    """a maker puts something on the board that is being made; the board itself travels beside the rows (`Draft`)"""
    TAKE = 11
    """a maker takes something away; where its draft is judged, what is left still does what it must"""
    KEEP = 12
    """a maker tried something and leaves the board as it was; where its draft is judged, the tried board does not do"""


KIND, DEPTH, CELL, VALUE, RULE, REASON, TIME = range(7)
COLUMNS = 7
TICKS_PER_SECOND = 100_000
"""Times are counted in units of 10 microseconds of the engine's own clock: int32 holds six hours."""

NO_CELL = -1
PROOF = "proof"
"""The rule of a NOTE that is step `value` of the proof that the run came to: frames draw it."""
HELPER = marked("helper decision")
"""The rule of a guess that says more than its cells show: an auxiliary variable, an owner, a shift. Its reason tells it."""
GLIMPSE = "glimpse"
"""The rule of a NOTE that shows glimpse number `value` of the film: what a solver lets see of its work."""
MAKING = (Kind.PUT, Kind.TAKE, Kind.KEEP)
"""The kinds of which each has a draft of its own, in the order of the events."""
STEPS_BACK = (Kind.BACKTRACK, Kind.RESTART, Kind.PHASE)
"""The kinds that undo everything deeper than their depth."""


def move_cell(move: int) -> int:
    """How a declared move is written into the cell column."""
    return -2 - move


def move_of(cell: int) -> int | None:
    return -2 - cell if cell <= -2 else None


@dataclass(frozen=True)
class Link:
    """One statement in the implication graph of a contradiction: what became true, and by which earlier statements."""

    text: str
    cells: tuple[int, ...] = ()
    depth: int = 0
    """guesses that stood when it became true"""
    because: str = ""
    """the rule in words; empty for a guess, and for what stood before"""
    causes: tuple[int, ...] = ()
    """the numbers of the links that it follows from, all before it"""


@dataclass(frozen=True)
class Reason:
    """Why an event happened: a sentence in plain words and the cells it follows from.

    A reason that rests on trying carries its trials: films within the film, one for each case of which one must hold. Each is a
    supposition (GUESS), what follows from it (DEDUCE), and the clash (CONFLICT) or, without one, the conclusion among them. A
    step of a trial may rest on trials itself. Players keep them folded until somebody opens them.

    A contradiction may carry its implication graph: links in their order, the clash last.
    """

    text: str
    cells: tuple[int, ...] = ()
    trials: tuple[Trial, ...] = field(default=(), kw_only=True)
    graph: tuple[Link, ...] = field(default=(), kw_only=True)


@dataclass(frozen=True)
class Event:
    """One event, unpacked for people: logs, tests and the player's current step."""

    kind: Kind
    depth: int
    cell: int
    value: int
    rule: str
    reason: Reason | None
    seconds: float


Trial = tuple[Event, ...]


@dataclass(frozen=True)
class Glimpse:
    """What a solver without steps lets see on the board: no deduction, and nothing about the position.

    `relaxed`: a solution of the model in which numbers need not be whole; `shares` tells in percent how far each cell is taken
    (by the value in `values`, where more than half of it is). `candidate`: the best that was found up to now, whole, which
    need not keep all the puzzle's rules. `narrowed`: what the solver settled before it searched: `values` stand in every
    solution, and `shares` tells how much of a cell's choice is gone.
    """

    sort: str
    values: tuple[int, ...]
    """one a cell, 0 for none"""
    shares: tuple[int, ...] = ()


RELAXED, CANDIDATE, NARROWED = GLIMPSES = "relaxed", "candidate", "narrowed"


@dataclass(frozen=True)
class Sample:
    """What a solver said of its progress at a moment: its own numbers, by its own names."""

    ticks: int
    numbers: dict[str, float]


@dataclass(frozen=True)
class Draft:
    """A puzzle in the making after a step of its maker.

    `judged` says what the maker asked of it, or, where something was kept, of the board that it `tried`: ONE_SOLUTION,
    ONE_UP_TO_SYMMETRY, or BY_RULES with the difficulty. Empty: nothing was asked.
    """

    puzzle: Puzzle
    marks: Answer | None = None
    """what is drawn into it: the solution that it is made from"""
    judged: str = ""
    tried: Puzzle | None = None
    """the board that was judged, where something was kept"""


ONE_SOLUTION, ONE_UP_TO_SYMMETRY, BY_RULES = "one solution", "one solution up to symmetry", "by rules: "  # not for people


@dataclass
class Batch:
    """What travels from a search to whoever watches: rows, and the tables that grew since the last batch."""

    rows: Rows
    rules: list[str] = field(default_factory=list)
    reasons: list[Reason] = field(default_factory=list)
    moves: list[tuple[tuple[int, int], ...]] = field(default_factory=list)
    solutions: list[Answer] = field(default_factory=list)
    glimpses: list[Glimpse] = field(default_factory=list)
    samples: list[Sample] = field(default_factory=list)
    drafts: list[Draft] = field(default_factory=list)


@dataclass(frozen=True)
class Progress:
    """How a search goes that has no steps to show: a sentence, and its own numbers (bounds, branches, conflicts, best)."""

    text: str
    numbers: dict[str, float] = field(default_factory=dict)


Sink = Callable[[Batch], None]
NO_ROWS: Rows = np.zeros((0, COLUMNS), dtype=np.int32)
