"""`mend FILE --out FILE`: add the clues that make a puzzle unique, or with --thin drop those that it can do without."""

from __future__ import annotations

import argparse
from pathlib import Path

from studio.commands.cells import add_only, cells_named
from studio.commands.common import ANSWERED, NOT_ANSWERED, Command, ProgressBar, add_family, load, show, tell
from studio.core import files, registry
from studio.core.engine import Limits, SolveResult, Status
from studio.core.puzzle import BadPuzzle, Puzzle
from studio.core.say import listed, marked, say, say_n
from studio.run.job import Message, start
from studio.setter.begin import STARTS
from studio.setter.carve import SYMMETRIES
from studio.setter.clashes import in_order
from studio.setter.generate import DIFFICULTIES
from studio.setter.mend import ANY, Mended, Wishes
from studio.setter.requests import MakeUnique, StartFrom, ThinOut


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("path", type=Path, metavar="FILE")
    parser.add_argument("--thin", action="store_true", help="drop superfluous clues instead of adding missing ones")
    parser.add_argument("--symmetry", choices=SYMMETRIES, default="none", help="clues come and go in groups that lie alike")
    parser.add_argument("--difficulty", choices=DIFFICULTIES, default=ANY, help="rules of this level shall solve it")
    parser.add_argument("--clues", type=int, metavar="N", help="so many given cells, if that can be had")
    add_only(parser)
    parser.add_argument("--from", dest="start", choices=STARTS, default="", help="board: keep its clues; pattern: other "
                        "values in the same cells; solution: thin out the clues of the stored solution")
    parser.add_argument("--also", action="append", default=[], metavar="KIND",
                        help="a further kind of clue that is added where it helps, if the family has any (Fillomino: border)")
    parser.add_argument("--keep-questions", action="store_true", help="no “?” clue of the board is told its value")
    parser.add_argument("--seed", type=int, default=0, help="another order of trying, another puzzle")
    parser.add_argument("--time-limit", type=float, default=120.0, metavar="S", help="seconds (120)")
    parser.add_argument("--out", type=Path, required=True, help="the mended puzzle")
    add_family(parser)


def run(arguments: argparse.Namespace) -> int:
    puzzle = load(arguments.path, arguments.family)
    if arguments.time_limit <= 0:
        raise BadPuzzle(say("--time-limit is a positive number of seconds"))
    kinds = _kinds(puzzle, arguments.also)
    only = cells_named(puzzle.grid, arguments.only)
    wishes = Wishes(arguments.symmetry, arguments.difficulty, arguments.clues, only, arguments.seed, kinds,
                    arguments.keep_questions)
    wish: MakeUnique | ThinOut | StartFrom = ThinOut(puzzle, wishes) if arguments.thin else MakeUnique(puzzle, None, wishes)
    if arguments.start:
        wish = StartFrom(puzzle, arguments.start, puzzle.solution, wishes)
    bar = ProgressBar(100, marked("mending"))

    def tell_progress(message: Message) -> None:
        if message.kind == "progress":
            bar.show(100 * message.value[0], message.value[1])

    try:
        result = start(wish, Limits(arguments.time_limit)).wait(on_message=tell_progress)
    finally:
        bar.close()
    if isinstance(result, SolveResult):
        if result.status is Status.ERROR:
            raise BadPuzzle(result.message)
        tell(result.message or result.status.value)
        return NOT_ANSWERED
    files.save(arguments.out, result.puzzle)
    show(say("{what}: {path}", what=in_words(puzzle, result), path=arguments.out))
    if result.message:
        tell(result.message)
    return ANSWERED


def _kinds(puzzle: Puzzle, also: list[str]) -> tuple[str, ...]:
    family = registry.family(puzzle.family)
    known = [kind for kind, _ in family.clues.kinds] if family.clues is not None else []
    for kind in also:
        if kind not in known:
            raise BadPuzzle(say("{name} has no further clues {kind!r} (it has: {known})", name=family.name, kind=kind,
                                known=', '.join(known) or say('none')))
    return tuple(also)


def in_words(puzzle: Puzzle, mended: Mended) -> str:
    family = registry.family(puzzle.family)
    if mended.added:
        return say_n("{n} clue added ({names})", "{n} clues added ({names})", n=len(mended.added),
                     names=listed(family.clue_name(puzzle, clue) for clue in in_order(mended.added)))
    if mended.removed:
        return say_n("{n} clue dropped ({names})", "{n} clues dropped ({names})", n=len(mended.removed),
                     names=listed(family.clue_name(puzzle, clue) for clue in in_order(mended.removed)))
    return say("nothing to mend")


COMMAND = Command("mend", "add the clues that make a puzzle unique, or drop superfluous ones", configure, run,
                  asks_workers=True)
