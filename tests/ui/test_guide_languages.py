"""The start of the guide in the language of the window."""

from __future__ import annotations

import pytest

from studio.core import files


@pytest.mark.parametrize(("code", "heading"), [("en", "# Start here"), ("nl", "# Begin hier"), ("de", "# Hier beginnen"),
                                               ("ja", "# はじめに"), ("xx", "# Start here")])
def test_the_guide_starts_in_the_language(code: str, heading: str) -> None:
    pages = files.guide_pages(code)
    assert pages["index"].read_text("utf-8").startswith(heading)
    assert not [name for name in pages if "." in name], "every page once"
    assert set(pages) == set(files.guide_pages())
