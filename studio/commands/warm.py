"""`warm`: compile the fast kernels once, so that no first solve waits for it. The window does so in the background."""

from __future__ import annotations

import argparse
import multiprocessing
import os
import time
from concurrent.futures import ProcessPoolExecutor, as_completed

from studio.commands.common import ANSWERED, Command, note
from studio.core import isolate, lifeline, registry
from studio.core.say import say
from studio.run.prepare import note_prepared, warm_family


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("families", nargs="*", help="only these families")
    parser.add_argument("--quiet", action="store_true")
    parser.add_argument("--parent", type=int, help=argparse.SUPPRESS)


def run(arguments: argparse.Namespace) -> int:
    if arguments.parent is not None:
        lifeline.die_with_parent(arguments.parent)
    chosen = [registry.family(name) for name in arguments.families] or registry.families()
    started = time.perf_counter()
    isolate.harden()
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(min(len(chosen), os.cpu_count() or 1), mp_context=context) as pool:
        waiting = {pool.submit(warm_family, family.id, os.getpid()): family for family in chosen}
        for done in as_completed(waiting):
            done.result()
            note_prepared(waiting[done].id)
            if not arguments.quiet:
                note(say("ready: {name} ({seconds:.0f} s)", name=waiting[done].name, seconds=time.perf_counter() - started))
    return ANSWERED


COMMAND = Command("warm", "compile the fast kernels now, so that no first solve has to wait", configure, run)
