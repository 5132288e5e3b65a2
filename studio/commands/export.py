"""`export FILE --engine E --out x.smt2`: what an engine really solves, for other solvers."""

from __future__ import annotations

import argparse
from pathlib import Path

from studio.commands.common import ANSWERED, Command, add_family, add_options, load
from studio.core import registry
from studio.core.engine import Options, pairs
from studio.core.files import write_atomically
from studio.core.puzzle import BadPuzzle


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file")
    parser.add_argument("--engine", required=True)
    add_options(parser)
    add_family(parser)
    parser.add_argument("--out", type=Path, required=True, help="its ending chooses the format: .smt2 .cnf .lp .mps .mzn")


def run(arguments: argparse.Namespace) -> int:
    puzzle = load(Path(arguments.file), arguments.family)
    engine = registry.family(puzzle.family).engine(arguments.engine)
    texts = engine.export(puzzle, Options.parse(engine, pairs(arguments.option)))
    wanted = arguments.out.suffix.removeprefix(".").lower()
    if wanted not in texts:
        there = ", ".join(f".{name}" for name in texts) or "no file at all"
        raise BadPuzzle(f"engine {engine.id} cannot write .{wanted} (it writes {there})")
    write_atomically(arguments.out, texts[wanted])
    return ANSWERED


COMMAND = Command("export", "write what an engine solves as SMT-LIB, DIMACS, LP, MPS or MiniZinc", configure, run)
