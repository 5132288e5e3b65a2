"""Compiled searches and counts, resumable after any node, and what drives and films them."""
