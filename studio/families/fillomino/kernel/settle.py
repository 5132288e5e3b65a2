"""Propagation of the clause kernel: all its steps until nothing moves."""

from __future__ import annotations

from studio.families.fillomino.kernel.area import settle_area
from studio.families.fillomino.kernel.propagate import settle_components, settle_value
from studio.families.fillomino.kernel.state import State
from studio.solvers.kernels import entry


@entry
def propagate(s: State) -> bool:
    """Until nothing moves. False: the board has no solution from here."""
    while True:
        while s.pending > 0:
            for k in range(s.values):
                if s.event_count[k] > 0:
                    if not settle_value(s, k):
                        return False
                    break
        moved = False
        for k in range(s.values):
            if s.dirty[k]:
                if not settle_components(s, k):
                    return False
                if s.pending > 0:
                    moved = True
                    break
        if not moved and s.area and not s.light:
            if not settle_area(s):
                return False
            moved = s.pending > 0
        if not moved:
            return True
