"""`export FILE --out x.smt2`: the whole puzzle for other solvers, or with `--engine` what an engine really solves;
`--out x.html`: a page to play in any browser."""

from __future__ import annotations

import argparse
from pathlib import Path

from studio.commands.common import ANSWERED, Command, add_family, add_options, load
from studio.core import registry
from studio.core.engine import Engine, Limits, Options, pairs
from studio.core.family import Family
from studio.core.files import write_atomically
from studio.core.puzzle import BadPuzzle, Puzzle
from studio.core.say import say
from studio.run.job import start_solve
from studio.solvers.outside import Whole

SOLVE_SECONDS = 300.0
PAGES = ("html", "htm")


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", help="a file, an address, or - for standard input")
    parser.add_argument("--engine", help="what this engine gives its solver, instead of the whole puzzle")
    add_options(parser)
    add_family(parser)
    parser.add_argument("--out", type=Path, required=True,
                        help="its ending chooses the format: .cnf .smt2 .lp .mps .mzn .dlx, .html for a page to play; "
                             "- (with --to): standard output")
    parser.add_argument("--to", help="the format, where the name of the file does not tell it")
    parser.add_argument("--second", action="store_true",
                        help="forbid the solution that the studio finds: unsatisfiable means that it is the only one")


def run(arguments: argparse.Namespace) -> int:
    puzzle = load(arguments.file, arguments.family)
    family = registry.family(puzzle.family)
    wanted = (arguments.to or arguments.out.suffix.removeprefix(".")).lower()
    if wanted in PAGES:
        text = _page(puzzle, arguments)
    elif arguments.engine:
        text = _of_engine(family, puzzle, wanted, arguments)
    else:
        text = _whole(family, puzzle, wanted, arguments.second)
    if str(arguments.out) == "-":
        print(text, end="")
    else:
        write_atomically(arguments.out, text)
    return ANSWERED


def _page(puzzle: Puzzle, arguments: argparse.Namespace) -> str:
    if arguments.engine or arguments.second:
        raise BadPuzzle(say("a page to play takes neither --engine nor --second"))
    from studio.share.play_page import play_page

    return play_page(puzzle)


def _of_engine(family: Family, puzzle: Puzzle, wanted: str, arguments: argparse.Namespace) -> str:
    engine = family.engine(arguments.engine)
    if arguments.second:
        raise BadPuzzle(say("--second is for the whole puzzle, without --engine"))
    texts = engine.export(puzzle, Options.parse(engine, pairs(arguments.option)))
    if wanted not in texts:
        there = ", ".join(f".{name}" for name in texts) or say("no file at all")
        raise BadPuzzle(say("engine {id} cannot write .{wanted} (it writes {there})", id=engine.id, wanted=wanted,
                            there=there))
    return _with_legend(engine, wanted, texts[wanted])


COMMENTS = {"cnf": "c ", "smt2": "; ", "lp": "\\ ", "mps": "* ", "mzn": "% "}


def _with_legend(engine: Engine, form: str, text: str) -> str:
    """The text, with what its variables mean above it, and a model asked for in the way that all solvers understand."""
    lines = [say("engine {id} ({name}): what it gives its solver", id=engine.id, name=engine.name),
             *filter(None, [engine.legend])]
    head = "".join(f"{COMMENTS[form]}{line}\n" for line in lines) if form in COMMENTS else ""
    ask = "(set-option :produce-models true)\n" if form == "smt2" and ":produce-models" not in text else ""
    return head + ask + text


def _whole(family: Family, puzzle: Puzzle, wanted: str, second: bool) -> str:
    if family.whole is None:
        raise BadPuzzle(say("{family} has no complete export; name an engine", family=family.name))
    if wanted in family.exports:
        if second:
            raise BadPuzzle(say(".{form} cannot forbid a solution", form=wanted))
        return family.exports[wanted](puzzle)
    whole: Whole = family.whole(puzzle)
    if second:
        result = start_solve(puzzle, "auto", None, Limits(SOLVE_SECONDS), film=False).wait()
        if not result.solutions:
            raise BadPuzzle(result.message or say("there is no solution that could be forbidden"))
        whole = whole.without(result.solutions[0])
    return whole.text(wanted)


COMMAND = Command("export", "write the whole puzzle for other solvers, or as a page to play", configure, run)
