"""Compiled or plain: one choice for the whole process."""

from __future__ import annotations

import os
import warnings
from enum import StrEnum

VARIABLE = "PUZZLE_STUDIO_KERNELS"


class Kernels(StrEnum):
    """How this process runs its kernels."""

    COMPILED = "compiled"
    PLAIN = "plain"


_chosen: list[Kernels] = []


def policy() -> Kernels:
    """The choice for this process; it holds from the first time that somebody asks."""
    if not _chosen:
        _chosen.append(Kernels(os.environ.get(VARIABLE, Kernels.COMPILED)))
    return _chosen[0]


def give_up_compiling(why: str) -> None:
    """Nothing can be compiled here (no numba, no sources, no place for a cache): the process goes on in plain Python."""
    if policy() is Kernels.COMPILED:
        _chosen[0] = Kernels.PLAIN
        warnings.warn(f"Kernels run as plain Python, many times slower: {why}", RuntimeWarning, stacklevel=3)
