"""Questions for a worker process, as typed objects: what is asked stands in fields, `run` answers it, a pickle carries it over.

The rooms that answer (setter, lab, run) define their requests; the run room carries them and knows nothing of what is inside.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, Generic, Protocol, TypeVar

from studio.core.engine import Cancel, Limits
from studio.core.trace import TraceWriter

Answered = TypeVar("Answered")
AUTO = "auto"
_loaded: set[tuple[str, str]] = set()


def load_engine(family_id: str, engine_id: str) -> None:
    """An engine's libraries and kernels, once per process."""
    from studio.core import registry  # which knows the families, whose experiments are made of requests

    if (family_id, engine_id) not in _loaded:
        registry.family(family_id).engine(engine_id).load()
        _loaded.add((family_id, engine_id))


def best_engine(family_id: str) -> tuple[str, str] | None:
    """What `Request.needs` says of a question that the family's own best engine answers."""
    from studio.core import registry

    return (family_id, AUTO) if AUTO in (engine.id for engine in registry.family(family_id).engines()) else None


class Context(Protocol):
    """What a request may use while it runs: a trace, the clock, and ways to tell its watcher how it goes."""

    @property
    def trace(self) -> TraceWriter: ...

    @property
    def cancel(self) -> Cancel: ...

    @property
    def limits(self) -> Limits: ...

    def progress(self, fraction: float, text: str) -> None: ...

    def send(self, value: Any) -> None: ...


class Request(ABC, Generic[Answered]):
    """Subclasses are frozen dataclasses. They import what they need inside their methods: asking must cost nothing."""

    def needs(self) -> tuple[str, str] | None:
        """The family and the engine that will be at work, if that is known beforehand."""
        return None

    def prepare(self) -> None:
        """Load what is needed, before the clock starts: a run is timed from encoding to answer."""
        needs = self.needs()
        if needs is not None:
            load_engine(*needs)

    @abstractmethod
    def run(self, ctx: Context) -> Answered: ...
