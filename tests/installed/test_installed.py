"""Wheel, source distribution and stand-alone folder, each in an empty place, driven to the end (`make test-app`)."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import tarfile
from pathlib import Path

import pytest

from tests.installed.driving import ROOT, Installed, drive, has_screen, window_opens
from tests.test_wheel import builds_wheels, copy_checkout

APP = Path(os.environ.get("PUZZLE_STUDIO_APP") or ROOT / "dist" / "puzzle-studio")
pytestmark = [pytest.mark.slow]
PIP = ("-m", "pip", "--quiet", "--disable-pip-version-check")
OFFLINE = ("--no-deps", "--no-index", "--no-build-isolation")


def call(*words: str | Path, at: Path | None = None) -> None:
    done = subprocess.run(list(map(str, words)), cwd=at, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-3000:]


def empty_environment(place: Path) -> Path:
    """A new environment that sees the libraries we depend on (nothing is downloaded), and nothing of the checkout: the link
    names a folder, and what editable installations leave in such a folder is not read."""
    call(sys.executable, "-m", "venv", "--without-pip", place)
    site = next(place.glob("lib/python*/site-packages"))
    (site / "libraries.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return place


@pytest.mark.parametrize("kind", ["wheel", "sdist"])
def test_an_installation_works_in_an_empty_place(kind: str, tmp_path: Path) -> None:
    if not builds_wheels():
        pytest.skip("setuptools 77 is needed")
    sources = copy_checkout(tmp_path / "sources")
    made = tmp_path / "made"
    if kind == "wheel":
        call(sys.executable, *PIP, "wheel", *OFFLINE, "--wheel-dir", made, sources)
        package = next(made.glob("*.whl"))
    else:
        call(sys.executable, "setup.py", "-q", "sdist", "--dist-dir", made, at=sources)
        package = next(made.glob("*.tar.gz"))
        with tarfile.open(package) as archive:
            inside = {name.split("/", 1)[-1] for name in archive.getnames()}
        assert {"packaging/app.spec", "CITATION.cff", "docs/guide/index.md", "tests/conftest.py"} <= inside
    environment = empty_environment(tmp_path / "environment")
    call(sys.executable, *PIP, "--python", environment / "bin" / "python", "install", *OFFLINE, package)
    studio = Installed([str(environment / "bin" / "puzzle-studio")], tmp_path / "user")
    drive(studio)
    if has_screen():
        window_opens(studio)


@pytest.mark.skipif(not APP.is_dir(), reason="no stand-alone folder here (make app)")
def test_the_stand_alone_folder_works_in_an_empty_place(tmp_path: Path) -> None:
    moved = tmp_path / "elsewhere" / "puzzle-studio"
    shutil.copytree(APP, moved, symlinks=True)
    studio = Installed([str(moved / "puzzle-studio")], tmp_path / "user")
    drive(studio)
    if has_screen():
        window_opens(studio)
