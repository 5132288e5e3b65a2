"""`solve FILE_OR_FOLDER…`: answers, checked, for people or as JSON lines."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from studio.commands.common import (
    ANSWERED,
    BAD_INPUT,
    NOT_ANSWERED,
    Command,
    add_family,
    add_options,
    load,
    say,
    with_progress,
)
from studio.core import files, registry
from studio.core.engine import Limits, Options, SolveResult, Status, pairs
from studio.core.puzzle import BadPuzzle, Puzzle
from studio.run.job import start_solve

INTERRUPT_SECONDS = 2.0


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("paths", nargs="+", metavar="FILE_OR_FOLDER")
    parser.add_argument("--engine", default="auto", help="the engine's id (see `engines`); auto is the family's best")
    add_options(parser)
    add_family(parser)
    goal = parser.add_mutually_exclusive_group()
    goal.add_argument("--unique", action="store_true", help="prove that there is one solution only, or show two")
    goal.add_argument("--solutions", type=int, default=1, metavar="K", help="look for up to K solutions (0 = all)")
    parser.add_argument("--time-limit", type=float, metavar="S", help="seconds per puzzle")
    parser.add_argument("--memory-limit", type=int, metavar="MB", help="megabytes per puzzle")
    parser.add_argument("--json", action="store_true", help="one JSON line per puzzle")


def run(arguments: argparse.Namespace) -> int:
    if arguments.solutions < 0:
        raise BadPuzzle("--solutions is 0 (all) or a positive number")
    if arguments.time_limit is not None and arguments.time_limit <= 0:
        raise BadPuzzle("--time-limit is a positive number of seconds")
    code = ANSWERED
    for path in with_progress(files.expand(arguments.paths), "solving", str):
        try:
            puzzle = load(path, arguments.family)
            result = solve_one(puzzle, arguments)
        except BadPuzzle as fault:
            _report_bad(path, str(fault), arguments)
            code = BAD_INPUT
            continue
        if not result.answered and code == ANSWERED:
            code = NOT_ANSWERED
        if arguments.json:
            print(json.dumps(as_json(path, puzzle, arguments.engine, result)), flush=True)
        else:
            print(as_text(path, puzzle, arguments.engine, result), flush=True)
        if result.stopped == Status.CANCELLED:  # Ctrl+C: what was found is told, and that was it
            raise KeyboardInterrupt
    return code


def solve_one(puzzle: Puzzle, arguments: argparse.Namespace) -> SolveResult:
    engine = registry.family(puzzle.family).engine(arguments.engine)
    wanted = 2 if arguments.unique else arguments.solutions
    options = Options.parse(engine, pairs(arguments.option), wanted)
    limits = Limits(arguments.time_limit, arguments.memory_limit)
    job = start_solve(puzzle, engine.id, options, limits, film=False)
    try:
        result: SolveResult = job.wait()
    except KeyboardInterrupt:
        job.cancel()
        result = job.wait(INTERRUPT_SECONDS) or SolveResult(Status.CANCELLED)
        if not result.solutions:
            raise
    return result


def as_json(path: Path, puzzle: Puzzle, engine: str, result: SolveResult) -> dict[str, Any]:
    family = registry.family(puzzle.family)
    line: dict[str, Any] = {
        "file": str(path), "family": puzzle.family, "engine": engine, "status": result.status.value,
        "complete": result.complete, "seconds": round(result.seconds, 6),
        "solutions": [family.notation.solution_json(puzzle, each) for each in result.solutions],
        "stats": result.stats,
    }
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


_SAID = {Status.UNIQUE: "one solution, proven unique", Status.SOLVED: "solved", Status.MULTIPLE: "several solutions",
         Status.NONE: "no solution", Status.TIMEOUT: "no answer", Status.CANCELLED: "cancelled", Status.ERROR: "error"}


def verdict_words(result: SolveResult) -> str:
    """What a run came to; one that was stopped says what it had found."""
    if result.complete or not result.solutions:
        return _SAID[result.status]
    return "solved, uniqueness unknown" if len(result.solutions) == 1 else f"{len(result.solutions):,} solutions so far"


def as_text(path: Path, puzzle: Puzzle, engine: str, result: SolveResult) -> str:
    family = registry.family(puzzle.family)
    lines = [f"{path}: {family.name} {puzzle.grid.rows}x{puzzle.grid.cols}, {verdict_words(result)} "
             f"({engine}, {result.seconds:.4f} s)"]
    if result.message:
        lines.append(f"  {result.message}")
    if result.count is not None:
        lines.append(f"  {result.count} solutions counted")
    lines += [family.notation.solution_text(puzzle, answer) for answer in result.solutions]
    lines.append("  " + statistics_line(result.stats))
    return "\n".join(lines)


def statistics_line(stats: dict[str, Any]) -> str:
    shown = {"nodes": "nodes", "guesses": "guesses", "backtracks": "backtracks", "conflicts": "conflicts",
             "max_depth": "deepest", "mean_depth": "mean depth"}
    return ", ".join(f"{label} {'-' if stats[name] is None else stats[name]}" for name, label in shown.items() if name in stats)


def _report_bad(path: Path, sentence: str, arguments: argparse.Namespace) -> None:
    say(f"puzzle-studio: {sentence}")
    if arguments.json:
        print(json.dumps({"file": str(path), "family": None, "engine": arguments.engine, "status": "error", "seconds": 0,
                          "solutions": [], "stats": {}, "message": sentence}), flush=True)


COMMAND = Command("solve", "solve puzzles and show answers and statistics", configure, run)
