"""`solve FILE_OR_FOLDER…`: answers, checked, for people or as JSON lines."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from typing import Any

from studio.commands.common import (
    ANSWERED,
    BAD_INPUT,
    NOT_ANSWERED,
    Command,
    Compiling,
    ProgressBar,
    Source,
    add_crew,
    add_family,
    add_options,
    show,
    sources,
    tell,
    tell_left_out,
    with_progress,
)
from studio.core import registry
from studio.core.engine import Limits, Options, SolveResult, Status, pairs
from studio.core.puzzle import Answer, BadPuzzle, Puzzle
from studio.core.say import listed, marked, say, say_n
from studio.lab.cluster import open_crew
from studio.lab.crew import Hold
from studio.run.job import start_solve

INTERRUPT_SECONDS = 2.0


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("paths", nargs="+", metavar="FILE",
                        help="files, folders, addresses, - for standard input, or a tiling typed out: 11x7 4T 3:3I")
    parser.add_argument("--engine", default="auto", help="the engine's id (see `engines`); auto is the family's best")
    add_options(parser)
    add_family(parser)
    goal = parser.add_mutually_exclusive_group()
    goal.add_argument("--unique", action="store_true", help="prove that there is one solution only, or show two")
    goal.add_argument("--solutions", type=int, default=1, metavar="K", help="look for up to K solutions (0 = all)")
    parser.add_argument("--time-limit", type=float, metavar="S", help="seconds per puzzle")
    parser.add_argument("--memory-limit", type=int, metavar="MB", help="megabytes per puzzle")
    parser.add_argument("--json", action="store_true", help="one JSON line per puzzle")
    parser.add_argument("--pieces", action="store_true", help="name every placed piece and where it lies (tilings)")
    parser.add_argument("--param", action="append", default=[], metavar="K=V",
                        help="ask another question of the same board, such as reflections=on or variant=basic; repeatable")
    add_crew(parser)


def run(arguments: argparse.Namespace) -> int:
    if arguments.solutions < 0:
        raise BadPuzzle(say("--solutions is 0 (all) or a positive number"))
    if arguments.time_limit is not None and arguments.time_limit <= 0:
        raise BadPuzzle(say("--time-limit is a positive number of seconds"))
    code = ANSWERED
    for label, puzzle, result in _answers(arguments):
        if puzzle is None or isinstance(result, BadPuzzle):
            _report_bad(label, str(result), arguments)
            code = BAD_INPUT
            continue
        if not result.answered and code == ANSWERED:
            code = NOT_ANSWERED
        if arguments.json:
            print(json.dumps(as_json(label, puzzle, arguments.engine, result, arguments.pieces)), flush=True)
        else:
            show(as_text(label, puzzle, arguments.engine, result, arguments.pieces))
        if result.stopped == Status.CANCELLED:  # Ctrl+C: what was found is told, and that was it
            raise KeyboardInterrupt
    return code


Answers = Iterator[tuple[str, Puzzle | None, SolveResult | BadPuzzle]]


def _answers(arguments: argparse.Namespace) -> Answers:
    """Every puzzle, by its name, with what came of it; or what is wrong with a file."""
    given = sources(arguments.paths)
    if arguments.jobs == 1 and arguments.cluster is None:
        for source in with_progress(given, marked("solving"), lambda each: each.label):
            for label, puzzle in _puzzles(source, arguments):
                try:
                    yield label, *((None, puzzle) if isinstance(puzzle, BadPuzzle) else (puzzle, solve_one(puzzle, arguments)))
                except BadPuzzle as fault:
                    yield label, None, fault
    else:
        yield from _by_a_crew([each for source in given for each in _puzzles(source, arguments)], arguments)


def _puzzles(source: Source, arguments: argparse.Namespace) -> Iterator[tuple[str, Puzzle | BadPuzzle]]:
    try:
        found = source.puzzles(arguments.family)
    except BadPuzzle as fault:
        yield source.label, fault
        return
    for label, opened in found:
        tell_left_out(label, opened)
        yield label, _asked(opened.puzzle, arguments.param)


def _asked(puzzle: Puzzle, texts: Sequence[str]) -> Puzzle | BadPuzzle:
    """The puzzle with other parameters."""
    if not texts:
        return puzzle
    family = registry.family(puzzle.family)
    known = {option.name: option for option in family.parameters}
    try:
        for name, text in pairs(texts).items():
            if name not in known:
                raise BadPuzzle(say("{family} has no parameter {name!r} (it has: {known})", family=family.name, name=name,
                                         known=", ".join(known) or "none"))
            puzzle = puzzle.with_params(**{name: known[name].parse(text)})
        family.validate(puzzle)
    except BadPuzzle as fault:
        return fault
    return puzzle


def _by_a_crew(given: Sequence[tuple[str, Puzzle | BadPuzzle]], arguments: argparse.Namespace) -> Answers:
    asked = []
    for label, puzzle in given:
        try:
            if isinstance(puzzle, BadPuzzle):
                raise puzzle
            asked.append((label, puzzle, *_question(puzzle, arguments)))
        except BadPuzzle as fault:
            yield label, None, fault
    crew = open_crew(arguments.jobs, arguments.cluster)
    bar = ProgressBar(len(asked), marked("solving"))
    try:
        for number, (question, result) in enumerate(crew.do(solve_there, asked), 1):
            bar.show(number, question[0])
            yield question[0], question[1], result
    finally:
        bar.close()
        crew.close()


Question = tuple[str, Puzzle, str, Options, Limits]


def solve_there(question: Question, hold: Hold) -> SolveResult:
    """One puzzle, wherever the crew works."""
    _, puzzle, engine, options, limits = question
    result: SolveResult = hold.wait(start_solve(puzzle, engine, options, limits, film=False, pool=hold.pool(puzzle.family)))
    return result


def _question(puzzle: Puzzle, arguments: argparse.Namespace) -> tuple[str, Options, Limits]:
    engine = registry.family(puzzle.family).engine(arguments.engine)
    wanted = 2 if arguments.unique else arguments.solutions
    options = Options.parse(engine, pairs(arguments.option), wanted)
    return engine.id, options, Limits(arguments.time_limit, arguments.memory_limit)


def solve_one(puzzle: Puzzle, arguments: argparse.Namespace) -> SolveResult:
    engine, options, limits = _question(puzzle, arguments)
    job = start_solve(puzzle, engine, options, limits, film=False)
    compiling = Compiling()
    try:
        result: SolveResult = job.wait(on_message=compiling)
    except KeyboardInterrupt:
        job.cancel()
        result = job.wait(INTERRUPT_SECONDS) or SolveResult(Status.CANCELLED)
        if not result.solutions:
            raise
    finally:
        compiling.close()
    return result


def as_json(path: str, puzzle: Puzzle, engine: str, result: SolveResult, pieces: bool = False) -> dict[str, Any]:
    family = registry.family(puzzle.family)
    line: dict[str, Any] = {
        "file": str(path), "family": puzzle.family, "engine": engine, "status": result.status.value,
        "complete": result.complete, "seconds": round(result.seconds, 6),
        "solutions": [family.notation.solution_json(puzzle, each) for each in result.solutions],
        "stats": result.stats,
    }
    if pieces:
        line["pieces"] = [placed_json(puzzle, each) for each in result.solutions]
    if result.stopped:
        line["stopped"] = result.stopped
    if result.film_seconds:
        line["film_seconds"] = round(result.film_seconds, 6)
    if result.count is not None:
        line["count"] = result.count
    if result.proof is not None:
        line["proof"] = result.proof
    if result.message:
        line["message"] = result.message
    return line


_SAID = {Status.UNIQUE: marked("one solution, proven unique"), Status.SOLVED: marked("solved"),
         Status.MULTIPLE: marked("several solutions"), Status.NONE: marked("no solution"), Status.TIMEOUT: marked("no answer"),
         Status.CANCELLED: marked("cancelled"), Status.ERROR: marked("error")}


def verdict_words(result: SolveResult) -> str:
    """What a run came to; one that was stopped says what it had found."""
    if result.complete or not result.solutions:
        return _SAID[result.status]
    return say_n("solved, uniqueness unknown", "{n:,} solutions so far", n=len(result.solutions))


def placed_json(puzzle: Puzzle, answer: Answer) -> list[dict[str, Any]]:
    """The pieces of an answer; rows and columns count from 1, as in sentences."""
    pieces = registry.family(puzzle.family).pieces
    found = pieces.placed(puzzle, answer) if pieces is not None else []
    told = []
    for name, cells in found:
        at = [[1 + row, 1 + col] for row, col in map(puzzle.grid.rc, cells)]
        told.append({"tile": name, "row": at[0][0], "column": at[0][1], "cells": at})
    return told


def _placed_lines(puzzle: Puzzle, answer: Answer) -> list[str]:
    return [say("  {tile} at row {row}, column {column}: {cells}", tile=piece["tile"], row=piece["row"], column=piece["column"],
                cells=" ".join(f"({row},{col})" for row, col in piece["cells"])) for piece in placed_json(puzzle, answer)]


def as_text(path: str, puzzle: Puzzle, engine: str, result: SolveResult, pieces: bool = False) -> str:
    family = registry.family(puzzle.family)
    lines: list[str] = [say("{path}: {family} {rows}x{cols}, {verdict} ({engine}, {seconds:.4f} s)", path=path,
                            family=family.name, rows=puzzle.grid.rows, cols=puzzle.grid.cols, verdict=verdict_words(result),
                            engine=engine, seconds=result.seconds)]
    if result.message:
        lines.append(say("  {message}", message=result.message))
    if result.count is not None:
        lines.append(say("  {count} solutions counted", count=result.count))
    for answer in result.solutions:
        lines.append(family.notation.solution_text(puzzle, answer))
        lines += _placed_lines(puzzle, answer) if pieces else []
    lines.append(say("  {figures}", figures=statistics_line(result.stats)))
    return listed(lines, "\n")


FIGURES = {"nodes": marked("nodes"), "guesses": marked("guesses"), "backtracks": marked("backtracks"),
           "conflicts": marked("conflicts"), "max_depth": marked("deepest"), "mean_depth": marked("mean depth")}


def statistics_line(stats: dict[str, Any]) -> str:
    return listed(say("{label} {figure}", label=label, figure="-" if stats[name] is None else stats[name])
                  for name, label in FIGURES.items() if name in stats)


def _report_bad(path: str, sentence: str, arguments: argparse.Namespace) -> None:
    tell(sentence)
    if arguments.json:
        print(json.dumps({"file": str(path), "family": None, "engine": arguments.engine, "status": "error", "seconds": 0,
                          "solutions": [], "stats": {}, "message": sentence}), flush=True)


COMMAND = Command("solve", "solve puzzles and show answers and statistics", configure, run, asks_workers=True)
