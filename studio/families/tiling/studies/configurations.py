"""The study's solver configurations as our engines with options, under its own names where it has one."""

from __future__ import annotations

from collections.abc import Sequence

from studio.core.puzzle import BadPuzzle
from studio.core.say import say
from studio.core.study import Words
from studio.families.tiling.studies.contest import Contender
from studio.solvers.minizinc import installed

REPRESENTANTS: dict[str, Contender] = {each.label: each for each in (
    Contender("simple", "simple"),
    Contender("dlx", "dlx"),
    Contender("sat", "sat", {"solver": "cadical195", "translation": "amk", "amk": "cardinality network"}),
    Contender("ilp", "ilp", {"solver": "highs", "variant": "eq-ign", "parameters": "adjusted"}),
    Contender("ilp[cbc]", "ilp", {"solver": "cbc"}),
    Contender("ilp[scip]", "ilp", {"solver": "scip"}),
    Contender("ilp[cpsat]", "ilp", {"solver": "cpsat", "parameters": "default"}),
    Contender("csp", "csp"),
    Contender("table", "table"),
    Contender("mrv", "mrv"),
    Contender("colouring", "colouring"),
    Contender("auto", "auto"),
)}
"""The representants of 3.2 first: simple_default, dlx, sat_cadical_no-breaker_amk-card, and for ilp_gurobi_adjusted_eq-ign
HiGHS; then others on the same problems."""
THE_FOUR = "simple,dlx,sat,ilp"

SIMPLE_AND_DLX = [
    Contender("simple_default", "simple", {"order": "default"}),
    Contender("simple_frequent-first", "simple", {"order": "frequent first"}),
    Contender("simple_rare-first", "simple", {"order": "rare first"}),
    Contender("simple_fill-top-row", "simple", {"order": "fill top row"}),
    Contender("dlx", "dlx"),
]

TRANSLATIONS = {
    "amo-auto": {"translation": "amo", "amo": "auto"},
    "amo-seq": {"translation": "amo", "amo": "sequential"},
    "amo-bimander": {"translation": "amo", "amo": "bimander"},
    "amo-commander": {"translation": "amo", "amo": "commander"},
    "amo-kproduct": {"translation": "amo", "amo": "k-product"},
    "amo-binary": {"translation": "amo", "amo": "binary"},
    "amo-ordered": {"translation": "amo-ordered"},
    "amk-auto": {"translation": "amk", "amk": "auto"},
    "amk-bdd": {"translation": "amk", "amk": "bdd"},
    "amk-card": {"translation": "amk", "amk": "cardinality network"},
}
"""The ten of 3.2.2."""
BREAKERS = {"no-breaker": "off", "breaker": "all"}
SAT_SOLVERS = {"cadical": "cadical195", "cms": "cryptominisat", "glucose": "glucose42"}

SAT = (
    Words("solvers", "SAT solvers", "cadical", tuple(SAT_SOLVERS), "cms is CryptoMiniSat, an extra"),
    Words("breaker", "Symmetry breaking", "no-breaker", tuple(BREAKERS), "the study used BreakID; ours is in the engine"),
    Words("translations", "Translations", ",".join(TRANSLATIONS), tuple(TRANSLATIONS)),
)


def by_label(labels: Sequence[str]) -> list[Contender]:
    return [REPRESENTANTS[label] for label in labels]


def sat_contenders(solvers: Sequence[str], breakers: Sequence[str], translations: Sequence[str]) -> list[Contender]:
    """The study has 40 in all (two solvers, two breakers, ten translations)."""
    from studio.families.tiling.engines.sat import installed_solvers

    for solver in solvers:
        if SAT_SOLVERS[solver] not in installed_solvers():
            raise BadPuzzle(say("{solver} is not installed (it comes with puzzle-studio[solvers])", solver=solver))
    return [Contender(f"sat_{solver}_{breaker}_{name}", "sat",
                      {"solver": SAT_SOLVERS[solver], "symmetry": BREAKERS[breaker], **TRANSLATIONS[name]})
            for solver in solvers for breaker in breakers for name in translations]


ILP = [Contender(f"ilp_{solver}_{parameters}_{variant}", "ilp",
                 {"solver": solver, "parameters": parameters, "variant": variant})
       for solver in ("highs", "cbc", "scip", "cpsat") for parameters in ("default", "adjusted")
       for variant in ("eq-ign", "eq-min", "geq-min", "leq-max") if parameters == "default" or solver in ("highs", "cpsat")]
"""Four variants each; where a solver has no adjusted parameters, only the default ones."""


def csp_contenders() -> tuple[list[Contender], list[str]]:
    """Those that can run here, and the names of those that cannot."""
    ours = [Contender("cpsat_geost_rectangles", "csp"), Contender("cpsat_geost_squares", "csp", {"squares": True}),
            Contender("cpsat_regular", "csp", {"model": "regular"})]
    models: dict[str, dict[str, object]] = {
        "placements": {"model": "placements"}, "regular": {"model": "regular"}, "geost_rectangles": {"squares": False},
        "geost_squares": {"squares": True}}
    foreign = [Contender(f"minizinc_{name}", "csp", {"solver": "minizinc", **values}) for name, values in models.items()]
    if not installed():
        return ours, [each.label for each in foreign]
    return [*ours, *foreign], []
