"""README and guide tell the truth: every link leads somewhere, and every command that they print works."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from studio import cli
from studio.core import files, registry
from tests import docs_text
from tests.docs_text import ROOT, Found

FAMILIES = ("evolomino", "fillomino", "fobidoshi", "tiling")
SAMPLES_USED = 2
"""Samples of each family that the copied library holds: the first ones, which are small."""
PLACEHOLDERS = {"MODEL": "model.txt", "FILE": "one.puzzle", "FOLDER": "puzzles/fillomino", "DIR": "made", "FAMILY": "fobidoshi"}
UNTRIED = ("warm", "fuzz", "peers")
"""Commands of which only the spelling is tested: compiling, fuzzing and racing other solvers take minutes."""
WINDOW = """
import sys
from PySide6.QtCore import QTimer
from studio.cli import run
from studio.ui.app import application
app = application()
QTimer.singleShot(700, app.quit)
sys.exit(run(sys.argv[1:]))
"""


def is_far(target: str) -> bool:
    return target.split(":")[0] in ("http", "https", "mailto")


@pytest.mark.parametrize("page", docs_text.pages(), ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_link_leads_somewhere(page: Path) -> None:
    broken = []
    for link in docs_text.links():
        if link.page != page or is_far(link.text):
            continue
        name, _, anchor = link.text.partition("#")
        target = (page.parent / name).resolve() if name else page
        if not target.exists():
            broken.append(f"{link.where}: {link.text} does not exist")
        elif anchor and anchor not in docs_text.anchors(target):
            broken.append(f"{link.where}: {link.text} has no such heading")
    assert not broken, "\n".join(broken)


def test_every_guide_page_is_reached_from_the_index() -> None:
    guide = ROOT / "docs" / "guide"
    linked = {(link.page.parent / link.text.partition("#")[0]).resolve() for link in docs_text.links()
              if link.page == guide / "index.md" and not is_far(link.text)}
    assert set(guide.glob("*.md")) - linked <= {guide / "index.md"}


def test_every_picture_is_used() -> None:
    used = {(link.page.parent / link.text).resolve() for link in docs_text.links() if not is_far(link.text)}
    pictures = {path for folder in ("docs/guide/pictures", "docs/pictures") for path in (ROOT / folder).glob("*.*")}
    assert pictures - used == set()


# --- commands ---------------------------------------------------------------------------------------------------------
def of_program(program: str) -> list[Found]:
    return [found for found in docs_text.commands() if docs_text.words(found.text)[0] == program]


def opens_window(argv: list[str]) -> bool:
    return not argv or (not argv[0].startswith("-") and argv[0] not in cli.commands())


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder as a reader of the guide has it: a few samples, and one puzzle called by every placeholder."""
    desk = tmp_path_factory.mktemp("desk")
    for family in FAMILIES:
        folder = desk / "puzzles" / family
        folder.mkdir(parents=True)
        for sample in sorted((ROOT / "puzzles" / family).glob("*.puzzle"))[:SAMPLES_USED]:
            shutil.copy(sample, folder)
    shutil.copy(sorted((desk / "puzzles" / "fillomino").iterdir())[0], desk / "one.puzzle")
    puzzle, whole = files.load(desk / "one.puzzle").puzzle, registry.family("fillomino").whole
    assert whole is not None and puzzle.solution is not None
    literals = [-literal for literal in whole(puzzle).differs(puzzle.solution)]
    (desk / "model.txt").write_text(f"s SATISFIABLE\nv {' '.join(map(str, literals))} 0\n")  # what a solver says of it
    return desk


def filled(command: Found) -> list[str]:
    return [PLACEHOLDERS.get(word, word) for word in docs_text.words(command.text)[1:]]


def by_page(found: list[Found]) -> list[Any]:
    """A page's commands build on each other: they are one test, in their order. (Groups of pytest-xdist are not enough: with
    pytest 9.2 they send the commands of a page to different processes.)"""
    pages = dict.fromkeys(each.page for each in found)
    return [pytest.param([each for each in found if each.page == page], id=page.stem) for page in pages]


@pytest.mark.parametrize("commands", by_page(of_program("puzzle-studio")))
def test_the_commands_of_a_page(commands: list[Found], desk: Path, monkeypatch: pytest.MonkeyPatch,
                                capsys: pytest.CaptureFixture[str]) -> None:
    home = desk / "home"
    monkeypatch.setenv("XDG_CACHE_HOME", os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache"))
    for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(home))
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    monkeypatch.chdir(desk)
    for command in commands:
        try_command(command)
        capsys.readouterr()


def try_command(command: Found) -> None:
    argv = filled(command)
    for sample in [word for word in argv if word.startswith("puzzles/") and word.endswith(".puzzle")]:
        Path(sample).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / sample, sample)
    outside = [word.removeprefix("command=") for word in argv if word.startswith("command=")]
    if argv and (argv[0] in UNTRIED or any(shutil.which(program) is None for program in outside)):
        assert cli.build_parser().parse_args(argv).command == argv[0]
        return
    if opens_window(argv):
        path = {**os.environ, "PYTHONPATH": str(ROOT)}
        done = subprocess.run([sys.executable, "-c", WINDOW, *argv], capture_output=True, text=True, env=path, timeout=60)
        assert done.returncode == 0, f"{command.where}: {done.stderr}"
        return
    assert answer(argv) == 0, f"{command.where}: {command.text}"  # what it said stands among the captured errors


def answer(argv: list[str]) -> int:
    try:
        return cli.run(argv)
    except SystemExit as ended:  # --help and --version
        return int(ended.code or 0)


@pytest.mark.parametrize("command", of_program("make"), ids=lambda found: found.text)
def test_make_target_exists(command: Found) -> None:
    done = subprocess.run(["make", "-n", *docs_text.words(command.text)[1:]], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, f"{command.where}: {done.stderr}"
