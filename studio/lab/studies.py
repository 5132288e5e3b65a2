"""A study's table as a task for a worker process."""

from __future__ import annotations

from typing import Any

from studio.core import registry
from studio.core.family import Experiment, Family
from studio.core.puzzle import BadPuzzle
from studio.run.worker import TaskContext

TASK = "studio.lab.studies:run_task"


def find(family: Family, experiment_id: str) -> Experiment:
    for each in family.experiments():
        if each.id == experiment_id:
            return each
    known = ", ".join(each.id for each in family.experiments()) or "none"
    raise BadPuzzle(f"{family.name} has no experiment {experiment_id!r} (it has: {known})")


def run_task(payload: dict[str, Any], ctx: TaskContext) -> str:
    experiment = find(registry.family(payload["family"]), payload["experiment"])
    return experiment.run(payload["paths"], ctx.progress, **payload["options"])
