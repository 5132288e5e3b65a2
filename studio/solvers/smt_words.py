"""Z3's terms read back into the language of an encoding: "r3c2 hangs on r2c2" instead of `e_7_12 == 1`.

A family says what its constants mean (`Vocabulary`); sums, comparisons, conditions and their negations are put together here.
What cannot be read so is quoted as Z3 writes it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from studio.core.say import listed, marked, say

FEW = 4
AT_LEAST, AT_MOST, EQUAL, UNEQUAL = "at least", "at most", "equal", "unequal"  # not for people
Cells = tuple[int, ...]


class Unreadable(Exception):
    """A term that has no words here."""


@dataclass(frozen=True)
class Vocabulary:
    """What an encoding's constants mean; each with its cells."""

    noun: Callable[[str], tuple[str, Cells]]
    """an Int constant: "the number in r1c2" """
    fact: Callable[[str, bool], tuple[str, Cells]] = lambda name, holds: (name if holds else f"not {name}", ())
    """a Bool constant, true or false"""
    compare: Callable[[Mapping[str, int], str, int], str | None] = lambda parts, how, bound: None
    """a better sentence for "the sum of these constants, with factors, is at least, at most, equal, unequal to a number" """
    branch: Callable[[str, str], str | None] = lambda condition, value: None
    """a better noun for a constant that counts only under a condition (given in words)"""


class Reader:
    """Terms of one problem in words."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        import z3

        self._z3, self._words = z3, vocabulary
        self._cells: dict[int, None] = {}

    def read(self, term: Any, holds: bool) -> tuple[str, Cells]:
        """A condition as a sentence, true or false, and the cells that it names; Unreadable if it has none."""
        self._cells = {}
        text = self._condition(term, holds)
        return text, tuple(self._cells)

    def _condition(self, term: Any, holds: bool) -> str:
        z3, kind = self._z3, term.decl().kind()
        children = term.children()
        if kind == z3.Z3_OP_NOT:
            return self._condition(children[0], not holds)
        if kind in (z3.Z3_OP_OR, z3.Z3_OP_AND):
            parts = [self._condition(child, holds) for child in children[:FEW]]
            parts += ["…"] if len(children) > FEW else []
            joined = say(" or ") if (kind == z3.Z3_OP_OR) is holds else say(" and ")
            return listed(parts, joined)
        if kind == z3.Z3_OP_UNINTERPRETED and not children and term.sort().kind() == z3.Z3_BOOL_SORT:
            text, cells = self._words.fact(term.decl().name(), holds)
            self._cells.update(dict.fromkeys(cells))
            return text
        if kind == z3.Z3_OP_EQ and children[0].sort().kind() == z3.Z3_BOOL_SORT:
            raise Unreadable
        return self._comparison(kind, children, holds)

    def _comparison(self, kind: int, children: list[Any], holds: bool) -> str:
        """Both sides as one sum: its parts against a number."""
        z3 = self._z3
        hows = {z3.Z3_OP_GE: AT_LEAST, z3.Z3_OP_LE: AT_MOST, z3.Z3_OP_EQ: EQUAL}
        if kind not in hows or len(children) != 2:
            raise Unreadable
        parts: dict[str, int] = {}
        bound = -self._sum(children[0], 1, parts) - self._sum(children[1], -1, parts)
        parts = {name: factor for name, factor in parts.items() if factor}
        how = hows[kind]
        if not holds:  # whole numbers: "not at least 3" is "at most 2"
            how, bound = {AT_LEAST: (AT_MOST, bound - 1), AT_MOST: (AT_LEAST, bound + 1), EQUAL: (UNEQUAL, bound)}[how]
        if parts and all(factor < 0 for factor in parts.values()):
            parts, bound = {name: -factor for name, factor in parts.items()}, -bound
            how = {AT_LEAST: AT_MOST, AT_MOST: AT_LEAST}.get(how, how)
        return self._words.compare(parts, how, bound) or self._plain(parts, how, bound)

    def _sum(self, term: Any, factor: int, parts: dict[str, int]) -> int:
        """Add a term to the parts; returns its plain number."""
        z3, kind = self._z3, term.decl().kind()
        if z3.is_int_value(term):
            return factor * int(term.as_long())
        children = term.children()
        if kind == z3.Z3_OP_ADD:
            return sum(self._sum(child, factor, parts) for child in children)
        if kind == z3.Z3_OP_MUL and len(children) == 2 and z3.is_int_value(children[0]):
            return self._sum(children[1], factor * int(children[0].as_long()), parts)
        if kind == z3.Z3_OP_UMINUS:
            return self._sum(children[0], -factor, parts)
        if kind == z3.Z3_OP_UNINTERPRETED and not children:
            name = term.decl().name()
            self._cells.update(dict.fromkeys(self._words.noun(name)[1]))
            parts[name] = parts.get(name, 0) + factor
            return 0
        if kind == z3.Z3_OP_ITE:
            name = self._branch(children)
            parts[name] = parts.get(name, 0) + factor
            return 0
        raise Unreadable

    def _branch(self, children: list[Any]) -> str:
        """"s if e holds, else 0" as a noun of its own, marked as words already."""
        condition = self._condition(children[0], True)
        inner: dict[str, int] = {}
        number = self._sum(children[1], 1, inner)
        if number == 1 and not inner:
            return WORDS + say("1 if {condition}", condition=condition)
        if number or len(inner) != 1:
            raise Unreadable
        name = next(iter(inner))
        noun = self._words.branch(condition, name) or say("{noun} if {condition}", noun=self._words.noun(name)[0],
                                                          condition=condition)
        return WORDS + noun

    def _noun(self, name: str) -> str:
        return name.removeprefix(WORDS) if name.startswith(WORDS) else self._words.noun(name)[0]

    def _plain(self, parts: Mapping[str, int], how: str, bound: int) -> str:
        more = [self._times(name, factor) for name, factor in parts.items() if factor > 0]
        less = [self._times(name, -factor) for name, factor in parts.items() if factor < 0]
        left, right = _sum_of(more), _sum_of(less)
        if right and bound:
            right = (say("{sum} + {number}", sum=right, number=bound) if bound > 0 else
                     say("{sum} - {number}", sum=right, number=-bound))
        sentences = {AT_LEAST: marked("{left} at least {right}"), AT_MOST: marked("{left} at most {right}"),
                     EQUAL: marked("{left} equals {right}"), UNEQUAL: marked("{left} differs from {right}")}
        return say(sentences[how], left=left or "0", right=right or str(bound))

    def _times(self, name: str, factor: int) -> str:
        return self._noun(name) if factor == 1 else say("{factor} x {what}", factor=factor, what=self._noun(name))


def _sum_of(parts: Sequence[str]) -> str:
    """The first few parts of a sum; "" of none."""
    said = listed(parts[:FEW], " + ")
    return say("{sum} …", sum=said) if len(parts) > FEW else said


WORDS = "\x01"
"""Before a part of a sum that is in words already."""
