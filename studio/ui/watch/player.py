"""FilmPlayer: the one owner of the position. Slider, boards, tree, log and charts listen to it and ask it to move.

With two films, one of them is the `reference` that the position counts in; the other follows in step, by event number or by
the searches' own clocks.
"""

from __future__ import annotations

import time

from PySide6.QtCore import QObject, Signal

from studio.core.history import first_stop
from studio.core.trace import Kind
from studio.share.film import Film

AS_FAST = 0.0
"""The speed "as fast as it comes": always at the newest event, and quickly through what is already there."""
SPEEDS: tuple[float, ...] = (1, 2, 5, 10, 20, 30, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 50_000, AS_FAST)
BY_EVENT, BY_TIME = "event", "time"
_CATCH_UP_SECONDS = 0.4
_LEAST_PER_SECOND = 2000


class FilmPlayer(QObject):
    """Play, pause, step, jump. `tick` is called by the page's clock while something plays or grows."""

    moved = Signal()
    playing_changed = Signal(bool)
    speed_changed = Signal(float)
    films_changed = Signal()
    step_changed = Signal(str)
    stopped = Signal(object)
    """playing came to one of the stops"""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.films: list[Film] = []
        self.reference: Film | None = None
        self.playing = False
        self.speed: float = 30.0
        self.in_step = BY_EVENT
        self._position = 0
        self._owed = 0.0
        self._last_tick = 0.0

    # --- what is there ------------------------------------------------------------------------------------------------
    @property
    def position(self) -> int:
        """How many events of the reference film have happened."""
        return self._position

    @property
    def length(self) -> int:
        return len(self.reference) if self.reference is not None else 0

    def position_of(self, film: Film) -> int:
        """Where another film stands when the reference stands at `position`."""
        reference = self.reference
        if film is reference or reference is None:
            return self._position
        if self.in_step == BY_TIME:
            if self._position >= len(reference) and self._ended(reference):
                return film.position_at(reference.seconds)
            return film.position_at(reference.time_at(self._position)) if self._position else 0
        return min(self._position, len(film))

    def set_films(self, films: list[Film]) -> None:
        """New films; the position is kept while its film stays."""
        self.films = list(films)
        if self.reference not in self.films:
            self.reference = self.films[0] if self.films else None
            self._position = 0
            self._owed = 0.0
        self.films_changed.emit()
        self.moved.emit()

    def set_reference(self, film: Film) -> None:
        """Count in another film from now on; nothing visible moves."""
        if film in self.films and film is not self.reference:
            self._position = self.position_of(film)
            self.reference = film
            self.moved.emit()

    def set_step(self, how: str) -> None:
        """Keep two films in step by event number or by time."""
        if how != self.in_step:
            self.in_step = how
            self.step_changed.emit(how)
            self.moved.emit()

    # --- moving by hand -----------------------------------------------------------------------------------------------
    def go(self, position: int) -> None:
        position = max(0, min(position, self.length))
        if position != self._position:
            self._position = position
            self._owed = 0.0
            self.moved.emit()

    def go_in(self, film: Film, position: int) -> None:
        """Go to a place of one of the films, which becomes the reference."""
        if film in self.films:
            self.pause()
            self.reference = film
            self._position = max(0, min(position, len(film)))
            self._owed = 0.0
            self.moved.emit()

    def step(self, count: int = 1) -> None:
        self.pause()
        self.go(self._position + count)

    def jump(self, kinds: tuple[Kind, ...], forward: bool = True) -> bool:
        """To the next or previous event of these kinds; False if there is none."""
        self.pause()
        found = self.reference.log.find(kinds, self._position, forward) if self.reference is not None else None
        if found is not None:
            self.go(found)
        return found is not None

    def to_start(self) -> None:
        self.pause()
        self.go(0)

    def to_end(self) -> None:
        self.pause()
        self.go(self.length)

    # --- playing ------------------------------------------------------------------------------------------------------
    def set_speed(self, speed: float) -> None:
        if speed != self.speed:
            self.speed = speed
            self._owed = 0.0
            self.speed_changed.emit(speed)

    def play(self) -> None:
        if not self.films or self.playing:
            return
        if self._finished():
            self.go(0)
        self.playing = True
        self._owed = 0.0
        self._last_tick = time.perf_counter()
        self.playing_changed.emit(True)

    def pause(self) -> None:
        if self.playing:
            self.playing = False
            self.playing_changed.emit(False)

    def toggle(self) -> None:
        if self.playing:
            self.pause()
        else:
            self.play()

    def tick(self, now: float | None = None) -> None:
        """Move on by what the time since the last tick is worth."""
        now = time.perf_counter() if now is None else now
        passed, self._last_tick = min(now - self._last_tick, 0.25), now
        if not self.playing or self.reference is None:
            return
        if self.speed == AS_FAST and self.reference.running:
            self._owed = float(self.length - self._position)  # it follows: always at the newest event
        else:
            self._owed += passed * self._rate()
        whole = int(self._owed)
        if whole:
            self._owed -= whole
            before = self._position
            self._position = min(self.length, before + whole)
            met = first_stop(self.reference.log, self.reference.stops, before, self._position)
            if met is not None:
                self._position = met[0]
            if self._position != before:
                self.moved.emit()
            if met is not None:
                self.pause()
                self.stopped.emit(met[1])
                return
        if self._position >= self.length:
            self._owed = 0.0
            self._at_end()

    def _rate(self) -> float:
        """Events per second; as fast as it comes means that what is left is caught up with in a moment."""
        if self.speed != AS_FAST:
            return self.speed
        return max(_LEAST_PER_SECOND, (self.length - self._position) / _CATCH_UP_SECONDS)

    def _at_end(self) -> None:
        """The reference film is over: go on with a longer one, wait for a growing one, or stop."""
        assert self.reference is not None
        if not self._ended(self.reference):
            return
        for film in self.films:
            if film is not self.reference and (film.running or self.position_of(film) < len(film)):
                self.set_reference(film)
                return
        self.pause()

    @staticmethod
    def _ended(film: Film) -> bool:
        return not film.running

    def _finished(self) -> bool:
        return self._position >= self.length and not any(film.running for film in self.films)
