"""Families from outside, and families that cannot be used: each is named, and everything else works."""

from __future__ import annotations

from pathlib import Path

import pytest

from studio import cli
from studio.core import files, registry
from studio.core.puzzle import BadPuzzle
from tests.plugin_site import BROKEN

OWN = {family.id for family in registry.all_families()}
def test_a_plugin_is_a_family_like_any_other(site: Path) -> None:
    family = registry.family("outsider")
    assert family.name == "Outsider" and family in registry.families() and family in registry.plugins()
    assert {known.id for known in registry.all_families()} == OWN | {"outsider"}, "each once"


@pytest.mark.parametrize("module", BROKEN)
def test_what_cannot_be_used_is_named_with_its_reason(site: Path, module: str) -> None:
    told = [trouble for trouble in registry.troubles() if trouble.source == f"{module} (plugin {module}-plugin)"]
    assert len(told) == 1 and BROKEN[module][1] in told[0].message


def test_a_doubled_id_leaves_the_first_in_its_place(site: Path) -> None:
    assert registry.family("fillomino").name == "Fillomino"


def test_asking_for_a_broken_family_says_why(site: Path) -> None:
    with pytest.raises(BadPuzzle, match=r"there is no puzzle family 'cannot_import'.*a_module_that_nobody_has"):
        registry.family("cannot_import")


def test_engines_names_the_broken_ones_and_lists_the_others(site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["engines"]) == 0
    shown = capsys.readouterr()
    assert "outsider: Outsider" in shown.out and "fillomino: Fillomino" in shown.out
    assert all(f"a family cannot be used: {module} (plugin {module}-plugin): " in shown.err for module in BROKEN)


def test_samples_and_guide_page_are_found_in_the_package(site: Path) -> None:
    assert {files.library_folder(), site / "outsider" / "puzzles"} <= set(files.library_folders())
    assert files.sample_folder("outsider") == site / "outsider" / "puzzles"
    assert files.sample_folder("tiling") == files.library_folder() / "tiling"
    assert files.guide_pages()["outsider"] == site / "outsider" / "guide.md" and "index" in files.guide_pages()
    assert files.load(site / "outsider" / "puzzles" / "01-first.puzzle").puzzle.family == "outsider"


def test_a_house_without_plugins_has_no_trouble() -> None:
    assert registry.troubles() == [] and {family.id for family in registry.all_families()} == OWN
