"""The clause kernel. Kernels: state, propagate, area, settle, probe, dive, cnf, cuts. Over them: board, clauses, solve."""
