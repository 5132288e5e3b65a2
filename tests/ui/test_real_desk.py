"""What a maker's hands expect, on a real window: scenes of `real_desk` that failed on the window as it once was."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from studio.core import registry

ROOT = Path(__file__).resolve().parents[2]
NEEDED = {"fillomino", "tiling", "evolomino"}


@pytest.mark.slow
@pytest.mark.skipif(not (shutil.which("Xvfb") and shutil.which("xdotool")), reason="needs Xvfb and xdotool")
@pytest.mark.skipif(not {family.id for family in registry.families()} >= NEEDED, reason="needs the families it draws")
def test_the_makers_hands() -> None:
    done = subprocess.run([sys.executable, "-m", "tests.ui.real_desk"], cwd=ROOT, capture_output=True, text=True, timeout=550)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.slow
@pytest.mark.skipif(not (shutil.which("Xvfb") and shutil.which("xdotool")), reason="needs Xvfb and xdotool")
@pytest.mark.skipif("tiling" not in {family.id for family in registry.families()}, reason="needs tilings")
def test_hands_with_tiles() -> None:
    words = [sys.executable, "-m", "tests.ui.real_tilings"]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
