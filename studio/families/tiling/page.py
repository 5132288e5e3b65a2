"""The rules for web pages (`Family.page_rules`): compared with the checker on thousands of altered answers by a test."""

from __future__ import annotations

from typing import Any

from studio.core.parts import PageRules
from studio.core.puzzle import Puzzle
from studio.core.say import marked
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


WORDS = (marked("The pieces do not cover just the board"), marked("A piece is none of the tiles"),
         marked("There are only {count} pieces of {tile}"), marked("At least {least} pieces of {tile} must be used"),
         marked("One piece must cover two cells that are linked"), marked("A given border is covered"),
         marked("A cell names another tile"))
"""what the rules say, with values in braces"""
PAGE_RULES = PageRules("""(data, answer) => {
  const found = [], { tiles, joined, parted, named } = data.facts, used = tiles.map(() => 0);
  const broken = (text, values) => found.push(KIT.say(data, text, values));
  answer.forEach((number, cell) => { if (!number !== !data.raw[cell]) broken("The pieces do not cover just the board"); });
  const pieces = new Map();
  answer.forEach((number, cell) => { if (number) pieces.set(number, [...(pieces.get(number) || []), cell]); });
  const tileOf = new Map();
  for (const [number, cells] of pieces) {
    const places = cells.map((cell) => [Math.floor(cell / data.cols), cell % data.cols]);
    const top = Math.min(...places.map((place) => place[0])), left = Math.min(...places.map((place) => place[1]));
    const shape = places.map(([row, col]) => (row - top) + "," + (col - left)).join(";");
    const tile = tiles.findIndex((each) => each.shapes.includes(shape));
    if (tile < 0) broken("A piece is none of the tiles");
    else used[tile] += 1;
    tileOf.set(number, tile);
  }
  tiles.forEach((tile, t) => {
    if (tile.count !== null && used[t] > tile.count) {
      broken("There are only {count} pieces of {tile}", { count: tile.count, tile: tile.label });
    }
    if (used[t] < tile.least) broken("At least {least} pieces of {tile} must be used", { least: tile.least, tile: tile.label });
  });
  for (const [a, b] of joined) if (answer[a] !== answer[b]) broken("One piece must cover two cells that are linked");
  for (const [a, b] of parted) if (answer[a] === answer[b]) broken("A given border is covered");
  for (const cell in named) if (tileOf.get(answer[cell]) !== named[cell]) broken("A cell names another tile");
  return found;
}""", _facts, WORDS)  # not for people
