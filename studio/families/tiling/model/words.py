"""Names in a row, as sentences have them."""

from __future__ import annotations

from collections.abc import Iterable

from studio.core.say import say


def either(names: Iterable[str]) -> str:
    """3I or 3L or 2x2"""
    said = ""
    for name in names:
        said = say("{first} or {last}", first=said, last=name) if said else name
    return said
