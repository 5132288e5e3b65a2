"""Thesis text and janko text, old and new spelling, and what is refused with a sentence."""

from __future__ import annotations

import pytest

from studio.core import files
from studio.core.puzzle import BadPuzzle
from studio.families.fobidoshi.codecs import JankoText, ThesisText
from tests.data import shared_data
from tests.families.fobidoshi.boards import puzzle

THESIS = "4\n-o-o\n----\nx---\no--o\n-ooo\n-o-o\n-o-o\noo-o\n"
JANKO = """begin
puzzle fobidoshi
author Otto Janko
source a book
size 4
unit 36
problem
- o - o
- - - -
x - - -
o - - o
solution
- o o o
- o - o
- o - o
o o - o
moves 12
end
"""


def test_thesis_text_with_solution_survives() -> None:
    read = ThesisText().read(THESIS, "a.txt")
    assert read.grid.rows == 4 and read.givens[8] == 2 and read.solution is not None and read.solution[8] == 2
    assert ThesisText().write(read) == THESIS


def test_thesis_text_takes_blanks_and_no_solution() -> None:
    spaced = "4\n- o - o\n- - - -\nx - - -\no - - o"
    read = ThesisText().read(spaced, "")
    assert read.givens == ThesisText().read(THESIS, "").givens and read.solution is None
    assert ThesisText().write(read) == "4\n-o-o\n----\nx---\no--o\n"


def test_janko_text_in_both_spellings() -> None:
    old = JankoText().read(JANKO, "")
    new = JANKO.replace("moves 12", "[moves]\n12")
    for word in ("problem", "solution", "end"):
        new = new.replace(word, f"[{word}]")
    assert JankoText().read(new, "") == old
    assert old.author == "Otto Janko" and old.extra["janko"] == {"source": "a book", "unit": "36", "moves": "12"}
    again = JankoText().read(JankoText().write(old), "")
    assert again == old


def test_janko_text_knows_rectangles() -> None:
    board = puzzle("o-x-- ----o")
    text = JankoText().write(board)
    assert "rows 2\ncols 5" in text and JankoText().read(text, "").givens == board.givens
    with pytest.raises(BadPuzzle, match="square"):
        ThesisText().write(board)


@pytest.mark.parametrize("text", ["", "4", "4\noo\n", "3\n---\n---\n", "3\n---\n-q-\n---\n", "3\n----\n---\n---\n", "0\n",
                                  "999\n---\n", "three\n---\n"])
def test_broken_thesis_text_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(BadPuzzle) as refusal:
        ThesisText().read(text, "")
    assert str(refusal.value)


@pytest.mark.parametrize("text", ["", "size 2\n", "size 2\nproblem\n- -\n", "size x\nproblem\n- -\n- -\n", "size 0\nproblem\n"])
def test_broken_janko_text_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(BadPuzzle):
        JankoText().read(f"puzzle fobidoshi\n{text}end", "")


def test_the_archive_is_recognised_and_survives() -> None:
    for path in sorted(shared_data("fobidoshi").iterdir()):
        opened = files.load(path)
        assert opened.codec is not None and opened.codec.id == "fobidoshi-text"
        assert opened.codec.write(opened.puzzle) == path.read_text()
