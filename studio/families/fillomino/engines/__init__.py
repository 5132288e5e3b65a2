"""The engines, one module each, named as its id: auto, rules, smt, hybrid, cpsat."""
