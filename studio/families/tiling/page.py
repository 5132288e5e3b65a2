"""The rules for web pages (`Family.page_rules`): compared with the checker on thousands of altered answers by a test."""

from __future__ import annotations

from typing import Any

from studio.core.parts import PageRules
from studio.core.puzzle import Puzzle
from studio.families.tiling.model.convert import INSIDE, tiles_of
from studio.families.tiling.model.given import JOINED, PARTED, border_pairs
from studio.families.tiling.model.problem import merge_tiles, merged_numbers


def _facts(puzzle: Puzzle) -> dict[str, Any]:
    """The tiles with all shapes that they may lie in, and what is given about pieces."""
    flips, written = bool(puzzle.params.get("reflections", False)), tiles_of(puzzle.params)
    numbers = merged_numbers(written, flips)
    named = {cell: numbers[given - INSIDE - 1] if given - INSIDE <= len(numbers) else -1
             for cell, given in enumerate(puzzle.givens) if given > INSIDE}
    return {"tiles": [{"label": tile.label, "count": tile.count, "least": tile.least,
                       "shapes": [";".join(f"{r},{c}" for r, c in sorted(shape)) for shape in tile.variants(flips)]}
                      for tile in merge_tiles(written, flips)],
            "joined": [list(pair) for pair in border_pairs(puzzle.grid, puzzle.borders, JOINED)],
            "parted": [list(pair) for pair in border_pairs(puzzle.grid, puzzle.borders, PARTED)], "named": named}


PAGE_RULES = PageRules("""(data, answer) => {
  const found = [], { tiles, joined, parted, named } = data.facts, used = tiles.map(() => 0);
  answer.forEach((number, cell) => { if (!number !== !data.raw[cell]) found.push("The pieces do not cover just the board"); });
  const pieces = new Map();
  answer.forEach((number, cell) => { if (number) pieces.set(number, [...(pieces.get(number) || []), cell]); });
  const tileOf = new Map();
  for (const [number, cells] of pieces) {
    const places = cells.map((cell) => [Math.floor(cell / data.cols), cell % data.cols]);
    const top = Math.min(...places.map((place) => place[0])), left = Math.min(...places.map((place) => place[1]));
    const shape = places.map(([row, col]) => (row - top) + "," + (col - left)).join(";");
    const tile = tiles.findIndex((each) => each.shapes.includes(shape));
    if (tile < 0) found.push("A piece is none of the tiles");
    else used[tile] += 1;
    tileOf.set(number, tile);
  }
  tiles.forEach((tile, t) => {
    if (tile.count !== null && used[t] > tile.count) found.push("There are only " + tile.count + " pieces of " + tile.label);
    if (used[t] < tile.least) found.push("At least " + tile.least + " pieces of " + tile.label + " must be used");
  });
  for (const [a, b] of joined) if (answer[a] !== answer[b]) found.push("One piece must cover two cells that are linked");
  for (const [a, b] of parted) if (answer[a] === answer[b]) found.push("A given border is covered");
  for (const cell in named) if (tileOf.get(answer[cell]) !== named[cell]) found.push("A cell names another tile");
  return found;
}""", _facts)
