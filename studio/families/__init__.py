"""Puzzle families, one folder each. They are found by `studio.core.registry`; importing this loads no family and no Qt."""
