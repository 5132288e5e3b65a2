"""`lab FAMILY [EXPERIMENT]`: the tables of the studies, made again and printed beside the published figures."""

from __future__ import annotations

import argparse
from pathlib import Path

from studio.commands.common import ANSWERED, Command, ProgressBar
from studio.core import registry
from studio.core.engine import pairs
from studio.lab.studies import find


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("family", nargs="?")
    parser.add_argument("experiment", nargs="?", help="which table; without it the family's experiments are listed")
    parser.add_argument("paths", nargs="*", type=Path, help="puzzle files or folders, where the experiment takes them")
    parser.add_argument("--option", "-o", action="append", default=[], metavar="K=V", help="an option of the experiment")


def run(arguments: argparse.Namespace) -> int:
    shown = [registry.family(arguments.family)] if arguments.family else registry.families()
    if not arguments.experiment:
        for family in shown:
            for each in family.experiments():
                print(f"{family.id} {each.id:<18} {each.title}")
                if each.help:
                    print(f"{'':<{len(family.id) + 20}}{each.help}")
        return ANSWERED
    experiment = find(shown[0], arguments.experiment)
    bar = ProgressBar(100, experiment.id, always=True)
    try:
        options = pairs(arguments.option)
        table = experiment.run(arguments.paths, lambda fraction, text: bar.show(100 * fraction, text), **options)
    finally:
        bar.close()
    print(experiment.title)
    print(table)
    return ANSWERED


COMMAND = Command("lab", "make the tables of the studies again", configure, run)
