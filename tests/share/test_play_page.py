"""A puzzle as a page to play: played to its end in a browser by hand, finger and keys, judged rightly, nothing fetched."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from studio.core import files, registry
from studio.core.engine import SolveResult, Status
from studio.core.family import Family
from studio.core.puzzle import Answer, BadPuzzle, Puzzle
from studio.share.play_page import MOST_SOLUTIONS, Maker, as_html, checked_by, page_text
from tests.families.kit import Kit
from tests.share.browser import drive, needs_browser

HANDS = """
const data = JSON.parse($("data").textContent), board = $("board"), want = %s, wrong = %s;
const place = (cell) => {
  const at = new DOMPoint(cell %% data.cols + 0.5, Math.floor(cell / data.cols) + 0.5).matrixTransform(board.getScreenCTM());
  return { clientX: at.x, clientY: at.y, bubbles: true, pointerId: 1, pointerType: "touch" };
};
const point = (name, cell, button = 0) => board.dispatchEvent(new PointerEvent(name, { ...place(cell), button }));
const tap = (cell, button = 0) => { point("pointerdown", cell, button); point("pointerup", cell, button); };
const key = (name, more = {}) => board.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true, ...more }));
const said = () => $("said").textContent;
const free = want.map((value, cell) => cell).filter((cell) => want[cell] && !data.start[cell]);
const cycle = [0, ...data.values.map((each) => each.v)];
const enter = (cell, value) => {
  if (data.mode === "numbers") { tap(cell); for (const digit of String(value)) key(digit); }
  else for (let n = 0; n < cycle.indexOf(value); n++) tap(cell);
};
const lay = (cells) => {
  point("pointerdown", cells[0]);
  for (const cell of cells.slice(1)) point("pointermove", cell);
  point("pointerup", cells[cells.length - 1]);
};
const pieces = () => {
  const of = new Map();
  want.forEach((n, cell) => { if (n) of.set(n, [...(of.get(n) || []), cell]); });
  return [...of.values()];
};
const play = () => {
  if (data.mode === "pieces") pieces().forEach(lay); else for (const cell of free) enter(cell, want[cell]);
};
told.mode = data.mode;
$("check").click(); told.untouched = said();
if (data.mode === "pieces") lay(wrong); else enter(wrong[0], wrong[1]);
$("check").click(); told.mistake = said(); told.shown = $("over").children.length;
$("undo").click();
if (data.mode === "symbols") while (!$("undo").disabled) $("undo").click();
$("check").click(); told.back = said();
play();
told.end = said(); told.drawn = $("marks").children.length;
$("undo").click(); told.before = said();
key("y", { ctrlKey: true }); told.redone = said();
$("again").click(); told.again = said(); told.emptied = $("marks").querySelectorAll("text, g, rect").length;
key("z", { ctrlKey: true }); $("check").click(); told.kept = said();
board.focus(); key("ArrowRight"); key("ArrowDown"); told.heard = $("heard").textContent;
told.name = document.title; told.overflow = document.documentElement.scrollWidth - innerWidth;
"""


def family_puzzle(family_id: str) -> tuple[Family, Puzzle, Answer]:
    """A small puzzle with one solution."""
    family = registry.family(family_id)
    for case in sorted(Kit(family).cases, key=lambda case: -case.puzzle.grid.size):
        if len(case.answers) != 1 or len(set(family.images(case.puzzle, case.answers[0]))) > 1:
            continue
        answer = case.answers[0]
        free = [cell for cell, mark in enumerate(family.start_marks(case.puzzle)) if not mark and answer[cell]]
        if len(free) > 1 and len({answer[cell] for cell in free}) > 1:
            return family, case.puzzle, answer
    raise AssertionError(f"no such board of {family_id}")


def a_mistake(family: Family, puzzle: Puzzle, answer: Answer) -> list[int]:
    """A cell and a value that it does not have; of pieces two neighbours that lie in different ones."""
    free = [cell for cell, mark in enumerate(family.start_marks(puzzle)) if not mark and answer[cell]]
    if family.pieces is not None:
        return next([cell, other] for cell in free for other in puzzle.grid.adjacency[cell]
                    if answer[other] and answer[other] != answer[cell])
    return next([cell, value] for cell in free for value in sorted(set(answer)) if value not in (0, answer[cell]))


@needs_browser
@pytest.mark.parametrize("family_id", ["fillomino", "evolomino", "tiling", pytest.param("fobidoshi", marks=pytest.mark.slow),
                                       pytest.param("_shading", marks=pytest.mark.slow),
                                       pytest.param("_template", marks=pytest.mark.slow)])
def test_a_page_is_played_to_its_end(family_id: str, tmp_path: Path, qapp: Any) -> None:
    family, puzzle, answer = family_puzzle(family_id)
    page = page_text(family, puzzle, [answer], by_rules=False)
    told = drive(page, HANDS % (json.dumps(answer), json.dumps(a_mistake(family, puzzle, answer))), tmp_path)
    assert not told["errors"] and not told["blocked"] and not told["fetched"], told
    assert told["untouched"] == "Nothing is entered yet." and "wrong" in told["mistake"] and told["shown"] >= 1
    assert told["back"] == "Nothing is entered yet."
    assert told["end"] == told["redone"] == told["kept"] == "Solved!", told
    assert told["before"] != "Solved!" and told["again"] == "" and told["emptied"] == 0
    assert told["heard"].startswith("row ") and told["overflow"] <= 0 and told["drawn"] >= 1


JUDGE = "told.verdicts = %s.map(([n, answers]) => answers.map((answer) => RULES[n](FACTS[n], answer).length === 0));"


@needs_browser
def test_the_rules_in_the_page_say_what_the_checker_says(tmp_path: Path, qapp: Any) -> None:
    """Solutions and altered ones, of random boards of every family that has such rules."""
    script = (files.resource_folder() / "pages" / "play.js").read_text(encoding="utf-8")
    kit = script[script.index("const KIT"):script.index("(() => {")]
    facts, tried, expected, scripts = [], [], [], []
    for family in (each for each in registry.all_families() if each.page_rules is not None):
        rng = random.Random(family.id)
        assert family.page_rules is not None
        for case in Kit(family).cases[:25]:
            base = case.answers[0] if case.answers else None
            answers = [*case.answers[:3], *(altered(rng, case.puzzle, base) for _ in range(12))] if base else []
            if not answers:
                continue
            data = Maker(family, case.puzzle, [answers[0]], True).data()
            scripts.append(family.page_rules.script)
            facts.append(data)
            tried.append([len(facts) - 1, answers])
            expected.append([not family.wrong(case.puzzle, answer) for answer in answers])
    page = (f"<html><head></head><body></body><script>{kit}\nconst RULES = [{','.join(scripts)}];"
            f"const FACTS = {json.dumps(facts)};</script></html>")
    told = drive(page, JUDGE % json.dumps(tried), tmp_path)
    assert not told["errors"]
    for (number, answers), said, right in zip(tried, told["verdicts"], expected):
        assert said == right, (facts[number]["family"], answers[[a == b for a, b in zip(said, right)].index(False)])
    flat = [verdict for row in expected for verdict in row]
    assert flat.count(True) > 50 and flat.count(False) > 400


def altered(rng: random.Random, puzzle: Puzzle, answer: Answer) -> Answer:
    """A few cells with another value, or two that change places."""
    cells = [cell for cell, value in enumerate(answer) if value]
    made, values = list(answer), sorted({value for value in answer if value} | {1, 2})
    for _ in range(rng.choice((1, 1, 2, 3))):
        cell, other = rng.choice(cells), rng.choice(cells)
        if rng.random() < 0.5:
            made[cell] = rng.choice(values)
        else:
            made[cell], made[other] = made[other], made[cell]
    return tuple(made)


def test_what_a_page_compares_with(qapp: Any) -> None:
    family, puzzle, answer = family_puzzle("fillomino")
    assert checked_by(family, puzzle, SolveResult(Status.UNIQUE, [answer])) == ([answer], False)
    with pytest.raises(BadPuzzle, match="no solution"):
        checked_by(family, puzzle, SolveResult(Status.NONE, []))
    many = SolveResult(Status.MULTIPLE, [answer], complete=False)
    assert checked_by(family, puzzle, many) == ([answer], True)
    plain = registry.family("_template")
    sample = next(case.puzzle for case in Kit(plain).cases if case.answers)
    with pytest.raises(BadPuzzle, match="too many solutions"):
        checked_by(plain, sample, SolveResult(Status.MULTIPLE, [tuple(one_solution(plain, sample))], complete=False))
    assert MOST_SOLUTIONS >= 100


def one_solution(family: Family, puzzle: Puzzle) -> Answer:
    return next(case.answers[0] for case in Kit(family).cases if case.answers)


def test_words_of_a_puzzle_cannot_break_out_of_the_page(qapp: Any) -> None:
    from dataclasses import replace

    family, puzzle, answer = family_puzzle("fillomino")
    nasty = "</script><b>{{data}}"
    page = page_text(family, replace(puzzle, title=nasty, notes=nasty, author=nasty), [answer], by_rules=False)
    assert nasty not in page and "http://" not in page.replace("http://www.w3.org", "") and page.count("<script") == 2


def test_rules_as_a_page_shows_them() -> None:
    assert as_html("Shade **some** `x` cells.\n\n* One\n  more\n* Two <b>") == (
        "<p>Shade <b>some</b> <code>x</code> cells.</p><ul><li>One more</li><li>Two &lt;b&gt;</li></ul>")
