"""Commands in a process of their own: quick to start, and limits hold although the first worker is a copy of the process."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from studio.core import files, registry

ROOT = Path(__file__).resolve().parents[2]
FAMILY = registry.family("_template")


@pytest.mark.parametrize("more", [[], ["--kernels", "compiled"]], ids=["as is", "compiled"])
def test_limits_hold(tmp_path: Path, more: list[str]) -> None:
    path = tmp_path / "large.puzzle"
    files.save(path, FAMILY.blank(30, 30))
    command = [sys.executable, "-m", "studio", *more, "solve", str(path), "--solutions", "0", "--time-limit", "0.3", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, timeout=60)
    assert (done.returncode, json.loads(done.stdout)["status"]) == (1, "timeout"), done.stderr


def test_one_command_imports_no_other_and_one_family_no_other(tmp_path: Path) -> None:
    path = tmp_path / "four.puzzle"
    files.save(path, FAMILY.samples()[0])
    code = ("import sys; from studio.__main__ import main; main(['solve', sys.argv[1]]); "
            "print([name for name in sys.modules if name.startswith(('studio.', 'numba', 'PySide6'))])")
    done = subprocess.run([sys.executable, "-c", code, str(path)], capture_output=True, text=True, cwd=ROOT, check=True)
    loaded = set(eval(done.stdout.splitlines()[-1]))
    commands = {name.removeprefix("studio.commands.") for name in loaded if name.startswith("studio.commands.")}
    assert commands == {"common", "parser", "solve"}
    assert all(name.startswith("studio.families._template") for name in loaded if name.startswith("studio.families."))
    assert not any(name.startswith(("numba", "PySide6")) for name in loaded)
