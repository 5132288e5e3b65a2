"""Polyomino tiling: boards of any shape, tiles with counts, every approach of the thesis and colouring proofs besides.

model/      tiles, boards, placements, symmetries, what areas force   check.py   rules broken, by which cells
draw/      board, pieces, tray, colouring proofs                     edit/      strokes, playing pieces, the tray
codecs/     Tiler's `.problem` files                                  rules/     the deduction ladder and its state
kernel/     compiled searches (table, mrv, simple, cover, endgame), the frontier count, clauses; `searching` drives and films
translate/  CNF, integer programs and constraint models (2.4-2.6)     race/      the portfolio's contest and helper process
proofs/     areas, colourings, inequalities: found, verified, told    engines/   one module per engine, named as its id
generate.py boards with one tiling                                    studies/   the thesis' case studies
clues.py    what is given, clue by clue (mending, clashes)             outlines.py  board shapes for new puzzles
packing.py  best packings, random tilings, tables of rectangles       kept.py    symmetric tilings
supply.py   ready sets, counts and turns for a maker                  listing.py all tilings into a file, resumed
samples.py  small puzzles for tests                                   family.py  the object that ties it together
"""

from studio.families.tiling.family import Tiling

FAMILY = Tiling()
