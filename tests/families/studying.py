"""Experiments run small and in this process, for tests."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from studio.core import registry
from studio.core.study import Finding, Workbench
from studio.lab.figures import charts_of
from studio.lab.studies import find


def study(family_id: str, experiment_id: str, paths: Sequence[Path] = (), **options: object) -> Finding:
    """An experiment's finding; whatever it found must be complete and drawable, and it must tell how far it is."""
    family = registry.family(family_id)
    told: list[float] = []
    bench = Workbench(family, paths, lambda fraction, text: told.append(fraction))
    finding = find(family, experiment_id).make(bench, {name.rstrip("_"): str(value) for name, value in options.items()})
    assert all(len(row) == len(finding.columns) for row in finding.rows) and finding.rows
    assert told and all(0 <= fraction <= 1 for fraction in told)
    charts_of(finding, experiment_id)
    return finding
