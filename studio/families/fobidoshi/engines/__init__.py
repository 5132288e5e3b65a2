"""Engines, one module each, named as its id."""
