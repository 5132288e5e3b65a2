"""Every promise of the conformance kit, for every family that the registry finds, plugins included."""

from __future__ import annotations

import os
from functools import cache

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from studio.core import registry
from studio.core.family import Family
from tests.families.conformance import CHECKS, Kit

FAMILIES = registry.all_families()
each_family = pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.id)
each_promise = pytest.mark.parametrize("promise", CHECKS)
MANY = 150


@cache
def kit(family: Family, boards: int = 0) -> Kit:
    return Kit(family, boards, seed=boards) if boards else Kit(family)


@each_promise
@each_family
def test_it_keeps_its_promise(family: Family, promise: str) -> None:
    CHECKS[promise](kit(family))


@pytest.mark.slow
@each_promise
@each_family
def test_it_keeps_its_promise_on_many_boards(family: Family, promise: str) -> None:
    CHECKS[promise](kit(family, MANY))
