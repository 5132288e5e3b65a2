"""How a film is shown where it leaves the house: which part, how fast, how large, what stands beside the board."""

from __future__ import annotations

from dataclasses import dataclass, field

from studio.core.engine import solutions_in_words
from studio.core.events import Kind
from studio.core.language import told
from studio.core.puzzle import BadPuzzle
from studio.core.say import say
from studio.share.film import Film
from studio.share.theme import LIGHT, Theme

LAYOUTS = ("board", "caption", "full")
"""the board alone; with the step in words; and with depth chart and search tree"""
LAST_SECONDS = 2.5
FEWEST_PIXELS, MOST_PIXELS = 64, 4096


@dataclass(frozen=True)
class FilmLook:
    """`first` and `last` are positions (events told); `speed` is steps a second; `pause` seconds are added at guesses,
    contradictions, cuts and solutions; `height` is the board's in pixels, 0 for the usual."""

    layout: str = "board"
    theme: Theme = field(default_factory=lambda: LIGHT)
    height: int = 0
    speed: float = 12.0
    pause: float = 0.0
    first: int = 0
    last: int | None = None
    frames: int = 400

    def __post_init__(self) -> None:
        if self.layout not in LAYOUTS:
            raise BadPuzzle(say("a film's layout is one of {layouts}, not {layout!r}", layouts=', '.join(LAYOUTS),
                                layout=self.layout))
        if self.height and not FEWEST_PIXELS <= self.height <= MOST_PIXELS:
            raise BadPuzzle(say("a film's board is {fewest_pixels} to {most_pixels} pixels high, not {height}",
                                fewest_pixels=FEWEST_PIXELS, most_pixels=MOST_PIXELS, height=self.height))
        if not 0.05 <= self.speed <= 1000:
            raise BadPuzzle(say("a film's speed lies between 0.05 and 1000 steps a second, not at {speed:g}",
                                speed=self.speed))
        if not 0 <= self.pause <= 60:
            raise BadPuzzle(say("a film's pauses last 0 to 60 seconds, not {pause:g}", pause=self.pause))
        if self.frames < 2:
            raise BadPuzzle(say("a film has two frames at least"))
        if self.first < 0 or (self.last is not None and self.last < self.first):
            raise BadPuzzle(say("a film's part runs from an earlier event to a later one"))


PAUSES = (Kind.GUESS, Kind.CONFLICT, Kind.CUT, Kind.SOLUTION)


def positions(film: Film, look: FilmLook, most: int | None = None) -> list[int]:
    """The positions to show: every one of a short part, evenly spread ones of a long part, always both ends."""
    first = min(look.first, len(film))
    last = len(film) if look.last is None else min(look.last, len(film))
    length, frames = last - first, most or look.frames
    count = min(length, max(1, frames - 1))
    return [first, *(first + round(i * length / count) for i in range(1, count + 1))] if length else [first]


def seconds_of(film: Film, look: FilmLook, shown: list[int]) -> list[float]:
    """How long each of these positions stands still."""
    told = [1 / look.speed] * len(shown)
    if look.pause:
        for number, position in enumerate(shown):
            if position and film.log.event(position - 1).kind in PAUSES:
                told[number] += look.pause
    told[-1] = max(told[-1], LAST_SECONDS)
    return told


def about(film: Film) -> str:
    """The film in one line: family, size, engine, what came of it."""
    grid = film.puzzle.grid
    parts: list[str] = [f"{told(film.family.name)} {grid.rows}×{grid.cols}", told(film.title()),
                        say("{events:,} events", events=len(film))]
    if film.result is not None:
        parts.append(solutions_in_words(film.result) if film.result.status.answered else film.result.message)
    if film.puzzle.author:
        parts.append(say("puzzle by {author}", author=film.puzzle.author))
    return " · ".join(told(part) for part in parts if part)
