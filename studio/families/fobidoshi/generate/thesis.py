"""The thesis' two generators (sections 4.1 and 4.2), step by step, on the compiled search.

Both make attempts most of which fail; `Attempt` says why, so that Tables 1 to 3 can be made again.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from random import Random

from studio.core.engine import Cancel, Cancelled, Limits, Status
from studio.core.events import ONE_SOLUTION
from studio.core.family import make_grid
from studio.core.making import Diary, diary_of
from studio.core.parts import GenerateRequest, Progress
from studio.core.puzzle import Answer, BadPuzzle, Puzzle
from studio.core.say import marked, say
from studio.families.fobidoshi.generate.story import AttemptStory
from studio.families.fobidoshi.kernel import run
from studio.families.fobidoshi.kernel.run import NEVER, THESIS
from studio.families.fobidoshi.model import CIRCLE, CROSS, EMPTY, Field, field

VALID, UNSOLVABLE, NOT_FILLED, AMBIGUOUS, NOT_EMPTIED, TOO_SLOW = (
    marked("valid"), marked("no solution"), marked("too few circles"), marked("not unique"), marked("too many clues"),
    marked("over the time limit"))


@dataclass(frozen=True)
class Parameters:
    """Percentages of the thesis; every one gets a random 0..span added."""

    fill: int = 29
    solution_fill: int = 61
    span: int = 12
    threshold: int = 90
    seconds: float | None = 5.0
    """of an attempt: the thesis' limit, for its tables"""
    calls: int = NEVER
    """of the search in an attempt: a limit that is the same on every machine"""


CALLS = 1_000_000
"""Calls in which the thesis' search is done with all but the most hopeless attempts."""


class TooMany(Exception):
    """The calls of an attempt are used up."""


@dataclass(frozen=True)
class Attempt:
    """One run of a generator: the puzzle it made, or why it made none."""

    outcome: str
    givens: tuple[int, ...] = ()
    solution: Answer | None = None
    seconds: float = 0.0

    @property
    def crosses(self) -> float:
        """Share of cells with a cross."""
        return self.givens.count(CROSS) / len(self.givens)


class Maker:
    """What both generators share: the board under construction and its random numbers."""

    def __init__(self, shape: Field, rng: Random, parameters: Parameters, cancel: Cancel, story: AttemptStory | None = None
                 ) -> None:
        self.shape = shape
        self.story = story
        self.rng = rng
        self.parameters = parameters
        self.cancel = cancel
        self.circles = 0
        self.crosses = 0
        self.clock = cancel
        self.calls = 0

    def attempt(self) -> Attempt:
        began = time.perf_counter()
        try:
            outcome, solution = self.make()
        except Cancelled as stop:
            self.cancel.check()
            if stop.status is not Status.TIMEOUT:
                raise
            outcome, solution = TOO_SLOW, None
        except TooMany:
            outcome, solution = TOO_SLOW, None
        seconds = time.perf_counter() - began
        return Attempt(outcome, self.givens() if outcome == VALID else (), solution, seconds)

    def make(self) -> tuple[str, Answer | None]:
        raise NotImplementedError

    def givens(self) -> tuple[int, ...]:
        return tuple(CIRCLE if self.circles & bit else CROSS if self.crosses & bit else EMPTY for bit in self.shape.bits)

    def _tell(self, cells: Iterable[int], text: str, judged: str = "") -> None:
        if self.story is not None:
            self.story.put(tuple(cells), text, self.givens(), judged=judged)

    def _tell_tried(self, cell: int, went: bool) -> None:
        if self.story is not None:
            self.story.tried(cell, self.givens(), went)

    def percent(self, base: int) -> int:
        return base + self.rng.randint(0, self.parameters.span)

    def share(self) -> float:
        return 100 * self.circles.bit_count() / self.shape.size

    def start_clock(self) -> None:
        """Only what follows the random construction counts against the limit (6.2)."""
        self.clock = Cancel(Limits(self.parameters.seconds), self._stopped)

    def _stopped(self) -> bool:
        self.cancel.check()  # the user's cancel, or the request's own limit: raises
        return False

    def solve(self, wanted: int) -> run.Counted:
        left = self.parameters.calls - self.calls
        done = run.backtrack(self.shape, self.givens(), THESIS, wanted, self.clock, most_calls=left)
        self.calls += done.calls
        if done.gave_up:
            raise TooMany
        return done

    def unique(self) -> bool:
        return self.solve(2).found == 1


