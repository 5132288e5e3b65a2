"""`convert FILES… --to FORMAT`: from any format that can be read to any that can be written."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

from studio.commands.common import ANSWERED, BAD_INPUT, Command, add_family, make_folder, note, show, sources, tell
from studio.core import files, registry
from studio.core.codec import Codec
from studio.core.engine import Limits
from studio.core.losses import in_words
from studio.core.puzzle import BadPuzzle, Puzzle
from studio.core.say import listed, say
from studio.run.job import start, start_solve

NATIVE = "puzzle"
MEND_SECONDS = 120.0


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("paths", nargs="+", metavar="FILE", help="files, folders, addresses, or - for standard input")
    parser.add_argument("--to", default=NATIVE, help="puzzle (our own file, default) or a format's id; `--to list` names them")
    parser.add_argument("--out", type=Path, help="a folder, or for one input a file; without it the text is printed")
    parser.add_argument("--overwrite", action="store_true", help="replace files that are in the folder already")
    parser.add_argument("--strict", action="store_true", help="write nothing that loses anything; exit code 2 then")
    parser.add_argument("--mend", action="store_true",
                        help="where the format has other rules (Fillomino's basic variant): add the clues that keep it unique")
    add_family(parser)


def run(arguments: argparse.Namespace) -> int:
    if arguments.to == "list":
        show(say("{native:<20} Puzzle Studio's own file", native=NATIVE))
        for family in registry.families():
            for codec in family.codecs():
                show(say("{id:<20} {name} ({family})", id=codec.id, name=codec.name, family=family.name))
        return ANSWERED
    code = ANSWERED
    made: set[Path] = set()
    given = sources(arguments.paths)
    for each in given:
        try:
            puzzles = each.puzzles(arguments.family)
        except BadPuzzle as fault:
            tell(str(fault))
            code = BAD_INPUT
            continue
        for number, (label, opened) in enumerate(puzzles, 1):
            stem = each.stem if len(puzzles) == 1 else files.safe_name(opened.puzzle.title, f"{each.stem}-{number}")
            try:
                _convert(label, stem, opened, arguments, len(given) * len(puzzles) > 1, made)
            except BadPuzzle as fault:
                tell(str(fault))
                code = BAD_INPUT
    return code


def _convert(label: str, stem: str, opened: files.Opened, arguments: argparse.Namespace, many: bool, made: set[Path]) -> None:
    puzzle, player = opened.puzzle, opened.player
    codec = None if arguments.to == NATIVE else _codec(puzzle.family, arguments.to)
    if codec is not None and arguments.mend:
        puzzle = mended_for(codec, puzzle)
    name = stem + files.EXTENSION if codec is None else codec.filename(puzzle, stem)
    target = _target(arguments.out, name, many, arguments.overwrite, made)
    lost = "" if codec is None else in_words(codec.lost(puzzle, player, target.name if target else ""), codec.name)
    _tell([*opened.told, *([lost] if lost else [])], label, arguments.strict)
    text = files.dumps(puzzle, player) if codec is None else codec.write_all(puzzle, player)
    if target is None:
        print(text, end="" if text.endswith("\n") else "\n")
        return
    files.write_atomically(target, text)
    made.add(target)
    note(say("wrote {path}", path=target))


def _tell(sentences: list[str], label: str, strict: bool) -> None:
    """What is lost is said before anything is written; a strict conversion then writes nothing."""
    if sentences and strict:
        raise BadPuzzle(say("{label}: {sentences} (nothing is written, for --strict)", label=label,
                            sentences=listed(sentences, "; ")))
    for sentence in sentences:
        tell(say("{label}: {sentence}", label=label, sentence=sentence))


def mended_for(codec: Codec, puzzle: Puzzle) -> Puzzle:
    """The puzzle with the clues that keep it unique by the rules that the format knows; as it is if they are its own."""
    from studio.setter.clashes import in_order
    from studio.setter.mend import Mended
    from studio.setter.requests import MakeUnique

    there = codec.read(codec.write(puzzle), codec.filename(puzzle, "puzzle"))
    if dict(there.params) == dict(puzzle.params):
        return puzzle
    meant = puzzle.solution
    if meant is None:
        solved = start_solve(puzzle, "auto", None, Limits(MEND_SECONDS), film=False).wait()
        meant = next(iter(solved.solutions), None)
    if meant is None:
        raise BadPuzzle(say("no clues can be added: no solution of the puzzle is known"))
    result = start(MakeUnique(replace(puzzle, params=there.params), meant), Limits(MEND_SECONDS)).wait()
    if not isinstance(result, Mended):
        raise BadPuzzle(result.message or say("no clues were found in {mend_seconds:.0f} s", mend_seconds=MEND_SECONDS))
    names = listed(registry.family(puzzle.family).clue_name(puzzle, clue) for clue in in_order(result.added))
    tell(say("by the rules of {format} it needs these clues, too: {names}", format=codec.name, names=names) if names
         else say("by the rules of {format} it needs no more clues", format=codec.name))
    return replace(result.puzzle, solution=puzzle.solution)


def _codec(family_id: str, codec_id: str) -> Codec:
    family = registry.family(family_id)
    for codec in family.codecs():
        if codec.id == codec_id:
            return codec
    known = ", ".join([NATIVE, *(codec.id for codec in family.codecs())])
    raise BadPuzzle(say("{name} cannot be written as {codec_id!r} (it can as: {known})", name=family.name,
                        codec_id=codec_id, known=known))


def _target(out: Path | None, name: str, many: bool, overwrite: bool, made: set[Path]) -> Path | None:
    """Where to write; None for standard output."""
    if out is None or not (many or out.is_dir()):
        return out
    make_folder(out)
    path = _free(out / name, made)
    if path.exists() and not overwrite:
        raise BadPuzzle(say("{path} is there already (--overwrite replaces it)", path=path))
    return path


def _free(path: Path, made: set[Path]) -> Path:
    """Files of one name from several folders do not overwrite each other: the second one gets a number."""
    number, free = 1, path
    while free in made:
        number += 1
        free = path.with_name(f"{path.stem} ({number}){path.suffix}")
    return free


COMMAND = Command("convert", "change puzzles from one file format to another", configure, run, asks_workers=True)
