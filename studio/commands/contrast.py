"""`contrast`: how well everything can be told from what is behind it, in every theme; and which colours look alike to whom."""

from __future__ import annotations

import argparse
import os

from studio.commands.common import ANSWERED, NOT_ANSWERED, Command
from studio.core.puzzle import BadPuzzle


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("themes", nargs="*", help="only these themes")


def run(arguments: argparse.Namespace) -> int:
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from studio.share import contrast
    from studio.share.theme import THEMES

    unknown = [name for name in arguments.themes if name not in THEMES]
    if unknown:
        raise BadPuzzle(f"a theme is one of {', '.join(THEMES)}, not {unknown[0]!r}")
    bad = 0
    for theme in (THEMES[name] for name in arguments.themes or THEMES):
        print(f"{theme.name}\n\n| what | colour | on | contrast | needed |\n|---|---|---|---|---|")
        for what, _, pair, ratio in contrast.worst(theme):
            mark = " !" if ratio < pair.needed else ""
            bad += bool(mark)
            print(f"| {what} | {pair.ink} | {pair.behind} | {ratio:.1f}{mark} | {pair.needed:g} |")
        print()
        for kind in contrast.KINDS:
            alike = contrast.confused(theme, kind)
            told = ", ".join(f"{one} and {other}" for one, other, _ in alike) or "all meanings told apart"
            print(f"{kind}: {told}")
        print()
    return NOT_ANSWERED if bad else ANSWERED


COMMAND = Command("contrast", "the contrast of every theme's colours as painted, and who can tell them apart", configure, run)
