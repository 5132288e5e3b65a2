"""What the guide says of its films holds. The short ones by default; `make_films` makes all of them."""

from __future__ import annotations

import os

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from pathlib import Path

import pytest

from docs.tools.make_films import FILMS, GuideFilm, made, moments, sheet

QUICK = ("mosaic", "tectonics", "mutilated", "presolve", "making")
WATCHING = Path(__file__).resolve().parents[1] / "docs" / "guide" / "watching.md"


def check(line: GuideFilm) -> None:
    films = [made(line.path, engine, values) for engine, values in line.engines]
    for words, holds in line.claims:
        assert holds(films), f"{line.name}: {words}"
    assert len(moments(films[0])) <= 4 and not sheet(films[0]).isNull()


@pytest.mark.parametrize("line", [pytest.param(line, id=line.name) for line in FILMS if line.name in QUICK])
def test_the_short_films_of_the_guide(line: GuideFilm, qapp: object) -> None:
    check(line)


@pytest.mark.slow
@pytest.mark.parametrize("line", [pytest.param(line, id=line.name) for line in FILMS if line.name not in QUICK])
def test_the_long_films_of_the_guide(line: GuideFilm, qapp: object) -> None:
    check(line)


def test_every_line_of_the_guides_table_is_made() -> None:
    table = WATCHING.read_text("utf-8").split("## Films to begin with")[1]
    assert sum(1 for line in table.splitlines() if line.startswith("| ") and "*" in line) == len(FILMS)
