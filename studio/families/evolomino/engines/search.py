"""The `search` engine: the ladder of rules, and guesses where it does not suffice."""

from __future__ import annotations

from studio.core.family import Family
from studio.core.say import marked
from studio.solvers.rule_engine import RuleEngine


class ExplainedSearch(RuleEngine):
    """By default it guesses block by block: an arrow square first, then the cells around the smallest unfinished block."""

    def __init__(self, family: Family) -> None:
        super().__init__(family, "search", marked("Explained search"), ("blocks", "first", "fewest"), "blocks")

    def warm_up(self) -> None:
        """On large boards the ladder asks the kernel for witnesses."""
        from studio.families.evolomino.engines.auto import KernelEngine

        KernelEngine().warm_up()
