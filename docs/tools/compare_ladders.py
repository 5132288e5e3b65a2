"""Two states of the program, the same boards: how many the ladders of each solve without a guess.

    python docs/tools/compare_ladders.py FOLDER --before TREE [--family NAME] [--every N] [--time-limit 20] [--out CSV]

TREE is a checkout of an older state (`git worktree add TREE COMMIT`); this checkout is the other one. Each state works in a
process of its own, the two in turn, board by board, both against the same CPU clock, which also stops a rule that is still
looking. Boards count if they have one solution, which today's engines decide (tilings that are images of each other count as
one).
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import signal
import statistics
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
ONE = ("unique", "solved")


class OutOfTime(Exception):
    """The board's CPU seconds are spent."""


# --- in the worker: only what both states of the program have ---------------------------------------------------------------
def serve(family: str, seconds: float) -> None:
    """Boards come in as paths, one a line; what the ladder did goes out as JSON, one line each."""
    def stop(*_: object) -> None:
        raise OutOfTime

    import studio

    if not Path(studio.__file__).is_relative_to(Path.cwd()):
        raise SystemExit(f"{studio.__file__} is not the program of {Path.cwd()}")
    signal.signal(signal.SIGVTALRM, stop)
    for line in sys.stdin:
        print(json.dumps(_climbed(line.strip(), family or None, seconds)), flush=True)


def _climbed(path: str, family_id: str | None, seconds: float) -> dict[str, Any]:
    from studio.core import files, registry
    from studio.core.deduction import Contradiction
    from studio.core.engine import Cancel
    from studio.setter.rating import climb

    try:
        puzzle = files.load(path, family_id).puzzle
    except ValueError as fault:
        return {"fault": str(fault)}
    family: Any = registry.family(puzzle.family)
    rules = family.rulebook.rules if hasattr(family, "rulebook") else family.rules()
    uses: Counter[str] = Counter()
    solved = late = clashed = False
    began = time.process_time()
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        state = family.rulebook.rated_from(puzzle) if hasattr(family, "rulebook") else family.rating_state(puzzle)
        solved = climb(state, rules, uses, Cancel())
    except OutOfTime:
        late = True
    except Contradiction:
        clashed = True
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    return {"family": puzzle.family, "rows": puzzle.grid.rows, "cols": puzzle.grid.cols, "solved": solved, "late": late,
            "clashed": clashed, "seconds": time.process_time() - began, "rules": uses}


