"""Fobidoshi ("forbidden four"): join all circles, never four in a row. Naoki Inaba's puzzle; thesis by Niels Heslenfeld.

model      values of cells, the field as bit masks, positions     check, draw, edit   rules broken, shapes, strokes
codecs     thesis text, janko text                                samples             boards to begin with
rules/     the ladder: state, rules, what follows from a position (`follow`, `ways`), where a what-if rule acts (`scan`)
kernel/    clauses for SAT, the compiled backtracking, the same search explained, the thesis' SMT text
engines/   auto, backtrack, rules, smt
generate/  ours by carving a saturated solution, the thesis' two generators
survey     where solutions differ, from one that is known
studies    Figure 15 and Tables 1 to 3 made again
"""

from studio.families.fobidoshi.family import Fobidoshi

FAMILY = Fobidoshi()
