"""`mend FILE --out FILE`: add the clues that make a puzzle unique, or with --thin drop those that it can do without."""

from __future__ import annotations

import argparse
from pathlib import Path

from studio.commands.common import ANSWERED, NOT_ANSWERED, Command, ProgressBar, add_family, load, say
from studio.core import files, registry
from studio.core.engine import Limits, SolveResult, Status
from studio.core.puzzle import BadPuzzle, Puzzle
from studio.run.job import Message, start
from studio.setter.carve import SYMMETRIES
from studio.setter.mend import Mended
from studio.setter.requests import MakeUnique, ThinOut


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("path", type=Path, metavar="FILE")
    parser.add_argument("--thin", action="store_true", help="drop superfluous clues instead of adding missing ones")
    parser.add_argument("--symmetry", choices=SYMMETRIES, default="none", help="with --thin: clues go in groups that lie alike")
    parser.add_argument("--seed", type=int, default=0, help="with --thin: another order of trying, another puzzle")
    parser.add_argument("--time-limit", type=float, default=120.0, metavar="S", help="seconds (120)")
    parser.add_argument("--out", type=Path, required=True, help="the mended puzzle")
    add_family(parser)


def run(arguments: argparse.Namespace) -> int:
    puzzle = load(arguments.path, arguments.family)
    if arguments.time_limit <= 0:
        raise BadPuzzle("--time-limit is a positive number of seconds")
    wish = ThinOut(puzzle, arguments.symmetry, arguments.seed) if arguments.thin else MakeUnique(puzzle)
    bar = ProgressBar(100, "mending")

    def show(message: Message) -> None:
        if message.kind == "progress":
            bar.show(100 * message.value[0], message.value[1])

    try:
        result = start(wish, Limits(arguments.time_limit)).wait(on_message=show)
    finally:
        bar.close()
    if isinstance(result, SolveResult):
        if result.status is Status.ERROR:
            raise BadPuzzle(result.message)
        say(f"puzzle-studio: {result.message or result.status.value}")
        return NOT_ANSWERED
    files.save(arguments.out, result.puzzle)
    print(f"{in_words(puzzle, result)}: {arguments.out}")
    return ANSWERED


def in_words(puzzle: Puzzle, mended: Mended) -> str:
    family = registry.family(puzzle.family)
    for verb, cells in (("added", mended.added), ("dropped", mended.removed)):
        if cells:
            names = ", ".join(family.clue_name(puzzle, cell) for cell in sorted(cells))
            return f"{len(cells)} {'clue' if len(cells) == 1 else 'clues'} {verb} ({names})"
    return "nothing to mend"


COMMAND = Command("mend", "add the clues that make a puzzle unique, or drop superfluous ones", configure, run)
