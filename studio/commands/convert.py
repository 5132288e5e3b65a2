"""`convert FILES… --to FORMAT`: from any format that can be read to any that can be written."""

from __future__ import annotations

import argparse
from pathlib import Path

from studio.commands.common import ANSWERED, BAD_INPUT, Command, add_family, make_folder, say
from studio.core import files, registry
from studio.core.codec import Codec
from studio.core.puzzle import BadPuzzle, Puzzle

NATIVE = "puzzle"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("paths", nargs="+", metavar="FILE_OR_FOLDER")
    parser.add_argument("--to", default=NATIVE, help="puzzle (our own file, default) or a format's id; `--to list` names them")
    parser.add_argument("--out", type=Path, help="a folder, or for one input a file; without it the text is printed")
    parser.add_argument("--overwrite", action="store_true", help="replace files that are in the folder already")
    add_family(parser)


def run(arguments: argparse.Namespace) -> int:
    if arguments.to == "list":
        print(f"{NATIVE:<20} Puzzle Studio's own file")
        for family in registry.families():
            for codec in family.codecs():
                print(f"{codec.id:<20} {codec.name} ({family.name})")
        return ANSWERED
    paths = files.expand(arguments.paths)
    code = ANSWERED
    made: set[Path] = set()
    for path in paths:
        try:
            puzzle = files.load(path, arguments.family).puzzle
            name, text = written(puzzle, arguments.to, path.stem)
            _deliver(arguments.out, name, text, len(paths) > 1, arguments.overwrite, made)
        except BadPuzzle as fault:
            say(f"puzzle-studio: {fault}")
            code = BAD_INPUT
    return code


def written(puzzle: Puzzle, to: str, stem: str) -> tuple[str, str]:
    """File name and text of a puzzle in a format."""
    if to == NATIVE:
        return stem + files.EXTENSION, files.dumps(puzzle)
    codec = _codec(puzzle.family, to)
    text = codec.write(puzzle)
    if lost := codec.lost(puzzle):
        say(f"puzzle-studio: {codec.name} does not keep the {', '.join(lost)} of {stem}")
    return codec.filename(puzzle, stem), text


def _codec(family_id: str, codec_id: str) -> Codec:
    family = registry.family(family_id)
    for codec in family.codecs():
        if codec.id == codec_id:
            return codec
    known = ", ".join([NATIVE, *(codec.id for codec in family.codecs())])
    raise BadPuzzle(f"{family.name} cannot be written as {codec_id!r} (it can as: {known})")


def _deliver(out: Path | None, name: str, text: str, many: bool, overwrite: bool, made: set[Path]) -> None:
    if out is None:
        print(text, end="" if text.endswith("\n") else "\n")
        return
    if many or out.is_dir():
        make_folder(out)
        out = _free(out / name, made)
        if out.exists() and not overwrite:
            raise BadPuzzle(f"{out} is there already (--overwrite replaces it)")
    files.write_atomically(out, text)
    made.add(out)
    say(f"wrote {out}")


def _free(path: Path, made: set[Path]) -> Path:
    """Files of one name from several folders do not overwrite each other: the second one gets a number."""
    number, free = 1, path
    while free in made:
        number += 1
        free = path.with_name(f"{path.stem} ({number}){path.suffix}")
    return free


COMMAND = Command("convert", "change puzzles from one file format to another", configure, run)
