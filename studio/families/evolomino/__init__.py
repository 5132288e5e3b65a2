"""Evolomino: blocks of squares that grow by one square along each arrow (Nikoli, 2023).

family.py    the family in one object               model.py     fields, arrows, shifts: the puzzle's own words
check.py     which rules a board breaks, and where   draw.py      shapes       edit.py   strokes       samples.py
codecs/      the study's raw text, puzz.link, pzprv3
rules/       the ladder: state.py (what is known), looks.py and growth.py (its lower and upper rungs)
kernel/      clauses.py (for SAT), and the compiled search: records, propagation, learning, `solve.Solver`
engines/     auto (the compiled search; story.py films it), search (the ladder), sat, ilp (the study's model (1)-(21))
growing.py   solutions with large blocks from those with small ones
generate.py  the study's Algorithm 1                 studies.py   its Table 1 and Figure 5, made again
"""

from studio.families.evolomino.family import Evolomino

FAMILY = Evolomino()
