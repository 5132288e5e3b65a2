"""The puzzle's own types: tiles, boards, placements, symmetries, and what the areas alone force."""
