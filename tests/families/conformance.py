"""The conformance kit: what every family promises, tried on small random boards.

The judge is the family's own checker, by brute force (`brute.py`): a checker and a kernel, a rule or an engine that disagree
show up here, whichever of them is wrong. A family is tested by being there; it gives `trials` (random boards, the values of a
cell) and nothing else. `test_conformance.py` keeps every family to every promise, `test_conformance_catches.py` proves the kit
by planting faults.

    from tests.families.conformance import CHECKS, Kit
    CHECKS["hints_are_true_and_lead_to_the_end"](Kit(family))        raises AssertionError with the board on which it fails
"""

from __future__ import annotations

from tests.families.kit import CHECKS, Kit
from tests.families.promises import films, looks, puzzle, setting, thinking

__all__ = ["CHECKS", "Kit", "films", "looks", "puzzle", "setting", "thinking"]
