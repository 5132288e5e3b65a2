"""Experiments over many puzzles and engines."""
