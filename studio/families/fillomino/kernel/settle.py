"""Propagation of the clause kernel: all its steps until nothing moves. Compiled like `propagate.py`."""

from __future__ import annotations

from studio.families.fillomino.kernel.area import settle_area
from studio.families.fillomino.kernel.propagate import settle_components, settle_value
from studio.families.fillomino.kernel.state import AREA, PENDING, State


def propagate(s: State) -> bool:
    """Until nothing moves. False: the board has no solution from here."""
    while True:
        while s.ctl[PENDING] > 0:
            for k in range(s.values):
                if s.evcount[k] > 0:
                    if not settle_value(s, k):
                        return False
                    break
        moved = False
        for k in range(s.values):
            if s.cdirty[k]:
                if not settle_components(s, k):
                    return False
                if s.ctl[PENDING] > 0:
                    moved = True
                    break
        if not moved and s.ctl[AREA]:
            if not settle_area(s):
                return False
            moved = s.ctl[PENDING] > 0
        if not moved:
            return True
