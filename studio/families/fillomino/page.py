"""The rules for web pages (`Family.page_rules`): compared with the checker on thousands of altered answers by a test."""

from studio.core.parts import PageRules

PAGE_RULES = PageRules("""(data, answer) => {
  const found = [], limit = data.params.limit || 0, basic = data.params.variant === "basic";
  answer.forEach((number, cell) => {
    if (number < 1) found.push("A cell is empty");
    if (data.raw[cell] > 0 && number !== data.raw[cell]) found.push("A given number was changed");
    if (limit && number > limit) found.push("No region has more than " + limit + " cells here");
  });
  KIT.borders(data).forEach(([a, b], border) => {
    if (data.borders[border] && answer[a] === answer[b]) found.push("There is one number on both sides of a given border");
  });
  for (const group of KIT.groups(data, answer, (a, b) => answer[a] === answer[b])) {
    const number = answer[group[0]];
    if (group.length !== number) found.push("A region of " + number + "s has " + group.length + " cells");
    else if (basic && !group.some((cell) => data.raw[cell])) found.push("A region holds no given number");
  }
  return found;
}""")
