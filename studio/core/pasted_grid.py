"""Boards as people write them: rows of cells, with dots, blanks, tabs, commas, pipes or boxes between them; a program's lists.

Nothing here knows a puzzle: a text becomes rows of words, each a cell, "" for an empty one, and what stood above them.
"""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass

from studio.core.pasted_text import plain
from studio.core.puzzle import BadPuzzle
from studio.core.say import say

MOST_TEXT = 400_000
"""characters of a pasted text that is looked at"""
MOST_LINE = 20_000
MOST_DIGITS = 5
"""of a number in a cell; more of them in a row are a cell each"""
EMPTY_WORDS = frozenset({"", ".", "-", "_", "·", "—", "–", "*", "None", "null", "nan", "□", "~"})
SAME = {**dict.fromkeys("○◯⚪●O", "o"), **dict.fromkeys("×✕✗✖❌X", "x"), **dict.fromkeys("■█", "#")}
_CELL = re.compile(r"\d{1,5}|[.\-_·—–*?oOxX#□■█○◯⚪●×✕✗✖❌~]|None|null|nan|")
_BOX = re.compile(r"[\s+\-=|:\u2500-\u257f]+")
_WALL = re.compile(r"[|│┃║]")
_BETWEEN = ("\t", ";", ",")
_ENTRY = r"(?:\d{1,5}\.?|nan|None|null)"
_ARRAY_ROW = re.compile(rf"\[{{1,2}}\s*{_ENTRY}(?:[\s,]+{_ENTRY})*[\s,]*\]{{1,2}},?")
"""blanks between any two entries: without them a long number could be taken apart in any number of ways"""


@dataclass(frozen=True)
class PastedGrid:
    """Rows of words of equal length, and the lines that stood before and after them."""

    rows: tuple[tuple[str, ...], ...]
    above: tuple[str, ...] = ()
    below: tuple[str, ...] = ()

    @property
    def shape(self) -> tuple[int, int]:
        return len(self.rows), len(self.rows[0])

    def words(self) -> frozenset[str]:
        return frozenset(word for row in self.rows for word in row if word)


def grids_in(text: str) -> list[PastedGrid]:
    """The boards in a text, in order; BadPuzzle with one sentence if there is something like a board that is none."""
    text = plain(text[:MOST_TEXT])
    if (listed := _from_list(text)) is not None:
        return [listed]
    lines = [_unquoted(line) for line in text.splitlines()]
    blocks: list[list[str]] = [[]]
    above: list[str] = []
    found: list[PastedGrid] = []
    for line in [*lines, ""]:
        if _is_row(line):
            blocks[-1].append(line)
        elif not (_BOX.fullmatch(line) and blocks[-1] and line.strip()):  # a frame's line inside a board does not end it
            if blocks[-1]:
                found += _board(blocks.pop(), tuple(above))
                above = []
                blocks.append([])
            if line.strip() and not _BOX.fullmatch(line):
                above.append(line.strip())
    found = _joined(found)
    if found and above:
        found[-1] = PastedGrid(found[-1].rows, found[-1].above, tuple(above))
    return found


def _joined(found: list[PastedGrid]) -> list[PastedGrid]:
    """Rows with a blank line between any two of them are one board."""
    alone = len(found) > 2 and all(len(grid.rows) == 1 for grid in found) and not any(grid.above for grid in found[1:])
    if not alone or len({len(grid.rows[0]) for grid in found}) > 1:
        return found
    return [PastedGrid(tuple(grid.rows[0] for grid in found), found[0].above, found[-1].below)]


def _unquoted(line: str) -> str:
    """A row of one of our files, of a mail or of a code block, without what it was wrapped in."""
    line = re.sub(r"^\s*(?:> ?)+", "", line).replace("\u00a0", " ").replace("`", "")
    bare = re.sub(r"^-\s+(?=\[)", "", line.strip())
    if _ARRAY_ROW.fullmatch(bare):
        return re.sub(r"(?<=\d)\.(?=\s|$)", "", bare.strip("[], \t"))  # 4. is a number of numpy's
    if '","' in bare or "\t" in line:
        return line
    if bare and bare[0] in "\"'[" and bare.rstrip(" ,]")[-1:] in "\"'":
        return bare.strip("[], ").strip("\"'")
    if len(_WALL.findall(bare)) == 2 and _WALL.match(bare) and _WALL.match(bare[-1]):
        return bare[1:-1]  # a frame round a whole row
    return line


def _from_list(text: str) -> PastedGrid | None:
    """A list of lists, or of rows of text, as Python or JSON write it."""
    start, end = text.find("["), text.rfind("]")
    if start < 0 or end < start or not re.match(r"\[\s*[\[\"'(]", text[start : start + 200]):
        return None
    try:
        data = ast.literal_eval(re.sub(r"\bnull\b", "None", text[start : end + 1]))
    except (ValueError, SyntaxError, MemoryError, RecursionError, TypeError):
        return None
    if not isinstance(data, list) or not data:
        return None
    rows = [_cells(row) if isinstance(row, str) else [_word(cell) for cell in row] if isinstance(row, list | tuple) else None
            for row in data]
    if any(row is None for row in rows):
        return None
    above = tuple(line.strip() for line in text[:start].splitlines() if line.strip())
    return _even([[_plain(word) for word in row or []] for row in rows], above[:3])


