"""Compiled or plain: one choice for the whole process.

Both run the same lines, so what begins in plain Python may go on compiled in another process and comes to the same answer. The
run room makes use of it where the user has chosen neither: workers begin plain, without a compiler, and where that takes long a
compiled one takes over (`studio.run.pool`).
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable
from enum import StrEnum

VARIABLE = "PUZZLE_STUDIO_KERNELS"


class Kernels(StrEnum):
    """How this process runs its kernels."""

    COMPILED = "compiled"
    PLAIN = "plain"


_chosen: list[Kernels] = []
_forks_may_differ: list[bool] = []
_when_used: list[Callable[[], None]] = []
_when_compiling: list[Callable[[str], None]] = []


def policy() -> Kernels:
    """The choice for this process; it holds from the first time that somebody asks."""
    if not _chosen:
        _chosen.append(Kernels(os.environ.get(VARIABLE, Kernels.COMPILED)))
    return _chosen[0]


def choose(kernels: Kernels, forks_may_differ: bool = False) -> None:
    """Decide for this process, before any kernel is imported. `forks_may_differ`: a fork of it may decide otherwise, so that
    kernels are imported as those that can be compiled, and run plain."""
    _chosen[:] = [kernels]
    _forks_may_differ[:] = [forks_may_differ]


def always_plain() -> bool:
    """Whether no kernel will ever be compiled here, nor in a fork of this process."""
    return policy() is Kernels.PLAIN and True not in _forks_may_differ


def chosen_by_user() -> Kernels | None:
    """What the user wants of every process; None: nobody said, and the run room decides."""
    said = os.environ.get(VARIABLE)
    return Kernels(said) if said else None


def when_used(tell: Callable[[], None] | None) -> None:
    """Call this once, when data for kernels are next made: whether a run is in a hurry for compiled ones depends on it."""
    _when_used[:] = [] if tell is None else [tell]


def when_compiling(tell: Callable[[str], None] | None) -> None:
    """Call this with the name of every kernel that has to be compiled, before it is: that takes seconds, and somebody waits."""
    _when_compiling[:] = [] if tell is None else [tell]


def tell_compiling(name: str) -> None:
    for tell in _when_compiling:
        tell(name)


def usual_layout() -> Kernels:
    """How data for kernels are laid out in this process; whoever asks is about to run some."""
    if _when_used:
        _when_used.pop()()
    return policy()


def give_up_compiling(why: str) -> None:
    """Nothing can be compiled here (no numba, no sources, no place for a cache): the process goes on in plain Python."""
    if policy() is Kernels.COMPILED:
        _chosen[0] = Kernels.PLAIN
        warnings.warn(f"Kernels run as plain Python, many times slower: {why}", RuntimeWarning, stacklevel=3)
