"""`engines [FAMILY]`: what there is to solve with."""

from __future__ import annotations

import argparse

from studio.commands.common import ANSWERED, Command, show, tell
from studio.core import registry
from studio.core.family import EXTERNAL
from studio.core.say import say


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("family", nargs="?", help="only this family")
    parser.add_argument("--options", action="store_true", help="list each engine's options too")


def run(arguments: argparse.Namespace) -> int:
    shown = [registry.family(arguments.family)] if arguments.family else registry.families()
    for family in shown:
        show(say("{id}: {family}", id=family.id, family=family.name))
        outside = [family.engine(EXTERNAL)] if family.whole is not None else []
        for engine in [*family.engines(), *outside]:
            show(say("  {id:<12} {engine}", id=engine.id, engine=engine.name) if engine.animated
                 else say("  {id:<12} {engine}  (no film)", id=engine.id, engine=engine.name))
            if engine.description:
                show(say("               {description}", description=engine.description))
            if arguments.options or arguments.family:
                for option in engine.options:
                    choices = f" [{'|'.join(map(str, option.choices))}]" if option.choices else ""
                    typed = f"{option.name}={option.default}{choices}"  # one value: what is typed is English
                    show(say("                 {typed}  {help}", typed=typed, help=option.help or option.label))
    for trouble in registry.troubles():
        tell(say("a family cannot be used: {trouble}", trouble=str(trouble)))
    return ANSWERED


COMMAND = Command("engines", "list the engines of all families, or of one with their options", configure, run,
                  asks_workers=True)
