"""A puzzle as one web page to play in any browser: by mouse, touch or keys, with undo and a check; nothing is fetched.

The page knows no family. How a mark looks is found by drawing the board with and without it; whether an answer is right by
comparing it with all solutions, which the studio has counted to the end; where there are too many of them, by the rules that
the family gives for pages (`Family.page_rules`, JavaScript). A puzzle that could be checked neither way is not written.
"""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Callable, Sequence
from html import escape
from typing import Any

from studio.core.draw import Overlay, Shape, Text, extent, moved
from studio.core.engine import Limits, Options, SolveResult, Status
from studio.core.family import Family
from studio.core.language import told
from studio.core.puzzle import Answer, BadPuzzle, Board, Puzzle, told_difficulty
from studio.core.registry import family as family_of
from studio.core.say import say
from studio.run.job import start_solve
from studio.share.book_sheets import own_terms
from studio.share.page_words import page_template
from studio.share.svg import SvgShapes
from studio.share.theme import DARK, LIGHT, Theme

MOST_SOLUTIONS = 500
"""that a page holds"""
SECONDS = 60.0
MOST_CELLS = 2500
PIECES, SYMBOLS, NUMBERS = "pieces", "symbols", "numbers"
TINTS = 8
Ask = Callable[[Puzzle], SolveResult]


def ask_a_worker(puzzle: Puzzle) -> SolveResult:
    """All solutions of a puzzle, or as many as are one too many for a page."""
    options = Options(solutions=MOST_SOLUTIONS + 1)
    result: SolveResult = start_solve(puzzle, "auto", options, Limits(SECONDS, 4096), film=False).wait()
    return result


def play_page(puzzle: Puzzle, theme: Theme = LIGHT, ask: Ask = ask_a_worker) -> str:
    """The page; BadPuzzle with one sentence if there can be none."""
    family = family_of(puzzle.family)
    if puzzle.grid.size > MOST_CELLS:
        raise BadPuzzle(say("a board of {n} cells is too large for a page to play (at most {most})",
                            n=puzzle.grid.size, most=MOST_CELLS))
    family.validate(puzzle)
    solutions, rules = checked_by(family, puzzle, ask(puzzle))
    return page_text(family, puzzle, solutions, rules, theme)


def checked_by(family: Family, puzzle: Puzzle, result: SolveResult) -> tuple[list[Answer], bool]:
    """The solutions that the page compares with, and whether it has to go by the rules instead."""
    if result.status is Status.NONE:
        raise BadPuzzle(say("this puzzle has no solution: nobody could finish the page"))
    if not result.solutions:
        raise BadPuzzle(result.message or say("no solution was found in time, so that a page could not check an answer"))
    alike = (image for answer in result.solutions for image in (answer, *family.images(puzzle, answer)))
    found = [answer for answer in dict.fromkeys(alike) if not family.wrong(puzzle, answer)]
    if result.complete and len(found) <= MOST_SOLUTIONS:
        return found, False
    if family.page_rules is None:
        raise BadPuzzle(say("this puzzle has too many solutions for a page that compares with them (more than {n})",
                            n=min(len(found), MOST_SOLUTIONS)))
    return found[:1], True


