"""The optional parts of a family. Each is None or an object, and that is the one way to ask what a family can do:

    clues     what may be given, and how much it says: mending, carving, easing and clashes rest on it
    pieces    where an answer numbers pieces rather than telling values (a tiling)
    thinking  rules that a person follows, and the clause kernel: hints, ratings, forced cells
    making    full boards to carve, or a generator of its own
    studies   tables and figures of published work, made again
    supply    what a maker chooses besides the board (tiles), entry by entry
    arguments where a puzzle without a solution is a puzzle of its own: find the proof
    trials    small random boards for the conformance kit (`core/trials.py`)
    notation  how values are written in files, in sentences and for a terminal (every family has one)
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Protocol

from studio.core.clauses import Clauses, Clue
from studio.core.deduction import Deduction, Rule
from studio.core.engine import Cancel, Option
from studio.core.grid import Grid
from studio.core.making import Diary
from studio.core.possible import Slate
from studio.core.puzzle import EMPTY, Answer, Board, Change, Puzzle
from studio.core.say import marked, say

Progress = Callable[[float, str], None]
"""Told a fraction between 0 and 1 and a short text."""


@dataclass(frozen=True)
class GenerateRequest:
    """What a generated puzzle should be. `values` holds the family's own generator options."""

    rows: int
    cols: int
    seed: int
    difficulty: str = "any"
    symmetry: str = "none"
    values: Mapping[str, Any] = field(default_factory=dict)
    clues: int = 0
    """how many; 0: as few as the other wishes let"""
    only: frozenset[int] = frozenset()
    """the cells that may get a clue; none named: all"""

    def get(self, name: str, default: Any) -> Any:
        return self.values.get(name, default)


class Clues:
    """What is given, as a lattice: nothing < "?" < a value. A clue is *weakened* when it moves down.

    The usual family needs no override: a given says what its cell holds, and may be taken away altogether.
    """

    words: tuple[str, str] = (marked("given cell"), marked("given cells"))
    """what the cells with a given are called: one of them, several"""
    symmetric: bool = True
    """False where generated boards have no clues that could lie symmetrically"""
    about_cells: bool = True
    """False where clues do not tell about single cells of the solution, so that none can be added or dropped one by one"""
    kinds: tuple[tuple[str, str], ...] = ()
    """further kinds of clues that are added only where somebody asks for them: the first word of each clue, and what they are
    called (("border", "given borders"))"""

    question: int = EMPTY
    """the given that tells that a clue stands there and not which ("?"); EMPTY where there is no such given"""

    def weaker(self, puzzle: Puzzle, cell: int) -> tuple[int, ...]:
        """The givens that say less than the one in this cell, weakest first; () where it cannot be weakened.

        Usually just "nothing". Where an absent clue says something, too (no island without its number), it stops at "?".
        """
        return (EMPTY,) if puzzle.givens[cell] else ()

    def full(self, puzzle: Puzzle, answer: Answer) -> Sequence[int]:
        """The strongest given that each cell could have if this were the solution (0: none)."""
        return answer

    def monotone(self, puzzle: Puzzle) -> bool:
        """True where weakening a clue never loses a solution, so that any engine can judge a part of the clues."""
        return True

    def softens(self, puzzle: Puzzle) -> bool:
        """Whether clues that cannot go altogether are made "?" where a board is carved or thinned out."""
        return True

    def every(self, puzzle: Puzzle) -> list[Clue]:
        """All clues, as the clause kernel names them: the cells with a given, and what else may be left out."""
        return list(puzzle.clues())

    def weakened(self, puzzle: Puzzle, cells: Iterable[int]) -> tuple[int, ...]:
        """The givens with the clues in these cells as weak as they can be."""
        givens = list(puzzle.givens)
        for cell in cells:
            givens[cell] = next(iter(self.weaker(puzzle, cell)), givens[cell])
        return tuple(givens)

    def keep(self, puzzle: Puzzle, clues: Iterable[Clue]) -> Puzzle:
        """The puzzle with these clues of the clause kernel, and every other one as weak as it can be."""
        kept = set(clues)
        return puzzle.with_givens(self.weakened(puzzle, (cell for cell in puzzle.grid.cells() if cell not in kept)))

    # --- clues one by one, whatever kind they are ------------------------------------------------------------------
    def offers(self, puzzle: Puzzle, answer: Answer, kinds: Collection[str] = ()) -> Mapping[Clue, Hashable]:
        """The clues that could be added if this were the solution, and what each would say; of the further kinds only these."""
        full = self.full(puzzle, answer)
        strongest = puzzle.with_givens(full)
        return {cell: full[cell] for cell, given in enumerate(puzzle.givens) if given in self.weaker(strongest, cell)}

    def added(self, puzzle: Puzzle, answer: Answer, clues: Iterable[Clue]) -> Puzzle:
        """The puzzle with these of the offered clues."""
        full, wanted = self.full(puzzle, answer), set(clues)
        return puzzle.with_givens(full[cell] if cell in wanted else given for cell, given in enumerate(puzzle.givens))

    def removable(self, puzzle: Puzzle, answer: Answer) -> list[Clue]:
        """The clues that may go, one by one, where this is the solution."""
        full = self.full(puzzle, answer)
        return [cell for cell in puzzle.clues() if puzzle.givens[cell] == full[cell] and self.weaker(puzzle, cell)]

    def removed(self, puzzle: Puzzle, clues: Iterable[Clue]) -> Puzzle:
        """The puzzle without these clues, or with them as weak as they can be."""
        return puzzle.with_givens(self.weakened(puzzle, (clue for clue in clues if isinstance(clue, int))))

    def cells(self, puzzle: Puzzle, clue: Clue) -> tuple[int, ...]:
        """Where a clue is seen on the board; () for one that is not (a tile of the set)."""
        return (clue,) if isinstance(clue, int) else ()

    def name(self, puzzle: Puzzle, clue: Clue) -> str:
        """A clue in a sentence such as "remove any of these"."""
        if isinstance(clue, int):
            return puzzle.grid.cell_name(clue)
        return " ".join(map(str, clue)) if isinstance(clue, tuple) else str(clue)

    def count(self, puzzle: Puzzle) -> str:
        """How much is given, in words."""
        count = len(puzzle.clues())
        return say("{count:,} {clues}", count=count, clues=self.words[count != 1])


