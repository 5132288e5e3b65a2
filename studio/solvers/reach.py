"""Connectivity written out in full, for files that leave the house: "within t steps of the start", for every node and t."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

Clauses = list[list[int]]


def connected_clauses(adjacency: Sequence[Sequence[int]], members: Mapping[int, int], fixed: int | None,
                      fresh: Callable[[], int], most: int | None = None) -> Clauses:
    """The members (node -> literal) hang together: every one is reached from one start. `fixed`: a node that is surely one;
    `most`: there are surely not more of them."""
    longest = max(0, min(len(members), len(members) if most is None else most) - 1)
    start = {node: fresh() for node in members}
    found: Clauses = [[-start[node], literal] for node, literal in members.items()]
    if fixed is not None:
        found += [[start[node] if node == fixed else -start[node]] for node in members]
    else:
        found += at_most_one(list(start.values()), fresh)
    before = start
    for _ in range(longest):
        now = {node: fresh() for node in members}
        for node in members:
            around = [before[other] for other in adjacency[node] if other in members]
            found += [[-now[node], members[node]], [-now[node], before[node], *around]]
        before = now
    return found + [[-literal, before[node]] for node, literal in members.items()]


def at_most_one(literals: Sequence[int], fresh: Callable[[], int]) -> Clauses:
    """By a ladder: no two of them."""
    found: Clauses = []
    seen = 0
    for literal in literals:
        if seen:
            found.append([-seen, -literal])
        now = fresh()
        found += [[-literal, now]] + ([[-seen, now]] if seen else [])
        seen = now
    return found


def counter(literals: Sequence[int], most: int, fresh: Callable[[], int]) -> tuple[list[int], Clauses]:
    """Literals that say "at least k of these", k = 1 … most, each exactly when it is so, and the clauses that make them so."""
    found: Clauses = []
    before: list[int] = []
    for number, literal in enumerate(literals, 1):
        now = [fresh() for _ in range(min(number, most))]
        for k, here in enumerate(now):
            same = before[k] if k < len(before) else 0
            less = before[k - 1] if k else None
            found += [[-same, here]] if same else []
            found.append([-literal, here] if less is None else [-literal, -less, here])
            found.append([-here, *([same] if same else []), literal])
            if less is not None:
                found.append([-here, *([same] if same else []), less])
        before = now
    return before, found
