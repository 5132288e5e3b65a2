"""Counting all covers exactly by a frontier method: positions in a fixed order, one table of partial covers per position.

Two partial covers with the same covered positions and the same stock have the same completions, so only their number
matters. The numbers are as long as they must be (64-bit limbs with carry). Knows nothing of boards: options are bit masks
that begin at their first position.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from numba import njit

from studio.families.tiling.kernel.pockets import bad_pocket, window

Words = npt.NDArray[np.uint64]
Ints = npt.NDArray[np.int32]
Poll = Callable[[], None]

DENSE_BITS = 22
FINISHED, FULL, OVERFLOW = 0, 1, 2
POSITION, CURSOR, USED, CODE = range(4)


@dataclass(frozen=True, eq=False)
class Cover:
    """A covering problem in frontier form. Option masks are given per variant; bit 0 is the first position covered."""

    positions: int
    blocked: Words
    option_start: Ints
    option_variant: Ints
    masks: Words
    uses: Ints
    """per variant (counter, amount, counter, amount); counter -1: none"""
    counts: tuple[int, ...]
    stride: int = 0
    pocket_lines: int = 0
    good_size: npt.NDArray[np.uint8] | None = None

    @property
    def reach(self) -> int:
        """Number of bits of the longest mask."""
        top = 0
        for row in self.masks:
            for k, word in enumerate(row):
                if word:
                    top = max(top, 64 * k + int(word).bit_length())
        return top


def count(cover: Cover, poll: Poll) -> int:
    """The exact number of covers; ``poll`` is called now and then and may raise to stop."""
    if cover.positions == 0:
        return 1
    if not cover.counts and not cover.blocked.any() and cover.reach - 1 <= DENSE_BITS:
        return _count_dense(cover, poll)
    return _count_hashed(cover, poll)


# --- small frontiers: one number per pattern of covered positions ---------------------------------------------------


@njit(cache=True, nogil=True)
def _dense_step(now, after, masks):  # type: ignore[no-untyped-def]
    """One position further; returns the largest top limb."""
    limbs = now.shape[1]
    after[:, :] = 0
    most = np.uint64(0)
    for state in range(now.shape[0]):
        some = now[state, 0]
        for k in range(1, limbs):
            some |= now[state, k]
        if some == 0:
            continue
        for o in range(len(masks) if state & 1 == 0 else 1):
            if state & 1:
                to = state >> 1
            elif state & masks[o]:
                continue
            else:
                to = (state | masks[o]) >> 1
            carry = np.uint64(0)
            for k in range(limbs):
                old = after[to, k]
                total = old + now[state, k]
                over = np.uint64(total < old)
                total += carry
                carry = over | np.uint64(total < carry)
                after[to, k] = total
            most = max(most, after[to, limbs - 1])
    return most


def _count_dense(cover: Cover, poll: Poll) -> int:
    now = np.zeros((1 << max(cover.reach - 1, 0), 1), dtype=np.uint64)
    after = np.zeros_like(now)
    now[0, 0] = 1
    for i in range(cover.positions):
        poll()
        variants = cover.option_variant[cover.option_start[i] : cover.option_start[i + 1]]
        most = _dense_step(now, after, cover.masks[variants, 0].astype(np.int64))
        now, after = after, now
        if most >> np.uint64(44):  # room for one more step of 2^20 additions
            now = np.concatenate([now, np.zeros((len(now), 1), dtype=np.uint64)], axis=1)
            after = np.zeros_like(now)
    return _number(now[0])


def _number(limbs: Words) -> int:
    return sum(int(limb) << (64 * k) for k, limb in enumerate(limbs))


# --- large frontiers and counters: a hash table with the whole key in every entry -----------------------------------


@njit(cache=True, nogil=True)
def _slot(position, key, n_words, keys, places, table):  # type: ignore[no-untyped-def]
    """The table slot of a key, or the free one where it belongs."""
    h = np.uint64(position) * np.uint64(0x9E3779B97F4A7C15)
    for k in range(n_words):
        h = (h ^ key[k]) * np.uint64(0xFF51AFD7ED558CCD)
        h ^= h >> np.uint64(32)
    mask = np.uint64(len(table) - 1)
    slot = np.int64(h & mask)
    while True:
        e = table[slot]
        if e < 0:
            return slot
        if places[e] == position:
            same = True
            for k in range(n_words):
                if keys[e, k] != key[k]:
                    same = False
                    break
            if same:
                return slot
        slot = (slot + 1) & np.int64(mask)


@njit(cache=True, nogil=True)
def _add(numbers, to, source, e):  # type: ignore[no-untyped-def]
    """numbers[to] += source[e]; True if it overflows."""
    carry = np.uint64(0)
    for k in range(numbers.shape[1]):
        old = numbers[to, k]
        total = old + source[e, k]
        over = np.uint64(total < old)
        total += carry
        carry = over | np.uint64(total < carry)
        numbers[to, k] = total
    return carry != 0


@njit(cache=True, nogil=True)
def _advance(key, mask, window_words, blocked, position, end, out):  # type: ignore[no-untyped-def]
    """Lay a mask: fills ``out`` with the window from the next open position on, and returns that position."""
    step = 1
    while position + step < end:
        at = position + step
        if not blocked[at >> 6] >> np.uint64(at & 63) & np.uint64(1):
            if step >= 64 * window_words:
                break
            if not (key[step >> 6] | mask[step >> 6]) >> np.uint64(step & 63) & np.uint64(1):
                break
        step += 1
    jump, shift = step >> 6, np.uint64(step & 63)
    for k in range(window_words):
        low = k + jump
        value = (key[low] | mask[low]) >> shift if low < window_words else np.uint64(0)
        if shift and low + 1 < window_words:
            value |= (key[low + 1] | mask[low + 1]) << (np.uint64(64) - shift)
        out[k] = value
    return position + step


@njit(cache=True, nogil=True)
def _spend(key, uses, words, shifts, fields, out):  # type: ignore[no-untyped-def]
    """Take the pieces of an option out of the stock; False if there are not enough."""
    for pair in range(2):
        counter, amount = uses[2 * pair], uses[2 * pair + 1]
        if counter >= 0:
            word, shift = words[counter], shifts[counter]
            if np.int64((out[word] >> shift) & fields[counter]) < amount:
                return False
            out[word] -= np.uint64(amount) << shift
    return True


@njit(cache=True, nogil=True)
def _sweep(reg, end, window_words, blocked, option_start, option_variant, masks, uses, words, shifts,  # type: ignore[no-untyped-def]
           fields, stride, lines, good_size, keys, numbers, places, following, head, table):
    """Go through the positions until finished, the table is full, or a number overflows."""
    n_words = keys.shape[1]
    out = np.zeros(n_words, dtype=np.uint64)
    capacity = len(places)
    while reg[POSITION] < end:
        position = reg[POSITION]
        e = reg[CURSOR]
        first, last = option_start[position], option_start[position + 1]
        while e >= 0:
            if reg[USED] + last - first + 1 > capacity:
                reg[CURSOR] = e
                return FULL
            for o in range(first, last):
                v = option_variant[o]
                clash = np.uint64(0)
                for k in range(window_words):
                    clash |= keys[e, k] & masks[v, k]
                if clash:
                    continue
                for k in range(window_words, n_words):
                    out[k] = keys[e, k]
                if not _spend(keys[e], uses[v], words, shifts, fields, out):
                    continue
                to = _advance(keys[e], masks[v], window_words, blocked, position, end, out)
                if lines > 1 and to < end and bad_pocket(out[0] | window(blocked, to), stride, lines, good_size):
                    continue
                slot = _slot(to, out, n_words, keys, places, table)
                entry = table[slot]
                if entry < 0:
                    entry = reg[USED]
                    reg[USED] += 1
                    table[slot] = entry
                    places[entry] = to
                    for k in range(n_words):
                        keys[entry, k] = out[k]
                    for k in range(numbers.shape[1]):
                        numbers[entry, k] = 0
                    following[entry] = head[to]
                    head[to] = entry
                if _add(numbers, entry, numbers, e):
                    return OVERFLOW
            e = following[e]
        head[position] = -1
        reg[POSITION] = position + 1
        reg[CURSOR] = head[position + 1]
    return FINISHED


@njit(cache=True, nogil=True)
def _move_live(position, cursor, keys, numbers, places, following, head,  # type: ignore[no-untyped-def]
               keys2, numbers2, places2, following2, table2):
    """Copy the entries still to be processed into fresh arrays; returns (entries, new cursor)."""
    used = 0
    for at in range(position, len(head)):
        e = cursor if at == position else head[at]
        head[at] = -1
        while e >= 0:
            slot = _slot(at, keys[e], keys.shape[1], keys2, places2, table2)
            table2[slot] = used
            keys2[used, :] = keys[e, :]
            for k in range(numbers.shape[1]):
                numbers2[used, k] = numbers[e, k]
            places2[used] = at
            following2[used] = head[at]
            head[at] = used
            used += 1
            e = following[e]
    return used, head[position]


def _count_hashed(cover: Cover, poll: Poll) -> int:
    limbs = 1
    while True:
        total = _hashed_attempt(cover, limbs, poll)
        if total is not None:
            return total
        limbs += 1 if limbs < 4 else limbs


def _hashed_attempt(cover: Cover, limbs: int, poll: Poll) -> int | None:
    """One sweep with numbers of a fixed length; None if one overflows."""
    words, shifts, fields, n_words = _stock_fields(cover)
    window_words = cover.masks.shape[1]
    start_key = np.zeros(n_words, dtype=np.uint64)
    for t, amount in enumerate(cover.counts):
        start_key[words[t]] += np.uint64(amount) << shifts[t]
    capacity = 1 << 15
    keys, numbers, places, following, table = _arena(capacity, n_words, limbs)
    head = np.full(cover.positions + 1, -1, dtype=np.int32)
    reg = np.zeros(4, dtype=np.int64)
    first = 0
    while first < cover.positions and int(cover.blocked[first >> 6]) >> (first & 63) & 1:
        first += 1
    numbers[0] = 0
    keys[0], numbers[0, 0], places[0], following[0] = start_key, 1, first, -1
    head[first], reg[POSITION], reg[CURSOR], reg[USED] = 0, first, 0, 1
    table[_slot(first, start_key, n_words, keys, places, np.full(len(table), -1, dtype=np.int32))] = 0
    good = cover.good_size if cover.good_size is not None else np.zeros(65, dtype=np.uint8)
    while True:
        poll()
        code = _sweep(reg, cover.positions, window_words, cover.blocked, cover.option_start, cover.option_variant,
                      cover.masks, cover.uses, words, shifts, fields, cover.stride, cover.pocket_lines, good, keys, numbers,
                      places, following, head, table)
        if code == OVERFLOW:
            return None
        if code == FINISHED:
            break
        live = int(np.count_nonzero(places[: reg[USED]] >= reg[POSITION]))
        while live * 2 > capacity:
            capacity *= 2
        keys2, numbers2, places2, following2, table2 = _arena(max(capacity, 1 << 16), n_words, limbs)
        reg[USED], reg[CURSOR] = _move_live(reg[POSITION], reg[CURSOR], keys, numbers, places, following, head, keys2,
                                            numbers2, places2, following2, table2)
        keys, numbers, places, following, table = keys2, numbers2, places2, following2, table2
    total, e = 0, int(head[cover.positions])
    while e >= 0:
        total += _number(numbers[e])
        e = int(following[e])
    return total


def _arena(capacity: int, n_words: int, limbs: int) -> tuple[Words, Words, Ints, Ints, Ints]:
    return (np.empty((capacity, n_words), dtype=np.uint64), np.empty((capacity, limbs), dtype=np.uint64),
            np.empty(capacity, dtype=np.int32), np.empty(capacity, dtype=np.int32),
            np.full(2 * capacity, -1, dtype=np.int32))


def _stock_fields(cover: Cover) -> tuple[Ints, Words, Words, int]:
    """Where each counter lives behind the window words: (word, shift, field mask), and the number of words."""
    word, shift = cover.masks.shape[1], 0
    words, shifts, fields = [], [], []
    for amount in cover.counts:
        bits = max(1, amount.bit_length())
        if shift + bits > 64:
            word, shift = word + 1, 0
        words.append(word)
        shifts.append(shift)
        fields.append((1 << bits) - 1)
        shift += bits
    total = word + 1 if cover.counts else word
    return np.array(words, dtype=np.int32), np.array(shifts, dtype=np.uint64), np.array(fields, dtype=np.uint64), total


def warm_up() -> None:
    """Compile what only a sweep that outgrows its arrays would call."""
    old, new = _arena(2, 1, 1), _arena(2, 1, 1)
    _move_live(np.int64(0), np.int64(-1), *old[:4], np.full(1, -1, dtype=np.int32), *new)
