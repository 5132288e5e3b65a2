"""`shapes`: the 29 tiles that have a name (Figure 1.2 of the tiling thesis), drawn."""

from __future__ import annotations

import argparse

from studio.commands.common import ANSWERED, Command
from studio.core.language import told
from studio.core.say import say

COLUMNS = 5
WIDTH = 16


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--plain", action="store_true", help="names only, one a line")


def run(arguments: argparse.Namespace) -> int:
    from studio.families.tiling.model.shapes import NAMED

    print("\n".join(NAMED) if arguments.plain else listing())
    return ANSWERED


def listing() -> str:
    """Name and picture side by side, smallest first; mirror images have names of their own."""
    from studio.families.tiling.model.shapes import NAMED, flip, name_of, picture

    lines: list[str] = []
    names = list(NAMED)
    for start in range(0, len(names), COLUMNS):
        blocks = []
        for name in names[start : start + COLUMNS]:
            mirror = name_of(flip(NAMED[name]))
            head = name if mirror == name else told(say("{name} (flipped {mirror})", name=name, mirror=mirror))
            blocks.append([head, *picture(NAMED[name], ".").split("\n")])
        high = max(map(len, blocks))
        for row in range(high):
            lines.append("  ".join((block[row] if row < len(block) else "").ljust(WIDTH) for block in blocks).rstrip())
        lines.append("")
    return "\n".join(lines).rstrip()


COMMAND = Command("shapes", "the tiles that have a name, drawn", configure, run)
