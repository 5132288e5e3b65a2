"""The verdict card mends the board: clues are added or dropped as one step that Undo takes back."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from studio.core import registry
from studio.core.engine import Limits
from studio.core.puzzle import Puzzle
from studio.setter.analysis import analyse
from studio.ui.document import Document
from studio.ui.modes.verdict_card import VerdictCard
from studio.ui.verdict import LiveVerdict

FILLOMINO = registry.family("fillomino")


def sample() -> Puzzle:
    return min(FILLOMINO.samples(), key=lambda puzzle: puzzle.grid.size)


class Bench:
    def __init__(self, qtbot: QtBot, puzzle: Puzzle) -> None:
        self.qtbot, self.document = qtbot, Document(puzzle)
        self.live = LiveVerdict(self.document, Limits(30.0))
        self.card = VerdictCard(self.document, self.live)
        qtbot.addWidget(self.card)
        self.live.wake()
        self.wait()

    @property
    def verdict(self) -> str:
        return str(self.live.latest.verdict) if self.live.latest is not None else ""

    def wait(self) -> None:
        self.qtbot.waitUntil(lambda: self.verdict != "" and not self.live.busy, timeout=30_000)

    def press(self, name: str) -> None:
        mending = self.card.mending
        getattr(mending, name).click()
        self.qtbot.waitUntil(lambda: not mending._watcher.running, timeout=30_000)
        self.wait()


def test_missing_clues_are_added_and_taken_back(qtbot: QtBot) -> None:
    puzzle = sample()
    loose = puzzle.with_givens(0 if cell % 2 else given for cell, given in enumerate(puzzle.givens))
    bench = Bench(qtbot, loose)
    assert bench.verdict == "multiple" and not bench.card.mending.add.isHidden() and bench.card.mending.thin.isHidden()
    bench.card.other.setChecked(True)
    meant = bench.live.latest.second
    bench.press("add")
    assert bench.verdict == "unique" and bench.live.latest.solution == meant
    assert not bench.card.mending.thin.isHidden() and "Undo" in bench.card.mending.message.text()
    bench.document.history.undo()
    assert bench.document.puzzle.givens == loose.givens
    assert bench.card.mending.message.text() == "", "it goes on telling of clues that are no longer there"


def test_superfluous_clues_are_dropped(qtbot: QtBot) -> None:
    puzzle = sample()
    solution = analyse(puzzle).solution
    assert solution is not None
    bench = Bench(qtbot, puzzle.with_givens(solution))
    bench.press("thin")
    assert bench.verdict == "unique" and len(bench.document.puzzle.clues()) < puzzle.grid.size
    bench.press("thin")
    assert bench.card.mending.message.text() == "Every clue is needed."


def test_a_change_of_the_board_stops_the_mending(qtbot: QtBot) -> None:
    bench = Bench(qtbot, FILLOMINO.blank(9, 9).with_givens((3, *[0] * 80)))
    bench.card.mending.add.click()
    assert not bench.card.mending.halt.isHidden()
    change = bench.document.board.change("givens", 40, 5)
    assert change is not None
    bench.document.edit("draw", [change], "a clue")
    assert not bench.card.mending._watcher.running


def test_a_tiling_is_mended_with_given_pieces(qtbot: QtBot) -> None:
    family = registry.family("tiling")
    bench = Bench(qtbot, family.blank(2, 4))
    bench.press("add")
    assert bench.verdict == "unique" and any(bench.document.puzzle.borders)
    bench.document.history.undo()
    assert not any(bench.document.puzzle.borders)
