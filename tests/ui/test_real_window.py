"""The whole way on a real window: every click and key goes through an X server."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from studio.core import registry

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.skipif(not (shutil.which("Xvfb") and shutil.which("xdotool")), reason="needs Xvfb and xdotool")
@pytest.mark.skipif(all(family.id != "fillomino" for family in registry.families()), reason="needs Fillomino")
def test_draw_verdict_watch_scrub_play_save_reopen(tmp_path: Path) -> None:
    shot = tmp_path / "window.png"
    command = [sys.executable, "-m", "tests.ui.real_window", "--shot", str(shot)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=400)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "saved and reopened" in done.stdout
    assert shot.stat().st_size > 10_000
