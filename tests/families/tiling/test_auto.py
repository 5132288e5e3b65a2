"""What the portfolio loads before its first board."""

from __future__ import annotations

import pytest

from studio.families.tiling.engines import auto
from studio.solvers.kernels import Kernels


def test_a_worker_loads_the_searches_and_compiles_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Boards that need no proof do not wait for one; but nobody's clock runs while kernels are compiled."""
    warmed: list[str] = []
    monkeypatch.setattr(auto.AutoEngine, "warm_up", lambda self: warmed.append("all"))
    monkeypatch.setattr(auto, "policy", lambda: Kernels.COMPILED)
    for there, expected in ((True, []), (False, ["all"])):
        monkeypatch.setattr(auto, "is_on_disk", lambda kernel, there=there: there)
        auto.AutoEngine().load()
        assert warmed == expected
