"""The worker's own side of a run: what has been told does not wait while an engine is silent."""

from __future__ import annotations

import threading
from typing import Any

from studio.core.trace import FLUSH_SECONDS
from studio.run.worker import _Pulse


class Told:
    """In a trace's place: knows when it was looked at."""

    def __init__(self, fault: OSError | None = None) -> None:
        self.seen = threading.Semaphore(0)
        self._fault = fault

    def pulse(self) -> None:
        self.seen.release()
        if self._fault is not None:
            raise self._fault


def beats(pulse: _Pulse, trace: Any, count: int) -> bool:
    with pulse.of(trace):
        return all(trace.seen.acquire(timeout=20) for _ in range(count))


def test_one_thread_serves_all_orders() -> None:
    pulse, before = _Pulse(), threading.active_count()
    for _ in range(3):
        trace = Told()
        assert beats(pulse, trace, 2)
        assert not trace.seen.acquire(timeout=3 * FLUSH_SECONDS)  # nothing after its end; and then the thread sleeps
    assert threading.active_count() == before + 1


def test_a_listener_that_is_gone_ends_no_later_order() -> None:
    pulse, deaf = _Pulse(), Told(OSError("gone"))
    assert beats(pulse, deaf, 1)
    assert beats(pulse, Told(), 2)
