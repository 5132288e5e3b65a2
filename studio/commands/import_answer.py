"""`import-answer FILE MODEL`: what an outside solver said of an exported file, read back, checked and shown."""

from __future__ import annotations

import argparse
import json
from dataclasses import replace
from pathlib import Path

from studio.commands.common import ANSWERED, NOT_ANSWERED, Command, add_family, load, show, source, tell
from studio.core import files, registry
from studio.core.puzzle import BadPuzzle
from studio.core.say import say
from studio.solvers.outside import answer_in


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", help="the puzzle that was exported")
    parser.add_argument("model", help="the solver's output or solution file, or - for standard input")
    parser.add_argument("--out", type=Path, help="write the puzzle with this solution")
    parser.add_argument("--json", action="store_true")
    add_family(parser)


def run(arguments: argparse.Namespace) -> int:
    puzzle = load(arguments.file, arguments.family)
    family = registry.family(puzzle.family)
    if family.whole is None:
        raise BadPuzzle(say("{name} has no complete export whose answers could be read", name=family.name))
    text = source("-").text if arguments.model == "-" else files.read_text(Path(arguments.model))
    answer = answer_in(family.whole(puzzle), text)
    if answer is None:
        show(json.dumps({"solution": None, "unsatisfiable": True}) if arguments.json else say("the solver says: no solution"))
        return ANSWERED
    faults = family.wrong(puzzle, answer)
    if arguments.json:
        print(json.dumps({"solution": family.notation.solution_json(puzzle, answer), "faults": faults}))
    else:
        print(family.notation.solution_text(puzzle, answer))
    if faults:
        tell(say("this is no solution: {faults}", faults=faults[0]))
        return NOT_ANSWERED
    if arguments.out is not None:
        files.save(arguments.out, replace(puzzle, solution=answer))
    return ANSWERED


COMMAND = Command("import-answer", "read back, check and show what an outside solver said", configure, run)
