"""Modes: Draw, Play and Watch, and the help that each of them gives with the puzzle."""

from __future__ import annotations

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

    def act_pause(self) -> None:
        page = self.page()
        if page is not None and page.mode == PLAY:
            page.play_panel.pause.toggle()
