"""The mirror of a SAT solver: reasons, clashes, what they teach; and the words for all of it."""

from __future__ import annotations

import itertools
import random

import pytest

from studio.core.events import HELPER, Kind
from studio.core.grid import Grid
from studio.core.packed import BadBlock, Unpacked, pack
from studio.core.trace import Reason
from studio.solvers.constraints import Constraints, Name
from studio.solvers.constraints.cardinality import Variables, at_most, product, sequential
from studio.solvers.constraints.counters import partial_counts
from studio.solvers.sat_mirror import Mirror
from tests.solvers.test_sat_film import Pigeons, film_of


def satisfiable(clauses: list[list[int]], top: int) -> bool:
    return any(all(any(signs[abs(lit) - 1] == (lit > 0) for lit in clause) for clause in clauses)
               for signs in itertools.product((True, False), repeat=top))


def test_the_clause_that_became_unit_is_found() -> None:
    mirror = Mirror([[-1, -2, 3], [-3, 4], [5]], 5)
    for literal, level in ((5, 0), (1, 1), (2, 2)):
        mirror.assign(literal, level)
    assert mirror.forcing(3) == [-1, -2, 3] and mirror.forcing(5) == [5] and mirror.forcing(4) is None
    mirror.assign(3, 2)
    assert mirror.forcing(4) == [-3, 4]
    mirror.back(1)
    assert mirror.forcing(3) is None and mirror.trail == [5, 1]


def test_what_was_fixed_meanwhile_stays() -> None:
    mirror = Mirror([[7]], 8)
    for literal, level in ((1, 1), (2, 2), (7, 0), (8, 2)):
        mirror.assign(literal, level)
    mirror.back(1)
    assert mirror.trail == [1, 7] and mirror.holds(7) and not mirror.holds(2) and not mirror.holds(8)
    mirror.back(0)
    assert mirror.trail == [7]


def test_a_clash_teaches_its_first_unique_implication_point() -> None:
    """1 (level 1) and 2 (level 2): 2 gives 3, 3 gives 4 and 5, which with 1 clash; 3 is the point through which all goes."""
    mirror = Mirror([[-2, 3], [-3, 4], [-3, 5], [-1, -4, -5]], 5)
    mirror.assign(1, 1)
    clash = mirror.clash(2, 2)
    assert clash is not None and sorted(clash.learnt) == [-3, -1] and clash.asserts == -3 and clash.level == 1
    assert clash.broken == [-1, -4, -5] and mirror.trail == [1]
    assert mirror.clash(-2, 2) is None
    mirror.learn(clash.learnt)
    assert mirror.is_learnt(mirror.forcing(-3) or [])


@pytest.mark.parametrize("seed", range(20))
def test_what_a_clash_teaches_follows_from_the_clauses(seed: int) -> None:
    rng, top = random.Random(seed), 8
    clauses = [[rng.choice((1, -1)) * v for v in rng.sample(range(1, top + 1), rng.choice((2, 3)))] for _ in range(22)]
    mirror, level = Mirror(clauses, top), 0
    for variable in rng.sample(range(1, top + 1), top):
        clash = mirror.clash(variable, level + 1)
        if clash is not None:
            assert not satisfiable([*clauses, *([-lit] for lit in clash.learnt)], top)
            order = [literal for literal, _ in clash.steps]
            for place, (literal, clause) in enumerate(clash.steps):
                assert clause is None or {-other for other in clause if other != literal} <= set(order[:place])
            assert {-other for other in clash.broken} <= set(order)
            return
        if not mirror.holds(variable) and not mirror.holds(-variable):
            level += 1
            mirror.assign(variable, level)
            for literal in [lit for clause in clauses for lit in clause]:  # unit propagation by asking for reasons
                free = not mirror.holds(literal) and not mirror.holds(-literal)
                if free and mirror.forcing(literal) is not None:
                    mirror.assign(literal, level)


