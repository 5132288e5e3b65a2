"""At most, at least, exactly k as clauses.

The encodings of at-most-one are those that the tiling thesis (section 2.4) took from PBLib, written out; those of at-most-k are
python-sat's, and decision diagrams. An encoder gets literals and a source of new variables and returns clauses. `counted`
chooses by size.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import combinations
from itertools import pairwise as neighbours
from math import ceil, comb, isqrt

from studio.core.say import marked

Clauses = list[list[int]]
Fresh = Callable[[], int]


class Variables:
    """A source of new variables above a top."""

    def __init__(self, top: int) -> None:
        self.top = top

    def __call__(self) -> int:
        self.top += 1
        return self.top


def pairwise(lits: Sequence[int], fresh: Fresh) -> Clauses:
    """(2.4): not both, for every pair."""
    return [[-a, -b] for a, b in combinations(lits, 2)]


def sequential(lits: Sequence[int], fresh: Fresh) -> Clauses:
    """(2.6) and (2.7), Sinz: y_i is true from the true literal on."""
    n = len(lits)
    if n <= 2:
        return pairwise(lits, fresh)
    y = [fresh() for _ in range(n - 1)]
    clauses = [[-y[i], y[i + 1]] for i in range(n - 2)]
    clauses += [[-lits[i], y[i]] for i in range(n - 1)]
    clauses += [[-lits[i], -y[i - 1]] for i in range(1, n)]
    return clauses


def _groups(lits: Sequence[int], size: int) -> list[list[int]]:
    return [list(lits[i : i + size]) for i in range(0, len(lits), size)]


def commander(lits: Sequence[int], fresh: Fresh, size: int = 3) -> Clauses:
    """Klieber and Kwon: a commander for each small group, at most one of the commanders."""
    if len(lits) <= size + 1:
        return pairwise(lits, fresh)
    clauses: Clauses = []
    commanders = []
    for group in _groups(lits, size):
        boss = fresh()
        commanders.append(boss)
        clauses += pairwise(group, fresh)
        clauses += [[-lit, boss] for lit in group]
    return clauses + commander(commanders, fresh, size)


def binary(lits: Sequence[int], fresh: Fresh) -> Clauses:
    """Frisch and others: every literal fixes the bits of its own number."""
    if len(lits) <= 2:
        return pairwise(lits, fresh)
    bits = [fresh() for _ in range((len(lits) - 1).bit_length())]
    return [[-lit, bit if k >> b & 1 else -bit] for k, lit in enumerate(lits) for b, bit in enumerate(bits)]


def bimander(lits: Sequence[int], fresh: Fresh) -> Clauses:
    """Hölldobler and Nguyen: pairwise in about sqrt(n) groups, and the group's number in binary."""
    if len(lits) <= 3:
        return pairwise(lits, fresh)
    groups = _groups(lits, max(2, isqrt(len(lits))))
    bits = [fresh() for _ in range(max(1, (len(groups) - 1).bit_length()))]
    clauses: Clauses = []
    for k, group in enumerate(groups):
        clauses += pairwise(group, fresh)
        clauses += [[-lit, bit if k >> b & 1 else -bit] for lit in group for b, bit in enumerate(bits)]
    return clauses


