"""Evolomino by reasoning: what is known, and the ladder of rules."""
