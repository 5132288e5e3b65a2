"""Who does many pieces of work: threads of this process, each with its own worker processes, or a cluster (`lab/cluster.py`).

A piece of work is a module-level function of an item and a `Hold`. It starts its jobs (`studio.run.job`) and waits for them
through the hold, so that limits and cancelling reach native solvers wherever the work is done.
"""

from __future__ import annotations

import queue
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import Any, TypeVar

from studio.run.job import Job
from studio.run.pool import Pool, measuring_pool

Item = TypeVar("Item")
Done = TypeVar("Done")
LOOK_SECONDS = 0.2
"""How often a waiting piece of work looks whether it is still wanted."""


class Hold:
    """What one thread keeps from one piece of work to the next: its warm worker processes, and whether it should stop."""

    def __init__(self, unwanted: Callable[[], bool]) -> None:
        self.unwanted = unwanted
        self._pools: dict[str, Pool] = {}
        self._seen: set[Hashable] = set()

    def pool(self, name: str) -> Pool:
        return self._pools.setdefault(name, measuring_pool())

    def first(self, what: Hashable) -> bool:
        """True once for everything that has to be done once per thread."""
        new = what not in self._seen
        self._seen.add(what)
        return new

    def wait(self, job: Job, on_message: Any = None) -> Any:
        """The job's result; a job that nobody wants any more is cancelled, and what it had found is its result."""
        while not job.done:
            if self.unwanted():
                job.cancel()
            job.wait(LOOK_SECONDS, on_message)
        return job.result

    def close(self) -> None:
        for pool in self._pools.values():
            pool.close()


class Crew(ABC):
    """Does pieces of work, several at a time."""

    @abstractmethod
    def do(self, work: Callable[[Item, Hold], Done], items: Sequence[Item]) -> Iterator[tuple[Item, Done]]:
        """Every item with what came of it, as it comes. An exception of the work is raised here."""

    @abstractmethod
    def stop(self) -> None:
        """From another thread, or after Ctrl+C: end what is under way; nothing more is given out."""

    @property
    @abstractmethod
    def stopped(self) -> bool: ...

    def close(self) -> None:
        """Let the workers go."""


class Threads(Crew):
    """This machine: so many threads, each with its own worker processes. One thread keeps the order of the items."""

    def __init__(self, jobs: int = 1) -> None:
        self.jobs = jobs
        self._stop = threading.Event()
        self._holds = [Hold(self._stop.is_set) for _ in range(jobs)]

    @property
    def stopped(self) -> bool:
        return self._stop.is_set()

    def do(self, work: Callable[[Item, Hold], Done], items: Sequence[Item]) -> Iterator[tuple[Item, Done]]:
        waiting: queue.SimpleQueue[Item] = queue.SimpleQueue()
        for item in items:
            waiting.put(item)
        done: queue.SimpleQueue[tuple[Item, Any, BaseException | None] | None] = queue.SimpleQueue()
        for hold in self._holds:
            threading.Thread(target=self._serve, args=(work, waiting, done, hold), daemon=True).start()
        serving = self.jobs
        try:
            while serving:
                arrived = _next(done)
                if arrived is None:
                    serving -= 1
                elif arrived[2] is not None:
                    raise arrived[2]
                elif not self.stopped:
                    yield arrived[0], arrived[1]
        finally:
            if serving:
                self.stop()

    def _serve(self, work: Callable[[Item, Hold], Done], waiting: queue.SimpleQueue[Item],
               done: queue.SimpleQueue[Any], hold: Hold) -> None:
        try:
            while not self.stopped:
                item = waiting.get_nowait()
                try:
                    done.put((item, work(item, hold), None))
                except Exception as fault:  # raised where somebody can tell it
                    done.put((item, None, fault))
        except queue.Empty:
            pass
        finally:
            done.put(None)

    def stop(self) -> None:
        self._stop.set()

    def close(self) -> None:
        self.stop()
        for hold in self._holds:
            hold.close()


def _next(arrivals: queue.SimpleQueue[Any]) -> Any:
    """Waits in short turns, so that Ctrl+C is heard on every system."""
    while True:
        try:
            return arrivals.get(timeout=LOOK_SECONDS)
        except queue.Empty:
            continue
