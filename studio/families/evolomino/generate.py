"""The study's Algorithm 1: grow arrows and blocks at random, shade the rest, take clues away while one solution remains.

Procedure names and line numbers in comments are the paper's. All chance comes from one seeded generator.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, replace
from random import Random
from typing import Any

from studio.core.deduction import Contradiction
from studio.core.engine import Cancel, Option
from studio.core.grid import Grid
from studio.core.making import Diary, diary_of
from studio.core.parts import GenerateRequest, Progress
from studio.core.puzzle import BadPuzzle, Puzzle
from studio.core.say import say, say_n
from studio.families.evolomino import making as story
from studio.families.evolomino.codecs.raw_text import RawTextError, write_raw
from studio.families.evolomino.model import IS_SQUARE, NO_SQUARE, SHADED, SQUARE, WHITE, Field, puzzle_of
from studio.families.evolomino.rules.state import State
from studio.families.evolomino.rules.tries import LADDER
from studio.solvers.search import Ladder

Place = tuple[int, int]
Shape = tuple[Place, ...]
RULE_LEVELS = {"easy": 3, "medium": 5}
"""The highest rule that a puzzle of this difficulty may need; without such a wish only uniqueness counts, as in the study."""
STEPS = ((-1, 0), (0, -1), (0, 1), (1, 0))

OPTIONS = (
    Option("target", "Fill", 0.5, help="share of the cells that arrows and blocks shall cover", low=0.05, high=0.95),
    Option("tries", "Tries", 400, help="failed arrows before the board is taken as it is", low=1, high=100_000, expert=True),
    Option("p_stop_arrow", "Arrow stops", 0.35, help="chance that an arrow ends after each cell", low=0.01, high=1.0,
           expert=True),
    Option("straight", "Straight on", 0.7, help="chance that an arrow goes straight on where it can", low=0.0, high=1.0,
           expert=True),
    Option("min_arrow", "Shortest arrow", 3, help="cells of the shortest arrow", low=3, high=100),
    Option("min_blocks", "Fewest blocks", 2, help="blocks that each arrow has at least", low=2, high=20, expert=True),
    Option("p_stop_blocks", "Blocks stop", 0.6, help="chance that an arrow gets no further block", low=0.01, high=1.0,
           expert=True),
    Option("p_stop_size", "First block stops", 0.6, help="chance that a first block stops growing", low=0.01, high=1.0,
           expert=True),
    Option("early", "Early anchors", 2.0, help="preference for anchors near the tail; 1 = none", low=1.0, high=10.0,
           expert=True),
    Option("carve", "Take clues away", True, help="off: every clue stays", expert=True),
)  # fmt: skip


@dataclass(frozen=True)
class Parameters:
    """P of Algorithm 1; see OPTIONS for their meaning."""

    target: float
    tries: int
    p_stop_arrow: float
    straight: float
    min_arrow: int
    min_blocks: int
    p_stop_blocks: float
    p_stop_size: float
    early: float
    carve: bool

    @classmethod
    def of(cls, request: GenerateRequest) -> Parameters:
        defaults = {option.name: option.default for option in OPTIONS}
        chosen: dict[str, Any] = {each.name: request.get(each.name, defaults[each.name]) for each in fields(cls)}
        return cls(**chosen)


class Draft:
    """The board while arrows are added: which cells are arrows, which are squares."""

    PLACEMENTS = 4000  # of one arrow's blocks, before the arrow is given up
    PATIENCE = 25  # failed arrows in a row, before the last arrow is taken back

    def __init__(self, rows: int, cols: int, parameters: Parameters, rng: Random) -> None:
        self.rows, self.cols, self.p, self.rng = rows, cols, parameters, rng
        self.arrows: list[tuple[Place, ...]] = []
        self.blocks: list[list[Shape]] = []  # per arrow
        self.on_arrow: set[Place] = set()
        self.squares: set[Place] = set()

    def fill(self) -> float:
        return len(self.on_arrow | self.squares) / (self.rows * self.cols)

    def free(self, place: Place) -> bool:
        inside = 0 <= place[0] < self.rows and 0 <= place[1] < self.cols
        return inside and place not in self.on_arrow and place not in self.squares

    # --- TryAddArrow (lines 10-24) ----------------------------------------------------------------------------------------
    def try_add_arrow(self) -> bool:
        path = self._walk()
        if len(path) < self.p.min_arrow or not self._stays_apart(path):
            return False
        self._budget = self.PLACEMENTS
        self.on_arrow.update(path)
        blocks = self._place_blocks(path, [], -2)
        if blocks is None:
            self.on_arrow.difference_update(path)
            return False
        self.arrows.append(tuple(path))
        self.blocks.append(blocks)
        return True

    def _walk(self) -> list[Place]:
        """A random walk that prefers to go straight on."""
        start = (self.rng.randrange(self.rows), self.rng.randrange(self.cols))
        path = [start]
        ways = [step for step in STEPS if self.free(_add(start, step))]
        if not self.free(start) or not ways:
            return []
        step: Place | None = self.rng.choice(ways)
        while step is not None:
            path.append(_add(path[-1], step))
            step = self._next_step(path, step)
            if len(path) >= self.p.min_arrow and self.rng.random() < self.p.p_stop_arrow:
                break
        return path

    def _next_step(self, path: list[Place], step: Place) -> Place | None:
        ways = [way for way in STEPS if self.free(_add(path[-1], way)) and _add(path[-1], way) not in path]
        if step in ways and self.rng.random() < self.p.straight:
            return step
        return self.rng.choice(ways) if ways else None

    def _stays_apart(self, path: list[Place]) -> bool:
        """The raw codes would join an arrow to one that begins right before its head."""
        try:
            write_raw(Field(self.rows, self.cols, (WHITE,) * (self.rows * self.cols), (*self._paths(), self._cells(path))))
        except RawTextError:
            return False
        return True

    # --- PlaceBlocks (lines 25-46) ----------------------------------------------------------------------------------------
    def _place_blocks(self, path: list[Place], blocks: list[Shape], last: int) -> list[Shape] | None:
        if len(blocks) >= self.p.min_blocks and self.rng.random() < self.p.p_stop_blocks:
            return blocks
        missing = max(self.p.min_blocks - len(blocks) - 1, 0)
        places = range(last + 2, len(path) - 2 * missing)
        for at in self._weighted_shuffle(places):
            for shape in self._evolutions(blocks):
                for anchor in self._shuffled(shape):
                    self._budget -= 1
                    if self._budget < 0:
                        return None
                    block = _align(shape, anchor, path[at])
                    if self._can_place(block, path[at]):
                        self.squares.update(block)
                        found = self._place_blocks(path, [*blocks, block], at)
                        if found is not None:
                            return found
                        self.squares.difference_update(block)
        return blocks if len(blocks) >= self.p.min_blocks else None

    def _weighted_shuffle(self, places: range) -> list[int]:
        """Efraimidis and Spirakis: the key u^(1/w) puts heavy places first; weights fall along the arrow."""
        keys = {at: self.rng.random() ** (self.p.early ** (at - places.start)) for at in places}
        return sorted(places, key=lambda at: -keys[at])

    def _shuffled(self, items: Shape) -> list[Place]:
        return self.rng.sample(items, len(items))

    def _evolutions(self, blocks: list[Shape]) -> Iterator[Shape]:
        """A few random shapes for the first block; for a later one every way to add a square, in random order."""
        if not blocks:
            for _ in range(4):
                yield self._grown()
            return
        last = set(blocks[-1])
        around = sorted({_add(place, step) for place in last for step in STEPS} - last)
        for extra in self.rng.sample(around, len(around)):
            yield tuple(sorted(last | {extra}))

    def _grown(self) -> Shape:
        cells = {(0, 0)}
        while self.rng.random() >= self.p.p_stop_size and len(cells) < self.rows * self.cols:
            around = sorted({_add(place, step) for place in cells for step in STEPS} - cells)
            cells.add(self.rng.choice(around))
        return tuple(sorted(cells))

    def _can_place(self, block: Shape, anchor: Place) -> bool:
        """On free cells but for its one arrow cell, and beside no other block."""
        for place in block:
            if place != anchor and not self.free(place):
                return False
            if any(_add(place, step) in self.squares for step in STEPS):
                return False
        return True

    # --- Backtrack (line 5) -----------------------------------------------------------------------------------------------
    def take_back(self) -> None:
        if self.arrows:
            self.on_arrow.difference_update(self.arrows.pop())
            for block in self.blocks.pop():
                self.squares.difference_update(block)

    # --- results ----------------------------------------------------------------------------------------------------------
    def _cells(self, path: list[Place] | tuple[Place, ...]) -> tuple[int, ...]:
        return tuple(row * self.cols + col for row, col in path)

    def _paths(self) -> tuple[tuple[int, ...], ...]:
        return tuple(self._cells(path) for path in self.arrows)

    def shaded_field(self) -> Field:
        """ShadeAllFreeCells (line 48): squares given, everything that is neither arrow nor square shaded."""
        givens = [SHADED] * (self.rows * self.cols)
        for row, col in self.on_arrow:
            givens[row * self.cols + col] = WHITE
        for row, col in self.squares:
            givens[row * self.cols + col] = SQUARE
        return Field(self.rows, self.cols, tuple(givens), self._paths())


def _add(place: Place, step: Place) -> Place:
    return place[0] + step[0], place[1] + step[1]


def _align(shape: Shape, anchor: Place, target: Place) -> Shape:
    down, right = target[0] - anchor[0], target[1] - anchor[1]
    return tuple((row + down, col + right) for row, col in shape)


def draft_board(rows: int, cols: int, parameters: Parameters, rng: Random, tell: Diary, cancel: Cancel) -> Field:
    """GenerateEvolomino, lines 2-7. The fullest board seen is kept, because taking an arrow back may be the last thing done."""
    draft = Draft(rows, cols, parameters, rng)
    best, fullest, failed, tries = draft.shaded_field(), 0.0, 0, 0
    while draft.fill() < parameters.target and tries < parameters.tries:
        cancel.check()
        if draft.try_add_arrow():
            failed = 0
            story.arrow(tell, draft)
            if draft.fill() > fullest:
                best, fullest = draft.shaded_field(), draft.fill()
                tell(min(fullest / parameters.target, 1.0), say_n("{n} arrow", "{n} arrows", n=len(draft.arrows)))
        else:
            tries += 1
            failed += 1
            if failed % Draft.PATIENCE == 0 and tries < parameters.tries:
                story.taken_back(tell, draft, failed)
                draft.take_back()
    if not best.arrows:
        raise BadPuzzle(say("no arrow with {blocks} blocks fits on a board of {rows}x{cols} with these options",
                            blocks=parameters.min_blocks, rows=rows, cols=cols))
    return best


def settle(field: Field) -> tuple[Field, tuple[int, ...]]:
    """The one solution of a fully shaded board. Arrow cells stay white, so a smaller block may fit in front of the first:
    then that is drawn, too, until nothing more fits."""
    from studio.families.evolomino.kernel.solve import Solver

    squares = tuple(int(given == SQUARE) for given in field.givens)
    while True:
        solver = Solver(field)
        others = [answer for answer in (solver.next(), solver.next()) if answer is not None and answer != squares]
        if not others:
            return field, squares
        squares = others[0]
        givens = tuple(SQUARE if square else given for square, given in zip(squares, field.givens, strict=True))
        field = replace(field, givens=givens)


def different_solution(field: Field, changed: tuple[int, ...], squares: tuple[int, ...], cancel: Cancel) -> Any:
    """Line 54. Before the clues in `changed` went the solution was the only one, so another must differ in one of them."""
    from studio.families.evolomino.kernel.solve import Solver

    def keep_going() -> bool:
        cancel.check()
        return True

    for cell in changed:
        solver = Solver(field, near_first=False)
        solver.require(cell, not squares[cell])
        other = solver.next(keep_going)
        if other is not None:
            return other
    return None


def falls_to_rules(field: Field, level: int, cancel: Cancel) -> bool:
    """True if the ladder up to this level solves the board; as its rules are sound, the solution is then the only one."""
    state = State(field)
    try:
        for _ in Ladder(LADDER).conclusions(state, limit_level=level):
            cancel.check()
    except Contradiction:
        return False
    return state.solved()


Allowed = Callable[[Field, Field, tuple[int, ...]], bool]
"""(before, after, changed): may these clues be missing from the field?"""


def carve_to_unique(field: Field, groups: list[tuple[int, ...]], allowed: Allowed, tell: Diary, cancel: Cancel) -> Field:
    """CarveToUnique (lines 47-60), clue by clue, or symmetric group by group."""
    clues = sum(given != WHITE for given in field.givens)
    for number, group in enumerate(groups):
        cancel.check()
        changed = tuple(cell for cell in group if field.givens[cell] != WHITE)
        if changed:
            givens = tuple(WHITE if cell in changed else given for cell, given in enumerate(field.givens))
            thinner = replace(field, givens=givens)
            if allowed(field, thinner, changed):
                field, clues = thinner, clues - len(changed)
        tell((number + 1) / len(groups), say_n("{n} clue left", "{n} clues left", n=clues))
    return field


def generate(request: GenerateRequest, progress: Progress, cancel: Cancel) -> Puzzle:
    """A puzzle with exactly one solution, which is stored with it."""
    parameters, rng = Parameters.of(request), Random(request.seed)
    if request.rows * request.cols < 3:
        raise BadPuzzle(say("an Evolomino board needs room for an arrow of three cells"))
    diary = diary_of(progress)
    full = draft_board(request.rows, request.cols, parameters, rng, diary.part(0.0, 0.1), cancel)
    field, squares = settle(full)
    story.shaded(diary, full, field, squares)
    if parameters.carve:
        grid = Grid(request.rows, request.cols)
        groups = sorted({tuple(grid.images(request.symmetry, cell)) for cell in grid.cells()})
        rng.shuffle(groups)
        # where a partner can have no clue (a white cell on an arrow), none shall stay: those go while the others still tell all
        groups.sort(key=lambda group: len({full.givens[cell] == WHITE for cell in group}) == 1)
        level = RULE_LEVELS.get(request.difficulty)

        def allowed(before: Field, thinner: Field, changed: tuple[int, ...]) -> bool:
            if level is not None:
                goes = falls_to_rules(thinner, level, cancel)
                story.tried_by_rules(diary, before, thinner, changed, squares, goes, request.difficulty)
                return goes
            other = different_solution(thinner, changed, squares, cancel)
            story.tried(diary, before, thinner, changed, squares, other)
            return other is None

        field = carve_to_unique(field, groups, allowed, diary.part(0.1, 1.0), cancel)
    solution = tuple(IS_SQUARE if square else NO_SQUARE for square in squares)
    return puzzle_of(field, solution=solution)


def with_random_clues(request: GenerateRequest, clues: float, cancel: Cancel) -> Puzzle:
    """The study's second mode (section 4), which it used above 14x14: instead of CarveToUnique every clue stays with the chance
    `clues`, and nobody looks how many solutions there are; the one that the board was made from is stored."""
    rng = Random(request.seed)
    full = draft_board(request.rows, request.cols, Parameters.of(request), rng, Diary(lambda share, text: None), cancel)
    squares = tuple(IS_SQUARE if given == SQUARE else NO_SQUARE for given in full.givens)
    givens = tuple(given if given == WHITE or rng.random() < clues else WHITE for given in full.givens)
    return puzzle_of(replace(full, givens=givens), solution=squares)
