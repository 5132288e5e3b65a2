"""Full boards for the shared generator: a random division into regions, every cell a clue."""

from __future__ import annotations