def test_a_film_tells_clause_lesson_jump_and_graph() -> None:
    _, log, _ = film_of(Pigeons(5), 6)
    told = [log.event(i) for i in range(len(log)) if log.rows[i, 0] == Kind.CONFLICT]
    with_graph = [event for event in told if event.reason is not None and event.reason.graph]
    assert len(with_graph) > 0.8 * len(told) > 0
    for event in with_graph:
        assert event.reason is not None
        graph = event.reason.graph
        assert graph[-1].text == "contradiction" and graph[-1].causes
        assert all(cause < number for number, link in enumerate(graph) for cause in link.causes)
        assert "learnt" in event.reason.text or "no further solution" in event.reason.text
    assert any("back to depth" in event.reason.text for event in with_graph if event.reason is not None)
    deduced = [log.event(i) for i in range(len(log)) if log.rows[i, 0] == Kind.DEDUCE]
    assert deduced and all(event.reason is not None and event.reason.text and event.reason.cells for event in deduced)


class Sided(Constraints):
    """Of three cells exactly one, and a variable that stands for no cell decides which side; clauses named by the kit."""

    def __init__(self) -> None:
        super().__init__(Grid(1, 4))
        black = self.cells("this cell is black")
        self.answer(black, 1, 2)
        left = self.variable("the black cells lie on the left", (0, 1))
        side = Name("side", "black cells lie on one side")
        self.extend([[-left, black[0]], [-left, -black[3]], [left, -black[0]], [left, black[3]]], side)
        self.exactly(2, black.values(), Name("two", "two cells are black"))


def test_deductions_have_the_kit_s_names_and_helpers_their_meaning() -> None:
    _, log, _ = film_of(Sided(), 4, 0)
    events = [log.event(i) for i in range(len(log))]
    rules = {event.rule for event in events if event.kind is Kind.DEDUCE}
    assert rules & {"side", "two"}, rules
    for event in events:
        if event.kind is Kind.GUESS and event.rule == HELPER:
            assert event.reason is not None and event.reason.cells and "CaDiCaL tries" in event.reason.text


def test_restarts_and_steps_back_after_an_answer_are_told_apart() -> None:
    _, log, _ = film_of(Pigeons(6), 7)
    restarts = [log.event(i) for i in range(len(log)) if log.rows[i, 0] == Kind.RESTART]
    assert restarts and all(event.reason is not None and "restarts" in event.reason.text for event in restarts)
    _, log, _ = film_of(Pigeons(3, 3), 3, 0)
    after = [log.event(i + 1) for i in range(len(log) - 1) if log.rows[i, 0] == Kind.SOLUTION]
    back = [event for event in after if event.kind is Kind.BACKTRACK]
    assert back and all(event.reason is not None and "this solution is seen" in event.reason.text for event in back)


@pytest.mark.parametrize(("encode", "count"), [(sequential, 1), (product, 1)])
def test_partial_counts_say_what_leads_to_them(encode: object, count: int) -> None:
    variables = Variables(7)
    clauses = encode(range(1, 8), variables)  # type: ignore[operator]
    found = partial_counts(range(1, 8), clauses, 8, variables.top)
    assert set(found) == set(range(8, variables.top + 1))
    for variable, meant in found.items():
        assert meant.least == count
        for literal in meant.literals:
            assert not satisfiable([*clauses, [literal], [-variable]], variables.top)


def test_partial_counts_of_a_totalizer() -> None:
    variables = Variables(5)
    clauses = at_most(range(1, 6), 2, "totalizer", variables)
    found = partial_counts(range(1, 6), clauses, 6, variables.top)
    assert {meant.least for meant in found.values()} >= {1, 2, 3}
    for variable, meant in found.items():
        for some in itertools.combinations(meant.literals, meant.least):
            free = [clause for clause in clauses if len(clause) > 1]  # without the bound itself
            assert not satisfiable([*free, *([literal] for literal in some), [-variable]], variables.top)


def test_a_graph_goes_into_a_film_file_and_back() -> None:
    _, log, _ = film_of(Pigeons(5), 6)
    reasons = [event.reason for i in range(len(log)) if (event := log.event(i)).reason is not None and event.reason.graph]
    again = Unpacked(pack([reason for reason in reasons if reason is not None]))
    assert [again[number].graph for number in range(len(again))] == [reason.graph for reason in reasons if reason is not None]
    spoiled = Reason("x", (), graph=(reasons[0].graph[-1],)) if reasons[0] is not None else None  # rests on missing links
    assert spoiled is not None
    with pytest.raises(BadBlock):
        Unpacked(pack([spoiled]))
