"""Texts as people paste them: read rightly, asked about, or one helpful sentence."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from studio.core import files
from studio.core.paste import Ambiguous, addresses_in
from studio.core.puzzle import BadPuzzle

pytestmark = pytest.mark.usefixtures("only_ours")

BOARD = ((0, 0, 4, 0, 0, 0), (0, 5, 3, 0, 2, 0), (0, 0, 0, 0, 5, 2), (3, 3, 0, 0, 0, 0), (0, 2, 0, 1, 4, 0), (0, 0, 0, 3, 0, 0))
ADDRESS = "https://puzz.link/p?fillomino/6/6/h4j53g2k5233k2g14j3h"


def lines(between: str, empty: str, before: str = "", after: str = "") -> str:
    return "\n".join(before + between.join(str(v) if v else empty for v in row) + after for row in BOARD) + "\n"


FILLOMINO = {
    "dots": lines("", "."),
    "dots and blanks between": lines(" ", "."),
    "dashes": lines(" ", "-"),
    "underscores": lines(" ", "_"),
    "zeros": lines(" ", "0"),
    "blanks are empty": lines("", " "),
    "every second column": lines(" ", " "),
    "tabs": lines("\t", ""),
    "tabs and zeros": lines("\t", "0"),
    "commas": lines(",", ""),
    "commas and blanks": lines(", ", "."),
    "semicolons": lines(";", ""),
    "pipes": lines("|", " "),
    "pipes all round": lines(" | ", " ", "| ", " |"),
    "a Markdown table": "| a | b | c | d | e | f |\n|---|---|---|---|---|---|\n" + lines(" | ", " ", "| ", " |"),
    "a box": "+---+---+---+---+---+---+\n" + lines(" | ", " ", "| ", " |").replace("\n", "\n+---+---+---+---+---+---+\n"),
    "a drawn box": "┌───────────┐\n" + lines(" ", ".", "│", "│") + "└───────────┘\n",
    "Python": "grid = " + repr([list(row) for row in BOARD]) + "\n",
    "Python with None": str([[v or None for v in row] for row in BOARD]),
    "numpy": "np.array([[" + "],\n       [".join(", ".join(map(str, row)) for row in BOARD) + "]])",
    "JSON": json.dumps([[v or None for v in row] for row in BOARD]),
    "rows of text": json.dumps(lines("", ".").split()),
    "our own rows": "".join(f'    "{line}",\n' for line in lines(" ", ".").splitlines()),
    "a code block": "Try this:\n```\n" + lines(" ", ".") + "```\n",
    "a title above": "My first Fillomino\n\n" + lines(" ", "."),
    "quoted in a mail": "".join(f"> {line}\n" for line in lines(" ", ".").splitlines()),
    "an address in a chat": f"ada: look at {ADDRESS}, it is lovely!",
    "an address in Markdown": f"[today's]({ADDRESS})",
    "an address in angle brackets": f"<{ADDRESS}>",
    "an address as a shortcut": f"[InternetShortcut]\nURL={ADDRESS}\n",
    "size above": "6 6\n" + lines(" ", "-"),
}


@pytest.mark.parametrize("name", FILLOMINO)
def test_a_pasted_fillomino(name: str) -> None:
    opened = files.parse(FILLOMINO[name])
    assert opened.puzzle.family == "fillomino"
    assert opened.puzzle.givens == tuple(value for row in BOARD for value in row), opened.puzzle.givens


def test_what_stands_around_a_board_is_kept() -> None:
    opened = files.parse("# My first Fillomino\n\n" + lines(" ", ".") + "\nHave fun!\n")
    assert (opened.puzzle.title, opened.puzzle.notes) == ("My first Fillomino", "Have fun!")


FOBIDOSHI = ("o . x\n. . o\no . .", "o.x\n..o\no..", "○ . ×\n. . ○\n○ . .", "|o| |x|\n| | |o|\n|o| | |",
             "3 3\no - x\n- - o\no - -",
             "[['o', None, 'x'], [None, None, 'o'], ['o', None, None]]")


@pytest.mark.parametrize("text", FOBIDOSHI)
def test_a_pasted_fobidoshi(text: str) -> None:
    opened = files.parse(text)
    assert (opened.puzzle.family, opened.puzzle.givens) == ("fobidoshi", (1, 0, 2, 0, 0, 1, 1, 0, 0))


def test_a_second_board_is_the_solution_if_it_solves_the_first() -> None:
    text = "2 .\n. 2\n\nSolution\n2 2\n2 2\n"
    assert files.parse(text).puzzle.solution is None
    opened = files.parse("3 . 1\n. . 2\n3 3 1\n")
    assert opened.puzzle.solution is None
    opened = files.parse("4 .\n. .\n\nSolution:\n4 4\n4 4\n")
    assert opened.puzzle.solution == (4, 4, 4, 4) and opened.puzzle.notes == "Solution"


def test_what_could_be_two_families_is_asked() -> None:
    ones = "6 6\n" + "\n".join([". 1 1 . . 1"] * 6)
    for text, families in ((ones, {"fillomino", "fobidoshi"}), ("x x .\n. x x", {"fobidoshi", "tiling"})):
        with pytest.raises(Ambiguous) as caught:
            files.parse(text)
        assert families <= set(caught.value.families) and "--family" in str(caught.value)
        for family in families:
            assert files.parse(text, family_id=family).puzzle.family == family


def test_a_folder_may_tell_the_family(tmp_path: Path) -> None:
    folder = tmp_path / "Fobidoshi"
    folder.mkdir()
    (folder / "1.txt").write_text("2 3\n. 1 1\n1 . .\n")
    assert files.load(folder / "1.txt").puzzle.givens == (0, 1, 1, 1, 0, 0)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_editors_write_other_encodings(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(lines(" ", ".").encode(encoding))
    assert files.load(path).puzzle.givens == tuple(value for row in BOARD for value in row)


def test_several_at_once() -> None:
    others = "2. https://puzz.link/p?fillomino/5/5/g1k34g2h5h4n\n3. evolmino/5/5/i71027000222k44j23344\n"
    text = f"1. {ADDRESS}\n{others}"
    found = files.parse_all(text)
    assert [opened.puzzle.family for opened in found] == ["fillomino", "fillomino", "evolomino"]
    assert "3 puzzles" in files.parse(text).told[0]


def test_a_dataset_of_puzzlekit() -> None:
    data = {"count": 2, "name": "fobidoshi", "data": {
        "1_3x3": {"problem": "3 3\no - o\n- - -\no - -", "solution": "3 3\no o o\n- o -\no o -", "source": "here", "info": ""},
        "2_3x3": {"problem": "3 3\no - -\n- - -\n- - o", "solution": "3 3\no - -\no - -\no o o", "source": "", "info": ""}}}
    found = files.parse_all(json.dumps(data), "any.json")
    assert [(each.puzzle.title, each.puzzle.family) for each in found] == [("1_3x3", "fobidoshi"), ("2_3x3", "fobidoshi")]
    assert found[0].puzzle.solution == (1, 1, 1, 2, 1, 2, 1, 1, 2) and found[0].puzzle.notes == "here"
    assert found[1].puzzle.solution == (1, 2, 2, 1, 2, 2, 1, 1, 1)


HELPFUL = {
    "https://puzz.link/p?sudoku/9/9/abc": "kind “sudoku”",
    "https://puzz.link/p?fillomino/0/5/": "0",
    "https://puzz.link/p?fillomino/x/5/": "size",
    "https://tinyurl.com/abcdef": "shortened address",
    "1 2 3\n4 5\n6 7 8": "row 2 of the board has 2 cells where the others have 3",
    "3 . q\n. . .\n. 1 .": "board",
    "o 1 .\n. . .\n. . .": "is no",
    "Dear all, no puzzle here": "no puzzle",
    "": "no puzzle",
}


@pytest.mark.parametrize("text", HELPFUL)
def test_one_helpful_sentence(text: str) -> None:
    with pytest.raises(BadPuzzle) as caught:
        files.parse(text)
    assert HELPFUL[text] in str(caught.value) and "\n" not in str(caught.value), str(caught.value)


def test_addresses_lose_what_a_sentence_puts_behind_them() -> None:
    text = f"({ADDRESS}), {ADDRESS}. **https://puzz.link/p?fillomino/3/2/.g3g1g** and fillomino/3/2/h3g1g!"
    assert addresses_in(text) == [ADDRESS, "https://puzz.link/p?fillomino/3/2/.g3g1g", "fillomino/3/2/h3g1g"]
