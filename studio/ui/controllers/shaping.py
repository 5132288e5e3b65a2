"""Shaping: parts of a board (select, cut, copy, paste) and its shape (rows and columns on any side, shifts)."""

from __future__ import annotations

from PySide6.QtGui import QGuiApplication

from studio.core.patch import Edges, Patch
from studio.core.puzzle import BadPuzzle
from studio.ui.controllers.controller import Controller
from studio.ui.document import DRAW
from studio.ui.parts import HELD, SELECT


class Shaping(Controller):
    # --- parts ----------------------------------------------------------------------------------------------------------
    def act_select_all(self) -> None:
        page = self.page()
        if page is not None and page.mode == DRAW:
            page.palette_column.choose(SELECT)
            page.parts.select_all()
            page.refresh()

    def act_copy_part(self) -> bool:
        page = self.page()
        part = page.parts.copied() if page is not None and page.mode == DRAW else None
        if part is None:
            self.desk.said.emit(self.tr("Select a part of the board first (Ctrl+A, or the Select tool)."), 4000)
            return False
        QGuiApplication.clipboard().setText(part.text())
        self.desk.said.emit(self.tr("{0} cells are on the clipboard.").format(len(part.cells)), 3000)
        return True

    def act_cut_part(self) -> None:
        page = self.page()
        if page is not None and self.act_copy_part():
            page.parts.clear(self.tr("Cut"))

    def act_paste_part(self) -> None:
        """A part from the clipboard follows the pointer until it is laid down."""
        page = self.page()
        if page is None or page.mode != DRAW:
            return
        part = Patch.read(QGuiApplication.clipboard().text())
        if part is None:
            self.desk.tell(self.tr("There is no part of a board on the clipboard; Ctrl+Shift+V opens a whole puzzle from it."))
        elif part.family != page.document.family.id:
            self.desk.tell(self.tr("What is on the clipboard is a part of another kind of puzzle."))
        else:
            page.palette_column.choose(SELECT)
            page.parts.hold(part)
            page.view.point_at_cursor()
            page.refresh()
            self.desk.said.emit("", 0)  # what was said of copying would cover what can be done now
            self.desk.hinted.emit(self.tr(HELD))

    # --- the shape ------------------------------------------------------------------------------------------------------
    def act_row_above(self) -> None:
        self._reshape(Edges(top=1), self.tr("Add a row"))

    def act_row_below(self) -> None:
        self._reshape(Edges(bottom=1), self.tr("Add a row"))

    def act_column_left(self) -> None:
        self._reshape(Edges(left=1), self.tr("Add a column"))

    def act_column_right(self) -> None:
        self._reshape(Edges(right=1), self.tr("Add a column"))

    def act_drop_top(self) -> None:
        self._reshape(Edges(top=-1), self.tr("Remove a row"))

    def act_drop_bottom(self) -> None:
        self._reshape(Edges(bottom=-1), self.tr("Remove a row"))

    def act_drop_left(self) -> None:
        self._reshape(Edges(left=-1), self.tr("Remove a column"))

    def act_drop_right(self) -> None:
        self._reshape(Edges(right=-1), self.tr("Remove a column"))

    def act_shift_up(self) -> None:
        self._reshape(Edges(top=-1, bottom=1), self.tr("Shift"))

    def act_shift_down(self) -> None:
        self._reshape(Edges(top=1, bottom=-1), self.tr("Shift"))

    def act_shift_left(self) -> None:
        self._reshape(Edges(left=-1, right=1), self.tr("Shift"))

    def act_shift_right(self) -> None:
        self._reshape(Edges(left=1, right=-1), self.tr("Shift"))

    def _reshape(self, edges: Edges, label: str) -> None:
        page = self.page()
        if page is not None:
            try:
                page.document.reshape(edges, label)
            except BadPuzzle as fault:
                self.desk.tell(str(fault))
