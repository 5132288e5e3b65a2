"""A whole puzzle for solvers outside: all rules and all clues in one file, so that every model of it is a solution of the
puzzle and "unsatisfiable" means that there is none. Written as DIMACS, SMT-LIB, LP, MPS or MiniZinc, and read back.

A family gives its rules as clauses or as a linear model; everything else is here. Variable n is called `xn`, counted from 1, in
every format (in DIMACS just n); a legend in each file says which cell it stands for.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from studio.core.puzzle import Answer, BadPuzzle
from studio.core.say import say
from studio.solvers.linear import INFINITE, LinearModel

Clause = list[int]
MOST_LITERALS = 30_000_000
LONGEST_NUMBER = 40
FORMATS = ("cnf", "smt2", "lp", "mps", "mzn")


@dataclass
class Whole:
    """A puzzle as clauses over variables from 1, or as a linear model (whose column k is variable k + 1).

    A family that has both gives both, with the same variables for the board: solvers of linear programs get the model that is
    made for them, all others the clauses.
    """

    title: str
    read: Callable[[Mapping[int, int]], Answer]
    """the values of the variables as an answer; a variable that is not told is 0"""
    differs: Callable[[Answer], list[int]]
    """a clause that this answer breaks, and every other one keeps"""
    legend: list[str] = field(default_factory=list)
    clauses: list[Clause] | None = None
    linear: LinearModel | None = None
    top: int = 0

    def __post_init__(self) -> None:
        if self.clauses is not None:  # some readers refuse a variable twice in a line
            single = (list(dict.fromkeys(clause)) for clause in self.clauses)
            self.clauses = [clause for clause in single if not any(-literal in clause for literal in clause if literal > 0)]

    def without(self, answer: Answer) -> Whole:
        """The same but for one solution: unsatisfiable if it is the only one."""
        clause = self.differs(answer)
        notes = [say("one solution is forbidden (the last constraint): unsatisfiable means that it is the only one"),
                 *self.legend]
        if self.linear is not None:
            self.linear.add("another", *_row(clause))
        clauses = None if self.clauses is None else [*self.clauses, clause]
        return Whole(self.title, self.read, self.differs, notes, clauses, self.linear, self.top)

    def formats(self) -> tuple[str, ...]:
        return FORMATS if self.clauses is not None else FORMATS[1:]

    def text(self, form: str) -> str:
        if form not in self.formats():
            raise BadPuzzle(say("this puzzle cannot be written as .{form} (it can as {known})", form=form,
                                known=", ".join(f".{name}" for name in self.formats())))
        if self.clauses is not None and sum(map(len, self.clauses)) > MOST_LITERALS:
            raise BadPuzzle(say("the whole puzzle is too large for one file"))
        return {"cnf": _cnf, "smt2": _smt2, "lp": _lp, "mps": _mps, "mzn": _mzn}[form](self)

    def bounds(self) -> list[tuple[int, int]]:
        if self.linear is None:
            return [(0, 1)] * self.top
        return list(zip(self.linear.low, self.linear.high, strict=True))

    def rows(self) -> Iterable[tuple[list[int], list[int], int, int]]:
        """Linear constraints: variables from 1, factors, least and most."""
        if self.linear is not None:
            for columns, factors, low, high in self.linear.rows():
                yield [column + 1 for column in columns], factors, low, high
            return
        for clause in self.clauses or ():
            if not clause:  # an empty sum cannot be written everywhere: x1 is 1, and is not
                yield [1], [1], 1, INFINITE
                yield [1], [1], -INFINITE, 0
                continue
            columns, factors, low = _row(clause)
            yield [column + 1 for column in columns], factors, low, INFINITE

    def head(self) -> list[str]:
        """Comments; a line break in a title must not end one."""
        lines = [self.title, say("Variables count from 1: x1 (in DIMACS 1), x2 ...; rows and columns of the board "
                                 "count from 1."),
                 say("Every model is a solution of the puzzle; unsatisfiable means that there is none."), *self.legend]
        return [" ".join(line.split()) for line in lines]


def _row(clause: Clause) -> tuple[list[int], list[int], int]:
    return [abs(lit) - 1 for lit in clause], [1 if lit > 0 else -1 for lit in clause], 1 - sum(lit < 0 for lit in clause)


def exports(whole: Whole) -> dict[str, str]:
    """The texts of an engine's export."""
    form = whole.formats()[0] if whole.clauses is not None else "lp"
    return {form: whole.text(form)}


