"""Draws the guide's ladders: for every rule a board at which it is the next step. `python docs/tools/make_ladder.py`

Writes docs/guide/pictures/ladder/*.png and the section "The ladder, rule by rule" of each family's page. A board at which
another rule speaks is refused.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(Path(__file__).parent)]

from ladder_words import UNDRAWN, WORDS  # noqa: E402
from PySide6.QtGui import QImage  # noqa: E402

from studio.core import files, registry  # noqa: E402
from studio.core.deduction import Contradiction, Rule  # noqa: E402
from studio.core.draw import Overlay  # noqa: E402
from studio.core.family import Family  # noqa: E402
from studio.core.puzzle import Board, Puzzle  # noqa: E402
from studio.setter.next_step import Shown, example  # noqa: E402
from studio.setter.rating import level_name  # noqa: E402
from studio.share import render  # noqa: E402
from studio.share.film_frames import explain_event  # noqa: E402
from studio.share.theme import LIGHT  # noqa: E402

BOARDS = Path(__file__).parent / "ladder_boards"
PICTURES = ROOT / "docs" / "guide" / "pictures" / "ladder"
HEADING = "## The ladder, rule by rule"
BEFORE = ("\n## Names of tiles", "\n## How the engines think")
"""where the section stands on a page that has none yet: before the first of these"""
WIDTH = 230.0
"""pixels that a board takes at most"""


def shown(family: Family, name: str) -> tuple[Puzzle, Shown]:
    """A rule's board and what the rule says there."""
    puzzle = files.load(BOARDS / family.id / f"{name}.puzzle").puzzle
    assert family.rulebook is not None
    told = example(family.rulebook, puzzle, name)
    if told is None:
        raise SystemExit(f"{family.id}: {name} is not the next step on its board")
    return puzzle, told


def picture(family: Family, puzzle: Puzzle, told: Shown) -> QImage:
    """The position before the step, and the step: its cells framed, what it follows from shaded, a ruled out value struck."""
    marks, event = list(told.marks), told.event
    overlay = Overlay(deduced={cell: mark for cell, mark in enumerate(marks) if mark and not family.start_marks(puzzle)[cell]})
    if event.value > 0:
        for cell, value in told.settings:
            marks[cell] = overlay.deduced[cell] = value
    explain_event(lambda cell, value: list(told.settings), event, overlay)
    cell_size = min(30.0, WIDTH / puzzle.grid.cols, WIDTH / puzzle.grid.rows)
    return render.board_image(family, Board(puzzle, marks), overlay, LIGHT, cell_size)


def said(family: Family, puzzle: Puzzle, told: Shown) -> str:
    """What the program says at this position."""
    grid = puzzle.grid
    if isinstance(told.said, Contradiction):
        where = grid.cell_names(told.said.reason.cells[:6])
        return f"{told.said.reason.text} ({where})" if where else told.said.reason.text
    value, cells = told.event.value, [cell for cell, _ in told.settings]
    if told.said.cell < 0:
        what = f"{'a piece' if value > 0 else 'no piece'} lies on just {grid.cell_names(cells)}"
    else:
        what = f"{grid.cell_name(cells[0])} {'is' if value > 0 else 'is not'} {family.notation.word(abs(value))}"
    return f"{what}: {told.said.reason.text}"


def paragraph(family: Family, rule: Rule) -> str:
    opening = f"**{rule.title}** (`{rule.name}`, level {rule.level}: {level_name(rule.level)}). {WORDS[family.id][rule.name]}"
    if rule.name in UNDRAWN:
        return f"{opening} (Seldom the next step: no small board is known that shows it.)\n"
    puzzle, told = shown(family, rule.name)
    path = PICTURES / f"{family.id}-{rule.name}.png"
    path.parent.mkdir(parents=True, exist_ok=True)
    image = picture(family, puzzle, told).convertToFormat(QImage.Format.Format_RGB32)
    if not image.save(str(path), "PNG"):  # type: ignore[call-overload]
        raise SystemExit(f"{path} cannot be written")
    return (f"{opening}\n\n"
            f"![{rule.title}](pictures/ladder/{path.name})\n\n"
            f"*Here:* {said(family, puzzle, told).rstrip('.')}.\n")


def section(family: Family) -> str:
    assert family.rulebook is not None
    opening = ("Every rule at a board where it is the next step: the rules above it have nothing more to say, and what they "
               "found is drawn. The cells of the step are framed, what it follows from is marked, a value that it rules out is "
               "struck.\n")
    return "\n".join([HEADING + "\n", opening, *(paragraph(family, rule) for rule in family.rulebook.rules)])


def rewritten(page: str, new: str) -> str:
    """The page with this section in place of the old one; a new one comes before the section about engines or films."""
    if HEADING in page:
        before, _, rest = page.partition(HEADING)
        _, mark, after = rest.partition("\n## ")
    else:
        before, mark, after = page.partition(next(each for each in BEFORE if each in page))
        before += "\n"
    return before + new + (mark + after if mark else "")


def main() -> None:
    render.ensure_application()
    for family in registry.families():
        if family.id in WORDS:
            page = ROOT / "docs" / "guide" / f"{family.id}.md"
            page.write_text(rewritten(page.read_text(), section(family)))
            print(page.relative_to(ROOT))


if __name__ == "__main__":
    main()
