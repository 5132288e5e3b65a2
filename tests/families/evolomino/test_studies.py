"""The study's tables and figures by one command each."""

from __future__ import annotations

import pytest

from studio.core.engine import Cancel
from studio.core.parts import GenerateRequest
from studio.core.puzzle import BadPuzzle
from studio.families.evolomino import FAMILY, generate
from studio.families.evolomino.published import FIGURE_5, TABLE_1
from tests.data import shared_data
from tests.families.studying import study


def test_table_1_shows_the_published_figures_beside_ours() -> None:
    found = study("evolomino", "table-1", sizes="5-6", boards=2)
    for size in (5, 6):
        row = found.row(f"{size}x{size}")
        assert row["variables (published)"] == TABLE_1[size][0] and row["median s (published)"] == TABLE_1[size][3]
        assert isinstance(row["times faster"], float) and row["times faster"] > 1
    assert any("seeds 0 to 1" in note for note in found.notes) and found.plots


def test_table_1_can_only_count() -> None:
    assert study("evolomino", "table-1", sizes="5", boards=1, solve="off").column("median s") == [None]


def test_counts_as_the_authors_equal_theirs() -> None:
    found = study("evolomino", "equations", [shared_data("evolomino")], sizes="5-12", as_="authors")
    assert len(found.rows) == 8 * 25
    for name in ("variables", "constraints"):
        assert found.column(name) == found.column(f"{name} (published)")


@pytest.mark.slow
def test_counts_as_the_authors_equal_theirs_on_all_boards() -> None:
    found = study("evolomino", "equations", [shared_data("evolomino")], as_="authors")
    assert any("on 350 of 350 boards" in note for note in found.notes)


@pytest.mark.parametrize("way", ["authors", "text", "ours"])
def test_constraints_are_counted_by_equation(way: str) -> None:
    for row in study("evolomino", "equations", sizes="5", boards=2, as_=way).rows:
        assert sum(int(part or 0) for part in row[4:-2]) == row[-2]


def test_figure_5_compares_all_solvers() -> None:
    found = study("evolomino", "figure-5", boards=1, seconds=20, size=6)
    assert set(found.column("solver")) == {"kernel", *FIGURE_5, "highs"}
    assert found.row("cpsat")["<= 1 s % (published)"] == 96


def test_figure_6_has_quartiles() -> None:
    found = study("evolomino", "figure-6", sizes="5-6", boards=3)
    for row in found.rows:
        assert row[2] <= row[4] <= row[6]  # type: ignore[operator]
    assert [len(series.points) for series in found.plots[0].series] == [6, 50, 2]


def test_uniqueness_reports_boards_that_are_not() -> None:
    found = study("evolomino", "uniqueness", [shared_data("evolomino") / "8x8"], sizes="8", boards=15)
    assert any("more than one solution: 8x8 sample13" in note for note in found.notes)


@pytest.mark.parametrize("mode", ["unique", "random"])
def test_generation_is_timed(mode: str) -> None:
    assert study("evolomino", "generation", sizes="6", boards=2, mode=mode).rows[0][:2] == ("6x6", 2)


def test_the_second_mode_keeps_its_solution_but_not_uniqueness() -> None:
    made = [generate.with_random_clues(GenerateRequest(8, 8, seed), 0.3, Cancel()) for seed in range(6)]
    assert all(puzzle.solution is not None and not FAMILY.wrong(puzzle, puzzle.solution) for puzzle in made)
    assert made[0] == generate.with_random_clues(GenerateRequest(8, 8, 0), 0.3, Cancel())
    assert len({len(puzzle.clues()) for puzzle in made}) > 1


def test_bad_sizes_are_refused() -> None:
    with pytest.raises(BadPuzzle):
        study("evolomino", "generation", sizes="ten")
