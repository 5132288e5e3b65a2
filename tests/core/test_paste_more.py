"""More texts as people paste them: out of chats, forums, mails, spreadsheets, notebooks and other programs."""

from __future__ import annotations

import json

import pytest

from studio.core import files
from studio.core.puzzle import BadPuzzle
from studio.lab.spoil import read
from tests.core.test_paste import ADDRESS, BOARD, lines

pytestmark = pytest.mark.usefixtures("only_ours")
FLAT = tuple(value for row in BOARD for value in row)
WIDE = str.maketrans("0123456789.", "０１２３４５６７８９．")


def boxed(corner: str = "┼") -> str:
    top = "┌───┬───┬───┬───┬───┬───┐\n"
    between = f"├───{corner}───{corner}───{corner}───{corner}───{corner}───┤\n"
    rows = ["│" + "│".join(f" {value or ' '} " for value in row) + "│\n" for row in BOARD]
    return top + between.join(rows) + "└───┴───┴───┴───┴───┴───┘\n"


def doubled() -> str:
    rows = ["║" + "║".join(f" {value or ' '} " for value in row) + "║" for row in BOARD]
    return "╔═══╦═══╦═══╦═══╦═══╦═══╗\n" + "\n╠═══╬═══╬═══╬═══╬═══╬═══╣\n".join(rows) + "\n╚═══╩═══╩═══╩═══╩═══╩═══╝"


TEXTS = {
    "a Discord block with a language": "anyone tried this?\n```py\n" + lines(" ", ".") + "```\nit's hard",
    "a forum's code tags": "[code]\n" + lines(" ", ".") + "[/code]\n",
    "a spoiler": "||\n" + lines("", ".") + "||\n",
    "a mail quoted twice": "".join(f">> {line}\n" for line in lines(" ", ".").splitlines()),
    "a mail quoted, with a greeting": "Ada wrote:\n" + "".join(f"> {line}\n" for line in lines(" ", "-").splitlines())
    + "\n-- \nBob\n",
    "a spreadsheet's CSV with quotes": "\r\n".join(",".join(f'"{v}"' if v else '""' for v in row) for row in BOARD) + "\r\n",
    "a spreadsheet's tabs, empty cells": lines("\t", "").replace("\n", "\r\n"),
    "semicolons of a German spreadsheet": lines(";", "").replace("\n", "\r\n"),
    "Windows line ends": lines(" ", ".").replace("\n", "\r\n"),
    "old Macintosh line ends": lines(" ", ".").replace("\n", "\r"),
    "a byte order mark": "\ufeff" + lines(" ", "."),
    "full-width digits": lines("", "0").translate(WIDE),
    "full-width digits and dots": lines("", ".").translate(WIDE),
    "a drawn grid": boxed(),
    "a doubled grid": doubled(),
    "non-breaking blanks": lines(" ", ".").replace(" ", "\u00a0"),
    "a numpy array as printed": "[[" + "]\n [".join(" ".join(map(str, row)) for row in BOARD) + "]]",
    "a numpy array's repr": "array([[" + "],\n       [".join(", ".join(map(str, row)) for row in BOARD) + "]], dtype=int8)",
    "numpy floats with nan": "[[" + "]\n [".join(" ".join(f"{v}." if v else "nan" for v in row) for row in BOARD) + "]]",
    "a pandas table": "   0  1  2  3  4  5\n" + "\n".join(f"{n}  " + "  ".join(map(str, row)) for n, row in enumerate(BOARD)),
    "a tuple of tuples": repr(tuple(tuple(row) for row in BOARD)),
    "a list of rows as strings": 'board = [\n' + "".join(f'    "{line}",\n' for line in lines("", ".").splitlines()) + "]\n",
    "a Java array": "int[][] grid = {\n" + ",\n".join("  {" + ", ".join(map(str, row)) + "}" for row in BOARD) + "\n};",
    "a C array on one line": "{" + ",".join("{" + ",".join(map(str, row)) + "}" for row in BOARD) + "}",
    "JavaScript with a const": "const grid = " + json.dumps([list(row) for row in BOARD]) + ";",
    "JSON in an object": json.dumps({"grid": [list(row) for row in BOARD]}),
    "JSON with a title": json.dumps({"title": "T", "puzzle": [[v or None for v in row] for row in BOARD]}, indent=1),
    "YAML": "grid:\n" + "".join(f"  - [{', '.join(str(v) for v in row)}]\n" for row in BOARD),
    "indented": "".join("    " + line + "\n" for line in lines(" ", ".").splitlines()),
    "blank lines between the rows": "\n\n".join(lines(" ", ".").splitlines()),
    "rows numbered": "\n".join(f"{n}: {line}" for n, line in enumerate(lines(" ", ".").splitlines(), 1)),
    "slashes between the rows": "/".join(lines("", ".").split()),
    "trailing commas": lines(",", "0", after=","),
    "HTML table": "<table>" + "".join("<tr>" + "".join(f"<td>{v or ''}</td>" for v in row) + "</tr>\n" for row in BOARD)
    + "</table>",
    "LaTeX table": "\\begin{tabular}{cccccc}\n" + "".join(" & ".join(str(v or "") for v in row) + " \\\\\n" for row in BOARD)
    + "\\end{tabular}",
    "size as 6x6": "6x6\n" + lines(" ", "."),
    "size in words": "rows: 6, cols: 6\n" + lines(" ", "."),
    "an address with a full stop": f"Try {ADDRESS}.",
    "an address in quotes": f'"{ADDRESS}"',
    "an address in an HTML link": f'<a href="{ADDRESS}">puzzle</a>',
    "an address with a newline in a mail": f"Hi,\n\n<{ADDRESS}>\n\nBest",
    "an address in Slack's brackets": f"<{ADDRESS}|puzz.link>",
}


