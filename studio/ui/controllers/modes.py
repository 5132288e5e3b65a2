"""Modes: Draw, Play and Watch, and the help that each of them gives with the puzzle."""

from __future__ import annotations

from studio.core import own_marks
from studio.ui.controllers.controller import Controller
from studio.ui.document import DRAW, PLAY, WATCH


class Modes(Controller):
    # --- modes and help with the puzzle ---------------------------------------------------------------------------------
    def act_draw(self) -> None:
        self.desk.set_mode(DRAW)

    def act_play(self) -> None:
        self.desk.set_mode(PLAY)

    def act_watch(self) -> None:
        self.desk.set_mode(WATCH)

    def act_run(self) -> None:
        page = self.page()
        if page is not None:
            page.start_watching()

    def act_ask(self) -> None:
        page = self.page()
        if page is not None:
            page.set_mode(DRAW)
            page.live.ask_once()

    def act_solution(self) -> None:
        self._flip("solution")

    def act_other(self) -> None:
        self._flip("other")

    def act_forced(self) -> None:
        self._flip("forced")

    def _flip(self, name: str) -> None:
        page = self.page()
        if page is not None and page.mode == DRAW:
            getattr(page.draw_panel.verdict, name).toggle()

    def act_mend_add(self) -> None:
        self._mend("add")

    def act_mend_thin(self) -> None:
        self._mend("thin")

    def _mend(self, name: str) -> None:
        """As the button does, if it is offered."""
        page = self.page()
        if page is not None and page.mode == DRAW:
            offered = getattr(page.draw_panel.verdict.mending, name)
            if offered.isVisible():
                offered.click()
            else:
                self.desk.said.emit(self.tr("The verdict offers nothing to mend here."), 3000)

    def act_symmetry(self) -> None:
        page = self.page()
        if page is not None and page.mode == DRAW:
            box = page.draw_panel.symmetry
            box.setCurrentIndex((box.currentIndex() + 1) % box.count())
            self.desk.said.emit(self.tr("Symmetry: {0}").format(box.currentText()), 3000)

    def act_check(self) -> None:
        self._play("check")

    def act_hint(self) -> None:
        self._play("hint")

    def act_do_hint(self) -> None:
        self._play("do_hint")

    def _play(self, name: str) -> None:
        page = self.page()
        if page is not None and page.mode == PLAY:
            getattr(page.play_panel, name)()

    def act_begin(self) -> None:
        self._trial("begin_trial")

    def act_keep(self) -> None:
        self._trial("keep_trial")

    def act_drop(self) -> None:
        self._trial("drop_trial")

    def _trial(self, name: str) -> None:
        page = self.page()
        if page is not None and page.mode == PLAY:
            getattr(page.document, name)()

    def act_erase_own(self) -> None:
        """All of the player's own marks of the kind at hand."""
        page = self.page()
        tool = page.palette_column.tool() if page is not None else None
        if page is not None and tool is not None and own_marks.is_own(tool.id):
            page.document.edit(PLAY, own_marks.erased(page.document.board, tool.id), tool.label)
        else:
            self.desk.said.emit(self.tr("Choose one of your own marks first: walls, colours, dots or lines."), 4000)

    def act_pause(self) -> None:
        page = self.page()
        if page is not None and page.mode == PLAY:
            page.play_panel.pause.toggle()
