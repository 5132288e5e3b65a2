"""Which integer vectors are combinations of given rows, modulo N: the Howell form, built row by row.

A board b is a sum of pieces only if b lies in the module that the pieces' rows span. If it does not, the form yields
a witness y with every row * y = 0 and b * y != 0 (mod N): that is a colouring (see colouring.py).
"""

from __future__ import annotations

import numpy as np

from studio.solvers.kernels import I64, I64x2, entry, kernel

MODULUS = 2**5 * 3**3 * 5**2 * 7 * 11 * 13 * 17
PRIME_POWERS = (2, 3, 4, 5, 7, 8, 9, 11, 13, 16, 17, 25, 27, 32)


@kernel
def _gcd(a: int, b: int) -> int:
    while b:
        a, b = b, a % b
    return a


@kernel
def _xgcd(a: int, b: int) -> tuple[int, int, int]:
    """(g, s, t) with g = s a + t b."""
    s0, s1, t0, t1 = 1, 0, 0, 1
    while b:
        q = a // b
        a, b = b, a - q * b
        s0, s1 = s1, s0 - q * s1
        t0, t1 = t1, t0 - q * t1
    return a, s0, t0


@kernel
def _unit_to_divisor(a: int, n: int) -> int:
    """A unit u of Z/n with u a = gcd(a, n)."""
    g = _gcd(a, n)
    step = n // g
    u = _xgcd((a // g) % step, step)[1] % step if step > 1 else 0
    while _gcd(u, n) != 1:
        u += step
    return u % n


@kernel
def _push_annihilated(basis: I64x2, j: int, n: int, stack: I64x2, top: int) -> int:
    """The multiple of a pivot row that loses its pivot belongs to the later rows (Howell's condition)."""
    d = basis[j, j]
    if d == 1:
        return top
    factor = n // d
    nonzero = False
    for k in range(j + 1, basis.shape[1]):
        value = basis[j, k] * factor % n
        stack[top, k] = value
        nonzero = nonzero or value != 0
    if not nonzero:
        return top
    for k in range(j + 1):
        stack[top, k] = 0
    return top + 1


@kernel
def _insert(basis: I64x2, rows: I64x2, i: int, n: int, stack: I64x2, work: I64) -> None:
    """Take row i of ``rows`` into the form; ``stack`` and ``work`` are room to work in. (Loops, since whole-array operations
    take several times as long to compile.)"""
    width = basis.shape[1]
    for k in range(width):
        stack[0, k] = rows[i, k] % n
    top = 1
    while top:
        top -= 1
        for k in range(width):
            work[k] = stack[top, k]
        for j in range(width):
            a = work[j]
            if a == 0:
                continue
            d = basis[j, j]
            if d == 0:
                unit = _unit_to_divisor(a, n)
                for k in range(j, width):
                    basis[j, k] = work[k] * unit % n
                top = _push_annihilated(basis, j, n, stack, top)
                break
            if a % d == 0:
                factor = a // d
                for k in range(j, width):
                    if basis[j, k]:  # most are 0, and remainders are dear
                        work[k] = (work[k] - factor * basis[j, k]) % n
                continue
            g, s, t = _xgcd(d, a)
            x, y = a // g, d // g
            for k in range(j, width):
                old, new = basis[j, k], work[k]
                basis[j, k] = (s * old + t * new) % n
                work[k] = (y * new - x * old) % n
            top = _push_annihilated(basis, j, n, stack, top)


@entry
def _take_all(rows: I64x2, n: int, basis: I64x2, stack: I64x2, work: I64) -> None:
    for i in range(rows.shape[0]):
        _insert(basis, rows, i, n, stack, work)


@entry
def _missing(basis: I64x2, vector: I64, n: int, work: I64) -> int:
    """-1 if the vector is a combination of the basis, else the column at which it drops out."""
    width = basis.shape[1]
    for j in range(width):
        work[j] = vector[j] % n
    for j in range(width):
        if work[j] == 0:
            continue
        d = basis[j, j]
        if d == 0 or work[j] % d:
            return j
        factor = work[j] // d
        for k in range(j, width):
            work[k] = (work[k] - factor * basis[j, k]) % n
    return -1


@kernel
def _witness(basis: I64x2, column: int, n: int, y: I64) -> None:
    """y with basis * y = 0 (mod n), and a product != 0 with the vector that dropped out at ``column``."""
    for k in range(basis.shape[1]):
        y[k] = 0
    d = basis[column, column]
    y[column] = n // d if d else 1
    for j in range(column - 1, -1, -1):
        d = basis[j, j]
        if d == 0:
            continue
        total = 0
        for k in range(j + 1, column + 1):
            total = (total + basis[j, k] * y[k]) % n
        # Howell's condition makes d divide the sum, so this is exact
        y[j] = (n - total) % n // d


@entry
def _separate(rows: I64x2, vector: I64, n: int, basis: I64x2, stack: I64x2, work: I64) -> bool:
    """Whether the vector is no combination of the rows: then ``work`` is the witness.

    Looks at the vector after every few rows: what is a combination of some rows stays one.
    """
    every = max(rows.shape[1], 16)
    for i in range(rows.shape[0]):
        _insert(basis, rows, i, n, stack, work)
        if i % every == every - 1 and _missing(basis, vector, n, work) < 0:
            return False
    column = _missing(basis, vector, n, work)
    if column < 0:
        return False
    _witness(basis, column, n, work)
    return True


def _room(width: int) -> tuple[I64x2, I64x2, I64]:
    """A basis, and room to work in."""
    return (np.zeros((width, width), dtype=np.int64), np.zeros((16 * width + 2, width), dtype=np.int64),
            np.zeros(width, dtype=np.int64))


def howell(rows: I64x2, n: int) -> I64x2:
    """The Howell form of the rows modulo n: row j starts at column j or is zero; pivots divide n."""
    basis, stack, work = _room(rows.shape[1])
    _take_all(rows, n, basis, stack, work)
    return basis


def missing_column(basis: I64x2, vector: I64, n: int) -> int:
    """-1 if the vector is a combination of the basis, else the column at which it drops out."""
    return _missing(basis, vector, n, np.zeros(basis.shape[1], dtype=np.int64))


def separate(rows: I64x2, vector: I64, n: int) -> I64:
    """A witness that the vector is no combination of the rows modulo n; an empty array if it is one."""
    basis, stack, work = _room(rows.shape[1])
    return work if _separate(rows, vector, n, basis, stack, work) else work[:0]
