"""The Family: everything the studio needs to know about one kind of puzzle, in one object.

A small core that every family has (puzzle, check, draw, edit, engines, files) and optional parts (`core/parts.py`), each None
or an object. Menus, command line, lab, library and tests walk the registry and use nothing but this, so a new family is one new
folder under `studio/families/`, or a package of its own. `families/_template` is the smallest complete example.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

from studio.core.clauses import Clauses, Clue
from studio.core.codec import Codec
from studio.core.draw import Overlay, Shape
from studio.core.engine import Engine, Option
from studio.core.grid import Grid
from studio.core.parts import Arguments, Clues, Making, Notation, PageRules, Pieces, RuleBook, Supply, Thinking
from studio.core.puzzle import EMPTY, Answer, BadPuzzle, Board, Change, Puzzle, Violation
from studio.core.say import say
from studio.core.study import Experiment, Studies
from studio.core.trials import Trials


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

    kind: press, drag, release, double (double click), key, or wheel while the state says that something is `held` (shift: the
    other way round). `cells` is the whole path since the press, ending in the cell under the pointer; empty if the pointer is
    beside the board. x, y: the pointer in cell units. `key` is the character typed, or "space", "delete" (also for Backspace),
    "enter" or "escape". `state` is a scratch pad that belongs to the tool (the rotation of a held piece, a half-typed number);
    the family may change it.
    """

    kind: str
    cells: tuple[int, ...] = ()
    button: str = "left"
    key: str = ""
    shift: bool = False
    x: float = 0.0
    y: float = 0.0
    state: dict[str, Any] = field(default_factory=dict)
    aspect: float = 0.0
    """the view's width to its height, as the drawing was told it (`Overlay.aspect`)"""

    @property
    def cell(self) -> int | None:
        return self.cells[-1] if self.cells else None


EXTERNAL = "external"
"""The engine that runs a program of the user's: there for every family with a complete export, and asked by name only."""


def outside_engine(family: Family) -> Engine:
    """It lives with the other solvers, a room above this one, and is needed by those who ask for it only."""
    made: Engine = import_module("studio.solvers.external").ExternalEngine(family)
    return made


