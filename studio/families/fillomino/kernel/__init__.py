"""The clause kernel. Kernels: basics, reach, propagate, area, settle, probe, dive, cnf, cuts. Over them: board, solve, film."""
