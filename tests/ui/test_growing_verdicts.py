"""On large boards a number that the verdict card tells without "at least" never changes afterwards."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from studio.core import files, registry
from studio.core.engine import Cancel, Limits
from studio.core.puzzle import Puzzle
from studio.setter.analysis import Verdict, analyse
from studio.ui.document import Document
from studio.ui.modes.verdict_card import VerdictCard
from studio.ui.verdict import LiveVerdict
from tests.ui.conftest import latin

SECONDS = 30.0


def large_boards() -> list[Puzzle]:
    """Ten boards of each shipped 20x20 puzzle, each with one clue taken away."""
    found, rng = [], random.Random(20)
    for family in registry.families():
        for path in files.expand([files.sample_folder(family.id)]):
            puzzle = files.load(path).puzzle
            if (puzzle.grid.rows, puzzle.grid.cols) == (20, 20) and family.pieces is None:
                for cell in rng.sample(puzzle.clues(), 10):
                    found.append(puzzle.with_givens(0 if other == cell else given for other, given in enumerate(puzzle.givens)))
    return found[:20]


def told_as_final(qtbot: Any, puzzle: Puzzle) -> tuple[list[str], Verdict]:
    """What the card says without a reservation, in the order in which it says it, and the last verdict."""
    document = Document(puzzle)
    live = LiveVerdict(document, Limits(SECONDS))
    live.enabled = False
    card = VerdictCard(document, live)
    qtbot.addWidget(card)
    said: list[str] = []

    def tell(verdict: Verdict) -> None:
        live.latest = verdict
        card._told(verdict)
        text = f"{card.headline.text()}; {card.detail.text()}"
        said.extend(number for part in text.split(";") if "t least" not in part and "till" not in part
                    for number in re.findall(r"(\d+) (?:cells?|solutions)", part))

    return said, analyse(puzzle, Cancel(Limits(SECONDS)), tell)


def check(qtbot: Any, puzzle: Puzzle) -> None:
    said, last = told_as_final(qtbot, puzzle)
    final = {str(len(last.differing))} | ({str(last.count)} if last.counted_all else set())
    assert set(said) <= final, f"{said} was told, and then {sorted(final)}"


def test_small_boards_tell_no_number_that_changes(qtbot: Any) -> None:
    for givens in ((1, *(0,) * 15), (0,) * 16, (1, 2, 3, 4, *(0,) * 12)):
        check(qtbot, latin(*givens))


@pytest.mark.slow
def test_twenty_boards_of_20x20_tell_no_number_that_changes(qtbot: Any) -> None:
    boards = large_boards()
    assert len(boards) == 20
    for puzzle in boards:
        check(qtbot, puzzle)
