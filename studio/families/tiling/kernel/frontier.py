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

from studio.families.tiling.kernel.pockets import as_int, pocket_at, window
from studio.solvers.kernels import I32, I64, U64, Fixed, Record, U64x2, entry, kernel, wrapping

Words = npt.NDArray[np.uint64]
Ints = npt.NDArray[np.int32]
Poll = Callable[[], None]
Watch = Callable[[int, int], None]
"""Told how far a count has come: the position, and how many different partial covers there are."""

DENSE_BITS = 22
FINISHED, FULL, OVERFLOW = 0, 1, 2


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


def count(cover: Cover, poll: Poll, watch: Watch | None = None) -> int:
    """The exact number of covers; ``poll`` is called now and then and may raise to stop, ``watch`` after every position."""
    if cover.positions == 0:
        return 1
    if not cover.counts and not cover.blocked.any() and cover.reach - 1 <= DENSE_BITS:
        return _count_dense(cover, poll, watch)
    return _count_hashed(cover, poll, watch)


# --- small frontiers: one number per pattern of covered positions ---------------------------------------------------


@entry
def _dense_step(now: U64x2, after: U64x2, masks: I64) -> np.uint64:
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


def _count_dense(cover: Cover, poll: Poll, watch: Watch | None) -> int:
    now = np.zeros((1 << max(cover.reach - 1, 0), 1), dtype=np.uint64)
    after = np.zeros_like(now)
    now[0, 0] = 1
    for i in range(cover.positions):
        poll()
        variants = cover.option_variant[cover.option_start[i] : cover.option_start[i + 1]]
        most = _dense_step(now, after, cover.masks[variants, 0].astype(np.int64))
        now, after = after, now
        if watch is not None:
            watch(i + 1, int(np.count_nonzero(now.any(axis=1))))
        if most >> np.uint64(44):  # room for one more step of 2^20 additions
            now = np.concatenate([now, np.zeros((len(now), 1), dtype=np.uint64)], axis=1)
            after = np.zeros_like(now)
    return _number(now[0])


def _number(limbs: Words) -> int:
    return sum(int(limb) << (64 * k) for k, limb in enumerate(limbs))


# --- large frontiers and counters: a hash table with the whole key in every entry -----------------------------------


class Arena(Record):
    """Partial covers in a hash table: for each its key, the position it has come to, and its number. Entries count from 1."""

    capacity: Fixed
    words: Fixed
    limbs: Fixed
    used: int
    keys: U64
    numbers: U64
    position: I32
    following: I32  # the next entry at the same position, 0: none
    table: I32  # slot -> entry


class Sweep(Record):
    """The covering problem, and how far the count has come."""

    end: Fixed
    window_words: Fixed
    stride: Fixed
    lines: Fixed  # of the board that pockets are looked for in; below 2: none
    position: int
    cursor: int  # the entry at this position whose turn it is, 0: none
    blocked: U64
    option_start: I32
    option_variant: I32
    masks: U64
    uses: I32  # per variant (counter, amount, counter, amount)
    stock_word: I32  # where each counter lives behind the window: its word, its lowest bit, its bits
    stock_shift: I32
    stock_field: U64
    good_sizes: U64
    out: U64  # the key in the making
    head: I32  # by position: the first entry that has come there, 0: none


@kernel
def _same(s: Sweep, a: Arena, e: int, position: int) -> bool:
    """Whether an entry is the key in the making at this position."""
    if a.position[e] != position:
        return False
    same = True
    for k in range(a.words):
        same = same and a.keys[e * a.words + k] == s.out[k]
    return same


@kernel
def _slot(s: Sweep, a: Arena, position: int) -> int:
    """The table slot of the key in the making, or the free one where it belongs."""
    h = np.uint64(position) * np.uint64(0x9E3779B97F4A7C15)
    for k in range(a.words):
        h = (h ^ s.out[k]) * np.uint64(0xFF51AFD7ED558CCD)
        h ^= h >> np.uint64(32)
    mask = 2 * a.capacity - 1
    slot = as_int(h & np.uint64(mask))
    while a.table[slot] and not _same(s, a, a.table[slot], position):
        slot = (slot + 1) & mask
    return slot


@kernel
def _add(a: Arena, to: int, source: int) -> bool:
    """Add the number of one entry to another's; True if it overflows."""
    carry = np.uint64(0)
    for k in range(a.limbs):
        old = a.numbers[to * a.limbs + k]
        total = old + a.numbers[source * a.limbs + k]
        over = np.uint64(1) if total < old else np.uint64(0)
        total += carry
        if total < carry:
            over = np.uint64(1)
        carry = over
        a.numbers[to * a.limbs + k] = total
    return carry != 0


