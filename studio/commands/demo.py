"""`demo`: the studio without a screen: opens a sample, solves it, writes a picture and a film, prints depth statistics."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from studio.commands.common import ANSWERED, NOT_ANSWERED, Command, say
from studio.core import files, registry
from studio.core.draw import Overlay
from studio.core.engine import Limits, Options, SolveResult
from studio.core.film import TraceLog
from studio.core.puzzle import Board, Puzzle
from studio.run.job import start_solve

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
    print(f"opened: {puzzle.title or family.name}, {puzzle.grid.rows}x{puzzle.grid.cols}")
    log = TraceLog(puzzle.grid.size)
    job = start_solve(puzzle, engine.id, Options(solutions=2), Limits(60.0), film=True)
    result: SolveResult = job.wait(on_message=lambda message: log.add(message.value) if message.kind == "batch" else None)
    print(f"solved in the background by {engine.name}: {result.status.value}, {result.seconds:.3f} s, {len(log)} events")
    if not result.solutions:
        say(f"puzzle-studio: the demo found no solution: {result.message}")
        return NOT_ANSWERED
    _pictures(family.id, puzzle, result, log, folder)
    print(family.notation.solution_text(puzzle, result.solutions[0]))
    _print_statistics(log)
    return ANSWERED


def _sample() -> Puzzle:
    """The demo's puzzle: one of the sample library that needs guesses, else one that lives in the code."""
    path = files.library_folder() / DEMO
    return files.load(path).puzzle if path.exists() else registry.family("fobidoshi").samples()[0]


def _pictures(family_id: str, puzzle: Puzzle, result: SolveResult, log: TraceLog, folder: Path) -> None:
    from studio.ui import photograph, render, theme

    folder.mkdir(parents=True, exist_ok=True)
    family = registry.family(family_id)
    picture, film = folder / "screenshot.png", folder / "film.gif"
    light = theme.theme_named("light")
    photograph.photograph(puzzle, "rules", picture)
    render.render_board(family, Board(puzzle, result.solutions[0]), Overlay(), folder / "solution.png", light)
    render.render_film(family, puzzle, log, film, light)
    print(f"wrote {picture}, {folder / 'solution.png'} and {film}")


def _print_statistics(log: TraceLog) -> None:
    stats = log.stats
    print("depth statistics")
    print(f"  nodes {stats.nodes}, guesses {stats.guesses}, backtracks {stats.backtracks}, conflicts {stats.conflicts}")
    print(f"  deepest {stats.max_depth}, mean {stats.mean_depth or 0:.2f}, histogram {stats.depth_histogram()}")
    for rule, use in stats.rules().items():
        print(f"  {rule}: {use['uses']:.0f} times")


COMMAND = Command("demo", "play the demo without a screen", configure, run)
