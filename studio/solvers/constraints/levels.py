"""Reachability written out: "within t steps of the root", for every node and t.

This is how connectivity works on *partial* assignments: as soon as every way to the root is closed, unit propagation alone
makes the literals behind it false, because "within t steps" needs a neighbour "within t - 1 steps".
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence

from studio.core.clauses import Clause


def distances(adjacency: Sequence[Sequence[int]], root: int, allowed: Mapping[int, int]) -> dict[int, int]:
    """Steps from the root through allowed nodes."""
    found, queue = {root: 0}, deque([root])
    while queue:
        node = queue.popleft()
        for other in adjacency[node]:
            if other in allowed and other not in found:
                found[other] = found[node] + 1
                queue.append(other)
    return found


def variables_needed(steps: Mapping[int, int], longest: int) -> int:
    return sum(max(0, longest - least) for least in steps.values())


def levels(adjacency: Sequence[Sequence[int]], literals: Mapping[int, int], root: int, longest: int,
           fresh: Callable[[int, int], int]) -> list[Clause]:
    """Every true literal's node is at most `longest` steps through true ones from the root. `fresh(node, t)` makes the variable
    that says "within t steps"."""
    least = distances(adjacency, root, literals)
    found: list[Clause] = [[-lit] for node, lit in literals.items() if least.get(node, longest + 1) > longest]
    within: dict[tuple[int, int], int] = {}
    near = [node for node in literals if 0 < least.get(node, longest + 1) <= longest]
    for node in near:
        for t in range(least[node], longest):
            within[node, t] = fresh(node, t)
        within[node, longest] = literals[node]
    for node in near:
        for t in range(least[node], longest + 1):
            if t < longest:
                found.append([-within[node, t], within[node, t + 1]])
            if root not in adjacency[node]:
                before = [within[other, t - 1] for other in adjacency[node] if (other, t - 1) in within]
                found.append([-within[node, t], *before])
    return found
