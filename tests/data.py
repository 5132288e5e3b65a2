"""Real boards for development, kept beside the checkout, never inside it; tests that want them skip where they are absent."""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


def shared_data(part: str) -> Path:
    """A folder of real boards, such as "fillomino/janko"; skips the test if there is none."""
    folder = ROOT.parent / "shared" / "data" / part
    if not folder.is_dir():
        pytest.skip(f"the boards of {part} are not here")
    return folder
