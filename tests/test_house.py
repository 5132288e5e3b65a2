"""The house plan holds: no Qt or solver library where it does not belong, tests mirror the rooms, no foreign data inside."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
HEAVY = ("PySide6", "z3", "ortools", "numba", "pysat", "highspy", "pyqtgraph")


def loaded_by(statement: str) -> set[str]:
    code = f"import sys; {statement}; print(' '.join(sorted({{name.split('.')[0] for name in sys.modules}})))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    return set(done.stdout.split())


@pytest.mark.parametrize("statement", [
    "import studio.families",
    "from studio.core import registry; registry.all_families()",
    "from studio.cli import build_parser; build_parser()",
    "import studio.run.job, studio.setter.analysis, studio.lab.bench",
])
def test_no_qt_and_no_solver_library_is_loaded_before_it_is_needed(statement: str) -> None:
    assert not loaded_by(statement) & set(HEAVY)


def test_tests_mirror_the_rooms() -> None:
    rooms = {path.name for path in (ROOT / "studio").iterdir() if (path / "__init__.py").exists()}
    for room in rooms:
        assert list((ROOT / "tests" / room).rglob("test_*.py")), f"tests/{room} is missing"
    for family in (ROOT / "studio" / "families").iterdir():
        if (family / "__init__.py").exists():
            assert list((ROOT / "tests" / "families" / family.name).glob("test_*.py")), f"no tests for {family.name}"


def test_the_top_level_is_as_the_user_asked() -> None:
    for name in ("pyproject.toml", "README.md", "studio", "resources", "puzzles", "tests"):
        assert (ROOT / name).exists(), name


def test_constraints_hold_names_and_versions_only() -> None:
    for line in (ROOT / "constraints.txt").read_text().splitlines():
        name, sign, version = line.partition("==")
        assert sign and name.replace("-", "").replace("_", "").isalnum() and version[0].isdigit(), line
