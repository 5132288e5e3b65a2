"""Spoiled files: whatever is cut, doubled or mistyped, the answer is a puzzle or one sentence, never a traceback."""

from __future__ import annotations

import random

import pytest

from studio.core import files, registry
from studio.core.draw import Overlay
from studio.core.puzzle import BadPuzzle, Board

TYPED = "0123456789-.,:/\"'{}[] \n\txoXO_#abcéß\0∞²"
PASTED = ("99999999999", "-1", "1e9", "null", "true", "[]", "{}", "\n\n")
TRIES = 250
"""Spoiled copies of each text."""


def texts(family_id: str) -> list[tuple[str, str]]:
    """A small sample in every format that the family writes."""
    family = registry.family(family_id)
    puzzle = min(family.samples(), key=lambda sample: sample.grid.size)
    found = [("a.puzzle", files.dumps(puzzle))]
    for codec in family.codecs():
        try:
            found.append(("a" + (codec.extensions or (".txt",))[0], codec.write(puzzle)))
        except BadPuzzle:
            continue  # the format cannot hold this puzzle
    return found


def spoiled(text: str, rng: random.Random) -> str:
    for _ in range(rng.choice((1, 1, 2, 4, 10))):
        at, to = sorted((rng.randrange(len(text) + 1), rng.randrange(len(text) + 1)))
        text = rng.choice((text[:at] + text[at + 1:], text[:at] + rng.choice(TYPED) + text[at:],
                           text[:at] + rng.choice(TYPED) + text[at + 1:], text[:at], text[:to] + text[at:to][:200] + text[to:],
                           text[:at] + rng.choice(PASTED) + text[at:]))
    return text


@pytest.mark.parametrize("family_id", [family.id for family in registry.families()])
def test_a_spoiled_file_is_read_or_refused_in_one_sentence(family_id: str) -> None:
    rng = random.Random(f"spoil the files of {family_id}")
    for name, text in texts(family_id):
        for _ in range(TRIES):
            broken = spoiled(text, rng)
            try:
                puzzle = files.parse(broken, name).puzzle
            except BadPuzzle as fault:
                assert str(fault) and "\n" not in str(fault)
                continue
            family = registry.family(puzzle.family)
            board = Board(puzzle, family.start_marks(puzzle))
            family.check(board)
            family.draw(board, Overlay())
            assert files.parse(files.dumps(puzzle)).puzzle.givens == puzzle.givens


def test_superscript_digits_are_no_digits() -> None:
    with pytest.raises(BadPuzzle):
        files.parse("begin\npuzzle fillomino\nproblem\n² 1\n1 -\nend\n", "a.txt")
