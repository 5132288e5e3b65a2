"""Every way in which a film is written, by the file's ending."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from studio.core.puzzle import BadPuzzle
from studio.core.say import say
from studio.share import film_video
from studio.share.film import Film
from studio.share.film_events import write_events
from studio.share.film_file import EXTENSION, write_film
from studio.share.film_look import FilmLook, positions
from studio.share.film_page import MOST_STEPS, write_film_page

Progress = Callable[[float, str], None]
EVENTS = (".csv", ".jsonl")
PAGE = ".html"
ENDINGS = (EXTENSION, *film_video.ENDINGS, PAGE, *EVENTS)


def check_ending(path: Path) -> None:
    if path.suffix.lower() not in ENDINGS:
        raise BadPuzzle(say("a film is written as {endings}, not as {suffix!r}", endings=', '.join(ENDINGS),
                            suffix=path.suffix or path.name))


def write(film: Film, path: str | Path, look: FilmLook | None = None, progress: Progress | None = None) -> None:
    """Write a film as its file's ending says; BadPuzzle with one sentence if that cannot be done."""
    path, look = Path(path), look or FilmLook()
    check_ending(path)
    ending = path.suffix.lower()
    if ending == EXTENSION:
        write_film(film, path, progress)
    elif ending in EVENTS:
        write_events(film, path, progress)
    elif ending == PAGE:
        write_film_page(film, path, look, progress)
    else:
        film_video.write_video(film, path, look, progress)


def told(film: Film, path: Path, look: FilmLook) -> str:
    """What was written, in a few words; that steps were left out is told."""
    if path.suffix.lower() in (EXTENSION, *EVENTS):
        return f"{len(film):,} events"
    most = MOST_STEPS if path.suffix.lower() == PAGE else look.frames
    shown, part = len(positions(film, look, most)), len(positions(film, look, len(film) + 1))
    return f"{shown:,} steps" if shown == part else say("{shown:,} of {part:,} steps, evenly spread", shown=shown,
                                                        part=part)
