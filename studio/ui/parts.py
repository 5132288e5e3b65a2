"""Selecting parts of a board, moving them, and laying parts down from the clipboard. No widgets: the page feeds it strokes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from studio.core.draw import Overlay, Shape, cell_rect, region_lines
from studio.core.family import Stroke, Tool
from studio.core.grid import Grid
from studio.core.patch import Patch, clearing, covered, cut_out, laid
from studio.core.puzzle import Board, Change
from studio.core.say import marked
from studio.ui.document import DRAW, Document

SELECT = "select-part"
TOOL = Tool(SELECT, "Select", DRAW, "Drag over cells, or Shift and arrows; drag the selection to move it. "
            "Delete clears, a clue's key fills", "select", "V")
HELD = marked("Click or Enter lays the part down; R turns it, F mirrors it, Escape drops it")


class Parts:
    """`cells` are selected; `held` is a part that follows the pointer until it is laid down."""

    def __init__(self, document: Document, by_keys: Callable[[], bool] = lambda: False) -> None:
        self._document = document
        self._by_keys = by_keys
        """whether the stroke under way is made with Shift and the arrows"""
        self.cells: tuple[int, ...] = ()
        self.held: Patch | None = None
        self._anchor: int | None = None
        self._head: int | None = None
        self._moving: tuple[int, ...] = ()
        self._grip = (0, 0)
        self._typing: dict[int, dict[str, Any]] = {}
        self._shown: tuple[object, list[Shape]] = (None, [])

    @property
    def board(self) -> Board:
        return self._document.board

    def select_all(self) -> None:
        self._select(tuple(self.board.grid.cells()))
        self._anchor, self._head = 0, self.board.grid.size - 1

    def drop(self) -> None:
        """Nothing selected, nothing held."""
        self._select(())
        self.held, self._moving, self._anchor = None, (), None

    def _select(self, cells: tuple[int, ...]) -> None:
        if cells != self.cells:
            self._typing = {}
        self.cells = cells

    def follow(self) -> None:
        """The board changed: a selection that reaches beyond it is gone."""
        if any(cell >= self.board.grid.size for cell in self.cells):
            self.drop()

    # --- cut, copy, paste -----------------------------------------------------------------------------------------------
    def copied(self) -> Patch | None:
        return cut_out(self.board, self.cells) if self.cells else None

    def clear(self, label: str) -> None:
        if self.cells:
            self._document.edit(DRAW, clearing(self.board, self.cells), label)

    def hold(self, patch: Patch) -> None:
        self.drop()
        self.held, self._grip = patch, (0, 0)

    # --- strokes --------------------------------------------------------------------------------------------------------
    def stroke(self, stroke: Stroke, tools: list[Tool]) -> bool:
        """True if something is to be drawn anew. `tools` are the family's, for keys that fill the selection."""
        if stroke.kind == "key":
            return self._key(stroke, tools)
        if stroke.cell is None:
            return False
        if self.held is not None and not self._moving:
            if stroke.kind == "press" and stroke.button == "right":
                self.drop()
            elif stroke.kind == "press":
                self._lay(stroke.cell)
            return True
        if stroke.kind in ("press", "double"):
            self._press(stroke.cell)
        elif stroke.kind == "drag" and not self._moving:
            self._stretch(stroke.cell)
        elif stroke.kind == "release" and self._moving:
            self._let_go(stroke)
        return True

    def _press(self, cell: int) -> None:
        if self._by_keys():
            if self._head != cell or self._anchor is None or not self.cells:
                self._anchor = cell
            self._stretch(cell)
        elif cell in self.cells:
            self.held, self._moving = self.copied(), self.cells
            corner = self._corner(self.cells)
            row, col = self.board.grid.rc(cell)
            self._grip = (row - corner[0], col - corner[1])
        else:
            self._anchor = cell
            self._stretch(cell)

    def _stretch(self, cell: int) -> None:
        """The rectangle between the anchor and this cell."""
        grid = self.board.grid
        anchor = cell if self._anchor is None else self._anchor
        (r0, c0), (r1, c1) = grid.rc(anchor), grid.rc(cell)
        self._head = cell
        self._select(tuple(grid.index(row, col) for row in range(min(r0, r1), max(r0, r1) + 1)
                           for col in range(min(c0, c1), max(c0, c1) + 1)))

    def _corner(self, cells: tuple[int, ...]) -> tuple[int, int]:
        spots = [self.board.grid.rc(cell) for cell in cells]
        return min(row for row, _ in spots), min(col for _, col in spots)

    def _let_go(self, stroke: Stroke) -> None:
        assert stroke.cell is not None
        left_behind, moved = self._moving, stroke.cells[0] != stroke.cell
        if moved:
            self._lay(stroke.cell, left_behind)
        else:  # a click into the selection begins a new one
            self.drop()
            self._anchor = stroke.cell
            self._stretch(stroke.cell)
        self.held, self._moving = None, ()

    def _lay(self, cell: int, left_behind: tuple[int, ...] = ()) -> None:
        assert self.held is not None
        row, col = self._place(cell)
        changes = laid(self.board, self.held, row, col, left_behind)
        covers = tuple(sorted(covered(self.board.grid, self.held, row, col).values()))
        part, self.held, self._moving = self.held, None, ()
        self._document.edit(DRAW, changes, "Move" if left_behind else "Paste")
        self._document.tell_fallen(part, row, col)
        self._select(covers)
        self._head = None

    def _place(self, cell: int) -> tuple[int, int]:
        row, col = self.board.grid.rc(cell)
        return row - self._grip[0], col - self._grip[1]

    # --- keys -----------------------------------------------------------------------------------------------------------
    def _key(self, stroke: Stroke, tools: list[Tool]) -> bool:
        key = stroke.key.lower()
        if self.held is not None and key in ("r", "f"):
            self.held = self.held.turned("right" if key == "r" else "mirror")
            self._grip = (0, 0)
        elif self.held is not None and key in ("enter", "space") and stroke.cell is not None:
            self._lay(stroke.cell)
        elif key == "escape" and (self.held is not None or self.cells):
            self.drop()
        elif key == "delete" and self.cells:
            self.clear("Clear the selection")
        elif self.cells and self.held is None:
            return self._fill(stroke, tools)
        else:
            return False
        return True

    def _fill(self, stroke: Stroke, tools: list[Tool]) -> bool:
        """A key that puts a clue puts it into every selected cell."""
        for tool in tools:
            changes: list[Change] = []
            for cell in self.cells:
                state = self._typing.setdefault(cell, {})
                single = Stroke("key", (cell,), "left", stroke.key, stroke.shift, stroke.x, stroke.y, state)
                changes += self._document.family.edit(self.board, tool.id, single)
            if changes and all(change.layer != "params" for change in changes):
                self._document.edit(DRAW, changes, "Fill")
                return True
            self._typing = {}
        return False

    # --- what is seen ---------------------------------------------------------------------------------------------------
    def outline(self) -> list[Shape]:
        return veil(self.board.grid, self.cells, 0.14)

    def preview(self, cell: int | None) -> list[Shape]:
        """The board as it would be with the held part laid down here."""
        if self.held is None or cell is None:
            return []
        row, col = self._place(cell)
        key = (self.held, row, col, self._moving, tuple(self.board.givens), tuple(self.board.borders))
        if self._shown[0] != key:
            self._shown = (key, self._drawn(row, col))
        return self._shown[1]

    def _drawn(self, row: int, col: int) -> list[Shape]:
        assert self.held is not None
        family, after = self._document.family, Board(self.board.puzzle())
        after.apply(laid(after, self.held, row, col, self._moving))
        after.marks = family.start_marks(after.puzzle())
        covers = covered(after.grid, self.held, row, col).values()
        return [*family.draw(after, Overlay()), *veil(after.grid, covers, 0.2)]


def veil(grid: Grid, cells: Iterable[int], opacity: float) -> list[Shape]:
    """Cells that are taken hold of: tinted, and outlined together."""
    cells = list(cells)
    fills: list[Shape] = [cell_rect(grid, cell, "select", opacity) for cell in cells]
    return [*fills, *region_lines(grid, cells, "select", 0.07, 0.02)]
