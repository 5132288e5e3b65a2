"""Fillomino: regions that tell their own size. Basic and challenging variant.

family.py    the family in one object              model.py    variants, groups: the puzzle's own words
check.py     which rules a board breaks, and where  draw.py     shapes      edit.py   strokes      samples.py
codecs/      the thesis' text, janko, puzz.link and pzprv3, Tatham's "Filling"
rules/       the ladder: state.py (what is known), thesis.py (its three strategies), own.py, area.py, pocket.py
kernel/      propagation, probing and dives (compiled), clauses and cuts; solve.py leads from a board to its solutions
walk/        from one solution to others nearby (compiled): what all solutions share, and what each cell can hold
engines/     auto (the kernel and CaDiCaL), rules (the ladder and guesses), smt, hybrid (the thesis), cpsat
generate/    random divisions of a board, carved    studies.py  the thesis' open question, and archives by size
"""

from studio.families.fillomino.family import Fillomino

FAMILY = Fillomino()
