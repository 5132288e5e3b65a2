"""The study's tables by one command each."""

from __future__ import annotations

import pytest

from studio.core.puzzle import BadPuzzle
from studio.families.evolomino import FAMILY
from studio.families.evolomino.studies import FIGURE_5, TABLE_1, sizes_of
from tests.data import shared_data


def run(name: str, paths: list[object] | None = None, **options: str) -> str:
    experiment = next(each for each in FAMILY.experiments() if each.id == name)
    return experiment.run(paths or [], lambda *_: None, **options)


def test_table_1_shows_the_published_figures_beside_ours() -> None:
    text = run("table-1", sizes="5-6", boards="2")
    for size in (5, 6):
        row = next(line for line in text.splitlines() if line.strip().startswith(f"{size}x{size}"))
        assert f"{TABLE_1[size][0]:,}" in row and f"{TABLE_1[size][1]:,}" in row and f"{TABLE_1[size][3]:.3f}" in row
        assert float(row.split()[-1].replace(",", "")) > 1  # times faster


def test_table_1_can_only_count() -> None:
    assert "5x5" in run("table-1", sizes="5", boards="1", solve="no")


def test_constraints_are_counted_by_equation() -> None:
    text = run("equations", sizes="5", boards="2")
    rows = [line.split() for line in text.splitlines() if line.strip().startswith("5x5")]
    for row in rows:
        *parts, total = (int(cell.replace(",", "")) for cell in row[2:-2])
        assert sum(parts) == pytest.approx(total, abs=len(parts)) and f"{TABLE_1[5][1]:,}" in row


def test_figure_5_compares_all_solvers() -> None:
    text = run("figure-5", boards="1", seconds="20", size="6")
    assert all(name in text for name in ("kernel", *FIGURE_5, "highs"))


def test_uniqueness_reports_boards_that_are_not() -> None:
    text = run("uniqueness", [shared_data("evolomino") / "8x8"], sizes="8", boards="15")
    assert "more than one solution: 8x8 sample13" in text


def test_generation_is_timed() -> None:
    assert "6x6" in run("generation", sizes="6", boards="2")


def test_bad_sizes_are_refused() -> None:
    assert sizes_of("5-7") == [5, 6, 7] and sizes_of("10,14") == [10, 14]
    with pytest.raises(BadPuzzle):
        sizes_of("ten")
