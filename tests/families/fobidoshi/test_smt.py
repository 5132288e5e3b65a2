"""The thesis' SMT instance: the exported text is what is solved, and says what section 5.1 says."""

from __future__ import annotations

import z3

from studio.core.engine import Options
from studio.families.fobidoshi import FAMILY
from studio.families.fobidoshi.kernel import smt_instance as smt
from tests.families.fobidoshi.boards import answer, puzzle


def test_the_text_follows_the_section() -> None:
    text = smt.instance(puzzle("-o-- ---- --x- ----"))
    assert "(declare-const x0y0 Int)" in text and "(declare-const Vx3y3 Int)" in text
    assert "(assert (or (= x0y0 0) (= x0y0 1)))" in text and "(assert (= x1y0 1))" in text and "(assert (= x2y2 2))" in text
    assert "(assert (= Vx1y0 0))" in text and "(assert (> Vx0y0 0))" in text
    assert text.count("(assert (not (and ") == 8, "4x4 has eight stripes (5.1)"


def test_the_exported_file_is_solved_by_z3_alone() -> None:
    board = FAMILY.samples()[0]
    text = FAMILY.engine("smt").export(board, Options())["smt2"]
    assert text.endswith("(check-sat)\n(get-model)\n")
    solver = z3.Solver()
    solver.from_string(text)
    assert solver.check() == z3.sat
    model = solver.model()
    circles = tuple(1 if model.eval(z3.Int(f"x{cell % 6}y{cell // 6}")).as_long() == 1 else 2 for cell in range(36))
    assert circles == answer("ooo-oo o-ooo- oo-o-- --ooo- ooo-oo o-oo-o")
    solver.from_string(smt.other_than(board, [circles]))
    assert solver.check() == z3.unsat
