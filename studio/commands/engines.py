"""`engines [FAMILY]`: what there is to solve with."""

from __future__ import annotations

import argparse

from studio.commands.common import ANSWERED, Command, tell
from studio.core import registry
from studio.core.family import EXTERNAL


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("family", nargs="?", help="only this family")
    parser.add_argument("--options", action="store_true", help="list each engine's options too")


def run(arguments: argparse.Namespace) -> int:
    shown = [registry.family(arguments.family)] if arguments.family else registry.families()
    for family in shown:
        print(f"{family.id}: {family.name}")
        outside = [family.engine(EXTERNAL)] if family.whole is not None else []
        for engine in [*family.engines(), *outside]:
            film = "" if engine.animated else "  (no film)"
            print(f"  {engine.id:<12} {engine.name}{film}")
            if engine.description:
                print(f"  {'':<12} {engine.description}")
            if arguments.options or arguments.family:
                for option in engine.options:
                    choices = f" [{'|'.join(map(str, option.choices))}]" if option.choices else ""
                    print(f"  {'':<14} {option.name}={option.default}{choices}  {option.help or option.label}")
    for trouble in registry.troubles():
        tell(f"puzzle-studio: a family cannot be used: {trouble}")
    return ANSWERED


COMMAND = Command("engines", "list the engines of all families, or of one with their options", configure, run,
                  asks_workers=True)
