"""What is still possible at a film's position, laid over its board: the puzzle's slate less what the film has ruled out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from studio.core.draw import Overlay
from studio.core.events import CELL, move_of
from studio.core.film import TraceLog
from studio.core.possible import Choice, Exclusions, Gone, Slate, current, gone_in_trial
from studio.core.puzzle import Board
from studio.share.film import Film
from studio.share.film_frames import Layer


class FilmSlate:
    """A film and the slate of its puzzle. `overlay` lays it over a frame; `choices` tells one cell's."""

    def __init__(self, film: Film, slate: Slate) -> None:
        self.film, self.slate = film, slate
        self._exclusions = Exclusions(film.log)

    @property
    def log(self) -> TraceLog:
        return self.film.log

    def gone(self, position: int, layers: Sequence[Layer] = ()) -> Gone:
        """What was ruled out at a position; inside an open trial also by its steps. The trial begins before its own event."""
        gone = self._exclusions.at(position - 1 if layers else position)
        for number, (trial, place) in enumerate(layers, 1):
            gone = gone_in_trial(self.log, gone, trial[: place if number == len(layers) else place - 1])
        return gone

    def overlay(self, board: Board, overlay: Overlay, position: int, layers: Sequence[Layer] = ()) -> Overlay:
        small = self.slate.left(board.marks, self.gone(position, layers))
        moves = position > 0 and move_of(int(self.log.rows[min(position, len(self.log)) - 1, CELL])) is not None
        word = self.film.family.notation.short
        return replace(overlay, possible=small if moves else current(small, overlay.excluded, word))

    def choices(self, board: Board, position: int, cell: int, layers: Sequence[Layer] = ()) -> list[Choice]:
        return self.slate.choices(board.marks, self.gone(position, layers), cell)