class RandomStart(Maker):
    """Section 4.1: circles at random; of many solutions the smallest is singled out by crosses, which are then taken away."""

    def make(self) -> tuple[str, Answer | None]:
        if not self._scatter(self.percent(self.parameters.fill)):
            return NOT_FILLED, None
        self.start_clock()
        all_of_them = self.solve(0)
        smallest = all_of_them.fewest
        if smallest is None:
            return UNSOLVABLE, None
        if all_of_them.found > 1:
            self.crosses = self.shape.where(smallest, CROSS)
            text = say("of {n} solutions the one with the fewest circles is singled out: all its empty cells get crosses",
                       n=all_of_them.found)
            self._tell(self.shape.cells(self.crosses), text, ONE_SOLUTION)
            self._drop_crosses()
        return VALID, smallest

    def _scatter(self, percent: int) -> bool:
        """Random cells get circles, never four in a row, until the percentage is reached."""
        for cell in self.rng.sample(range(self.shape.size), self.shape.size):
            if self.share() >= percent:
                break
            bit = self.shape.bits[cell]
            if not self.shape.fours(self.circles | bit):
                self.circles |= bit
                self._tell((cell,), say("a random cell gets a circle: it makes no four in a row"))
        return self.share() >= percent

    def _drop_crosses(self) -> None:
        for cell in self.rng.sample(list(self.shape.cells(self.crosses)), self.crosses.bit_count()):
            self.crosses &= ~self.shape.bits[cell]
            unique = self.unique()
            if not unique:
                self.crosses |= self.shape.bits[cell]
            self._tell_tried(cell, unique)


class RandomSolution(Maker):
    """Section 4.2: a solution grown from a random cell without loops, reduced to a start while it stays unique."""

    def make(self) -> tuple[str, Answer | None]:
        if not self._grow(self.percent(self.parameters.solution_fill)):
            return NOT_FILLED, None
        self._complete()
        solution = tuple(CIRCLE if self.circles & bit else CROSS for bit in self.shape.bits)
        self.start_clock()
        if not self.unique():
            return AMBIGUOUS, None
        self._tell((), say("the empty cells are filled up, with crosses where a circle could still come: there is only one "
                           "solution"), ONE_SOLUTION)
        return (VALID, solution) if self._reduce(self.percent(self.parameters.fill)) else (NOT_EMPTIED, None)

    def _grow(self, percent: int) -> bool:
        """The enumeration of 4.2.1, with the shuffled order of neighbours; True when the percentage is reached."""
        shape, rng = self.shape, self.rng
        start = rng.randrange(shape.size)
        self.circles = shape.bits[start]
        self.blocked = 0
        listed = [start]
        while listed:
            cell = listed.pop(rng.randrange(len(listed)))
            near = list(shape.neighbours[cell])
            rng.shuffle(near)
            for target in near:
                bit = shape.bits[target]
                if bit & (self.circles | self.blocked) or self.makes_loop(cell, target):
                    continue
                if rng.random() * 100 < self.parameters.threshold:
                    self.circles |= bit
                    self.blocked |= shape.completes_four(self.circles)
                    listed.append(target)
                    self._tell((target,), say("a circle grows beside another: it closes no loop and makes no four in a row"))
                if self.share() >= percent:
                    return True
        return False

    def _complete(self) -> None:
        """One walk over the empty cells: a circle where it is possible, else a cross if need be (end of 4.2.1).

        "Possible" is read as "without four in a row": also where it closes a loop, which the text forbids for the growth only.
        With loops forbidden here too, 1.4 to 7 times as many attempts are valid as in Table 2, with 2 to 10 times its crosses.
        Of the readings that were tried this one comes nearest; nothing else speaks for it.
        A cell to which the circles came only after the walk had passed it would be ambiguous: it keeps a cross.
        """
        shape = self.shape
        for bit in shape.bits:
            if not bit & (self.circles | self.blocked) and shape.around(bit) & self.circles:
                self.circles |= bit
                self.blocked |= shape.completes_four(self.circles)
        self.crosses = shape.around(self.circles) & ~self.circles & ~self.blocked

    def makes_loop(self, cell: int, target: int) -> bool:
        """The 12 cases of 4.2.2: would a circle in `target`, next to the circle `cell`, close a loop?"""
        cols = self.shape.cols
        row, col = divmod(cell, cols)
        down, right = target // cols - row, target % cols - col
        beyond = row + 2 * down, col + 2 * right
        for aside_down, aside_right in ((right, down), (-right, -down)):
            corner = row + down + aside_down, col + right + aside_right
            opposite = row + aside_down, col + aside_right
            if self._circle(*corner) and not self._circle(*opposite):
                return True  # Figure 12b: joined at a right angle round an empty cell
        return self._circle(*beyond) and not any(
            all(self._circle(row + step * down + aside_down, col + step * right + aside_right) for step in range(3))
            for aside_down, aside_right in ((right, down), (-right, -down)))  # Figure 12a: no stripe runs alongside

    def _circle(self, row: int, col: int) -> bool:
        inside = 0 <= row < self.shape.rows and 0 <= col < self.shape.cols
        return inside and bool(self.circles & self.shape.bits[row * self.shape.cols + col])

    def _reduce(self, percent: int) -> bool:
        """Section 4.2.3: empty circles in random order while the solution stays unique, until few enough are left."""
        for cell in self.rng.sample(list(self.shape.cells(self.circles)), self.circles.bit_count()):
            self.circles &= ~self.shape.bits[cell]
            unique = self.unique()
            if not unique:
                self.circles |= self.shape.bits[cell]
            self._tell_tried(cell, unique)
            if self.share() < percent:
                return True
        return False


