from __future__ import annotations

from pathlib import Path

import pytest

from studio.run import prepare


def test_a_preparation_is_remembered_until_something_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert not prepare.is_prepared()
    prepare.note_prepared()
    assert prepare.is_prepared() and prepare.prepare_in_background() is None
    monkeypatch.setattr(prepare, "version", lambda name: "another")
    assert not prepare.is_prepared()


def test_a_background_preparation_can_be_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    compiling = prepare.prepare_in_background()
    assert compiling is not None and compiling.poll() is None
    prepare.stop(compiling)
    assert compiling.poll() is not None and not prepare.is_prepared()
