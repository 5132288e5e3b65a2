"""What an installation gets: code, samples, guide, icons; a family's samples by being there."""

from __future__ import annotations

import shutil
import subprocess
import sys
import zipfile
from importlib.metadata import version
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PARTS = ("studio", "puzzles", "resources", "docs", "packaging", "tests", "setup.py", "pyproject.toml", "MANIFEST.in",
         "README.md", "CHANGELOG.md", "CITATION.cff", "CONTRIBUTING.md", "LICENSE", "Makefile", "constraints.txt")
UNINSTALLED = ("docs/tools", "docs/examples")


def builds_wheels() -> bool:
    return int(version("setuptools").split(".")[0]) >= 77


def copy_checkout(copy: Path) -> Path:
    """The sources without what was built in them."""
    leave = shutil.ignore_patterns("__pycache__", "*.pyc", "*.nbi", "*.nbc", *(Path(name).name for name in UNINSTALLED))
    copy.mkdir(exist_ok=True)
    for part in PARTS:
        source = ROOT / part
        shutil.copytree(source, copy / part, ignore=leave) if source.is_dir() else shutil.copy(source, copy)
    return copy


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """With a family's samples that no list names."""
    copy = copy_checkout(tmp_path_factory.mktemp("checkout"))
    (copy / "puzzles" / "newcomer").mkdir()
    (copy / "puzzles" / "newcomer" / "01-first.puzzle").write_text("{}")
    return copy


def test_the_wheel_carries_everything(checkout: Path, tmp_path: Path) -> None:
    if not builds_wheels():
        pytest.skip("setuptools 77 is needed to build a wheel without an index (make venv)")
    done = subprocess.run([sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--no-index",
                           "--wheel-dir", str(tmp_path), str(checkout)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    names = set(zipfile.ZipFile(next(tmp_path.glob("*.whl"))).namelist())
    shared = {name.split("/share/puzzle-studio/")[1] for name in names if "/share/puzzle-studio/" in name}
    for folder, pattern in (("puzzles", "*/*"), ("docs/guide", "**/*"), ("docs", "*.md"), ("resources", "**/*")):
        here = {path.relative_to(checkout).as_posix() for path in (checkout / folder).glob(pattern) if path.is_file()}
        assert here and here <= shared, sorted(here - shared)[:3]
    assert "puzzles/newcomer/01-first.puzzle" in shared
    assert not [name for name in shared if name.startswith(UNINSTALLED)]
    code = {path.relative_to(checkout).as_posix() for path in (checkout / "studio").rglob("*.py")}
    assert code <= names, sorted(code - names)[:3]
