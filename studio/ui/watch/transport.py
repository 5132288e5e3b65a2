"""The player's controls: timeline, play and step, jumps, speed. They own nothing; they ask the player and show what it says."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QMenu, QSlider, QToolButton, QVBoxLayout, QWidget

from studio.core.trace import Kind
from studio.ui.flowing import Flowing
from studio.ui.icons import put_icon
from studio.ui.look import scaled
from studio.ui.retelling import bare
from studio.ui.watch.chart_kit import clock
from studio.ui.watch.player import AS_FAST, BY_EVENT, BY_TIME, SPEEDS, FilmPlayer
from studio.ui.watch.timeline import Timeline
from studio.ui.widgets import label, row, tabular


class Transport(QWidget):
    """One row of controls under the timeline."""

    def __init__(self, player: FilmPlayer, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.player = player
        self.timeline = Timeline()
        self.where = label("", "muted")
        tabular(self.where)
        self.where.setMinimumWidth(scaled(190))
        self.where.setAccessibleName(self.tr("Position"))
        self.start = self._button("first", self.tr("To the start (Home)"), player.to_start)
        self.back = self._button("step-back", self.tr("One event back (Left)"), lambda: player.step(-1))
        self.play = self._button("play", self.tr("Play or pause (Space)"), player.toggle)
        self.forth = self._button("step", self.tr("One event on (Right)"), lambda: player.step(1))
        self.end = self._button("last", self.tr("To the end (End)"), player.to_end)
        self.jumps: dict[Kind, tuple[QToolButton, QToolButton]] = {}
        self.speed = QSlider(Qt.Orientation.Horizontal)
        self.speed.setRange(0, len(SPEEDS) - 1)
        self.speed.setPageStep(2)
        self.speed.setFixedWidth(120)
        self.speed.setAccessibleName(self.tr("Speed"))
        self.speed.setToolTip(self.tr("How fast the film plays (comma = slower, full stop = faster)"))
        self.speed_words = label("", "muted")
        self.speed_words.setMinimumWidth(scaled(116))
        self.possible = self._button("notes", self.tr("Show what is still possible in every cell (P)"), lambda: None)
        self.possible.setText(self.tr("possible"))
        self.possible.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.possible.setCheckable(True)
        self.stops = self._button("stop", self.tr("Where playing stops by itself: at a depth, a rule, a change of a cell"),
                                  lambda: None)
        self.stops.setText(self.tr("stops"))
        self.stops.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.stops.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.stops.setMenu(QMenu(self.stops))
        self.in_step = QComboBox()
        self.in_step.addItem(self.tr("in step by event"), BY_EVENT)
        self.in_step.addItem(self.tr("in step by time"), BY_TIME)
        self.in_step.setAccessibleName(self.tr("How the two films are kept in step"))
        self.in_step.setToolTip(self.tr("Both films after the same number of events, or at the same moment of their search"))
        self.in_step.hide()
        self._lay_out()
        self._connect()
        self.show_speed(player.speed)
        self.show_place()

    def _lay_out(self) -> None:
        controls = QHBoxLayout()
        controls.setContentsMargins(0, 0, 0, 0)
        controls.setSpacing(4)
        controls.addLayout(row(self.start, self.back, self.play, self.forth, self.end, spacing=1))
        controls.addSpacing(10)
        for kind, (name, _key) in self._jump_names().items():
            controls.addLayout(self._jump_pair(kind, name))
            controls.addSpacing(4)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 6, 12, 8)
        column.setSpacing(4)
        top = row(self.timeline, self.where, spacing=10)
        top.setStretch(0, 1)
        column.addLayout(top)
        steps, speed = QWidget(), QWidget()
        steps.setLayout(controls)
        speed.setLayout(row(self.speed, self.speed_words))
        self._tools = Flowing(steps, self.stops, self.possible, self.in_step, speed, parted=True)
        column.addWidget(self._tools)

    def add_tools(self, *tools: QToolButton) -> None:
        """What the page does with its films, at the right end of the row."""
        for tool in tools:
            self._tools.add(tool)

    def _jump_pair(self, kind: Kind, name: str) -> QHBoxLayout:
        kinds = (kind,)
        before = self._button("", self._jump_tip(kind, False), lambda: self.player.jump(kinds, False), "‹")
        after = self._button("", self._jump_tip(kind, True), lambda: self.player.jump(kinds, True), "›")
        self.jumps[kind] = (before, after)
        return row(before, label(name, "muted"), after, spacing=0)

    def _jump_tip(self, kind: Kind, on: bool) -> str:
        name, key = self._jump_names()[kind]
        words = self.tr("Next {name} ({key})") if on else self.tr("Previous {name} (Shift+{key})")
        return words.format(name=name, key=key)

    def _jump_names(self) -> dict[Kind, tuple[str, str]]:
        """What one can jump to, and its key."""
        return {Kind.GUESS: (self.tr("guess"), "G"), Kind.CONFLICT: (self.tr("contradiction"), "C"),
                Kind.SOLUTION: (self.tr("solution"), "S")}

    def tell_anew(self) -> None:
        """In another language."""
        self.show_place()
        for kind, pair in self.jumps.items():
            for on, button in enumerate(pair):
                button.setToolTip(self._jump_tip(kind, bool(on)))
                button.setAccessibleName(bare(button.toolTip()))

    def _button(self, icon: str, tip: str, act: Callable[[], object], text: str = "") -> QToolButton:
        made = QToolButton()
        if icon:
            put_icon(made, icon)
        made.setText(text)
        if text:
            made.setMinimumSize(28, 28)
        made.setToolTip(tip)
        made.setAccessibleName(bare(tip))
        made.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        made.setAutoRepeat(icon in ("step", "step-back") or bool(text))
        made.clicked.connect(lambda _checked=False: act())
        return made

    def _connect(self) -> None:
        self.timeline.valueChanged.connect(self._scrubbed)
        self.speed.valueChanged.connect(lambda value: self.player.set_speed(SPEEDS[value]))
        self.in_step.currentIndexChanged.connect(lambda _index: self.player.set_step(str(self.in_step.currentData())))
        self.player.playing_changed.connect(self._show_playing)
        self.player.speed_changed.connect(self.show_speed)

    def _scrubbed(self, value: int) -> None:
        self.player.pause()
        self.player.go(value)

    def _show_playing(self, playing: bool) -> None:
        put_icon(self.play, "pause" if playing else "play")
        self.play.setAccessibleName(self.tr("Pause") if playing else self.tr("Play"))

    def show_speed(self, speed: float) -> None:
        nearest = min(range(len(SPEEDS)), key=lambda i: abs((SPEEDS[i] or 1e9) - (speed or 1e9)))
        blocked = self.speed.blockSignals(True)
        self.speed.setValue(nearest)
        self.speed.blockSignals(blocked)
        words = self.tr("as fast as it comes") if speed == AS_FAST else self.tr("{speed:,.0f} events/s").format(speed=speed)
        self.speed_words.setText(words)
        self.speed.setAccessibleDescription(words)

    def faster(self, steps: int) -> None:
        self.speed.setValue(min(max(0, self.speed.value() + steps), len(SPEEDS) - 1))

    def show_place(self) -> None:
        """Where the film stands."""
        player = self.player
        self.timeline.place(player.position)
        film = player.reference
        if film is None:
            self.where.setText("")
            return
        text = self.tr("event {at:,} of {all:,} · {time}").format(at=player.position, all=player.length,
                                                                 time=clock(film.log.time_at(player.position)))
        self.where.setText(text)

    def show_growth(self) -> None:
        """The film is longer than before."""
        film = self.player.reference
        self.timeline.show_film(film)
        there = film is not None and len(film) > 0
        jumps = [control for pair in self.jumps.values() for control in pair]
        for control in (self.start, self.back, self.play, self.forth, self.end, *jumps):
            control.setEnabled(there)
        self.show_place()

    def set_two(self, two: bool) -> None:
        self.in_step.setVisible(two)

    def labels(self) -> list[QLabel]:
        return [self.where, self.speed_words]
