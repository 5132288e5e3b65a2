"""A solver's literals and clauses in the puzzle's words: cells and values, pieces, and what a family's other variables mean."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from studio.core.clauses import Clause, Clauses, Why, why
from studio.core.events import Link, Reason
from studio.core.grid import Grid
from studio.core.say import listed, marked, say, say_n
from studio.solvers.sat_mirror import Clash, Mirror

Setting = tuple[int, int]
Word = Callable[[int], str]
FEW = 5
"""literals that a sentence names; more are counted"""
MOST_LINKS = 40
"""statements of an implication graph that are kept: those nearest to the clash"""
MOST_CELLS = 60
LEARNT = marked("learnt clause")
PROPAGATION = marked("unit propagation")


class Voice:
    """What literals say. `says`: what each says about cells, `word`: how the family calls a value."""

    def __init__(self, kernel: Clauses, says: Mapping[int, Sequence[Setting]], word: Word = str) -> None:
        self.kernel, self.word, self._says = kernel, word, says
        grid = getattr(kernel, "grid", None) or getattr(getattr(kernel, "board", None), "grid", None)
        self.grid: Grid | None = grid if isinstance(grid, Grid) else None
        self._known: dict[int, tuple[str, tuple[int, ...]]] = {}

    def name(self, cell: int) -> str:
        return self.grid.cell_name(cell) if self.grid is not None else str(say("cell {n}", n=cell + 1))

    def literal(self, literal: int) -> tuple[str, tuple[int, ...]]:
        """What a literal says when it is true, and the cells that it is about."""
        known = self._known.get(literal)
        if known is None:
            known = self._known[literal] = self._literal(literal)
        return known

    def _literal(self, literal: int) -> tuple[str, tuple[int, ...]]:
        about: Callable[[int], tuple[str, tuple[int, ...]]] | None = getattr(self.kernel, "about", None)
        meaning: Callable[[int], str] | None = getattr(self.kernel, "meaning", None)
        said, cells = about(literal) if about is not None else ("", ())
        told = self._says.get(literal, ())
        if told and told[0][0] >= 0 and told[0][1]:
            return self._settings(told), tuple(cell for cell, _ in told)
        moves: Mapping[int, Sequence[Setting]] = getattr(self.kernel, "moves", {})
        if not cells and abs(literal) in moves:
            cells = tuple(cell for cell, _ in moves[abs(literal)])
        if said and meaning is not None:
            return meaning(literal), cells
        where = ", ".join(map(self.name, cells[:FEW]))
        if abs(literal) in moves:
            return (say("a piece on {where}", where=where) if literal > 0 else say("no piece on {where}", where=where)), cells
        return "", cells

    def _settings(self, told: Sequence[Setting]) -> str:
        parts = [say("{cell} {value}", cell=self.name(cell), value=self.word(value)) if value > 0
                 else say("{cell} not {value}", cell=self.name(cell), value=self.word(-value)) for cell, value in told[:FEW]]
        return parts[0] if len(parts) == 1 else listed(parts)

    def several(self, literals: Iterable[int]) -> str:
        """Literals in words, as a list; those that have none are counted."""
        said = [self.literal(literal)[0] for literal in literals]
        words = list(dict.fromkeys(text for text in said if text))
        more = len(said) - len(words[:FEW])
        if not words:
            return str(say_n("{n} condition of the encoding", "{n} conditions of the encoding", n=more))
        named = words[0] if len(words) == 1 else listed(words[:FEW])
        return str(say_n("{named} and {n} more", "{named} and {n} more", n=more, named=named)) if more > 0 else named

    def cells(self, literals: Iterable[int], first: Iterable[int] = ()) -> tuple[int, ...]:
        named = [*first, *(cell for literal in literals for cell in self.literal(literal)[1])]
        return tuple(dict.fromkeys(named))[:MOST_CELLS]

    # --- what became true -------------------------------------------------------------------------------------------------
    def forced(self, literal: int, clause: Clause, learnt: bool) -> Why:
        """The clause that left only this literal: its rule, and what stands in the way of the rest of it."""
        gone = [-other for other in clause if other != literal]
        rule = None if learnt else why(self.kernel, clause)
        if rule is not None:
            text = say("{rule} ({held})", rule=rule.text, held=self.several(gone)) if gone else rule.text
            return Why(text, self.cells(gone, (*rule.cells, *self.literal(literal)[1])), rule.rule)
        cells = self.cells([literal, *gone])
        if learnt:
            text = say("an earlier contradiction has shown that this follows from {held}", held=self.several(gone))
            return Why(text, cells, LEARNT) if gone else Why(say("an earlier contradiction has shown this"), cells, LEARNT)
        if not gone:
            return Why(say("this holds from the start"), cells, PROPAGATION)
        return Why(say("this follows from {held}", held=self.several(gone)), cells, PROPAGATION)

    def refuted(self, literal: int, clash: Clash) -> Why:
        """No known clause leaves just this, but its opposite clashes at once."""
        rule = why(self.kernel, clash.broken)
        steps = sum(clause is not None for _, clause in clash.steps)
        because = rule.text if rule is not None else self.several(-other for other in clash.broken)
        text = say_n("the opposite would clash after {n} step: {because}",
                     "the opposite would clash after {n} steps: {because}", n=steps, because=because)
        return Why(text, self.cells([literal, *clash.broken], rule.cells if rule is not None else ()), PROPAGATION)

    # --- contradictions ---------------------------------------------------------------------------------------------------
    def contradiction(self, clashes: Sequence[Clash], mirror: Mirror, level: int, to: int, base: int) -> Reason:
        """The clash, what it teaches, and where the solver goes on and why. `level`: where it happened, `to`: where it goes on.
        Two clashes: of a try and of its opposite."""
        clash = clashes[0]
        rule = None if mirror.is_learnt(clash.broken) else why(self.kernel, clash.broken)
        broken = [-literal for literal in clash.broken]
        parts = [rule.text if rule is not None else str(say("this cannot be together: {held}", held=self.several(broken)))]
        parts += [self._learnt(each) for each in clashes]
        parts.append(self._jump(clash, level, to, base) if len(clashes) == 1 else str(say("back to depth {to}", to=base + to)))
        cells = self.cells((-literal for literal in clash.learnt), rule.cells if rule is not None else self.cells(broken))
        return Reason(listed(parts, "; "), cells, graph=self.graph(clash, mirror, base))

    def _learnt(self, clash: Clash) -> str:
        causes = [-literal for literal in clash.learnt]
        if not causes:
            return str(say("it follows from what holds anyway: there is no further solution"))
        if len(causes) == 1:
            return str(say("learnt: {this} can never be", this=self.several(causes)))
        return str(say("learnt: these cannot all be: {causes}", causes=self.several(causes)))

    def _jump(self, clash: Clash, level: int, to: int, base: int) -> str:
        """Why the search goes on where it does."""
        if not clash.learnt or not clash.asserts:
            return str(say("back to depth {to}", to=base + to))
        follows = self.literal(clash.asserts)[0] or say("a condition of the encoding")
        if clash.level == to and to < level - 1:
            return str(say("back to depth {to}, over {skipped} guesses that have no part in it: {follows} follows there",
                           to=base + to, skipped=level - 1 - to, follows=follows))
        if clash.level == to:
            return str(say("back to depth {to}: {follows} follows there", to=base + to, follows=follows))
        if clash.level < to:
            return str(say("back to depth {to} only, although {follows} follows at depth {level} already", to=base + to,
                           level=base + clash.level, follows=follows))
        return str(say("back to depth {to}", to=base + to))

    def graph(self, clash: Clash, mirror: Mirror, base: int) -> tuple[Link, ...]:
        """The implication graph, from what stood before to the clash; of a large one the part nearest to the clash."""
        steps = clash.steps[-MOST_LINKS:]
        number = {literal: place for place, (literal, _) in enumerate(steps)}
        links: list[Link] = []
        for literal, clause in steps:
            text, cells = self.literal(literal)
            because = "" if clause is None else self.rule_of(clause, mirror)
            causes = tuple(sorted(number[-other] for other in clause or () if -other in number and number[-other] < len(links)))
            depth = clash.levels.get(abs(literal), 0)
            text = text or str(say("a condition of the encoding"))
            links.append(Link(text, cells, base + depth if depth else 0, because, causes))
        causes = tuple(sorted(number[-other] for other in clash.broken if -other in number))
        rule = self.rule_of(clash.broken, mirror)
        cells = self.cells(-other for other in clash.broken)
        links.append(Link(str(say("contradiction")), cells, max((link.depth for link in links), default=0), rule, causes))
        return tuple(links)

    def rule_of(self, clause: Clause, mirror: Mirror) -> str:
        if mirror.is_learnt(clause):
            return str(say("learnt from an earlier contradiction"))
        rule = why(self.kernel, clause)
        return rule.text if rule is not None else str(say("a clause of the encoding"))
