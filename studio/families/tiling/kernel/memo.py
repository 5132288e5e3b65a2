"""A memo of failed positions with exact keys: what it says is a proof, since the whole key is compared, never a hash alone."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from numba import njit


def pack_stock(counts: Sequence[int], first_word: int) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.uint64], int]:
    """Where each counter lives in the key's words: (word, weight) per counter, and the number of words.

    A count below 0 is no limit and takes no room.
    """
    word, shift = first_word, 0
    words, weights = [], []
    for count in counts:
        bits = max(count, 0).bit_length()
        if shift + bits > 64:
            word, shift = word + 1, 0
        words.append(word)
        weights.append(1 << shift if bits else 0)
        shift += bits
    total = word + 1 if any(weights) else first_word
    return np.array(words, dtype=np.int32), np.array(weights, dtype=np.uint64), total


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


MEMO_WORDS = 1 << 25
"""At most 256 MB of memo."""
GROWN_WORDS = 1 << 23
"""A memo grows up to 64 MB: beyond that, moving house stops the search for longer than it saves."""


@njit(cache=True, nogil=True)
def _move(memo, memo_used, larger, larger_used):  # type: ignore[no-untyped-def]
    for slot in range(len(memo_used)):
        if memo_used[slot]:
            remember(key_hash(memo[slot]), memo[slot], larger, larger_used)


def outgrown(memo_used: npt.NDArray[np.uint8], nodes: int) -> bool:
    """Whether a memo is more than half full (not looked at before as many nodes were searched)."""
    return 1 < len(memo_used) < 2 * nodes and int(np.count_nonzero(memo_used)) > len(memo_used) // 2


def grown(memo: npt.NDArray[np.uint64], memo_used: npt.NDArray[np.uint8]
          ) -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.uint8]]:
    """The same memo with four times the room; unchanged if that were too much memory."""
    slots, words = 4 * len(memo_used), memo.shape[1]
    if slots * words > GROWN_WORDS:
        return memo, memo_used
    larger, larger_used = np.zeros((slots, words), dtype=np.uint64), np.zeros(slots, dtype=np.uint8)
    _move(memo, memo_used, larger, larger_used)
    return larger, larger_used
