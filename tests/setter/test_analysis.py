"""Verdict, forced cells, differing cells, clashes and counts: small boards of every family, checked by other engines."""

from __future__ import annotations

import random
from itertools import groupby, pairwise

import pytest

from studio.core import registry
from studio.core.engine import Cancel, Limits
from studio.core.family import make_grid
from studio.core.puzzle import Puzzle
from studio.setter import analysis
from studio.setter.analysis import MULTIPLE, NONE, TIMEOUT, UNIQUE, Verdict, analyse, differing_cells
from studio.setter.clashes import ClashSearch, Found
from studio.setter.forced import counterexamples
from studio.setter.requests import Analyse
from tests.setter import boards

FAMILIES = boards.family_ids()


@pytest.mark.parametrize("family_id", FAMILIES)
def test_samples_are_unique_and_everything_is_forced(family_id: str) -> None:
    for puzzle in boards.boards(family_id):
        verdict = analyse(puzzle)
        if verdict.verdict != UNIQUE:
            continue
        assert verdict.solution is not None
        assert verdict.second is None
        assert verdict.differing == ()
        assert verdict.forced == tuple((cell, value) for cell, value in enumerate(verdict.solution) if value)
        assert registry.family(family_id).wrong(puzzle, verdict.solution) == []


@pytest.mark.parametrize("family_id", FAMILIES)
def test_forced_cells_are_what_all_solutions_share(family_id: str) -> None:
    rng = random.Random(5)
    seen = 0
    for puzzle in boards.boards(family_id) * 4:
        seen += check_forced(boards.loosened(puzzle, rng, rng.randrange(1, 4)))
    assert seen, "no loosened board was small enough to enumerate"


