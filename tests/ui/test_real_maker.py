"""A puzzle from the empty board to the printed sheet, by keys alone and by mouse alone, on a real window (`real_maker`)."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from studio.core import registry
from tests.ui.real_maker import KEYS, MOUSE, PLANS

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.slow
@pytest.mark.skipif(not (shutil.which("Xvfb") and shutil.which("xdotool")), reason="needs Xvfb and xdotool")
@pytest.mark.parametrize("way", [KEYS, MOUSE])
@pytest.mark.parametrize("family_id", [family.id for family in registry.families() if family.id in PLANS])
def test_a_puzzle_is_made_whole(family_id: str, way: str, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.ui.real_maker", family_id, "--way", way, "--shots", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
