"""Solving machinery that knows no puzzle rules."""
