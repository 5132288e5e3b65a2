"""`rules`: the ladder, and guesses where it does not suffice."""

from __future__ import annotations

from studio.families.fobidoshi.rules.scan import warm_up as warm_up_scan
from studio.solvers.rule_engine import RuleEngine


class LadderEngine(RuleEngine):
    """The shared rule engine; its deep rules are scanned by compiled code."""

    def warm_up(self) -> None:
        warm_up_scan()