@kernel
def _advance(s: Sweep, a: Arena, e: int, variant: int) -> int:
    """Lay a mask: fills `out` with the window from the next open position on, and returns that position."""
    n, key, mask, step = s.window_words, e * a.words, variant * s.window_words, 1
    while s.position + step < s.end:
        at = s.position + step
        if not s.blocked[at >> 6] >> np.uint64(at & 63) & np.uint64(1):
            if step >= 64 * n:
                break
            if not (a.keys[key + (step >> 6)] | s.masks[mask + (step >> 6)]) >> np.uint64(step & 63) & np.uint64(1):
                break
        step += 1
    jump, shift = step >> 6, step & 63
    for k in range(n):
        low = k + jump
        value = (a.keys[key + low] | s.masks[mask + low]) >> np.uint64(shift) if low < n else np.uint64(0)
        if shift and low + 1 < n:
            value |= (a.keys[key + low + 1] | s.masks[mask + low + 1]) << np.uint64(64 - shift)
        s.out[k] = value
    return s.position + step


@kernel
def _spend(s: Sweep, variant: int) -> bool:
    """Take the pieces of an option out of the stock; False if there are not enough."""
    for at in range(4 * variant, 4 * variant + 4, 2):
        counter, amount = s.uses[at], s.uses[at + 1]
        if counter >= 0:
            word, shift = s.stock_word[counter], np.uint64(s.stock_shift[counter])
            if as_int((s.out[word] >> shift) & s.stock_field[counter]) < amount:
                return False
            s.out[word] -= np.uint64(amount) << shift
    return True


@kernel
def _enter(s: Sweep, a: Arena, to: int) -> int:
    """The entry of the key in the making at a position, a new one if need be."""
    slot = _slot(s, a, to)
    if a.table[slot]:
        return a.table[slot]
    a.used += 1
    e = a.used
    a.table[slot] = e
    a.position[e] = to
    for k in range(a.words):
        a.keys[e * a.words + k] = s.out[k]
    for k in range(a.limbs):
        a.numbers[e * a.limbs + k] = np.uint64(0)
    a.following[e] = s.head[to]
    s.head[to] = e
    return e


@kernel
def _clashes(s: Sweep, a: Arena, e: int, variant: int) -> bool:
    clash = np.uint64(0)
    for k in range(s.window_words):
        clash |= a.keys[e * a.words + k] & s.masks[variant * s.window_words + k]
    return clash != 0


@kernel
def _extend(s: Sweep, a: Arena, e: int, variant: int) -> bool:
    """Lay one option on one partial cover, if it goes; True if a number overflows."""
    if _clashes(s, a, e, variant):
        return False
    for k in range(s.window_words, a.words):
        s.out[k] = a.keys[e * a.words + k]
    if not _spend(s, variant):
        return False
    to = _advance(s, a, e, variant)
    if s.lines > 1 and to < s.end:
        seen = s.out[0] | window(s.blocked[to >> 6], s.blocked[(to >> 6) + 1], to & 63)
        if pocket_at(seen, s.stride, s.lines, s.good_sizes[0]) >= 0:
            return False
    return _add(a, _enter(s, a, to), e)


@entry
def _sweep(s: Sweep, a: Arena, until: int) -> int:
    """Go through the positions until this one, the table is full, or a number overflows."""
    while s.position < until:
        first, last = s.option_start[s.position], s.option_start[s.position + 1]
        while s.cursor:
            if a.used + last - first + 2 > a.capacity:
                return FULL
            for o in range(first, last):
                if _extend(s, a, s.cursor, s.option_variant[o]):
                    return OVERFLOW
            s.cursor = a.following[s.cursor]
        s.head[s.position] = 0
        s.position += 1
        s.cursor = s.head[s.position]
    return FINISHED


@entry
def _move_live(s: Sweep, a: Arena, fresh: Arena) -> None:
    """Copy the entries still to be processed into a fresh arena."""
    for at in range(s.position, s.end + 1):
        e = s.cursor if at == s.position else s.head[at]
        s.head[at] = 0
        while e:
            for k in range(a.words):
                s.out[k] = a.keys[e * a.words + k]
            new = _enter(s, fresh, at)
            for k in range(a.limbs):
                fresh.numbers[new * a.limbs + k] = a.numbers[e * a.limbs + k]
            e = a.following[e]
    s.cursor = s.head[s.position]


