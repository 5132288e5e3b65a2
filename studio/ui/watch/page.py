"""WatchPage: films of engines at work on the puzzle of the document, one or two side by side."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QMenu, QSplitter, QToolButton, QVBoxLayout, QWidget

from studio.core import registry
from studio.core.engine import Limits, Options
from studio.core.family import Family
from studio.core.history import first_difference
from studio.core.puzzle import Puzzle
from studio.core.trace import Kind
from studio.share.film import Film
from studio.ui import announce
from studio.ui.board_view import BoardView
from studio.ui.icons import put_icon
from studio.ui.keyboard import letter_key
from studio.ui.look import scaled, share_of_screen
from studio.ui.watch.asking import Asking
from studio.ui.watch.clock import FrameClock
from studio.ui.watch.export_acts import ExportActs
from studio.ui.watch.lane import Lane
from studio.ui.watch.player import BY_EVENT, FilmPlayer
from studio.ui.watch.side_panel import SidePanel
from studio.ui.watch.transport import Transport

JUMP_KEYS = {Qt.Key.Key_G: Kind.GUESS, Qt.Key.Key_C: Kind.CONFLICT, Qt.Key.Key_S: Kind.SOLUTION, Qt.Key.Key_R: Kind.RESTART,
             Qt.Key.Key_X: Kind.CUT}


ROOMY = 1500
"""pixels of a screen, for usual text, that has room for both films' panels; else one panel shows either film"""
TRIAL_KEYS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Escape: 0}
"""in an open trial: one step, or out of it"""


