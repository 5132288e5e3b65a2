"""Algorithm X against brute force over all subsets of options."""

from __future__ import annotations

import random
from itertools import combinations

from studio.solvers.exact_cover import solutions


def brute(primary: int, secondary: int, options: list[list[int]]) -> set[frozenset[int]]:
    found = set()
    for size in range(len(options) + 1):
        for chosen in combinations(range(len(options)), size):
            covered = [item for o in chosen for item in options[o]]
            if len(set(covered)) == len(covered) and set(range(primary)) <= set(covered):
                found.add(frozenset(chosen))
    return found


def test_knuths_example() -> None:
    options = [[2, 4], [0, 3, 6], [1, 2, 5], [0, 3, 5], [1, 6], [3, 4, 6]]
    assert [sorted(found) for found in solutions(7, 0, options)] == [[0, 3, 4]]


def test_no_items_and_no_options() -> None:
    assert list(solutions(0, 0, [])) == [[]]
    assert list(solutions(1, 0, [])) == []
    assert list(solutions(1, 0, [[0]])) == [[0]]


def test_random_instances_with_secondary_items() -> None:
    rng = random.Random(6)
    solved = 0
    for _ in range(300):
        primary, secondary = rng.randint(1, 5), rng.randint(0, 3)
        options = []
        for _ in range(rng.randint(0, 8)):
            option = rng.sample(range(primary + secondary), rng.randint(1, min(4, primary + secondary)))
            if min(option) < primary:
                options.append(option)
        got = [frozenset(found) for found in solutions(primary, secondary, options)]
        # options of secondary items alone never occur, so every cover is found once
        assert len(got) == len(set(got)) and set(got) == brute(primary, secondary, options)
        solved += bool(got)
    assert solved > 50
