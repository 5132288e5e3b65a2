"""Proofs that no tiling exists: areas, colourings modulo a number, inequalities; found, verified, told."""