@pytest.mark.parametrize("name", TEXTS)
def test_a_pasted_fillomino(name: str) -> None:
    opened = files.parse(TEXTS[name])
    assert (opened.puzzle.family, opened.puzzle.givens) == ("fillomino", FLAT), opened.puzzle.givens
    assert not any("arrows" in sentence for sentence in opened.told)


@pytest.mark.parametrize("text", ["⭕ ⬜ ❌\n⬜ ⬜ ⭕\n⭕ ⬜ ⬜", "O - X\n- - O\nO - -", "o,,x\n,,o\no,,\n",
                                  "◯・×\n・・◯\n◯・・", "o _ x\r\n_ _ o\r\no _ _\r\n", "🔴⚪❌\n⚪⚪🔴\n🔴⚪⚪"])
def test_a_pasted_fobidoshi(text: str) -> None:
    try:
        opened = files.parse(text, family_id="fobidoshi")
    except BadPuzzle as fault:
        assert "\n" not in str(fault) and "🔴" in text, fault  # which colour is a circle cannot be known
        return
    assert opened.puzzle.givens == (1, 0, 2, 0, 0, 1, 1, 0, 0)


SENTENCES = ("sudoku 9x9 anyone?", "1 2 3", "[[1, 2], [3]]", "[[1, 'a'], [2, 3]]", "| a | b |\n|---|---|",
             "0x7f 0x80\n0x11 0x22", "\x00\x01\x02", "https://example.com/",
             "ftp://puzz.link/p?fillomino/3/3/i3k", "{}", "[]", "{\"grid\": 3}")


@pytest.mark.parametrize("text", SENTENCES)
def test_what_is_none_is_told_in_a_sentence(text: str) -> None:
    try:
        opened = files.parse(text)
    except BadPuzzle as fault:
        assert str(fault) and "\n" not in str(fault) and "cannot be read (" not in str(fault)
    else:
        assert text in ("1 2 3", "ftp://puzz.link/p?fillomino/3/3/i3k"), opened.puzzle


@pytest.mark.parametrize("text", ["[[" + "9" * 5000, "[" + "9 " * 9000 + "x", "&" * 200_000, "&" * 9000 + "\\\\" * 9000 + "x",
                                  "<td>" + " " * 200_000, "{{" + " " * 200_000, "((" * 50_000, "1/" * 100_000, "> " * 100_000,
                                  '{"a": [' + "[" * 5000, "[" + "nan" * 9000, "1: " * 60_000, "," * 100_000, "|" * 100_000])
def test_long_texts_are_soon_told(text: str) -> None:
    trouble = read(text, "")
    assert trouble is None, trouble.what
