"""What a task of the setter room needs of whoever runs it; the run room's TaskContext fits."""

from __future__ import annotations

from typing import Any, Protocol

from studio.core.engine import Cancel


class Context(Protocol):
    @property
    def cancel(self) -> Cancel: ...

    def progress(self, fraction: float, text: str) -> None: ...

    def send(self, value: Any) -> None: ...
