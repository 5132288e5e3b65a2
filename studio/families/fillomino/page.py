"""The rules for web pages (`Family.page_rules`): compared with the checker on thousands of altered answers by a test."""

from studio.core.parts import PageRules
from studio.core.say import marked

WORDS = (marked("A cell is empty"), marked("A given number was changed"),
         marked("No region has more than {limit} cells here"), marked("There is one number on both sides of a given border"),
         marked("A region of {number}s has {count} cells"), marked("A region holds no given number"))
"""what the rules say, with values in braces"""
PAGE_RULES = PageRules("""(data, answer) => {
  const found = [], limit = data.params.limit || 0, basic = data.params.variant === "basic";
  const broken = (text, values) => found.push(KIT.say(data, text, values));
  answer.forEach((number, cell) => {
    if (number < 1) broken("A cell is empty");
    if (data.raw[cell] > 0 && number !== data.raw[cell]) broken("A given number was changed");
    if (limit && number > limit) broken("No region has more than {limit} cells here", { limit });
  });
  KIT.borders(data).forEach(([a, b], border) => {
    if (data.borders[border] && answer[a] === answer[b]) broken("There is one number on both sides of a given border");
  });
  for (const group of KIT.groups(data, answer, (a, b) => answer[a] === answer[b])) {
    const number = answer[group[0]];
    if (group.length !== number) broken("A region of {number}s has {count} cells", { number, count: group.length });
    else if (basic && !group.some((cell) => data.raw[cell])) broken("A region holds no given number");
  }
  return found;
}""", words=WORDS)  # not for people
