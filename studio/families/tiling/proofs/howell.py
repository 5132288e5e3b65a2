"""Which integer vectors are combinations of given rows, modulo N: the Howell form, built row by row.

A board b is a sum of pieces only if b lies in the module that the pieces' rows span. If it does not, the form yields
a witness y with every row * y = 0 and b * y != 0 (mod N): that is a colouring (see colouring.py).
"""

from __future__ import annotations

import numpy as np

from studio.solvers.kernels import I64, Fixed, I64x2, Record, entry, kernel
from studio.solvers.kernels.search import fill

MODULUS = 2**5 * 3**3 * 5**2 * 7 * 11 * 13 * 17
PRIME_POWERS = (2, 3, 4, 5, 7, 8, 9, 11, 13, 16, 17, 25, 27, 32)


class Span(Record):
    """Rows, their Howell form modulo a number as far as it has been needed, and room to work in.

    What is a combination of some rows stays one: so rows are taken into the form only while a vector is none, and the next
    vector finds the form as the last one left it.
    """

    width: Fixed
    modulus: Fixed
    count: Fixed  # rows
    taken: int  # rows that are in the form
    rows: I64  # [count, width]
    basis: I64  # [width, width] the form: line j starts at column j or is zero; what it starts with divides the modulus
    vector: I64  # the one that is asked about
    stack: I64
    work: I64


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
def _push_annihilated(s: Span, j: int, top: int) -> int:
    """The multiple of a pivot row that loses its pivot belongs to the later rows (Howell's condition)."""
    n, width = s.modulus, s.width
    line, at = j * width, top * width
    basis, stack = s.basis, s.stack
    d = basis[line + j]
    if d == 1:
        return top
    factor = n // d
    nonzero = False
    for k in range(j + 1, width):
        value = basis[line + k] * factor % n
        stack[at + k] = value
        nonzero = nonzero or value != 0
    if not nonzero:
        return top
    for k in range(j + 1):
        stack[at + k] = 0
    return top + 1


@kernel
def _take(s: Span, i: int) -> None:
    """Take row i into the form. (Loops, since whole-array operations take several times as long to compile.)"""
    n, width = s.modulus, s.width
    basis, stack, work = s.basis, s.stack, s.work
    for k in range(width):
        stack[k] = s.rows[i * width + k] % n
    top = 1
    while top:
        top -= 1
        for k in range(width):
            work[k] = stack[top * width + k]
        for j in range(width):
            a = work[j]
            if a == 0:
                continue
            line = j * width
            d = basis[line + j]
            if d == 0:
                unit = _unit_to_divisor(a, n)
                for k in range(j, width):
                    basis[line + k] = work[k] * unit % n
                top = _push_annihilated(s, j, top)
                break
            if a % d == 0:
                factor = a // d
                for k in range(j, width):
                    if basis[line + k]:  # most are 0, and remainders are dear
                        work[k] = (work[k] - factor * basis[line + k]) % n
                continue
            g, x, y = _xgcd(d, a)
            left, right = a // g, d // g
            for k in range(j, width):
                old, new = basis[line + k], work[k]
                basis[line + k] = (x * old + y * new) % n
                work[k] = (right * new - left * old) % n
            top = _push_annihilated(s, j, top)


@kernel
def _drops_out(s: Span) -> int:
    """-1 if the vector is a combination of what is in the form, else the column at which it drops out."""
    n, width = s.modulus, s.width
    basis, work = s.basis, s.work
    for j in range(width):
        work[j] = s.vector[j] % n
    for j in range(width):
        if work[j] == 0:
            continue
        line = j * width
        d = basis[line + j]
        if d == 0 or work[j] % d:
            return j
        factor = work[j] // d
        for k in range(j, width):
            work[k] = (work[k] - factor * basis[line + k]) % n
    return -1


@entry
def _find_missing(s: Span) -> int:
    """-1 if the vector is a combination of the rows, else the column at which it drops out of their form."""
    column = _drops_out(s)
    while column >= 0 and s.taken < s.count:
        for i in range(s.taken, min(s.taken + max(s.width, 16), s.count)):
            _take(s, i)
            s.taken = i + 1
        column = _drops_out(s)
    return column


@entry
def _find_witness(s: Span, column: int) -> None:
    """In `work`: y with rows * y = 0 (mod n), and a product != 0 with the vector that dropped out at ``column``."""
    n, width = s.modulus, s.width
    basis, y = s.basis, s.work
    for k in range(width):
        y[k] = 0
    d = basis[column * width + column]
    y[column] = n // d if d else 1
    for j in range(column - 1, -1, -1):
        line = j * width
        d = basis[line + j]
        if d == 0:
            continue
        total = 0
        for k in range(j + 1, column + 1):
            total = (total + basis[line + k] * y[k]) % n
        # Howell's condition makes d divide the sum, so this is exact
        y[j] = (n - total) % n // d


def span_of(rows: I64x2, n: int) -> Span:
    """The rows modulo n, none of them taken yet."""
    count, width = rows.shape
    return Span.make(width=width, modulus=n, count=count, rows=rows.ravel(), basis=width * width, vector=width,
                     stack=(16 * width + 2) * width, work=width)


def missing(span: Span, vector: I64) -> int:
    """-1 if the vector is a combination of the rows, else the column at which it drops out of their form."""
    fill(span.vector, vector)
    return _find_missing(span)


def witness(span: Span, vector: I64) -> I64:
    """That the vector is no combination of the rows; an empty array if it is one."""
    column = missing(span, vector)
    if column < 0:
        return np.zeros(0, dtype=np.int64)
    _find_witness(span, column)
    return np.array(span.work, dtype=np.int64)


def separate(rows: I64x2, vector: I64, n: int) -> I64:
    """A witness that the vector is no combination of the rows modulo n; an empty array if it is one."""
    return witness(span_of(rows, n), vector)
