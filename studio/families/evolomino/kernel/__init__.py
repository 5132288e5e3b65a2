"""The fast search for Evolomino: conflict-driven search with lazily explained rules, compiled by numba."""
