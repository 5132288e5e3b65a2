"""`check FILE`: is it a puzzle, and do the stored solution and the player's marks keep the rules?"""

from __future__ import annotations

import argparse
import json
from typing import Any

from studio.commands.common import ANSWERED, NOT_ANSWERED, Command, add_family, show, source
from studio.core import registry
from studio.core.puzzle import Board, Violation
from studio.core.say import say


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file")
    add_family(parser)
    parser.add_argument("--json", action="store_true")


def run(arguments: argparse.Namespace) -> int:
    opened = source(arguments.file).only(arguments.family)
    puzzle = opened.puzzle
    family = registry.family(puzzle.family)
    boards = {"givens": Board(puzzle, family.start_marks(puzzle))}
    if puzzle.solution is not None:
        boards["solution"] = Board(puzzle, puzzle.solution)
    if "marks" in opened.player:
        boards["player's marks"] = Board(puzzle, opened.player["marks"])
    findings = {name: family.check(board) for name, board in boards.items()}
    if puzzle.solution is not None and not findings["solution"] and not family.is_complete(boards["solution"]):
        findings["solution"] = [Violation("incomplete", say("the stored solution is not complete"))]
    if arguments.json:
        print(json.dumps({"file": arguments.file, "family": family.id, **_json(findings)}))
    else:
        show(say("{path}: {family} {rows}x{cols}", path=arguments.file, family=family.name, rows=puzzle.grid.rows,
                 cols=puzzle.grid.cols))
        for name, violations in findings.items():
            show(say("  {name}: {verdict}", name=name, verdict="" if violations else say("no rule is broken")))
            for violation in violations:
                show(say("    {rule}: {message} ({cells})", rule=violation.rule, message=violation.message,
                         cells=puzzle.grid.cell_names(violation.cells)))
    return NOT_ANSWERED if any(findings.values()) else ANSWERED


def _json(findings: dict[str, list[Violation]]) -> dict[str, Any]:
    return {name: [{"rule": v.rule, "message": v.message, "cells": list(v.cells)} for v in violations]
            for name, violations in findings.items()}


COMMAND = Command("check", "check a file, its stored solution and the player's marks against the rules", configure, run,
                  asks_workers=True)
