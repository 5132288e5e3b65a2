"""`analyze FILES…`: what a setter wants to know of every puzzle, for people or as JSON lines."""

from __future__ import annotations

import argparse
import json
from dataclasses import replace
from typing import Any

from studio.commands.common import (
    ANSWERED,
    BAD_INPUT,
    NOT_ANSWERED,
    Command,
    add_family,
    show,
    sources,
    tell,
    tell_left_out,
    with_progress,
)
from studio.core import registry
from studio.core.engine import Limits, SolveResult
from studio.core.puzzle import BadPuzzle, Puzzle
from studio.core.say import marked, say
from studio.run.job import start
from studio.setter.report import Analysed, as_json, as_text
from studio.setter.requests import Report

NOTHING: dict[str, Any] = {"verdict": "error", "seconds": 0.0, "forced": [], "differing": [], "clashing": [], "rating": None,
                           "rules": {}}
"""All the fields of a line about a file that holds no puzzle."""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("paths", nargs="+", metavar="FILE", help="files, folders, addresses, or - for standard input")
    add_family(parser)
    parser.add_argument("--count", type=int, default=2, metavar="K", help="count solutions up to K")
    parser.add_argument("--no-rating", action="store_true", help="leave the rating out (it may take longer than all the rest)")
    parser.add_argument("--time-limit", type=float, default=60.0, metavar="S", help="seconds per puzzle (60)")
    parser.add_argument("--json", action="store_true", help="one JSON line per puzzle")


def run(arguments: argparse.Namespace) -> int:
    if arguments.count < 2 or arguments.time_limit <= 0:
        raise BadPuzzle(say("--count is at least 2, and --time-limit a positive number of seconds"))
    code = ANSWERED
    for source in with_progress(sources(arguments.paths), marked("analyzing"), lambda each: each.label):
        try:
            puzzles = source.puzzles(arguments.family)
        except BadPuzzle as fault:
            code = _bad(source.label, fault, arguments.json)
            continue
        for label, opened in puzzles:
            tell_left_out(label, opened)
            try:
                analysed = _analyse(opened.puzzle, arguments)
            except BadPuzzle as fault:
                code = _bad(label, fault, arguments.json)
                continue
            code = max(code, ANSWERED if analysed.verdict.known else NOT_ANSWERED)
            _show(label, opened.puzzle, analysed, arguments.json)
    return code


def _bad(label: str, fault: BadPuzzle, wants_json: bool) -> int:
    tell(str(fault))
    if wants_json:
        print(json.dumps({"file": label, "family": None, **NOTHING, "message": str(fault)}), flush=True)
    return BAD_INPUT


def _analyse(puzzle: Puzzle, arguments: argparse.Namespace) -> Analysed:
    """In a worker, so that the time limit also ends native code; what was known by then is kept."""
    job = start(Report(puzzle, arguments.count, not arguments.no_rating), Limits(arguments.time_limit))
    known = [Analysed()]
    try:
        result = job.wait(on_message=lambda message: known.append(message.value) if message.kind == "partial" else None)
    except KeyboardInterrupt:
        job.cancel()
        raise
    if isinstance(result, SolveResult):
        verdict = replace(known[-1].verdict, message=result.message, seconds=known[-1].verdict.seconds or result.seconds)
        return Analysed(verdict)
    analysed: Analysed = result
    return analysed


def _show(path: str, puzzle: Puzzle, analysed: Analysed, wants_json: bool) -> None:
    family = registry.family(puzzle.family)
    if wants_json:
        line: dict[str, Any] = {"file": str(path), "family": puzzle.family, **as_json(family, puzzle, analysed)}
        print(json.dumps(line), flush=True)
    else:
        show(say("{path}: {family} {rows}x{cols}: {text}", path=path, family=family.name, rows=puzzle.grid.rows,
                 cols=puzzle.grid.cols, text=as_text(family, puzzle, analysed)))


COMMAND = Command("analyze", "unique? what is forced, what clashes, how hard is it?", configure, run, asks_workers=True)