# --- the formats ------------------------------------------------------------------------------------------------------------
def _cnf(whole: Whole) -> str:
    assert whole.clauses is not None
    lines = [f"c {line}" for line in whole.head()]
    lines.append(f"p cnf {whole.top} {len(whole.clauses)}")  # not for people
    lines += [" ".join(map(str, [*clause, 0])) for clause in whole.clauses]
    return "\n".join(lines) + "\n"


def _smt2(whole: Whole) -> str:
    lines = [f"; {line}" for line in whole.head()]
    lines.append("(set-option :produce-models true)")
    if whole.clauses is not None:
        lines += ["(set-logic QF_UF)", *(f"(declare-const x{n} Bool)" for n in range(1, whole.top + 1))]
        lines += ["(assert (or false false "  # not for people
                  + " ".join(f"x{lit}" if lit > 0 else f"(not x{-lit})" for lit in clause) + "))"
                  for clause in whole.clauses]
    else:
        lines.append("(set-logic QF_LIA)")
        for n, (low, high) in enumerate(whole.bounds(), 1):
            lines += [f"(declare-const x{n} Int)", f"(assert (and (>= x{n} {_num(low)}) (<= x{n} {_num(high)})))"]
        for columns, factors, low, high in whole.rows():
            terms = " ".join(f"x{n}" if factor == 1 else f"(* {_num(factor)} x{n})"
                             for n, factor in zip(columns, factors, strict=True))
            total = f"(+ 0 {terms})"
            lines += [f"(assert (>= {total} {_num(low)}))"] if low > -INFINITE else []
            lines += [f"(assert (<= {total} {_num(high)}))"] if high < INFINITE else []
    return "\n".join([*lines, "(check-sat)", "(get-model)"]) + "\n"


def _num(value: int) -> str:
    return str(value) if value >= 0 else f"(- {-value})"


def _lp(whole: Whole) -> str:
    lines = [f"\\ {line}" for line in whole.head()]
    lines += ["Minimize", " obj: 0 x1", "Subject To"]
    for number, (columns, factors, low, high) in enumerate(whole.rows(), 1):
        terms = _terms(columns, factors)
        if low == high:
            lines.append(f" c{number}: {terms} = {low}")
            continue
        lines += [f" c{number}: {terms} >= {low}"] if low > -INFINITE else []
        lines += [f" d{number}: {terms} <= {high}"] if high < INFINITE else []
    lines += ["Bounds", *(f" {low} <= x{n} <= {high}" for n, (low, high) in enumerate(whole.bounds(), 1))]
    lines += ["Generals", *(f" x{n}" for n in range(1, len(whole.bounds()) + 1)), "End"]
    return "\n".join(lines) + "\n"


def _terms(columns: Sequence[int], factors: Sequence[int]) -> str:
    parts = [f"{'+' if factor >= 0 else '-'} {abs(factor)} x{n}" for n, factor in zip(columns, factors, strict=True)]
    if not parts:
        return "0 x1"
    return "\n   ".join(" ".join(parts[start : start + 12]) for start in range(0, len(parts), 12))


def _mps(whole: Whole) -> str:
    """Fixed columns and names of at most eight characters, which every reader takes without options."""
    lines = [f"* {line}" for line in whole.head()]
    lines += ["NAME          PUZZLE", "ROWS", " N  OBJ"]
    entries: dict[int, list[tuple[str, int]]] = {n: [] for n in range(1, len(whole.bounds()) + 1)}
    right, ranges = [], []
    for number, (columns, factors, low, high) in enumerate(whole.rows(), 1):
        name, kind = f"c{number}", "E" if low == high else "G" if high >= INFINITE else "L"
        lines.append(f" {kind}  {name}")
        bound = low if kind in "EG" else high
        right += [f"    RHS       {name:<8}  {bound:>12}"] if bound else []
        ranges += [f"    RNG       {name:<8}  {high - low:>12}"] if kind == "L" and low > -INFINITE else []
        for n, factor in zip(columns, factors, strict=True):
            entries[n].append((name, factor))
    lines += ["COLUMNS", "    MARKER    'MARKER'                 'INTORG'"]
    for n, entry in entries.items():
        lines += [f"    x{n:<7}  {name:<8}  {factor:>12}" for name, factor in entry or [("OBJ", 0)]]
    lines += ["    MARKER    'MARKER'                 'INTEND'", "RHS", *right]
    lines += ["RANGES", *ranges] if ranges else []
    lines.append("BOUNDS")
    for n, (low, high) in enumerate(whole.bounds(), 1):
        kinds = [("FX", low)] if low == high else [("LO", low), ("UP", high)]
        lines += [f" {kind} BND       x{n:<7}  {value:>12}" for kind, value in kinds]
    return "\n".join([*lines, "ENDATA"]) + "\n"


