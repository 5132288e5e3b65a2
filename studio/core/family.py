"""The Family: everything the studio needs to know about one kind of puzzle, in one object.

Menus, command line, lab, library and tests walk the registry and use nothing but this interface, so a new family is one new
folder under `studio/families/`. `families/_template` is the smallest complete example.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from studio.core.clauses import Clauses, Clue
from studio.core.codec import Codec
from studio.core.deduction import Deduction, Rule
from studio.core.draw import Overlay, Shape
from studio.core.engine import Cancel, Engine, Option
from studio.core.grid import Grid
from studio.core.puzzle import EMPTY, Answer, BadPuzzle, Board, Change, Puzzle, Violation


@dataclass(frozen=True)
class Tool:
    """Something to draw or play with. `mode` is "draw" (edits givens) or "play" (edits marks)."""

    id: str
    label: str
    mode: str
    tip: str = ""
    icon: str = ""
    shortcut: str = ""


@dataclass
class Stroke:
    """What the user does with a tool.

    kind: press, drag, release, double (double click) or key. `cells` is the whole path since the press, ending in the cell
    under the pointer; empty if the pointer is beside the board. x, y: the pointer in cell units. `key` is the character
    typed, or "space", "delete" (also for Backspace), "enter" or "escape". `state` is a scratch pad that belongs to the tool
    (the rotation of a held piece, a half-typed number); the family may change it.
    """

    kind: str
    cells: tuple[int, ...] = ()
    button: str = "left"
    key: str = ""
    shift: bool = False
    x: float = 0.0
    y: float = 0.0
    state: dict[str, Any] = field(default_factory=dict)

    @property
    def cell(self) -> int | None:
        return self.cells[-1] if self.cells else None


@dataclass(frozen=True)
class GenerateRequest:
    """What a generated puzzle should be. `values` holds the family's own generator options."""

    rows: int
    cols: int
    seed: int
    difficulty: str = "any"
    symmetry: str = "none"
    values: Mapping[str, Any] = field(default_factory=dict)

    def get(self, name: str, default: Any) -> Any:
        return self.values.get(name, default)


Progress = Callable[[float, str], None]
"""Told a fraction between 0 and 1 and a short text."""


@dataclass(frozen=True)
class Experiment:
    """A table of a study, made again by one command: `puzzle-studio lab FAMILY ID`."""

    id: str
    title: str
    run: Callable[..., str]
    """run(paths: list[Path], progress: Progress, **options: str) -> the table as text"""
    help: str = ""


