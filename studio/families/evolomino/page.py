"""The rules for web pages (`Family.page_rules`): compared with the checker on thousands of altered answers by a test."""

from __future__ import annotations

from typing import Any

from studio.core.parts import PageRules
from studio.core.puzzle import Puzzle
from studio.core.say import marked
from studio.families.evolomino.model import field_of


def _facts(puzzle: Puzzle) -> dict[str, Any]:
    field = field_of(puzzle)
    return {"arrows": [list(arrow) for arrow in field.arrows], "blocked": [int(each) for each in field.blocked]}


WORDS = (marked("The board is not filled"), marked("A square stands where none may be"),
         marked("A given square was taken away"), marked("A block has no square on an arrow"),
         marked("A block has more than one square on arrows"), marked("An arrow passes through fewer than two blocks"),
         marked("The next block on an arrow is not the one before plus one square"))
"""what the rules say, with values in braces"""
PAGE_RULES = PageRules("""(data, answer) => {
  const found = [], { arrows, blocked } = data.facts, square = (cell) => answer[cell] === 1;
  const broken = (text, values) => found.push(KIT.say(data, text, values));
  const onArrow = new Set(arrows.flat());
  answer.forEach((value, cell) => {
    if (!value) broken("The board is not filled");
    if (square(cell) && blocked[cell]) broken("A square stands where none may be");
    if (!square(cell) && data.raw[cell] === 2) broken("A given square was taken away");
  });
  const firm = (cell) => square(cell) && !blocked[cell];
  const blocks = KIT.groups(data, answer, (a, b) => firm(a) && firm(b)).filter((block) => firm(block[0]));
  const blockAt = new Map();
  for (const block of blocks) {
    const met = block.filter((cell) => onArrow.has(cell));
    if (!met.length) broken("A block has no square on an arrow");
    if (met.length > 1) broken("A block has more than one square on arrows");
    for (const cell of met) blockAt.set(cell, block);
  }
  const place = (cell) => [Math.floor(cell / data.cols), cell % data.cols];
  const grows = (before, after) => after.length === before.length + 1 && after.some((to) => {
    const [row, col] = place(before[0]), [down, right] = [place(to)[0] - row, place(to)[1] - col];
    const there = new Set(after.map((cell) => place(cell).join()));
    return before.every((cell) => there.has([place(cell)[0] + down, place(cell)[1] + right].join()));
  });
  for (const arrow of arrows) {
    const room = [...arrow.keys()].filter((at) => square(arrow[at]));
    if (!room.length || room[room.length - 1] - room[0] < 2) broken("An arrow passes through fewer than two blocks");
    const route = arrow.filter((cell) => blockAt.has(cell)).map((cell) => blockAt.get(cell));
    for (let at = 1; at < route.length; at++) {
      if (route[at] !== route[at - 1] && !grows(route[at - 1], route[at]))
        broken("The next block on an arrow is not the one before plus one square");
    }
  }
  return found;
}""", _facts, WORDS)  # not for people