class Pieces:
    """Where an answer only numbers its pieces: what two answers must share to be the same."""

    tray: bool = False
    """True where pieces are taken from a tray beside the board, whose entries `useless` tells by number"""

    def contents(self, puzzle: Puzzle, answer: Sequence[int]) -> Sequence[Hashable]:
        """What each cell holds, free of arbitrary names: the cells of its piece."""
        raise NotImplementedError

    def name(self, puzzle: Puzzle, cells: Sequence[int]) -> str:
        """A piece in a sentence: "covers" and "on" come after it."""
        return say("one piece")

    def images(self, puzzle: Puzzle, answer: Answer) -> Sequence[Answer]:
        """A solution and those that count as the same one (a tiling turned or flipped over on a symmetric board)."""
        return (answer,)

    def placed(self, puzzle: Puzzle, answer: Sequence[int]) -> list[tuple[str, list[int]]]:
        """What each piece is called and the cells that it covers, in reading order of their first cells."""
        return []

    def useless(self, board: Board) -> tuple[int, ...]:
        """Entries of the tray of which pieces are left, but none fits on the board as it is."""
        return ()

    def turned_params(self, params: Mapping[str, Any], turn: str) -> Mapping[str, Any]:
        """The parameters of a puzzle that is turned or mirrored (`core/turn.py`): tiles may have to be turned with it."""
        return params


class Supply:
    """What a maker chooses besides the board, entry by entry: the tiles of a tiling. Every change is one that can be undone."""

    words: tuple[str, str] = ("Entry", "Entries")
    fields: tuple[Option, ...] = ()
    """what can be said of an entry"""

    def sets(self) -> Sequence[str]:
        """Ready ones, by name."""
        return ()

    def take_set(self, board: Board, name: str) -> list[Change]:
        """A ready set in place of what there is."""
        return []

    def entries(self, board: Board) -> list[str]:
        raise NotImplementedError

    def values(self, board: Board, entry: int) -> Mapping[str, Any]:
        raise NotImplementedError

    def put(self, board: Board, entry: int, values: Mapping[str, Any]) -> list[Change]:
        """Say something else of an entry."""
        raise NotImplementedError

    def remove(self, board: Board, entry: int) -> list[Change]:
        raise NotImplementedError

    def summary(self, board: Board) -> str:
        """All of it against the board, in a few words."""
        return ""