def _word(cell: object) -> str:
    return "" if cell is None else str(int(cell)) if isinstance(cell, float) and cell.is_integer() else str(cell)


def _plain(word: str) -> str:
    word = _bare(word)
    return "" if word in EMPTY_WORDS else SAME.get(word, word)


def _is_row(line: str) -> bool:
    """Whether every word of a line could be a cell. Frames and rules are no rows, single words of letters neither."""
    bare = line.strip()
    if not bare or len(bare) > MOST_LINE or re.fullmatch(r"\|\|+", bare):
        return False
    if (_BOX.fullmatch(bare) and re.search(r"[+─═┼├]|--|==", bare) and not re.fullmatch(r"[-.\s]+", bare)):
        return False
    if re.fullmatch(r"\|?(\s*:?-{2,}:?\s*\|)+(\s*:?-{2,}:?\s*)?", bare):
        return False
    return all(_CELL.fullmatch(_bare(word)) for word in _cells(_NUMBERED.sub("", line)))


_NUMBERED = re.compile(r"^\s*\d{1,3}[:)]\s+")
"""the number of a row before it"""


def _bare(word: str) -> str:
    word = word.strip()
    return word[1:-1] if len(word) > 1 and word[0] == word[-1] == '"' else word


def _cells(line: str) -> list[str]:
    if _WALL.search(line):
        return _WALL.split(line)
    for sign in _BETWEEN:
        if sign in line:
            return line.split(sign)
    words = line.split()
    if len(words) == 1 and len(words[0]) > 1 and (not words[0].isdecimal() or len(words[0]) > MOST_DIGITS):
        return list(words[0])
    return words


def _board(lines: list[str], above: tuple[str, ...]) -> list[PastedGrid]:
    """Lines of cells as a board; a first line that only tells the size goes."""
    if all(_NUMBERED.match(line) for line in lines):
        lines = [_NUMBERED.sub("", line) for line in lines]
    rows = [[_plain(word) for word in _cells(line)] for line in lines]
    rows = _without_edge(lines, _without_names(rows))
    if all(_WALL.search(line) and not row[0] and not row[-1] for line, row in zip(lines, rows, strict=True)):
        rows = [row[1:-1] for row in rows]  # walls all round
    if len(lines) > 2 and _tells_size(rows[0], rows[1:]):
        lines, rows = lines[1:], rows[1:]
    if len(rows) > 1 and all(len(row) == 1 and row[0].isdecimal() for row in rows) and len({len(row[0]) for row in rows}) == 1:
        rows = [[_plain(digit) for digit in row[0]] for row in rows]  # a digit a cell
    if len({len(row) for row in rows}) > 1 or all(len(row) == 1 for row in rows):
        rows = _by_column(lines) or rows
    if (len(rows) == 1 and len(rows[0]) == 1) or rows == [[]]:
        return []
    return [_even(rows, above)]


def _without_names(rows: list[list[str]]) -> list[list[str]]:
    """Without the numbers that a table gives its columns and rows."""
    head, rest = rows[0], rows[1:]
    for first in (0, 1):
        if len(rest) > 1 and head == [str(n) for n in range(first, first + len(head))] and all(
                len(row) == len(head) + 1 and row[0] == str(n) for n, row in enumerate(rest, first)):
            return [row[1:] for row in rest]
    return rows


def _without_edge(lines: list[str], rows: list[list[str]]) -> list[list[str]]:
    """Without the empty cell that a comma at the end of every row makes, if no other cell is written as nothing."""
    edge = len(lines) == len(rows) and all(re.search(r"[,;]\s*$", line) for line in lines) and all(len(row) > 2 for row in rows)
    words = [word for line in lines for word in _cells(line)[:-1]] if edge else [""]
    return [row[:-1] for row in rows] if all(word.strip() for word in words) else rows


def _tells_size(first: list[str], rest: list[list[str]]) -> bool:
    size = [int(word) for word in first if word.isdecimal()]
    return size == [len(rest), len(rest[0])] or (len(first) == 1 and size == [len(rest)])


def _by_column(lines: list[str]) -> list[list[str]] | None:
    """A cell a character, blanks are empty cells; where every second column is blank, it only keeps the cells apart."""
    if any(sign in line for line in lines for sign in (*_BETWEEN, "|", "│")):
        return None
    width = max(map(len, lines))
    padded = [line.ljust(width) for line in lines]
    left = min(len(line) - len(line.lstrip()) for line in lines if line.strip())
    apart = width > 2 and all(line[at] == " " for line in padded for at in range(left + 1, width, 2))
    step, start = (2, left % 2) if apart else (1, 0)
    signs = [[line[at] for at in range(start, width, step)] for line in padded]
    gaps = any(" " in "".join(row).rstrip() for row in signs)
    if not gaps or not all(_CELL.fullmatch(sign.strip()) for row in signs for sign in row):
        return None
    return [[_plain(sign) for sign in row] for row in signs]


def _even(rows: list[list[str]], above: tuple[str, ...]) -> PastedGrid:
    lengths = [len(row) for row in rows]
    usual = max(set(lengths), key=lengths.count)
    odd = next((number for number, length in enumerate(lengths) if length != usual), None)
    if odd is not None or not usual:
        number = odd or 0
        raise BadPuzzle(say("row {row} of the board has {count} cells where the others have {usual}",
                            row=number + 1, count=lengths[number], usual=usual))
    return PastedGrid(tuple(map(tuple, rows)), above)
