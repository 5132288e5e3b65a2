"""A colouring proof on the board: a tint and a number for every cell, the step at hand, and the account in words below."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from typing import Any

from studio.core.draw import Overlay, Shape, Text, cell_rect, cell_text, region_lines
from studio.core.grid import Grid
from studio.core.say import say
from studio.families.tiling.proofs.proof import ColouringProof

WHOLE_ACCOUNT = 12
"""A proof of more steps is told in short under its picture; a film tells them all."""
WHOLE_EXAMPLES = 2


def proof_of(overlay: Overlay) -> ColouringProof | None:
    proof = _part(overlay.proof) if overlay.proof else None
    return ColouringProof.from_json(proof) if proof and proof.get("kind") == "colouring" else None


def _part(proof: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """Of a proof by cases the colouring of the step at hand, or the last one."""
    if proof.get("kind") != "cases":
        return proof
    steps, number = proof.get("steps", ()), int(proof.get("step", 0))
    step = steps[number - 1] if 0 < number <= len(steps) else {"part": len(proof["parts"]) - 1}
    return proof["parts"][step["part"]] if step.get("part") is not None and proof["parts"] else None


def weights_of(grid: Grid, inside: Sequence[int], proof: ColouringProof) -> dict[int, int]:
    return {i: proof.weight(*grid.rc(i)) for i in inside}


def fills(grid: Grid, weights: Mapping[int, int], opacity: float = 0.8) -> list[Shape]:
    """One tint per number; 0 stays paper."""
    values = sorted(set(weights.values()) - {0}, key=lambda v: (abs(v), v))
    tint = {value: k for k, value in enumerate(values)}
    return [cell_rect(grid, i, f"tile:{tint[value]}", opacity) for i, value in weights.items() if value]


def numbers(grid: Grid, weights: Mapping[int, int]) -> list[Shape]:
    return [cell_text(grid, i, str(value).replace("-", "−"), "given" if value else "note", size=0.42)
            for i, value in weights.items()]


def step_shapes(grid: Grid, proof: Mapping[str, Any]) -> list[Shape]:
    """What the step at hand points at: an example of a piece, and the cell that it leaves bare. Of the whole proof: all of it,
    where that is little."""
    steps, number = proof.get("steps", ()), int(proof.get("step", 0))
    shown = [step for step in steps if step.get("cells")] if not number else steps[number - 1 : number]
    shapes: list[Shape] = []
    for step in shown if len(shown) <= WHOLE_EXAMPLES else ():
        shapes += region_lines(grid, step.get("cells", ()), "cause", 0.1, 0.05)
        shapes += region_lines(grid, step.get("witness", ()), "violation", 0.1, 0.08)
    return shapes


def proof_lines(proof: Mapping[str, Any]) -> list[str]:
    """The sentences under the board: the step at hand, or the whole account, numbered; where there are many tiles, in short."""
    steps, number = proof.get("steps", ()), int(proof.get("step", 0))
    if number and number <= len(steps):
        return [say("{number} of {count}: {step}", number=number, count=len(steps), step=steps[number - 1]["text"])]
    if 1 < len(steps) <= WHOLE_ACCOUNT:
        return [f"{k}. {step['text']}" for k, step in enumerate(steps, 1)]
    return [str(proof.get("caption", ""))]


def caption(grid: Grid, sentences: Sequence[str], top: float) -> list[Shape]:
    size = max(0.32, min(0.5, grid.cols / 24))
    lines = [line for sentence in sentences for line in textwrap.wrap(sentence, max(24, int(grid.cols / size / 0.52)))]
    return [Text(0.0, top + 0.6 + k * size * 1.35, line, "given", size, anchor="start") for k, line in enumerate(lines)]
