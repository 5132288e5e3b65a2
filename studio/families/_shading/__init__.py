"""Kurodoko, the second template: shading with connectivity, clues of two digits and an address. Always tested, never shown.

family.py   the family in one object: words, parts, engines, strokes, address
check.py    which rules a board breaks      draw.py    shapes
rules.py    the ladder: four small rules    kernel.py  the same as clauses, from the constraint kit
making.py   full boards for the shared generator, small random ones for the conformance kit

Rules (Nikoli, 1991): shade cells; shaded cells never touch along an edge; all others hang together; a number is not shaded and
counts the cells that it sees across and down, itself included, up to the next shaded cell.
"""

from studio.families._shading.family import Kurodoko

FAMILY = Kurodoko()
