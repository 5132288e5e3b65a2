"""A memo of failed positions with exact keys: what it says is a proof, since the whole key is compared, never a hash alone."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from studio.solvers.kernels import U8, U64, Fixed, Record, entry, kernel


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


class Memo(Record):
    """Keys of failed positions in slots; a key has its slot or one of the three behind it."""

    words: Fixed
    slots: Fixed  # a power of 2; 1: there is no memo
    kept: int  # slots in use
    room: Fixed  # more than so many, and the search pauses for the memo to grow
    key: U64  # of the position at hand
    keys: U64
    used: U8


@kernel
def key_hash(m: Memo) -> np.uint64:
    h = np.uint64(0x9E3779B97F4A7C15)
    for w in range(m.words):
        h = (h ^ m.key[w]) * np.uint64(0xFF51AFD7ED558CCD)
        h ^= h >> np.uint64(32)
    return h


@kernel
def slot_of(m: Memo, h: np.uint64, probe: int) -> int:
    return int((h + np.uint64(probe)) & np.uint64(m.slots - 1))


@kernel
def known_failure(m: Memo, h: np.uint64) -> bool:
    """Whether the key at hand is in the memo, word for word."""
    for probe in range(4):
        slot = slot_of(m, h, probe)
        if not m.used[slot]:
            return False
        start = slot * m.words
        same = True
        for w in range(m.words):
            if m.keys[start + w] != m.key[w]:
                same = False
                break
        if same:
            return True
    return False


@kernel
def slot_for(m: Memo, h: np.uint64) -> int:
    """Takes one of a key's four slots; an older key may have to go. Returns where the key's words belong."""
    slot = slot_of(m, h, int((h >> np.uint64(40)) & np.uint64(3)))
    for probe in range(4):
        free = slot_of(m, h, probe)
        if not m.used[free]:
            slot = free
            break
    if not m.used[slot]:
        m.used[slot] = 1
        m.kept += 1
    return slot * m.words


MEMO_WORDS = 1 << 25
"""At most 256 MB of memo."""
GROWN_WORDS = 1 << 23
"""A memo grows up to 64 MB: beyond that, moving house stops the search for longer than it saves."""


@entry
def _move(old: Memo, larger: Memo) -> None:
    for slot in range(old.slots):
        if old.used[slot]:
            for w in range(old.words):
                larger.key[w] = old.keys[slot * old.words + w]
            start = slot_for(larger, key_hash(larger))
            for w in range(old.words):
                larger.keys[start + w] = larger.key[w]


def new_memo(slots: int, words: int) -> Memo:
    room = slots // 2 if slots > 1 and 4 * slots * words <= GROWN_WORDS else slots
    return Memo.make(words=words, slots=slots, room=room, key=words, keys=slots * words, used=slots)


def outgrown(memo: Memo) -> bool:
    return memo.kept > memo.room


def grown(memo: Memo) -> Memo:
    """The same memo with four times the room."""
    larger = new_memo(4 * memo.slots, memo.words)
    _move(memo, larger)
    larger.key[:] = memo.key
    return larger
