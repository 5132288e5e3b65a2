"""On large boards a number that the verdict card tells without "at least" never changes afterwards."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from studio.core import files, registry
from studio.core.engine import Cancel, Limits
from studio.core.family import Family
from studio.core.parts import GenerateRequest
from studio.core.puzzle import Puzzle
from studio.setter.analysis import MULTIPLE, Verdict
from studio.setter.carve import Carver
from studio.ui.document import Document
from studio.ui.modes.verdict_card import VerdictCard
from studio.ui.verdict import LiveVerdict
from tests.ui.conftest import latin, wait_for

SECONDS = 30.0
SIDE, WANTED = 20, 20
OPEN = ("t least", "till", "not found out in time")
"""what says that a number may still grow, or that more was not found out"""


def less_one_clue(puzzle: Puzzle, rng: random.Random) -> Puzzle:
    gone = rng.choice(puzzle.clues())
    return puzzle.with_givens(0 if cell == gone else given for cell, given in enumerate(puzzle.givens))


def made(family: Family, number: int) -> Puzzle:
    """A new board with one solution; nobody needs to know how hard it is, which takes long on boards of this size."""
    assert family.making is not None
    request, rng = GenerateRequest(SIDE, SIDE, number), random.Random(number)
    if family.making.full_board is None:
        assert family.making.generate is not None
        return family.making.generate(request, lambda fraction, text: None, Cancel())
    full = family.making.full_board(request, rng, Cancel())
    carving = Carver(family, full, Cancel(), rng).carve(lambda fraction, text: None)
    return full if carving is None else full.with_givens(carving.givens(full))


def large_boards() -> list[Puzzle]:
    """Twenty boards of 20x20 with one clue taken away: every shipped one twice, then generated ones of all families that are
    made of clues, in turn."""
    rng, found = random.Random(20), list[Puzzle]()
    families = [family for family in registry.families() if family.pieces is None and family.making is not None]
    for family in families:
        for path in files.expand([files.sample_folder(family.id)]):
            puzzle = files.load(path).puzzle
            if (puzzle.grid.rows, puzzle.grid.cols) == (SIDE, SIDE):
                found += [less_one_clue(puzzle, rng) for _ in range(2)]
    for number in range(WANTED - len(found)):
        family = families[number % len(families)]
        found.append(less_one_clue(made(family, number), rng))
    return found


class Told:
    """What the card of a live verdict, asked by a worker as in the window, says of one board."""

    def __init__(self, qtbot: Any, puzzle: Puzzle, count_up_to: int = 2, seconds: float = SECONDS) -> None:
        self.document = Document(puzzle)
        self.live = LiveVerdict(self.document, Limits(seconds))
        self.live.count_up_to = count_up_to
        self.card = VerdictCard(self.document, self.live)
        qtbot.addWidget(self.card)
        self.final: list[tuple[str, str]] = []
        """(of what, how many), in the order in which it was told without a reservation"""
        self.told = 0
        self.live.told.connect(self._hear)
        self.live.wake()
        wait_for(qtbot, lambda: self.latest is not None and self.latest.stage == "done" and not self.live.busy)
        self.live.stop()

    @property
    def latest(self) -> Verdict | None:
        found: Verdict | None = self.live.latest
        return found

    def _hear(self, _verdict: Verdict) -> None:
        self.told += 1
        for part in re.split(r"[;.] ", f"{self.card.headline.text()}; {self.card.detail.text()}"):
            if not any(word in part for word in OPEN):
                self.final += [(what, number) for number, what in re.findall(r"(\d+) (cell|solution)s?", part)]


def check(qtbot: Any, puzzle: Puzzle, count_up_to: int = 2) -> Told:
    told = Told(qtbot, puzzle, count_up_to)
    last = told.latest
    assert last is not None
    true = {("cell", str(len(last.differing)))} if last.verdict == MULTIPLE and last.forced is not None else set()
    true |= {("solution", str(last.count))} if last.counted_all else set()
    assert set(told.final) <= true, f"{told.final} was told, and then {sorted(true)}"
    return told


def test_small_boards_tell_no_number_that_changes(qtbot: Any) -> None:
    for givens in ((1, *(0,) * 15), (0,) * 16, (1, 2, 3, 4, *(0,) * 12)):
        check(qtbot, latin(*givens))
    counted = check(qtbot, latin(1, 2, 3, 4, *(0,) * 12), count_up_to=50_000)
    assert ("solution", "24") in counted.final and counted.told > 1, "the count is told when it is known"


def test_when_time_runs_out_nothing_is_told_as_final(qtbot: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The card says what was not found out, also when the worker is stopped between two reports."""
    puzzle = latin(1, *(0,) * 15)
    document = Document(puzzle)
    live = LiveVerdict(document, Limits(SECONDS))
    live.enabled = False
    card = VerdictCard(document, live)
    qtbot.addWidget(card)
    live._current = True
    live._tell(Verdict(MULTIPLE, 0.1, (1,) * 16, (2,) * 16, None, (1, 2, 3), count=2))
    from studio.core.engine import SolveResult, Status

    live._finish(SolveResult(Status.TIMEOUT))
    assert "at least 3 cells" in card.detail.text() and "not found out in time" in card.detail.text()


@pytest.mark.slow
def test_twenty_boards_of_20x20_tell_no_number_that_changes(qtbot: Any) -> None:
    boards = large_boards()
    assert len(boards) == WANTED and len({(board.family, board.givens) for board in boards}) == WANTED
    growing = sum(check(qtbot, puzzle).told > 1 for puzzle in boards)
    assert growing >= WANTED // 2, "hardly any verdict came in parts: nothing was tried"
