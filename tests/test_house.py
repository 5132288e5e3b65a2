"""The house plan holds: no Qt or solver library where it does not belong, tests mirror the rooms, no foreign data inside."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
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


def test_only_the_window_knows_widgets() -> None:
    for path in sorted((ROOT / "studio").rglob("*.py")):
        if path.relative_to(ROOT).parts[1] not in ("ui", "commands"):
            text = path.read_text(encoding="utf-8")
            assert "QtWidgets" not in text and "pyqtgraph" not in text, path


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


def functions() -> Iterator[tuple[Path, ast.FunctionDef]]:
    for path in sorted((ROOT / "studio").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                yield path, node


def test_no_function_takes_more_than_eight_things() -> None:
    """Compiled kernels may: there a record is not always as fast."""
    for path, function in functions():
        names = [each.arg for each in (*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs)]
        marks = [mark.func if isinstance(mark, ast.Call) else mark for mark in function.decorator_list]
        compiled = any(isinstance(mark, ast.Name) and mark.id in ("kernel", "entry") for mark in marks)
        count = len(names) - (names[:1] in (["self"], ["cls"]))
        assert compiled or count <= 8, f"{path.relative_to(ROOT)}: {function.name} takes {count}"


def test_kernels_are_read_by_the_type_checker_and_by_people() -> None:
    for path in sorted((ROOT / "studio").rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        assert "ignore-errors" not in text and "import *" not in text, path
        if "families" in path.parts:
            assert "sys.modules" not in text, f"{path}: what is imported by chance decides nothing"
            assert "from numba" not in text and "import numba" not in text, f"{path}: kernels are marked by solvers/kernels"
