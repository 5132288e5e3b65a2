"""The pool: hands out workers and keeps some in reserve.

Compiled kernels are many times as fast as plain ones, once they are there: importing the compiler takes longer than most boards
do in plain Python, and compiling for the first time takes longer than most boards ever do. So where the user has chosen neither
(`use(None)`, the rule) a run begins in a plain worker unless a compiled one stands ready (or is forked by a command whose
kernels have only to be loaded); while it goes on, a compiled one is prepared, and takes over when it is ready. Both run
the same lines and come to the same answer.
"""

from __future__ import annotations

import atexit
import contextlib
import threading
from collections.abc import Callable
from typing import Any

from studio.core.engine import Limits
from studio.core.requests import Request
from studio.run.child import Worker, can_fork
from studio.run.prepare import is_prepared
from studio.run.requests import Load
from studio.run.worker import Order
from studio.solvers.kernels.policy import Kernels, always_plain, chosen_by_user, policy

PATIENCE = 0.5
"""Seconds that a pool's runs spend in plain Python before a compiled worker is prepared: as long as its start takes."""
PATIENCE_TO_COMPILE = 2.0
"""The same where kernels have to be compiled first, which takes ten times as long."""


class Pool:
    """Workers, some of them idle. All methods may be called from any thread."""

    def __init__(self, spare: int = 1, kernels: Kernels | None = None) -> None:
        self._spare = spare
        self._idle: list[Worker] = []
        self._busy: set[Worker] = set()
        self._lock = threading.Lock()
        self._closed = False
        self._warm: Order | None = None
        self._kernels = kernels or chosen_by_user()
        self._plain_seconds = 0.0
        self._patiences: dict[str, float] = {}
        self._cannot_relieve = False

    def use(self, kernels: Kernels | None) -> None:
        """How workers run kernels from now on (None: plain at first, then compiled); idle ones that do it otherwise go."""
        with self._lock:
            self._kernels = kernels
            self._patiences.clear()
            others = [each for each in self._idle if not self._fits(each)]
            self._idle = [each for each in self._idle if self._fits(each)]
        for each in others:
            each.kill()
        self.prepare()

    def _fits(self, each: Worker) -> bool:
        return self._kernels in (None, each.kernels)

    def keep_warm(self, load: Load) -> None:
        """From now on every worker loads this at once, and there is always another one ready.

        For questions that are asked and dropped in quick succession: dropping one kills its worker.
        """
        with self._lock:
            self._warm, self._spare = Order(load, Limits()), max(self._spare, 2)
            for each in self._idle:
                with contextlib.suppress(OSError):
                    each.load(self._warm)
        self.prepare()

    # --- handing out --------------------------------------------------------------------------------------------------
    def take(self, compiled: bool = False) -> Worker:
        """A worker for one task; `compiled`: not a plain one, if the choice is ours (a film is not told twice)."""
        with self._lock:
            found = self._best_idle(compiled)
            if found is not None:
                self._idle.remove(found)
                self._busy.add(found)
            lonely = self._warm is not None and not self._idle
        if lonely:
            self.prepare()
        if found is not None:
            return found
        return self._hired(Worker(self._warm, self._kernels or (Kernels.COMPILED if compiled else Kernels.PLAIN)))

    def _hired(self, fresh: Worker) -> Worker:
        with self._lock:
            self._busy.add(fresh)
        return fresh

    def _best_idle(self, compiled: bool) -> Worker | None:
        """One that has loaded, else the oldest. Where the choice is ours a compiled one must have loaded: else a plain one is
        quicker."""
        self._idle = [each for each in self._idle if each.alive]
        if self._kernels is not None:
            return min(self._idle, key=lambda each: each.loading > 0, default=None)
        ready = [each for each in self._idle if each.kernels is Kernels.COMPILED and each.is_ready()]
        rest = [each for each in self._idle if (each.kernels is Kernels.COMPILED) == compiled]
        return next(iter([*ready, *rest]), None)

    def fork_one(self, needs: tuple[str, str] | None) -> None:
        """A worker for what comes first, in no time, if this process is as it must be for that: a command that has just read a
        puzzle. A compiler is not forked: this process runs plain. Its fork need not, where kernels have only to be loaded."""
        with self._lock:
            lonely = not self._idle and not self._busy
            if lonely and self._kernels is not Kernels.COMPILED and policy() is Kernels.PLAIN and can_fork():
                ready = self._kernels is None and not always_plain() and needs is not None and is_prepared(needs[0])
                self._idle.append(Worker(kernels=Kernels.COMPILED if ready else Kernels.PLAIN, forked=True))

    def give_back(self, used: Worker, healthy: bool, relieved: bool = False) -> None:
        """A worker after its task: kept if it is fit, else killed and replaced in the background; one that was relieved has
        been replaced already."""
        with self._lock:
            self._busy.discard(used)
            fit = healthy and used.alive and self._fits(used)
            keep = fit and sum(each.kernels is used.kernels for each in self._idle) < self._spare and not self._closed
            if keep:
                self._idle.append(used)
        if not keep:
            used.kill()
            if not healthy and not relieved:
                self.prepare()

    # --- a compiled worker for a plain one ------------------------------------------------------------------------------
    def relief(self, request: Request[Any], seconds: float, compiling: Callable[[list[str]], None]) -> Worker | None:
        """A compiled worker that takes over from one that has been at it in plain Python for so long: it has loaded what the
        request needs, and is the caller's from now on. None: not yet; `compiling` is told which kernels have to be made."""
        with self._lock:
            needs = request.needs()
            if not self.relieves or seconds + self._plain_seconds < self._patience(needs):
                return None
            compiled = [each for each in self._idle if each.kernels is Kernels.COMPILED]
            if any(not each.alive for each in compiled):  # it died of loading, and so would the next
                self._cannot_relieve = True
                return None
            for each in compiled:
                if needs is not None:
                    each.load(Order(Load(*needs), Limits()))
                if each.is_ready():
                    self._idle.remove(each)
                    self._busy.add(each)
                    return each
                compiling(each.compiling)
            if not compiled:
                self._idle.append(Worker(self._warm, Kernels.COMPILED))
            return None

    def _patience(self, needs: tuple[str, str] | None) -> float:
        family = needs[0] if needs is not None else ""
        if family not in self._patiences:
            self._patiences[family] = PATIENCE if family and is_prepared(family) else PATIENCE_TO_COMPILE
        return self._patiences[family]

    @property
    def relieves(self) -> bool:
        """Whether plain workers are relieved by compiled ones at all."""
        return self._kernels is None and not self._closed and not self._cannot_relieve

    def spent(self, seconds: float) -> None:
        """A plain run is over: many short ones are worth a compiled worker as well as a long one is."""
        self._plain_seconds += seconds

    # --- the reserve ----------------------------------------------------------------------------------------------------
    def prepare(self) -> None:
        """Start spare workers in the background if there are none."""
        threading.Thread(target=self._refill, daemon=True).start()

    def _refill(self) -> None:
        for kernels in self._missing():
            fresh = Worker(self._warm, kernels)
            with self._lock:
                wanted = not self._closed and self._fits(fresh)
                if wanted and sum(each.kernels is kernels for each in self._idle) < self._spare:
                    if self._warm is not None:
                        fresh.load(self._warm)  # no more than once: it may be wanted only since a moment ago
                    self._idle.append(fresh)
                    continue
            fresh.kill()

    def _missing(self) -> list[Kernels]:
        """What to add to the reserve: one of each kind that is short. A plain worker bridges the time until a compiled one is
        ready; compiled ones are kept where a task can come at any moment."""
        with self._lock:
            if self._closed:
                return []
            number = {kind: sum(each.kernels is kind for each in self._idle) for kind in Kernels}
            if self._kernels is not None:
                return [self._kernels] if number[self._kernels] < self._spare else []
            ready = any(each.kernels is Kernels.COMPILED and each.is_ready() for each in self._idle)
            bridge = [Kernels.PLAIN] if not ready and not number[Kernels.PLAIN] else []
            return bridge + ([Kernels.COMPILED] if self._warm is not None and number[Kernels.COMPILED] < self._spare else [])

    def close(self) -> None:
        with self._lock:
            self._closed = True
            workers = [*self._idle, *self._busy]
            self._idle.clear()
            self._busy.clear()
        for each in workers:
            each.kill()


_default_pool: Pool | None = None


def default_pool() -> Pool:
    global _default_pool
    if _default_pool is None:
        _default_pool = Pool()
    return _default_pool


def measuring_pool() -> Pool:
    """A pool for measurements: compiled from the start, unless the user wants it otherwise."""
    return Pool(kernels=chosen_by_user() or Kernels.COMPILED)


def shutdown_pools() -> None:
    """End all workers; called when the studio closes."""
    global _default_pool
    if _default_pool is not None:
        _default_pool.close()
        _default_pool = None


atexit.register(shutdown_pools)
