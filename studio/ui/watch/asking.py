"""Asking a film: about a cell, for the next use of a rule, to stop somewhere by itself."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QInputDialog, QMenu, QToolButton

from studio.core.history import Stop, next_use
from studio.share.choices import choice_words
from studio.share.film import Film
from studio.share.words import rule_title, sentence
from studio.ui import announce
from studio.ui.board_view import ARROWS

if TYPE_CHECKING:
    from studio.ui.watch.page import WatchPage


class Asking(QObject):
    """What the page lets one ask. While `by_keys` is on, the arrow keys go from cell to cell instead of through the film."""

    def __init__(self, page: WatchPage) -> None:
        super().__init__(page)
        self.page = page
        self.by_keys = False

    # --- a cell -------------------------------------------------------------------------------------------------------
    def cell(self, number: int, cell: int) -> None:
        """Somebody wants to know what happened to a cell of a lane's board."""
        page = self.page
        page.set_active(number)
        film, view = page.film, page.view
        if film is None or view.board is None:
            return
        for lane in page.lanes:
            lane.view.asked_cell = None
            lane.view.refresh()
        view.asked_cell = cell
        view.refresh()
        name = view.board.grid.cell_name(cell)
        page.side.tabs.setCurrentWidget(page.side.log)
        page.side.log.ask_cell(name)
        count = len(page.side.log.view.index)
        words = self.tr("{cell}: {count} events; choose one to go there").format(cell=name, count=count)
        choices = page.lanes[page.active].choices(cell)
        if choices is not None:
            words += " · " + sentence(choice_words(view.board.grid, cell, choices))
        page.hinted.emit(words)
        announce.say(page, words)

    def toggle_keys(self) -> None:
        """Go to a cell with the arrow keys; once more (or Escape): back to the film."""
        self.by_keys = not self.by_keys
        page = self.page
        if not self.by_keys:
            self.forget()
        elif page.view.board is not None:
            self.cell(page.active, page.view.asked_cell or 0)
            page.hinted.emit(self.tr("Arrow keys: another cell · Enter: into its list · Escape: back to the film"))

    def forget(self) -> None:
        self.by_keys = False
        for lane in self.page.lanes:
            lane.view.asked_cell = None
            lane.view.refresh()
        self.page.side.log.search.clear()

    def key(self, key: Qt.Key) -> bool:
        """A key while cells are asked by keys; True if it was for that."""
        board, page = self.page.view.board, self.page
        if not self.by_keys or board is None:
            return False
        if key == Qt.Key.Key_Escape:
            self.forget()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            page.side.log.view.setFocus()
        elif key in ARROWS:
            (row, col), (down, right) = board.grid.rc(page.view.asked_cell or 0), ARROWS[key]
            row, col = min(max(row + down, 0), board.grid.rows - 1), min(max(col + right, 0), board.grid.cols - 1)
            self.cell(page.active, board.grid.index(row, col))
        else:
            return False
        return True

    # --- a rule -------------------------------------------------------------------------------------------------------
    def rule(self) -> str:
        """The rule of the step that the film shows."""
        film = self.page.film
        position = self.page.player.position_of(film) if film is not None else 0
        return film.log.event(min(position, len(film)) - 1).rule if film is not None and position > 0 else ""

    def next_use(self, forward: bool) -> None:
        """To the next or previous use of the rule of this step."""
        film, rule, page = self.page.film, self.rule(), self.page
        found = next_use(film.log, rule, page.player.position_of(film), forward) if film is not None and rule else None
        if film is None or found is None:
            page.hinted.emit(self.tr("This rule is not used again in this direction.") if rule else
                             self.tr("This step has no rule."))
            return
        page.player.go_in(film, found)

    # --- stops --------------------------------------------------------------------------------------------------------
    def fill_menu(self, menu: QMenu) -> None:
        """What playing could stop at, and what it stops at now."""
        menu.clear()
        film, view = self.page.film, self.page.view
        menu.addAction(self.tr("At a depth …"), self.stop_at_depth).setEnabled(film is not None)
        rule = self.rule()
        if film is not None and rule:
            menu.addAction(self.tr("At this rule: {0}").format(rule_title(film, rule)), lambda: self.add_stop(Stop(rule=rule)))
        cell = view.asked_cell
        if film is not None and cell is not None and view.board is not None:
            name = view.board.grid.cell_name(cell)
            menu.addAction(self.tr("When {0} changes").format(name), lambda: self.add_stop(Stop(cell=cell)))
        else:
            menu.addAction(self.tr("When a cell changes: click it first (or press A)")).setEnabled(False)
        if film is not None and film.stops:
            menu.addSeparator()
            for stop in film.stops:
                words = self.tr("Do not stop {0}").format(self.words(film, stop))
                menu.addAction(words, partial(self.remove_stop, stop))

    def stop_at_depth(self) -> None:
        depth, wanted = QInputDialog.getInt(self.page, self.tr("Stop"), self.tr("Stop when so many guesses stand:"), 5, 1, 9999)
        if wanted:
            self.add_stop(Stop(depth=depth))

    def add_stop(self, stop: Stop) -> None:
        film = self.page.film
        if film is not None and stop not in film.stops:
            film.stops.append(stop)
            self.page.hinted.emit(self.tr("Playing stops {0}.").format(self.words(film, stop)))
        self._show_stops()

    def remove_stop(self, stop: Stop) -> None:
        if self.page.film is not None and stop in self.page.film.stops:
            self.page.film.stops.remove(stop)
        self._show_stops()

    def _show_stops(self) -> None:
        count = len(self.page.film.stops) if self.page.film is not None else 0
        button: QToolButton = self.page.transport.stops
        button.setText(self.tr("stops: {0}").format(count) if count else self.tr("stops"))

    def refresh(self) -> None:
        self._show_stops()

    def words(self, film: Film, stop: Stop) -> str:
        if stop.depth:
            return self.tr("at depth {0}").format(stop.depth)
        if stop.rule:
            return self.tr("at the rule “{0}”").format(rule_title(film, stop.rule))
        return self.tr("when {0} changes").format(film.puzzle.grid.cell_name(stop.cell))

    def stopped(self, stop: Stop) -> None:
        """Playing came to one."""
        if self.page.film is not None:
            words = self.tr("Stopped {0}.").format(self.words(self.page.film, stop))
            self.page.hinted.emit(words)
            announce.say(self.page, words)
