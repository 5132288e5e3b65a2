"""Work on a Dask cluster: the same pieces of work, the same worker processes with the same limits, on many machines.

The scheduler gives a lost machine's work to another one; a result is taken once. Solvers run in supervised child processes
there as here (`studio.run`), so time limits hold inside native code, and work that nobody waits for any more is ended.
"""

from __future__ import annotations

import multiprocessing
import queue
import threading
from collections.abc import Callable, Iterator, Sequence
from multiprocessing import util
from typing import Any
from uuid import uuid4

from studio.core.puzzle import BadPuzzle
from studio.core.say import say
from studio.lab.crew import LOOK_SECONDS, Crew, Done, Hold, Item, Threads

LOCAL = "local:"
CONNECT_SECONDS = 5.0
_own = threading.local()
"""what a thread of a cluster's worker keeps from one piece of work to the next"""


def open_crew(jobs: int = 1, cluster: str | None = None) -> Crew:
    """As `--jobs` and `--cluster` say; BadPuzzle with one sentence if there is no such cluster."""
    if jobs < 1:
        raise BadPuzzle(say("--jobs is a positive number"))
    if cluster is None:
        return Threads(jobs)
    if jobs > 1:
        raise BadPuzzle(say("--jobs is for this machine; a cluster does as much at a time as it has threads"))
    try:
        import distributed
    except ImportError:
        raise BadPuzzle(say("--cluster needs the extra puzzle-studio[cluster]: pip install 'puzzle-studio[cluster]'")) from None
    return Cluster(_client(distributed, cluster))


def _client(distributed: Any, address: str) -> Any:
    """Connect to a scheduler, or start a small cluster on this machine."""
    if address.startswith(LOCAL):
        workers = address.removeprefix(LOCAL)
        if not workers.isdecimal() or not 1 <= int(workers) <= 256:
            raise BadPuzzle(say("a local cluster is written local:N, as in local:4, not {address!r}", address=address))
        import dask

        # A daemonic process may have no children, and solvers are children. For good: workers are also started again later.
        dask.config.set({"distributed.worker.daemon": False})
        return distributed.Client(n_workers=int(workers), threads_per_worker=1, dashboard_address=None)
    try:
        return distributed.Client(address, timeout=CONNECT_SECONDS)
    except (OSError, ValueError, TimeoutError) as fault:
        why = str(fault).splitlines()[0] if str(fault) else type(fault).__name__
        raise BadPuzzle(say("no cluster answers at {address}: {why}", address=address, why=why)) from None


class Cluster(Crew):
    """A client of a Dask scheduler."""

    def __init__(self, client: Any) -> None:
        self._client = client
        self._stop = threading.Event()

    @property
    def stopped(self) -> bool:
        return self._stop.is_set()

    def do(self, work: Callable[[Item, Hold], Done], items: Sequence[Item]) -> Iterator[tuple[Item, Done]]:
        run, arrived = uuid4().hex, queue.SimpleQueue[Any]()
        waiting = {}
        for number, item in enumerate(items):
            future = self._client.submit(carry_out, work, item, key=f"puzzle-studio-{run}-{number}", pure=False)
            waiting[future] = item
            future.add_done_callback(arrived.put)
        try:
            while waiting and not self.stopped:
                done = _arrival(arrived)
                if done is not None:
                    yield waiting.pop(done), done.result()
        finally:
            self._client.cancel(list(waiting))

    def stop(self) -> None:
        self._stop.set()

    def close(self) -> None:
        self.stop()
        cluster = self._client.cluster
        self._client.close()
        if cluster is not None:
            cluster.close()


def _arrival(arrived: queue.SimpleQueue[Any]) -> Any:
    """What is done next; None after a short wait, so that a stop is heard."""
    try:
        return arrived.get(timeout=LOOK_SECONDS)
    except queue.Empty:
        return None


# --- on the machine that does it --------------------------------------------------------------------------------------------
def carry_out(work: Callable[[Item, Hold], Done], item: Item) -> Done:
    """One piece of work, in a thread of a cluster's worker."""
    import distributed

    if multiprocessing.current_process().daemon:
        raise BadPuzzle(say("the cluster's workers may start no processes: "
                            "start them with DASK_DISTRIBUTED__WORKER__DAEMON=False in their environment"))
    worker, key = distributed.get_worker(), distributed.worker.thread_state.key

    def unwanted() -> bool:
        """The client took it back, or is gone."""
        task = worker.state.tasks.get(key)
        return task is None or task.state in ("cancelled", "released", "forgotten")

    if not hasattr(_own, "hold"):
        _own.hold = Hold(unwanted)
        util.Finalize(None, _own.hold.close, exitpriority=10)  # else the worker would wait for its idle children to end
    _own.hold.unwanted = unwanted
    return work(item, _own.hold)
