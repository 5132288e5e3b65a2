"""What the variables mean that a counting encoding makes for itself: "at least 2 of these", "none of these".

Read off the encoding's clauses when somebody asks (films do). A variable that clauses make true is a partial count: the
literals that lead to it, and how many of them it takes. This reading fits pairs, rows and columns, sequences and totalizers,
which is what the kit uses; where it does not fit, none is given.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from studio.core.clauses import Clause


@dataclass(frozen=True)
class Count:
    """A variable that becomes true when `least` of these literals are."""

    least: int
    literals: tuple[int, ...]


def partial_counts(literals: Sequence[int], clauses: Sequence[Clause], first: int, last: int) -> dict[int, Count]:
    """The variables `first` to `last` of an encoding of these literals; those that cannot be read so are left out."""
    base, own = set(literals), range(first, last + 1)
    heads = [[lit for lit in clause if lit in own] for clause in clauses]
    if any(len(head) > 1 or (head and any(lit in base for lit in clause)) for head, clause in zip(heads, clauses)):
        return {}  # it also says what a count needs: then what leads to a variable is not all
    makes = [(head[0], [-lit for lit in clause if lit != head[0]]) for head, clause in zip(heads, clauses) if head]
    found: dict[int, Count] = {}
    changed = True
    while changed:
        changed = False
        for head, parts in makes:
            new = _with(found.get(head), parts, base, found)
            if new is not None and new != found.get(head):
                found[head], changed = new, True
    return _readable(found, makes, base)


def _with(before: Count | None, parts: Sequence[int], base: set[int], found: dict[int, Count]) -> Count | None:
    """A count to which these parts lead, too; None while they are not known, or overlap."""
    if not parts or any(part not in base and part not in found for part in parts):
        return None
    below = [lit for part in parts for lit in ((part,) if part in base else found[part].literals)]
    if len(set(below)) < len(below):
        return None
    least = sum(1 if part in base else found[part].least for part in parts)
    known = before.literals if before is not None else ()
    return Count(min(least, before.least) if before is not None else least, tuple(dict.fromkeys([*known, *below])))


def _readable(found: dict[int, Count], makes: Sequence[tuple[int, list[int]]], base: set[int]) -> dict[int, Count]:
    """Without the variables that something else leads to as well."""
    while True:
        lost = {head for head, parts in makes if head in found and _with(None, parts, base, found) is None}
        if not lost:
            return found
        found = {head: count for head, count in found.items() if head not in lost}
