"""Compiled kernels on disk.

numba's cache, placed where numba places it (NUMBA_CACHE_DIR, beside the source, in the home folder), but mended in three ways:
- numba looks at a function's own file when it decides whether cached code is fresh, not at the files of the functions that it
  calls; here, everything that went in decides: every source in the folders of all kernels involved, and the constants;
- a damaged file is compiled anew instead of failing until somebody deletes it: data are stored with a check sum and the stamp
  of their sources (a process that was killed between two writes leaves a fresh index with stale data);
- where no usual place can be written, a private temporary folder is used.
"""

from __future__ import annotations

import hashlib
import os
import pickle
from contextlib import suppress
from pathlib import Path
from typing import Any

from studio.solvers.kernels.guarded import load_numba
from studio.solvers.kernels.places import private_place

load_numba()
from numba.core import config  # noqa: E402
from numba.core.caching import FunctionCache, IndexDataCacheFile  # noqa: E402


class _CheckedFile(IndexDataCacheFile):  # type: ignore[misc]
    """Data that know their stamp and their check sum."""

    def _save_data(self, name: str, data: Any) -> None:
        body = pickle.dumps((self._source_stamp, self._dump(data)))
        with self._open_for_write(self._data_path(name)) as file:
            file.write(hashlib.sha256(body).digest() + body)

    def _load_data(self, name: str) -> Any:
        whole = Path(self._data_path(name)).read_bytes()
        digest, body = whole[:32], whole[32:]
        if hashlib.sha256(body).digest() != digest:
            raise ValueError(f"damaged: {name}")
        stamp, data = pickle.loads(body)
        if stamp != self._source_stamp:
            raise ValueError(f"of other sources: {name}")
        return pickle.loads(data)


class KernelCache(FunctionCache):  # type: ignore[misc]
    """The cache of one kernel. Raises RuntimeError where nothing can be written."""

    def __init__(self, function: Any, stamp: str) -> None:
        super().__init__(function)
        self._cache_file = _CheckedFile(self._cache_path, self._impl.filename_base, stamp)

    def load_overload(self, signature: Any, target: Any) -> Any:
        try:
            return super().load_overload(signature, target)
        except Exception:  # whatever a spoiled file makes pickle or LLVM say
            with suppress(OSError):
                self._cache_file.flush()
            return None

    def save_overload(self, signature: Any, compiled: Any) -> None:
        with suppress(OSError):  # a full disk: compiled again next time
            super().save_overload(signature, compiled)

    def holds(self, signature: Any, target: Any) -> bool:
        """Is it there, made from these very sources? (Nothing is loaded.)"""
        target.refresh()
        with suppress(Exception):
            name = self._cache_file._load_index().get(self._index_key(signature, target.codegen()))
            return name is not None and os.path.exists(self._cache_file._data_path(name))
        return False


def kernel_cache(function: Any, stamp: str) -> KernelCache:
    """The cache of a kernel, in a usual place or else in a private temporary folder. RuntimeError: nowhere."""
    try:
        return KernelCache(function, stamp)
    except RuntimeError:
        config.CACHE_DIR = str(private_place())
        return KernelCache(function, stamp)
