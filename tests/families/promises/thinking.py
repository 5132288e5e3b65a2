"""Promises about thinking: engines, clause kernel and rules against enumeration."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from random import Random

from studio.core.deduction import Contradiction, Deduction, Rule
from studio.core.engine import Engine, SolveResult, Status
from studio.core.puzzle import Answer
from studio.solvers.search import Ladder
from tests.families.brute import TooLarge
from tests.families.kit import Case, Kit, promise


@promise
def every_engine_agrees_with_enumeration(kit: Kit) -> None:
    """One, two and all solutions, from every engine; its switches are set at random."""
    rng = kit.rng("engines")
    for engine in kit.family.engines():
        engine.warm_up()  # a compilation must not look like a search that found no answer
        for number, case in enumerate(kit.cases):
            values = random_values(engine, rng) if number % 2 else {}
            for wanted in (1, 2, 0):
                result = kit.ask(engine, case.puzzle, wanted, **values)
                assert_true(kit, engine, case, wanted, result, f"{engine.id} {values}, {wanted} wanted, on {case}")


def random_values(engine: Engine, rng: Random) -> dict[str, object]:
    """A value for every switch and choice of an engine."""
    chosen: dict[str, object] = {}
    for option in engine.options:
        if not option.same_answer:
            continue
        if option.choices:
            chosen[option.name] = rng.choice(option.choices)
        elif isinstance(option.default, bool):
            chosen[option.name] = rng.random() < 0.5
    return chosen


def assert_true(kit: Kit, engine: Engine, case: Case, wanted: int, result: SolveResult, what: str) -> None:
    """An engine's answer against all solutions of the board."""
    number, found = len(case.answers), kit.told(case.puzzle, result.solutions)
    if result.status is Status.ERROR and "is not installed" in result.message:  # a library that only some machines have
        return
    assert result.status is not Status.ERROR, f"{what}: {result.message}"
    assert found <= kit.told(case.puzzle, case.answers), f"{what}: an answer that is none"
    allowed = {Status.NONE: number == 0, Status.UNIQUE: number == 1, Status.MULTIPLE: number > 1, Status.SOLVED: number > 0}
    if not result.status.answered:
        assert not engine.decides, f"{what}: no answer ({result.status}: {result.message})"
        return
    assert allowed[result.status], f"{what}: {result.status}, but there are {number}"
    expected = min(wanted, number) if wanted else number
    if result.count is not None:
        assert result.count in (number, expected), f"{what}: {result.count} counted, there are {number}"
    assert len(found) == expected or result.count == number, f"{what}: {len(found)} of {number} found"
    assert wanted == 1 or result.status is not Status.SOLVED, f"{what}: one or several? It does not say"


@promise
def the_clause_kernel_agrees_with_enumeration(kit: Kit) -> None:
    from studio.solvers.sat import LazySat

    if kit.family.kernel is None:
        return
    for case in kit.cases:
        for assume in (False, True):
            kernel = kit.kernel(case.puzzle, assume)
            with LazySat(kernel) as sat:
                found = list(sat.answers(list(kernel.assumptions.values())))
            assert len(set(found)) == len(found)
            assert kit.told(case.puzzle, found) == kit.told(case.puzzle, case.answers), f"assume_clues={assume}: {case}"


