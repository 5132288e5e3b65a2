"""Several engine configurations on the same problems: seconds to the first answer, as a table and charts like the study's."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from statistics import median
from typing import Any

from studio.core.engine import SolveResult, Status
from studio.core.say import marked, say
from studio.core.study import DOTS, LINE, Axis, Column, Finding, Part, Plot, Question, Series, Value, Workbench
from studio.families.tiling.model.convert import problem_of
from studio.families.tiling.studies.instances import Instance

SOLVED, PAR2, NO_PROOF = marked("solved"), marked("mean, unsolved = twice the limit"), marked("no proof")


@dataclass(frozen=True)
class Contender:
    """An engine with its options, under the name that the study's plots give it."""

    label: str
    engine: str
    values: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Run:
    """One contender on one problem; `result` is None where it was not tried."""

    result: SolveResult | None
    limit: float

    @property
    def seconds(self) -> float | None:
        return self.result.seconds if self.result is not None and self.result.answered else None

    @property
    def cell(self) -> Value:
        if self.result is None:
            return None
        if self.result.answered:
            return self.result.seconds
        if self.result.status is Status.TIMEOUT and self.result.seconds < 0.9 * self.limit:
            return NO_PROOF  # the engine knows when it has nothing more to try
        return f"> {self.limit:g}"


def named_instances(bench: Workbench, made: Iterable[Instance], recipe: str) -> list[Instance]:
    """The files that were named, or the study's own by recipe."""
    if bench.paths:
        return [Instance(puzzle.title, problem_of(puzzle), puzzle) for puzzle in bench.named()]
    known = list(made)
    bench.boards(lambda: [each.puzzle for each in known], recipe)
    return known


class Contest:
    """All runs of one experiment. A contender does not try boards of a family in which a smaller one took too long: so they are
    asked in rounds, in each of them the next larger board of every family, for every contender that is still in."""

    def __init__(self, bench: Workbench, instances: Sequence[Instance], contenders: Sequence[Contender],
                 seconds: float) -> None:
        self.instances, self.contenders, self.limit = instances, contenders, seconds
        self.runs = {(who.label, each.name): Run(None, seconds) for who in contenders for each in instances}
        self._too_large: dict[tuple[str, str], int] = {}
        families: dict[str, list[Instance]] = {}
        for each in sorted(instances, key=lambda each: each.problem.area):
            families.setdefault(each.family, []).append(each)
        rounds = list(zip_longest(*families.values()))
        for number, some in enumerate(rounds):
            self._round(bench, [each for each in some if each is not None], (number / len(rounds), (number + 1) / len(rounds)))

    def _round(self, bench: Workbench, instances: Sequence[Instance], part: Part) -> None:
        pairs = [(who, each) for each in instances for who in self.contenders if self._is_in(who, each)]
        results = bench.solve_all([Question(each.puzzle, who.engine, self.limit, 1, who.values) for who, each in pairs], part)
        for (who, each), result in zip(pairs, results, strict=True):
            run = self.runs[who.label, each.name] = Run(result, self.limit)
            if isinstance(run.cell, str) and run.cell != NO_PROOF:
                self._too_large.setdefault((who.label, each.family), each.problem.area)

    def _is_in(self, who: Contender, instance: Instance) -> bool:
        return instance.problem.area <= self._too_large.get((who.label, instance.family), instance.problem.area)

    def run(self, contender: Contender, instance: Instance) -> Run:
        return self.runs[contender.label, instance.name]

    def finding(self, title: str, *notes: str, growth: bool = False) -> Finding:
        head = (Column("problem"), Column("answer"), *(Column(each.label, 4) for each in self.contenders))
        rows: list[tuple[Value, ...]] = [(each.name, self._answer(each), *(self.run(who, each).cell for who in self.contenders))
                                         for each in self.instances]
        rows.append((SOLVED, None, *(len(self._times(who)) for who in self.contenders)))
        rows.append((PAR2, None, *(self._par2(who) for who in self.contenders)))
        plots = [self._plot(title)]
        if growth:
            families = dict.fromkeys(each.family for each in self.instances)
            plots += [self._growth(family) for family in families]
        told = [say("Seconds to the first answer, translation included; every answer is checked. A dash: not tried, since a "
                    "smaller board of the same family took longer than {limit:g} s.", limit=self.limit)]
        return Finding(head, tuple(rows), tuple(plots), (*told, *notes))

    def ratio(self, slow: str, fast: str, solvable: bool | None = None) -> float | None:
        """The median over the problems that both solved: how many times as long one took as the other."""
        pairs = [(self.runs[slow, each.name].seconds, self.runs[fast, each.name].seconds) for each in self.instances
                 if solvable is None or each.solvable == solvable]
        ratios = [a / b for a, b in pairs if a is not None and b]
        return median(ratios) if ratios else None

    def _answer(self, instance: Instance) -> str | None:
        """As found by whoever answered; two contenders that contradict each other would be a fault, and are told."""
        found = {run.result.status is not Status.NONE for who in self.contenders
                 if (run := self.run(who, instance)).result is not None and run.result.answered}
        if len(found) == 2:
            return marked("contradiction")
        return None if not found else marked("solvable") if found.pop() else marked("unsolvable")

    def _times(self, who: Contender) -> list[float]:
        return [seconds for each in self.instances if (seconds := self.run(who, each).seconds) is not None]

    def _par2(self, who: Contender) -> float:
        times = self._times(who)
        return (sum(times) + 2 * self.limit * (len(self.instances) - len(times))) / len(self.instances)

    def _plot(self, title: str) -> Plot:
        """Per problem, logarithmic time, as in Figures 3.2 and 3.4."""
        series = []
        for who in self.contenders:
            points, hollow = [], []
            for x, each in enumerate(self.instances):
                run = self.run(who, each)
                if run.seconds is not None:
                    points.append((float(x), run.seconds))
                elif run.result is not None:
                    hollow.append((float(x), self.limit))
            series.append(Series(who.label, tuple(points), DOTS, unfinished=tuple(hollow)))
        alone = len({each.group for each in self.instances}) == 1  # then its name on every line is only in the way
        names = (each.name.partition("/")[2] or each.name if alone else each.name for each in self.instances)
        axis = Axis("problem", labels=tuple(names))
        return Plot(title, axis, Axis("seconds to the first answer", log=True, seconds=True), tuple(series), down=True)

    def _growth(self, family: str) -> Plot:
        mine = sorted((each for each in self.instances if each.family == family), key=lambda each: each.problem.area)
        series = []
        for who in self.contenders:
            points = [(float(each.problem.area), seconds) for each in mine
                      if (seconds := self.run(who, each).seconds) is not None]
            hollow = [(float(each.problem.area), self.limit) for each in mine
                      if self.run(who, each).result is not None and self.run(who, each).seconds is None]
            series.append(Series(who.label, tuple(points), LINE, unfinished=tuple(hollow)))
        return Plot(say("{family}: growth with the board", family=family), Axis("cells", log=True),
                    Axis("seconds to the first answer", log=True, seconds=True), tuple(series))