@pytest.mark.parametrize("family_id", FAMILIES)
def test_forced_cells_are_the_same_by_counterexamples_and_proofs(family_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The way of boards that are too loose for the clause kernel: it gets no time, and no solutions are collected before."""
    monkeypatch.setattr(analysis, "KERNEL_SECONDS", 0.0)
    monkeypatch.setattr(analysis, "MANY", 2)
    rng = random.Random(6)
    seen = 0
    for puzzle in boards.boards(family_id) * 3:
        seen += check_forced(boards.loosened(puzzle, rng, rng.randrange(1, 4)))
    assert seen, "no loosened board was small enough to enumerate"


def test_counterexamples_differ_where_the_known_solutions_agree() -> None:
    board = latin(1, *([0] * 15))
    known = boards.solve(registry.family("_template").engine("auto"), board, 2).solutions
    found = counterexamples(registry.family("_template"), board, known, {0}, Cancel())
    assert found
    assert not [cell for cell in range(1, 16) if len({answer[cell] for answer in (*known, *found)}) == 1]


def check_forced(puzzle: Puzzle) -> int:
    """Compare with the intersection of all solutions; 0 if there are too many to enumerate."""
    family = registry.family(puzzle.family)
    solutions = boards.all_solutions(puzzle)
    if solutions is None or not solutions:
        return 0
    verdict = analyse(puzzle, count_up_to=boards.ENUMERATE)
    differing = differing_cells(family, puzzle, solutions)
    assert verdict.verdict == (UNIQUE if len(solutions) == 1 else MULTIPLE)
    assert verdict.count == len(solutions)
    assert verdict.counted_all
    assert verdict.differing == differing
    assert verdict.solution is not None
    expected = [(cell, value) for cell, value in enumerate(verdict.solution) if value and cell not in differing]
    assert list(verdict.forced or ()) == expected
    return 1


@pytest.mark.parametrize("family_id", FAMILIES)
def test_a_clash_fails_and_mends_when_any_member_goes(family_id: str) -> None:
    rng = random.Random(7)
    seen = 0
    for puzzle in [*boards.boards(family_id), boards.boards(family_id)[0]]:
        broken = boards.spoiled(puzzle, rng)
        if broken is not None:
            check_clash(broken)
            seen += 1
    assert seen, "no board could be spoiled"


def check_clash(broken: Puzzle) -> Verdict:
    verdict = analyse(broken, clash_seconds=0.5)
    assert verdict.verdict == NONE
    assert verdict.clashing is not None
    assert not boards.solvable(broken, verdict.clashing)
    for clue in verdict.clashing:
        rest = [other for other in verdict.clashing if other != clue]
        assert boards.solvable(broken, rest), f"{clue} is not needed in {verdict.clashing}"
    return verdict


def latin(*givens: int) -> Puzzle:
    return Puzzle("_template", make_grid(4, 4), givens)


def test_the_smallest_clash_is_found_among_larger_ones() -> None:
    verdict = analyse(latin(1, 2, 3, 0, 0, 0, 0, 4, 4, 0, 0, 0, 0, 0, 0, 4))
    assert verdict.clashing == (7, 15)
    assert verdict.smallest


@pytest.mark.parametrize("newest, blamed", [(15, (7, 15)), (1, (1, 2))])
def test_what_was_changed_last_is_blamed_first(newest: int, blamed: tuple[int, ...]) -> None:
    """Two clashes of the same size: the one round the newest clue is told."""
    board = latin(0, 2, 2, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 4)
    assert analyse(board, newest=(newest,)).clashing == blamed


@pytest.mark.parametrize("family_id, givens, blamed", [
    ("fillomino", (1, 1, 0, 0, 0, 0, 0, 0, 0), (0, 1)),
    ("fillomino", (9, 0, 0, 0, 0, 0, 0, 0, 2), (0, 8)),
    ("fobidoshi", (1, 2, 0, 2, 0, 0, 0, 0, 1), (0, 1, 3, 8)),
])
def test_givens_that_clash_at_sight_are_named(family_id: str, givens: tuple[int, ...], blamed: tuple[int, ...]) -> None:
    verdict = analyse(Puzzle(family_id, make_grid(3, 3), givens))
    assert (verdict.clashing, verdict.minimal) == (blamed, True)


def test_without_time_a_failing_set_is_told_for_what_it_is() -> None:
    """Clues that fail, perhaps more than are needed: only what is left of the first half-hearted search."""
    family = registry.family("fobidoshi")
    board = Puzzle("fobidoshi", make_grid(4, 4), (1, 1, 1, 1, *([0] * 11), 1))
    search = ClashSearch(family, board, Cancel())
    search._unsure = True  # as if the engine had not known an answer in time
    search.__dict__["_by_clauses"] = lambda puzzle: search._out_of_time() or iter(())
    assert list(search.run()) == [Found((0, 1, 2, 3), minimal=False)]


def test_reports_come_as_things_become_known() -> None:
    reports: list[Verdict] = []
    last = analyse(latin(1, *([0] * 15)), report=reports.append, count_up_to=1000)
    stages = [stage for stage, _ in groupby(report.stage for report in reports)]
    assert stages == ["verdict", "forced", "count", "done"]
    assert reports[0].forced is None
    assert next(report.forced for report in reports if report.stage == "forced") == ((0, 1),)
    for earlier, later in pairwise(reports):
        assert set(earlier.differing) <= set(later.differing) and earlier.count <= later.count, "what is told only grows"
    assert last == reports[-1]
    assert (last.count, last.counted_all) == (144, True)
    assert analyse(latin(1, *([0] * 15)), count_up_to=100).counted_all is False


def test_no_time_is_no_verdict() -> None:
    verdict = analyse(latin(*([0] * 16)), Cancel(Limits(0.0)))
    assert verdict.verdict == TIMEOUT
    assert not verdict.known
    assert verdict.forced is None


class Watcher:
    """What the run room gives to a task."""

    def __init__(self) -> None:
        self.cancel = Cancel()
        self.sent: list[Verdict] = []

    def progress(self, fraction: float, text: str) -> None:
        raise AssertionError("an analysis sends verdicts, not progress")

    def send(self, value: Verdict) -> None:
        self.sent.append(value)


def test_the_task_sends_every_partial_verdict() -> None:
    watcher = Watcher()
    result = Analyse(latin(1, 1, *([0] * 14))).run(watcher)  # type: ignore[arg-type]
    assert result.verdict == NONE
    assert result.clashing == (0, 1)
    assert watcher.sent[0].stage == "verdict"
    assert watcher.sent[-1] == result
