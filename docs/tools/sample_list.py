"""What the sample library holds: one line per generated puzzle. `make_samples.py` makes the files of them.

The seeds were chosen by eye among a handful each: few clues, a pleasant board, the wanted difficulty.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Wish:
    """A puzzle to be generated."""

    title: str
    size: tuple[int, int]
    difficulty: str
    seed: int
    symmetry: str = "none"
    values: Mapping[str, Any] = field(default_factory=dict)


BASIC = {"variant": "basic"}
CROSSES = {"crosses": 6}

FOBIDOSHI = (
    Wish("First Beads", (5, 5), "easy", 3001),
    Wish("Little Necklace", (6, 6), "easy", 702),
    Wish("Stepping Stones", (6, 8), "easy", 1303),
    Wish("Dew on the Web", (8, 8), "easy", 104, "half-turn"),
    Wish("Paper Lanterns", (9, 9), "easy", 1705, values=CROSSES),
    Wish("Lily Pads", (10, 10), "easy", 3606),
    Wish("Rosary", (6, 6), "medium", 1907),
    Wish("Bubble Trail", (8, 8), "medium", 1608),
    Wish("Abacus", (8, 10), "medium", 709, "half-turn"),
    Wish("Harbour Lights", (10, 10), "medium", 1110),
    Wish("Coral", (12, 12), "medium", 1811, values=CROSSES),
    Wish("Fairy Ring", (14, 14), "medium", 1012),
    Wish("Knotted String", (7, 7), "hard", 3313),
    Wish("Stone Bridge", (8, 8), "hard", 1314),
    Wish("Moonlit Path", (10, 10), "hard", 215),
    Wish("Pearl Divers", (12, 12), "hard", 316, "half-turn"),
    Wish("Constellation", (14, 14), "hard", 317),
    Wish("River Delta", (16, 16), "hard", 18),
    Wish("Tangle", (8, 8), "fiendish", 1619),
    Wish("Spider's Thread", (10, 10), "fiendish", 20),
    Wish("Night Ferry", (12, 12), "fiendish", 21),
    Wish("A Maze of Lamps", (15, 15), "fiendish", 22),
    Wish("Milky Way", (18, 18), "fiendish", 123),
    Wish("Archipelago", (20, 20), "fiendish", 24),
)

FILLOMINO = (
    Wish("Doorstep", (5, 5), "easy", 3901),
    Wish("Window Box", (6, 6), "easy", 1302),
    Wish("Garden Beds", (7, 7), "easy", 1903),
    Wish("Name Plates", (8, 8), "easy", 2104, values=BASIC),
    Wish("Allotments", (9, 9), "easy", 1205),
    Wish("Village Green", (10, 10), "easy", 806),
    Wish("Patchwork", (6, 6), "medium", 1007),
    Wish("Crazy Paving", (8, 8), "medium", 8),
    Wish("Vineyard", (9, 9), "medium", 109),
    Wish("Rice Terraces", (10, 10), "medium", 10),
    Wish("Every House Numbered", (10, 10), "medium", 611, values=BASIC),
    Wish("Orchard Rows", (12, 12), "medium", 212),
    Wish("Mosaic", (7, 7), "hard", 1613),
    Wish("Stained Glass", (8, 8), "hard", 614, "half-turn"),
    Wish("Hedgerows", (10, 10), "hard", 415),
    Wish("Counties", (10, 14), "hard", 16),
    Wish("Monastery", (12, 12), "hard", 117),
    Wish("Old Town", (15, 15), "hard", 18),
    Wish("Cracked Ice", (7, 7), "fiendish", 1719),
    Wish("Tectonics", (8, 8), "fiendish", 20),
    Wish("Borderlands", (10, 10), "fiendish", 221),
    Wish("Empires", (12, 12), "fiendish", 122),
    Wish("Coastline", (15, 15), "fiendish", 23),
    Wish("Continents", (20, 20), "fiendish", 24),
)

EVOLOMINO = (
    Wish("Seeds", (5, 5), "easy", 1),
    Wish("First Shoots", (6, 6), "easy", 2),
    Wish("Tadpoles", (6, 8), "easy", 3),
    Wish("Ducklings", (7, 7), "easy", 4),
    Wish("Kitchen Garden", (8, 8), "easy", 5),
    Wish("Nursery", (10, 10), "easy", 6),
    Wish("Ivy", (6, 6), "medium", 107),
    Wish("Caterpillars", (7, 7), "medium", 8),
    Wish("Bean Rows", (8, 8), "medium", 9),
    Wish("Greenhouse", (9, 9), "medium", 10),
    Wish("Hatchery", (10, 10), "medium", 11),
    Wish("Coppice", (12, 12), "medium", 12),
    Wish("Grafting", (6, 6), "hard", 13),
    Wish("Brambles", (8, 8), "hard", 14),
    Wish("Rockery", (9, 9), "hard", 15),
    Wish("Bonsai", (10, 10), "hard", 16),
    Wish("Arboretum", (12, 12), "hard", 17),
    Wish("Canopy", (14, 14), "hard", 18),
    Wish("Missing Links", (7, 7), "fiendish", 19),
    Wish("Galapagos", (8, 8), "fiendish", 20),
    Wish("Family Trees", (10, 10), "fiendish", 21),
    Wish("Rain Forest", (12, 12), "fiendish", 22),
    Wish("Cambrian", (14, 14), "fiendish", 23),
    Wish("Origin of Species", (16, 16), "fiendish", 24),
)

ANY_SHAPE = {"board": "any shape"}
TILING = (
    Wish("Puddle", (4, 5), "any", 2, values=ANY_SHAPE),
    Wish("Biscuit", (5, 5), "any", 3, values=ANY_SHAPE),
    Wish("Oak Leaf", (5, 6), "any", 4, values=ANY_SHAPE),
    Wish("Rock Pool", (6, 6), "any", 7, values=ANY_SHAPE),
    Wish("Spilled Ink", (6, 7), "any", 8, values=ANY_SHAPE),
    Wish("Thundercloud", (8, 8), "any", 7, values=ANY_SHAPE),
)
"""With difficulty "any" the board comes as it comes; what it is rated is told in its file."""

GENERATED: Mapping[str, tuple[Wish, ...]] = {"evolomino": EVOLOMINO, "fillomino": FILLOMINO, "fobidoshi": FOBIDOSHI,
                                              "tiling": TILING}
