"""Boards to begin with."""

from __future__ import annotations

from studio.core.puzzle import Puzzle
from studio.core.say import marked
from studio.families.evolomino.codecs.raw_text import read_raw
from studio.families.evolomino.model import puzzle_of

SAMPLES = [
    (marked("One long arrow"), "5 5\n1 17 1 5 3\n0 0 0 20 3\n0 0 0 4 3\n0 0 0 20 3\n0 0 16 12 6\n"),
    (marked("Two arrows"), "5 5\n0 10 17 1 0\n0 3 0 16 0\n0 3 10 1 0\n0 3 3 0 4\n1 22 8 2 11\n"),
    (
        marked("Four arrows"),
        "7 7\n0 0 7 2 0 16 0\n0 13 4 0 0 13 3\n20 0 0 0 13 0 3\n4 0 0 13 17 1 6\n4 10 1 1 1 1 0\n4 3 0 0 4 16 0\n"
        "12 6 0 2 11 0 0\n",
    ),
    (
        marked("Nine arrows"),
        "10 10\n19 0 0 0 10 1 1 5 0 0\n3 0 13 0 3 1 21 4 0 0\n19 0 13 2 9 7 11 4 16 4\n3 0 0 0 3 4 0 2 2 11\n"
        "3 0 0 0 16 12 5 0 13 0\n0 1 1 1 0 0 4 0 0 0\n10 5 13 0 13 0 4 0 0 4\n3 4 0 4 0 20 0 0 0 20\n"
        "3 16 13 4 0 4 0 19 0 4\n8 18 2 11 16 12 1 6 0 4\n",
    ),
]


def samples() -> list[Puzzle]:
    return [puzzle_of(read_raw(text), title) for title, text in SAMPLES]