class Family(ABC):
    """One kind of puzzle. Attributes are plain data; methods must not keep state."""

    id: str
    name: str
    summary: str = ""
    rules_text: str = ""
    """The rules in Markdown, for F1 and the guide."""
    parameters: tuple[Option, ...] = ()
    """Properties of a puzzle that its author chooses: variant, reflections …"""
    generator_options: tuple[Option, ...] = ()
    clue_words: tuple[str, str] = ("given cell", "given cells")
    """what the cells with a given are called: one of them, several"""
    symmetric_clues: bool = True
    """False where generated boards have no clues that could lie symmetrically"""
    default_size: tuple[int, int] = (10, 10)
    uses_borders: bool = False
    given_symbols: Mapping[int, str] = {}
    """value -> one token in files; values without one are written as numbers, 0 as a dot"""
    mark_symbols: Mapping[int, str] = {}
    solution_symbols: Mapping[int, str] = {}
    """value -> one character in the command line's JSON, where solutions are rows of text rather than of numbers"""
    value_words: Mapping[int, str] = {}
    """value -> what a sentence calls it after "is": "a circle", "empty"; values without a word are told as numbers"""

    # --- the puzzle -----------------------------------------------------------------------------------------------
    def blank(self, rows: int, cols: int, **params: Any) -> Puzzle:
        """An empty board of a size, with the family's default parameters."""
        grid = make_grid(rows, cols)
        chosen = {option.name: params.get(option.name, option.default) for option in self.parameters}
        borders = (0,) * grid.border_count if self.uses_borders else ()
        return Puzzle(self.id, grid, self.blank_givens(grid), borders, {**params, **chosen})

    def blank_givens(self, grid: Grid) -> tuple[int, ...]:
        return (EMPTY,) * grid.size

    def turned_params(self, params: Mapping[str, Any], mirrored: bool) -> Mapping[str, Any]:
        """The parameters of a puzzle that is turned, or mirrored: then tiles may have to be mirrored with it."""
        return params

    @abstractmethod
    def validate(self, puzzle: Puzzle) -> None:
        """Raise BadPuzzle with one sentence if this cannot be a puzzle of the family (values out of range …)."""

    @abstractmethod
    def check(self, board: Board) -> list[Violation]:
        """Rules that the board's marks and givens break. A partial board is only blamed for what no mark can mend."""

    @abstractmethod
    def is_complete(self, board: Board) -> bool:
        """True when nothing is left to decide."""

    def contents(self, puzzle: Puzzle, answer: Sequence[int]) -> Sequence[Hashable]:
        """What each cell holds, free of arbitrary names: two answers agree on a cell iff these are equal there.

        The values themselves, unless the answer only numbers its pieces (a tiling): then the cells of the cell's piece.
        """
        return answer

    def images(self, puzzle: Puzzle, answer: Answer) -> Sequence[Answer]:
        """A solution and those that count as the same one (a tiling turned or flipped over on a symmetric board)."""
        return (answer,)

    def dead_end(self, board: Board) -> Violation | None:
        """Why nothing can come of a board on which a search gave up, for films of engines that do not say it."""
        return next(iter(self.check(board)), None)

    def start_marks(self, puzzle: Puzzle) -> list[int]:
        """The marks before anyone has played: what the givens themselves decide."""
        return [EMPTY] * puzzle.grid.size

    def wrong(self, puzzle: Puzzle, answer: Answer) -> list[str]:
        """What a complete answer breaks, in words; empty if it is a solution."""
        board = Board(puzzle, answer)
        faults = [violation.message for violation in self.check(board)]
        if not faults and not self.is_complete(board):
            faults.append("the board is not filled")
        return faults

    # --- to look at -----------------------------------------------------------------------------------------------
    @abstractmethod
    def draw(self, board: Board, overlay: Overlay) -> list[Shape]:
        """The board as shapes, from back to front."""

    def value_word(self, value: int) -> str:
        """An answer's value as hints, logs and explanations tell it; symbols are for files only."""
        return self.value_words.get(value, str(value))

    def describe_cell(self, board: Board, cell: int) -> str:
        """A cell in words, for screen readers and the status bar."""
        row, col = board.grid.rc(cell)
        given, mark = board.givens[cell], board.marks[cell]
        if given:
            what = f"{self.given_symbols.get(given, given)}, given"
        else:
            what = self.value_word(mark) if mark else "empty"
        return f"row {row + 1}, column {col + 1}: {what}"

    # --- to draw and play with --------------------------------------------------------------------------------------
    @abstractmethod
    def tools(self, board: Board) -> list[Tool]:
        ...

    @abstractmethod
    def edit(self, board: Board, tool: str, stroke: Stroke) -> list[Change]:
        """What a stroke with a tool changes. The board already shows the earlier parts of the same stroke."""

    def preview(self, board: Board, tool: str, stroke: Stroke) -> list[Shape]:
        """What a tool shows at the pointer before it does anything: a held piece, and whether it fits there.

        `stroke.kind` is "hover" while no button is down. Asked at every movement of the mouse, so it has to be quick.
        """
        return []

    # --- to think with ----------------------------------------------------------------------------------------------
    @abstractmethod
    def engines(self) -> list[Engine]:
        """All engines, `auto` first."""

    def engine(self, engine_id: str) -> Engine:
        for engine in self.engines():
            if engine.id == engine_id:
                return engine
        known = ", ".join(engine.id for engine in self.engines())
        raise BadPuzzle(f"{self.name} has no engine {engine_id!r} (it has: {known})")

    def clauses(self, puzzle: Puzzle, assume_clues: bool = False) -> Clauses:
        """The clause kernel; with assume_clues every clue holds only under its assumption literal."""
        raise NotImplementedError(f"{self.name} has no clause kernel")

    def agreed_cells(self, puzzle: Puzzle, cancel: Cancel) -> set[int] | None:
        """The cells on which all solutions agree, where the family has a quicker way to them than its clause kernel."""
        return None

    def clash_engine_seconds(self, puzzle: Puzzle) -> float:
        """How long the best engine is asked about `with_clues` for clashing clues before the clause kernel takes over.

        Infinite where the engine is the better judge throughout; 0 where fewer clues can have fewer solutions.
        """
        return 0.0

    def clue_cells(self, puzzle: Puzzle, clue: Clue) -> tuple[int, ...]:
        """Where a clue of the clause kernel is seen on the board; () for one that is not (a tile of the set)."""
        return (clue,) if isinstance(clue, int) else ()

    def clue_name(self, puzzle: Puzzle, clue: Clue) -> str:
        """A clue in a sentence such as "remove any of these"."""
        if isinstance(clue, int):
            return puzzle.grid.cell_name(clue)
        return " ".join(map(str, clue)) if isinstance(clue, tuple) else str(clue)

    def clue_count(self, puzzle: Puzzle) -> str:
        """How much is given, in words."""
        count = len(puzzle.clues())
        return f"{count:,} {self.clue_words[count != 1]}"

    def with_clues(self, puzzle: Puzzle, clues: Iterable[Clue]) -> Puzzle:
        """The puzzle with these clues of the kernel alone; to be overridden where clues are more than givens."""
        kept = set(clues)
        return puzzle.with_givens(value if cell in kept else EMPTY for cell, value in enumerate(puzzle.givens))

    def rules(self) -> Sequence[Rule]:
        """The deduction ladder, cheapest rule first."""
        return ()

    def deduction(self, puzzle: Puzzle) -> Deduction:
        """A fresh state for the ladder, with the givens entered."""
        raise NotImplementedError(f"{self.name} has no deduction rules")

    def rating_state(self, puzzle: Puzzle) -> Deduction:
        """The state from which a puzzle is rated. Where solutions that are images of each other count as one, a person would
        settle for one of them at once; hints and engines must not."""
        return self.deduction(puzzle)

    def full_board(self, request: GenerateRequest, rng: Random, cancel: Cancel) -> Puzzle:
        """A random board with every clue that it could have, and its solution stored.

        A family that has this gets the shared generator, which carves clues away while the puzzle stays unique. All
        chance comes from `rng`.
        """
        raise NotImplementedError(f"{self.name} has no full boards")

    def full_givens(self, puzzle: Puzzle) -> tuple[int, ...] | None:
        """Every given that a solved puzzle could have; then the studio can make easier boards of the family's own puzzles."""
        return None

    def clues_for(self, puzzle: Puzzle, answer: Answer) -> Sequence[int] | None:
        """The given that each cell could have if this were the solution (0: none); None where clues are not about cells."""
        return None

    def generate(self, request: GenerateRequest, progress: Progress, cancel: Cancel) -> Puzzle:
        """A puzzle with one solution; the same request gives the same puzzle. Its solution is stored with it."""
        raise NotImplementedError(f"{self.name} has no generator")

    def experiments(self) -> list[Experiment]:
        return []

    # --- to write and read ------------------------------------------------------------------------------------------
    def samples(self) -> list[Puzzle]:
        """A few small puzzles that live in the code: for tests, the template and the rules' drawn examples."""
        return []

    def codecs(self) -> list[Codec]:
        """Foreign text formats that this family reads and writes."""
        return []

    def solution_json(self, puzzle: Puzzle, answer: Answer) -> Any:
        """A solution as the command line's JSON shows it: rows of numbers, or of `solution_symbols`."""
        cols = puzzle.grid.cols
        rows = [answer[start : start + cols] for start in range(0, len(answer), cols)]
        if self.solution_symbols:
            return ["".join(self.solution_symbols[value] for value in row) for row in rows]
        return [list(row) for row in rows]

    def value_json(self, value: int) -> Any:
        """One cell of a solution in the same notation."""
        return self.solution_symbols.get(value, value)

    def solution_text(self, puzzle: Puzzle, answer: Answer) -> str:
        """A solution for a terminal."""
        return symbol_rows(puzzle.grid, answer, self.mark_symbols)


def symbol_rows(grid: Grid, values: Sequence[int], symbols: Mapping[int, str]) -> str:
    """Cells as aligned text, one row per line, numbers right-aligned."""
    tokens = [symbols.get(value, str(value) if value else ".") for value in values]
    width = max((len(token) for token in tokens), default=1)
    lines = []
    for row in range(grid.rows):
        part = tokens[row * grid.cols : (row + 1) * grid.cols]
        lines.append(" ".join(token.rjust(width) for token in part))
    return "\n".join(lines)


def make_grid(rows: int, cols: int) -> Grid:
    """A grid from untrusted numbers; BadPuzzle with a sentence instead of ValueError."""
    try:
        return Grid(rows, cols)
    except ValueError as fault:
        raise BadPuzzle(str(fault)) from None
