"""The fast search and what solvers are given: clauses, the compiled backtracking, the SMT text."""
