"""Makes the sample library: `python docs/tools/make_samples.py [FAMILY …] [--again]`.

Generated puzzles come from the studio's own generators with fixed seeds (`sample_list.py`), the tilings are classical problems
(`tilings.py`) and a few generated ones. Files that exist are left alone unless `--again` is said.
The same seed gives the same puzzle only as long as generator and ladder stay as they are: after a change to either, `--again`
makes another library, of which difficulties and titles have to be looked at anew.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from dataclasses import replace
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(Path(__file__).parent)]

from sample_list import GENERATED, Wish  # noqa: E402
from tilings import make_tilings  # noqa: E402

from studio.core import files, registry  # noqa: E402
from studio.core.engine import Cancel  # noqa: E402
from studio.core.parts import GenerateRequest  # noqa: E402
from studio.core.puzzle import Puzzle  # noqa: E402
from studio.setter.generate import generate  # noqa: E402

AUTHOR = "Puzzle Studio"


def file_name(number: int, title: str) -> str:
    """"Spider's Thread" as no. 20 is 20-spiders-thread.puzzle."""
    return f"{number:02d}-{re.sub(r'[^a-z0-9]+', '-', title.lower().replace(chr(39), '')).strip('-')}{files.EXTENSION}"


def made_of(family_id: str, wish: Wish) -> Puzzle:
    """The generated puzzle with its title, author and difficulty."""
    request = GenerateRequest(*wish.size, wish.seed, wish.difficulty, wish.symmetry, dict(wish.values))
    found = generate(registry.family(family_id), request, lambda _fraction, _text: None, Cancel())
    if wish.difficulty not in ("any", found.level):
        print(f"  {wish.title}: wanted {wish.difficulty}, found {found.level}; another seed is needed", flush=True)
    extra = {"difficulty": found.level, **found.puzzle.extra}
    return replace(found.puzzle, title=wish.title, author=AUTHOR, extra=extra)


def make_generated(family_id: str, again: bool, first: int = 1) -> None:
    folder = ROOT / "puzzles" / family_id
    folder.mkdir(parents=True, exist_ok=True)
    for number, wish in enumerate(GENERATED[family_id], first):
        path = folder / file_name(number, wish.title)
        if path.exists() and not again:
            continue
        started = time.perf_counter()
        puzzle = made_of(family_id, wish)
        files.save(path, puzzle)
        seconds = time.perf_counter() - started
        told = f"{len(puzzle.clues())} clues, {puzzle.extra['difficulty']}, {seconds:.1f} s"
        print(f"{path.relative_to(ROOT)}: {told}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description="makes the sample library")
    parser.add_argument("families", nargs="*", default=[*GENERATED])
    parser.add_argument("--again", action="store_true", help="make files anew that exist")
    arguments = parser.parse_args()
    for family_id in arguments.families:
        first = 1
        if family_id == "tiling":
            first += make_tilings(ROOT / "puzzles" / "tiling", AUTHOR, file_name, arguments.again)
        make_generated(family_id, arguments.again, first)


if __name__ == "__main__":
    main()
