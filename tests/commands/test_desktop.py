from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from xml.etree import ElementTree

import pytest

from studio.cli import run


def validate(tool: str, *words: object) -> None:
    """Asked of the desktop's own tools, where they are installed."""
    if shutil.which(tool):
        done = subprocess.run([tool, *map(str, words)], capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr


def test_the_desktop_entry_icon_and_file_type_are_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert run(["--install-desktop"]) == 0
    entry = (tmp_path / "applications" / "puzzle-studio.desktop").read_text()
    assert "Exec=" in entry and "MimeType=application/x-puzzle-studio;application/x-puzzle-studio-film;" in entry
    xml = ElementTree.fromstring((tmp_path / "mime" / "packages" / "puzzle-studio.xml").read_text())
    assert {"*.puzzle", "*.film"} <= {node.attrib.get("pattern") for node in xml.iter()}
    validate("desktop-file-validate", tmp_path / "applications" / "puzzle-studio.desktop")
    validate("appstreamcli", "validate", "--no-net", tmp_path / "metainfo" / "puzzle-studio.metainfo.xml")
    assert (tmp_path / "icons" / "hicolor" / "scalable" / "apps" / "puzzle-studio.svg").exists()
