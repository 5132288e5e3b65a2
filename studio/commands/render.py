"""`render FILE --out x.png|svg|pdf`, and with `--engine` a film as `.gif`."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from studio.commands.common import ANSWERED, NOT_ANSWERED, Command, ProgressBar, add_family, add_options, say
from studio.core import files, registry
from studio.core.draw import Overlay
from studio.core.engine import Limits, Options, pairs
from studio.core.film import TraceLog
from studio.core.puzzle import BadPuzzle, Board
from studio.run.job import Message, start_solve

PICTURES = (".png", ".svg", ".pdf")


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file")
    parser.add_argument("--out", type=Path, required=True, help="a .png, .svg or .pdf picture, or with --engine a .gif film")
    parser.add_argument("--engine", help="film this engine's search; a picture then shows its solution")
    add_options(parser)
    add_family(parser)
    parser.add_argument("--solution", action="store_true", help="show the stored solution")
    parser.add_argument("--theme", default="light", help="light, dark or colour-blind")
    parser.add_argument("--time-limit", type=float, default=60.0, metavar="S")


def run(arguments: argparse.Namespace) -> int:
    suffix = arguments.out.suffix.lower()
    if suffix not in (*PICTURES, ".gif"):
        raise BadPuzzle(f"pictures end in {', '.join(PICTURES)} and films in .gif, not in {suffix or 'nothing'!r}")
    if suffix == ".gif" and not arguments.engine:
        raise BadPuzzle("a film needs --engine: whose search is to be shown?")
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    opened = files.load(Path(arguments.file), arguments.family)
    puzzle = opened.puzzle
    family = registry.family(puzzle.family)
    from studio.ui import render, theme

    colours = theme.theme_named(arguments.theme)
    if not arguments.engine:
        marks = puzzle.solution if arguments.solution else opened.player.get("marks", family.start_marks(puzzle))
        if marks is None:
            raise BadPuzzle("the file holds no solution to show")
        render.render_board(family, Board(puzzle, marks), Overlay(), arguments.out, colours)
        return ANSWERED
    engine = family.engine(arguments.engine)
    log = TraceLog(puzzle.grid.size)
    options = Options.parse(engine, pairs(arguments.option))
    job = start_solve(puzzle, engine.id, options, Limits(arguments.time_limit), film=True)
    bar = ProgressBar(1, "filming", always=True)

    def listen(message: Message) -> None:
        if message.kind == "batch":
            log.add(message.value)
            bar.show(0, f"{len(log)} events")

    result = job.wait(on_message=listen)
    bar.close()
    log.proof = result.proof
    if suffix == ".gif":
        render.render_film(family, puzzle, log, arguments.out, colours)
    else:
        if not result.solutions and result.proof is None:
            say(f"puzzle-studio: no solution to show ({result.status.value} {result.message})")
            return NOT_ANSWERED
        marks = result.solutions[0] if result.solutions else family.start_marks(puzzle)
        render.render_board(family, Board(puzzle, marks), Overlay(proof=result.proof), arguments.out, colours)
    print(f"{arguments.out}: {result.status.value}, {len(log)} events")
    return ANSWERED


COMMAND = Command("render", "draw a puzzle to a picture, or an engine's search to a film", configure, run)
