"""A study's table as a request for a worker process."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from studio.core import registry
from studio.core.family import Family
from studio.core.parts import Experiment
from studio.core.puzzle import BadPuzzle
from studio.core.requests import Context, Request


def find(family: Family, experiment_id: str) -> Experiment:
    for each in family.experiments():
        if each.id == experiment_id:
            return each
    known = ", ".join(each.id for each in family.experiments()) or "none"
    raise BadPuzzle(f"{family.name} has no experiment {experiment_id!r} (it has: {known})")


@dataclass(frozen=True)
class RunStudy(Request[str]):
    """One experiment of a family on some files."""

    family: str
    experiment: str
    paths: Sequence[Any]
    options: Mapping[str, Any] = field(default_factory=dict)

    def run(self, ctx: Context) -> str:
        experiment = find(registry.family(self.family), self.experiment)
        return experiment.run(self.paths, ctx.progress, **self.options)
