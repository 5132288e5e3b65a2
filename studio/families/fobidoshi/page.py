"""The rules for web pages (`Family.page_rules`): compared with the checker on thousands of altered answers by a test."""

from studio.core.parts import PageRules
from studio.core.say import marked

WORDS = (marked("A given cell was changed"), marked("The board is not filled"),
         marked("There are more than three circles in a row"), marked("The circles do not all hang together"))
"""what the rules say, with values in braces"""
PAGE_RULES = PageRules("""(data, answer) => {
  const found = [], circle = (cell) => answer[cell] === 1;
  const broken = (text, values) => found.push(KIT.say(data, text, values));
  data.raw.forEach((given, cell) => { if (given && answer[cell] !== given) broken("A given cell was changed"); });
  if (answer.some((value) => !value)) broken("The board is not filled");
  for (const [count, length, across, along] of [[data.rows, data.cols, data.cols, 1], [data.cols, data.rows, 1, data.cols]]) {
    for (let line = 0; line < count; line++) {
      for (let at = 0, run = 0; at < length; at++) {
        run = circle(line * across + at * along) ? run + 1 : 0;
        if (run === 4) broken("There are more than three circles in a row");
      }
    }
  }
  const parts = KIT.groups(data, answer, (a, b) => circle(a) && circle(b)).filter((part) => circle(part[0]));
  if (parts.length > 1) broken("The circles do not all hang together");
  return found;
}""", words=WORDS)  # not for people
