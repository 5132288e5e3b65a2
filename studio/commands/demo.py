"""`demo`: the studio without a screen: opens a sample, solves it, writes a picture and a film, prints depth statistics."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import TYPE_CHECKING

from studio.commands.common import ANSWERED, NOT_ANSWERED, Command, show, tell
from studio.commands.film import filmed
from studio.core import files, registry
from studio.core.draw import Overlay
from studio.core.engine import Options
from studio.core.film import TraceLog
from studio.core.puzzle import Answer, Board, Puzzle
from studio.core.say import say

if TYPE_CHECKING:
    from studio.share.film import Film

DEMO = "fobidoshi/20-spiders-thread.puzzle"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--out", type=Path, default=Path("demo"), help="folder for the picture and the film")


def run(arguments: argparse.Namespace) -> int:
    return play_demo(arguments.out)


def play_demo(folder: Path) -> int:
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    puzzle = _sample()
    family = registry.family(puzzle.family)
    engine = next(engine for engine in family.engines() if engine.id == "rules")
    show(say("opened: {title}, {rows}x{cols}", title=puzzle.title or family.name, rows=puzzle.grid.rows, cols=puzzle.grid.cols))
    film = filmed(puzzle, engine.id, Options(solutions=2), 60.0)
    result, log = film.result, film.log
    assert result is not None
    show(say("solved in the background by {engine}: {status}, {seconds:.3f} s, {count} events", engine=engine.name,
              status=result.status.value, seconds=result.seconds, count=len(log)))
    if not result.solutions:
        tell(say("the demo found no solution: {message}", message=result.message))
        return NOT_ANSWERED
    _pictures(film, result.solutions[0], folder)
    print(family.notation.solution_text(puzzle, result.solutions[0]))
    _print_statistics(log)
    return ANSWERED


def _sample() -> Puzzle:
    """The demo's puzzle: one of the sample library that needs guesses, else one that lives in the code."""
    path = files.library_folder() / DEMO
    return files.load(path).puzzle if path.exists() else registry.family("fobidoshi").samples()[0]


def _pictures(film: Film, answer: Answer, folder: Path) -> None:
    from studio.share import film_video, render
    from studio.ui import photograph

    folder.mkdir(parents=True, exist_ok=True)
    picture, moving = folder / "screenshot.png", folder / "film.gif"
    photograph.photograph(film.puzzle, "rules", picture)
    render.render_board(film.family, Board(film.puzzle, answer), Overlay(), folder / "solution.png")
    film_video.write_video(film, moving)
    show(say("wrote {picture}, {solution} and {film}", picture=picture, solution=folder / "solution.png", film=moving))


def _print_statistics(log: TraceLog) -> None:
    stats = log.stats
    show(say("depth statistics"))
    show(say("  nodes {nodes}, guesses {guesses}, backtracks {backtracks}, conflicts {conflicts}", nodes=stats.nodes,
             guesses=stats.guesses, backtracks=stats.backtracks, conflicts=stats.conflicts))
    show(say("  deepest {deepest}, mean {mean:.2f}, histogram {histogram}", deepest=stats.max_depth, mean=stats.mean_depth or 0,
             histogram=str(stats.depth_histogram())))
    for rule, use in stats.rules().items():
        show(say("  {rule}: {uses:.0f} times", rule=rule, uses=use["uses"]))


COMMAND = Command("demo", "play the demo without a screen", configure, run)
