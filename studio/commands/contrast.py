"""`contrast`: how well everything can be told from what is behind it, in every theme; and which colours look alike to whom."""

from __future__ import annotations

import argparse
import os

from studio.commands.common import ANSWERED, NOT_ANSWERED, Command, show
from studio.core.puzzle import BadPuzzle
from studio.core.say import listed, say


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("themes", nargs="*", help="only these themes")


def run(arguments: argparse.Namespace) -> int:
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from studio.share import contrast
    from studio.share.theme import THEMES

    unknown = [name for name in arguments.themes if name not in THEMES]
    if unknown:
        raise BadPuzzle(say("a theme is one of {themes}, not {unknown!r}", themes=', '.join(THEMES),
                            unknown=unknown[0]))
    bad = 0
    for theme in (THEMES[name] for name in arguments.themes or THEMES):
        show(say("{theme}\n\n| what | colour | on | contrast | needed |\n|---|---|---|---|---|", theme=theme.name))
        for what, _, pair, ratio in contrast.worst(theme):
            mark = " !" if ratio < pair.needed else ""
            bad += bool(mark)
            show(say("| {what} | {ink} | {behind} | {ratio:.1f}{mark} | {needed:g} |", what=what, ink=pair.ink,
                     behind=pair.behind, ratio=ratio, mark=mark, needed=pair.needed))
        print()
        for kind in contrast.KINDS:
            alike = contrast.confused(theme, kind)
            told = listed(say("{one} and {other}", one=one, other=other) for one, other, _ in alike)
            show(say("{kind}: {told}", kind=kind, told=told or say("all meanings told apart")))
        print()
    return NOT_ANSWERED if bad else ANSWERED


COMMAND = Command("contrast", "the contrast of every theme's colours as painted, and who can tell them apart", configure, run)
