"""`warm`: compile the fast kernels once, so that no first solve waits for it. `make venv` does this."""

from __future__ import annotations

import argparse
import time

from studio.commands.common import ANSWERED, Command, say
from studio.core import registry


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("families", nargs="*", help="only these families")


def run(arguments: argparse.Namespace) -> int:
    chosen = [registry.family(name) for name in arguments.families] or registry.families()
    for family in chosen:
        for engine in family.engines():
            started = time.perf_counter()
            engine.warm_up()
            taken = time.perf_counter() - started
            if taken > 1.0:
                say(f"compiled {family.name}: {engine.name} ({taken:.0f} s)")
    return ANSWERED


COMMAND = Command("warm", "compile the fast kernels now, so that no first solve has to wait", configure, run)
