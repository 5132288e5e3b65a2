"""Questions for a worker process, as typed objects: what is asked stands in fields, `run` answers it, a pickle carries it over.

The rooms that answer (setter, lab, run) define their requests; the run room carries them and knows nothing of what is inside.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, Generic, Protocol, TypeVar

from studio.core.engine import Cancel, Limits
from studio.core.trace import TraceWriter

Answered = TypeVar("Answered")


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

    def prepare(self) -> None:
        """Load what is needed, before the clock starts."""

    @abstractmethod
    def run(self, ctx: Context) -> Answered: ...
