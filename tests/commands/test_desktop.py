from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from studio.cli import run


def test_the_desktop_entry_icon_and_file_type_are_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert run(["--install-desktop"]) == 0
    entry = (tmp_path / "applications" / "puzzle-studio.desktop").read_text()
    assert "Exec=" in entry and "MimeType=application/x-puzzle-studio;" in entry
    xml = ElementTree.fromstring((tmp_path / "mime" / "packages" / "puzzle-studio.xml").read_text())
    assert any(node.attrib.get("pattern") == "*.puzzle" for node in xml.iter())
    assert (tmp_path / "icons" / "hicolor" / "scalable" / "apps" / "puzzle-studio.svg").exists()
