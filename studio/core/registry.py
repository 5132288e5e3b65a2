"""Finds the families: every folder under `studio/families` with a FAMILY object. Nothing else lists them."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from studio.core.family import Family
from studio.core.puzzle import BadPuzzle

PACKAGE = "studio.families"


@cache
def _discovered() -> tuple[Family, ...]:
    package = importlib.import_module(PACKAGE)
    names = sorted(module.name for module in pkgutil.iter_modules(package.__path__) if module.ispkg)
    found = []
    for name in names:
        family = getattr(importlib.import_module(f"{PACKAGE}.{name}"), "FAMILY", None)
        if isinstance(family, Family):
            found.append(family)
    return tuple(found)


def all_families() -> list[Family]:
    """Every family, hidden ones (ids that begin with an underscore, such as the template) included."""
    return list(_discovered())


def families() -> list[Family]:
    """The families that users see."""
    return [family for family in _discovered() if not family.id.startswith("_")]


def family(family_id: str) -> Family:
    for known in _discovered():
        if known.id == family_id:
            return known
    names = ", ".join(known.id for known in families())
    raise BadPuzzle(f"there is no puzzle family {family_id!r} (there are: {names})")
