"""The tables of the thesis, made again on a small scale: right shape, published figures beside ours."""

from __future__ import annotations

import pytest

from studio.core.puzzle import BadPuzzle
from studio.families.fobidoshi import FAMILY
from studio.families.fobidoshi.studies import TABLE_2, generator_row, sizes_of


def run(name: str, **options: str) -> list[str]:
    experiment = next(each for each in FAMILY.experiments() if each.id == name)
    told: list[float] = []
    lines: list[str] = experiment.run([], lambda fraction, text: told.append(fraction), **options).splitlines()
    assert told and all(0 <= fraction <= 1 for fraction in told)
    return lines


def test_figure_15_compares_the_four_configurations() -> None:
    lines = run("figure-15", sizes="4-5", puzzles="3")
    for size in "45":
        rows = {line[4:16].strip(): line.split() for line in lines if line.strip().startswith(size)}
        assert {"none", "barrier", "good moves", "both"} <= rows.keys()
        assert float(rows["both"][-3]) <= float(rows["none"][-3])


def test_tables_1_and_2_stand_beside_the_published_figures() -> None:
    first = run("table-1", sizes="4-5", attempts="30")
    assert "55.48" in first[2] and "52.08" in first[3]
    second = run("table-2", sizes="6", attempts="60")
    assert "2.09" in second[2] and "60" in second[2]


def test_table_3_has_a_column_per_threshold() -> None:
    lines = run("table-3", sizes="5", attempts="20")
    assert "(0.43)" in lines[2] and lines[2].count("(") == 5


def test_our_generator_is_compared_with_theirs() -> None:
    lines = run("own-generator", sizes="4,6", puzzles="3")
    assert all(line.split()[2] == "100" for line in lines[2:4]) and str(TABLE_2[6][0]) in lines[3]


def test_the_second_generator_fails_mostly() -> None:
    row = generator_row(6, False, 400, 30.0, 5.0)
    assert row.made == 400 == len(row.valid) + row.failed.total() and 0 < row.valid_share < 15


def test_odd_sizes_are_refused() -> None:
    with pytest.raises(BadPuzzle):
        sizes_of("four")
