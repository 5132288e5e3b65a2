"""The clause kernel's fast part: propagation, probing, clauses and cuts on flat arrays."""