class Family(ABC):
    """One kind of puzzle. Attributes are plain data; methods must not keep state."""

    id: str
    name: str
    summary: str = ""
    rules_text: str = ""
    """The rules in Markdown, for F1 and the guide."""
    parameters: tuple[Option, ...] = ()
    """Properties of a puzzle that its author chooses: variant, reflections …"""
    default_size: tuple[int, int] = (10, 10)
    uses_borders: bool = False
    borders_hold: str = ""
    """what a puzzle has on its borders and is none without ("arrows"); "" where borders are further clues, or nothing"""
    notation: Notation = Notation()

    clues: Clues | None = None
    pieces: Pieces | None = None
    thinking: Thinking | None = None
    arguments: Arguments | None = None
    supply: Supply | None = None
    making: Making | None = None
    studies: Studies | None = None
    trials: Trials | None = None
    exports: Mapping[str, Callable[[Puzzle], str]] = {}
    """further texts for solvers outside, by their ending (DLX for tilings)"""
    page_rules: PageRules | None = None
    """for pages of puzzles with more solutions than a page holds; without it such a puzzle gets no page"""

    # --- the puzzle -----------------------------------------------------------------------------------------------
    def plain_params(self, params: Mapping[str, Any]) -> Mapping[str, Any]:
        """Parameters in the one way in which they can be compared, where a short form is taken too."""
        return params

    def blank(self, rows: int, cols: int, **params: Any) -> Puzzle:
        """An empty board of a size, with the family's default parameters."""
        grid = make_grid(rows, cols)
        chosen = {option.name: params.get(option.name, option.default) for option in self.parameters}
        borders = (0,) * grid.border_count if self.uses_borders else ()
        return Puzzle(self.id, grid, self.blank_givens(grid), borders, {**params, **chosen})

    def blank_givens(self, grid: Grid) -> tuple[int, ...]:
        return (EMPTY,) * grid.size

    @abstractmethod
    def validate(self, puzzle: Puzzle) -> None:
        """Raise BadPuzzle with one sentence if this cannot be a puzzle of the family (values out of range …)."""

    @abstractmethod
    def check(self, board: Board) -> list[Violation]:
        """Rules that the board's marks and givens break. A partial board is only blamed for what no mark can mend."""

    @abstractmethod
    def is_complete(self, board: Board) -> bool:
        """True when nothing is left to decide."""

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
            faults.append(say("the board is not filled"))
        return faults

    # --- to look at, to draw and play with ----------------------------------------------------------------------------
    @abstractmethod
    def draw(self, board: Board, overlay: Overlay) -> list[Shape]:
        """The board as shapes, from back to front."""

    def describe_cell(self, board: Board, cell: int) -> str:
        """A cell in words, for screen readers and the status bar."""
        row, col = board.grid.rc(cell)
        given, mark = board.givens[cell], board.marks[cell]
        if given:
            what: str = say("{what}, given", what=str(self.notation.givens.get(given, given)))
        else:
            what = self.notation.word(mark) if mark else say("empty")
        return say("row {row}, column {col}: {what}", row=row + 1, col=col + 1, what=what)

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

    # --- engines and files --------------------------------------------------------------------------------------------
    @abstractmethod
    def engines(self) -> list[Engine]:
        """All engines, `auto` first."""

    def engine(self, engine_id: str) -> Engine:
        for engine in self.engines():
            if engine.id == engine_id:
                return engine
        if engine_id == EXTERNAL and self.whole is not None:
            return outside_engine(self)
        known = ", ".join(engine.id for engine in self.engines())
        raise BadPuzzle(say("{name} has no engine {engine_id!r} (it has: {known})", name=self.name,
                            engine_id=engine_id, known=known))

    def samples(self) -> list[Puzzle]:
        """A few small puzzles that live in the code: for tests, the template and the rules' drawn examples."""
        return []

    def codecs(self) -> list[Codec]:
        """Foreign text formats that this family reads and writes."""
        return []

    # --- short ways to the parts --------------------------------------------------------------------------------------
    @property
    def rulebook(self) -> RuleBook | None:
        return self.thinking.rulebook if self.thinking is not None else None

    @property
    def kernel(self) -> Callable[[Puzzle, bool], Clauses] | None:
        """The clause kernel: kernel(puzzle, assume_clues)."""
        return self.thinking.clauses if self.thinking is not None else None

    @property
    def whole(self) -> Callable[[Puzzle], Any] | None:
        """The whole puzzle for solvers outside (`studio/solvers/outside.py`), if the family has that."""
        return self.thinking.whole if self.thinking is not None else None

    def contents(self, puzzle: Puzzle, answer: Sequence[int]) -> Sequence[Hashable]:
        """What each cell holds, free of arbitrary names: two answers agree on a cell iff these are equal there."""
        return answer if self.pieces is None else self.pieces.contents(puzzle, answer)

    def images(self, puzzle: Puzzle, answer: Answer) -> Sequence[Answer]:
        """A solution and those that count as the same one."""
        return (answer,) if self.pieces is None else self.pieces.images(puzzle, answer)

    def clue_name(self, puzzle: Puzzle, clue: Clue) -> str:
        """A clue of the clause kernel in a sentence."""
        return (self.clues or Clues()).name(puzzle, clue)

    def experiments(self) -> list[Experiment]:
        return [] if self.studies is None else self.studies.experiments()


def make_grid(rows: int, cols: int) -> Grid:
    """A grid from untrusted numbers; BadPuzzle with a sentence instead of ValueError."""
    try:
        return Grid(rows, cols)
    except ValueError as fault:
        raise BadPuzzle(str(fault)) from None
