"""The rule itself, told quickly and told in words: both say the same of every two blocks."""

from __future__ import annotations

import random

from studio.families.evolomino.model import Field, best_overlay, grows_into


def blocks(field: Field, rng: random.Random, size: int) -> tuple[int, ...]:
    found = {rng.randrange(field.size)}
    while len(found) < size:
        found.add(rng.choice([other for cell in found for other in field.neighbours[cell]]))
    return tuple(found)


def test_growing_by_one_square_is_seen_as_the_best_overlay_sees_it() -> None:
    rng = random.Random(3)
    field = Field(6, 6, (0,) * 36, ())
    seen = set()
    for _ in range(3000):
        before = blocks(field, rng, rng.randint(1, 5))
        after = blocks(field, rng, len(before) + rng.choice((0, 1, 1, 1, 2)))
        told = grows_into(field, before, after)
        assert told == (len(after) == len(before) + 1 and best_overlay(field, before, after).fits), (before, after)
        seen.add((told, len(after) - len(before)))
    assert {(True, 1), (False, 1), (False, 0)} <= seen
