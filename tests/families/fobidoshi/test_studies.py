"""The tables of the thesis, made again on a small scale: right shape, published figures beside ours."""

from __future__ import annotations

import pytest

from studio.core.engine import Cancel
from studio.core.parts import GenerateRequest
from studio.core.puzzle import BadPuzzle
from studio.core.study import Workbench
from studio.families.fobidoshi import FAMILY
from studio.families.fobidoshi.generate import RANDOM_SOLUTION, RANDOM_START, generate
from studio.families.fobidoshi.generate.thesis import best_threshold
from studio.families.fobidoshi.tables import TABLE_2, TABLE_3, THRESHOLDS, Effort, generator_rows
from tests.data import shared_data
from tests.families.studying import study


def test_figure_15_compares_the_four_configurations() -> None:
    found = study("fobidoshi", "figure-15", sizes="4-5", puzzles=3)
    for size in (4, 5):
        rows = {row[1]: row for row in found.rows if row[0] == size}
        assert {"none", "barrier", "good moves", "both"} <= rows.keys()
        assert rows["both"][5] <= rows["none"][5]  # type: ignore[operator]
    assert len(found.plots) == 3 and found.column("made") == [3] * len(found.rows)


def test_tables_1_and_2_stand_beside_the_published_figures() -> None:
    first = study("fobidoshi", "table-1", sizes="4-5", attempts=30)
    assert first.column("valid % (published)") == [55.48, 52.08]
    second = study("fobidoshi", "table-2", sizes="6", attempts=60)
    assert second.column("valid % (published)") == [2.09] and second.column("attempts") == [60]
    for row in (*first.rows, *second.rows):
        assert row[3] <= row[2] <= row[4]  # type: ignore[operator]


def test_table_3_has_a_row_per_threshold() -> None:
    found = study("fobidoshi", "table-3", sizes="5", attempts=20)
    assert found.column("valid % (published)") == [0.06, 0.18, 0.43, 0.5, 0.07]


def test_the_corpus_percentages() -> None:
    found = study("fobidoshi", "corpus", [shared_data("fobidoshi")])
    average, theirs = found.column("average %"), found.column("average % (published)")
    assert all(abs(ours - study) < 3 for ours, study in zip(average, theirs, strict=True))  # type: ignore[operator]


@pytest.mark.parametrize("method", [RANDOM_START, RANDOM_SOLUTION])
def test_wishes_that_cannot_be_granted_are_refused(method: str) -> None:
    for request in (GenerateRequest(5, 5, 1, symmetry="half-turn", values={"method": method}),
                    GenerateRequest(5, 5, 1, values={"method": method, "crosses": 2}),
                    GenerateRequest(5, 5, 1, values={"method": method}, clues=9)):
        with pytest.raises(BadPuzzle, match="clause kernel can"):
            generate(request, lambda fraction, text: None, Cancel())


def test_the_threshold_follows_the_size() -> None:
    for size, shares in TABLE_3.items():
        assert best_threshold(size) == THRESHOLDS[shares.index(max(shares))]


def test_our_generator_is_compared_with_theirs() -> None:
    found = study("fobidoshi", "own-generator", sizes="4,6", puzzles=3)
    assert found.column("valid %") == [100, 100] and found.column("valid %, 4.2 (published)")[1] == TABLE_2[6][0]


def test_the_second_generator_fails_mostly() -> None:
    row, = generator_rows(Workbench(FAMILY), False, [(6, 90)], Effort(380, 30.0, 5.0))
    assert row.made == 380 == len(row.valid) + row.failed.total() and 0 < row.valid_share < 15


def test_odd_sizes_are_refused() -> None:
    with pytest.raises(BadPuzzle):
        study("fobidoshi", "table-2", sizes="four")


def test_the_four_configurations_really_switch() -> None:
    board = max((sample for sample in FAMILY.samples() if sample.grid.size <= 36), key=lambda sample: sample.grid.size)
    names = ("no improvement", "barrier check", "good moves", "barrier check and good moves")
    calls = [Workbench(FAMILY).solve(board, "backtrack", 20.0, preset=name).stats["recursive_calls"] for name in names]
    assert len(set(calls)) == 4 and calls[0] == max(calls)
