"""Polyomino tiling: boards of any shape, tiles with counts, every approach of the thesis and colouring proofs besides."""

from .family import Tiling

FAMILY = Tiling()
