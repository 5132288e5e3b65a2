"""`film FILE --engine E --out x.film|mp4|webm|gif|html|csv|jsonl`: a search as something to keep and to show."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import TYPE_CHECKING

from studio.commands.common import ANSWERED, NOT_ANSWERED, Command, ProgressBar, add_family, add_options, load, show
from studio.core import files, registry
from studio.core.engine import Limits, Options, pairs
from studio.core.puzzle import BadPuzzle, Puzzle
from studio.core.say import marked, say

if TYPE_CHECKING:
    from studio.share.film import Film
    from studio.share.film_look import FilmLook


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", help="a puzzle (a file, an address, or - for standard input), or a .film that was made before")
    parser.add_argument("--out", type=Path, required=True, action="append",
                        help="what to write: .film, .mp4, .webm, .gif, .html, .csv or .jsonl; repeatable")
    parser.add_argument("--engine", help="whose search (see `engines`); default: auto")
    add_options(parser)
    add_family(parser)
    parser.add_argument("--solutions", type=int, default=1, metavar="K", help="look for up to K solutions (0 = all)")
    parser.add_argument("--time-limit", type=float, default=60.0, metavar="S")
    parser.add_argument("--layout", default="full", help="board, caption (with the step in words) or full (default)")
    parser.add_argument("--theme", default="light", help="light, dark or safe (told apart without red and green)")
    parser.add_argument("--height", type=int, default=0, metavar="PIXELS", help="of the board; else 28 a cell")
    parser.add_argument("--speed", type=float, default=12.0, metavar="N", help="steps a second")
    parser.add_argument("--pause", type=float, default=0.0, metavar="S",
                        help="seconds to stay longer at guesses, contradictions, cuts and solutions")
    parser.add_argument("--from", dest="first", type=int, default=0, metavar="EVENT", help="begin after so many events")
    parser.add_argument("--to", dest="last", type=int, metavar="EVENT", help="end after so many events")
    parser.add_argument("--frames", type=int, default=400, metavar="N",
                        help="pictures at most; a longer part is shown in evenly spread steps")


def run(arguments: argparse.Namespace) -> int:
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from studio.share import film_out
    from studio.share.film_look import FilmLook
    from studio.share.theme import THEMES

    for path in arguments.out:
        film_out.check_ending(path)
        files.check_writable(path)
    if arguments.theme not in THEMES:
        raise BadPuzzle(say("a theme is one of {themes}, not {theme!r}", themes=', '.join(THEMES),
                            theme=arguments.theme))
    look = FilmLook(arguments.layout, THEMES[arguments.theme], arguments.height, arguments.speed, arguments.pause,
                    arguments.first, arguments.last, arguments.frames)
    film = _film(arguments)
    if not len(film):
        raise BadPuzzle(say("{id} tells no steps, so there is nothing to film", id=film.engine.id))
    for path in arguments.out:
        _write(film, path, look)
    answered = film.result is None or film.result.status.answered
    return ANSWERED if answered else NOT_ANSWERED


def _write(film: Film, path: Path, look: FilmLook) -> None:
    from studio.share import film_out

    bar = ProgressBar(100, path.name, always=True)
    film_out.write(film, path, look, lambda part, text: bar.show(100 * part, text))
    bar.close()
    show(say("{path}: {what}", path=path, what=film_out.told(film, path, look)))


def _film(arguments: argparse.Namespace) -> Film:
    from studio.share.film_file import is_film, read_film

    if is_film(arguments.file):
        if arguments.engine or arguments.option:
            raise BadPuzzle(say("a film knows its engine and options; give a puzzle to film another search"))
        return read_film(arguments.file)
    puzzle = load(arguments.file, arguments.family)
    engine = registry.family(puzzle.family).engine(arguments.engine or "auto")
    options = Options.parse(engine, pairs(arguments.option), arguments.solutions)
    return filmed(puzzle, engine.id, options, arguments.time_limit)


def filmed(puzzle: Puzzle, engine_id: str, options: Options, time_limit: float) -> Film:
    """A search under the camera, with a bar on the terminal."""
    from studio.share.filming import record

    bar = ProgressBar(1, marked("filming"), always=True)
    film = record(puzzle, engine_id, options, Limits(time_limit),
                  lambda events: bar.show(0, say("{events} events", events=events)))
    bar.close()
    return film


COMMAND = Command("film", "film an engine's search: to keep, to play in a browser, or as a moving picture", configure, run)
