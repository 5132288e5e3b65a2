"""A memo of failed positions with exact keys: what it says is a proof, since the whole key is compared, never a hash alone."""

from __future__ import annotations

import numpy as np
from numba import njit


@njit(cache=True, nogil=True)
def key_hash(key):  # type: ignore[no-untyped-def]
    h = np.uint64(0x9E3779B97F4A7C15)
    for w in range(len(key)):
        h = (h ^ key[w]) * np.uint64(0xFF51AFD7ED558CCD)
        h ^= h >> np.uint64(32)
    return h


@njit(cache=True, nogil=True)
def known_failure(h, key, memo, memo_used):  # type: ignore[no-untyped-def]
    mask = np.uint64(len(memo_used) - 1)
    for probe in range(4):
        slot = np.int64((h + np.uint64(probe)) & mask)
        if not memo_used[slot]:
            return False
        same = True
        for w in range(len(key)):
            if memo[slot, w] != key[w]:
                same = False
                break
        if same:
            return True
    return False


@njit(cache=True, nogil=True)
def remember(h, key, memo, memo_used):  # type: ignore[no-untyped-def]
    """Store a failed position in one of its four slots; an older one may have to go."""
    mask = np.uint64(len(memo_used) - 1)
    slot = np.int64((h + ((h >> np.uint64(40)) & np.uint64(3))) & mask)
    for probe in range(4):
        free = np.int64((h + np.uint64(probe)) & mask)
        if not memo_used[free]:
            slot = free
            break
    memo_used[slot] = 1
    for w in range(len(key)):
        memo[slot, w] = key[w]