# --- in the parent --------------------------------------------------------------------------------------------------------
class Worker:
    """One state of the program, kept running."""

    def __init__(self, tree: Path, arguments: argparse.Namespace) -> None:
        command = [sys.executable, __file__, "--serve", "--time-limit", str(arguments.time_limit), "--family", arguments.family]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=tree,
                                        env={**os.environ, "PYTHONPATH": str(tree)})

    def climb(self, path: Path) -> dict[str, Any]:
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(f"{path}\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit(f"the worker ended at {path}")
        found: dict[str, Any] = json.loads(line)
        return found

    def close(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()


@dataclass(frozen=True)
class Pair:
    """One board, before and after."""

    path: Path
    verdict: str
    before: dict[str, Any]
    after: dict[str, Any]

    @property
    def group(self) -> tuple[str, str]:
        side = max(self.after["rows"], self.after["cols"])
        step = next((most for most in (7, 10, 14, 20) if side <= most), 0)
        return self.after["family"], f"to {step}x{step}" if step else "larger"


def verdict(path: Path, family: str) -> str:
    from studio.core import files
    from studio.lab.ladder import verdict_of

    return verdict_of(files.load(path, family or None).puzzle).value


def compare(paths: Sequence[Path], arguments: argparse.Namespace) -> list[Pair]:
    workers = [Worker(arguments.before.resolve(), arguments), Worker(ROOT, arguments)]
    pairs: list[Pair] = []
    try:
        for worker in workers:
            worker.climb(paths[0])  # imports and kernels are made here, on nobody's account
        for number, path in enumerate(paths, 1):
            says = verdict(path, arguments.family)
            if says not in ONE:
                print(f"{number}/{len(paths)} {path.name}: {says}, not asked", flush=True)
                continue
            before, after = (worker.climb(path) for worker in workers)
            pairs.append(Pair(path, says, before, after))
            print(f"{number}/{len(paths)} {path.name}: {_told(before)} | {_told(after)}", flush=True)
    finally:
        for worker in workers:
            worker.close()
    return pairs


def _told(found: dict[str, Any]) -> str:
    if "fault" in found:
        return "not read"
    word = "solved" if found["solved"] else "out of time" if found["late"] else "clash" if found["clashed"] else "stuck"
    return f"{word} {found['seconds']:.2f}"


def table(pairs: Sequence[Pair]) -> str:
    """Markdown: per family and size, boards solved before and after, those out of time, and the CPU seconds, solved or not."""
    lines = ["| family | size | boards | before | after | out of time | median s | most s |", f"|{'---|' * 8}"]
    groups: dict[tuple[str, str], list[Pair]] = {}
    for pair in pairs:
        groups.setdefault(pair.group, []).append(pair)
        groups.setdefault((pair.after["family"], "all"), []).append(pair)
    order = ["to 7x7", "to 10x10", "to 14x14", "to 20x20", "larger", "all"]
    for family, size in sorted(groups, key=lambda key: (key[0], order.index(key[1]))):
        mine = groups[family, size]
        sides = [[pair.before for pair in mine], [pair.after for pair in mine]]
        done = [sum(each.get("solved", False) for each in side) for side in sides]
        late = [sum(each.get("late", False) for each in side) for side in sides]
        times = [sorted(each.get("seconds", 0.0) for each in side) for side in sides]
        cells = [f"{count} ({100 * count / len(mine):.1f} %)" for count in done]
        lines.append(f"| {family} | {size} | {len(mine)} | {cells[0]} | {cells[1]} | {late[0]}, {late[1]} | "
                     f"{statistics.median(times[0]):.2f}, {statistics.median(times[1]):.2f} | "
                     f"{times[0][-1]:.1f}, {times[1][-1]:.1f} |")
    return "\n".join(lines)


def used(pairs: Sequence[Pair]) -> str:
    """Of today's rules, on how many boards each was needed, hardest last."""
    from studio.core import registry

    lines = []
    for family in dict.fromkeys(pair.after["family"] for pair in pairs):
        boards: Counter[str] = Counter()
        for pair in pairs:
            if pair.after["family"] == family:
                boards.update(set(pair.after["rules"]))
        book = registry.family(family).rulebook
        assert book is not None
        lines.append(f"{family}: " + ", ".join(f"{rule.name} {boards[rule.name]}" for rule in book.rules))
    return "\n".join(lines)


def write(path: Path, pairs: Sequence[Pair]) -> None:
    with path.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["file", "family", "rows", "cols", "before", "before_s", "after", "after_s", "rules"])
        for pair in pairs:
            rules = " ".join(f"{name}:{count}" for name, count in pair.after["rules"].items())
            writer.writerow([pair.path, pair.after["family"], pair.after["rows"], pair.after["cols"],
                             *_told(pair.before).rsplit(" ", 1), *_told(pair.after).rsplit(" ", 1), rules])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("--before", type=Path, metavar="TREE")
    parser.add_argument("--family", default="")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--time-limit", type=float, default=20.0, metavar="S")
    parser.add_argument("--out", type=Path, metavar="CSV")
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.serve:
        sys.path.pop(0)  # this folder
        serve(arguments.family, arguments.time_limit)
        return
    if arguments.before is None or not arguments.folders:
        parser.error("a folder of boards and --before TREE are needed")
    sys.path.insert(0, str(ROOT))
    from studio.core import files

    paths = [path.resolve() for path in files.expand(arguments.folders)][:: arguments.every]
    pairs = compare(paths, arguments)
    print(table(pairs), used(pairs), sep="\n\n")
    if arguments.out is not None:
        write(arguments.out, pairs)


if __name__ == "__main__":
    main()