@promise
def clues_that_are_not_assumed_do_not_bind(kit: Kit) -> None:
    """With some clues assumed the kernel gives the answers that these allow, whatever becomes of the others."""
    from studio.solvers.sat import LazySat

    if kit.family.kernel is None:
        return
    rng = kit.rng("assumptions")
    for case in kit.cases:
        clues = list(kit.kernel(case.puzzle, True).assumptions)
        for kept in (rng.sample(clues, max(0, len(clues) - 1)), rng.sample(clues, len(clues) // 2)):
            with suppress(TooLarge):
                expected = kit.told(case.puzzle, list(kit.holding(case.puzzle, kept, clues)))
                kernel = kit.kernel(case.puzzle, True)
                with LazySat(kernel) as sat:
                    found = kit.told(case.puzzle, list(sat.answers([kernel.assumptions[clue] for clue in kept])))
                where = f"only {kept} assumed: {len(found)} answers instead of {len(expected)} on {case}"
                assert found <= expected and bool(found) == bool(expected), where
                if kit.family.pieces is None:  # blocking a few pieces blocks all answers that have more besides
                    assert found == expected, where


@promise
def every_rule_says_only_what_every_solution_holds(kit: Kit) -> None:
    """Step by step, from the givens alone and with a few marks of one solution: the ladder as it is, in another order, and
    every rule with the ones that come first when it is on its own."""
    book = kit.family.rulebook
    if book is None:
        return
    rng, rules = kit.rng("rules"), list(book.rules)
    assert len({rule.name for rule in rules}) == len(rules)
    assert all(rule.title and 1 <= rule.level <= 10 for rule in rules)
    for case in kit.cases:
        orders = [rules, rng.sample(rules, len(rules)), *([rule, *rules[:1]] for rule in rules[1:])]
        for order in orders:
            _climb(kit, case, order, list(case.answers), [])
        for share in (0.2, 0.5, 0.8) if case.answers and kit.family.pieces is None else ():
            answer = rng.choice(case.answers)
            cells = [cell for cell, value in enumerate(answer) if value and rng.random() < share]
            alive = [other for other in case.answers if all(other[cell] == answer[cell] for cell in cells)]
            for order in orders[:2]:
                _climb(kit, case, order, alive, [(cell, answer[cell]) for cell in cells])


def _climb(kit: Kit, case: Case, rules: Sequence[Rule], alive: list[Answer], marks: Sequence[tuple[int, int]]) -> None:
    """A ladder on a board with some marks, every step of it against the solutions that have these marks; once more with the
    exact state, where the usual one takes some values for one."""
    _climb_from(kit, case, rules, alive, marks, kit.book.state(case.puzzle))
    if marks and kit.book.exact is not None:
        _climb_from(kit, case, rules, alive, marks, kit.book.exact(case.puzzle))


def _climb_from(kit: Kit, case: Case, rules: Sequence[Rule], alive: list[Answer], marks: Sequence[tuple[int, int]],
                state: Deduction) -> None:
    where = f"on {case} with {marks}"
    try:
        state.start()
        for cell, value in marks:
            if not state.known(cell, value):
                state.conclude(cell, value)
        for applied in Ladder(rules).conclusions(state):
            step, name = applied.step, applied.rule.name
            assert step.reason.text, f"{name} gives no reason {where}"
            assert set(step.reason.cells) <= set(case.puzzle.grid.cells()), f"{name} points beyond the board {where}"
            for answer in alive:
                assert state.holds(step.cell, step.value, answer), f"{name}: {step} is untrue {where}"
    except Contradiction as clash:
        assert not alive, f"{clash.rule}: {clash}, but there are solutions {where}"
        return
    if state.solved() and len(rules) == len(kit.book.rules):
        told = kit.told(case.puzzle, [state.answer()])
        if marks and state.doubtful:  # says itself that it may stand for several answers: the exact state is asked as well
            return
        # A state that takes some values for one knows of a mark only what `holds` compares: it solved the board for every
        # answer that agrees with the marks as it took them. To an exact state these are the very answers of `alive`.
        meant = [answer for answer in case.answers if all(state.holds(cell, value, answer) for cell, value in marks)]
        assert told == kit.told(case.puzzle, meant), f"solved wrongly {where}"


@promise
def what_is_undone_is_forgotten(kit: Kit) -> None:
    """The ladder on a position to which a search came back ends where it does on a fresh one."""
    if kit.family.rulebook is None:
        return
    for case in kit.cases:
        fresh, used = kit.book.state(case.puzzle), kit.book.state(case.puzzle)
        mark, before = used.mark(), used.marks()
        ends = []
        for state, again in ((used, False), (used, True), (fresh, True)):
            try:
                for _ in Ladder(kit.book.rules).conclusions(state):
                    pass
                ends.append(state.marks())
            except Contradiction:
                ends.append([])
            if not again:
                used.undo(mark)
                assert used.marks() == before, f"undone wrongly on {case}"
        assert ends[1] == ends[2], f"the ladder ends elsewhere after undoing on {case}"
