"""Families from outside, and families that cannot be used: each is named, and everything else works."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from studio import cli
from studio.core import files, registry
from studio.core.puzzle import BadPuzzle
from tests.plugin_site import OUTSIDE, add_plugin, installed

OWN = {family.id for family in registry.all_families()}
BROKEN = {
    "cannot_import": ("import a_module_that_nobody_has\n", "ModuleNotFoundError: No module named 'a_module_that_nobody_has'"),
    "cannot_parse": ("def broken(:\n", "SyntaxError"),
    "leaves": ("raise SystemExit('bye')\n", "SystemExit: bye"),
    "unfinished": ("from studio.core.family import Family\nclass F(Family):\n    id = name = 'f'\nFAMILY = F()\n", "TypeError"),
    "empty": ("", "it has no FAMILY"),
    "nameless": (OUTSIDE.format(kind="LatinSquare", id="", name="Nameless"), "has no id"),
    "doubled": (OUTSIDE.format(kind="LatinSquare", id="fillomino", name="Another"), "belongs to studio.families.fillomino already"),
}


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Path]:
    """One family that works, carrying a sample and a page, beside seven that do not."""
    package = add_plugin(tmp_path, "outsider", OUTSIDE.format(kind="LatinSquare", id="outsider", name="Outsider"))
    (package / "puzzles").mkdir()
    sample = registry.family("_template").samples()[0]
    (package / "puzzles" / "01-first.puzzle").write_text(files.dumps(sample).replace('"_template"', '"outsider"'))
    (package / "guide.md").write_text("# Outsiders\n\nA page of a plugin.\n")
    for module, (source, _) in BROKEN.items():
        add_plugin(tmp_path, module, source)
    with installed(tmp_path):
        yield tmp_path


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
    with pytest.raises(BadPuzzle, match="there is no puzzle family 'cannot_import'.*a_module_that_nobody_has"):
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


def test_the_start_page_names_the_broken_ones(site: Path, qtbot: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from PySide6.QtWidgets import QLabel, QToolButton

    from studio.ui.dialogs.guide import GuideWindow
    from studio.ui.library_model import Shelf
    from studio.ui.welcome import WelcomePage

    page = WelcomePage()
    qtbot.addWidget(page)
    texts = [label.text() for label in page.findChildren(QLabel)]
    assert all(any(f"cannot be used: {module} (plugin" in text for text in texts) for module in BROKEN)
    assert {"Outsider", "Fillomino"} <= {made.text() for made in page.findChildren(QToolButton)}
    guide = GuideWindow()
    qtbot.addWidget(guide)
    guide.show_page("outsider")
    assert "A page of a plugin." in guide.text.toPlainText() and guide.contents.currentItem().text() == "Outsiders"
    assert site / "outsider" / "puzzles" in Shelf().folders


def test_a_house_without_plugins_has_no_trouble() -> None:
    assert registry.troubles() == [] and {family.id for family in registry.all_families()} == OWN
