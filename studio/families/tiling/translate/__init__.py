"""The thesis' translations to other problems (sections 2.4 to 2.6): CNF, integer programs, constraint models."""
