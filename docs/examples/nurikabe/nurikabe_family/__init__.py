"""Nurikabe (Nikoli, 1991) as a package of its own. The studio finds it by the entry point in pyproject.toml.

family.py  the family in one object, its address, its strokes      check.py   which rules a board breaks
draw.py    shapes                                                  rules.py   the ladder
kernel.py  the rules as clauses, from the studio's constraint kit  making.py  new puzzles, and random boards for trials
guide.md   its page of the guide                                   puzzles/   its samples in the library
"""

from nurikabe_family.family import Nurikabe

FAMILY = Nurikabe()
