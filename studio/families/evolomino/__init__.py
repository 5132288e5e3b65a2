"""Evolomino: blocks of squares that grow by one square along each arrow (Nikoli, 2023)."""

from studio.families.evolomino.family import Evolomino

FAMILY = Evolomino()
