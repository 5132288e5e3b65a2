"""The guide's ladders: every rule of every family is told, with a board at which it is the next step, and drawn."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import pytest

from studio.core import files, registry
from studio.core.deduction import Contradiction, Step
from studio.setter.next_step import example

ROOT = Path(__file__).resolve().parents[1]
BOARDS, PICTURES = ROOT / "docs" / "tools" / "ladder_boards", ROOT / "docs" / "guide" / "pictures" / "ladder"
RULES = [(family_id, rule.name) for family_id in ("fillomino", "fobidoshi", "evolomino", "tiling")
         for rule in registry.family(family_id).thinking.rulebook.rules]  # type: ignore[union-attr]
MOST_BYTES = 20_000


def words() -> dict[str, dict[str, str]]:
    spec = importlib.util.spec_from_file_location("ladder_words", ROOT / "docs" / "tools" / "ladder_words.py")
    assert spec is not None and spec.loader is not None
    module: Any = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return dict(module.WORDS)


@pytest.mark.parametrize("family_id, name", RULES, ids=lambda each: each)
def test_the_rule_is_the_next_step_on_its_board(family_id: str, name: str) -> None:
    puzzle = files.load(BOARDS / family_id / f"{name}.puzzle").puzzle
    book = registry.family(family_id).rulebook
    assert book is not None
    told = example(book, puzzle, name)
    assert told is not None and told.rule.name == name
    assert isinstance(told.said, Step | Contradiction) and told.said.reason.text


@pytest.mark.parametrize("family_id", dict.fromkeys(family_id for family_id, _ in RULES))
def test_a_page_tells_and_draws_every_rule_of_its_ladder(family_id: str) -> None:
    page = (ROOT / "docs" / "guide" / f"{family_id}.md").read_text()
    told = words()[family_id]
    book = registry.family(family_id).rulebook
    assert book is not None and set(told) == {rule.name for rule in book.rules}
    for rule in book.rules:
        assert f"**{rule.title}** (`{rule.name}`, level {rule.level}" in page
        assert told[rule.name] in page
        assert f"](pictures/ladder/{family_id}-{rule.name}.png)" in page
        assert 0 < (PICTURES / f"{family_id}-{rule.name}.png").stat().st_size < MOST_BYTES


def test_no_picture_of_a_rule_is_left_over() -> None:
    assert {path.name for path in PICTURES.iterdir()} == {f"{family_id}-{name}.png" for family_id, name in RULES}
