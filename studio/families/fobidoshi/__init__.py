"""Fobidoshi ("forbidden four"): join all circles, never four in a row. Naoki Inaba's puzzle; thesis by Niels Heslenfeld."""

from studio.families.fobidoshi.family import Fobidoshi

FAMILY = Fobidoshi()
