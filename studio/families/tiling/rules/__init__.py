"""The deduction ladder: its state, its rules, and why a film's search cannot go on."""