@dataclass(frozen=True)
class Judgement:
    """Whether an argument holds, in sentences; what spoils it, and what that is to be compared with; or the proof that it is,
    as `SolveResult.proof` has it."""

    holds: bool
    sentences: tuple[str, ...]
    spoils: tuple[int, ...] = ()
    beside: tuple[int, ...] = ()
    proof: Mapping[str, Any] | None = None


class Arguments:
    """Where a puzzle without a solution is a puzzle of its own: the player finds the argument (in the notes of a board), and it
    is judged. Nothing may be said to hold that was not verified."""

    goal: str = ""
    """what the player is to do, in a sentence or two"""
    tools: tuple[str, ...] = ()
    """with which tools of Play"""

    def judge(self, board: Board) -> Judgement:
        raise NotImplementedError

    def hints(self, proof: Mapping[str, Any]) -> tuple[str, ...]:
        """Ways to find an argument, one after the other, where a proof is known; the last one gives it away."""
        return ()


@dataclass(frozen=True)
class RuleBook:
    """The deduction ladder, cheapest rule first, and the state that it works on."""

    rules: tuple[Rule, ...]
    state: Callable[[Puzzle], Deduction]
    """a fresh state with the givens entered"""
    rating_state: Callable[[Puzzle], Deduction] | None = None
    """Where solutions that are images of each other count as one, a person would settle for one of them at once: the state from
    which such a puzzle is rated. Hints and engines must not use it."""
    exact: Callable[[Puzzle], Deduction] | None = None
    """the state in which all values are told apart, where `state` treats some as one: for what a cell could still be"""

    def rated_from(self, puzzle: Puzzle) -> Deduction:
        return (self.rating_state or self.state)(puzzle)


class Survey(Protocol):
    """What a family finds out by itself about where the solutions of a board differ, before a solver is asked."""

    def same(self) -> set[int]:
        """Cells that are proven to be the same in all solutions; it may grow while `others` goes on."""
        ...

    def others(self, cells: set[int]) -> Iterator[Answer]:
        """Solutions, each of which differs from the known one in some of these cells in which none before did. Where they end
        nothing is said about the cells that are left. The same question gives the same solutions."""
        ...


class Inventory(Protocol):
    """What a family finds out by itself about the values that cells can hold, before a solver is asked about each of them."""

    none: set[tuple[int, int]]
    """(cell, value) that no solution has, as far as that is proven; it may grow while `solutions` goes on"""
    settled: int
    """up to this value, and on whether a cell can hold anything larger, everything is known; 0: that is not known"""
    whole: bool
    """True when everything is: what no solution has shown by then no solution has"""

    def solutions(self) -> Iterator[Answer]:
        """Solutions, each with a value in some cell in which none before had it, or the last one again when `settled` has
        changed and news may take long. The same question gives the same solutions."""
        ...


@dataclass(frozen=True)
class Thinking:
    """How a person, and how a clause solver, thinks about a puzzle."""

    rulebook: RuleBook | None = None
    clauses: Callable[[Puzzle, bool], Clauses] | None = None
    """clauses(puzzle, assume_clues): with assume_clues every clue holds only under its assumption literal"""
    whole: Callable[[Puzzle], Any] | None = None
    """the whole puzzle in one model, nothing left to cuts: what leaves the house for other solvers"""
    slate: Callable[[Puzzle], Slate | None] | None = None
    """what each cell could still be (`core/possible.py`), where the ladder's state does not tell it by values of cells"""
    survey: Callable[[Puzzle, Answer, Cancel], Survey] | None = None
    """a quick look at what the solutions share, from one that is known"""
    inventory: Callable[[Puzzle, Sequence[Answer], Cancel], Inventory] | None = None
    """a quick look at what each cell can hold, from solutions that are known"""
    two_values: bool = False
    """a cell of an answer holds one of two values: where solutions do not agree, either is in one of them"""


