"""What the clause kernel's own variables mean, in words, for films: owners, blocks that follow each other, how they move."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from studio.core.say import say

Name = Callable[[int], str]
Means = Callable[[Name, bool], str]
"""From how a cell is called, and whether the literal is true, to a sentence."""


def owned(cell: int, anchor: int) -> Means:
    return lambda name, yes: (say("{cell} in the block of {anchor}", cell=name(cell), anchor=name(anchor)) if yes
                              else say("{cell} not in the block of {anchor}", cell=name(cell), anchor=name(anchor)))


def one_of_owners(cell: int, owners: Sequence[int], bit: int) -> Means:
    """One bit of the owner's number leaves half of the arrow squares."""
    def means(name: Name, yes: bool) -> str:
        left = [name(anchor) for number, anchor in enumerate(owners) if bool(number >> bit & 1) is yes]
        return say("{cell} in no block but those of {anchors}", cell=name(cell), anchors=", ".join(left) or "-")

    return means


def next_block(p: int, q: int) -> Means:
    return lambda name, yes: (say("the block of {q} follows that of {p}", p=name(p), q=name(q)) if yes
                              else say("the block of {q} does not follow that of {p}", p=name(p), q=name(q)))


def moved(p: int, q: int, place: int) -> Means:
    return lambda name, yes: (
        say("the block of {p}, moved with {p} to {place}, lies in that of {q}", p=name(p), q=name(q), place=name(place)) if yes
        else say("the block of {p} is not moved with {p} to {place}", p=name(p), place=name(place)))


def added(q: int, cell: int) -> Means:
    return lambda name, yes: (say("the square added to the block of {q} lies on {cell}", q=name(q), cell=name(cell)) if yes
                              else say("the square added to the block of {q} lies not on {cell}", q=name(q), cell=name(cell)))


def where_to(p: int, q: int) -> Means:
    """A bit of the number of the shift."""
    return lambda name, yes: say("half of the ways are out in which the block of {p} could be moved into that of {q}",
                                 p=name(p), q=name(q))


def which_added(q: int) -> Means:
    return lambda name, yes: say("half of the cells are out on which the square added to the block of {q} could lie", q=name(q))
