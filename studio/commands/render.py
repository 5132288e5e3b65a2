"""`render FILE --out x.png|svg|pdf`, and with `--engine` a film as `.gif`."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from studio.commands.common import ANSWERED, NOT_ANSWERED, Command, add_family, add_options, show, source, tell
from studio.commands.film import filmed
from studio.core import registry
from studio.core.draw import Overlay
from studio.core.engine import Options, pairs
from studio.core.puzzle import BadPuzzle, Board
from studio.core.say import say

PICTURES = (".png", ".svg", ".pdf")


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", help="a file, an address, or - for standard input")
    parser.add_argument("--out", type=Path, required=True, help="a .png, .svg or .pdf picture, or with --engine a .gif film")
    parser.add_argument("--engine", help="film this engine's search; a picture then shows its solution")
    add_options(parser)
    add_family(parser)
    parser.add_argument("--solution", action="store_true", help="show the stored solution")
    parser.add_argument("--beside", action="store_true", help="show the stored solution beside the puzzle")
    parser.add_argument("--title", action="store_true", help="with its title and author")
    parser.add_argument("--marks", action="store_true", help="with the player's marks, if the file holds some")
    parser.add_argument("--cell", type=int, default=0, metavar="PIXELS",
                        help="size of a cell in a .png (96; 48 on very large boards)")
    parser.add_argument("--theme", default="light", help="light, dark or colour-blind")
    parser.add_argument("--time-limit", type=float, default=60.0, metavar="S")


def run(arguments: argparse.Namespace) -> int:
    suffix = arguments.out.suffix.lower()
    if suffix not in (*PICTURES, ".gif"):
        raise BadPuzzle(say("pictures end in {pictures} and films in .gif, not in {suffix!r}",
                            pictures=', '.join(PICTURES), suffix=suffix or 'nothing'))
    if suffix == ".gif" and not arguments.engine:
        raise BadPuzzle(say("a film needs --engine: whose search is to be shown?"))
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    opened = source(arguments.file).only(arguments.family)
    puzzle = opened.puzzle
    family = registry.family(puzzle.family)
    from studio.share import clean, render, theme

    colours = theme.theme_named(arguments.theme)
    if not arguments.engine:
        if puzzle.solution is None and (arguments.solution or arguments.beside):
            raise BadPuzzle(say("the file holds no solution to show"))
        marks = puzzle.solution if arguments.solution else opened.player.get("marks", family.start_marks(puzzle))
        wanted = clean.Wanted(arguments.cell, arguments.title, arguments.marks or arguments.solution,
                                puzzle.solution if arguments.beside else None, colours)
        clean.write_picture(Board(puzzle, marks), arguments.out, wanted)
        return ANSWERED
    engine = family.engine(arguments.engine)
    film = filmed(puzzle, engine.id, Options.parse(engine, pairs(arguments.option)), arguments.time_limit)
    result = film.result
    assert result is not None
    if suffix == ".gif":
        from studio.share.film_look import FilmLook
        from studio.share.film_video import write_video

        write_video(film, arguments.out, FilmLook(theme=colours))
    else:
        if not result.solutions and result.proof is None:
            tell(say("no solution to show ({status} {message})", status=result.status.value,
                     message=result.message))
            return NOT_ANSWERED
        marks = result.solutions[0] if result.solutions else family.start_marks(puzzle)
        render.render_board(family, Board(puzzle, marks), Overlay(proof=result.proof), arguments.out, colours)
    show(say("{path}: {status}, {events} events", path=arguments.out, status=result.status.value, events=len(film)))
    return ANSWERED


COMMAND = Command("render", "draw a puzzle to a picture, or an engine's search to a film", configure, run, asks_workers=True)
