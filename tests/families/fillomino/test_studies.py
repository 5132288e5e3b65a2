"""The tables: small runs with every row and column."""

from __future__ import annotations

from pathlib import Path

from studio.core import registry
from studio.families.fillomino.studies import archive, puzzles_in, rule_combinations

FILLOMINO = registry.family("fillomino")


def silent(fraction: float, text: str) -> None:
    assert 0.0 <= fraction <= 1.0


def test_rule_combinations_has_nine_rows() -> None:
    text = rule_combinations([], silent, seconds="0.5")
    rows = text.splitlines()[2:-1]
    assert len(rows) == 9
    assert rows[0].startswith("none")
    assert "single-exit + forced-cells + reachability" in text
    assert rows[-1].split()[-7] == "100"  # everything is solved without a guess by all rules


def test_archive_reads_folders(tmp_path: Path) -> None:
    codec = FILLOMINO.codecs()[0]
    for number, puzzle in enumerate(FILLOMINO.samples()):
        (tmp_path / f"{number}.txt").write_text(codec.write(puzzle))
    assert len(puzzles_in([tmp_path])) == len(FILLOMINO.samples())
    text = archive([tmp_path], silent, engine="rules")
    assert text.splitlines()[-1].startswith("all")
    assert f"{len(FILLOMINO.samples())}/{len(FILLOMINO.samples())}" in text


def test_experiments_are_listed() -> None:
    assert [each.id for each in FILLOMINO.experiments()] == ["rules", "archive"]
