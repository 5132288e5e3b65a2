"""`book FILES… --out book.pdf`: puzzles to print, with their solutions at the end."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from studio.commands.common import ANSWERED, Command, ProgressBar, add_family, load, show, tell
from studio.core import files
from studio.core.engine import Limits, SolveResult
from studio.core.puzzle import Answer, BadPuzzle, Puzzle
from studio.core.say import marked, say
from studio.run.job import Message, start
from studio.setter.requests import Solutions


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("paths", nargs="+", metavar="FILE_OR_FOLDER")
    parser.add_argument("--out", type=Path, required=True, help="the .pdf file")
    parser.add_argument("--title", default="", help="on the first page")
    parser.add_argument("--per-page", type=int, default=0, metavar="N",
                        help="boards on a page: 1, 2, 4, 6 or 12; without it as many as stay easy to read")
    parser.add_argument("--paper", choices=("A4", "A5", "Letter"), default="A4")
    parser.add_argument("--no-solutions", action="store_true", help="leave the solutions out")
    add_family(parser)


def run(arguments: argparse.Namespace) -> int:
    if arguments.out.suffix.lower() != ".pdf":
        raise BadPuzzle(say("a book ends in .pdf, not in {suffix!r}", suffix=arguments.out.suffix or 'nothing'))
    puzzles: list[Puzzle] = []
    for path in files.expand(arguments.paths):
        try:
            puzzles.append(load(path, arguments.family))
        except BadPuzzle as fault:
            tell(say("left out: {fault}", fault=fault))
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from studio.share.book import write_book

    answers = [None] * len(puzzles) if arguments.no_solutions else _answers(puzzles)
    pages = write_book(puzzles, answers, arguments.out, arguments.title, arguments.per_page, paper=arguments.paper)
    show(say("{out}: {count} puzzles on {pages} pages", out=arguments.out, count=len(puzzles), pages=pages))
    missing = sum(answer is None for answer in answers)
    if missing and not arguments.no_solutions:
        tell(say("{missing} of them without a solution", missing=missing))
    return ANSWERED


def _answers(puzzles: list[Puzzle]) -> list[Answer | None]:
    """Solved in a worker, so that no native code can hold us up for good."""
    bar = ProgressBar(len(puzzles), marked("solving"))

    def show(message: Message) -> None:
        if message.kind == "progress":
            bar.show(len(puzzles) * message.value[0], message.value[1])

    try:
        result = start(Solutions(puzzles), Limits(None)).wait(on_message=show)
    finally:
        bar.close()
    if isinstance(result, SolveResult):
        raise BadPuzzle(result.message or result.status.value)
    return list(result)


COMMAND = Command("book", "print puzzles and their solutions as a PDF", configure, run, asks_workers=True)
