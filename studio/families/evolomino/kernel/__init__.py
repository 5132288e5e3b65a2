"""The fast search for Evolomino: conflict-driven, with rules that explain themselves when asked (see docs/kernels.md).

record.py     what a search keeps              trail.py      values, decisions, going back    search.py   the main loop
explain.py    why a literal was forced          watch.py      clauses                          learn.py    from conflicts
propagate.py  what follows from a literal       connected.py, shifts.py   the two rules that are looked at last
build.py      from a field to a record          solve.py      the kernel as Python sees it     clauses.py  for SAT solvers
"""
