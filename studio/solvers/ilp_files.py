"""A linear model as CPLEX LP or free MPS text, so that an outside solver reaches the same answer."""

from __future__ import annotations

from studio.solvers.linear import INFINITE, LinearModel


def lp_text(model: LinearModel, title: str) -> str:
    """CPLEX LP. A two-sided constraint that is no equation becomes two lines."""
    names = model.names
    costs = " ".join(f"{factor:+d} {names[column]}" for column, factor in model.costs.items())
    goal = costs or "0 " + (names[0] if names else "")
    lines = [f"\\ {' '.join(title.split())}", "Minimize", f" obj: {goal}", "Subject To"]
    for number, (columns, factors, low, high) in enumerate(model.rows()):
        terms = " ".join(f"{factor:+d} {names[column]}" for column, factor in zip(columns, factors, strict=True))
        if low == high:
            lines.append(f" c{number}: {terms} = {low}")
        else:
            if low > -INFINITE:
                lines.append(f" c{number}l: {terms} >= {low}")
            if high < INFINITE:
                lines.append(f" c{number}: {terms} <= {high}")
    lines.append("Bounds")
    lines += [f" {low} <= {name} <= {high}" for name, low, high in zip(names, model.low, model.high, strict=True)]
    lines += ["Generals", *(f" {name}" for name in names), "End"]
    return "\n".join(lines) + "\n"


def mps_text(model: LinearModel, title: str) -> str:
    """Free MPS with ranges for two-sided constraints."""
    names = model.names
    lines = [f"* {' '.join(title.split())}", "NAME model FREE", "ROWS", " N obj"]
    entries = [[f" {name} obj {model.costs[k]}"] if k in model.costs else [] for k, name in enumerate(names)]
    right, ranges = [], []
    for number, (columns, factors, low, high) in enumerate(model.rows()):
        kind = "E" if low == high else "G" if high >= INFINITE else "L"
        lines.append(f" {kind} c{number}")
        bound = low if kind in "EG" else high
        if bound:
            right.append(f" RHS c{number} {bound}")
        if kind == "L" and low > -INFINITE:
            ranges.append(f" RNG c{number} {high - low}")
        for column, factor in zip(columns, factors, strict=True):
            entries[column].append(f" {names[column]} c{number} {factor}")
    lines += ["COLUMNS", " M1 'MARKER' 'INTORG'"]
    for name, entry in zip(names, entries, strict=True):
        lines += entry or [f" {name} obj 0"]
    lines += [" M2 'MARKER' 'INTEND'", "RHS", *right]
    if ranges:
        lines += ["RANGES", *ranges]
    lines.append("BOUNDS")
    for name, low, high in zip(names, model.low, model.high, strict=True):
        lines += [f" FX BND {name} {low}"] if low == high else [f" LO BND {name} {low}", f" UP BND {name} {high}"]
    return "\n".join([*lines, "ENDATA"]) + "\n"