@dataclass(frozen=True)
class Making:
    """Where new puzzles come from. All chance comes from the request's seed or from `rng`."""

    options: tuple[Option, ...] = ()
    full_board: Callable[[GenerateRequest, Random, Cancel], Puzzle] | None = None
    """a random board with every clue that it could have, and its solution stored; the setter carves it"""
    told_board: Callable[[GenerateRequest, Random, Cancel, Diary], Puzzle] | None = None
    """the same as `full_board`, telling a diary how the board came about, where the family tells that"""
    generate: Callable[[GenerateRequest, Progress, Cancel], Puzzle] | None = None
    """a generator of the family's own: one solution, stored with it; the same request gives the same puzzle"""
    eased: bool = False
    """True where the setter may put clues back into what `generate` made, until it is as easy as wanted"""
    clues_follow: bool = False
    """True where `generate`, asked for a difficulty or for several solutions, may give a board whose stored solution is not the
    only one: the setter then gives as many of its clues (`Clues.offers`) as the wish needs"""


def _no_facts(puzzle: Puzzle) -> Any:
    return None


@dataclass(frozen=True)
class PageRules:
    """The rules in JavaScript, for pages of puzzles with more solutions than a page can hold (`share/play_page.py`)."""

    script: str
    """a function (data, answer) that gives a list of what a full answer breaks, in words; `data` has rows, cols, raw (the
    givens), borders, params and facts; KIT.borders(data) lists the two cells of every border, KIT.groups(data, answer, same)
    the cells that hang together where same(a, b) holds for neighbours"""
    facts: Callable[[Puzzle], Any] = _no_facts
    """what the function needs besides, as JSON can hold it"""
    words: tuple[str, ...] = ()
    """its messages, which it says by KIT.say(data, message, values), in the language of the page"""


@dataclass(frozen=True)
class Notation:
    """Values as tokens in files, as words in sentences, as text for a terminal."""

    givens: Mapping[int, str] = field(default_factory=dict)
    """value -> one token in files; values without one are written as numbers, 0 as a dot"""
    marks: Mapping[int, str] = field(default_factory=dict)
    solution: Mapping[int, str] = field(default_factory=dict)
    """value -> one character in the command line's JSON, where solutions are rows of text rather than of numbers"""
    small: Mapping[int, str] = field(default_factory=dict)
    """value -> what a cell's small print calls it, where that is no number"""
    words: Mapping[int, str] = field(default_factory=dict)
    """value -> what a sentence calls it after "is": "a circle", "empty"; values without a word are told as numbers"""

    def word(self, value: int) -> str:
        """An answer's value as hints, logs and explanations tell it; symbols are for files only."""
        return self.words.get(value, str(value))

    def short(self, value: int) -> str:
        """A value in a cell's small print: a symbol or a number."""
        return self.small.get(value, str(value))

    def solution_json(self, puzzle: Puzzle, answer: Answer) -> Any:
        """A solution as the command line's JSON shows it: rows of numbers, or of text."""
        cols = puzzle.grid.cols
        rows = [answer[start : start + cols] for start in range(0, len(answer), cols)]
        if self.solution:
            return ["".join(self.solution[value] for value in row) for row in rows]
        return [list(row) for row in rows]

    def value_json(self, value: int) -> Any:
        """One cell of a solution in the same notation."""
        return self.solution.get(value, value)

    def solution_text(self, puzzle: Puzzle, answer: Answer) -> str:
        """A solution for a terminal."""
        return symbol_rows(puzzle.grid, answer, self.marks)


def symbol_rows(grid: Grid, values: Sequence[int], symbols: Mapping[int, str]) -> str:
    """Cells as aligned text, one row per line, numbers right-aligned."""
    tokens = [symbols.get(value, str(value) if value else ".") for value in values]
    width = max((len(token) for token in tokens), default=1)
    lines = []
    for row in range(grid.rows):
        part = tokens[row * grid.cols : (row + 1) * grid.cols]
        lines.append(" ".join(token.rjust(width) for token in part))
    return "\n".join(lines)
