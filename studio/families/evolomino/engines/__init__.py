"""The engines, one module each, named as its id: auto, search, ilp, sat."""
