"""Fixtures that several rooms share."""

from dataclasses import replace

import pytest

from studio.core import registry
from tests.plugin_site import site

__all__ = ["site"]


@pytest.fixture(autouse=True, scope="session")
def one_application_for_all() -> None:
    """A process has one application object for good. Pictures are content with one without widgets; the window's tests, which
    may run later in the same process, are not."""
    from PySide6.QtWidgets import QApplication

    from studio.share import render

    render.application_kind = QApplication


@pytest.fixture
def only_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without families from outside: one more with numbers, and it has to be asked whose board a heap of numbers is."""
    found = registry._discovered()
    ours = tuple(family for family in found.families if not found.sources[family.id].distribution)
    monkeypatch.setattr(registry, "_discovered", lambda: replace(found, families=ours))