def attempts(rows: int, cols: int, random_start: bool, rng: Random, parameters: Parameters,
             cancel: Cancel, diary: Diary | None = None) -> Iterator[Attempt]:
    """Attempts without end. A diary that somebody watches is told the steps of those that are valid."""
    blank = Puzzle("fobidoshi", make_grid(rows, cols), (EMPTY,) * (rows * cols))
    shape = field(rows, cols)
    maker = RandomStart if random_start else RandomSolution
    while True:
        cancel.check()
        story = AttemptStory(diary, blank) if diary is not None and diary.watched else None
        made = maker(shape, rng, parameters, cancel, story).attempt()
        if story is not None and made.outcome == VALID:
            story.tell()
        yield made


def best_threshold(size: int) -> int:
    """The threshold with the most valid attempts in the thesis' Table 3; a threshold per size is its future work."""
    return 70 if size <= 4 else 90 if size == 5 else 100


def generate_as_thesis(request: GenerateRequest, random_start: bool, progress: Progress, cancel: Cancel) -> Puzzle:
    """Attempts until one is valid."""
    names = ("fill", "solution_fill", "span", "threshold")
    chosen = {name: int(request.get(name, getattr(Parameters, name))) for name in names}
    chosen["threshold"] = chosen["threshold"] or best_threshold(max(request.rows, request.cols))
    parameters = Parameters(**chosen, seconds=None, calls=CALLS)
    most = int(request.get("attempts", 20000))
    rng = Random(f"fobidoshi thesis {request.seed}")  # not for people
    diary = diary_of(progress)
    for number, made in enumerate(attempts(request.rows, request.cols, random_start, rng, parameters, cancel, diary), 1):
        if made.outcome == VALID:
            progress(1.0, say("attempt {number} is valid", number=number))
            return Puzzle("fobidoshi", make_grid(request.rows, request.cols), made.givens, solution=made.solution)
        diary.remark(say("attempt {number} is given up: {outcome}", number=number, outcome=made.outcome))
        if number >= most:
            break
        progress(min(0.99, number / most), say("attempt {number}: {outcome}", number=number, outcome=made.outcome))
    raise BadPuzzle(say("none of {most} attempts gave a valid puzzle", most=most))