class WatchPage(QWidget):
    """Embedded by the document's page. `set_puzzle`, `start` and `stop` are all that it needs from outside."""

    hinted = Signal(str)
    film_saved = Signal(str)
    """a film was written to this path"""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.family: Family | None = None
        self.puzzle: Puzzle | None = None
        self.player = FilmPlayer(self)
        self.lanes = [Lane(), Lane()]
        self.two = False
        self.active = 0
        self.side = SidePanel()
        self.beside = SidePanel()
        """the same of the other film, while two are compared"""
        self.transport = Transport(self.player)
        self.exports = ExportActs(self)
        self.asking = Asking(self)
        self._moved = False
        self._sizes: list[int] | None = None
        """how board and panel shared the width before two boards took more of it"""
        self.clock = FrameClock(self._drain, self._frame, self._busy, self)
        self._lay_out()
        self._connect()
        self._add_panels()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("Watch"))
        self.set_two(False)

    # --- building -----------------------------------------------------------------------------------------------------
    def _lay_out(self) -> None:
        self.compare = QToolButton()
        put_icon(self.compare, "compare")
        self.compare.setText(self.tr("Compare"))
        self.compare.setCheckable(True)
        self.compare.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.compare.setToolTip(self.tr("Two films of this puzzle side by side: two engines, or two sets of options"))
        self.compare.setAccessibleName(self.tr("Compare two films"))
        self.export = QToolButton()
        put_icon(self.export, "save")
        self.export.setText(self.tr("Export"))
        self.export.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.export.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.export.setToolTip(self.tr("Save the film as a picture that moves, or its events as a table"))
        self.export.setAccessibleName(self.tr("Export the film"))
        menu = QMenu(self.export)
        self.exports.fill(menu)
        self.export.setMenu(menu)
        self.boards = QSplitter(Qt.Orientation.Horizontal)
        for lane in self.lanes:
            lane.setFrameShape(QFrame.Shape.NoFrame)
            self.boards.addWidget(lane)
        self.boards.setChildrenCollapsible(False)
        self.splitter = QSplitter(Qt.Orientation.Horizontal)
        self.splitter.addWidget(self.boards)
        self.sides = QSplitter(Qt.Orientation.Horizontal)
        self.sides.addWidget(self.side)
        self.sides.addWidget(self.beside)
        self.sides.setChildrenCollapsible(False)
        self.beside.hide()
        self.splitter.addWidget(self.sides)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.setStretchFactor(0, 3)
        self.splitter.setStretchFactor(1, 2)
        self.splitter.setSizes([720, 460])
        self.transport.add_tools(self.compare, self.export)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.splitter, 1)
        column.addWidget(self.transport)

    def _connect(self) -> None:
        self.compare.toggled.connect(self.set_two)
        self.transport.possible.toggled.connect(self.set_possible)
        self.player.stopped.connect(self.asking.stopped)
        menu = self.transport.stops.menu()
        menu.aboutToShow.connect(lambda: self.asking.fill_menu(menu))
        self.player.moved.connect(self._player_moved)
        self.player.playing_changed.connect(lambda playing: self.clock.wake() if playing else None)
        self.side.jumped.connect(self._jumped)
        self.beside.jumped.connect(self._jumped_beside)
        self.side.tabs.currentChanged.connect(self.beside.tabs.setCurrentIndex)
        self.side.chosen.connect(self.set_active)
        self.side.difference.clicked.connect(lambda _checked=False: self.first_difference())
        self.side.solutions.chosen.connect(lambda number: self.lanes[self.active].show_answer(number))
        self.side.tabs.currentChanged.connect(lambda _index: self._uncovered())
        for number, lane in enumerate(self.lanes):
            lane.activated.connect(lambda number=number: self.set_active(number))
            lane.trials.opened.connect(self.player.pause)
            lane.started.connect(lambda number=number: self._started(number))
            lane.ended.connect(self._ended)
            lane.possible.told.connect(self.hinted)
            lane.view.asked.connect(lambda cell, number=number: self.asking.cell(number, cell))
            lane.recorder.grew.connect(self._grew)

    def _add_panels(self) -> None:
        side, add = self.side, self.clock.add
        add(self.transport.show_growth, self.transport.isVisible)
        self.tree_panel = add(self._show_tree, side.tree.isVisible)
        add(lambda: side.show_log(self.film), side.log.isVisible)
        add(lambda: side.show_charts(self.film), side.charts_panel.isVisible)
        add(lambda: side.stats.show_films(self.films()), side.stats.isVisible)
        add(lambda: side.solutions.show_film(self.film), side.solutions.isVisible)
        add(lambda: self.beside.show_film(self.other_film), self.beside.isVisible)
        self.progress_panel = add(self._tell_progress, self.isVisible)
        self.places = add(self._show_place, self.isVisible)

    # --- for the window -----------------------------------------------------------------------------------------------
    @property
    def view(self) -> BoardView:
        """The board that zoom and fit act on."""
        return self.lanes[self.active].view

    @property
    def film(self) -> Film | None:
        """The film that the side panel shows."""
        return self.lanes[self.active].film

    @property
    def other_film(self) -> Film | None:
        """The film that the panel beside it shows, while two are compared."""
        return self.lanes[1 - self.active].film if self.two else None

    def films(self) -> list[Film]:
        return [lane.film for lane in self.shown_lanes() if lane.film is not None]

    def shown_lanes(self) -> list[Lane]:
        return self.lanes if self.two else self.lanes[:1]

    def set_puzzle(self, puzzle: Puzzle) -> None:
        """Another puzzle: running searches are stopped, films go."""
        self.player.pause()
        self.family, self.puzzle = registry.family(puzzle.family), puzzle
        engines = [engine.id for engine in self.family.engines()]
        for number, lane in enumerate(self.lanes):
            prefer = lane.bar.engine_id or engines[min(number, len(engines) - 1)]
            lane.set_puzzle(self.family, puzzle, prefer)
        self._new_films()

    def start(self, engine_id: str | None = None, options: Options | None = None, limits: Limits | None = None) -> None:
        """Run an engine in the active lane; without arguments what the controls say."""
        lane = self.lanes[self.active]
        if engine_id:
            lane.start(engine_id, options, limits)
        else:
            lane.run()

    def show_film(self, film: Film) -> None:
        """A film from a file, at its beginning, in the active lane."""
        lane = self.lanes[self.active]
        lane.show_film(film)
        self._new_films()
        self.player.go_in(film, 0)
        self.view.setFocus()

    def run(self) -> None:
        """Run what is chosen, in both lanes if two are shown."""
        for lane in self.shown_lanes():
            lane.run()

    def stop(self) -> None:
        self.player.pause()
        for lane in self.lanes:
            lane.stop()
        self.clock.sleep()
        self.clock.settle()

    def splitters(self) -> dict[str, QSplitter]:
        """What the user can drag, by name, so that the window can keep the layout."""
        return {"watch-main": self.splitter, "watch-side": self.side.splitter}

    def set_speed(self, events_per_second: float) -> None:
        self.player.set_speed(events_per_second)

    def set_possible(self, on: bool) -> None:
        """Show in every cell what it could still be, or stop showing it."""
        self.transport.possible.setChecked(on)
        for lane in self.lanes:
            lane.set_possible(on)

    # --- one or two ---------------------------------------------------------------------------------------------------
    def set_two(self, two: bool) -> None:
        self.two = two
        self.compare.setChecked(two)
        self.lanes[1].setVisible(two)
        roomy = scaled(ROOMY) <= share_of_screen(1.0)
        for lane in self.lanes:
            lane.bar.set_narrow(two, two and not roomy)
            lane.card.set_narrow(two)
        self.side.set_two(two)
        self.beside.setVisible(two and roomy)
        for panel in (self.side, self.beside):
            panel.set_narrow(two)
        self.transport.set_two(two)
        self._share_width(two and not roomy)
        if not two:
            self.lanes[1].stop()
            self.set_active(0)
        else:
            self.boards.setSizes([1000, 1000])
            self.sides.setSizes([1000, 1000])
        self._new_films()

    def _share_width(self, tight: bool) -> None:
        """Two boards on a small screen get all that the panel can spare; one alone what it had before."""
        if tight and self._sizes is None:
            self._sizes = self.splitter.sizes()
            self.splitter.setSizes([10_000, 1])
        elif not tight and self._sizes is not None:
            self.splitter.setSizes(self._sizes)
            self._sizes = None

    def set_active(self, number: int) -> None:
        """The side panel shows this lane's film, and the timeline counts in it."""
        self.active = number if self.two else 0
        for index, lane in enumerate(self.lanes):
            lane.set_active(self.two and index == self.active)
        self.side.set_which(self.active)
        self.sides.insertWidget(self.active, self.side)  # each film's panel on the side of its board
        self.beside.show_film(self.other_film)
        self.asking.refresh()
        if self.film is not None:
            self.player.set_reference(self.film)
        self.clock.soil()
        self.clock.settle()

    def _new_films(self) -> None:
        films = self.films()
        self.player.set_films(films)
        if self.film is not None and self.film in films:
            self.player.set_reference(self.film)
        self.side.show_film(self.film)
        self.beside.show_film(self.other_film)
        self.asking.refresh()
        self._show_boards()
        self.clock.soil()
        self.clock.settle()

    # --- what happens -------------------------------------------------------------------------------------------------
    def _started(self, number: int) -> None:
        self.active = number if self.two else 0
        self._new_films()
        self.set_active(self.active)
        film = self.lanes[number].film
        if film is not None:
            self.player.go_in(film, 0)
        self.player.play()
        self.hinted.emit(self.tr("Space: play or pause · ← →: one step · G, C, S: next guess, contradiction, solution · "
                                 ", and .: slower, faster · click into log, tree or chart to go there"))
        self.clock.wake()
        self.view.setFocus()

    def _grew(self) -> None:
        self.clock.soil()

    def _ended(self) -> None:
        for lane in self.shown_lanes():
            if lane.film is not None and lane.film.result is not None and not lane.recorder.running:
                announce.say(lane, lane.status.text())
        self._moved = True  # a film that had not begun may have something to say now
        self.clock.soil()
        self.clock.wake()

    def _busy(self) -> bool:
        return self.player.playing or any(lane.recorder.running for lane in self.lanes)

    def _drain(self, budget: float) -> None:
        running = [lane for lane in self.lanes if lane.recorder.running]
        self.progress_panel.dirty = self.progress_panel.dirty or bool(running)  # its clock runs also while no event comes
        for lane in running:
            lane.recorder.drain(budget / len(running))

    def _frame(self) -> None:
        self.player.tick()
        if self._moved:
            self._show_boards()

    def _player_moved(self) -> None:
        self._moved = True
        self.places.dirty = True
        if not self.clock.ticking:
            self._show_boards()
            self.clock.settle()
        elif not self.player.playing:
            self.places.last = 0.0  # moved by hand while a search runs: the panels follow in the next frame

    def _show_boards(self) -> None:
        self._moved = False
        for lane in self.shown_lanes():
            lane.show_position(self.player.position_of(lane.film) if lane.film is not None else 0)

    def _show_place(self) -> None:
        self.transport.show_place()
        self._place_panel(self.side, self.film)
        if self.two:
            self._place_panel(self.beside, self.other_film)

    def _place_panel(self, side: SidePanel, film: Film | None) -> None:
        position = self.player.position_of(film) if film is not None else 0
        if side.tree.isVisible():
            side.tree.set_position(position)
        if side.log.isVisible():
            side.log.view.set_position(position)
        side.depth_chart.set_position(position)
        side.course.set_position(position)
        side.bookmarks.set_position(position)

    def _show_tree(self) -> None:
        if not self.side.show_tree(self.film):
            self.tree_panel.dirty = True

    def _uncovered(self) -> None:
        """Another tab is in front: it has not been refreshed while nobody saw it."""
        self.places.dirty = True
        self.clock.settle()

    def _tell_progress(self) -> None:
        for lane in self.shown_lanes():
            lane.tell_progress()

    def _jumped(self, position: int) -> None:
        if self.film is not None:
            self.player.go_in(self.film, position)
            self._say_step()

    def _jumped_beside(self, position: int) -> None:
        if self.other_film is not None:
            self.player.go_in(self.other_film, position)

    def _say_step(self) -> None:
        step = self.lanes[self.active].card.step
        announce.say(self, f"{step.what}. {step.why}")

    # --- the keyboard -------------------------------------------------------------------------------------------------
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Keys that no focused control wanted for itself belong to the player."""
        key, shift = letter_key(event), bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        modifier = Qt.KeyboardModifier
        if event.modifiers() & (modifier.ControlModifier | modifier.AltModifier | modifier.MetaModifier):
            super().keyPressEvent(event)
        elif self.asking.key(key):
            pass
        elif key in self._asking_keys():
            self._asking_keys()[key](not shift)
        elif key == Qt.Key.Key_T and self.lanes[self.active].trials.any:
            self.player.pause()
            self.lanes[self.active].trials.open_or_close(not shift)
            self._say_step()
        elif self.lanes[self.active].trials.layers and key in TRIAL_KEYS:
            self.lanes[self.active].trials.step(TRIAL_KEYS[key])
            self._say_step()
        elif key == Qt.Key.Key_Space:
            self.player.toggle()
            if not self.player.playing:
                self._say_step()
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            count = 10 if shift else 1
            self.player.step(count if key == Qt.Key.Key_Right else -count)
            self._say_step()
        elif key == Qt.Key.Key_Home:
            self.player.to_start()
            self._say_step()
        elif key == Qt.Key.Key_End:
            self.player.to_end()
            self._say_step()
        elif key in JUMP_KEYS:
            if not self.player.jump((JUMP_KEYS[key],), forward=not shift):
                self.hinted.emit(self.tr("There is no further event of this kind in this direction."))
            self._say_step()
        elif key in (Qt.Key.Key_Comma, Qt.Key.Key_Period):
            self.transport.faster(1 if key == Qt.Key.Key_Period else -1)
        else:
            super().keyPressEvent(event)

    def _asking_keys(self) -> dict[Qt.Key, Callable[[bool], object]]:
        """What can be asked by a key; told True, or False with Shift."""
        return {Qt.Key.Key_P: lambda _on: self.transport.possible.toggle(), Qt.Key.Key_A: lambda _on: self.asking.toggle_keys(),
                Qt.Key.Key_U: self.asking.next_use, Qt.Key.Key_B: lambda _on: self.bookmark(), Qt.Key.Key_N: self.next_bookmark,
                Qt.Key.Key_Slash: lambda _on: self.search(), Qt.Key.Key_D: lambda _on: self.first_difference()}

    def first_difference(self) -> None:
        """Both films to the first event in which they differ."""
        films = self.films()
        if len(films) < 2:
            self.hinted.emit(self.tr("There are no two films to compare."))
            return
        found = first_difference(films[0].log, films[1].log)
        if found is None:
            self.hinted.emit(self.tr("The two films are the same, event by event."))
            return
        self.player.set_step(BY_EVENT)
        film = films[0] if found <= len(films[0]) else films[1]
        self.player.go_in(film, found)
        words = self.tr("The films differ at event {0:,} for the first time.").format(found)
        self.hinted.emit(words)
        announce.say(self, words)

    def search(self) -> None:
        self.side.tabs.setCurrentWidget(self.side.log)
        self.side.log.search.setFocus()
        self.side.log.search.selectAll()

    def bookmark(self) -> None:
        """Remember this step, and say why."""
        self.player.pause()
        self.side.tabs.setCurrentWidget(self.side.bookmarks)
        self.side.bookmarks.set_position(self.player.position_of(self.film) if self.film is not None else 0)
        self.side.bookmarks.mark_here()

    def next_bookmark(self, forward: bool) -> None:
        if not self.side.bookmarks.next(forward):
            self.hinted.emit(self.tr("There is no further bookmark in this direction; B puts one here."))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.clock.soil()
        self.clock.settle()
        if self._busy():
            self.clock.wake()

    def hideEvent(self, event: QHideEvent) -> None:
        self.player.pause()
        if not self._busy():
            self.clock.sleep()
        super().hideEvent(event)
