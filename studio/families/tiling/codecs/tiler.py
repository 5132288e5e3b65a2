"""Tiler's `.problem` files as the studio's codec; a quote in the file name means reflections."""

from __future__ import annotations

import re
from collections.abc import Sequence

from studio.core.codec import Codec
from studio.core.puzzle import BadPuzzle, Puzzle
from studio.core.say import say
from studio.families.tiling.codecs.tiler_text import FormatError, read_problem, reflections_in_name, write_problem
from studio.families.tiling.model.convert import INSIDE, board_of, puzzle_of, tiles_of
from studio.families.tiling.model.shapes import ALL_TURNS, NAMED

_FIRST = re.compile(r"\s*(\d+)\s*[xX]\s*(\d+)\s*(\n|$)")
_SHAPE = re.compile("|".join([r"\d+x\d+", r"[UDLR]{4,}", *NAMED]), re.IGNORECASE)
_TEXT = re.compile(r"[xX#. \t\r\n\d:A-Z]*")


class TilerCodec(Codec):
    """Blocks separated by blank lines: board, then tiles."""

    id = "tiler"
    name = "Tiler problem"
    extensions = (".problem",)
    keeps = ()
    harmless = ("grid",)

    def confidence(self, text: str, filename: str) -> float:
        if filename.lower().endswith(".problem"):
            return 1.0
        body = text.replace("\r\n", "\n")
        if "\n\n" not in body.strip("\n") or not _TEXT.fullmatch(body):
            return 0.0
        if _FIRST.match(body):
            return 0.9
        head = body.lstrip("\n").split("\n\n", 1)[0]
        lines = [line for line in head.split("\n") if line.strip()]
        if lines and all(set(line) <= set("xX# .") for line in lines):
            return 0.8
        return 0.6 if head.strip() in NAMED or re.fullmatch(r"[UDLR\n]+", head) else 0.0

    def read(self, text: str, filename: str) -> Puzzle:
        try:
            board, tiles, reflections = read_problem(text, reflections_in_name(filename))
        except FormatError as fault:
            raise BadPuzzle(say("{name}: {fault}", name=filename or say("the text"), fault=str(fault))) from None
        return puzzle_of(board, tiles, reflections)

    def from_words(self, words: Sequence[str]) -> str | None:
        """Tiler's own command line: a board, then its tiles, `11x7 4T 3:3I`."""
        shapes = [word.rpartition(":") for word in words]
        if len(words) < 2 or shapes[0][1] or not all(_SHAPE.fullmatch(shape) for _, _, shape in shapes):
            return None
        return "\n\n".join(words) if all(not colon or count.isdecimal() for count, colon, _ in shapes) else None

    def write(self, puzzle: Puzzle) -> str:
        if not any(puzzle.givens):
            raise BadPuzzle(say("a Tiler problem needs at least one board cell"))
        if any(puzzle.borders) or max(puzzle.givens) > INSIDE:
            raise BadPuzzle(say("a Tiler problem has no given pieces, borders or cells that name their tile"))
        tiles = tiles_of(puzzle.params)
        if any(tile.turns != ALL_TURNS or tile.least for tile in tiles):
            raise BadPuzzle(say("a Tiler problem cannot say that a tile must be used, or how it may be turned"))
        if none := next((tile for tile in tiles if tile.count == 0), None):
            raise BadPuzzle(say("a Tiler problem has no tile of which there are none; take {tile} out of the set first",
                                tile=none.label))
        return write_problem(board_of(puzzle), tiles)

    def filename(self, puzzle: Puzzle, stem: str) -> str:
        quote = "'" if puzzle.params.get("reflections") and "'" not in stem else ""
        return f"{stem}{quote}.problem"