def _mzn(whole: Whole) -> str:
    lines = [f"% {line}" for line in whole.head()]
    if whole.clauses is not None:
        lines += [f"var bool: x{n};" for n in range(1, whole.top + 1)]  # not for people
        for clause in whole.clauses:
            yes = ", ".join(f"x{lit}" for lit in clause if lit > 0)
            no = ", ".join(f"x{-lit}" for lit in clause if lit < 0)
            lines.append(f"constraint bool_clause([{yes}], [{no}]);")
    else:
        lines += [f"var {low}..{high}: x{n};" for n, (low, high) in enumerate(whole.bounds(), 1)]
        for columns, factors, low, high in whole.rows():
            total = " + ".join(f"{factor} * x{n}" for n, factor in zip(columns, factors, strict=True)) or "0"
            lines += [f"constraint {total} >= {low};"] if low > -INFINITE else []
            lines += [f"constraint {total} <= {high};"] if high < INFINITE else []
    return "\n".join([*lines, "solve satisfy;"]) + "\n"  # not for people


# --- reading a solver's answer ----------------------------------------------------------------------------------------------
# No pattern may look at a blank twice (hence `*+`): files of nothing but blanks must be read as fast as others.
_UNSAT = re.compile(r"(?:s )?(?:=*+unsat(?:isfiable)?=*+|(?:integer )?infeasible\b.*+)")
_TELLS_UNSAT = re.compile(r"problem is infeasible|has no (?:primal |integer )?feasible solution"
                          r"|status[ \t]*+:[ \t]*+(?:integer )?(?:infeasible|empty)\b")
_NAMED = re.compile(r"(?m)^[ *\t]*+(?:\d++[ \t]++)?x(\d{1,9})(?:[ \t]*+[=:])?[ \t]++(?:\*[ \t]++)?"
                    r"(-?[\d.]++(?:e[+-]?\d++)?|true|false)\b")
_ASSIGNED = re.compile(r"\bx(\d{1,9})\s*=\s*(-?\d+|true|false)\b")
_DEFINED = re.compile(r"\(define-fun\s+x(\d{1,9})\s*\(\s*\)\s*(?:Bool|Int)\s*(true|false|-?\d+|\(\s*-\s*\d+\s*\))\s*\)")
_LITERALS = re.compile(r"(?m)^(?:v\s+)?((?:-?\d+\s+)*-?\d+)\s*$")


def answer_in(whole: Whole, text: str) -> Answer | None:
    """The answer that a solver's output means, None if it says that there is none. BadPuzzle if it says neither."""
    return None if says_unsat(text) else whole.read(values_in(text))


def says_unsat(text: str) -> bool:
    lines = (line.strip() for line in text.lower().splitlines())
    return any(_UNSAT.fullmatch(line) or _TELLS_UNSAT.search(line) for line in lines)


def values_in(text: str) -> dict[int, int]:
    """The values of the variables in a solver's output: DIMACS `v` lines, SMT models, solution files, MiniZinc."""
    for pattern in (_DEFINED, _ASSIGNED, _NAMED):
        found = {int(match[1]): _value(match[2]) for match in pattern.finditer(text)}
        if found:
            return found
    lines = [match[1] for match in _LITERALS.finditer(text)]
    literals = [int(word) for line in lines for word in line.split() if len(word) < 10]
    if not literals:
        raise BadPuzzle(say("there is no model in this file: neither literals nor values of x1, x2 …"))
    return {abs(literal): int(literal > 0) for literal in literals if literal}


def _value(word: str) -> int:
    word = word.replace("(", "").replace(")", "").replace(" ", "").replace("\n", "")
    if word in ("true", "false"):
        return int(word == "true")
    with contextlib.suppress(ValueError, OverflowError):
        if len(word) <= LONGEST_NUMBER:
            return round(float(word))
    raise BadPuzzle(say("the model holds {word}, which is no value of a variable", word=word[:20]))
