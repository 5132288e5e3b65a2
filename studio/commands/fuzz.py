"""`fuzz --minutes N`: engines against each other and the checker on random boards, and spoiled inputs for every reader."""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from studio.commands.common import ANSWERED, NOT_ANSWERED, STOPPED, Command, ProgressBar, make_folder, note, show
from studio.core import files, registry
from studio.core.say import marked, say, say_n


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("families", nargs="*", help="only these families")
    parser.add_argument("--minutes", type=float, default=1.0, metavar="N", help="how long (1)")
    parser.add_argument("--seed", type=int, default=1, help="another seed tries other boards and texts")
    parser.add_argument("--out", type=Path, metavar="DIR", help="write what went wrong into this folder")


def run(arguments: argparse.Namespace) -> int:
    from studio.lab.fuzz import rounds

    chosen = [registry.family(name) for name in arguments.families] or registry.all_families()
    if arguments.out is not None:
        make_folder(arguments.out)
        files.check_writable(arguments.out / "trouble")
    seconds = 60 * arguments.minutes
    bar, started = ProgressBar(round(seconds), marked("fuzz"), always=True), time.perf_counter()
    boards = texts = troubles = 0
    stopped = False
    try:
        for what, trouble in rounds(arguments.seed, chosen):
            boards += what.endswith(" board")
            texts += not what.endswith(" board")
            if trouble is not None:
                troubles += 1
                bar.close()
                show(say("{what}: {trouble}", what=what, trouble=trouble.what))
                if arguments.out is not None:
                    files.write_atomically(arguments.out / f"{troubles:03d}.txt", trouble.text)
            spent = time.perf_counter() - started
            bar.show(min(spent, seconds), say("{boards} boards, {texts} texts", boards=boards, texts=texts))
            if spent > seconds:
                break
    except KeyboardInterrupt:
        stopped = True
    finally:
        bar.close()
    told = (say_n("{boards} boards, {texts} spoiled texts: {n} trouble", "{boards} boards, {texts} spoiled texts: {n} troubles",
                  n=troubles, boards=boards, texts=texts) if troubles
            else say("{boards} boards, {texts} spoiled texts: no trouble", boards=boards, texts=texts))
    note(say("{told}; stopped", told=told) if stopped else told)
    if stopped:
        return STOPPED
    return NOT_ANSWERED if troubles else ANSWERED


COMMAND = Command("fuzz", "try engines and readers on random boards and spoiled files", configure, run)
