"""The backtracking search behind a Python face: slices, cancel, answers, and the film."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from dataclasses import field as default_field
from typing import NamedTuple

import numpy as np

from studio.core.engine import Cancel
from studio.core.puzzle import Answer
from studio.core.trace import Kind, TraceWriter
from studio.families.fobidoshi.kernel.film import Teller
from studio.families.fobidoshi.kernel.records import DONE, LOG_COLUMNS, RUNNING, STACK, Search, borrowed, new_search
from studio.families.fobidoshi.kernel.search import search
from studio.families.fobidoshi.model import CIRCLE, CROSS, Field, position_of
from studio.solvers.kernels import I8

SLICE = 2000
"""Calls between two looks at the clock."""
FILM_CALLS = 20
"""Calls of a filmed search between two looks at its log: so events get times that mean something."""
KEEP = 10_000
"""Answers that are kept when all are counted."""
NEVER = 1 << 30


@dataclass(frozen=True)
class Improvements:
    """Switches: the first three are the thesis' (3.3.1, 3.3.2, 3.3.3), the others ours."""

    barrier: bool = True
    good_moves: bool = True
    neighbours: bool = True
    at_once: bool = True
    """all good moves and the crosses they force in one call, instead of one move per call"""
    confined_first: bool = True
    """guess at an exit of the group with the fewest exits"""
    look_ahead: bool = True
    """try each of these exits with and without a circle before a guess"""


OURS = Improvements()
THESIS = Improvements(True, True, True, False, False, False)
FIGURE_15 = {
    "none": Improvements(False, False, False, False, False, False),
    "barrier": Improvements(True, False, False, False, False, False),
    "good moves": Improvements(False, True, False, False, False, False),
    "both": Improvements(True, True, False, False, False, False),
}


@dataclass
class Counted:
    """What a search found, and what it took."""

    found: int = 0
    answers: list[Answer] = default_field(default_factory=list)
    fewest: Answer | None = None
    """the answer with the fewest circles (4.1)"""
    calls: int = 0
    max_depth: int = 0
    """recursive calls and their depth, as the thesis counts them"""
    deepest: int = 0
    """most guesses that stood at a moment"""
    counts: dict[Kind, int] = default_field(default_factory=dict)
    exhausted: bool = False
    gave_up: bool = False
    """the calls allowed did not suffice"""


class Told(NamedTuple):
    """Who is told what a search does: answers always, every step if somebody films, up to so many events."""

    trace: TraceWriter
    events: int = 2_000_000


def backtrack(shape: Field, givens: Sequence[int], use: Improvements, wanted: int, cancel: Cancel,
              report: Counted | None = None, most_calls: int = NEVER, told: Told | None = None) -> Counted:
    """Search for `wanted` answers (0 = all). `report` is filled also when the search is cancelled."""
    result = report if report is not None else Counted()
    film = Film(shape, givens, told) if told is not None and told.trace.enabled else None
    with borrowed(shape) if film is None else nullcontext(new_search(shape, FILM_CALLS * (shape.size + 8))) as s:
        start(s, givens, use)
        s.filmed = film is not None
        state = RUNNING
        try:
            while state == RUNNING and s.calls < most_calls:
                cancel.check()
                state = search(s, wanted, min(FILM_CALLS if s.filmed else SLICE, most_calls - s.calls))
                found = waiting_answers(s)[: KEEP - len(result.answers)]
                result.answers += found
                if s.filmed and film is not None:
                    film.go_on(s)
                elif told is not None:
                    for answer in found:
                        told.trace.solution(answer)
        finally:
            finish(s, result, state)
    return result


class Film:
    """The log of a search on its way to the trace."""

    def __init__(self, shape: Field, givens: Sequence[int], told: Told) -> None:
        self.trace, self.left = told
        self.teller = Teller(shape, position_of(shape, givens), self.trace)

    def go_on(self, s: Search) -> None:
        """Tell what the log has gathered; a film that is long enough ends, and the search goes on without it."""
        with self.trace.filming():
            rows = np.asarray(s.log[: LOG_COLUMNS * s.logged]).reshape(-1, LOG_COLUMNS).tolist()
            s.logged = 0
            self.teller.replay(rows)
            self.left -= len(rows)
            if self.left < 0:
                self.trace.film_ends()
                s.filmed = 0


def start(s: Search, givens: Sequence[int], use: Improvements) -> None:
    """A new search of this board, on a record that may have served before."""
    s.boards[STACK * s.wide : STACK * s.wide + s.size] = givens if s.parts is None else np.frombuffer(bytes(givens), np.int8)
    s.use_barrier, s.use_good_moves, s.use_neighbours = use.barrier, use.good_moves, use.neighbours
    s.use_at_once = use.at_once and use.barrier and use.good_moves
    s.use_confined, s.use_look_ahead = use.confined_first, use.look_ahead
    s.top, s.depth[0], s.level[0], s.told[0], s.guess[0], s.guessed[0] = 1, 1, 0, 0, -1, 0
    s.waiting = s.found = s.calls = s.deepest_call = s.deepest = s.at_level = s.logged = s.filmed = s.trial = 0
    s.counts[:] = [0] * len(Kind)


def waiting_answers(s: Search) -> list[Answer]:
    """The answers that were found since they were last asked for."""
    found = [as_answer(s.answers[at : at + s.size]) for at in range(0, s.waiting * s.wide, s.wide)]
    s.waiting = 0
    return found


def finish(s: Search, result: Counted, state: int) -> None:
    result.calls, result.max_depth, result.found, result.deepest = s.calls, s.deepest_call, s.found, s.deepest
    result.counts = {kind: int(count) for kind, count in zip(Kind, s.counts)}
    result.fewest = as_answer(s.fewest[: s.size]) if s.found else None
    result.exhausted, result.gave_up = state == DONE, state == RUNNING


AS_ANSWER = bytes(CIRCLE if value == CIRCLE else CROSS for value in range(256))


def as_answer(cells: I8) -> Answer:
    """What is not a circle has none. (As bytes: for a small board this would else take as long as the search.)"""
    return tuple(bytes(cells).translate(AS_ANSWER))
