"""`instances FAMILY [CLASS…]`: the boards of a study by its own recipes, as files."""

from __future__ import annotations

import argparse
from pathlib import Path

from studio.commands.common import ANSWERED, Command, make_folder
from studio.core import files, registry
from studio.core.codec import Codec
from studio.core.family import Family
from studio.core.puzzle import BadPuzzle, Puzzle
from studio.core.say import say


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("family")
    parser.add_argument("classes", nargs="*", metavar="CLASS", help="which ones; without any they are listed")
    parser.add_argument("--out", type=Path, metavar="DIR", help="write the boards into this folder under the study's names")
    parser.add_argument("--to", metavar="FORMAT", help="in a foreign format (see `convert --to list .`)")


def run(arguments: argparse.Namespace) -> int:
    family = registry.family(arguments.family)
    known = family.studies.boards() if family.studies is not None and family.studies.boards is not None else {}
    if not known:
        raise BadPuzzle(say("{family} has no boards by recipe", family=family.name))
    unknown = [name for name in arguments.classes if name not in known]
    if unknown:
        raise BadPuzzle(say("{family} has no class {name!r} (it has: {known})", family=family.name, name=unknown[0],
                            known=", ".join(known)))
    codec = _codec(family, arguments.to)
    for name in arguments.classes or known:
        boards = known[name]()
        if arguments.out is None:
            print(f"{name:<20} {len(boards):>4}  {boards[0].title} … {boards[-1].title}")
            continue
        for puzzle in boards:
            path = write(puzzle, arguments.out, codec)
        print(f"{name:<20} {len(boards):>4}  {path.parent}")
    return ANSWERED


def _codec(family: Family, wanted: str | None) -> Codec | None:
    if wanted is None:
        return None
    found = next((codec for codec in family.codecs() if codec.id == wanted), None)
    if found is None:
        raise BadPuzzle(say("{family} has no format {name!r} (it has: {known})", family=family.name, name=wanted,
                            known=", ".join(codec.id for codec in family.codecs())))
    return found


def write(puzzle: Puzzle, folder: Path, codec: Codec | None) -> Path:
    """One board; its title is its path."""
    stem = Path(puzzle.title)
    name = stem.name + files.EXTENSION if codec is None else codec.filename(puzzle, stem.name)
    path = folder / stem.parent / name
    make_folder(path.parent)
    files.write_atomically(path, files.dumps(puzzle) if codec is None else codec.write(puzzle))
    return path


COMMAND = Command("instances", "the boards of a study by its recipes, as files", configure, run)