def product(lits: Sequence[int], fresh: Fresh) -> Clauses:
    """Chen's k-product (k = 2): literals in a square, at most one row and at most one column."""
    if len(lits) <= 4:
        return pairwise(lits, fresh)
    wide = ceil(len(lits) ** 0.5)
    rows = [fresh() for _ in range(ceil(len(lits) / wide))]
    cols = [fresh() for _ in range(wide)]
    clauses = product(rows, fresh) + product(cols, fresh)
    for k, lit in enumerate(lits):
        clauses += [[-lit, rows[k // wide]], [-lit, cols[k % wide]]]
    return clauses


def fewest(lits: Sequence[int], fresh: Fresh) -> Clauses:
    """Whichever of the encodings has the fewest clauses and new variables together; up to five literals every pair."""
    if len(lits) <= PAIRWISE:
        return pairwise(lits, fresh)
    costs = {encode: _cost(encode, len(lits)) for encode in (sequential, commander, bimander, product, binary)}
    return min(costs, key=lambda encode: costs[encode])(lits, fresh)


@lru_cache(maxsize=4096)
def _cost(encode: Callable[[Sequence[int], Fresh], Clauses], count: int) -> int:
    variables = Variables(count)
    return len(encode(range(1, count + 1), variables)) + variables.top - count


AT_MOST_ONE: dict[str, Callable[[Sequence[int], Fresh], Clauses]] = {
    "auto": fewest,
    "pairwise": pairwise,
    "sequential": sequential,
    "commander": commander,
    "bimander": bimander,
    "k-product": product,
    "binary": binary,
}


def at_most(lits: Sequence[int], k: int, encoding: str, variables: Variables, exactly: bool = False) -> Clauses:
    """At most (or exactly) k: a decision diagram, an encoding of python-sat, or the smaller of diagram and network (auto)."""
    if k >= len(lits) and not exactly:
        return []
    if k > len(lits):
        return [[]]
    if encoding == "bdd":
        return diagram(lits, k, variables, exactly)
    if encoding == "auto":
        return _smaller(lits, k, variables, exactly)
    from pysat.card import CardEnc, EncType

    kinds = {"cardinality network": EncType.cardnetwrk, "totalizer": EncType.totalizer,
             "sequential counter": EncType.seqcounter,
             "sorting network": EncType.sortnetwrk, "modulo totalizer": EncType.mtotalizer}
    encode = CardEnc.equals if exactly else CardEnc.atmost
    formula = encode(lits=list(lits), bound=k, top_id=variables.top, encoding=kinds[encoding])
    variables.top = max(variables.top, formula.nv)
    return [list(clause) for clause in formula.clauses]


def diagram(lits: Sequence[int], k: int, fresh: Fresh, exactly: bool = False) -> Clauses:
    """Abío and others: a decision diagram. Node (i, c) says that c of the first i literals leave the rest possible; each
    node has two clauses, from the root downwards only."""
    n = len(lits)
    nodes: dict[tuple[int, int], int | None] = {}
    clauses: Clauses = []

    def node(i: int, c: int) -> int | None:
        """Its variable; 0: nothing can go wrong any more, None: it has gone wrong."""
        if c > k or (exactly and c + n - i < k):
            return None
        if i == n or (not exactly and c + n - i <= k):
            return 0
        if (i, c) not in nodes:
            nodes[i, c] = fresh()
        return nodes[i, c]

    root = node(0, 0)
    if root is None:
        return [[]]
    if root == 0:
        return []
    clauses.append([root])
    for i, lit in enumerate(lits):
        for c in range(min(i, k) + 1):
            here = nodes.get((i, c))
            if here is not None:
                clauses += _edge([-here, -lit], node(i + 1, c + 1))
                # at most k is never easier with one more: then the other branch may be asked for in any case
                clauses += _edge([-here, lit] if exactly else [-here], node(i + 1, c))
    return clauses


def _edge(head: list[int], follow: int | None) -> Clauses:
    """An edge of a decision diagram to a node: None is false, 0 is true."""
    return [head] if follow is None else [[*head, follow]] if follow else []


def _smaller(lits: Sequence[int], k: int, variables: Variables, exactly: bool) -> Clauses:
    """The better of decision diagram and cardinality network for these literals: fewer clauses and new variables together."""
    found: list[tuple[int, int, Clauses]] = []
    for encoding in ("bdd", "cardinality network"):
        own = Variables(variables.top)
        clauses = at_most(lits, k, encoding, own, exactly)
        found.append((len(clauses) + own.top - variables.top, own.top, clauses))
    _, variables.top, clauses = min(found, key=lambda each: each[0])
    return clauses


PAIRWISE = 5
"""Literals up to which at-most-one is said of every pair; beyond, rows and columns need fewer clauses."""
PLAIN = 60
"""Clauses up to which at-most-k is said of every k + 1 literals, without new variables; beyond, by a totalizer."""


def at_most_one(lits: Sequence[int], variables: Fresh) -> Clauses:
    return pairwise(lits, variables) if len(lits) <= PAIRWISE else product(lits, variables)


def counted(lits: Sequence[int], low: int, high: int, variables: Variables) -> Clauses:
    """Between `low` and `high` of the literals are true, by the encoding that suits their number."""
    n = len(lits)
    low, high = max(low, 0), min(high, n)
    if low > high:
        return [[]]
    if low == high and 1 < low < n - 1 and comb(n, low + 1) + comb(n, n - low + 1) > PLAIN:
        return at_most(lits, low, "totalizer", variables, exactly=True)
    return _upper(lits, high, variables) + _upper([-lit for lit in lits], n - low, variables)


def _upper(lits: Sequence[int], k: int, variables: Variables) -> Clauses:
    n = len(lits)
    if k >= n:
        return []
    if k == 0:
        return [[-lit] for lit in lits]
    if k == 1:
        return at_most_one(lits, variables)
    if comb(n, k + 1) <= PLAIN:
        return [[-lit for lit in some] for some in combinations(lits, k + 1)]
    return at_most(lits, k, "totalizer", variables)


AT_MOST_K = ("auto", "bdd", marked("cardinality network"), "totalizer", marked("sequential counter"), marked("sorting network"),
             marked("modulo totalizer"))

__all__ = ["AT_MOST_K", "AT_MOST_ONE", "Variables", "at_most", "at_most_one", "counted", "pairwise", "product"]


def unary_count(lits: Sequence[int], fresh: Fresh) -> tuple[list[int], Clauses]:
    """Literals of which the k-th only holds if at least k of the given ones do, and the clauses that see to it (a totalizer,
    read in the direction in which questions about a least number need it)."""
    if len(lits) < 2:
        return list(lits), []
    half = len(lits) // 2
    (left, clauses), (right, more) = unary_count(lits[:half], fresh), unary_count(lits[half:], fresh)
    found = [fresh() for _ in lits]
    clauses = [*clauses, *more, *([-after, before] for before, after in neighbours(found))]
    for number, literal in enumerate(found, 1):
        for few in range(min(len(left), number - 1) + 1):  # more than so many on the left, or the rest on the right
            rest = number - few
            clauses.append([-literal, *left[few : few + 1], *(right[rest - 1 : rest] if rest <= len(right) else ())])
    return found, clauses
