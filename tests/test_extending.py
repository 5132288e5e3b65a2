"""The guide's page on adding a family, followed literally: from an empty folder to a green conformance run."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from studio.core import registry
from tests.families.conformance import CHECKS
from tests.plugin_site import announce

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "guide" / "extending.md"
FILE = re.compile(r"^`([\w./]+)`:\n\n```\w*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
RUN = re.compile(r"^python -m (pytest .*)$", re.MULTILINE)


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files that the page prints, and what an installer leaves for its entry point."""
    folder = tmp_path_factory.mktemp("takuzu")
    for name, text in FILE.findall(PAGE.read_text("utf-8")):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text)
    told = tomllib.loads((folder / "pyproject.toml").read_text())["project"]
    (module,) = told["entry-points"][registry.GROUP].values()
    announce(folder, told["name"], module)
    return folder


def run(package: Path, *words: str) -> subprocess.CompletedProcess[str]:
    around = {**os.environ, "PYTHONPATH": os.pathsep.join([str(package), str(ROOT)]), "QT_QPA_PLATFORM": "offscreen"}
    return subprocess.run([sys.executable, "-m", *words], cwd=ROOT, env=around, capture_output=True, text=True, timeout=600)


def test_the_page_leads_to_a_green_conformance_run(package: Path) -> None:
    (command,) = RUN.findall(PAGE.read_text("utf-8"))
    done = run(package, *command.split(), "-p", "no:cacheprovider", "-p", "no:xdist", "-rA")
    passed = [line for line in done.stdout.splitlines() if line.startswith("PASSED") and "[takuzu-" in line]
    assert done.returncode == 0 and len(passed) == len(CHECKS), done.stdout[-3000:] + done.stderr[-1000:]


def test_the_family_solves_and_generates(package: Path, tmp_path: Path) -> None:
    for words in (["engines", "takuzu"], ["generate", "takuzu", "--size", "6x6", "--seed", "1", "--out", str(tmp_path)],
                  ["solve", str(tmp_path), "--unique"], ["analyze", str(tmp_path)]):
        done = run(package, "studio", *words)
        assert done.returncode == 0, done.stderr


def test_every_part_that_the_page_names_is_there() -> None:
    for name in re.findall(r"`((?:studio|docs|tests)/[\w./]+)`", PAGE.read_text("utf-8")):
        assert (ROOT / name).exists(), name
