"""Puzzle Studio: design, solve and study logic puzzles."""

__version__ = "0.1.0"