def _count_hashed(cover: Cover, poll: Poll, watch: Watch | None) -> int:
    limbs = 1
    while True:
        with wrapping():
            total = _hashed_attempt(cover, limbs, poll, watch)
        if total is not None:
            return total
        limbs += 1 if limbs < 4 else limbs


def _arena(capacity: int, words: int, limbs: int) -> Arena:
    return Arena.make(capacity=capacity, words=words, limbs=limbs, keys=capacity * words, numbers=capacity * limbs,
                      position=capacity, following=capacity, table=2 * capacity)


def _new_sweep(cover: Cover) -> tuple[Sweep, int]:
    """The problem as the kernel takes it, with the whole stock in `out`; and the number of words of a key."""
    stock, n_words = _stock_fields(cover)
    good = cover.good_size if cover.good_size is not None else np.zeros(65, dtype=np.uint8)
    s = Sweep.make(
        end=cover.positions, window_words=cover.masks.shape[1], stride=cover.stride, lines=cover.pocket_lines,
        blocked=len(cover.blocked), option_start=len(cover.option_start), option_variant=len(cover.option_variant),
        masks=cover.masks.size, uses=cover.uses.size, stock_word=len(stock), stock_shift=len(stock), stock_field=len(stock),
        good_sizes=1, out=n_words, head=cover.positions + 1)
    s.blocked[:], s.masks[:] = cover.blocked, cover.masks.ravel()
    s.option_start[:], s.option_variant[:] = cover.option_start.tolist(), cover.option_variant.tolist()
    s.uses[:] = cover.uses.ravel().tolist()
    s.good_sizes[0] = sum(1 << n for n in range(64) if good[n])
    for t, (word, shift, bits) in enumerate(stock):
        s.stock_word[t], s.stock_shift[t], s.stock_field[t] = word, shift, (1 << bits) - 1
        s.out[word] += np.uint64(cover.counts[t] << shift)
    return s, n_words


def _hashed_attempt(cover: Cover, limbs: int, poll: Poll, watch: Watch | None) -> int | None:
    """One sweep with numbers of a fixed length; None if one overflows."""
    s, n_words = _new_sweep(cover)
    capacity = 1 << 15
    a = _arena(capacity, n_words, limbs)
    while s.position < s.end and int(s.blocked[s.position >> 6]) >> (s.position & 63) & 1:
        s.position += 1
    _start(s, a)
    while s.position < s.end:
        code = _sweep(s, a, s.end if watch is None else s.position + 1)
        if code == OVERFLOW:
            return None
        poll()
        live = int(np.count_nonzero(np.asarray(a.position[1 : a.used + 1]) >= s.position))
        if code == FINISHED:
            if watch is not None:
                watch(s.position, live)
            continue
        while live * 2 > capacity:
            capacity *= 2
        fresh = _arena(max(capacity, 1 << 16), n_words, limbs)
        _move_live(s, a, fresh)
        a = fresh
    total, e = 0, int(s.head[s.end])
    while e:
        total += _number(np.asarray(a.numbers[e * limbs : (e + 1) * limbs]))
        e = int(a.following[e])
    return total


@entry
def _start(s: Sweep, a: Arena) -> None:
    """The empty cover, of which there is one."""
    s.cursor = _enter(s, a, s.position)
    a.numbers[s.cursor * a.limbs] = np.uint64(1)


def _stock_fields(cover: Cover) -> tuple[list[tuple[int, int, int]], int]:
    """Where each counter lives behind the window words: (word, lowest bit, number of bits); and the number of words."""
    word, shift = cover.masks.shape[1], 0
    fields = []
    for amount in cover.counts:
        bits = max(1, amount.bit_length())
        if shift + bits > 64:
            word, shift = word + 1, 0
        fields.append((word, shift, bits))
        shift += bits
    return fields, word + 1 if cover.counts else word


def warm_up() -> None:
    """Compile what only a sweep that outgrows its arrays would call."""
    none = np.zeros(4, dtype=np.uint64)
    cover = Cover(1, none, np.zeros(2, dtype=np.int32), np.zeros(0, dtype=np.int32), none[:1].reshape(1, 1),
                  np.full((1, 4), -1, dtype=np.int32), ())
    s, n_words = _new_sweep(cover)
    old = _arena(4, n_words, 1)
    _start(s, old)
    _move_live(s, old, _arena(4, n_words, 1))
