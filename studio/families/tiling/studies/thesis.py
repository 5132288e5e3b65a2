"""Chapter 3 of the tiling thesis made again: the configurations of 3.2, many unique tiles (3.3), colouring invariants (3.4)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from studio.core.engine import Option
from studio.core.say import marked, say
from studio.core.study import Experiment, Finding, Words, Workbench
from studio.families.tiling.studies import own
from studio.families.tiling.studies.configurations import (
    ILP,
    REPRESENTANTS,
    SAT,
    SIMPLE_AND_DLX,
    THE_FOUR,
    by_label,
    csp_contenders,
    sat_contenders,
)
from studio.families.tiling.studies.contest import Contest, named_instances
from studio.families.tiling.studies.figure_3_3 import figure_3_3
from studio.families.tiling.studies.instances import (
    CLASSES,
    Instance,
    collection,
    colouring_families,
    csp_example,
    many_unique,
    smaller,
)

SECONDS = Option("seconds", "Seconds a problem", 5.0, (), "a run that takes longer is stopped", 0.01, 86_400)
CLASS = Words("classes", "Classes of problems", ",".join(CLASSES), tuple(CLASSES), "the classes of section 3.1")
LARGEST = Option("cells", "Largest board", 60, (), "larger boards are left out", 4, 1_000_000)


def times(ratio: float | None) -> str:
    """A ratio in words; unknown where nobody solved the same problem."""
    return "unknown" if ratio is None else f"{ratio:.1f}" if ratio < 10 else f"{ratio:,.0f}"


def figure_3_2(bench: Workbench, contenders: list[str], seconds: float) -> Finding:
    problems = named_instances(bench, many_unique(), say("the study's 25 instances with many unique tiles by recipe"))
    contest = Contest(bench, problems, by_label(contenders), seconds)
    notes = [say("Published (3.3): simple and dlx are on the same level on most instances, SAT and ILP slower roughly by a "
                 "factor of 100; on the unsolvable ones they come closer to each other.")]
    if {"simple", "dlx"} <= set(contenders):
        notes.append(say("Here, median over the instances that both solved: simple / dlx {a}.",
                         a=times(contest.ratio("simple", "dlx"))))
        notes += [say("{slow} / dlx {a} on solvable, {b} on unsolvable instances.", slow=slow,
                      a=times(contest.ratio(slow, "dlx", True)), b=times(contest.ratio(slow, "dlx", False)))
                  for slow in contenders if slow not in ("simple", "dlx")]
    return contest.finding(marked("Figure 3.2: many unique tiles"), *notes)


def figure_3_4(bench: Workbench, contenders: list[str], seconds: float, largest: int) -> Finding:
    recipe = say("the four families of the study by recipe, and larger boards of the same kind up to {n}x{n}", n=largest)
    problems = named_instances(bench, colouring_families(largest), recipe)
    contest = Contest(bench, problems, by_label(contenders), seconds)
    notes = [say("Published (3.4): simple and dlx grow exponentially, SAT less steeply; ILP stays in the order of milliseconds "
                 "on the first three families (100x100 within seconds), since the linear relaxation is infeasible already, and "
                 "is slow on 4L."),
             say("ilp is a linear solver (HiGHS, adjusted); ilp[cpsat] gives the same model to CP-SAT, which is none.")]
    return contest.finding(marked("Figure 3.4: colouring invariants"), *notes, growth=True)


def section_3_2_1(bench: Workbench, classes: list[str], cells: int, seconds: float) -> Finding:
    contest = Contest(bench, _chosen(bench, classes, cells), SIMPLE_AND_DLX, seconds)
    note = say("Published (3.2.1): the other orders are almost always slower than default by some factor; they help greatly on "
               "a few (mixed/1-3I-11x11_s); dlx wins on 3L/L-02, simple on mixed/4Os-4T-06x06_u.")
    return contest.finding(marked("Section 3.2.1: simple backtracking and Algorithm X"), note)


def section_3_2_2(bench: Workbench, classes: list[str], cells: int, seconds: float, solvers: list[str], breaker: list[str],
                  translations: list[str]) -> Finding:
    who = sat_contenders(solvers, breaker, translations)
    contest = Contest(bench, _chosen(bench, classes, cells), who, seconds)
    note = say("Published (3.2.2): AMK does better than AMO where tile counts are larger than one, amk-card is a safe choice; "
               "CaDiCaL and CryptoMiniSat are comparable; symmetry breaking (BreakID there, our own here) never pays.")
    return contest.finding(marked("Section 3.2.2: conversion to SAT"), note)


def section_3_2_3(bench: Workbench, classes: list[str], cells: int, seconds: float, solvers: list[str]) -> Finding:
    who = [each for each in ILP if each.values["solver"] in solvers]
    contest = Contest(bench, _chosen(bench, classes, cells), who, seconds)
    note = say("Published (3.2.3; Cbc and Gurobi): eq-ign and eq-min are almost identical and mostly better than geq-min and "
               "leq-max; adjusted parameters help Gurobi a little and Cbc sometimes. Gurobi is not here; HiGHS and SCIP are.")
    return contest.finding(marked("Section 3.2.3: conversion to ILP"), note)


def section_3_2_4(bench: Workbench, seconds: float) -> Finding:
    problems = named_instances(bench, [csp_example()], say("the study's example, a 3x12 board with ten small tiles"))
    who, missing = csp_contenders()
    contest = Contest(bench, problems, who, seconds)
    notes = [say("Published (3.2.4): flattening the geost model of this example takes MiniZinc tens of seconds (half of it "
                 "with rectangles), then Chuffed solves it in about two; all other approaches need tens of milliseconds.")]
    if missing:
        notes.append(say("Not here, since MiniZinc with Gecode is not installed: {names}.", names=", ".join(missing)))
    return contest.finding(marked("Section 3.2.4: conversion to CSP"), *notes)


def _chosen(bench: Workbench, classes: list[str], cells: int) -> list[Instance]:
    def made() -> Iterable[Instance]:
        return smaller(collection(classes), cells)

    return named_instances(bench, made(), say("the study's instances of up to {n} cells by recipe ({classes})", n=cells,
                                              classes=", ".join(classes)))


WHO = Words("contenders", "Configurations", THE_FOUR, tuple(REPRESENTANTS),
            "the study's representants (simple, dlx, sat, ilp) and others")
BIG = Option("largest", "Longest side", 14, (), "boards up to this side; the study has 14, and 100 in its text", 4, 1002)
FEW = Words("classes", "Classes of problems", "mixed", tuple(CLASSES), "the classes of section 3.1")

EXPERIMENTS = (
    Experiment("section-3.2.1", "3.2.1 Simple backtracking in four orders, and Algorithm X", section_3_2_1,
               "problem files may be named", (CLASS, LARGEST, SECONDS)),
    Experiment("section-3.2.2", "3.2.2 Conversion to SAT: translations, solvers, symmetry breaking", section_3_2_2,
               "problem files may be named", (FEW, LARGEST, SECONDS, *SAT)),
    Experiment("section-3.2.3", "3.2.3 Conversion to ILP: solvers, translations, parameters", section_3_2_3,
               "problem files may be named",
               (FEW, LARGEST, SECONDS, Words("solvers", "Solvers", "highs,cbc", ("highs", "cbc", "scip", "cpsat")))),
    Experiment("section-3.2.4", "3.2.4 Conversion to CSP: geost, regular expressions and placements, on two solvers",
               section_3_2_4, "problem files may be named", (replace(SECONDS, default=60.0),)),
    Experiment("figure-3.2", "3.3 Many unique tiles: seconds to the first answer", figure_3_2, "problem files may be named",
               (WHO, SECONDS), also=("many-unique",)),
    Experiment("figure-3.3", "3.4 The colourings that forbid four boards", figure_3_3, takes_boards=False),
    Experiment("figure-3.4", "3.4 Colouring invariants: seconds to the proof that there is no tiling", figure_3_4,
               "problem files may be named", (WHO, SECONDS, BIG), also=("colouring",)),
    *own.EXPERIMENTS,
)
