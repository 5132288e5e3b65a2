from __future__ import annotations

import pytest

from studio.ui.watch.clock import FrameClock


@pytest.mark.parametrize("ticks", [1, 2, 3, 4])
def test_the_last_picture_is_drawn_before_the_clock_sleeps(qapp: object, ticks: int) -> None:
    """Whatever tick finds nothing left to do, a picture comes after the last move."""
    told: list[str] = []
    left = [ticks]

    def active() -> bool:
        left[0] -= 1
        return left[0] > 0

    clock = FrameClock(lambda budget: told.append("drain"), lambda: told.append("frame"), active)
    clock.wake()
    for _ in range(ticks):
        clock.tick()
    assert told[-1] == "frame" and not clock.ticking
