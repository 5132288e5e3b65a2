"""How one block grows into the next: the shift that fits, or the one that comes nearest."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from studio.families.evolomino.field import Field


@dataclass(frozen=True)
class OverlayFit:
    """The previous block laid over the next one, shifted by `down` and `right`."""

    down: int
    right: int
    lost: tuple[tuple[int, int], ...]  # (row, col) of shifted squares that miss the next block
    added: tuple[int, ...]  # squares of the next block that the shifted one leaves free

    @property
    def fits(self) -> bool:
        return not self.lost and len(self.added) == 1

    def words(self) -> str:
        return _words(self.down, self.right)


def _words(down: int, right: int) -> str:
    parts = []
    if down:
        parts.append(f"{abs(down)} {'down' if down > 0 else 'up'}")
    if right:
        parts.append(f"{abs(right)} {'right' if right > 0 else 'left'}")
    return " and ".join(parts) or "not at all"


def shift_words(field: Field, start: int, end: int) -> str:
    """The shift that takes one cell to another: "2 down and 1 left"."""
    return _words(end // field.cols - start // field.cols, end % field.cols - start % field.cols)


def best_overlay(field: Field, before: Iterable[int], after: Iterable[int]) -> OverlayFit:
    """The shift under which fewest squares disagree (ties: the topmost, then leftmost landing)."""
    old = [divmod(cell, field.cols) for cell in sorted(before)]
    new = {divmod(cell, field.cols): cell for cell in sorted(after)}
    shifts = sorted({(r - a, c - b) for r, c in new for a, b in old})
    fits = []
    for down, right in shifts:
        landed = [(a + down, b + right) for a, b in old]
        lost = tuple(place for place in landed if place not in new)
        added = tuple(cell for place, cell in new.items() if place not in set(landed))
        fits.append(OverlayFit(down, right, lost, added))
    return min(fits, key=lambda fit: (len(fit.lost) + abs(len(fit.added) - 1), len(fit.lost)))


def grows_into(field: Field, before: Iterable[int], after: Iterable[int]) -> bool:
    """The rule itself: the next block is the previous one plus one square, neither turned nor flipped."""
    before, after = tuple(before), tuple(after)
    return len(after) == len(before) + 1 and best_overlay(field, before, after).fits