def page_text(family: Family, puzzle: Puzzle, solutions: Sequence[Answer], by_rules: bool, theme: Theme = LIGHT) -> str:
    made = Maker(family, puzzle, solutions, by_rules)
    data = made.data()
    page, script = page_template("play")
    themes = (theme, theme) if theme.dark else (theme, DARK)
    left, top, width, height = made.box
    terms = " · ".join(told(part) for part in (family.name, told_difficulty(puzzle), *own_terms(puzzle)) if part)
    by = say("by {author}", author=puzzle.author) if puzzle.author else ""
    parts = {"title": escape(puzzle.title or told(family.name)), "about": escape(" · ".join(filter(None, (terms, told(by))))),
             "notes": escape(puzzle.notes), "rules": as_html(told(family.rules_text or family.summary)),
             "box": f"{left:g} {top:g} {width:g} {height:g}", "board": "".join(made.base),
             "css": made.svg.css(themes[0]), "dark": made.svg.css(themes[1]), "script": script,
             "family": family.page_rules.script if by_rules and family.page_rules is not None else "null",
             "data": json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")}
    return re.sub(r"\{\{(\w+)\}\}", lambda place: parts[place[1]], page)


class Maker:
    """Finds out how a family's board is drawn and played, by drawing it."""

    def __init__(self, family: Family, puzzle: Puzzle, solutions: Sequence[Answer], by_rules: bool) -> None:
        self.family, self.puzzle, self.solutions, self.by_rules = family, puzzle, solutions, by_rules
        self.svg = SvgShapes()
        self.start = list(family.start_marks(puzzle))
        self.shapes = self._drawn(self.start)
        self.base = self.svg.elements(self.shapes)
        self.box = extent(self.shapes, puzzle.grid)
        self.free = [cell for cell, mark in enumerate(self.start) if not mark and solutions[0][cell]]
        self.mode = self._mode()

    def _drawn(self, marks: Sequence[int]) -> list[Shape]:
        return self.family.draw(Board(self.puzzle, marks), Overlay(plain=True))

    def _mode(self) -> str:
        if self.family.pieces is not None:
            return PIECES
        values = {value for answer in self.solutions for value in answer if value}
        return SYMBOLS if values <= set(self.family.notation.marks) else NUMBERS

    def data(self) -> dict[str, Any]:
        puzzle, words, rules = self.puzzle, self.family.notation, self.family.page_rules
        answers = base64.b64encode(json.dumps([list(answer) for answer in self.solutions]).encode()).decode()
        return {"family": self.family.id, "rows": puzzle.grid.rows, "cols": puzzle.grid.cols, "mode": self.mode,
                "start": self.start, "inside": [int(bool(value)) for value in self.solutions[0]],
                "givens": [words.givens.get(given, str(given)) if given else "" for given in puzzle.givens],
                "raw": list(puzzle.givens), "borders": list(puzzle.borders), "params": dict(puzzle.params),
                "facts": rules.facts(puzzle) if self.by_rules and rules is not None else None,
                "words": {text: told(text) for text in rules.words} if self.by_rules and rules is not None else {},
                "values": self._values(), "text": self._text(), "most": puzzle.grid.size,
                "walls": self.mode == NUMBERS and self._walls(), "roles": self._roles(),
                "answers": answers, "rules": self.by_rules}

    def _values(self) -> list[dict[str, Any]]:
        """The marks of a family that plays with signs, each drawn as the family draws it, moved to the first cell."""
        if self.mode != SYMBOLS or not self.free:
            return []
        words = self.family.notation
        found = []
        for value in sorted(value for value in words.marks if value):
            drawn = "".join(self.svg.elements(self._mark(self.free[0], value)))
            keys = [words.marks[value].lower(), str(value)]
            found.append({"v": value, "word": told(words.word(value)), "keys": keys, "svg": drawn})
        return found

    def _mark(self, cell: int, value: int) -> list[Shape]:
        """What a mark adds to the drawing."""
        marks = list(self.start)
        marks[cell] = value
        known = list(self.shapes)
        row, col = self.puzzle.grid.rc(cell)
        found: list[Shape] = []
        for shape in self._drawn(marks):
            if shape in known:
                known.remove(shape)
            else:
                found.append(moved(shape, -col, -row))
        return found

    def _text(self) -> str:
        """The colour classes of a number that the player writes."""
        drawn = self._mark(self.free[0], 1) if self.mode == NUMBERS and self.free else []
        role = next((shape.fill for shape in drawn if isinstance(shape, Text)), "mark")
        return f"f{self.svg.number(role)}"

    def _walls(self) -> bool:
        """Whether the family draws walls between different numbers."""
        solved = self.family.draw(Board(self.puzzle, self.solutions[0]), Overlay())
        return any(getattr(shape, "stroke", "") == "wall" for shape in solved if shape not in self.shapes)

    def _roles(self) -> dict[str, Any]:
        plain = {name: self.svg.number(name) for name in ("wall", "violation", "cursor", "note", "select")}
        return {**plain, "tints": [self.svg.number(f"tint:{number}") for number in range(TINTS)]}


def as_html(text: str) -> str:
    """The rules' Markdown: paragraphs, lists, bold, code."""
    found: list[str] = []
    for block in re.split(r"\n\s*\n", text.strip()):
        lines = [line.strip() for line in block.split("\n")]
        items: list[str] = []
        plain: list[str] = []
        for line in lines:
            if re.match(r"[*-] ", line):
                items.append(line[2:])
            elif items:
                items[-1] += " " + line
            else:
                plain.append(line.lstrip("# "))
        found += [f"<p>{_inline(' '.join(plain))}</p>"] if plain else []
        found += ["<ul>" + "".join(f"<li>{_inline(item)}</li>" for item in items) + "</ul>"] if items else []
    return "".join(found)


def _inline(text: str) -> str:
    text = re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", escape(text))
    text = re.sub(r"(?<!\w)[*_](\S(?:.*?\S)?)[*_](?!\w)", r"<i>\1</i>", text)
    return re.sub(r"`(.+?)`", r"<code>\1</code>", text)
