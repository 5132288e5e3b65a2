"""Fillomino: regions that tell their own size. Basic and challenging variant."""

from .family import Fillomino

FAMILY = Fillomino()
